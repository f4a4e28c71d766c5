//! The values of a rectangle of a plane as a grid: rows and columns with their heap sizes before them.

use std::ops::Range;

use crate::analyses::expression::{AtPositions, Filter, WithoutValue};
use grundytab::Control;
use grundytab::domain::{Plane, Rectangle};
use grundytab::table::{OtherTables, TableError, TableReader};
use grundytab::wording::counted;
use serde::Serialize;

use super::ListArgs;
use crate::commands::command::Flags;
use crate::commands::conditions::note_without_value;
use crate::commands::failure::{Failure, Result};
use crate::commands::flag_values::typed_as;
use crate::commands::option::{command, option};
use crate::commands::output::{print, print_json};
use crate::commands::planes::plane_or_whole;
use crate::commands::terminal::Terminal;

/// Columns and rows that are printed where no region is requested.
const USUAL_SIDE: u32 = 20;
/// The most cells of a grid.
const MOST_CELLS: u64 = 1 << 22;

/// Values of two heaps in rows and columns.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct GridReport<'a> {
    /// How many positions can be read: fewer than there are in an unfinished table.
    positions_there: u64,
    /// The columns.
    columns: Axis<'a>,
    /// The rows.
    rows: Axis<'a>,
    /// The values, row after row; null outside the domain, where `--where` leaves positions out, and where an
    /// unfinished table has none yet.
    values: Vec<&'a [Option<i64>]>,
    /// The condition of `--where`; `None` without one, as the next two.
    #[serde(rename = "where")]
    condition: Option<&'a str>,
    /// Positions of the grid at which the condition has no value.
    undefined_on: Option<u64>,
    /// Positions of the grid at which it refers to others outside the table, or that an unfinished table does not
    /// have yet.
    outside_on: Option<u64>,
}

/// The heap that grows along an axis, and its sizes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Axis<'a> {
    /// The heap that grows.
    heap: &'a str,
    /// Its first size.
    start: u32,
    /// The end of its sizes.
    end: u32,
}

pub fn run(
    args: &ListArgs,
    flags: &Flags,
    filter: &Filter,
    table: &TableReader,
    others: &OtherTables,
) -> Result<()> {
    let job = table.plan().job();
    let domain = job.domain();
    let otherwise = ", or give a condition, as in 'p'";
    let plane = plane_or_whole(args.plane.as_deref(), &args.path, domain, "a grid", otherwise)?;
    let mut cells =
        plane.rectangle(args.region.as_ref()).map_err(|error| typed_as("--region", error))?;
    let whole = cells.clone();
    if args.region.is_none() {
        cells.columns.end = cells.columns.end.min(USUAL_SIDE);
        cells.rows.end = cells.rows.end.min(USUAL_SIDE);
    }
    if cells.count() > MOST_CELLS {
        return Err(Failure::usage(
            option("--region"),
            &format!("a grid of {} cells is too large to be read", cells.count()),
            &format!("choose a smaller one; {} writes files of any size", command("export")),
        ));
    }
    let terminal = Terminal::open(flags)?;
    let (values, unknown) =
        counted_values(table, others, filter, &plane, &cells, &terminal.control())?;
    let [columns, rows] = plane.axis_names();
    if flags.json {
        let width = cells.columns.len();
        let number = |value: &Option<u32>| value.map(|value| job.quantity().number(value));
        let numbers: Vec<Option<i64>> = values.iter().map(number).collect();
        let condition = args.only.condition.as_deref();
        let axis = |heap, range: &Range<u32>| Axis { heap, start: range.start, end: range.end };
        print_json(&GridReport {
            positions_there: table.positions_there(),
            columns: axis(columns, &cells.columns),
            rows: axis(rows, &cells.rows),
            values: numbers.chunks(width).collect(),
            condition,
            undefined_on: condition.map(|_| unknown.undefined_on),
            outside_on: condition.map(|_| unknown.outside_on),
        });
        return Ok(());
    }
    print_grid(table, &plane, &cells, &values);
    note_without_value(terminal.quiet, unknown);
    if cells != whole {
        let [width, height] = whole.sides();
        terminal.note(format!(
            "the plane has {} and {}; {} prints them all",
            counted(width, "column"),
            counted(height, "row"),
            option("--region").value("0:,0:")
        ));
    }
    Ok(())
}

/// Reads the values of a rectangle; `None` where a position does not count, or that is not known, and outside the domain.
fn counted_values(
    table: &TableReader,
    others: &OtherTables,
    filter: &Filter,
    plane: &Plane,
    cells: &Rectangle,
    control: &Control,
) -> std::result::Result<(Vec<Option<u32>>, WithoutValue), TableError> {
    let mut values = table.plane_values(plane, cells, control)?;
    if filter.counts_all() {
        return Ok((values, WithoutValue::default()));
    }
    let (positions, domain) = (AtPositions::of(table, others), table.plan().job().domain());
    let columns = cells.columns.len().max(1);
    for (row, values) in cells.rows.clone().zip(values.chunks_mut(columns)) {
        control.proceed()?;
        for (column, value) in cells.columns.clone().zip(values) {
            *value = value.filter(|&value| {
                let at = plane.position(column, row).map(|at| domain.position(at));
                at.is_some_and(|at| positions.counts(filter, at, value))
            });
        }
    }
    Ok((values, positions.finish()?))
}

/// Prints the grid for people: in columns, with the heap sizes at its head and at its side.
fn print_grid(table: &TableReader, plane: &Plane, cells: &Rectangle, values: &[Option<u32>]) {
    let texts: Vec<String> = values
        .iter()
        .map(|value| value.map_or_else(String::new, |v| table.value_text(v)))
        .collect();
    let length = |number: u32| number.to_string().len();
    let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let width = widest.max(length(cells.columns.end.saturating_sub(1)));
    let [column_name, row_name] = plane.axis_names();
    let corner = format!("{row_name}\\{column_name}");
    let side = corner.len().max(length(cells.rows.end.saturating_sub(1)));
    let line = |head: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.map(|text| format!(" {text:>width$}")).collect();
        print(format!("{head:>side$} |{}", cells.concat()).trim_end());
    };
    line(&corner, &mut cells.columns.clone().map(|column| column.to_string()));
    print(format!("{:->side$}-+{:->length$}", "", "", length = cells.columns.len() * (width + 1)));
    for (row, texts) in cells.rows.clone().zip(texts.chunks(cells.columns.len().max(1))) {
        line(&row.to_string(), &mut texts.iter().cloned());
    }
}
