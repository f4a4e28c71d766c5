//! Conjectures as closures, checked on every position of a stored table.
//!
//! The Grundy values of the Triangle Game have no known description (Abuku et al., 2025), so one looks at
//! a table, guesses, and wants the first counterexample.
//!
//! ```text
//! cargo run --example conjecture
//! ```
#![allow(clippy::print_stdout, reason = "an example prints what it found")]

use std::error::Error;

use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{OtherTables, TableReader, TableWriter};
use grundytab::theorem::{PositionView, Scope, Statement, check};
use grundytab::{Control, Plan, tabulate};

fn main() -> Result<(), Box<dyn Error>> {
    let plan = Plan::parse("triangle", "tokens 80", "grundy")?;
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("triangle.zarr");
    let writer = TableWriter::options(&plan).create(&path)?;
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
    let table = TableReader::open(&path)?;

    let conjectures: [(&str, Statement); 3] = [
        (
            "a value is at most the token sum",
            Statement::new(|at: &PositionView| at.value() <= at.heaps().iter().sum()),
        ),
        (
            // This says nothing about other positions.
            "at a P-position the largest heap is the sum of the other two",
            Statement::new(|at: &PositionView| {
                let largest = at.heaps().iter().max()?;
                at.is_p().then(|| 2 * largest == at.heaps().iter().sum::<u32>())
            }),
        ),
        (
            "a value is at most the largest heap",
            Statement::new(|at: &PositionView| at.heaps().iter().any(|&heap| at.value() <= heap)),
        ),
    ];
    let (names, statements): (Vec<_>, Vec<_>) = conjectures.into_iter().unzip();
    let findings = check(
        &table,
        &OtherTables::default(),
        &statements,
        Scope::Everywhere,
        &Control::default(),
    )?;
    for (name, finding) in names.iter().zip(&findings) {
        match finding.counterexample() {
            None => println!("holds on {} positions: {name}", finding.holds_on),
            Some(first) => {
                println!(
                    "fails first at {}, where the value is {}: {name}",
                    first.position, first.value
                );
            }
        }
    }
    assert!(findings[0].counterexample().is_none() && findings[1].counterexample().is_none());
    assert!(findings[2].counterexample().is_some());
    Ok(())
}
