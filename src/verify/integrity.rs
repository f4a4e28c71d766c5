//! Integrity: every chunk is there, decodes, has its checksum, and holds the fill value outside the
//! domain.

use crate::error::{Error, Fault};
use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use super::Verified;
use crate::control::Control;
use crate::domain::Coordinates;
use crate::domain::tiling::{Run, TileIndex};
use crate::table::{FirstFindings, TableError, TableReader};
use crate::totals::Statistics;
use crate::values::Values;

/// What the chunks of a table hold.
pub(super) struct Integrity {
    /// How many chunks there are, and the totals of their values.
    pub(super) verified: Verified,
    /// The first position whose value is larger than the definition admits, and this value.
    pub(super) beyond_bound: Option<(Coordinates, u32)>,
}

/// Reads all chunks through `read`, each on one of the ranks that share the table, and adds up their values. It checks
/// only that no value is larger than the bound of the plan.
pub(super) fn check(
    table: &TableReader,
    read: &(dyn Fn(TileIndex) -> Result<Arc<Values>, TableError> + Sync),
    control: &Control,
) -> Result<Integrity, Error> {
    let plan = table.plan();
    let (bound, value_type) = (plan.bound(), plan.value_type());
    let [beyond_bound, outside] = [(); 2].map(|()| FirstFindings::new(plan.job().grading(), 1));
    let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
    let of_tile = |&index: &TileIndex| {
        control.proceed()?;
        let values = read(index)?;
        let region = plan.tiling().region(index);
        let fill = value_type.fill();
        if let Some(cell) = region.cells_outside().find(|&cell| values.get(cell) != fill) {
            let at = region.origin + Coordinates::from_row_major_index(cell, region.edges);
            outside.report(at, || values.get(cell));
        }
        let totals = Statistics::of_tile(plan.job(), &region, &values);
        if bound.is_exceeded_by(totals.furthest_from_0()) {
            let cells = region.runs().flat_map(Run::cells);
            for (at, value) in cells.map(|(at, cell)| (at, values.get(cell))) {
                if bound.is_exceeded_by(value_type.number(value)) {
                    beyond_bound.report(at, || value);
                }
            }
        }
        Ok(totals)
    };
    let chunks = tiles.len() as u64;
    let no_stray = check_no_stray_file(table, &tiles).and_then(|()| table.check_no_stray_chunk());
    let totals = no_stray.and_then(|()| {
        let tiles = table.own(tiles);
        tiles.par_iter().map(of_tile).try_reduce(Statistics::default, |a, b| Ok(a.merge(b)))
    });
    let totals =
        table.of_all_ranks(totals)?.into_iter().fold(Statistics::default(), Statistics::merge);
    let outside = outside.of_all_ranks(table)?;
    if let Some((at, value)) = outside.into_inner().next() {
        let position = plan.job().domain().position(at);
        return Err(Error::False(Fault::Outside { position, stored: value_type.number(value) }));
    }
    let beyond_bound = beyond_bound.of_all_ranks(table)?.into_inner().next();
    let verified = Verified { chunks, totals, positions_checked: 0 };
    Ok(Integrity { verified, beyond_bound })
}

/// Compares the totals of the stored values with those that the table records.
pub(super) fn check_totals(table: &TableReader, found: Statistics) -> Result<(), Error> {
    let recorded = table.attributes().totals.unwrap_or_default();
    match recorded.first_difference(found) {
        None => Ok(()),
        Some((name, recorded, found)) => Err(Error::False(Fault::Total { name, recorded, found })),
    }
}

/// Checks that every file among the chunks belongs to a tile: another one would be a chunk to some
/// readers.
fn check_no_stray_file(table: &TableReader, tiles: &[TileIndex]) -> Result<(), TableError> {
    let keys: HashSet<String> = tiles.iter().map(|&index| table.chunk_key(index)).collect();
    let files = table.chunk_files()?;
    match files.into_iter().find(|(file, _)| !keys.contains(file)) {
        None => Ok(()),
        Some((file, _)) => Err(TableError::Stray {
            path: table.path().to_owned(),
            chunk: format!("the file {file}"),
            remedy: "remove it",
        }),
    }
}
