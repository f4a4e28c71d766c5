//! The output of `grundytab analyze --distance`.

use crate::analyses::analyze::{self, Distances};
use grundytab::Job;
use grundytab::table::TableReader;
use grundytab::wording::{counted, counted_as, percent_text};
use serde::Serialize;

use super::args::AnalyzeArgs;
use super::columns::{SHARE_DIGITS, aligned};
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;
use crate::commands::output::print;

/// How far the P-positions of two tables are from one another.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Distance {
    /// The other table.
    pub with: Job,
    /// From the P-positions of this table to the nearest ones of the other.
    pub there: Distances,
    /// From the P-positions of the other table to the nearest ones of this.
    pub back: Distances,
}

/// Opens the other table, if there is one.
pub fn other(args: &AnalyzeArgs, table: &TableReader) -> Result<Option<TableReader>> {
    let Some(path) = &args.distance else { return Ok(None) };
    let other = TableReader::open(path)?;
    other.require_complete()?;
    let jobs = [table, &other].map(|table| table.plan().job());
    let flag = option("--distance").value(path.display());
    let refuse = |problem: &str, hint: &str| Err(Failure::usage(&flag, problem, hint));
    let [heaps, others] = jobs.map(|job| job.domain().heaps());
    if heaps != others {
        let problem = format!("its positions have {}, and not {heaps}", counted(others, "heap"));
        return refuse(&problem, "give a table of a game with as many heaps");
    }
    if jobs.iter().any(|job| !job.quantity().has_p_positions()) {
        return refuse(
            "scores do not determine the P-positions",
            "give tables of Grundy values or outcomes",
        );
    }
    table.require_complete()?;
    Ok(Some(other))
}

/// Prints the distances.
pub fn print_text(args: &AnalyzeArgs, Distance { with, there, back }: &Distance) {
    let with = format!("{} on {}", with.ruleset().shown(), with.domain());
    print(format!(
        "\ndistances of P-positions from the nearest of {with}: the largest difference of a heap\n{}",
        text(args, there)
    ));
    print(format!("\nthe other way round, from those of {with}\n{}", text(args, back)));
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
