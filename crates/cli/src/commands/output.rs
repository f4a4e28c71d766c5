//! Printing: results to stdout, notes to stderr.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::time::Duration;

use clap::builder::styling::AnsiColor;
use grundytab::Statistics;
use grundytab::invalid_input::shortened;
use grundytab::wording::{counted, joined};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{call, progress, ranks};

/// The target of lines of the log that stderr shows anyway.
pub const SHOWN: &str = "grundytab::shown";

/// Why stdout cannot be written any more.
static STDOUT_FAILURE: OnceLock<io::Error> = OnceLock::new();

/// Prints a result on stdout.
///
/// This cannot fail, so that no command gives up half-way: whether a table is true does not depend on
/// whether somebody reads it. A failure of stdout is reported when the command is done
/// ([`failure_of_stdout`]).
pub fn print(text: impl Display) {
    print_bytes(format!("{text}\n").as_bytes());
}

/// Prints what is known of one thing, a row for each key that has a value; further lines of a value stand below the first.
pub fn print_rows(rows: impl IntoIterator<Item = (&'static str, Option<String>)>) {
    for (key, value) in rows {
        let Some(value) = value else { continue };
        print(format!("{key:<13}{}", value.replace('\n', "\n             ")));
    }
}

/// Aligns rows in columns, two spaces apart, each as wide as it must be; `is_right` says which of them stand at the right.
pub fn in_columns(rows: &[Vec<String>], is_right: impl Fn(usize) -> bool) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match is_right(column) {
            true => format!("{cell:>width$}"),
            false => format!("{cell:width$}"),
        });
        joined(cells, "  ").trim_end().to_owned()
    };
    joined(rows.iter().map(line), "\n")
}

/// Prints bytes on stdout as they are, as [`print`] does.
pub fn print_bytes(bytes: &[u8]) {
    if ranks::is_first() {
        write_stdout(bytes);
    }
}

fn write_stdout(bytes: &[u8]) {
    if STDOUT_FAILURE.get().is_some() {
        return;
    }
    if let Err(error) = Stdout.write_all(bytes).and_then(|()| Stdout.flush()) {
        stdout_failed(error);
    }
}

/// Stdout, or whoever has called the command.
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match call::current() {
            Some(call) => {
                call.print(bytes);
                Ok(())
            }
            None => io::stdout().lock().write_all(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Keeps the first reason why stdout cannot be written.
pub fn stdout_failed(error: io::Error) {
    // Only the first error says what happened.
    let _ = STDOUT_FAILURE.set(error);
}

/// Returns why stdout could not be written. That its reader has gone away, as `head` does when it has
/// seen enough, is no failure.
pub fn failure_of_stdout() -> Option<&'static io::Error> {
    STDOUT_FAILURE.get().filter(|error| error.kind() != io::ErrorKind::BrokenPipe)
}

/// Whether stdout cannot be written any more, so that nothing need be found that would be printed.
pub fn stdout_is_closed() -> bool {
    STDOUT_FAILURE.get().is_some()
}

/// Writes totals as people read them: `sum 9, 3 P-positions, maximum 2`. Scores have a minimum instead of
/// P-positions.
pub fn totals(totals: &Statistics) -> String {
    let Statistics { sum, p_positions, minimum, maximum, .. } = totals;
    match p_positions {
        Some(count) => {
            format!("sum {sum}, {}, maximum {maximum}", counted(count, "P-position"))
        }
        None => format!("sum {sum}, minimum {minimum}, maximum {maximum}"),
    }
}

/// Returns a report as the JSON object that `--json` prints; docs/json.md describes them all.
pub fn object(report: &impl Serialize) -> Value {
    // Reports are structures with names, which are always objects.
    serde_json::to_value(report).unwrap_or_default()
}

/// Writes a time into a report as a number of seconds; null if it is not known.
pub fn as_seconds<T: Into<Option<Duration>> + Copy, S: Serializer>(
    time: &T,
    to: S,
) -> Result<S::Ok, S::Error> {
    let time: Option<Duration> = (*time).into();
    time.map(|time| time.as_secs_f64()).serialize(to)
}

/// Prints a report as a JSON object on stdout.
pub fn print_json(report: &impl Serialize) {
    print(format!("{:#}", object(report)));
}

/// Prints what a failure is as a JSON object on stdout, on whichever rank.
pub fn print_json_of_failure(failure: &impl Serialize) {
    write_stdout(format!("{:#}\n", object(failure)).as_bytes());
}

/// Prints a note on stderr, unless the program is to be quiet. It goes to the log in any case.
pub fn note(quiet: bool, text: impl Display) {
    let text = shown_text(&text.to_string());
    log::info!(target: SHOWN, "{text}");
    if !quiet {
        complain(text);
    }
}

/// Prints to stderr on the first rank, above the progress bar if there is one. An error is ignored: nobody reads stderr
/// then, and the work goes on.
pub fn complain(text: impl Display) {
    if let Some(call) = call::current() {
        return call.note(&text.to_string());
    }
    if !ranks::is_first() {
        return;
    }
    progress::above_bar(|| {
        let _ = writeln!(io::stderr().lock(), "{text}");
    });
}

/// Prints an error to stderr, on whichever rank, its first word in red where stderr is a terminal that has colours. `NO_COLOR` and
/// `CLICOLOR` are honoured, as in the help.
pub fn complain_of_error(message: &str) {
    let style = AnsiColor::Red.on_default().bold();
    let rank = ranks::prefix();
    progress::above_bar(|| {
        let _ = writeln!(anstream::stderr().lock(), "{rank}{style}error:{style:#} {message}");
    });
}

/// Returns a message in one line of bounded length, whatever was quoted in it: of a very long one the
/// beginning, which says what it is about, and the end, which says what is wrong.
pub fn shown_text(text: &str) -> String {
    const LONGEST: usize = 1500;
    const END: usize = 500;
    let characters = text.chars().count();
    if characters <= LONGEST {
        return shortened(text, LONGEST);
    }
    let end: String = text.chars().skip(characters - END).collect();
    format!("{} ... {}", shortened(text, END), shortened(&end, END))
}

/// Formats a time with three digits: `1.23 s`, `45.6 ms`, `789 us`.
pub fn seconds(time: Duration) -> String {
    if time.is_zero() {
        return "0 s".into();
    }
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        s if s >= 0.9995 => (s, "s"),
        s if s >= 0.000_999_5 => (s * 1e3, "ms"),
        s if s >= 0.000_000_999_5 => (s * 1e6, "us"),
        s => (s * 1e9, "ns"),
    };
    format!("{} {unit}", three_digits(number))
}

