//! The game as typed: notation, a TOML file, or a subtraction set from a file.

use std::fs::{self, File};
use std::io::Read;

use grundytab::{
    Convention, InvalidInput, InvalidInputKind, Ruleset, available_memory_bytes, shortened,
};

use super::values::number;

/// A larger file is not read: it is no game.
const LARGEST_FILE_BYTES: u64 = 1 << 24;

/// Bytes of memory that a byte of such a file takes: its numbers as numbers, as texts, in a rule and in
/// the canonical text.
const MEMORY_OF_BYTE: u64 = 40;

/// What begins a game whose subtraction set is in a file.
const SUBTRACTION_FILE: &str = "subtraction:@";

/// Reads a game: `subtraction:@FILE` with modifiers, a path ending in `.toml`, or notation.
pub fn read(text: &str) -> Result<Ruleset, InvalidInput> {
    if let Some(rest) = text.strip_prefix(SUBTRACTION_FILE) {
        return read_subtraction(text, rest);
    }
    if text.to_ascii_lowercase().ends_with(".toml") {
        return Ruleset::from_toml(text, &read_file(text, text)?);
    }
    Ruleset::parse(text)
}

/// Reads a subtraction game from what follows the `@`: a path and modifiers.
fn read_subtraction(typed: &str, path_and_modifiers: &str) -> Result<Ruleset, InvalidInput> {
    let (path, modifiers) = split_path(path_and_modifiers);
    let numbers = parse_set(&read_file(typed, path)?).map_err(|error| {
        let problem = format!("in {path}: {}: {}", error.input, error.problem);
        InvalidInput::new(error.kind, typed, problem, error.hint)
    })?;
    let set = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
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
    numbers.map(|text| number(text, "a number of the set")).collect()
}

/// Reads the text of a file, without the byte order mark that some editors put before it.
pub fn read_file(typed: &str, path: &str) -> Result<String, InvalidInput> {
    let invalid = |problem: String| {
        let hint = "give the path of a readable text file";
        InvalidInput::new(InvalidInputKind::UnreadableFile, typed, problem, hint)
    };
    let mut text = String::new();
    // A device may have no end, so that the length of the text is limited while it is read.
    File::open(path)
        .and_then(|file| file.take(LARGEST_FILE_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| invalid(format!("{path}: {error}")))?;
    if text.len() as u64 > LARGEST_FILE_BYTES {
        return Err(invalid(format!("{path} has more than {LARGEST_FILE_BYTES} bytes")));
    }
    let (needed, available) = (text.len() as u64 * MEMORY_OF_BYTE, available_memory_bytes());
    if needed > available {
        let problem = format!("it may take {needed} bytes of memory, {available} are available");
        let hint = "give a shorter file";
        return Err(InvalidInput::new(InvalidInputKind::TooLarge, typed, problem, hint));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// Returns the game for people to read: of lists that no line holds, the beginning.
pub fn shown(game: &Ruleset) -> String {
    const MOST_ITEMS: usize = 32;
    const MOST_CHARACTERS: usize = 1000;
    shortened(&game.short_text(MOST_ITEMS), MOST_CHARACTERS)
}

/// Returns what a line that names a game says of misère play; nothing of normal play.
pub fn convention_suffix(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "",
        Convention::Misere => ", misère play",
    }
}
