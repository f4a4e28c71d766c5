//! Printing: results to stdout, notes to stderr.

use std::io::{self, Write};

use super::failure::Result;

/// Prints a result on stdout.
///
/// # Errors
/// When stdout cannot be written, for example because its reader has gone away.
pub fn print(text: impl std::fmt::Display) -> Result<()> {
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(())
}

/// Prints a JSON object on stdout.
///
/// # Errors
/// As for [`print`].
pub fn print_json(object: &serde_json::Value) -> Result<()> {
    print(format!("{object:#}"))
}

/// Prints a note on stderr, unless the program is to be quiet.
pub fn note(quiet: bool, text: impl std::fmt::Display) {
    if !quiet {
        complain(text);
    }
}

/// Prints to stderr. An error is ignored: nobody reads stderr then, and the work goes on.
pub fn complain(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Formats a number of bytes as people read it: `288.0 MB`, with powers of 1000.
pub fn bytes(count: u64) -> String {
    indicatif::DecimalBytes(count).to_string()
}
