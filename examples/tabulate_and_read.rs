//! Tabulates Wythoff Nim, stores the table and reads it: single values, a slice, all positions.
//!
//! ```text
//! cargo run --example tabulate_and_read
//! ```
#![allow(clippy::print_stdout, reason = "an example prints what it found")]

use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};

use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{TableReader, TableWriter};
use grundytab::{Control, Plan, Position, tabulate};

fn main() -> Result<(), Box<dyn Error>> {
    // The Grundy values of the positions with both heaps below 200, in a new table.
    let plan = Plan::parse("wythoff", "200x200", "grundy")?;
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("wythoff.zarr");
    let writer = TableWriter::options(&plan).create(&path)?;
    let report = tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
    println!(
        "{} positions, {} of them P, {} bytes on disk",
        report.totals.positions,
        report.totals.p_positions.unwrap_or_default(),
        report.bytes_on_disk
    );

    // Single values: (3, 5) is a P-position, (4, 5) is not.
    let table = TableReader::open(&path)?;
    assert_eq!(table.value(&[3, 5])?, 0);
    println!("the value of (4, 5) is {}", table.value(&[4, 5])?);

    // A slice, row by row: the rows 0 to 2 begin as OEIS A004481 does.
    let rows = table.slice(&[0..3, 0..9])?;
    for row in rows.chunks(9) {
        println!("{row:?}");
    }
    assert_eq!(rows[18..], [2, 0, 1, 5, 3, 4, 8, 6, 7]);

    // All positions, on all threads, in no particular order: how many values are less than half of
    // the token sum?
    let small = AtomicU64::new(0);
    table.scan(&Control::default(), |position: Position, value| {
        if 2 * u64::from(value) < position.token_sum() {
            small.fetch_add(1, Ordering::Relaxed);
        }
    })?;
    println!("{} values are less than half of the token sum", small.into_inner());
    Ok(())
}
