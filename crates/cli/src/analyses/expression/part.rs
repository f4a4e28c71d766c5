//! Parts of a table: a box of positions, or some cells of a plane.

use grundytab::domain::tiling::TileRegion;
use grundytab::domain::{Coordinates, Domain, MAX_HEAPS, Plane, Rectangle, Region};
use grundytab::invalid_input::InvalidInput;
use grundytab::table::Block;

/// The positions of a domain in a box, or in a rectangle of a plane.
#[derive(Debug, Clone)]
pub struct Part {
    /// The least coordinates, and those behind the largest.
    from: Coordinates,
    end: Coordinates,
    /// The plane, and which of its cells.
    plane: Option<(Plane, Rectangle)>,
}

impl Part {
    /// Returns the positions of a domain in a region, which has a range for each heap; without a
    /// region all positions.
    ///
    /// # Errors
    /// When the region does not lie in the bounding box of the domain.
    pub fn of_domain(domain: &Domain, region: Option<&Region>) -> Result<Self, InvalidInput> {
        let Some(region) = region else {
            return Ok(Part { from: Coordinates::ZERO, end: domain.sides(), plane: None });
        };
        let ranges = region.within(domain.shape())?;
        let starts: Vec<u32> = ranges.iter().map(|range| range.start).collect();
        let ends: Vec<u32> = ranges.iter().map(|range| range.end).collect();
        Ok(Part {
            from: Coordinates::padded(&starts, 0),
            end: Coordinates::padded(&ends, 1),
            plane: None,
        })
    }

    /// Returns the positions of a plane in a region, which has a range of columns and one of rows;
    /// without a region all cells.
    ///
    /// # Errors
    /// When the region does not lie in the plane.
    pub fn of_plane(plane: Plane, region: Option<&Region>) -> Result<Self, InvalidInput> {
        let cells = plane.rectangle(region)?;
        let ([column_axis, row_axis], _) = plane.axes();
        let (mut from, mut end) = (Coordinates::ZERO, plane.domain().sides());
        for axis in 0..MAX_HEAPS {
            if let Some(heap) = plane.fixed_heap(axis) {
                (from[axis], end[axis]) = (heap, heap + 1);
            }
        }
        (from[column_axis], end[column_axis]) = (cells.columns.start, cells.columns.end);
        (from[row_axis], end[row_axis]) = (cells.rows.start, cells.rows.end);
        Ok(Part { from, end, plane: Some((plane, cells)) })
    }

    pub(super) fn has(&self, at: Coordinates) -> bool {
        at.dominates(self.from)
            && at.is_inside(self.end)
            && self.plane.as_ref().is_none_or(|(plane, cells)| {
                plane.cell(at).is_some_and(|(column, row)| cells.contains(column, row))
            })
    }

    /// Returns which positions of a block are in this part; `None` if all are.
    pub(super) fn lanes(&self, block: &Block) -> Option<Vec<bool>> {
        let last = block.at(block.length().saturating_sub(1));
        let is_whole = self.plane.is_none() && self.has(block.first) && self.has(last);
        (!is_whole).then(|| (0..block.length()).map(|lane| self.has(block.at(lane))).collect())
    }

    /// Whether a tile may have positions of this part.
    pub(super) fn meets(&self, tile: &TileRegion) -> bool {
        let overlaps = |axis: usize| {
            tile.origin[axis] < self.end[axis]
                && tile.origin[axis] + tile.extent[axis] > self.from[axis]
        };
        let sum = self.plane.as_ref().and_then(|(plane, _)| plane.token_sum());
        (0..MAX_HEAPS).all(overlaps)
            && sum.is_none_or(|sum| (tile.origin.sum()..=tile.last_cell().sum()).contains(&sum))
    }
}
