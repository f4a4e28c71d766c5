//! The files of figures: their formats, where they may be written, and what they say of themselves.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Mutex;

use clap::ValueEnum;
use grundytab::drawing::{ImageFormat, Metadata};
use grundytab::version::PROGRAM;

use super::call;
use super::failure::{Failure, Result};
use super::flag_values::typed_as;
use crate::sync::lock;

/// The format of a figure as typed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// Pixels.
    Png,
    /// Lines and texts, with the cells as pixels.
    Svg,
    /// The same on a page.
    Pdf,
}

impl FormatArg {
    fn format(self) -> ImageFormat {
        match self {
            FormatArg::Png => ImageFormat::Png,
            FormatArg::Svg => ImageFormat::Svg,
            FormatArg::Pdf => ImageFormat::Pdf,
        }
    }
}

/// The command line of the program, quoted for a shell.
static COMMAND_LINE: Mutex<String> = Mutex::new(String::new());

/// Remembers what was typed, of which the first word is the name of the program.
pub fn remember_command_line(typed: &[OsString]) {
    *lock(&COMMAND_LINE) = command_line(typed);
}

/// Returns the command line, quoted for a shell. The first word is the name of the program.
fn command_line(typed: &[OsString]) -> String {
    let words = typed.iter().skip(1).map(|word| quoted(&word.to_string_lossy()));
    let line: Vec<String> = std::iter::once("grundytab".into()).chain(words).collect();
    line.join(" ")
}

/// Adds to what a file says of itself which program wrote it, and the command.
pub fn signed(metadata: Metadata) -> Metadata {
    let program = PROGRAM.into();
    let command = match call::current() {
        Some(call) => command_line(&call.typed()),
        None => lock(&COMMAND_LINE).clone(),
    };
    Metadata { program, command, ..metadata }
}

/// Returns the format in which a figure is written: the one that is requested, else the one that its name, which was
/// typed after a flag, promises.
pub fn format_of(
    flag: &str,
    path: &Path,
    requested: Option<FormatArg>,
    default: ImageFormat,
) -> Result<ImageFormat> {
    let typed = |error| typed_as(flag, error);
    let Some(requested) = requested.map(FormatArg::format) else {
        return Ok(ImageFormat::of_figure(path).map_err(typed)?.unwrap_or(default));
    };
    requested.check_name(path).map_err(typed)?;
    Ok(requested)
}

/// Checks that a figure may be written to a path, which was typed after a flag: nothing is there, or an older
/// figure.
pub fn require_place(flag: &str, path: &Path) -> Result<()> {
    // What is no file is refused where the file is made.
    if !path.is_file() {
        return Ok(());
    }
    let mut start = Vec::new();
    let is_read = File::open(path).and_then(|file| file.take(4096).read_to_end(&mut start)).is_ok();
    if !is_read || start.is_empty() || ImageFormat::is_figure(&start) {
        return Ok(());
    }
    let problem = "a file that is not a picture exists at this path";
    let hint = "choose another path, as in wythoff.png";
    Err(Failure::usage(format!("{flag} {}", path.display()), problem, hint))
}

/// Quotes a word for a shell, if it is not plain.
fn quoted(word: &str) -> String {
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "_-./,:=+@%".contains(character);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    /// Catches words that a shell would split, expand or run.
    #[test]
    fn words_are_quoted_for_a_shell() {
        for plain in
            ["render", "--width", "8.5cm", "a/b.zarr", "z=5,w=1", "0..100,5..", "wythoff+block=8"]
        {
            assert_eq!(quoted(plain), plain);
        }
        for (word, expected) in [
            ("", "''"),
            ("two words", "'two words'"),
            ("it's", r"'it'\''s'"),
            ("$(rm)", "'$(rm)'"),
            ("~x", "'~x'"),
            ("colors:#000,#fff", "'colors:#000,#fff'"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
