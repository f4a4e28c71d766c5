//! The game as typed: notation, a TOML file, or a subtraction set from a file.

use std::fs::File;
use std::io::Read;

use grundytab::{InvalidInput, InvalidInputKind, Ruleset, parse_number};

/// A file that is larger than this is no game.
const LARGEST_FILE_BYTES: u64 = 1 << 24;

/// Reads a game: a path ending in `.toml`, `subtraction:@FILE` with modifiers, or notation.
pub fn parse(text: &str) -> Result<Ruleset, InvalidInput> {
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
    let numbers = parse_set(&read(text, path)?).map_err(|error| {
        let problem = format!("in {path}: {}: {}", error.input, error.problem);
        InvalidInput::new(error.kind, text, problem, error.hint)
    })?;
    let set = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    Ruleset::parse(&format!("subtraction:{set}{modifiers}")).map_err(|error| error.about(text))
}

/// Numbers separated by commas, spaces or line ends; a `#` begins a comment.
fn parse_set(file: &str) -> Result<Vec<u32>, InvalidInput> {
    let lines = file.lines().map(|line| line.split('#').next().unwrap_or_default());
    let separator = |c: char| c == ',' || c.is_whitespace();
    let numbers = lines.flat_map(|line| line.split(separator)).filter(|text| !text.is_empty());
    numbers.map(|number| parse_number(number, "a number of the set")).collect()
}

/// The text of a file, without the byte order mark that some editors put before it.
fn read(typed: &str, path: &str) -> Result<String, InvalidInput> {
    let refuse = |problem: String| {
        let hint = "give the path of a readable text file";
        InvalidInput::new(InvalidInputKind::UnreadableFile, typed, problem, hint)
    };
    let mut text = String::new();
    // What calls itself a file may have no end.
    File::open(path)
        .and_then(|file| file.take(LARGEST_FILE_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| refuse(format!("{path}: {error}")))?;
    if text.len() as u64 > LARGEST_FILE_BYTES {
        return Err(refuse(format!("{path} has more than {LARGEST_FILE_BYTES} bytes")));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}
