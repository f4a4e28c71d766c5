//! The output of `grundytab analyze --distance`.

use crate::analyses::analyze::{self, Distances};
use grundytab::Job;
use grundytab::table::TableReader;
use grundytab::wording::{counted, counted_as, percent_text};
use serde::Serialize;

use super::args::AnalyzeArgs;
use super::columns::{SHARE_DIGITS, aligned};
use super::part::{Asked, Part};
use crate::analyses::analyze::{PPositions, all_p_positions, distances_from};
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;
use crate::commands::output::print;
use crate::commands::terminal::Terminal;
use grundytab::table::{AnyPass, Running};

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

pub struct DistancePart<'a> {
    running: Running<PPositions<'a>>,
    other: TableReader,
    pub found: Option<Distance>,
}

impl<'a> DistancePart<'a> {
    /// Opens the other table.
    pub fn asked_for(asked: &Asked<'a>) -> Result<Option<Self>> {
        let Some(path) = &asked.args.distance else { return Ok(None) };
        let (table, other) = (asked.table, TableReader::open(path)?);
        other.require_complete()?;
        let jobs = [table, &other].map(|table| table.plan().job());
        let flag = option("--distance").value(path.display());
        let refuse = |problem: &str, hint: &str| Err(Failure::usage(&flag, problem, hint));
        let [heaps, others] = jobs.map(|job| job.domain().heaps());
        if heaps != others {
            let problem =
                format!("its positions have {}, and not {heaps}", counted(others, "heap"));
            return refuse(&problem, "give a table of a game with as many heaps");
        }
        if jobs.iter().any(|job| !job.quantity().has_p_positions()) {
            return refuse(
                "scores do not determine the P-positions",
                "give tables of Grundy values or outcomes",
            );
        }
        table.require_complete()?;
        // No condition goes with --distance: all positions count.
        let running = Running::new(all_p_positions(table, asked.filter));
        Ok(Some(DistancePart { running, other, found: None }))
    }
}

impl Part for DistancePart<'_> {
    fn pass(&mut self) -> Option<&mut dyn AnyPass> {
        Some(&mut self.running)
    }

    fn find(&mut self, asked: &Asked, terminal: Terminal) -> Result<()> {
        let (corner, other) = (self.running.found()?, &self.other);
        let [there, back] = terminal.with_bar(other.positions_there(), |control| {
            distances_from(asked.table, corner, other, control)
        })?;
        self.found = Some(Distance { with: other.plan().job().clone(), there, back });
        Ok(())
    }

    fn print(&self, asked: &Asked) {
        let Some(Distance { with, there, back }) = &self.found else { return };
        let with = format!("{} on {}", with.ruleset().shown(), with.domain());
        print(format!(
            "\ndistances of P-positions from the nearest of {with}: the largest difference of a heap\n{}",
            text(asked.args, there)
        ));
        print(format!("\nthe other way round, from those of {with}\n{}", text(asked.args, back)));
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
