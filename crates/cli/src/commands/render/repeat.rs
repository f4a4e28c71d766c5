//! The command that made a figure, which `render --repeat` prints.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::figures::drawing::{METADATA_BYTES, Metadata};
use grundytab::Error;
use grundytab::table::TableError;
use serde::Serialize;

use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;
use crate::commands::output::{print, print_json};

/// What a figure says of itself.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct Repeated<'a> {
    /// The file of the figure.
    figure: &'a Path,
    /// The command line that made it, quoted for a shell.
    command: &'a str,
    /// The program with its version.
    program: &'a str,
    /// The line above the figure.
    title: &'a str,
    /// Its game.
    game: &'a str,
    /// Its domain, as a text.
    domain: &'a str,
    /// What its values are called.
    quantity: &'a str,
}

/// Prints the command that made a figure.
pub(super) fn repeat(figure: &Path, flags: &Flags) -> Result<()> {
    let mut beginning = Vec::new();
    let read = |file: File| file.take(METADATA_BYTES).read_to_end(&mut beginning);
    File::open(figure)
        .and_then(read)
        .map_err(|source| TableError::Io { path: figure.to_owned(), attempt: "read", source })
        .map_err(Error::from)?;
    let found = Metadata::of_file(&beginning).filter(|found| !found.command.is_empty());
    let Some(found) = found else {
        return Err(Failure::usage(
            option("--repeat").value(figure.display()),
            "the file does not say which command made it",
            "give a figure that grundytab has written, and that no other program has written anew",
        ));
    };
    let Metadata { title, game, domain, quantity, program, command } = &found;
    if flags.json {
        print_json(&Repeated { figure, command, program, title, game, domain, quantity });
    } else {
        print(command);
    }
    Ok(())
}
