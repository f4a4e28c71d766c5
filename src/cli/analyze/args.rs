//! The arguments of `grundytab analyze`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};

use crate::cli::flag_values;

/// Describe a table: counts of its values, its layers, periods and beams.
#[derive(Args)]
pub struct AnalyzeArgs {
    /// The table.
    pub path: PathBuf,
    /// Analyze only these parts, as in --only values,layers.
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    pub only: Vec<AnalyzePart>,
    /// Count the positions on which this condition holds, as in 'g == x + y', in the language of `verify
    /// --claim`; may be given several times. The default is two laws of Grundy values on several heaps.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub law: Vec<String>,
    /// Look for periods of the lines on which one heap grows and the others have fewer than N tokens; by
    /// default 16, or 4 on three or four heaps.
    #[arg(long, value_name = "N", value_parser = number_of_lines(), allow_hyphen_values = true)]
    pub lines: Option<u32>,
    /// Print this many rows of each list; --json prints all.
    #[arg(long, value_name = "N", value_parser = flag_values::number("--rows", "a number of rows"), allow_hyphen_values = true,
          default_value = "16")]
    pub rows: u32,
    /// Plot values, layers and beams into this SVG file; `-` is stdout.
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
}

/// Reads the number of heap sizes whose lines are looked at: so few that the lines can be listed.
fn number_of_lines() -> impl TypedValueParser<Value = u32> {
    let outside = ["it is out of range", "give a number from 1 to 65536"];
    flag_values::number_from(1..=1 << 16, "--lines", "a number of lines", outside)
}

impl AnalyzeArgs {
    /// Returns the first rows of a list, as many as are printed, and what is said of the others.
    pub fn first_rows<'a, T>(&self, all: &'a [T]) -> (&'a [T], String) {
        let shown = &all[..all.len().min(self.rows as usize)];
        let more = match all.len() - shown.len() {
            0 => String::new(),
            left => format!("\n  and {left} more, which --rows {} shows", all.len()),
        };
        (shown, more)
    }

    /// Whether a part is to be looked at.
    pub fn asks_for(&self, part: AnalyzePart) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

/// What `analyze` looks at.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnalyzePart {
    /// How often each value occurs in the table, and where it occurs first.
    Values,
    /// The P-positions and the largest value of each layer; in tables of scores the least and the largest
    /// score. A box cuts the layers with at least as many tokens as its least side (--json: whole_layers).
    Layers,
    /// Additive periods of rows and columns.
    Periods,
    /// The lines from the origin along which P-positions of two heaps lie. Standard errors are computed from the
    /// means of 8 blocks of neighbours along the beam, since the deviations of neighbours from the line are
    /// correlated.
    Beams,
    /// The shares of the positions on which laws hold.
    Laws,
}
