//! The output of `grundytab analyze --distance`.

use std::path::Path;

use grundytab::analyze::{self, Distances};
use grundytab::table::TableReader;
use grundytab::{Job, counted, counted_as, percent_text};
use serde::Serialize;

use super::args::AnalyzeArgs;
use super::columns::{SHARE_DIGITS, aligned};
use crate::cli::failure::{Failure, Result};
use crate::cli::option::option;
use crate::cli::output::print;
use crate::cli::terminal::Terminal;

/// How far the P-positions of two tables are from one another.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Distance {
    /// The other table.
    with: Job,
    /// From the P-positions of this table to the nearest ones of the other.
    there: Distances,
    /// From the P-positions of the other table to the nearest ones of this.
    back: Distances,
}

/// Opens the other table.
pub fn open(path: &Path, job: &Job) -> Result<TableReader> {
    let other = TableReader::open(path)?;
    other.require_complete()?;
    let of_other = other.plan().job();
    let flag = option("--distance").value(path.display());
    let refuse = |problem: &str, hint: &str| Err(Failure::usage(&flag, problem, hint));
    let [heaps, others] = [job, of_other].map(|job| job.domain().heaps());
    if heaps != others {
        let problem = format!("its positions have {}, and not {heaps}", counted(others, "heap"));
        return refuse(&problem, "give a table of a game with as many heaps");
    }
    if [job, of_other].iter().any(|job| !job.quantity().has_p_positions()) {
        return refuse(
            "scores do not determine the P-positions",
            "give tables of Grundy values or outcomes",
        );
    }
    Ok(other)
}

/// Measures the distances.
pub fn find(terminal: Terminal, table: &TableReader, other: &TableReader) -> Result<Distance> {
    let positions = [table, other].map(|table| table.plan().job().domain().positions());
    let found = terminal.with_bar(positions.iter().sum::<u64>(), |control| {
        analyze::distances(table, other, control)
    })?;
    // `open` has compared the numbers of heaps.
    let [there, back] = found.unwrap_or_default();
    Ok(Distance { with: other.plan().job().clone(), there, back })
}

impl Distance {
    /// Prints the distances.
    pub fn print_text(&self, args: &AnalyzeArgs) {
        let with = format!("{} on {}", self.with.ruleset().shown(), self.with.domain());
        print(format!(
            "\ndistances of P-positions from the nearest of {with}: the largest difference of a heap\n{}",
            text(args, &self.there)
        ));
        print(format!("\nthe other way round, from those of {with}\n{}", text(args, &self.back)));
    }
}

fn text(args: &AnalyzeArgs, found: &Distances) -> String {
    let (shown, more) = args.first_of(&found.counts);
    let all: u64 = found.counts.iter().map(|count| count.positions).sum();
    let row = |count: &analyze::DistanceCount| {
        let share = percent_text(count.positions, all + found.farther, SHARE_DIGITS);
        let first = count.first.to_string();
        vec![count.distance.to_string(), count.positions.to_string(), share, first]
    };
    let rows: Vec<Vec<String>> = shown.iter().map(row).collect();
    let mut text = aligned(&["distance", "positions", "share", "first at"], &rows) + &more;
    if found.farther > 0 {
        let words = [
            "P-position is farther away than is searched",
            "P-positions are farther away than is searched",
        ];
        text += &format!("\n  {}", counted_as(found.farther, words[0], words[1]));
    }
    if found.undecided > 0 {
        let words = [
            "P-position is left out, since a nearer one may lie outside the tables",
            "P-positions are left out, since a nearer one may lie outside the tables",
        ];
        text += &format!("\n  {}", counted_as(found.undecided, words[0], words[1]));
    }
    text
}
