//! Recomputation: an engine computes the table once more, and every value is compared. The ranks that share a table
//! compute it together, each its part.

use crate::engine::cluster::{Partition, Share};
use crate::error::{Error, share_error};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Verification, Verified, check_none_wrong};
use crate::control::Control;
use crate::domain::tiling::Tile;
use crate::engine::{Engine, Prepared, Sink, Stop, Wanted, check_complete};
use crate::sync::{into_inner, lock};
use crate::table::{FirstFindings, TableReader};

/// Recomputes a table with `engine` and compares all values, after the checks that need no engine.
/// `control` is informed of the positions that are compared.
///
/// # Errors
/// The first fault in grade order, a damaged chunk, a failure of the engine, or an interruption.
pub fn verify_with_engine(
    table: &TableReader,
    engine: &dyn Engine,
    control: &Control,
) -> Result<Verified, Error> {
    table.require_complete()?;
    let prepared = engine.prepare(table.plan(), Wanted::Values)?;
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
) -> Result<Verified, Error> {
    if prepared.plan() != table.plan() {
        return Err(Error::OtherPlan);
    }
    Verification::by_engine(table, prepared).run(control)
}

/// Lets an engine compute a table once more, and compares; returns at how many positions. All ranks call it.
pub(super) fn compare(
    table: &TableReader,
    prepared: &dyn Prepared,
    control: &Control,
) -> Result<u64, Error> {
    // The engine may need the memory.
    table.forget_tiles();
    let network = table.network();
    let partition = Partition::new(table.plan(), table.sharding().tiles(), network.size());
    let comparison = Comparison {
        table,
        share: Share { network, partition: &partition },
        control,
        compared: AtomicU64::new(0),
        first_fault: FirstFindings::new(table.plan().job().grading(), 1),
        stopped: Mutex::new(None),
    };
    let outcome = prepared.run(&comparison).map(drop).map_err(Error::from);
    let reason = into_inner(comparison.stopped);
    share_error(network, reason.map_or(outcome, Err))?;
    check_none_wrong(table, &comparison.first_fault)?;
    let compared = network.sum(comparison.compared.into_inner());
    check_complete(table.plan(), compared)?;
    Ok(compared)
}

/// Compares the tiles of an engine with those of a table.
struct Comparison<'a> {
    table: &'a TableReader,
    share: Share<'a>,
    control: &'a Control<'a>,
    compared: AtomicU64,
    /// The stored and the recomputed value.
    first_fault: FirstFindings<(u32, u32)>,
    /// Why the comparison has stopped the engine.
    stopped: Mutex<Option<Error>>,
}

impl Comparison<'_> {
    /// Keeps the reason to stop the engine.
    fn stop(&self, why: Error) -> Stop {
        lock(&self.stopped).get_or_insert(why);
        Stop
    }
}

impl Sink for Comparison<'_> {
    fn share(&self) -> Share<'_> {
        self.share
    }

    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.proceed()?;
        let plan = self.table.plan();
        let stored = self.table.tile(tile.index).map_err(|error| self.stop(error.into()))?;
        let mut compared = 0;
        for run in plan.tiling().region(tile.index).runs() {
            for (at, cell) in run.cells() {
                let (stored, expected) = (stored.get(cell), tile.values.get(cell));
                if stored != expected {
                    self.first_fault.report(at, || (stored, expected));
                }
            }
            compared += run.length as u64;
        }
        self.compared.fetch_add(compared, Ordering::Relaxed);
        self.control.report(compared * self.share.network.size() as u64);
        Ok(())
    }

    fn proceed(&self) -> Result<(), Stop> {
        if self.control.is_interrupted() {
            return Err(self.stop(Error::Interrupted));
        }
        Ok(())
    }
}
