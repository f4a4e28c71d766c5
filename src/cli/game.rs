//! The game as typed: notation, a TOML file, or a subtraction set from a file.

use std::fs;

use grundytab::ruleset::renamed_vertices;
use grundytab::{Convention, InvalidInput, Job, Ruleset, joined, parse_number};

use super::output::note;
use super::text_file;

/// What begins a game whose subtraction set is in a file.
const SUBTRACTION_FILE: &str = "subtraction:@";

/// Reads a game: `subtraction:@FILE` with modifiers, a path ending in `.toml`, or notation.
pub fn read(text: &str) -> Result<Ruleset, InvalidInput> {
    if let Some(rest) = text.strip_prefix(SUBTRACTION_FILE) {
        return read_subtraction(text, rest);
    }
    if text.to_ascii_lowercase().ends_with(".toml") {
        return Ruleset::from_toml(text, &text_file::read(text, text)?);
    }
    Ruleset::parse(text)
}

/// Reads a subtraction game from what follows the `@`: a path and modifiers.
fn read_subtraction(typed: &str, path_and_modifiers: &str) -> Result<Ruleset, InvalidInput> {
    let (path, modifiers) = split_path(path_and_modifiers);
    let numbers = parse_set(&text_file::read(typed, path)?).map_err(|error| {
        let problem = format!("in {path}: {}: {}", error.input, error.problem);
        InvalidInput::new(error.kind, typed, problem, error.hint)
    })?;
    let set = joined(numbers, ",");
    Ruleset::parse(&format!("subtraction:{set}{modifiers}")).map_err(|error| error.about(typed))
}

/// Splits a path from the modifiers that follow it. The path may have a `+` in it: it is the longest
/// beginning that is a file. If there is none, it ends where the first `+` is.
fn split_path(text: &str) -> (&str, &str) {
    let is_file = |path: &str| fs::metadata(path).is_ok_and(|metadata| !metadata.is_dir());
    let ends = || text.match_indices('+').map(|(end, _)| end);
    let longest = ends().chain([text.len()]).rfind(|&end| is_file(&text[..end]));
    text.split_at(longest.or_else(|| ends().next()).unwrap_or(text.len()))
}

/// Reads numbers separated by commas, spaces or line ends; a `#` begins a comment.
fn parse_set(file: &str) -> Result<Vec<u32>, InvalidInput> {
    let lines = file.lines().map(|line| line.split('#').next().unwrap_or_default());
    let separator = |c: char| c == ',' || c.is_whitespace();
    let numbers = lines.flat_map(|line| line.split(separator)).filter(|text| !text.is_empty());
    numbers.map(|text| parse_number(text, "a number of the set")).collect()
}

/// Notes which letters the vertices of a digraph game have in its table, and wherever the game is shown, if they
/// were typed as others.
pub fn note_renamed(typed: &str, game: &Ruleset, quiet: bool) {
    let renamed = renamed_vertices(typed);
    if renamed.is_empty() {
        return;
    }
    let given = joined(renamed.iter().map(|(given, _)| given), ", ");
    let called = joined(renamed.iter().map(|(_, called)| called), ", ");
    note(quiet, format!("the vertices {given} are called {called}: the game is {}", game.shown()));
}

/// Returns a job in a line: `wythoff on box 64x64: grundy, normal play`.
pub fn job_text(job: &Job) -> String {
    let (ruleset, domain, quantity) = (job.ruleset().shown(), job.domain(), job.quantity());
    format!("{ruleset} on {domain}: {quantity}, {}", job.convention().play())
}

/// Returns what a line that names a game says of misère play; nothing of normal play.
pub fn convention_suffix(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "",
        Convention::Misere => ", misère play",
    }
}
