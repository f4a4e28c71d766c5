//! `grundytab selftest`: is this program right on this machine?
//!
//! Every engine, and the GPU engine on every adapter, against the definition on small tables that
//! between them reach every kernel.

use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::{InMemoryTable, Plan};

use super::failure::{Failure, Result};
use super::gpu;
use super::output::print;

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
];

/// Edge of the tiles: small, so that a table has many of them.
const TILE: u32 = 16;

pub fn run() -> Result<()> {
    let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(CpuEngine)];
    let mut failures = 0;
    for opened in gpu::open_all() {
        match opened {
            Ok(engine) => engines.push(engine),
            Err(error) => {
                failures += 1;
                print(format!("FAILED  {error}"))?;
            }
        }
    }
    for engine in &engines {
        let name = match engine.adapter() {
            Some(adapter) => format!("gpu on {adapter}"),
            None => engine.kind().to_string(),
        };
        let mut failed = Vec::new();
        for [game, domain, quantity] in CASES {
            let plan = Plan::parse(game, domain, quantity)?.with_tile(TILE)?;
            if let Err(what) = compare(engine.as_ref(), &plan) {
                failed.push(format!("{game} on {}: {what}", plan.job().domain()));
            }
        }
        match failed.as_slice() {
            [] => print(format!("ok      {name}: {} tables as defined", CASES.len()))?,
            failed => {
                for failure in failed {
                    print(format!("FAILED  {name}: {failure}"))?;
                }
            }
        }
        failures += failed.len();
    }
    match failures {
        0 => Ok(()),
        count => Err(Failure::check(format!("{count} failures"))),
    }
}

/// Compares what an engine computes with the definition.
fn compare(engine: &dyn Engine, plan: &Plan) -> std::result::Result<(), String> {
    let run =
        |engine: &dyn Engine| InMemoryTable::run(engine, plan).map_err(|error| error.to_string());
    let truth = run(&ReferenceEngine)?;
    truth.compare(&run(engine)?).map_err(|difference| difference.to_string())
}
