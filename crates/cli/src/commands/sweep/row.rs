//! The row of one table: what was found of it.

use std::collections::BTreeMap;

use crate::analyses::analyze::{LinePeriod, Lines, Survey, line_periods};
use crate::analyses::expression::{Condition, Filter};
use grundytab::table::{OtherTables, TableError, TableReader};
use grundytab::{Control, Domain, Error, Job};

use super::{Cell, Entry, Parts, Placeholders, There, difference_from, error_of};
use crate::analyses::analyze::{Matches, PPositions, Surveying, beams_of, beams_pass};
use grundytab::table::{AnyPass, Running};

/// The states of tables; those of jobs without a table are what became of the jobs.
pub const COMPLETE: &str = "complete";
const UNFINISHED: &str = "unfinished";
const UNREADABLE: &str = "unreadable";

/// Cells by the names of their columns.
pub type Row = BTreeMap<String, Cell>;

/// A table that was opened, or why it was not.
pub type Looked = std::result::Result<TableReader, TableError>;

/// What was found of a table.
pub struct Found {
    pub name: String,
    pub placeholders: Placeholders,
    pub state: &'static str,
    /// Why there is nothing more.
    pub failure: Option<Error>,
    /// The same, of a job that has failed.
    pub reason: Option<String>,
    /// What its job is, and its totals.
    pub of_job: Row,
    /// The cells of the parts: once or, if lines are named, for each line.
    pub rows: Vec<Row>,
}

/// Finds what is asked of a table.
pub fn of(entry: &Entry, table: Option<Looked>, parts: &Parts, control: &Control) -> Found {
    let mut found = Found {
        name: entry.name.clone(),
        placeholders: entry.placeholders.cloned().unwrap_or_default(),
        state: UNREADABLE,
        failure: None,
        reason: None,
        of_job: Row::new(),
        rows: Vec::new(),
    };
    match (&entry.there, table) {
        (There::Nothing(job, state, reason), _) => {
            found.of_job = of_job(job);
            (found.state, found.reason) = (state, reason.clone());
        }
        (There::Table(_) | There::Game(_), Some(Ok(table))) => {
            let attributes = table.attributes();
            if entry.placeholders.is_none() {
                found.placeholders = attributes.notes.placeholders.clone();
            }
            found.of_job = of_job(table.plan().job());
            if !attributes.complete {
                found.state = UNFINISHED;
                return found;
            }
            found.state = COMPLETE;
            found.of_job.extend(totals(&table));
            match parts.of(&table, control) {
                Ok(rows) => found.rows = rows,
                Err(error) => {
                    if matches!(error, Error::Table(_)) {
                        found.state = UNREADABLE;
                    }
                    found.failure = Some(error);
                }
            }
        }
        (There::Table(_) | There::Game(_), Some(Err(error))) => found.failure = Some(error.into()),
        (There::Table(_) | There::Game(_), None) => {}
    }
    found
}

fn of_job(job: &Job) -> Row {
    row([
        ("game", job.ruleset().to_string().into()),
        ("domain", job.domain().to_string().into()),
        ("quantity", job.quantity().name().into()),
        ("convention", job.convention().to_string().into()),
        ("positions", job.domain().positions().into()),
    ])
}

fn totals(table: &TableReader) -> Row {
    let Some(totals) = table.attributes().totals else { return Row::new() };
    row([
        ("p_positions", totals.p_positions.into()),
        ("minimum", totals.minimum.into()),
        ("maximum", totals.maximum.into()),
        ("sum", totals.sum.into()),
    ])
}

fn row<const CELLS: usize>(cells: [(&str, Cell); CELLS]) -> Row {
    cells.map(|(column, cell)| (column.to_owned(), cell)).into()
}

