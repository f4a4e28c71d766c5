//! The output of `grundytab analyze` on the periods of lines.

use grundytab::analyze::LinePeriod;
use grundytab::{Job, counted, joined};
use serde::Serialize;

use super::args::AnalyzeArgs;
use super::columns::aligned;
use crate::cli::output::print;

/// How many heap sizes the lines have that are looked at by default, on games of one or two heaps.
const LINES: u32 = 16;
/// The same on more heaps, where the lines through a plane are many.
const LINES_OF_THREE_HEAPS: u32 = 4;

/// Returns the heap sizes below which the lines lie.
pub fn end(args: &AnalyzeArgs, job: &Job) -> u32 {
    let by_default = if job.domain().heaps() < 3 { LINES } else { LINES_OF_THREE_HEAPS };
    args.lines.unwrap_or(by_default)
}

/// Prints the periods.
pub fn print_text(args: &AnalyzeArgs, job: &Job, found: &[LinePeriod]) {
    let (shown, note) = match same_columns(found) {
        Some(rows) => (rows, "\n  the columns have the periods of the rows"),
        None => (found, ""),
    };
    let law = if job.quantity().is_number() {
        "f(n + p) = f(n) + s for all n >= n0"
    } else {
        "f(n + p) = f(n) for all n >= n0"
    };
    let (shown_rows, more) = args.first_rows(shown);
    let rows: Vec<Vec<String>> = shown_rows.iter().map(|line| row(job, line)).collect();
    let mut headings = vec!["line", "n0", "p"];
    headings.extend(job.quantity().is_number().then_some("s"));
    headings.push("evidence");
    print(format!("\nperiods: {law}\n{}{more}{note}", aligned(&headings, &rows)));
}

/// Returns the rows, if there are as many columns of the same periods.
fn same_columns(found: &[LinePeriod]) -> Option<&[LinePeriod]> {
    let (rows, columns) = found.split_at(found.len() / 2);
    let is_mirrored = |(row, column): (&LinePeriod, &LinePeriod)| {
        let mirrored: Vec<_> = row.heaps.iter().rev().copied().collect();
        mirrored == column.heaps
            && (row.values, row.period, row.is_proved)
                == (column.values, column.period, column.is_proved)
    };
    let of_two_heaps = rows.first().is_some_and(|row| row.heaps.len() == 2);
    let same = rows.len() == columns.len() && rows.iter().zip(columns).all(is_mirrored);
    (of_two_heaps && same).then_some(rows)
}

fn row(job: &Job, line: &LinePeriod) -> Vec<String> {
    let heap = |heap: &Option<u32>| heap.map_or("n".into(), |heap| heap.to_string());
    let mut row = vec![format!("f({})", joined(line.heaps.iter().map(heap), ", "))];
    let is_number = job.quantity().is_number();
    let of = if line.length == line.values {
        counted(line.values, "value")
    } else {
        format!("the first {} of {}", line.values, counted(line.length, "value"))
    };
    match line.period {
        None => {
            row.extend(vec!["-".to_owned(); if is_number { 3 } else { 2 }]);
            row.push(format!("no period within {of}"));
        }
        Some(found) => {
            row.push(found.preperiod.to_string());
            row.push(found.period.to_string());
            row.extend(is_number.then(|| found.saltus.to_string()));
            let seen = format!("seen {} in {of}", counted(found.periods_seen, "time"));
            row.push(if line.is_proved {
                format!("proved by a repeated window; {seen}")
            } else {
                seen
            });
        }
    }
    row
}

/// The period of a line, for programs.
#[derive(Serialize)]
pub struct LineReport<'a> {
    line: &'a [Option<u32>],
    values: u64,
    length: u64,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<i64>,
    periods_seen: Option<u64>,
    proved: bool,
}

impl<'a> LineReport<'a> {
    pub fn of(line: &'a LinePeriod) -> Self {
        LineReport {
            line: &line.heaps,
            values: line.values,
            length: line.length,
            preperiod: line.period.map(|found| found.preperiod),
            period: line.period.map(|found| found.period),
            saltus: line.period.map(|found| found.saltus),
            periods_seen: line.period.map(|found| found.periods_seen),
            proved: line.is_proved,
        }
    }
}
