//! `grundytab diff`

use std::path::PathBuf;

use crate::analyses::diff::{self, Comparison, DiffReport};
use clap::Args;
use grundytab::memory::available_memory_bytes;
use grundytab::table::TableReader;
use grundytab::wording::{all_counted, counted, joined, percent_text};
use grundytab::{Position, ValueKind};
use serde::Serialize;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, Result};
use super::game;
use super::output::{print, print_json};
use super::terminal::Terminal;
use grundytab::domain::HEAP_NAMES;

/// Compare two tables, also of different games
#[derive(Args)]
pub struct DiffArgs {
    /// A table.
    pub first: PathBuf,
    /// Another table, of the same number of heaps.
    pub second: PathBuf,
    /// Compare the stored values, or whether positions are P-positions, which also works for tables of
    /// different quantities.
    #[arg(long = "as", value_enum, value_name = "WHAT", default_value_t = Comparison::Values)]
    pub what: Comparison,
    /// Store the difference as a table of true and false, true where the tables differ, for pictures and
    /// exports.
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Replace a table that exists at the path.
    #[arg(long, requires = "out")]
    pub overwrite: bool,
}

impl Command for DiffArgs {
    const NAME: &'static str = "diff";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("tabulate maharaja --box 1024 --out maharaja.zarr", "another game"),
        ("diff wythoff.zarr maharaja.zarr", "the positions with different values"),
        (
            "diff wythoff.zarr maharaja.zarr --as outcome --out diff.zarr",
            "the positions with different outcomes, stored as a table",
        ),
    ];

    fn run(&self, flags: &Flags) -> Result<()> {
        // Both tables keep the tiles that they have read.
        let kept = available_memory_bytes() / 4;
        let first = TableReader::open(&self.first)?.keeping_at_most(kept);
        let second = TableReader::open(&self.second)?.keeping_at_most(kept);
        let comparison = self.what;
        let terminal = Terminal::open(flags)?;
        let positions = |table: &TableReader| table.plan().job().domain().positions();
        let length = positions(&first).min(positions(&second));
        let report = terminal.with_bar(length, |control| match &self.out {
            None => diff::compare(&first, &second, comparison, control),
            Some(path) => diff::store(&first, &second, comparison, path, self.overwrite, control),
        })?;
        let found = ComparisonReport::of(self.what, [&first, &second], &report);
        if !flags.json {
            print_report(self, [&first, &second], &report);
        }
        if let Some(path) = &self.out {
            terminal.note(format!("{}: true where they differ", path.display()));
        }
        if report.differing > 0 {
            let DiffReport { compared, differing, .. } = report;
            let compared = counted(compared, "position");
            let message = format!("the tables differ at {differing} of {compared} that both have");
            return Err(Failure::check(message).having_found(&found));
        }
        if flags.json {
            print_json(&found);
        }
        Ok(())
    }
}

/// How two tables differ. Tables that differ are an error of the kind `check_failed`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ComparisonReport<'a> {
    /// Whether nothing differs.
    equal: bool,
    /// The positions that both tables have.
    compared: u64,
    /// How many positions the first table alone has, and how many the second.
    not_compared: [u64; 2],
    /// The positions at which they differ.
    differing: u64,
    /// The first difference; `None` if there is none.
    first: Option<First>,
    /// The least and the largest heap sizes of all differences; `None` if there are none.
    extent: Option<&'a (Position, Position)>,
}

/// The first difference, with what is compared in both tables.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct First {
    /// The position.
    position: Position,
    /// The two values; `None` with `--as outcome`.
    values: Option<[i64; 2]>,
    /// The two outcomes with `--as outcome`, else null.
    outcomes: Option<[&'static str; 2]>,
}

impl<'a> ComparisonReport<'a> {
    fn of(what: Comparison, tables: [&TableReader; 2], report: &'a DiffReport) -> Self {
        let quantity = tables[0].plan().job().quantity();
        let first = report.first.as_ref().map(|first| First {
            position: first.position,
            values: (what == Comparison::Values)
                .then(|| first.values.map(|value| quantity.number(value))),
            outcomes: (what == Comparison::Outcomes).then(|| outcomes(tables, first.values)),
        });
        ComparisonReport {
            equal: report.differing == 0,
            compared: report.compared,
            not_compared: not_compared(tables, report),
            differing: report.differing,
            first,
            extent: report.extent.as_ref(),
        }
    }
}

fn print_report(args: &DiffArgs, tables: [&TableReader; 2], report: &DiffReport) {
    for table in tables {
        let job = table.plan().job();
        let misere = game::convention_suffix(job.convention());
        let (path, domain) = (table.path().display(), job.domain());
        let game = job.ruleset().shown();
        print(format!("{path}: {} of {game} on {domain}{misere}", job.quantity().values_name()));
    }
    let what = match args.what {
        Comparison::Values => "values",
        Comparison::Outcomes => "outcomes",
    };
    let DiffReport { compared, differing, first, extent, .. } = report;
    let quantity = tables[0].plan().job().quantity();
    let (Some(first), Some((least, largest))) = (first, extent) else {
        let all = all_counted(*compared, "position");
        print(format!("equal {what} at {all} that both have"));
        print_what_is_not_compared(args, tables, report);
        return;
    };
    let share = percent_text(*differing, *compared, 4);
    let of_all = counted(compared, "position");
    print(format!("other {what} at {differing} of {of_all} that both have ({share})"));
    let [one, other] = match args.what {
        Comparison::Values => first.values.map(|value| quantity.number(value).to_string()),
        Comparison::Outcomes => outcomes(tables, first.values).map(str::to_owned),
    };
    print(format!("first difference: {}, {one} and {other}", first.position));
    let ranges = least.heaps().iter().zip(largest.heaps()).zip(HEAP_NAMES);
    let ranges = ranges.map(|((least, largest), heap)| format!("{heap} from {least} to {largest}"));
    print(format!("all differences have {}", joined(ranges, ", ")));
    print_what_is_not_compared(args, tables, report);
}

/// Returns how many positions the first table alone has, and how many the second one.
fn not_compared(tables: [&TableReader; 2], report: &DiffReport) -> [u64; 2] {
    tables.map(|table| table.plan().job().domain().positions() - report.compared)
}

/// Says of which positions, and of which of their properties, nothing was found out.
fn print_what_is_not_compared(args: &DiffArgs, tables: [&TableReader; 2], report: &DiffReport) {
    for (table, count) in tables.into_iter().zip(not_compared(tables, report)) {
        if count > 0 {
            let (count, path) = (counted(count, "position"), table.path().display());
            print(format!("not compared: {count} that {path} alone has"));
        }
    }
    let has_classes =
        |table: &TableReader| table.plan().job().quantity().kind() == ValueKind::Class;
    if args.what == Comparison::Outcomes && tables.into_iter().any(has_classes) {
        print("not compared: of positions that are no P-positions, whether they are N, L or R");
    }
}

/// Returns the outcome classes of a position that has these values in the two tables.
fn outcomes(tables: [&TableReader; 2], values: [u32; 2]) -> [&'static str; 2] {
    [0, 1].map(|index: usize| {
        let job = tables[index].plan().job();
        job.outcome_class(values[index])
    })
}
