//! The output of `grundytab analyze` on the periods of lines.

use crate::analyses::analyze::{LinePeriod, Lines};
use grundytab::wording::{counted, joined};
use grundytab::{Domain, Job, PeriodProof};
use serde::Serialize;

use super::args::{AnalyzeArgs, AnalyzePart};
use super::columns::aligned;
use crate::commands::failure::{Failure, Result};
use crate::commands::flag_values::typed_as;
use crate::commands::option::option;
use crate::commands::output::print;

/// How many heap sizes the lines have that are looked at by default, on games of one or two heaps.
const LINES: u32 = 16;
/// The same on more heaps, where the lines through a plane are many.
const LINES_OF_THREE_HEAPS: u32 = 4;

/// Returns the lines whose periods are looked for; `None` if that is not asked for.
pub fn lines(args: &AnalyzeArgs, domain: &Domain) -> Result<Option<Lines>> {
    // The periods of lines are those of all their positions.
    let is_filtered = args.groups.only.condition.is_some();
    if !args.asks_for(AnalyzePart::Periods) || is_filtered && args.only.is_empty() {
        return Ok(None);
    }
    if is_filtered {
        return Err(Failure::usage(
            option("--where"),
            "periods are those of whole lines",
            &format!("leave periods out, as in {}", option("--only").value("values,layers,beams")),
        ));
    }
    if args.rows.is_empty() {
        let by_default = if domain.heaps() < 3 { LINES } else { LINES_OF_THREE_HEAPS };
        return Ok(Some(Lines::near_axes(domain, args.lines.unwrap_or(by_default))));
    }
    Ok(Some(Lines::parse_all(&args.rows, domain).map_err(|error| typed_as("--rows", error))?))
}

/// Prints the periods; there are none if `--where` leaves out positions of the lines.
pub fn print_text(args: &AnalyzeArgs, job: &Job, found: Option<&[LinePeriod]>) {
    let Some(found) = found else {
        let flag = option("--where");
        let why = "they are those of whole lines, of which";
        return print(format!("\nperiods: none; {why} {flag} leaves positions out"));
    };
    let (shown, note) = match same_columns(found) {
        Some(rows) => (rows, "\n  the columns have the periods of the rows"),
        None => (found, ""),
    };
    let law = if job.quantity().is_number() {
        "f(n + p) = f(n) + s for all n >= n0"
    } else {
        "f(n + p) = f(n) for all n >= n0"
    };
    let (shown_rows, more) = args.first_of(shown);
    let rows: Vec<Vec<String>> = shown_rows.iter().map(|line| row(job, line)).collect();
    let mut headings = vec!["line", "n0", "p"];
    headings.extend(job.quantity().is_number().then_some("s"));
    headings.push("evidence");
    print(format!("\nperiods: {law}\n{}{more}{note}", aligned(&headings, &rows)));
    for line in shown_rows {
        if let (heaps @ [_, ..], count) = (line.exceptions.0.as_slice(), line.exceptions.1) {
            let more = if count > heaps.len() as u64 { " ..." } else { "" };
            let (counted, heaps) = (counted(count, "exception"), joined(heaps, " "));
            print(format!("{counted} before the period of {}: {heaps}{more}", line.name()));
        }
    }
    if !args.rows.is_empty() {
        let beginnings = shown_rows.iter().map(|line| beginning(job, line));
        print(format!("\nhow these lines begin, with n from 0 on:\n{}", joined(beginnings, "\n")));
    }
}

/// Writes a line as its first values: `  f(3, n): 3 4 5 0`.
fn beginning(job: &Job, line: &LinePeriod) -> String {
    let text = |&value: &u32| job.value_text(value);
    let values = line.beginning.iter().map(text);
    let more = if line.length > line.beginning.len() as u64 { " ..." } else { "" };
    let from = if line.first > 0 { format!(" from n = {} on", line.first) } else { String::new() };
    format!("  {}{from}: {}{more}", line.name(), joined(values, " "))
}

/// Returns the rows, if there are as many columns of the same periods.
fn same_columns(found: &[LinePeriod]) -> Option<&[LinePeriod]> {
    let (rows, columns) = found.split_at(found.len() / 2);
    let is_mirrored = |(row, column): (&LinePeriod, &LinePeriod)| {
        let mirrored: Vec<_> = row.heaps.iter().rev().copied().collect();
        mirrored == column.heaps
            && (row.values, row.period, row.proof) == (column.values, column.period, column.proof)
    };
    let of_two_heaps = rows.first().is_some_and(|row| row.heaps.len() == 2);
    let same = rows.len() == columns.len() && rows.iter().zip(columns).all(is_mirrored);
    (of_two_heaps && same).then_some(rows)
}

fn row(job: &Job, line: &LinePeriod) -> Vec<String> {
    let mut row = vec![line.name()];
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
            row.push(match line.proof {
                Some(proof) => format!("proved by {proof}; {seen}"),
                None => match line.length_that_proves.filter(|&needed| needed > line.length) {
                    Some(needed) => {
                        format!(
                            "{seen}, not proved; {} proves it if it goes on",
                            option("--box").value(needed)
                        )
                    }
                    None => seen,
                },
            });
        }
    }
    row
}

/// The period of a line on which one heap grows.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LineReport<'a> {
    /// The heaps; null is the one that grows.
    line: &'a [Option<u32>],
    /// The number of values that were searched.
    values: u64,
    /// The number of values that the table has.
    length: u64,
    /// The least n0 from which on f(n + p) = f(n) + s; `None` if no period was seen, as the next three.
    preperiod: Option<u64>,
    /// The period p.
    period: Option<u64>,
    /// The saltus s.
    saltus: Option<i64>,
    /// How often it was seen.
    periods_seen: Option<u64>,
    /// What proves that it holds for ever; `None` if nothing does.
    proof: Option<PeriodProof>,
    /// How many values prove the period, if all of them repeat; `None` if no number of values does.
    length_that_proves: Option<u64>,
    /// How many values before the period differ from what it would give them; `None` if it is not proved.
    exceptions: Option<u64>,
    /// The first of their heap sizes, at most 32.
    exceptional: &'a [u64],
    /// The first values of the line, at most 32.
    beginning: Vec<i64>,
}

impl<'a> LineReport<'a> {
    pub fn of(job: &Job, line: &'a LinePeriod) -> Self {
        LineReport {
            line: &line.heaps,
            values: line.values,
            length: line.length,
            preperiod: line.period.map(|found| found.preperiod),
            period: line.period.map(|found| found.period),
            saltus: line.period.map(|found| found.saltus),
            periods_seen: line.period.map(|found| found.periods_seen),
            proof: line.proof,
            length_that_proves: line.length_that_proves,
            exceptions: line.proof.map(|_| line.exceptions.1),
            exceptional: &line.exceptions.0,
            beginning: line.beginning.iter().map(|&value| job.quantity().number(value)).collect(),
        }
    }
}