/// Formats a positive number with three digits.
pub fn three_digits(number: f64) -> String {
    match number {
        n if n < 9.995 => format!("{n:.2}"),
        n if n < 99.95 => format!("{n:.1}"),
        n => format!("{n:.0}"),
    }
}

/// Formats the mean of this many values between two bounds, of which the sum is known. It looks like a bound only if all
/// values are this one: the mean of a condition is a share.
pub fn mean_text(sum: i128, positions: u64, (least, largest): (i64, i64)) -> String {
    let count = i128::from(positions.max(1));
    let above = sum - count * i128::from(least);
    let below = count * i128::from(largest) - sum;
    // Four digits of what it is away from the nearer bound, as far as a float has them.
    let decimals = match above.min(below) {
        ..=0 => 4,
        away => (3.0 - (away as f64 / count as f64).log10().floor()).clamp(4.0, 15.0) as usize,
    };
    format!("{:.decimals$}", sum as f64 / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a mean of a few positions that is rounded to 0, and one of nearly all that is rounded to 1.
    #[test]
    fn means_are_bounds_only_if_all_values_are() {
        for (sum, positions, bounds, text) in [
            (12, 8, (0, 3), "1.5000"),
            (0, 8, (0, 0), "0.0000"),
            (8, 8, (1, 1), "1.0000"),
            (0, 8, (-3, 3), "0.0000"),
            (1, 1_000_000, (0, 1), "0.000001000"),
            (999_999, 1_000_000, (0, 1), "0.999999000"),
            (-1, 3, (-1, 0), "-0.3333"),
        ] {
            assert_eq!(mean_text(sum, positions, bounds), text);
        }
    }

    #[test]
    fn times_have_three_digits() {
        for (nanoseconds, text) in [
            (0, "0 s"),
            (999, "999 ns"),
            (1_000, "1.00 us"),
            (45_640, "45.6 us"),
            (999_600, "1.00 ms"),
            (123_456_000, "123 ms"),
            (12_340_000_000, "12.3 s"),
            (99_960_000_000, "100 s"),
        ] {
            assert_eq!(seconds(Duration::from_nanos(nanoseconds)), text);
        }
    }
}
