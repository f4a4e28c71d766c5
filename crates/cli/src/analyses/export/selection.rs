//! Selections: the part of a table that is exported, as an array that is read piece by piece.

use std::ops::Range;

use grundytab::control::Control;
use grundytab::domain::tiling::TileRegion;
use grundytab::domain::{Coordinates, Domain, MAX_HEAPS, Plane, Rectangle, Region};
use grundytab::invalid_input::InvalidInput;
use grundytab::memory::available_memory_bytes;
use grundytab::table::{TableError, TableReader};
use grundytab::values::Values;

/// An array of cells of a table: all of it, a box of it or a rectangle of a plane. A cell is a position, or
/// lies outside the domain.
///
/// The axes of the array are those of the table or, of a plane, its two free heaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    domain: Domain,
    plane: Option<Plane>,
    /// One range for each axis of the array.
    ranges: Vec<Range<u32>>,
}

/// The most cells of a piece.
const MOST_CELLS: u64 = 1 << 24;
/// The least of this bound, however little memory there is.
const LEAST_CELLS: u64 = 1 << 12;
/// The bytes of available memory for each cell of a piece. A cell takes at most twelve, and its text forty;
/// what is left over is for the tiles that are read, of which the table holds a few for each thread at a time
/// beside those that it keeps.
const MEMORY_FOR_A_CELL: u64 = 128;

impl Selection {
    /// Returns all cells of the bounding box of a domain.
    #[cfg(test)]
    pub fn whole(domain: &Domain) -> Self {
        let ranges = domain.shape().iter().map(|&side| 0..side).collect();
        Selection { domain: domain.clone(), plane: None, ranges }
    }

    /// Returns the cells of a plane, or of the whole domain without one, that lie in a region.
    ///
    /// # Errors
    /// When the region has another number of ranges than the array axes, or does not lie in it.
    pub fn new(
        domain: &Domain,
        plane: Option<Plane>,
        region: Option<&Region>,
    ) -> Result<Self, InvalidInput> {
        let sides = match &plane {
            Some(plane) => vec![plane.columns(), plane.rows()],
            None => domain.shape().to_vec(),
        };
        let ranges = match region {
            Some(region) => region.within(&sides)?,
            None => sides.into_iter().map(|side| 0..side).collect(),
        };
        Ok(Selection { domain: domain.clone(), plane, ranges })
    }

