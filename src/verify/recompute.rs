//! Recomputation: another engine computes the table, every cell is compared.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::first::First;
use super::{Fault, Verified, VerifyError, integrity};
use crate::control::Control;
use crate::domain::Coordinates;
use crate::domain::tiling::Tile;
use crate::engine::{Engine, Prepared, Sink, Stop, check_complete};
use crate::sync::{into_inner, lock};
use crate::table::TableReader;

/// Recomputes a table with `engine` and compares it cell by cell, after the checks that need no
/// engine. `control` is informed of the positions compared.
///
/// # Errors
/// The first fault in rank order, a damaged chunk, a failure of the engine, or an interruption.
pub fn verify_with_engine(
    table: &TableReader,
    engine: &dyn Engine,
    control: &Control,
) -> Result<Verified, VerifyError> {
    table.require_complete()?;
    let prepared = engine.prepare(table.plan())?;
    verify_with_prepared(table, prepared.as_ref(), control)
}

/// Does what [`verify_with_engine`] does, for the plan of the table that an engine has prepared
/// already.
///
/// # Errors
/// As [`verify_with_engine`], and when the prepared plan is another than that of the table.
pub fn verify_with_prepared(
    table: &TableReader,
    prepared: &dyn Prepared,
    control: &Control,
) -> Result<Verified, VerifyError> {
    if prepared.plan() != table.plan() {
        return Err(VerifyError::OtherPlan);
    }
    table.require_complete()?;
    // Tiles are not kept: the engine may need the memory.
    let read = |index| table.tile(index).map(Arc::new);
    let integrity = integrity::check(table, &read, control)?;
    let comparison = Comparison {
        table,
        control,
        compared: AtomicU64::new(0),
        first_fault: First::new(table.plan().job().grading()),
        stopped: Mutex::new(None),
    };
    let outcome = prepared.run(&comparison);
    let stopped = into_inner(comparison.stopped);
    if let Some(stopped) = stopped {
        return Err(stopped);
    }
    outcome?;
    Fault::wrong_value(table.plan().job().domain(), comparison.first_fault)?;
    let compared = comparison.compared.into_inner();
    check_complete(table.plan(), compared)?;
    integrity::check_totals(table, integrity.totals)?;
    Ok(Verified { positions_checked: compared, ..integrity })
}

struct Comparison<'a> {
    table: &'a TableReader,
    control: &'a Control<'a>,
    compared: AtomicU64,
    /// The stored and the recomputed value.
    first_fault: First<(u32, u32)>,
    stopped: Mutex<Option<VerifyError>>,
}

impl Comparison<'_> {
    fn stop(&self, why: VerifyError) -> Stop {
        lock(&self.stopped).get_or_insert(why);
        Stop
    }
}

impl Sink for Comparison<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.proceed()?;
        let plan = self.table.plan();
        let stored = self.table.tile(tile.index).map_err(|error| self.stop(error.into()))?;
        let mut compared = 0;
        for run in plan.tiling().region(tile.index).runs() {
            for step in 0..run.length {
                let cell = run.offset + step;
                let (stored, expected) = (stored.get(cell), tile.values.get(cell));
                if stored != expected {
                    let at = [run.at[0], run.at[1], run.at[2] + step as u32];
                    self.first_fault.report(Coordinates(at), (stored, expected));
                }
            }
            compared += run.length as u64;
        }
        self.compared.fetch_add(compared, Ordering::Relaxed);
        self.control.report(compared);
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        match self.control.is_interrupted() {
            true => Err(self.stop(VerifyError::Interrupted)),
            false => Ok(()),
        }
    }
}
