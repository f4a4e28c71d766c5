//! Compares an engine with others on the tables of a selftest.

use crate::jobs::run::{SelftestOutcome, Verdict};
use grundytab::Difference;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError};
use grundytab::wording::counted;
use grundytab::{Category, Error, InMemoryTable, Plan};

use super::cases::Case;
use crate::commands::failure::Result;

/// Edge of the tiles: small, so that a table has many of them.
const TILE: u32 = 16;

/// Compares an engine with the definition on small tables, and with the CPU engine on larger ones. Says which
/// table is `computing` before it is, since that may be the last thing that a driver lets be said. Tables beyond
/// the limits of an adapter are no failures: no run gets them.
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
        match compare(truth, engine, plan) {
            Ok(()) => return 1,
            Err(Mismatch::Engine(error)) if error.refuses_plan() => {}
            Err(error) => failures.push((error.outcome(), format!("{table}: {error}"))),
        }
        0
    };
    let (mut as_defined, mut as_on_cpu) = (0, 0);
    for [game, domain, quantity] in small {
        let plan = Plan::parse(game, domain, quantity)?.with_tile(TILE)?;
        as_defined += compare(&ReferenceEngine, &plan);
    }
    for [game, domain, quantity] in larger {
        as_on_cpu += compare(&CpuEngine, &Plan::parse(game, domain, quantity)?);
    }
    // The worst one.
    Ok(match failures.iter().map(|&(outcome, _)| outcome).max() {
        Some(outcome) => {
            Verdict::now(outcome, failures.into_iter().map(|(_, what)| what).collect())
        }
        None => {
            let mut passed = format!("{} as defined", counted(as_defined, "table"));
            if as_on_cpu > 0 {
                passed += &format!(", {as_on_cpu} larger ones as on the CPU");
            }
            Verdict::now(SelftestOutcome::Passed, vec![passed])
        }
    })
}

/// Compares what an engine computes with what another one does.
fn compare(
    truth: &dyn Engine,
    engine: &dyn Engine,
    plan: &Plan,
) -> std::result::Result<(), Mismatch> {
    let truth = InMemoryTable::run(truth, plan)?;
    Ok(truth.compare(&InMemoryTable::run(engine, plan)?)?)
}

/// Why a table of an engine is not that of another one.
#[derive(Debug, thiserror::Error)]
enum Mismatch {
    #[error(transparent)]
    Value(#[from] Difference),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl Mismatch {
    fn outcome(&self) -> SelftestOutcome {
        match self {
            Mismatch::Value(_) => SelftestOutcome::WrongValue,
            Mismatch::Engine(EngineError::OutOfDeviceMemory { .. }) => SelftestOutcome::Unavailable,
            // Totals, or a value that cannot be.
            Mismatch::Engine(error) => match Error::from(error.clone()).category() {
                Category::CheckFailed => SelftestOutcome::WrongValue,
                _ => SelftestOutcome::Failed,
            },
        }
    }
}