    /// Returns the sides of the array.
    pub fn shape(&self) -> Vec<u32> {
        self.ranges.iter().map(|range| range.end - range.start).collect()
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> u64 {
        self.shape().iter().fold(1, |cells: u64, &side| cells.saturating_mul(side.into()))
    }

    /// Whether it is all of the table.
    pub(super) fn is_whole(&self) -> bool {
        let shape = self.domain.shape();
        let is_all = |(range, &side): (&Range<u32>, &u32)| *range == (0..side);
        self.plane.is_none() && self.ranges.iter().zip(shape).all(is_all)
    }

    /// Returns the domain of the table.
    pub(super) fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Returns the position of a cell, if it is in the domain.
    pub(super) fn position(&self, cell: &[u32]) -> Option<Coordinates> {
        match (&self.plane, cell) {
            (Some(plane), &[column, row]) => plane.position(column, row),
            _ => Some(Coordinates::padded(cell, 0)).filter(|&at| self.domain.contains(at)),
        }
    }

    /// Whether a position of the domain is selected.
    pub(super) fn contains(&self, at: Coordinates) -> bool {
        let in_ranges = |cell: &[u32]| {
            self.ranges.iter().zip(cell).all(|(range, coordinate)| range.contains(coordinate))
        };
        match &self.plane {
            Some(plane) => plane.cell(at).is_some_and(|(column, row)| in_ranges(&[column, row])),
            None => in_ranges(at.unpadded(self.domain.heaps())),
        }
    }

    /// Whether a tile may have selected positions.
    pub(super) fn may_meet(&self, tile: &TileRegion) -> bool {
        let meets = |axis: usize, range: &Range<u32>| {
            range.start <= tile.last_cell()[axis] && tile.origin[axis] < range.end
        };
        let Some(plane) = &self.plane else {
            let first = MAX_HEAPS - self.ranges.len();
            return self.ranges.iter().enumerate().all(|(at, range)| meets(first + at, range));
        };
        let (free, _) = plane.axes();
        let fixed = |axis| plane.fixed_heap(axis).is_none_or(|heap| meets(axis, &(heap..heap + 1)));
        let sums = tile.origin.sum()..=tile.last_cell().sum();
        (0..MAX_HEAPS).all(fixed)
            && free.iter().zip(&self.ranges).all(|(&axis, range)| meets(axis, range))
            && plane.token_sum().is_none_or(|sum| sums.contains(&sum))
    }

    /// Returns a bound on the number of selected positions of one token sum.
    pub(super) fn largest_layer(&self) -> u64 {
        let shape = self.shape();
        let longest = shape.iter().max().copied().unwrap_or(1);
        match self.plane.as_ref().and_then(Plane::token_sum) {
            Some(_) => self.cells(),
            None => self.cells() / u64::from(longest.max(1)),
        }
    }

    /// Cuts the array into pieces that follow one another in row-major order, each of which fits into a
    /// small part of the memory. They end with tiles where that is possible.
    pub(super) fn pieces(&self, table: &TableReader) -> impl Iterator<Item = Piece> {
        let edges = table.plan().tiling().edges();
        let edges: Vec<u32> = match &self.plane {
            Some(plane) => plane.axes().0.map(|axis| edges[axis]).to_vec(),
            None => edges.unpadded(self.domain.heaps()).to_vec(),
        };
        let most = (available_memory_bytes() / MEMORY_FOR_A_CELL).clamp(LEAST_CELLS, MOST_CELLS);
        pieces(&self.ranges, &edges, most)
    }

    /// Reads the values of a piece in row-major order, in the type of the table. Cells outside the domain
    /// have its fill value.
    pub(super) fn read(
        &self,
        table: &TableReader,
        piece: &Piece,
        control: &Control,
    ) -> Result<Values, TableError> {
        let values = match (&self.plane, piece.ranges.as_slice()) {
            (Some(plane), [columns, rows]) => read_plane(table, plane, [columns, rows], control)?,
            _ => table.slice_values(&piece.ranges, control)?,
        };
        if piece.ends_tiles {
            table.forget_tiles();
        }
        Ok(values)
    }
}

/// Reads cells of a plane, column after column.
fn read_plane(
    table: &TableReader,
    plane: &Plane,
    [columns, rows]: [&Range<u32>; 2],
    control: &Control,
) -> Result<Values, TableError> {
    let cells = Rectangle { columns: columns.clone(), rows: rows.clone() };
    let [width, height] = cells.sides().map(|side| side as usize);
    let by_rows = table.plane_values(plane, &cells, control)?;
    let value_type = table.plan().value_type();
    let by_columns = (0..width).flat_map(|column| {
        let by_rows = &by_rows;
        (0..height).map(move |row| by_rows[row * width + column].unwrap_or(value_type.fill()))
    });
    Ok(Values::from_u32(value_type, by_columns))
}

/// Cells of a selection that follow one another in row-major order: a box of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) ranges: Vec<Range<u32>>,
    /// Whether no later piece has cells of the tiles of this one.
    ends_tiles: bool,
}

impl Piece {
    /// Returns the number of cells.
    pub(super) fn cells(&self) -> usize {
        self.ranges.iter().map(|range| range.len()).product()
    }

    /// Returns the cell with this index in row-major order.
    pub(super) fn cell(&self, mut index: usize) -> Vec<u32> {
        let mut cell: Vec<u32> = self.ranges.iter().map(|range| range.start).collect();
        for (coordinate, range) in cell.iter_mut().zip(&self.ranges).rev() {
            let side = range.len().max(1);
            *coordinate += (index % side) as u32;
            index /= side;
        }
        cell
    }
}

