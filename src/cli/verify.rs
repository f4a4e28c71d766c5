//! `grundytab verify`

use anyhow::Result;
use grundytab::table::TableReader;
use grundytab::verify::{Extent, Fault, Verified, VerifyError, verify, verify_with_engine};
use serde_json::{Value, json};

use super::args::VerifyArgs;
use super::output::{print, print_json};
use super::{choose, interrupt_flag, progress, use_threads};

pub fn run(args: &VerifyArgs) -> Result<()> {
    use_threads(args.threads)?;
    let table = TableReader::open(&args.path)?;
    let quiet = args.quiet || args.json;
    let positions = table.plan().job().domain().positions();
    let interrupt = interrupt_flag()?;
    let outcome = match args.engine {
        Some(engine) => {
            table.require_complete()?;
            let adapter = args.adapter.as_deref();
            let engine = choose::engine(engine, adapter, table.plan(), quiet)?;
            choose::check_fits_engine(table.plan(), engine.as_ref())?;
            progress::with_bar(positions, quiet, |advance| {
                verify_with_engine(&table, engine.as_ref(), &interrupt, advance)
            })
        }
        None => {
            let extent = match (args.full, args.sample) {
                (true, _) => Extent::Full,
                (false, Some(sample)) => Extent::Sample(sample.into()),
                (false, None) => Extent::default_sample(table.plan()),
            };
            let length = match extent {
                Extent::Sample(sample) => sample.min(positions),
                Extent::Full => positions,
            };
            progress::with_bar(length, quiet, |advance| verify(&table, extent, &interrupt, advance))
        }
    };
    match outcome {
        Ok(verified) => report(args, &table, &verified),
        Err(error) => {
            if let (true, VerifyError::False(fault)) = (args.json, &error) {
                print_json(&fault_json(fault))?;
            }
            Err(error.into())
        }
    }
}

fn report(args: &VerifyArgs, table: &TableReader, verified: &Verified) -> Result<()> {
    let totals = verified.totals;
    if args.json {
        return print_json(&json!({
            "true": true,
            "chunks": verified.chunks,
            "positions": totals.positions,
            "positions_checked": verified.positions_checked,
            "sum": totals.sum,
            "p_positions": totals.p_positions,
            "maximum": totals.maximum,
        }));
    }
    let checked = verified.positions_checked;
    let rule = match args.engine {
        Some(_) => format!("all {checked} positions are as recomputed"),
        None if checked == totals.positions => {
            format!("the definition holds at all {checked} positions, which proves the table")
        }
        None => format!("the definition holds at {checked} random positions"),
    };
    print(format!(
        "{}: {}\n\
         {} chunks are there, with their checksums\n\
         {rule}\n\
         sum {}, {} P-positions, maximum {}, as recorded",
        table.path().display(),
        table.attributes().ruleset,
        verified.chunks,
        totals.sum,
        totals.p_positions,
        totals.maximum,
    ))
}

fn fault_json(fault: &Fault) -> Value {
    match fault {
        Fault::Value { position, stored, expected } => json!({
            "true": false,
            "position": position.heaps(),
            "stored": stored,
            "expected": expected,
        }),
        Fault::Outside { position, stored } => json!({
            "true": false,
            "outside": position.heaps(),
            "stored": stored,
        }),
        Fault::Total { name, recorded, found } => json!({
            "true": false,
            "total": name,
            "recorded": recorded,
            "found": found,
        }),
    }
}
