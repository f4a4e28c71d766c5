//! Printing: results to stdout, notes to stderr.

use std::io::{self, Write};

use super::failure::Result;

/// Prints a result. A reader that has gone away is an error, not a panic.
pub fn print(text: impl std::fmt::Display) -> Result<()> {
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(())
}

/// Prints a JSON object.
pub fn print_json(object: &serde_json::Value) -> Result<()> {
    print(format!("{object:#}"))
}

/// Prints a note, unless told to be quiet.
pub fn note(quiet: bool, text: impl std::fmt::Display) {
    if !quiet {
        complain(text);
    }
}

/// Prints to stderr. Where nobody can read it, it is lost, and the work goes on.
pub fn complain(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// A number of bytes as people read it: `288.0 MB`, with powers of 1000.
pub fn bytes(count: u64) -> String {
    indicatif::DecimalBytes(count).to_string()
}
