//! `grundytab export`

pub(super) mod agreements;
mod what;

use std::path::PathBuf;

use crate::analyses::export::{Only, Written};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use grundytab::table::OtherFormat;
use grundytab::{Error, ValueType};

use agreements::{told_of, told_of_hole, told_of_none};
use what::Export;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::{Tables, WhereArgs, WithArgs, note_without_value, without_value};
use super::failure::{Failure, Result};
use super::flag_values::{self, name_of, number};
use super::game_or_table::GameArgs;
use super::option::{command, option, switch};
use super::output::{note, print_json};
use super::terminal::Terminal;
use super::written_file::{STDOUT, WrittenFile};

/// Write a table in the formats of other programs: NumPy, CSV, Parquet, the OEIS, a list of P-positions.
#[derive(Args)]
pub struct ExportArgs {
    /// The table, or a game, as in wythoff, which is tabulated in memory.
    pub path: PathBuf,
    /// What is written.
    #[arg(long, value_enum)]
    pub format: Format,
    /// Path of the file, or - for stdout. An existing file is replaced.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Plane to export: fix one heap (z=5) or the token sum (sum=60); of four heaps fix two (z=5,w=1), or one
    /// and the token sum.
    #[arg(long, value_name = "PLANE")]
    pub plane: Option<String>,
    /// A part of the table or of the plane: a range for each axis, as in 100:600,200:; as in Python the ends
    /// are left out.
    #[arg(long, value_name = "RANGES")]
    pub region: Option<String>,
    /// The type of the values (npy), which must be able to hold all of them; u8 stores outcomes as 0 and 1.
    #[arg(long = "type", value_name = "TYPE", value_parser = value_types())]
    pub value_type: Option<ValueType>,
    /// The order of the terms (bfile): antidiagonals for T(d,0), T(d-1,1), ..., T(0,d), which is usual;
    /// antidiagonals-reversed; diagonal; or a row, with all heaps fixed but one, as in x=3.
    #[arg(long, value_name = "READING")]
    pub along: Option<String>,
    /// The heap size, or the number n of a row or a diagonal, that the terms begin with (bfile); by default the first that
    /// gives a position.
    #[arg(long, value_name = "N", value_parser = number("--from", "a heap size"), allow_hyphen_values = true)]
    pub from: Option<u32>,
    /// The index of the first term (bfile); by default the N of --from, of antidiagonals 0.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub offset: Option<i64>,
    /// At most this many terms (bfile).
    #[arg(long, value_name = "N", value_parser = terms(), allow_hyphen_values = true)]
    pub terms: Option<u32>,
    /// Write no lines that begin with # (bfile).
    #[arg(long)]
    pub no_comment: bool,
    /// Write only the first of the positions that symmetries of the game map to one another (p-positions). With --where
    /// or a part of the table, write the first one that is not left out.
    #[arg(long)]
    pub up_to_symmetry: bool,
    #[command(flatten)]
    pub only: WhereArgs,
    #[command(flatten)]
    pub with: WithArgs,
    #[command(flatten)]
    pub game: GameArgs,
}

/// What is written of a table.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// An array for NumPy. Cells outside the domain, and those left out by --where, hold the largest value of the
    /// type; in tables of scores the least value, in tables of outcomes false.
    Npy,
    /// A line for each position: its heaps and its value, as in 3,5,0; outcomes as letters.
    Csv,
    /// Columns of the heaps and of the values, compressed, for DuckDB, R, Julia, polars and pandas.
    Parquet,
    /// A sequence for the OEIS, also written b-file: a line for each term, its index and its value.
    #[value(alias = "b-file")]
    Bfile,
    /// A line for each P-position, as in 3,5, sorted by the number of tokens.
    PPositions,
}

