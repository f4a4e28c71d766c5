//! The files of figures: their formats, where they may be written, and what they say of themselves.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Mutex;

use crate::figures::drawing::{Drawing, ImageFormat, Labels, LegendPlace, Length, Metadata, Sheet};
use clap::Args;
use clap::builder::TypedValueParser;
use grundytab::version::PROGRAM;
use grundytab::wording::joined;
use grundytab::{InvalidInput, InvalidInputKind};

use super::call;
use super::failure::{Failure, Result};
use super::flag_values::{self, typed_as};
use super::option::option;
use grundytab::sync::lock;

/// What stands above a figure, and how large it is, of every command that draws one.
#[derive(Args)]
pub struct SheetArgs {
    /// The title above the figure, '' for none; by default it says what the figure shows.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// The line below the title, '' for none; by default it says what the values are, and where.
    #[arg(long, value_name = "TEXT")]
    pub subtitle: Option<String>,
    /// The name of the level axis, '' for none; by default x, or what a plot shows.
    #[arg(long, value_name = "TEXT")]
    pub x_label: Option<String>,
    /// The name of the upright axis, '' for none.
    #[arg(long, value_name = "TEXT")]
    pub y_label: Option<String>,
    /// Where the legend is. By default it is below a figure whose width is given as up to 12cm; on others it is beside a
    /// picture and inside a plot.
    #[arg(long, value_enum, value_name = "PLACE")]
    pub legend: Option<LegendPlace>,
    /// Width of the whole figure, as in 8.5cm, 85mm, 3.3in or 900px, of which --dpi says how many are an inch. By default the
    /// width follows from what is shown.
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, help_heading = "Size on paper")]
    pub width: Option<Length>,
    /// Size of the letters, as in 9pt. By default 8pt with --width; otherwise the size follows from that of the figure.
    #[arg(long, value_name = "LENGTH", allow_hyphen_values = true, help_heading = "Size on paper")]
    pub font_size: Option<Length>,
    /// Pixels per inch. By default 300 with --width, or 96 if the width is in px.
    #[arg(long, value_name = "N", value_parser = dots_per_inch(), allow_hyphen_values = true,
          help_heading = "Size on paper")]
    pub dpi: Option<u32>,
}

/// Reads the diameter of marks.
pub fn diameter(text: &str) -> std::result::Result<Length, InvalidInput> {
    let diameter: Length = text.parse().map_err(|error| typed_as("--marks", error))?;
    if diameter.inches() <= LARGEST_INCHES {
        return Ok(diameter);
    }
    let (kind, problem) = (InvalidInputKind::OutOfRange, "a mark would hide the picture");
    let hint = "marks have a diameter of up to an inch, as in 1.5pt";
    Err(typed_as("--marks", InvalidInput::new(kind, text, problem, hint)))
}

/// Marks are not larger than this.
const LARGEST_INCHES: f32 = 1.0;

/// Reads a number of pixels of an inch.
fn dots_per_inch() -> impl TypedValueParser<Value = u32> {
    let outside = ["it is out of range", "give a number from 10 to 4800"];
    flag_values::number_from(10..=4800, "--dpi", "a number of pixels of an inch", outside)
}

impl SheetArgs {
    /// Returns how large the figure is.
    pub fn sheet(&self) -> Sheet {
        Sheet { width: self.width, font_size: self.font_size, density: self.dpi }
    }

    /// Returns what is written around the figure.
    pub fn labels(&self) -> Labels {
        let (title, subtitle) = (self.title.clone(), self.subtitle.clone());
        let axes = [self.x_label.clone(), self.y_label.clone()];
        Labels { title, subtitle, axes, legend: self.legend }
    }

    /// Refuses the flags where no figure is asked for, which another flag does.
    pub fn require_figure(&self, flag: &str, is_asked_for: bool) -> Result<()> {
        let given = [
            ("--title", self.title.is_some()),
            ("--subtitle", self.subtitle.is_some()),
            ("--x-label", self.x_label.is_some()),
            ("--y-label", self.y_label.is_some()),
            ("--legend", self.legend.is_some()),
            ("--width", self.width.is_some()),
            ("--font-size", self.font_size.is_some()),
            ("--dpi", self.dpi.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given && !is_asked_for) {
            None => Ok(()),
            Some((given, _)) => {
                let hint = format!("leave it out, or add {}", option(flag).placeholder("FILE"));
                Err(Failure::usage(
                    option(given),
                    "it applies to a figure, and no figure is asked for",
                    &hint,
                ))
            }
        }
    }
}

/// Says which characters of a figure its font does not have, and what stands in their place; nothing if it has all.
pub fn missing_characters(drawing: &Drawing, format: ImageFormat) -> Option<String> {
    let missing = drawing.missing_characters();
    if missing.is_empty() {
        return None;
    }
    let named = missing.iter().take(MOST_MISSING).map(|&character| match character.is_control() {
        true => format!("U+{:04X}", u32::from(character)),
        false => format!("{character} (U+{:04X})", u32::from(character)),
    });
    let more = match missing.len() - missing.len().min(MOST_MISSING) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let instead = match format {
        ImageFormat::Svg | ImageFormat::Dot => {
            "programs that show it take them from another font, if they have one"
        }
        ImageFormat::Pdf => {
            "boxes are drawn in their place, which are found and copied as these characters"
        }
        ImageFormat::Png => "boxes are drawn in their place",
    };
    Some(format!("the font of the figure has no {}{more}: {instead}", joined(named, ", ")))
}

/// So many missing characters are named.
const MOST_MISSING: usize = 8;

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
    requested: Option<ImageFormat>,
    default: ImageFormat,
) -> Result<ImageFormat> {
    let typed = |error| typed_as(flag, error);
    let Some(requested) = requested else {
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
    Err(Failure::usage(option(flag).value(path.display()), problem, hint))
}

/// Quotes a word for a shell, if it is not plain.
pub fn quoted(word: &str) -> String {
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
            ["render", "--width", "8.5cm", "a/b.zarr", "z=5,w=1", "0:100,5:", "wythoff+block=8"]
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
