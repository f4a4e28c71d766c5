//! Text files as users name them: games, subtraction sets, jobs, claims and certificates. All are read here.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};

use grundytab::memory::available_memory_bytes;
use grundytab::wording::{bytes_text, needed_bytes_text};
use grundytab::{InvalidInput, InvalidInputKind};

/// A larger file is not read: it is none of these.
const LARGEST_FILE_BYTES: u64 = 1 << 24;

/// Bytes of memory that a byte of such a file takes: its numbers as numbers, as texts, in a rule and in
/// the canonical text.
const MEMORY_OF_BYTE: u64 = 40;

/// What the shell hands over, as by `grundytab ... < FILE` or `<(COMMAND)`, has a name in one of these folders. It
/// may be a pipe, for it is open already and somebody has meant it to be read.
const HANDED_OVER: [&str; 2] = ["/dev/fd/", "/proc/self/fd/"];

/// Reads the text of a file, without the byte order mark that some editors put before it. A named pipe or a device
/// is not opened: it might keep the program waiting for ever.
pub fn read(typed: &str, path: &str) -> Result<String, InvalidInput> {
    let refused = |kind, problem: String| {
        // What was typed may end with the path already, as in `subtraction:@set.txt` and, in Python, `claim_file="f.txt"`.
        let names_path = typed.trim_end_matches('"').ends_with(path);
        let problem = if names_path { problem } else { format!("{path}: {problem}") };
        InvalidInput::new(kind, typed, problem, "give the path of a readable text file")
    };
    let invalid = |problem: String| refused(InvalidInputKind::UnreadableFile, problem);
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => refused(InvalidInputKind::MissingFile, error.to_string()),
        _ => invalid(error.to_string()),
    };
    let is_file = fs::metadata(path).map_err(unreadable)?.is_file();
    if !is_file && path != "/dev/stdin" && !HANDED_OVER.iter().any(|own| path.starts_with(own)) {
        let problem = "it is not a regular file";
        return Err(invalid(format!(
            "{problem}; read the output of another program from /dev/stdin or <(...)"
        )));
    }
    let mut text = String::new();
    // What is not a regular file may have no end, so that the length of the text is limited while it is read.
    File::open(path)
        .and_then(|file| file.take(LARGEST_FILE_BYTES + 1).read_to_string(&mut text))
        .map_err(unreadable)?;
    if text.len() as u64 > LARGEST_FILE_BYTES {
        return Err(invalid(format!("it has more than {}", bytes_text(LARGEST_FILE_BYTES))));
    }
    let (needed, available) = (text.len() as u64 * MEMORY_OF_BYTE, available_memory_bytes());
    if needed > available {
        let problem = needed_bytes_text("memory", needed, available);
        let hint = "give a shorter file";
        return Err(InvalidInput::new(InvalidInputKind::TooLarge, typed, problem, hint));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}
