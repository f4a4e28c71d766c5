//! Integrity: every chunk is there, decodes, has its checksum, and holds the fill value outside the
//! domain.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::domain::Coordinates;
use crate::domain::tiling::{Run, TileIndex};
use crate::error::{Error, Fault};
use crate::plan::Plan;
use crate::table::{Pass, TableError, TableReader, TileInHand};
use crate::totals::Statistics;

/// The pass that adds up the values of all chunks. It checks only that no value is larger than the bound of the plan.
pub(super) struct Integrity<'a> {
    pub(super) plan: &'a Plan,
    /// Whether chunks are needed again, for their values.
    pub(super) keeps_tiles: bool,
}

/// What the chunks of a table hold.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Chunks {
    pub(super) totals: Statistics,
    /// The first position whose value is larger than the definition admits, and this value.
    pub(super) beyond_bound: Option<(Coordinates, u32)>,
    /// The first cell outside the domain that holds another value than the fill value.
    outside: Option<(Coordinates, u32)>,
}

impl Chunks {
    /// Checks that no cell outside the domain has a value.
    pub(super) fn check_outside(&self, plan: &Plan) -> Result<(), Error> {
        let Some((at, value)) = self.outside else { return Ok(()) };
        let position = plan.job().domain().position(at);
        Err(Error::False(Fault::Outside { position, stored: plan.value_type().number(value) }))
    }
}

/// A cell with its value, if there is one.
type Cell = Option<(Coordinates, u32)>;

/// Returns which cell comes first in this order, of equal ones the one with the least coordinates.
fn first(order: impl Fn(Coordinates) -> u32, one: Cell, other: Cell) -> Cell {
    one.into_iter().chain(other).min_by_key(|&(at, _)| (order(at), at))
}

impl Integrity<'_> {
    /// Returns which position comes first in grade order.
    fn first(&self, one: Cell, other: Cell) -> Cell {
        let grading = self.plan.job().grading();
        first(|at| grading.grade(at), one, other)
    }

    /// Returns which cell comes first. Cells that are no positions need not have a grade.
    fn first_outside(&self, one: Cell, other: Cell) -> Cell {
        let grading = self.plan.job().grading();
        first(|at| grading.least_from(at), one, other)
    }
}

impl Pass for Integrity<'_> {
    type State = Chunks;

    const VISITS_TILES: bool = true;

    fn begin(&self) -> Chunks {
        Chunks::default()
    }

    fn visit_tile(&self, chunks: &mut Chunks, tile: &TileInHand) -> Result<(), TableError> {
        let (region, values) = (&tile.region, tile.values);
        let (bound, value_type) = (self.plan.bound(), self.plan.value_type());
        let fill = value_type.fill();
        if let Some(cell) = region.cells_outside().find(|&cell| values.get(cell) != fill) {
            let at = region.origin + Coordinates::from_row_major_index(cell, region.edges);
            chunks.outside = self.first_outside(chunks.outside, Some((at, values.get(cell))));
        }
        let totals = Statistics::of_tile(self.plan.job(), region, values);
        if bound.is_exceeded_by(totals.furthest_from_0()) {
            let cells = region.runs().flat_map(Run::cells);
            for (at, value) in cells.map(|(at, cell)| (at, values.get(cell))) {
                if bound.is_exceeded_by(value_type.number(value)) {
                    chunks.beyond_bound = self.first(chunks.beyond_bound, Some((at, value)));
                }
            }
        }
        chunks.totals = chunks.totals.merge(totals);
        Ok(())
    }

    fn merge(&self, chunks: &mut Chunks, other: Chunks) {
        chunks.totals = chunks.totals.merge(other.totals);
        chunks.beyond_bound = self.first(chunks.beyond_bound, other.beyond_bound);
        chunks.outside = self.first_outside(chunks.outside, other.outside);
    }

    fn keeps_tiles(&self) -> bool {
        self.keeps_tiles
    }
}

/// Compares the totals of the stored values with those that the table records.
pub(super) fn check_totals(table: &TableReader, found: Statistics) -> Result<(), Error> {
    let recorded = table.attributes().totals.unwrap_or_default();
    match recorded.first_difference(found) {
        None => Ok(()),
        Some((name, recorded, found)) => Err(Error::False(Fault::Total { name, recorded, found })),
    }
}

/// Checks that everything among the chunks belongs to a tile: other things would be chunks to some readers. All ranks
/// call it.
pub(super) fn check_no_stray(table: &TableReader) -> Result<(), TableError> {
    let no_stray = check_no_stray_file(table).and_then(|()| table.check_no_stray_chunk());
    table.of_all_ranks(no_stray).map(drop)
}

fn check_no_stray_file(table: &TableReader) -> Result<(), TableError> {
    let key = |index: TileIndex| table.chunk_key(index);
    let keys: HashSet<String> = table.plan().tiling().tiles().map(key).collect();
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
