//! `grundytab selftest`: is this program right on this machine?
//!
//! Every engine, and the GPU engine on every adapter, against the definition on small tables that
//! between them reach every kernel. On hardware also against the CPU engine, on tables of hundreds of
//! blocks: errors that depend on how many workgroups run at once do not show on a few.

use clap::Args;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineKind};
use grundytab::{InMemoryTable, Plan, counted};

use super::command::{Command, Examples, Flags};
use super::failure::{Failure, Result};
use super::gpu;
use super::output::print;

/// Compare all engines and adapters with the definition; takes under a minute.
#[derive(Args)]
pub struct SelftestArgs {}

/// Games, domains and quantities, as [`Plan::parse`] reads them.
const CASES: &[[&str; 3]] = &[
    ["nim:3", "17x12x9", "grundy"],
    ["nim:2", "tokens 40", "outcome misere"],
    ["wythoff", "130x75", "grundy"],
    ["wythoff", "60x60", "grundy misere"],
    ["wythoff+block=4", "90x120", "palaces"],
    ["wythoff+alter=1,1/3,5+terminal=2,9", "50x70", "grundy"],
    ["maharaja+block=2", "50x40", "palaces"],
    ["vector:2,0/3,0/0,1+block=2", "60x40", "palaces"],
    ["vector:1,0,0/0,1,0/0,0,1/1,1,1", "12x15x9", "grundy"],
    ["euclid", "50x70", "grundy misere"],
    ["euclid+positive", "60x50", "grundy"],
    ["fibonacci", "150x130", "grundy"],
    ["partizan:1,0/0,2:1,1/0,3+alter-left=2,1", "40x50", "outcome-class misere"],
    ["triangle", "tokens 32", "grundy"],
    ["triangle", "tokens 32", "outcome misere"],
    ["digraph:XY/YX/ZZ", "tokens 24", "grundy misere"],
    ["wythoff+points=2/-1/3", "60x50", "score"],
    ["nim:2+points=3/-1+alter=1,1:5/0,2", "tokens 40", "score"],
    ["wythoff+alter=2,2/1,2", "60x50", "remoteness"],
    ["partizan:1,0/0,1:1,1/2,1+points-left=3/-1+alter-right=1,2:5", "25x20", "score-left"],
    ["partizan:1,0/0,1:1,1+alter-left=0,2/3,1", "tokens 25", "score-right"],
];

/// The same on four heaps, which the GPU engine refuses.
const CASES_OF_CPU: &[[&str; 3]] = &[
    ["vector:1,0,0,0/0,1,0,0/0,0,1,1/1,0,2,1", "9x7x8x6", "grundy"],
    ["nim:4+block=1+alter=1,0,2,1", "tokens 14", "palaces"],
    ["digraph:XY/YX/YZ/ZY/ZW/WZ/WX/XW", "tokens 14", "grundy"],
    ["digraph:XY/YZ/ZX/XW/WW", "tokens 14", "outcome misere"],
];

/// Games, domains and quantities that fill a GPU.
const CASES_OF_HARDWARE: &[[&str; 3]] = &[
    ["wythoff", "2048x2048", "grundy"],
    ["wythoff", "1900x2100", "grundy misere"],
    ["wythoff+alter=1,1/3,5+terminal=2,9", "1200x1200", "grundy"],
    ["nim:3", "200x210x190", "grundy"],
    ["vector:1,0/0,1/1,1/1,2/2,1", "1500x1500", "grundy"],
    ["wythoff+block=20", "3000x3000", "palaces"],
    ["maharaja+block=2", "1500x1700", "palaces"],
    ["partizan:1,0/0,1/1,1:1,0/2,1+alter-left=3,3", "1800x1500", "outcome-class"],
    ["euclid", "3000x2500", "grundy"],
    ["fibonacci", "2000x2000", "grundy"],
    ["triangle", "tokens 240", "grundy"],
    ["triangle", "tokens 260", "outcome misere"],
    ["digraph:XY/YX/ZZ", "tokens 200", "grundy"],
    ["wythoff+points=3/-7/2", "2900x3000", "score"],
    ["nim:2+points=3/3+terminal=0,5/5,0", "2800x2800", "score"],
    ["wythoff+points=300/-7/2+alter=1,2:5/0,2", "1300x1200", "score"],
    [
        "partizan:1,0/0,1/1,1:1,0/2,1+points-left=2/1/-1+alter-left=3,3/2,3:9",
        "1800x1500",
        "score-left",
    ],
];

