//! A difference that is stored as a table of true and false.

use std::path::Path;

use super::common::{Comparison, check_comparable, common_domain};
use super::compare::{Comparer, DiffReport};
use crate::analyses::stored_tiles::store_tiles;
use grundytab::control::Control;
use grundytab::domain::{Coordinates, Domain};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::plan::Plan;
use grundytab::quantity::Quantity;
use grundytab::table::{ComparedTables, TableReader, TableWriter};

/// Compares two tables as [`compare`](super::compare) does, and stores at `path` where they differ. A table
/// that is there already is replaced only with `overwrite`.
///
/// # Errors
/// As for [`compare`](super::compare); when the common domain is neither a box nor a simplex, or the first
/// game has no outcomes on it; and when the difference cannot be written.
pub fn store(
    one: &TableReader,
    other: &TableReader,
    comparison: Comparison,
    path: impl AsRef<Path>,
    overwrite: bool,
    control: &Control,
) -> Result<DiffReport, Error> {
    check_comparable(one, other, comparison)?;
    let comparer = Comparer::new(one, other, comparison, control)?;
    let plan = plan(one, other)?;
    let writer = TableWriter::options(&plan)
        .difference(compared(one, other, comparison))
        .overwrite(overwrite)
        .create(path)?;
    store_tiles(&plan, writer, |region, values| {
        comparer.compare_tile(region, |cell, differ| values.write(cell, &[u32::from(differ)]))
    })?;
    Ok(comparer.report())
}

/// Returns the plan of the difference: of the first game, on the common domain.
fn plan(one: &TableReader, other: &TableReader) -> Result<Plan, InvalidInput> {
    let (job, domain) = (one.plan().job(), other.plan().job().domain());
    let refuse = |kind, problem: String, hint: &str| {
        InvalidInput::new(
            kind,
            format!("the difference with {}", other.path().display()),
            problem,
            hint,
        )
    };
    let common = common_domain(job.domain(), domain).ok_or_else(|| {
        let problem = format!(
            "the positions in both {} and {domain} are neither a box nor a simplex",
            job.domain()
        );
        refuse(
            InvalidInputKind::OutsideDomain,
            problem,
            "tabulate both on boxes, or both to a token sum",
        )
    })?;
    Job::new(job.ruleset().clone(), common.clone(), Quantity::Outcome, job.convention())
        .map_err(|_| {
            let ruleset = job.ruleset().short_text(32);
            let problem = format!("a table of {ruleset} on {common} cannot hold it");
            refuse(
                InvalidInputKind::OutsideDomain,
                problem,
                "name a table first whose game has outcomes there",
            )
        })
        .and_then(|job| {
            if all_are_positions(job.domain(), domain) {
                return Plan::new(job, None);
            }
            Err(refuse(
                InvalidInputKind::OutsideDomain,
                "positions of the first table are none of its game".into(),
                "compare them without storing where they differ, or name it first",
            ))
        })
}

/// Returns whether every position of a domain is one of another domain that holds its cells.
fn all_are_positions(of: &Domain, other: &Domain) -> bool {
    other.mask().is_none()
        || Coordinates::cells_of_box(of.sides()).all(|at| !of.contains(at) || other.contains(at))
}

fn compared(one: &TableReader, other: &TableReader, comparison: Comparison) -> ComparedTables {
    let of_first = one.plan().job();
    let job = other.plan().job();
    let quantity = match comparison {
        Comparison::Values => of_first.quantity(),
        Comparison::Outcomes => Quantity::Outcome,
    };
    ComparedTables {
        quantity,
        first: one.path().display().to_string(),
        second: other.path().display().to_string(),
        second_ruleset: job.ruleset().to_string(),
        second_convention: job.convention(),
    }
}