impl Command for ExportArgs {
    const NAME: &'static str = "export";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("export wythoff.zarr --format npy --out wythoff.npy", "an array for NumPy"),
        (
            "export wythoff.zarr --format bfile --along x=3 --offset 0 --terms 60 --out -",
            "a sequence for the OEIS",
        ),
        (
            "export wythoff.zarr --format p-positions --up-to-symmetry --out pairs.csv",
            "one of (1, 2) and (2, 1), and so on",
        ),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        check_flags(self)?;
        check_name(self)?;
        let table = self.game.open(&self.path, &[], flags)?;
        if self.only.condition.is_some() {
            table.require_game()?;
        }
        let tables = Tables::open(table, &self.with)?;
        let (table, others) = (&tables.table, tables.others()?);
        let filter = self.only.filter(table.plan().job(), &others)?;
        let only = Only { filter, others };
        let export = Export::of(self, table)?;
        let to_stdout = self.out.as_os_str() == STDOUT;
        if to_stdout && flags.json {
            return Err(Failure::usage(
                switch("--json"),
                "the export is written to stdout",
                &format!("leave it out, or give a file to {}", option("--out")),
            ));
        }
        let mut file = WrittenFile::create(&self.out)?;
        let mut terminal = Terminal::open(flags)?;
        terminal.quiet |= to_stdout;
        let written = terminal.with_bar(export.length(table), |control| {
            export.write(table, &only, control, &mut file)
        });
        let outcome = match written {
            Ok(written) => Ok(written),
            Err(Error::Output(error)) => Err(error),
            Err(error) => return Err(error.into()),
        };
        let Some((written, agreements)) = file.finish(outcome)? else { return Ok(()) };
        let Written { count, without_value: left_out } = written;
        let hole = export.hole_behind(count);
        if let Some(hole) = &hole {
            note(flags.is_silent(), told_of_hole(hole));
        }
        if to_stdout {
            note_without_value(flags.is_silent(), left_out);
            return Ok(());
        }
        let path = self.out.display().to_string();
        if flags.json {
            let condition = self.only.condition.as_deref();
            let mut report = export.report(&path, self.format, count);
            report.condition = condition;
            report.hole = hole;
            report.agreements = self.format.is_compared().then_some(agreements);
            report.undefined_on = condition.map(|_| left_out.undefined_on);
            report.outside_on = condition.map(|_| left_out.outside_on);
            print_json(&report);
        } else {
            let left_out = without_value("the condition", left_out);
            terminal.note(export.told(&path, count) + &left_out);
            for agreement in &agreements {
                terminal.note(told_of(agreement));
            }
            if agreements.is_empty() && self.format.is_compared() {
                terminal.note(told_of_none());
            }
        }
        Ok(())
    }
}
impl Format {
    /// Whether it is a sequence, or a list of which there are sequences.
    fn is_compared(self) -> bool {
        matches!(self, Format::Bfile | Format::PPositions)
    }
}

/// Checks that the flags are those of the format.
fn check_flags(args: &ExportArgs) -> Result<()> {
    let flags = [
        ("--type", args.value_type.is_some(), Format::Npy),
        ("--along", args.along.is_some(), Format::Bfile),
        ("--from", args.from.is_some(), Format::Bfile),
        ("--offset", args.offset.is_some(), Format::Bfile),
        ("--terms", args.terms.is_some(), Format::Bfile),
        ("--no-comment", args.no_comment, Format::Bfile),
        ("--up-to-symmetry", args.up_to_symmetry, Format::PPositions),
    ];
    for (flag, is_given, format) in flags {
        if is_given && args.format != format {
            let format = option("--format").value(name_of(&format));
            let problem = format!("it applies to {format} alone");
            let hint = "leave it out, or ask for that format";
            return Err(Failure::usage(option(flag), &problem, hint));
        }
    }
    if args.only.condition.is_some() && args.format == Format::Bfile {
        return Err(Failure::usage(
            option("--where"),
            "a sequence has a term for each index, and none can be left out",
            &format!(
                "choose a row by {}; {} with {} lists positions that satisfy a condition",
                option("--along"),
                command("list"),
                switch("--csv")
            ),
        ));
    }
    args.with.check_use(args.only.condition.is_some())?;
    if args.region.is_some() && args.format == Format::Bfile {
        return Err(Failure::usage(
            option("--region"),
            "a sequence has an order, and no region",
            &format!(
                "choose a row by {}, a plane by {}, and how many terms by {}",
                option("--along"),
                option("--plane"),
                option("--terms")
            ),
        ));
    }
    Ok(())
}

/// Checks that the name of the file does not promise another format.
fn check_name(args: &ExportArgs) -> Result<()> {
    let endings: &[&str] = match args.format {
        Format::Npy => &["npy"],
        Format::Csv => &["csv", "txt"],
        Format::Parquet => &["parquet"],
        Format::Bfile => &["txt"],
        Format::PPositions => &["csv", "txt"],
    };
    // What is wrong with a folder is told by who opens the file.
    let is_table =
        !args.out.is_dir() && args.out.extension().is_some_and(|ending| ending == "zarr");
    let other = OtherFormat::of(&args.out).map(|other| other.ending);
    match other.or_else(|| is_table.then(|| "zarr".to_owned())) {
        Some(ending) if !endings.contains(&ending.as_str()) => {
            let format = option("--format").value(name_of(&args.format));
            let problem = format!("{format} makes no file that ends with .{ending}");
            let hint = format!("give a name that ends with .{}", endings.join(" or ."));
            Err(Failure::usage(option("--out").value(args.out.display()), &problem, &hint))
        }
        _ => Ok(()),
    }
}

/// Reads the name of a type.
fn value_types() -> impl TypedValueParser<Value = ValueType> {
    let names = ["bool", "u8", "u16", "u32", "i8", "i16", "i32"];
    PossibleValuesParser::new(names).map(|name| match name.as_str() {
        "bool" => ValueType::Bool,
        "u8" => ValueType::U8,
        "u16" => ValueType::U16,
        "i8" => ValueType::I8,
        "i16" => ValueType::I16,
        "i32" => ValueType::I32,
        _ => ValueType::U32,
    })
}

/// Reads a number of terms.
fn terms() -> impl TypedValueParser<Value = u32> {
    let outside = ["nothing would be written", "give at least 1"];
    flag_values::number_from(1..=u32::MAX, "--terms", "a number of terms", outside)
}
