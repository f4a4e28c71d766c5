//! A table of tables: a row for each table of a sweep, with what was found of it in columns. `analyze` makes it of a group
//! of tables or of several, and `batch` of its jobs.

mod cell;
#[cfg(feature = "parquet")]
mod parquet;
mod row;
mod text;
mod written;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use grundytab::table::TableReader;
use grundytab::wording::counted;
use grundytab::{Error, Job, PlaceholderValue};
use serde::Serialize;

use super::advice;
use super::failure::{Failure, Result};
use super::output::shown_text;
use super::terminal::Terminal;
pub use cell::Cell;
use row::{COMPLETE, Found, Looked, Row};
pub use written::TableFile;

/// The columns that every table of tables begins with, behind those of placeholders; the name comes before them.
const OF_JOBS: [&str; 9] = [
    "game",
    "domain",
    "quantity",
    "convention",
    "positions",
    "p_positions",
    "minimum",
    "maximum",
    "sum",
];
/// The columns that every one ends with.
const OF_ALL: [&str; 2] = ["state", "error"];

/// The placeholders of a table, by their names.
pub type Placeholders = BTreeMap<String, PlaceholderValue>;

/// A table that gets a row.
pub struct Entry<'a> {
    /// What the row is called.
    pub name: String,
    /// What is there.
    pub there: There<'a>,
    /// The placeholders, if they are known before the table is read.
    pub placeholders: Option<&'a Placeholders>,
}

/// What there is of a table.
pub enum There<'a> {
    /// The table at this path, or what is there in its place.
    Table(PathBuf),
    /// A game that was tabulated in memory; its table is taken when the row is made.
    Game(RefCell<Option<Box<TableReader>>>),
    /// Nothing that is read, with the job that would have made it, what became of the job, and why.
    Nothing(&'a Job, &'static str, Option<String>),
}

/// What is found of each table.
#[derive(Default)]
pub struct Parts<'a> {
    /// How many values there are.
    pub values: bool,
    /// The periods: that of a table of one heap and, if lines are named, those of the lines of the others.
    pub periods: bool,
    /// The beams of tables of two heaps.
    pub beams: bool,
    /// The lines, as they were written.
    pub rows: &'a [String],
    /// Or the number of heap sizes whose lines are looked at.
    pub lines: Option<u32>,
    /// Slopes with which beams are compared, as they were written and as numbers.
    pub against: Vec<(&'a str, f64)>,
    /// The condition of the positions that count.
    pub condition: Option<&'a str>,
}

impl Parts<'_> {
    /// All that needs no further arguments.
    pub const ALL: Self = Parts {
        values: true,
        periods: true,
        beams: true,
        rows: &[],
        lines: None,
        against: Vec::new(),
        condition: None,
    };

    /// Whether each line of a table has a row of its own.
    fn has_lines(&self) -> bool {
        self.periods && (self.lines.is_some() || !self.rows.is_empty())
    }

    /// Returns the names of the columns of the parts.
    fn columns(&self) -> Vec<String> {
        let mut columns: Vec<&str> = Vec::new();
        columns.extend(self.condition.map(|_| "counted"));
        if self.values {
            columns.extend(["distinct_values", "least_missing_value"]);
        }
        columns.extend(self.has_lines().then_some("line"));
        if self.periods {
            let names = ["preperiod", "period", "saltus", "periods_seen", "evidence", "exceptions"];
            columns.extend(names);
        }
        if self.beams {
            columns.extend(["beams", "slopes", "slope_errors", "scattered"]);
        }
        let mut columns: Vec<String> = columns.into_iter().map(str::to_owned).collect();
        if self.beams {
            let of_each = |slope: &str| [difference_from(slope), error_of(slope)];
            columns.extend(self.against.iter().flat_map(|(slope, _)| of_each(slope)));
        }
        columns
    }
}

fn difference_from(slope: &str) -> String {
    format!("difference {slope}")
}

fn error_of(slope: &str) -> String {
    format!("error {slope}")
}

/// A table of tables.
pub struct Sweep {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// How many tables they are about.
    pub tables: usize,
    /// How many of these are not complete, or cannot be read, and the first of them with what is wrong.
    pub odd: (usize, Option<String>),
}

/// A table of tables.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct SweepReport<'a> {
    /// How many tables it is about.
    tables: usize,
    /// The names of its columns, in their order.
    columns: &'a [String],
    /// The rows, each with all columns as its keys.
    rows: Vec<BTreeMap<&'a str, &'a Cell>>,
}

