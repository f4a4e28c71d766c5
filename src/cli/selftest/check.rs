//! Compares an engine with others on the tables of a selftest.

use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::run::{SelftestOutcome, Verdict};
use grundytab::{Category, Error, InMemoryTable, Plan};

use super::cases::Case;
use crate::cli::failure::Result;

/// Edge of the tiles: small, so that a table has many of them.
const TILE: u32 = 16;

/// Compares an engine with the definition on small tables, and with the CPU engine on larger ones. Says which table is
/// `computing` before it is, since that may be the last thing that a driver lets be said.
///
/// # Errors
/// When a case makes no sense.
pub fn check(
    engine: &dyn Engine,
    small: impl IntoIterator<Item = &'static Case>,
    larger: &'static [Case],
    computing: impl Fn(String),
) -> Result<Verdict> {
    let mut failures: Vec<(SelftestOutcome, String)> = Vec::new();
    let mut compare = |truth: &dyn Engine, plan: &Plan| {
        let table = format!("{} on {}", plan.job().ruleset(), plan.job().domain());
        computing(table.clone());
        if let Err((outcome, what)) = compare(truth, engine, plan) {
            failures.push((outcome, format!("{table}: {what}")));
        }
    };
    let mut as_defined = 0;
    for [game, domain, quantity] in small {
        compare(&ReferenceEngine, &Plan::parse(game, domain, quantity)?.with_tile(TILE)?);
        as_defined += 1;
    }
    for [game, domain, quantity] in larger {
        compare(&CpuEngine, &Plan::parse(game, domain, quantity)?);
    }
    let is_wrong =
        |(outcome, _): &(SelftestOutcome, String)| *outcome == SelftestOutcome::WrongValue;
    let outcome = match failures.iter().find(|failure| is_wrong(failure)).or(failures.first()) {
        Some((outcome, _)) => *outcome,
        None => {
            let mut passed = format!("{as_defined} tables as defined");
            if !larger.is_empty() {
                passed += &format!(", {} larger ones as on the CPU", larger.len());
            }
            return Ok(Verdict::now(SelftestOutcome::Passed, vec![passed]));
        }
    };
    Ok(Verdict::now(outcome, failures.into_iter().map(|(_, what)| what).collect()))
}

/// Compares what an engine computes with what another one does.
fn compare(
    truth: &dyn Engine,
    engine: &dyn Engine,
    plan: &Plan,
) -> std::result::Result<(), (SelftestOutcome, String)> {
    let run = |engine: &dyn Engine| {
        InMemoryTable::run(engine, plan).map_err(|error| {
            let error = Error::from(error);
            // Totals, or a value that cannot be.
            let outcome = match error.category() {
                Category::CheckFailed => SelftestOutcome::WrongValue,
                _ => SelftestOutcome::Failed,
            };
            (outcome, error.to_string())
        })
    };
    let difference = |difference| (SelftestOutcome::WrongValue, format!("{difference}"));
    run(truth)?.compare(&run(engine)?).map_err(difference)
}
