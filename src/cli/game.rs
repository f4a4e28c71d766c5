//! The game as typed: notation, a TOML file, or a subtraction set from a file.

use std::fs;

use grundytab::{Refusal, Ruleset};

/// A file that is larger than this is no game.
const LARGEST_FILE_BYTES: u64 = 1 << 24;

/// Reads a game: a path ending in `.toml`, `subtraction:@FILE` with modifiers, or notation.
pub fn parse(text: &str) -> Result<Ruleset, Refusal> {
    if text.ends_with(".toml") {
        return Ruleset::from_toml(text, &read(text, text)?);
    }
    let Some(rest) = text.strip_prefix("subtraction:@") else {
        return Ruleset::parse(text);
    };
    // The path ends where the first modifier begins.
    let (path, modifiers) = match rest.find('+') {
        Some(end) => rest.split_at(end),
        None => (rest, ""),
    };
    let set = parse_set(&read(text, path)?);
    Ruleset::parse(&format!("subtraction:{set}{modifiers}"))
        .map_err(|refusal| Refusal::new(text, refusal.wrong, refusal.right))
}

/// Numbers separated by commas, spaces or line ends; a `#` begins a comment.
fn parse_set(file: &str) -> String {
    let lines = file.lines().map(|line| line.split('#').next().unwrap_or_default());
    let separator = |c: char| c == ',' || c.is_whitespace();
    let numbers = lines.flat_map(|line| line.split(separator)).filter(|text| !text.is_empty());
    numbers.collect::<Vec<_>>().join(",")
}

fn read(typed: &str, path: &str) -> Result<String, Refusal> {
    let refuse =
        |wrong: String| Refusal::new(typed, wrong, "give the path of a readable text file");
    let size = fs::metadata(path).map_err(|error| refuse(format!("{path}: {error}")))?.len();
    if size > LARGEST_FILE_BYTES {
        return Err(refuse(format!("{path} has {size} bytes, too many for a game")));
    }
    fs::read_to_string(path).map_err(|error| refuse(format!("{path}: {error}")))
}
