//! Positions that satisfy a condition, in grade order.

use crate::analyses::expression::{
    AtPositions, Condition, Filter, Listing, NumberExpression, Part, WithoutValue, list_positions,
    visit_positions,
};
use grundytab::invalid_input::shortened;
use grundytab::table::{OtherTables, TableError, TableReader};
use grundytab::wording::{counted, joined};
use grundytab::{InvalidInput, Job, Position, ValueKind};
use serde::Serialize;

use super::ListArgs;
use crate::commands::command::Flags;
use crate::commands::conditions::{note_without_value, without_value};
use crate::commands::failure::Result;
use crate::commands::flag_values::typed_as;
use crate::commands::option::{option, switch};
use crate::commands::output::{failure_of_stdout, print, print_json, stdout_is_closed};
use crate::commands::terminal::Terminal;
use crate::commands::{csv_text, planes};
use grundytab::domain::HEAP_NAMES;

/// Says, where a number stands in the place of the condition, how it is printed.
fn with_number(error: InvalidInput, text: &str, job: &Job, others: &OtherTables) -> InvalidInput {
    if NumberExpression::parse(text, job, others).is_err() {
        return error;
    }
    let shown = option("--show").value(format!("'{}'", shortened(text, LONGEST_EXPRESSION)));
    let hint = format!("a number is printed beside a condition, as in 'true' {shown}");
    InvalidInput { hint, ..error }
}

/// Positions that are found in one scan, where all are listed.
const BATCH: usize = 1 << 18;
/// Characters of an expression that are shown.
const LONGEST_EXPRESSION: usize = 300;

pub fn run(
    args: &ListArgs,
    flags: &Flags,
    condition: &str,
    only: Option<Condition>,
    table: &TableReader,
    others: &OtherTables,
) -> Result<()> {
    let job = table.plan().job();
    let mut parsed = Condition::parse(condition, job, others)
        .map_err(|error| with_number(error, condition, job, others))?;
    if let Some(only) = only {
        parsed = only.and(parsed);
    }
    let columns = Columns::read(&args.show, table, others)?;
    let region = args.region.as_ref();
    let part = match &args.plane {
        Some(text) => Part::of_plane(planes::read(text, job.domain())?, region),
        None => Part::of_domain(job.domain(), region),
    };
    let filter = Filter::of(parsed).within(part.map_err(|error| typed_as("--region", error))?);
    let terminal = Terminal::open(flags)?;
    if args.all {
        print_head(args, job);
        let mut failure = Ok(());
        let print = |at, value| {
            let shown = columns.at(at, value);
            failure = shown.map(|shown| print_position(args, table, at, value, &shown));
            failure.is_ok() && !stdout_is_closed()
        };
        let control = terminal.control();
        let found = visit_positions(table, others, &filter, BATCH, &control, print)?;
        failure?;
        note_without_value(terminal.quiet, found.unwrap_or_default());
        return Ok(());
    }
    let listing = terminal.with_bar(table.positions_there(), |control| {
        list_positions(
            table,
            others,
            &filter,
            args.limit.unwrap_or(super::USUAL_LIMIT) as usize,
            control,
        )
    })?;
    let row = |&(at, value): &(Position, u32)| Ok((at, value, columns.at(at, value)?));
    let rows: Vec<Row> =
        listing.positions.iter().map(row).collect::<std::result::Result<_, TableError>>()?;
    if flags.json {
        print_json(&ListReport::of(args, table, condition, &listing, rows));
        return Ok(());
    }
    print_head(args, job);
    for (at, value, shown) in rows {
        print_position(args, table, at, value, &shown);
    }
    if failure_of_stdout().is_none() {
        terminal.note(summary(&listing, table.is_part()));
    }
    Ok(())
}

/// A position with its value, and what the expressions are there.
type Row = (Position, u32, Vec<Option<i64>>);

/// The expressions that are shown.
struct Columns<'a> {
    expressions: Vec<NumberExpression>,
    table: &'a TableReader,
    others: &'a OtherTables<'a>,
}

impl<'a> Columns<'a> {
    fn read(texts: &[String], table: &'a TableReader, others: &'a OtherTables<'a>) -> Result<Self> {
        let parse = |text: &String| {
            NumberExpression::parse(text, table.plan().job(), others)
                .map_err(|error| error.within(option("--show")))
        };
        let expressions = texts.iter().map(parse).collect::<std::result::Result<_, _>>()?;
        Ok(Columns { expressions, table, others })
    }

