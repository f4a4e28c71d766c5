//! Positions that satisfy a condition, in rank order.

use grundytab::expression::{Condition, Listing, Part, list_positions, visit_positions};
use grundytab::table::TableReader;
use grundytab::{Job, Position, counted, joined, shortened, theorem};
use serde::Serialize;

use super::{ListArgs, plane, shown};
use crate::cli::command::Flags;
use crate::cli::failure::Result;
use crate::cli::flag_values::typed_as;
use crate::cli::output::{failure_of_stdout, print, print_json, stdout_is_closed};
use crate::cli::terminal::Terminal;
use crate::domain::HEAP_NAMES;

/// Positions that are found in one scan, where all are listed.
const BATCH: usize = 1 << 18;
/// Characters of a condition that are shown.
const LONGEST_CONDITION: usize = 300;

pub fn run(
    args: &ListArgs,
    flags: &Flags,
    condition: &str,
    table: &TableReader,
    partner: Option<&TableReader>,
) -> Result<()> {
    let job = table.plan().job();
    if let Some(partner) = partner {
        theorem::check_partner(table, partner)?;
    }
    let parsed = Condition::parse(condition, job, partner.is_some())?;
    let region = args.region.as_ref();
    let part = match plane(args, job.domain())? {
        Some(plane) => Part::of_plane(plane, region),
        None => Part::of_domain(job.domain(), region),
    };
    let part = part.map_err(|error| typed_as("--region", error))?;
    let terminal = Terminal::open(flags)?;
    if args.all {
        print_head(args, job);
        let print = |at, value| {
            print_position(args, job, at, value);
            !stdout_is_closed()
        };
        let control = terminal.control();
        return Ok(visit_positions(table, partner, &parsed, &part, BATCH, &control, print)?);
    }
    let listing = terminal.with_bar(job.domain().positions(), |control| {
        list_positions(table, partner, &parsed, &part, args.limit as usize, control)
    })?;
    if flags.json {
        print_json(&Report::of(job, condition, &listing));
        return Ok(());
    }
    print_head(args, job);
    for &(at, value) in &listing.positions {
        print_position(args, job, at, value);
    }
    if failure_of_stdout().is_none() {
        terminal.note(summary(&listing));
    }
    Ok(())
}

/// Prints the names of the columns.
fn print_head(args: &ListArgs, job: &Job) {
    if args.csv {
        let names = HEAP_NAMES.into_iter().take(job.domain().heaps());
        print(joined(names.chain(["value"]), ","));
    }
}

fn print_position(args: &ListArgs, job: &Job, at: Position, value: u32) {
    if args.csv {
        print(format!("{},{}", joined(at.heaps(), ","), job.quantity().number(value)));
    } else {
        print(format!("{at}  {}", shown(job, value)));
    }
}

/// Says how many positions there are, and of how many nothing is known.
fn summary(listing: &Listing) -> String {
    let listed = listing.positions.len() as u64;
    let mut text = match listing.matches {
        0 => "no position satisfies the condition".to_owned(),
        count if listed == count => counted(count, "position"),
        count => format!(
            "{listed} of {}; --limit N lists more, --all all of them",
            counted(count, "position")
        ),
    };
    if listing.undefined_on > 0 {
        text += &format!("; at {} it has no value", counted(listing.undefined_on, "other"));
    }
    if listing.outside_on > 0 {
        text += &format!(
            "; at {} it refers to ones outside the table",
            counted(listing.outside_on, "other")
        );
    }
    text
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    condition: String,
    positions: Vec<PositionValue>,
    matches: u64,
    undefined_on: u64,
    outside_on: u64,
}

#[derive(Serialize)]
struct PositionValue {
    position: Position,
    value: i64,
}

impl Report {
    fn of(job: &Job, condition: &str, listing: &Listing) -> Self {
        let found = |&(position, value): &(Position, u32)| PositionValue {
            position,
            value: job.quantity().number(value),
        };
        Report {
            condition: shortened(condition, LONGEST_CONDITION),
            positions: listing.positions.iter().map(found).collect(),
            matches: listing.matches,
            undefined_on: listing.undefined_on,
            outside_on: listing.outside_on,
        }
    }
}
