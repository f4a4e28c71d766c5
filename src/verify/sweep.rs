//! Sweeps: every position of a stored table, tile by tile, on all threads.

use rayon::prelude::*;

use super::VerifyError;
use crate::control::Control;
use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::table::{Lookup, StoredValues};

/// A table being swept.
pub(crate) struct Sweep<'a> {
    pub(crate) stored: &'a StoredValues<'a>,
    pub(crate) control: &'a Control<'a>,
}

impl Sweep<'_> {
    /// Begins every tile with `begin`, in order of the tiles' least ranks, which may say that there
    /// is nothing to do in it; then calls `visit` with what that gave, for every position of the
    /// tile and its value, and `finish` at the end of the tile.
    pub(crate) fn run<S>(
        &self,
        begin: impl Fn(u32) -> Option<S> + Sync,
        visit: impl Fn(&mut S, Coordinates, u32, &Lookup) + Sync,
        finish: impl Fn(S) -> Result<(), VerifyError> + Sync,
    ) -> Result<(), VerifyError> {
        let plan = self.stored.table.plan();
        let (tiling, grading) = (plan.tiling(), plan.job().grading());
        let mut tiles: Vec<TileIndex> = tiling.tiles().collect();
        tiles.sort_by_key(|&index| tiling.region(index).first_rank(grading));
        tiles.par_iter().with_max_len(1).try_for_each(|&index| {
            let block = tiling.region(index);
            let Some(mut state) = begin(block.first_rank(grading)) else {
                return Ok(());
            };
            let values = self.stored.tile(index)?;
            let lookup = self.stored.lookup();
            for run in block.runs() {
                for step in 0..run.length {
                    self.check_interrupt()?;
                    let at = [run.at[0], run.at[1], run.at[2] + step as u32];
                    visit(&mut state, Coordinates(at), values.get(run.offset + step), &lookup);
                }
                self.control.report(run.length as u64);
            }
            finish(state)?;
            Ok(lookup.finish()?)
        })
    }

    pub(crate) fn check_interrupt(&self) -> Result<(), VerifyError> {
        match self.control.is_interrupted() {
            true => Err(VerifyError::Interrupted),
            false => Ok(()),
        }
    }
}
