//! `grundytab list`: positions that satisfy a condition, or the values of a rectangle as a grid.

pub(super) mod grid;
pub(super) mod positions;

use std::path::PathBuf;

use crate::analyses::expression::Filter;
use clap::Args;
use grundytab::domain::Region;
use grundytab::{InvalidInput, InvalidInputKind};

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::{Tables, WhereArgs, WithArgs, open_part};
use super::failure::{Failure, Result};
use super::flag_values::number_from;
use super::game_or_table::GameArgs;
use super::language;
use super::option::{option, switch};

/// List positions that satisfy a condition, or print values as a grid.
#[derive(Args)]
#[command(after_long_help = language::of_expressions())]
pub struct ListArgs {
    /// The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
    /// wythoff.zarr.partial, the part that is stored is read.
    pub path: PathBuf,
    /// List the positions that satisfy this condition, as in 'p and x <= y'; the language is described
    /// below. Without a condition the values are printed as a grid, or all positions of one heap are listed.
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub condition: Option<String>,
    /// List at most this many positions, by default 50, the first ones by grade. All positions that satisfy the condition
    /// are counted.
    #[arg(long, value_name = "N", value_parser = limit, allow_hyphen_values = true)]
    pub limit: Option<u32>,
    /// List all positions, however many there are.
    #[arg(long, conflicts_with_all = ["limit", "json"])]
    pub all: bool,
    /// A range for each heap, as in 100:600,200:700, or for the columns and the rows of a plane; as in Python
    /// the ends are left out, and may be missing, as in 200:.
    #[arg(long, value_name = "A:B,C:D", value_parser = Region::parse)]
    pub region: Option<Region>,
    /// Plane to list: fix one heap (z=5) or the token sum (sum=60); of four heaps fix two (z=5,w=1), or one
    /// and the token sum.
    #[arg(long, value_name = "z=N|sum=N")]
    pub plane: Option<String>,
    /// Also print the value of this expression at each position, as in 'y - x'; may be given several times.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub show: Vec<String>,
    #[command(flatten)]
    pub only: WhereArgs,
    #[command(flatten)]
    pub with: WithArgs,
    /// Print comma-separated values with a header line.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    #[command(flatten)]
    pub game: GameArgs,
}

/// How many positions are listed by default.
const USUAL_LIMIT: u32 = 50;

/// Reads a number of positions.
fn limit(text: &str) -> std::result::Result<u32, InvalidInput> {
    let outside = ["more positions than are kept in memory", "give at most 1000000"];
    let read = number_from(0..=1_000_000, "--limit", "a number of positions", outside);
    read(text).map_err(|error| match error.kind {
        InvalidInputKind::OutOfRange => {
            let all = format!("{}, which prints them as they are found", switch("--all"));
            InvalidInput { hint: format!("{}, or {all}", error.hint), ..error }
        }
        _ => error,
    })
}

impl Command for ListArgs {
    const NAME: &'static str = "list";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        (
            "list wythoff.zarr 'p and x <= y' --limit 20",
            "the first positions that satisfy the condition",
        ),
        ("list wythoff.zarr 'p and x <= y' --show 'y - x'", "with a computed column"),
        ("list wythoff.zarr --where 'x <= y'", "a grid in which the other cells are empty"),
        ("list kayles --box 50", "the values of a game, which is tabulated in memory"),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        self.with.check_use(self.condition.is_some() || self.only.condition.is_some())?;
        let tables = Tables::open(open_part((&self.path, &[]), &self.game, flags)?, &self.with)?;
        let (table, others) = (&tables.table, tables.others()?);
        let only = self.only.read(table.plan().job(), &others)?;
        match &self.condition {
            Some(typed) if is_flag(typed) => Err(Failure::usage(
                typed,
                "there is no such flag, and no condition begins so",
                "without a condition the values are printed as a grid",
            )),
            Some(condition) => positions::run(self, flags, condition, only, table, &others),
            None if table.plan().job().domain().heaps() == 1 => {
                positions::run(self, flags, "true", only, table, &others)
            }
            None => {
                check_grid(self)?;
                grid::run(self, flags, &only.map(Filter::of).unwrap_or_default(), table, &others)
            }
        }
    }
}

/// Returns whether a text is a flag that does not exist, for which a condition was taken.
fn is_flag(typed: &str) -> bool {
    let is_of_flag = |c: char| c.is_ascii_alphabetic() || c == '-';
    typed.strip_prefix("--").is_some_and(|rest| rest.chars().all(is_of_flag))
}

/// Checks that a grid is not asked for what lists of positions have.
fn check_grid(args: &ListArgs) -> Result<()> {
    let given = [
        args.show.first().map(|show| option("--show").value(show)),
        args.limit.map(|limit| option("--limit").value(limit)),
        args.all.then(|| switch("--all")),
        args.csv.then(|| switch("--csv")),
    ];
    match given.into_iter().flatten().next() {
        None => Ok(()),
        Some(flag) => Err(Failure::usage(
            flag,
            "a grid shows the values of the table",
            "give a condition, as in 'true', to list positions",
        )),
    }
}
