//! `grundytab selftest`: is this program right on this machine?
//!
//! Every engine, and the GPU engine on every adapter, against the definition on small tables that
//! between them reach every kernel.

use anyhow::Result;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::gpu::{GpuEngine, adapters};
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError};
use grundytab::{Convention, Domain, InMemoryTable, InvalidInput, Job, Plan, Quantity, Ruleset};

use super::outcome::CheckFailed;
use super::output::{note, print};

/// Game, domain, quantity, convention.
type Case = (&'static str, Extent, Quantity, Convention);

enum Extent {
    Box(&'static [u32]),
    Tokens(u32),
}
use Convention::{Misere, Normal};
use Extent::{Box as Sides, Tokens};
use Quantity::{Grundy, Outcome, OutcomeClass, Palaces};

const CASES: &[Case] = &[
    ("nim:3", Sides(&[17, 12, 9]), Grundy, Normal),
    ("nim:2", Tokens(40), Outcome, Misere),
    ("wythoff", Sides(&[130, 75]), Grundy, Normal),
    ("wythoff", Sides(&[60, 60]), Grundy, Misere),
    ("wythoff+block=4", Sides(&[90, 120]), Palaces, Normal),
    ("wythoff+alter=1,1/3,5+terminal=2,9", Sides(&[50, 70]), Grundy, Normal),
    ("maharaja+block=2", Sides(&[50, 40]), Palaces, Normal),
    ("vector:2,0/3,0/0,1+block=2", Sides(&[60, 40]), Palaces, Normal),
    ("vector:1,0,0/0,1,0/0,0,1/1,1,1", Sides(&[12, 15, 9]), Grundy, Normal),
    ("euclid", Sides(&[50, 70]), Grundy, Misere),
    ("euclid+positive", Sides(&[60, 50]), Grundy, Normal),
    ("fibonacci", Sides(&[150, 130]), Grundy, Normal),
    ("partizan:1,0/0,2:1,1/0,3+alter-left=2,1", Sides(&[40, 50]), OutcomeClass, Misere),
    ("triangle", Tokens(32), Grundy, Normal),
    ("triangle", Tokens(32), Outcome, Misere),
    ("digraph:XY/YX/ZZ", Tokens(24), Grundy, Misere),
];

pub fn run() -> Result<()> {
    let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(CpuEngine)];
    let adapters = adapters();
    if adapters.is_empty() {
        note(false, "no GPU adapter was found: only the cpu engine is tested");
    }
    let mut failures = 0;
    for adapter in adapters {
        match GpuEngine::open(adapter) {
            Ok(engine) => engines.push(Box::new(engine)),
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
        for case in CASES {
            let plan = plan(case)?;
            if let Err(what) = compare(engine.as_ref(), &plan) {
                failed.push(format!("{} on {}: {what}", case.0, plan.job().domain()));
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
        count => Err(CheckFailed(format!("{count} failures")).into()),
    }
}

fn plan((game, extent, quantity, convention): &Case) -> Result<Plan, InvalidInput> {
    let ruleset = Ruleset::parse(game)?;
    let domain = match extent {
        Sides(sides) => Domain::boxed(sides)?,
        Tokens(tokens) => Domain::simplex(ruleset.heaps(), *tokens)?,
    };
    // A small tile, so that there are many.
    Plan::new(Job::new(ruleset, domain, *quantity, *convention)?, Some(16))
}

fn compare(engine: &dyn Engine, plan: &Plan) -> Result<(), String> {
    let run = |engine: &dyn Engine| {
        InMemoryTable::run(engine, plan).map_err(|error: EngineError| error.to_string())
    };
    let truth = run(&ReferenceEngine)?;
    truth.compare(&run(engine)?).map_err(|difference| difference.to_string())
}