impl Parts<'_> {
    /// Finds the parts of a complete table, by one reading and one of its lines.
    fn of(&self, table: &TableReader, control: &Control) -> Result<Vec<Row>, Error> {
        let (job, none) = (table.plan().job(), OtherTables::default());
        let parse = |text| Condition::parse(text, job, &none);
        let filter = self.condition.map(parse).transpose()?.map(Filter::of).unwrap_or_default();
        let lines = self.lines_of(job.domain())?;
        let mut matches = self.condition.map(|_| Running::new(Matches(&filter)));
        let mut survey = self.values.then(|| Running::new(Surveying::new(job, &filter)));
        let has_beams = self.beams && job.quantity().has_p_positions();
        let beams = has_beams.then(|| beams_pass(table, &filter)).flatten();
        let mut beams: Option<Running<PPositions>> = beams.map(Running::new);
        let mut passes: Vec<&mut dyn AnyPass> = Vec::new();
        passes.extend(matches.as_mut().map(|pass| pass as _));
        passes.extend(survey.as_mut().map(|pass| pass as _));
        passes.extend(beams.as_mut().map(|pass| pass as _));
        match passes.is_empty() {
            true => control.report(job.domain().positions()),
            false => table.read(&none, &mut passes, control)?,
        }
        let mut all = Row::new();
        if let Some(mut matches) = matches {
            all.extend(row([("counted", matches.found()?.0.into())]));
        }
        if let Some(mut survey) = survey {
            all.extend(of_values(job, &Survey::of(job, survey.found()?)));
        }
        if let Some(mut beams) = beams {
            all.extend(self.of_beams(job, &mut beams)?);
        }
        let Some(lines) = lines else { return Ok(vec![all]) };
        // Their positions have been reported.
        let periods = line_periods(table, &lines, &control.silently())?;
        let with_all = |line: &LinePeriod| {
            let mut row = all.clone();
            row.extend(self.of_line(line));
            row
        };
        Ok(periods.iter().map(with_all).collect())
    }

    /// Returns the lines whose periods are found; `None` if there are none.
    fn lines_of(&self, domain: &Domain) -> Result<Option<Lines>, Error> {
        if !self.periods {
            return Ok(None);
        }
        if domain.heaps() == 1 {
            return Ok(Some(Lines::near_axes(domain, 1)));
        }
        if self.rows.is_empty() {
            return Ok(self.lines.map(|lines| Lines::near_axes(domain, lines)));
        }
        Ok(Some(Lines::parse_all(self.rows, domain)?))
    }

    fn of_line(&self, line: &LinePeriod) -> Row {
        let mut cells = Row::new();
        if self.has_lines() {
            cells.insert("line".into(), line.name().into());
        }
        if let Some(period) = line.period {
            let evidence = if line.proof.is_some() { "proved" } else { "seen" };
            cells.extend(row([
                ("preperiod", period.preperiod.into()),
                ("period", period.period.into()),
                ("saltus", period.saltus.into()),
                ("periods_seen", period.periods_seen.into()),
                ("evidence", evidence.into()),
                ("exceptions", line.proof.map(|_| line.exceptions.1).into()),
            ]));
        }
        cells
    }

    fn of_beams(&self, job: &Job, beams: &mut Running<PPositions>) -> Result<Row, Error> {
        let slopes: Vec<f64> = self.against.iter().map(|(_, slope)| *slope).collect();
        let Some(found) = beams_of(job, beams.found()?, &slopes) else { return Ok(Row::new()) };
        let fitted = || found.beams.iter().filter_map(|beam| beam.line).map(|line| line.slope);
        let mut cells = row([
            ("beams", Cell::from(found.beams.len() as u64)),
            ("slopes", Cell::Numbers(fitted().map(|slope| slope.value).collect())),
            ("slope_errors", Cell::Numbers(fitted().map(|slope| slope.error).collect())),
            ("scattered", Cell::from(found.scattered)),
        ]);
        for ((slope, _), against) in self.against.iter().zip(&found.against) {
            let difference = against.difference;
            cells.insert(difference_from(slope), difference.map(|found| found.value).into());
            cells.insert(error_of(slope), difference.map(|found| found.error).into());
        }
        Ok(cells)
    }
}

/// Counts the values that occur. The least that is missing is one of numbers without a sign alone.
fn of_values(job: &Job, found: &Survey) -> Row {
    let mut cells = row([("distinct_values", Cell::from(found.values.len() as u64))]);
    if job.quantity().is_number() && !job.quantity().is_signed() {
        let missing = found.values.iter().zip(0..).find(|(count, value)| count.value != *value);
        cells.extend(row([("least_missing_value", missing.map(|(_, value)| value).into())]));
    }
    cells
}
