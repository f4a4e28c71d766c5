//! The arguments of `grundytab analyze`.

use std::path::PathBuf;

use crate::analyses::expression::parse_real;
use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use grundytab::InvalidInput;

use crate::commands::coordinates::PointArgs;
use crate::commands::failure::Failure;
use crate::commands::figure::SheetArgs;
use crate::commands::flag_values;
use crate::commands::game_or_table::GameArgs;
use crate::commands::option::option;
use crate::commands::sweep::TableFile;

/// Describe a table: counts of its values, its layers, periods and beams; or several, by a row for each.
#[derive(Args)]
pub struct AnalyzeArgs {
    /// The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
    /// wythoff.zarr.partial, the part that is stored is read. Of a group of tables, as `grundytab batch` makes it, and of
    /// several tables there is one table with a row for each.
    #[arg(required = true)]
    pub path: Vec<PathBuf>,
    /// Analyze only these parts, as in --only values,layers.
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    pub only: Vec<AnalyzePart>,
    /// Look for periods of the lines on which one heap grows and the others have fewer than N tokens; by
    /// default 16, or 4 on three or four heaps.
    #[arg(long, value_name = "N", value_parser = number_of_lines(), allow_hyphen_values = true)]
    pub lines: Option<u32>,
    /// Look for periods of these lines instead, and print how they begin: the heaps that stay, with ranges whose
    /// ends are left out, as in y=0:6, or on three heaps y=0:6,z=0; the other heap grows. May be given several
    /// times.
    #[arg(long, value_name = "y=A:B", conflicts_with_all = ["lines", "where"])]
    pub rows: Vec<String>,
    /// Compare the beam whose slope is nearest with this slope, as in phi, 1/phi, 3/2 or 1+sqrt(2): the difference of
    /// the slopes, and the bounds of y - slope x. May be given several times.
    #[arg(long, value_name = "SLOPE", value_parser = slope, allow_hyphen_values = true)]
    pub against: Vec<Slope>,
    /// How far the P-positions are from the nearest ones of this table, and the other way round; it may be one of
    /// another game with as many heaps.
    #[arg(long, value_name = "PATH", conflicts_with = "where")]
    pub distance: Option<PathBuf>,
    /// Print this many entries of each list, by default 16, or this many rows of --csv and of several tables, by
    /// default all; --json prints all.
    #[arg(long, value_name = "N", value_parser = flag_values::number("--limit", "a number of entries"), allow_hyphen_values = true)]
    pub limit: Option<u32>,
    /// Plot values, layers and beams, the histogram or groups, or the points of --x, into this file, as in layers.svg, .pdf or .png;
    /// `-` is stdout, which gets SVG. Of tables of one heap it shows the value of each heap size and the period; several are drawn
    /// over one another.
    #[arg(long, value_name = "FILE.svg|pdf|png")]
    pub plot: Option<PathBuf>,
    #[command(flatten)]
    pub sheet: SheetArgs,
    #[command(flatten)]
    pub points: PointArgs,
    /// Write the table with a row for each table, or for each line of --rows or --lines, into this file.
    #[arg(long, value_name = "FILE.csv|.json|.parquet",
          conflicts_with_all = ["distance", "plot", "histogram", "group_by", "with"])]
    pub table: Option<TableFile>,
    #[command(flatten)]
    pub groups: super::group_args::GroupArgs,
    #[command(flatten)]
    pub game: GameArgs,
}

/// How many entries of a list are printed by default.
const ENTRIES: u32 = 16;

/// Reads the number of heap sizes whose lines are looked at: so few that the lines can be listed.
fn number_of_lines() -> impl TypedValueParser<Value = u32> {
    let outside = ["it is out of range", "give a number from 1 to 65536"];
    flag_values::number_from(1..=1 << 16, "--lines", "a number of lines", outside)
}

/// A slope as it was typed, and as a number.
#[derive(Clone)]
pub struct Slope {
    pub text: String,
    pub value: f64,
}

fn slope(text: &str) -> Result<Slope, InvalidInput> {
    let value = parse_real(text).map_err(|error| flag_values::typed_as("--against", error))?;
    Ok(Slope { text: text.to_owned(), value })
}

impl AnalyzeArgs {
    /// Returns how many entries of a list are printed.
    pub fn entries(&self) -> usize {
        self.limit.unwrap_or(ENTRIES) as usize
    }

    /// Returns the first entries of a list, as many as are printed, and what is said of the others.
    pub fn first_of<'a, T>(&self, all: &'a [T]) -> (&'a [T], String) {
        let shown = &all[..all.len().min(self.entries())];
        let more = match all.len() - shown.len() {
            0 => String::new(),
            left => {
                let limit = option("--limit").value(all.len());
                format!("\n  and {left} more, which {limit} shows")
            }
        };
        (shown, more)
    }

    /// Checks that --only leaves out nothing that flags ask for.
    pub fn check_parts(&self) -> Result<(), Failure> {
        self.require_part("--rows", !self.rows.is_empty(), AnalyzePart::Periods)?;
        self.require_part("--against", !self.against.is_empty(), AnalyzePart::Beams)?;
        self.require_part("--distance", self.distance.is_some(), AnalyzePart::Distance)
    }

    fn require_part(&self, flag: &str, is_given: bool, part: AnalyzePart) -> Result<(), Failure> {
        if !is_given || self.asks_for(part) {
            return Ok(());
        }
        Err(Failure::usage(
            option("--only"),
            &format!("it leaves out the {}", option(flag)),
            &format!("add {} to it", flag_values::name_of(&part)),
        ))
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
    /// correlated. They say nothing of how a slope drifts as the heaps grow, which the octaves before show.
    Beams,
    /// The distance of the P-positions from those of another table, if that is given by --distance.
    Distance,
}