impl Sweep {
    /// Makes the table of tables. A table that cannot be read has a row that says why, and the others remain.
    ///
    /// # Errors
    /// When no table can be read, or what was asked fits none of them: then for the reason of the first one. When it is
    /// interrupted.
    pub fn of(entries: &[Entry], parts: &Parts, terminal: Terminal) -> Result<Self> {
        let opened: Vec<_> = entries.iter().map(Entry::open).collect();
        let work = opened.iter().map(|table| match table {
            Some(Ok(table)) => table.plan().job().domain().positions(),
            _ => 0,
        });
        let found = terminal.with_bar(work.sum::<u64>(), |control| {
            let both = entries.iter().zip(opened);
            both.map(|(entry, table)| {
                control.proceed()?;
                Ok(row::of(entry, table, parts, control))
            })
            .collect::<std::result::Result<Vec<Found>, Error>>()
        })?;
        terminal.control().proceed()?;
        Sweep::of_found(found, parts)
    }

    fn of_found(mut found: Vec<Found>, parts: &Parts) -> Result<Self> {
        if found.iter().all(|found| found.failure.is_some())
            && let Some(error) = found.first_mut().and_then(|first| first.failure.take())
        {
            return Err(error.into());
        }
        let of_parts = parts.columns();
        let fixed: Vec<&str> = ["name"]
            .into_iter()
            .chain(OF_JOBS)
            .chain(of_parts.iter().map(String::as_str))
            .chain(OF_ALL)
            .collect();
        let placeholders: BTreeSet<&String> =
            found.iter().flat_map(|found| found.placeholders.keys()).collect();
        // A placeholder may have the name of another column.
        let column_of = |placeholder: &str| match fixed.contains(&placeholder) {
            true => format!("{placeholder}_"),
            false => placeholder.to_owned(),
        };
        let mut columns = vec!["name".to_owned()];
        columns.extend(placeholders.iter().map(|placeholder| column_of(placeholder)));
        columns.extend(fixed.iter().skip(1).map(|&column| column.to_owned()));
        let mut rows = Vec::new();
        let (mut odd, mut first) = (0, None);
        for found in &found {
            let message = found.failure.as_ref().map(|error| shown_text(&advice::message(error)));
            let error = message.or_else(|| found.reason.clone());
            if found.state != COMPLETE || error.is_some() {
                odd += 1;
                let why = error.clone().unwrap_or_else(|| found.state.to_owned());
                first.get_or_insert_with(|| format!("{}: {why}", found.name));
            }
            let none = Row::new();
            let lines =
                if found.rows.is_empty() { vec![&none] } else { found.rows.iter().collect() };
            for line in lines {
                let mut row: BTreeMap<String, Cell> = BTreeMap::new();
                row.insert("name".into(), found.name.clone().into());
                for (placeholder, value) in &found.placeholders {
                    row.insert(column_of(placeholder), value.into());
                }
                row.extend(found.of_job.clone());
                row.extend(line.clone());
                row.insert("state".into(), found.state.into());
                row.insert("error".into(), error.clone().into());
                let cell = |column: &String| row.remove(column).unwrap_or_default();
                rows.push(columns.iter().map(cell).collect());
            }
        }
        Ok(Sweep { columns, rows, tables: found.len(), odd: (odd, first) })
    }

    /// Describes it for programs.
    pub(in crate::commands) fn report(&self) -> SweepReport<'_> {
        let names = || self.columns.iter().map(String::as_str);
        let rows = self.rows.iter().map(|row| names().zip(row).collect()).collect();
        SweepReport { tables: self.tables, columns: &self.columns, rows }
    }

    /// Returns what is wrong, if a table is not complete or cannot be read.
    pub fn failure(&self) -> Option<Failure> {
        let (odd, first) = &self.odd;
        first.as_ref().map(|first| {
            Failure::check(format!(
                "{odd} of {} cannot be analyzed whole, the first is {first}",
                counted(self.tables, "table")
            ))
        })
    }
}

impl Entry<'_> {
    /// Opens the table, if there is one.
    fn open(&self) -> Option<Looked> {
        match &self.there {
            There::Table(path) => Some(TableReader::open(path)),
            There::Game(table) => table.take().map(|table| Ok(*table)),
            There::Nothing(..) => None,
        }
    }
}