    /// Returns what the expressions are at a position; `None` where one has no value.
    fn at(&self, at: Position, value: u32) -> std::result::Result<Vec<Option<i64>>, TableError> {
        let positions = AtPositions::of(self.table, self.others);
        let number = |of| positions.number(of, at, value);
        let numbers = self.expressions.iter().map(number).collect();
        positions.finish()?;
        Ok(numbers)
    }
}

/// Prints the names of the columns.
fn print_head(args: &ListArgs, job: &Job) {
    if args.csv {
        let names = HEAP_NAMES.into_iter().take(job.domain().heaps()).chain(["value"]);
        let shown = args.show.iter().map(|text| csv_text::field(text));
        print(joined(names.map(str::to_owned).chain(shown), ","));
    }
}

fn print_position(
    args: &ListArgs,
    table: &TableReader,
    at: Position,
    value: u32,
    shown_there: &[Option<i64>],
) {
    let shown_there = shown_there.iter().map(|number| number.map(|number| number.to_string()));
    if args.csv {
        let value = match table.plan().job().quantity().kind() {
            ValueKind::Number => table.value_text(value),
            _ => table.plan().job().quantity().number(value).to_string(),
        };
        let value = csv_text::field(&value);
        let numbers = shown_there.map(Option::unwrap_or_default);
        let row = at.heaps().iter().map(u32::to_string).chain([value]).chain(numbers);
        print(joined(row, ","));
    } else {
        let column = |(text, number): (&String, Option<String>)| {
            let number = number.unwrap_or_else(|| "no value".into());
            format!("  {} = {number}", shortened(text, LONGEST_EXPRESSION))
        };
        let columns: String = args.show.iter().zip(shown_there).map(column).collect();
        print(format!("{at}  {}{columns}", table.value_text(value)));
    }
}

/// Says how many positions there are, and of how many nothing is known.
fn summary(listing: &Listing, of_part: bool) -> String {
    let listed = listing.positions.len() as u64;
    let text = match listing.matches {
        0 => "no position satisfies the condition".to_owned(),
        count if listed == count => counted(count, "position"),
        count => format!(
            "{listed} of {}; {} lists more, {} all of them",
            counted(count, "position"),
            option("--limit").placeholder("N"),
            switch("--all")
        ),
    };
    let of_part =
        if of_part && listing.without_value.outside_on > 0 { " or not computed yet" } else { "" };
    text + &without_value("it", listing.without_value) + of_part
}

/// The positions that satisfy a condition.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct ListReport {
    /// How many positions can be read: fewer than there are in an unfinished table.
    positions_there: u64,
    /// The condition, as it was written.
    condition: String,
    /// The condition of `--where`; `None` without one.
    #[serde(rename = "where")]
    only: Option<String>,
    /// The expressions of `--show`.
    show: Vec<String>,
    /// The first positions that satisfy the condition.
    positions: Vec<PositionValue>,
    /// How many satisfy it.
    matches: u64,
    #[serde(flatten)]
    without_value: WithoutValue,
}

/// A position that satisfies the condition.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PositionValue {
    /// The position.
    position: Position,
    /// Its value.
    value: i64,
    /// What the expressions of `--show` are there; null where one has no value; absent without them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shown: Vec<Option<i64>>,
}

impl ListReport {
    fn of(
        args: &ListArgs,
        table: &TableReader,
        condition: &str,
        listing: &Listing,
        rows: Vec<Row>,
    ) -> Self {
        let job = table.plan().job();
        let found = |(position, value, shown): Row| PositionValue {
            position,
            value: job.quantity().number(value),
            shown,
        };
        let text = |text: &String| shortened(text, LONGEST_EXPRESSION);
        ListReport {
            positions_there: table.positions_there(),
            condition: shortened(condition, LONGEST_EXPRESSION),
            only: args.only.condition.as_ref().map(text),
            show: args.show.iter().map(text).collect(),
            positions: rows.into_iter().map(found).collect(),
            matches: listing.matches,
            without_value: listing.without_value,
        }
    }
}