/// Edge of the tiles: small, so that a table has many of them.
const TILE: u32 = 16;

impl Command for SelftestArgs {
    const NAME: &'static str = "selftest";
    const EXAMPLES: Examples = &[("selftest", "checks that the engines agree on this machine")];

    fn may_use_gpu(&self) -> bool {
        true
    }

    fn run(&self, _: &Flags) -> Result<()> {
        let mut engines: Vec<gpu::Opened> = vec![(Box::new(CpuEngine), false)];
        let mut failures = 0;
        for opened in gpu::open_all() {
            match opened {
                Ok(engine) => engines.push(engine),
                Err(error) => {
                    failures += 1;
                    print(format!("FAILED  {error}"));
                }
            }
        }
        for (engine, is_hardware) in &engines {
            let name = match engine.adapter() {
                Some(adapter) => format!("gpu on {adapter}"),
                None => engine.kind().to_string(),
            };
            let mut failed = Vec::new();
            let mut check = |truth: &dyn Engine, plan: &Plan| {
                if let Err(what) = compare(truth, engine.as_ref(), plan) {
                    failed.push(format!(
                        "{} on {}: {what}",
                        plan.job().ruleset(),
                        plan.job().domain()
                    ));
                }
            };
            let on_four_heaps = match engine.kind() {
                EngineKind::Gpu => &[],
                EngineKind::Cpu | EngineKind::Reference => CASES_OF_CPU,
            };
            for [game, domain, quantity] in CASES.iter().chain(on_four_heaps) {
                check(&ReferenceEngine, &Plan::parse(game, domain, quantity)?.with_tile(TILE)?);
            }
            let larger = if *is_hardware { CASES_OF_HARDWARE } else { &[] };
            for [game, domain, quantity] in larger {
                check(&CpuEngine, &Plan::parse(game, domain, quantity)?);
            }
            let mut passed = format!("{} tables as defined", CASES.len() + on_four_heaps.len());
            if !larger.is_empty() {
                passed += &format!(", {} larger ones as on the CPU", larger.len());
            }
            match failed.as_slice() {
                [] => print(format!("ok      {name}: {passed}")),
                failed => {
                    for failure in failed {
                        print(format!("FAILED  {name}: {failure}"));
                    }
                }
            }
            failures += failed.len();
        }
        match failures {
            0 => Ok(()),
            count => Err(Failure::check(counted(count, "failure"))),
        }
    }
}

/// Compares what an engine computes with what another one does.
fn compare(
    truth: &dyn Engine,
    engine: &dyn Engine,
    plan: &Plan,
) -> std::result::Result<(), String> {
    let run =
        |engine: &dyn Engine| InMemoryTable::run(engine, plan).map_err(|error| error.to_string());
    run(truth)?.compare(&run(engine)?).map_err(|difference| difference.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On software the larger tables are not computed, but they are what they should be: plans, of
    /// some seconds at most, with enough positions to fill a GPU.
    #[test]
    fn larger_tables_fill_a_gpu() {
        for [game, domain, quantity] in CASES_OF_HARDWARE {
            let plan = Plan::parse(game, domain, quantity).expect("a plan");
            let positions = plan.job().domain().positions();
            assert!((1_000_000..10_000_000).contains(&positions), "{game}: {positions}");
        }
    }
}
