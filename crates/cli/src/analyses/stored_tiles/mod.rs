//! Tables of what was found otherwise than by a tabulation: by a comparison, or by the user, who gives an array.

pub mod array;
pub mod npy;

use std::sync::Mutex;

use grundytab::domain::tiling::{Tile, TileIndex, TileRegion};
use grundytab::error::Error;
use grundytab::plan::Plan;
use grundytab::sync::{into_inner, lock};
use grundytab::table::{TableError, TableWriter};
use grundytab::totals::Statistics;
use grundytab::values::Values;
use rayon::prelude::*;

/// Stores all tiles of a table, each as `fill` writes it, and completes the table.
///
/// # Errors
/// Those of `fill`, and when the table cannot be written: then nothing is left of it.
pub(super) fn store_tiles(
    plan: &Plan,
    writer: TableWriter,
    fill: impl Fn(&TileRegion, &mut Values) -> Result<(), TableError> + Sync,
) -> Result<(), Error> {
    let totals = Mutex::new(Statistics::default());
    let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
    let stored = tiles.par_iter().with_max_len(1).try_for_each(|&index| {
        let region = plan.tiling().region(index);
        let mut values = plan.blank_tile();
        fill(&region, &mut values)?;
        let of_tile = Statistics::of_tile(plan.job(), &region, &values);
        writer.store(&Tile { index, values })?;
        let mut totals = lock(&totals);
        *totals = totals.merge(of_tile);
        Ok(())
    });
    if let Err(error) = stored {
        // It has failed, whether or not what is written can be removed.
        let _ = writer.abandon();
        return Err(Error::Table(error));
    }
    Ok(writer.finish(into_inner(totals))?)
}