/// Cuts a box into boxes of at most `most` cells, or of one: of the axes before a certain one each has a
/// single index, of those behind it they have all. They begin and end at multiples of the tile edges
/// along that axis where they are as long as an edge.
fn pieces(ranges: &[Range<u32>], edges: &[u32], most: u64) -> impl Iterator<Item = Piece> + use<> {
    let cells_behind = |axis: usize| {
        ranges[axis + 1..]
            .iter()
            .fold(1, |cells: u64, range| cells.saturating_mul(u64::from(range.end - range.start)))
    };
    let axis = (0..ranges.len()).find(|&axis| cells_behind(axis) <= most).unwrap_or(0);
    let longest = (most / cells_behind(axis)).clamp(1, u32::MAX.into()) as u32;
    let step = if longest >= edges[axis] { longest - longest % edges[axis] } else { longest };
    let cut = ranges[axis].clone();
    let parts: Vec<Range<u32>> = (cut.start / step..cut.end.div_ceil(step))
        .map(|part| {
            let end = (u64::from(part + 1) * u64::from(step)).min(cut.end.into()) as u32;
            cut.start.max(part * step)..end
        })
        .collect();
    let before = Piece { ranges: ranges[..axis].to_vec(), ends_tiles: false };
    let (ranges, edge) = (ranges.to_vec(), edges[0]);
    (0..before.cells()).flat_map(move |index| {
        let fixed: Vec<Range<u32>> = before.cell(index).into_iter().map(|at| at..at + 1).collect();
        let (ranges, parts) = (ranges.clone(), parts.clone());
        parts.into_iter().map(move |part| {
            let behind = ranges[axis + 1..].iter().cloned();
            let piece: Vec<_> = fixed.iter().cloned().chain([part]).chain(behind).collect();
            let is_last = piece.iter().zip(&ranges).skip(1).all(|(one, all)| one.end == all.end);
            let ends_tiles = is_last && piece[0].end % edge == 0;
            Piece { ranges: piece, ends_tiles }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches pieces that leave out a cell, come in another order or are too large.
    #[test]
    fn pieces_follow_one_another_in_row_major_order() {
        let line: Vec<Range<u32>> = std::iter::once(3..20).collect();
        for ranges in [line, vec![0..7, 5..12], vec![2..5, 1..8, 4..9]] {
            for most in [1, 4, 13, 40, 1000] {
                let mut found = Vec::new();
                let edges = [4, 4, 4];
                for piece in pieces(&ranges, &edges, most) {
                    assert!(piece.cells() as u64 <= most, "{ranges:?}, {most}");
                    found.extend((0..piece.cells()).map(|index| piece.cell(index)));
                }
                let mut expected = vec![vec![]];
                for range in &ranges {
                    let longer = |cell: &Vec<u32>| {
                        let cell = cell.clone();
                        range.clone().map(move |at| [cell.as_slice(), &[at]].concat())
                    };
                    expected = expected.iter().flat_map(longer).collect();
                }
                assert_eq!(found, expected, "{ranges:?}, {most}");
            }
        }
    }

    /// Catches pieces that read a row of tiles twice although it fits.
    #[test]
    fn pieces_end_with_tiles() {
        let ends: Vec<_> = pieces(&[3..30, 0..10], &[8, 8], 170)
            .map(|piece| (piece.ranges[0].clone(), piece.ends_tiles))
            .collect();
        assert_eq!(ends, [(3..16, true), (16..30, false)]);
    }

    /// Catches a selection that is read from other tiles than those it has positions in.
    #[test]
    fn selected_positions_lie_in_tiles_that_are_met() {
        let domain = Domain::simplex(3, 12).expect("valid");
        let tiling = grundytab::domain::tiling::Tiling::new(&domain, Some(4)).expect("valid");
        let region = Region::parse("1:6,2:").expect("a region");
        let plane = |text| Plane::parse(text, &domain).expect("a plane");
        for selection in [
            Selection::new(&domain, Some(plane("y=5")), Some(&region)).expect("valid"),
            Selection::new(&domain, Some(plane("sum=9")), Some(&region)).expect("valid"),
            Selection::new(&domain, None, Some(&Region::parse("3,:5,2:7").expect("a region")))
                .expect("valid"),
        ] {
            let mut count = 0;
            for index in tiling.tiles() {
                let tile = tiling.region(index);
                for run in tile.runs() {
                    for (at, _) in run.cells().filter(|&(at, _)| selection.contains(at)) {
                        assert!(selection.may_meet(&tile), "{at:?}");
                        count += 1;
                    }
                }
            }
            let all = Piece { ranges: selection.ranges.clone(), ends_tiles: false };
            let cells = (0..all.cells()).filter_map(|index| selection.position(&all.cell(index)));
            assert_eq!(cells.count(), count);
            assert!(count > 3);
        }
    }
}
