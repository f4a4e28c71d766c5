//! The local rule: a stored value is what the definition makes of its options' stored values.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::first_fault::FirstFault;
use super::{Extent, VerifyError};
use crate::domain::Coordinates;
use crate::domain::tiling::{TileIndex, unravel};
use crate::engine::value_by_definition;
use crate::table::{Lookup, StoredValues};

/// Side of the box at the origin that is checked with every sample.
const SMALLEST_SIDE: u32 = 4;
/// Positions that are drawn at a time.
const SAMPLE_PORTION: u64 = 1 << 16;

/// Checks the rule; returns the number of positions it was checked on.
pub(super) fn check(
    stored: &StoredValues,
    extent: Extent,
    interrupt: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<u64, VerifyError> {
    let positions = stored.table.plan().job().domain().positions();
    let search = Search { stored, interrupt, progress, first_fault: FirstFault::default() };
    let checked = match extent {
        Extent::Sample(wanted) if wanted < positions => {
            search.smallest_positions()?;
            search.sample(wanted)?;
            wanted
        }
        Extent::Sample(_) | Extent::Full => {
            search.everywhere()?;
            positions
        }
    };
    search.first_fault.into_result()?;
    Ok(checked)
}

struct Search<'a> {
    stored: &'a StoredValues<'a>,
    interrupt: &'a AtomicBool,
    progress: &'a (dyn Fn(u64) + Sync),
    first_fault: FirstFault,
}

impl Search<'_> {
    fn everywhere(&self) -> Result<(), VerifyError> {
        let tiling = self.stored.table.plan().tiling();
        let mut tiles: Vec<TileIndex> = tiling.tiles().collect();
        tiles.sort_by_key(|&index| tiling.block(index).first_rank());
        tiles.par_iter().with_max_len(1).try_for_each(|&index| {
            let block = tiling.block(index);
            if self.first_fault.is_below(block.first_rank()) {
                return Ok(());
            }
            let lookup = self.stored.lookup();
            for run in block.runs() {
                for step in 0..run.length as u32 {
                    self.check_interrupt()?;
                    self.check_position([run.at[0], run.at[1], run.at[2] + step], &lookup);
                }
                (self.progress)(run.length as u64);
            }
            Ok(lookup.finish()?)
        })
    }

    /// The positions near the origin, which a random sample never meets: some are terminal, and
    /// only there do the play conventions differ.
    fn smallest_positions(&self) -> Result<(), VerifyError> {
        let domain = self.stored.table.plan().job().domain();
        let sides = domain.sides().map(|side| side.min(SMALLEST_SIDE));
        let cells: u32 = sides.iter().product();
        let lookup = self.stored.lookup();
        for at in (0..cells as usize).map(|index| unravel(sides, index)) {
            if domain.contains(at) {
                self.check_position(at, &lookup);
            }
        }
        Ok(lookup.finish()?)
    }

    fn sample(&self, wanted: u64) -> Result<(), VerifyError> {
        let mut left = wanted;
        while left > 0 {
            let portion = left.min(SAMPLE_PORTION);
            self.sample_portion(portion)?;
            left -= portion;
        }
        Ok(())
    }

    fn sample_portion(&self, wanted: u64) -> Result<(), VerifyError> {
        let domain = self.stored.table.plan().job().domain();
        let mut sample: Vec<Coordinates> = Vec::new();
        while (sample.len() as u64) < wanted {
            let at = domain.sides().map(|side| fastrand::u32(0..side));
            if domain.contains(at) {
                sample.push(at);
            }
        }
        // Neighbours look at the same tiles.
        sample.sort_unstable();
        sample.par_iter().with_max_len(16).try_for_each(|&at| {
            self.check_interrupt()?;
            let lookup = self.stored.lookup();
            self.check_position(at, &lookup);
            (self.progress)(1);
            Ok(lookup.finish()?)
        })
    }

    fn check_position(&self, at: Coordinates, lookup: &Lookup) {
        let job = self.stored.table.plan().job();
        let expected =
            value_by_definition(job.ruleset(), job.quantity(), job.convention(), at, |option| {
                lookup.value(option)
            });
        let stored = lookup.value(at);
        if stored != expected {
            self.first_fault.report(job.domain().position(at), stored, expected);
        }
    }

    fn check_interrupt(&self) -> Result<(), VerifyError> {
        match self.interrupt.load(Ordering::Relaxed) {
            true => Err(VerifyError::Interrupted),
            false => Ok(()),
        }
    }
}
