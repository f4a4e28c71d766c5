//! Recomputation: another engine computes the table, every cell is compared.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::first_fault::FirstFault;
use super::stored::StoredValues;
use super::{Verified, VerifyError, integrity};
use crate::domain::tiling::Tile;
use crate::engine::{Engine, Sink, Stop};
use crate::table::TableReader;

/// Recomputes a table with `engine` and compares it cell by cell, after the checks that need no
/// engine. `progress` is called from any thread with the number of positions just compared.
///
/// # Errors
/// The first fault in rank order, a damaged chunk, a failure of the engine, or an interruption.
pub fn verify_with_engine(
    table: &TableReader,
    engine: &dyn Engine,
    interrupt: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Verified, VerifyError> {
    table.require_complete()?;
    let stored = StoredValues::new(table);
    let integrity = integrity::check(&stored, interrupt)?;
    let comparison = Comparison {
        stored,
        interrupt,
        progress,
        compared: AtomicU64::new(0),
        first_fault: FirstFault::default(),
        stopped: Mutex::new(None),
    };
    let outcome = engine.run(table.plan(), &comparison);
    let stopped = comparison.stopped.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(stopped) = stopped {
        return Err(stopped);
    }
    outcome?;
    comparison.first_fault.into_result()?;
    integrity::check_totals(table, integrity.totals)?;
    Ok(Verified { positions_checked: comparison.compared.into_inner(), ..integrity })
}

struct Comparison<'a> {
    stored: StoredValues<'a>,
    interrupt: &'a AtomicBool,
    progress: &'a (dyn Fn(u64) + Sync),
    compared: AtomicU64,
    first_fault: FirstFault,
    stopped: Mutex<Option<VerifyError>>,
}

impl Comparison<'_> {
    fn stop(&self, why: VerifyError) -> Stop {
        let mut stopped = self.stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.get_or_insert(why);
        Stop
    }
}

impl Sink for Comparison<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.proceed()?;
        let plan = self.stored.table.plan();
        let stored = self.stored.tile(tile.index).map_err(|error| self.stop(error.into()))?;
        let mut compared = 0;
        for run in plan.tiling().block(tile.index).runs() {
            for step in 0..run.length {
                let cell = run.offset + step;
                let (stored, expected) = (stored.get(cell), tile.values.get(cell));
                if stored != expected {
                    let at = [run.at[0], run.at[1], run.at[2] + step as u32];
                    let position = plan.job().domain().position(at);
                    self.first_fault.report(position, stored, expected);
                }
            }
            compared += run.length as u64;
        }
        self.compared.fetch_add(compared, Ordering::Relaxed);
        (self.progress)(compared);
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        match self.interrupt.load(Ordering::Relaxed) {
            true => Err(self.stop(VerifyError::Interrupted)),
            false => Ok(()),
        }
    }
}
