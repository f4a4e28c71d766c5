//! Tilings: a domain cut into boxes of equal shape, the unit of storage (one chunk each) and of
//! the CPU engine's scheduling.

use std::ops::Range;
use std::sync::Arc;

use crate::domain::{Coordinates, Domain, Grading, MAX_HEAPS, Mask};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::values::Values;

/// Which tile: its index along each axis, padded on the left with 0.
pub type TileIndex = Coordinates;

/// A finished tile: the values of all its cells in row-major order of the full tile shape, those
/// outside the domain included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// Which tile.
    pub index: TileIndex,
    /// One value per cell.
    pub values: Values,
}

/// A domain cut into tiles of one shape. Its tiles are those that meet the box or the simplex, also where none of their
/// cells is a position, so that their number does not depend on the rules of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiling {
    domain: Domain,
    edges: Coordinates,
}

/// A tile has at least this many cells, if the domain has: smaller files cost more than they hold.
const SMALLEST_TILE_CELLS: u64 = 1 << 14;
/// A tile of a large domain has at least this many cells: making a file costs as much time as writing
/// a hundred kilobytes.
const USUAL_TILE_CELLS: u64 = 1 << 16;
/// A domain with this many tiles along its longest side is large: there are enough tiles for all
/// threads, and those that are open at once are a small part of the table.
const TILES_ALONG_LARGE_DOMAIN: u32 = 16;
/// A tile has at most this many cells, because several threads hold one in memory each.
const LARGEST_TILE_CELLS: u64 = 1 << 28;
/// The most tiles by default: file systems cope with this many chunk files in a directory tree.
pub(crate) const MOST_TILES_BY_DEFAULT: u64 = 1 << 16;
/// The most tiles that a caller can ask for, because tiles are listed in memory, which takes 20 bytes for each. 8192
/// tokens of the Triangle Game take 2.9 million where a GPU can have no larger ones.
const MOST_TILES: u64 = 1 << 22;

impl Tiling {
    /// Cuts `domain` into cubes of edge `edge`, or of an edge chosen so that files are neither
    /// tiny nor too many. Edges longer than a side are cut to it.
    ///
    /// # Errors
    /// When `edge` is 0, so small that there would be more than 2^22 tiles, or so large that a
    /// tile would have more than 2^28 cells.
    pub fn new(domain: &Domain, edge: Option<u32>) -> Result<Self, InvalidInput> {
        let cut = |edge: u32| Tiling {
            domain: domain.clone(),
            edges: Coordinates(domain.sides().map(|side| side.min(edge))),
        };
        let Some(edge) = edge else {
            let of_cells = |least: u64| {
                let fits = |tiling: &Tiling| {
                    let is_enough = tiling.tile_cells() >= least;
                    is_enough && tiling.count() <= MOST_TILES_BY_DEFAULT
                        || tiling.edges == domain.sides()
                };
                (4..31).map(|log| cut(1 << log)).find(fits).unwrap_or_else(|| cut(u32::MAX))
            };
            let usual = of_cells(USUAL_TILE_CELLS);
            return Ok(match usual.grid().largest() {
                TILES_ALONG_LARGE_DOMAIN.. => usual,
                _ => of_cells(SMALLEST_TILE_CELLS),
            });
        };
        let tiling = cut(edge.max(1));
        let refuse = |kind: InvalidInputKind, wrong: &str, right: String| {
            Err(InvalidInput::new(kind, format!("tile {edge}"), format!("{domain} {wrong}"), right))
        };
        if edge == 0 {
            return refuse(
                InvalidInputKind::OutOfRange,
                "cannot be cut into tiles of edge 0",
                "the edge is at least 1".into(),
            );
        }
        if tiling.count() > MOST_TILES {
            let right = format!("choose a larger edge: at most {MOST_TILES} tiles are stored");
            return refuse(InvalidInputKind::TooLarge, "would be cut into too many tiles", right);
        }
        if tiling.tile_cells() > LARGEST_TILE_CELLS {
            let right = format!("choose a smaller edge: at most {LARGEST_TILE_CELLS} cells");
            return refuse(
                InvalidInputKind::TooLarge,
                "would be cut into tiles that are too large",
                right,
            );
        }
        Ok(tiling)
    }

    /// The domain that is cut.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Tile edges, padded on the left with 1.
    pub fn edges(&self) -> Coordinates {
        self.edges
    }

    /// Tile edges, one per heap: the chunk shape of the table.
    pub fn chunk_shape(&self) -> &[u32] {
        self.edges.unpadded(self.domain.heaps())
    }

    /// Cells of one tile.
    pub fn tile_cells(&self) -> u64 {
        self.edges.iter().map(|&edge| u64::from(edge)).fold(1, u64::saturating_mul)
    }

    /// Number of tiles along each axis of the bounding box.
    pub fn grid(&self) -> Coordinates {
        self.domain.sides().div_ceil(self.edges)
    }

    /// Number of tiles that meet the box or the simplex; a lower bound of it where there are far more than
    /// can be stored.
    pub fn count(&self) -> u64 {
        let grid = self.grid();
        let product: u128 = grid.iter().map(|&n| u128::from(n)).product();
        if self.domain.is_box() {
            return u64::try_from(product).unwrap_or(u64::MAX);
        }
        // A simplex of h heaps fills at least one part in h! of its bounding box.
        let parts: u64 = (1..=self.domain.heaps() as u64).product();
        if product > u128::from(2 * parts * MOST_TILES) {
            return u64::try_from(product / u128::from(parts)).unwrap_or(u64::MAX);
        }
        self.columns().map(|(_, tiles)| u64::from(tiles)).sum()
    }

    /// Returns the number of positions in a tile.
    pub fn positions_in(&self, tile: TileIndex) -> u64 {
        self.region(tile).runs().map(|run| run.length as u64).sum()
    }

    /// The tiles that meet the box or the simplex, by columns along the last axis: the first index and the number
    /// of tiles.
    fn columns(&self) -> impl Iterator<Item = (TileIndex, u32)> + '_ {
        const LAST: usize = MAX_HEAPS - 1;
        let (mut first_of_column, last) = (self.grid(), self.grid()[LAST] - 1);
        first_of_column[LAST] = 1;
        let edges = self.edges.map(u64::from);
        let largest = u64::from(self.domain.largest_token_sum());
        Coordinates::cells_of_box(first_of_column).filter_map(move |index| {
            let taken: u64 = index.iter().zip(edges).map(|(&i, edge)| u64::from(i) * edge).sum();
            let rest = largest.checked_sub(taken)?;
            Some((index, (rest / edges[LAST]).min(u64::from(last)) as u32 + 1))
        })
    }

    /// The tiles that meet the box or the simplex, in lexicographic order.
    pub fn tiles(&self) -> impl Iterator<Item = TileIndex> + '_ {
        self.columns().flat_map(|(first, tiles)| (0..tiles).map(move |k| first.with_last(k)))
    }

    /// Whether a tile has this index and meets the box or the simplex, which holds every cell below one of its cells.
    pub(crate) fn holds(&self, index: TileIndex) -> bool {
        index.is_inside(self.grid()) && self.domain.encloses(index * self.edges)
    }

    /// The tiles by fronts: those whose indices have equal sums. In games whose heaps do not grow no tile of a front
    /// holds an option of a position in another one, so that a front can be computed in parallel once all earlier fronts
    /// are finished.
    pub fn fronts(&self) -> Vec<Vec<TileIndex>> {
        let grid = self.grid();
        let mut fronts = vec![Vec::new(); grid.iter().map(|&n| n as usize - 1).sum::<usize>() + 1];
        for index in self.tiles() {
            fronts[index.iter().map(|&i| i as usize).sum::<usize>()].push(index);
        }
        fronts.retain(|front| !front.is_empty());
        fronts
    }

    /// The cells of a tile.
    pub fn region(&self, index: TileIndex) -> TileRegion {
        let sides = self.domain.sides();
        let origin = index * self.edges;
        TileRegion {
            origin,
            edges: self.edges,
            extent: Coordinates::from_fn(|axis| self.edges[axis].min(sides[axis] - origin[axis])),
            largest_token_sum: self.domain.largest_token_sum(),
            mask: self.domain.mask().cloned(),
        }
    }

    /// The tile that holds the cell with these padded coordinates, and the index of the cell in it.
    pub fn locate(&self, at: Coordinates) -> (TileIndex, usize) {
        let (index, within) = (at / self.edges, at % self.edges);
        (index, within.row_major_index(self.edges))
    }
}

/// The cells of one tile. Those beyond the domain are stored too, with the fill value, and so are those of the domain that
/// are no positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileRegion {
    /// Its least coordinates.
    pub origin: Coordinates,
    /// The full tile shape, in which values are laid out.
    pub edges: Coordinates,
    /// The part of it that lies within the bounding box of the domain.
    pub extent: Coordinates,
    largest_token_sum: u32,
    /// Which cells of the domain are positions, where not all of them are.
    mask: Option<Arc<Mask>>,
}

/// Neighbouring cells of a tile along the last axis, all of them positions of the domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Coordinates of the first cell.
    pub at: Coordinates,
    /// Index of the first cell in the tile's values.
    pub offset: usize,
    /// Number of cells.
    pub length: usize,
}

impl Run {
    /// Returns some of the cells, counted from the first.
    fn between(self, cells: Range<usize>) -> Run {
        let at = self.at.along_row(cells.start as u32);
        Run { at, offset: self.offset + cells.start, length: cells.len() }
    }

    /// The coordinates of each cell, and its index in the tile's values.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = (Coordinates, usize)> {
        let cell = move |step: usize| (self.at.along_row(step as u32), self.offset + step);
        (0..self.length).map(cell)
    }
}

impl TileRegion {
    /// Cells in the full tile shape.
    pub fn cells(&self) -> usize {
        self.edges.iter().map(|&edge| edge as usize).product()
    }

    /// The cell with the largest coordinates within the bounding box of the domain.
    pub fn last_cell(&self) -> Coordinates {
        self.origin + self.extent - Coordinates([1; MAX_HEAPS])
    }

    /// A lower bound of the grades of the positions.
    pub fn first_grade(&self, grading: &Grading) -> u32 {
        grading.least_from(self.origin)
    }

    /// An upper bound of the grades of the positions.
    pub fn last_grade(&self, grading: &Grading) -> u32 {
        let of_corner = grading.most_up_to(self.last_cell());
        match grading {
            // No coordinate exceeds the token sum, so the grade by the heap does not either.
            Grading::TokenSum | Grading::Heap => self.largest_token_sum.min(of_corner),
            Grading::Function(_) => of_corner,
        }
    }

    /// Index of the cell with these coordinates, which lie within the tile.
    #[inline]
    pub fn offset(&self, at: Coordinates) -> usize {
        (at - self.origin).row_major_index(self.edges)
    }

    /// The positions, in row-major order, as runs along the last axis.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        self.patches(u32::MAX)
    }

    /// The same with all cells of the box or the simplex as positions.
    pub(crate) fn unmasked(self) -> Self {
        TileRegion { mask: None, ..self }
    }

    /// The cells of the full tile shape that are no positions, by their offsets.
    pub(crate) fn cells_outside(&self) -> impl Iterator<Item = usize> {
        let ends = self.runs().map(|run| run.offset + run.length);
        let starts = self.runs().map(|run| run.offset).chain([self.cells()]);
        std::iter::once(0).chain(ends).zip(starts).flat_map(|(end, start)| end..start)
    }

    /// The positions in square patches of this edge. Patches come in row-major order, and so do the
    /// runs of each patch, so that neighbours along the axis before the last follow one another
    /// soon. As in row-major order a cell comes after all cells that it dominates.
    pub(crate) fn patches(&self, edge: u32) -> impl Iterator<Item = Run> + use<> {
        let Coordinates([.., rows, columns]) = self.extent;
        let starts = move |side: u32| (0..side).step_by(edge as usize);
        let places = self
            .planes()
            .flat_map(move |plane| starts(rows).map(move |top| (plane, top)))
            .flat_map(move |(plane, top)| starts(columns).map(move |left| (plane, top, left)))
            .flat_map(move |([w, x], top, left)| {
                let bottom = rows.min(top.saturating_add(edge));
                (top..bottom).map(move |y| Coordinates([w, x, y, left]))
            });
        RunsFrom { region: self.clone(), places, edge, rest: None }
    }

    /// The first two coordinates of the tile's cells, relative to its origin. Cells that share them lie
    /// in a plane of rows and columns.
    pub(crate) fn planes(&self) -> impl Iterator<Item = [u32; 2]> + use<> {
        let Coordinates([first, second, ..]) = self.extent;
        (0..first).flat_map(move |w| (0..second).map(move |x| [w, x]))
    }

    /// At most `most` cells of one row within the box or the simplex, from the cell with these coordinates within the
    /// tile on.
    fn run(&self, within: Coordinates, most: u32) -> Option<Run> {
        let at = self.origin + within;
        let room = self.largest_token_sum.checked_sub(at.iter().sum())?;
        let columns = (self.extent[MAX_HEAPS - 1] - within[MAX_HEAPS - 1]).min(most);
        let offset = within.row_major_index(self.edges);
        Some(Run { at, offset, length: columns.min(room.saturating_add(1)) as usize })
    }

    /// Whether all cells of the full tile shape are positions.
    pub(crate) fn is_whole(&self) -> bool {
        let is_enclosed = self.encloses(Coordinates(self.edges.map(|edge| edge - 1)));
        let is_full = || self.runs().map(|run| run.length).sum::<usize>() == self.cells();
        is_enclosed && (self.mask.is_none() || is_full())
    }

    /// Whether the cell with these coordinates, relative to the origin, is a position.
    pub(crate) fn holds(&self, within: Coordinates) -> bool {
        let is_position = |mask: &Arc<Mask>| mask.contains(self.origin + within);
        self.encloses(within) && self.mask.as_ref().is_none_or(is_position)
    }

    /// Whether the cell with these coordinates, relative to the origin, is within the box or the simplex.
    fn encloses(&self, within: Coordinates) -> bool {
        let start: u32 = self.origin.iter().sum();
        let room = self.largest_token_sum.checked_sub(start);
        within.is_inside(self.extent) && room.is_some_and(|room| within.iter().sum::<u32>() <= room)
    }
}

/// The runs of positions that begin at places within a tile, or are the first behind one in its row, at most `edge` cells
/// away.
struct RunsFrom<P> {
    region: TileRegion,
    places: P,
    edge: u32,
    /// Cells of a row whose positions are still to come.
    rest: Option<Run>,
}

impl<P: Iterator<Item = Coordinates>> Iterator for RunsFrom<P> {
    type Item = Run;

    #[inline]
    fn next(&mut self) -> Option<Run> {
        loop {
            let Some(cells) = self.rest.take() else {
                self.rest = self.region.run(self.places.next()?, self.edge);
                continue;
            };
            let Some(mask) = &self.region.mask else {
                return Some(cells);
            };
            if let Some(run) = mask.first_run(cells.at, cells.length) {
                self.rest =
                    Some(cells.between(run.end..cells.length)).filter(|rest| rest.length > 0);
                return Some(cells.between(run));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::tests::{PATTERNS, masked};

    /// Catches tiles that are refused although they can be stored, and tiles that are one too many or a cell too large.
    #[test]
    fn the_most_and_the_largest_tiles_are_accepted() {
        let heap = |side: u64| Domain::boxed(&[side as u32]).expect("valid");
        assert!(Tiling::new(&heap(MOST_TILES), Some(1)).is_ok());
        assert!(Tiling::new(&heap(MOST_TILES + 1), Some(1)).is_err());
        for (side, is_accepted) in [
            (LARGEST_TILE_CELLS, true),
            (LARGEST_TILE_CELLS + 1, false),
            (2 * LARGEST_TILE_CELLS, false),
        ] {
            let tiling = Tiling::new(&heap(side), Some(side as u32));
            assert_eq!(tiling.is_ok(), is_accepted, "{side}");
        }
    }

    /// Catches a bound where the number of tiles is due: tiles of edge 1 are as many as positions of a simplex,
    /// (t + 1)(t + 2)(t + 3) / 6.
    #[test]
    fn tiles_of_a_simplex_are_counted() {
        for (tokens, expected) in [(150, 585_276), (220, 1_823_471)] {
            let domain = Domain::simplex(3, tokens).expect("valid");
            let tiling = Tiling { domain, edges: Coordinates([1; MAX_HEAPS]) };
            assert_eq!(tiling.count(), expected);
        }
    }

    /// Catches tiles that overlap, miss a position or count one outside the domain.
    #[test]
    fn runs_of_all_tiles_cover_the_domain_once() {
        let shapes = [
            Domain::boxed(&[10]),
            Domain::boxed(&[5, 13]),
            Domain::boxed(&[4, 1, 7]),
            Domain::simplex(1, 0),
            Domain::simplex(2, 9),
            Domain::simplex(3, 11),
            Domain::boxed(&[3, 4, 2, 5]),
            Domain::simplex(4, 8),
        ];
        let shapes = shapes.map(|domain| domain.expect("valid"));
        let restricted = shapes
            .iter()
            .flat_map(|domain| PATTERNS.map(|is_position| masked(domain, is_position)));
        for domain in shapes.iter().cloned().chain(restricted) {
            for edge in [Some(1), Some(3), Some(7), None] {
                let tiling = Tiling::new(&domain, edge).expect("valid");
                let mut seen = Vec::new();
                for index in tiling.tiles() {
                    let region = tiling.region(index);
                    let cells = |run: Run| run.offset..run.offset + run.length;
                    let mut in_patches: Vec<usize> = region.patches(2).flat_map(cells).collect();
                    in_patches.sort_unstable();
                    assert!(region.runs().flat_map(cells).eq(in_patches));
                    let positions = region.runs().flat_map(cells).count() as u64;
                    assert_eq!(tiling.positions_in(index), positions);
                    assert!(region.runs().all(|run| run.length > 0));
                    assert_eq!(
                        region.runs().flat_map(cells).count() == region.cells(),
                        region.is_whole()
                    );
                    for run in region.runs() {
                        for step in 0..run.length {
                            let at = run.at.along_row(step as u32);
                            assert!(domain.contains(at), "{at:?}");
                            assert_eq!(tiling.locate(at), (index, run.offset + step));
                            assert_eq!(region.offset(at), run.offset + step);
                            let grade = at.sum();
                            let by_tokens = Grading::TokenSum;
                            let grades =
                                region.first_grade(&by_tokens)..=region.last_grade(&by_tokens);
                            assert!(grades.contains(&grade));
                            seen.push(at);
                        }
                    }
                }
                assert_eq!(tiling.count(), tiling.tiles().count() as u64);
                assert_eq!(tiling.fronts().concat().len() as u64, tiling.count());
                seen.sort_unstable();
                assert_eq!(seen.len() as u64, domain.positions(), "{domain} by {edge:?}");
            }
        }
    }

    /// Catches default tiles that are too many for a file system.
    #[test]
    fn default_tiles_are_few_enough() {
        for domain in [
            Domain::simplex(3, 4096),
            Domain::boxed(&[1 << 20, 1 << 20]),
            Domain::boxed(&[1, 1 << 30]),
            Domain::boxed(&[1 << 30]),
        ] {
            let tiling = Tiling::new(&domain.expect("valid"), None).expect("valid");
            assert!(tiling.count() <= MOST_TILES_BY_DEFAULT, "{:?}", tiling.edges());
        }
        let domain = Domain::simplex(3, 4096).expect("valid");
        assert!(Tiling::new(&domain, Some(1)).is_err());
    }

    /// Catches tiles, and cells within them, that are counted wrong or said to be where they are not.
    #[test]
    fn tiles_hold_what_they_say() {
        for (text, heaps) in
            [("10x5", 2), ("7x2x9", 3), ("4x7x5x6", 4), ("tokens 9", 3), ("tokens 7", 4)]
        {
            let whole = Domain::parse(text, heaps).expect(text);
            let restricted = PATTERNS.map(|is_position| masked(&whole, is_position));
            for domain in restricted.into_iter().chain([whole]) {
                check_tiles(&domain);
            }
        }
    }

    /// Checks the tiles of edge 3 of a domain against its cells.
    fn check_tiles(domain: &Domain) {
        {
            let (text, whole) = (domain, domain.clone().unrestricted());
            let tiling = Tiling::new(domain, Some(3)).expect("few tiles");
            assert_eq!(tiling.edges(), Coordinates(domain.sides().map(|side| side.min(3))));
            let mut tiles = Vec::new();
            for index in Coordinates::cells_of_box(tiling.grid() + Coordinates([1; MAX_HEAPS])) {
                let first = index * tiling.edges();
                assert_eq!(tiling.holds(index), whole.contains(first), "{text}, {index:?}");
                if !whole.contains(first) {
                    continue;
                }
                tiles.push(index);
                let region = tiling.region(index);
                assert_eq!(region.cells() as u64, tiling.tile_cells());
                let cells = Coordinates::cells_of_box(tiling.edges()).map(|within| first + within);
                let (inside, outside): (Vec<_>, Vec<_>) =
                    cells.partition(|&at| domain.contains(at));
                let found = region.runs().flat_map(Run::cells).map(|(at, _)| at);
                assert_eq!(found.collect::<Vec<_>>(), inside, "{text}, {index:?}");
                let offsets = outside.iter().map(|&at| region.offset(at));
                assert!(region.cells_outside().eq(offsets), "{text}, {index:?}");
                let grades = || inside.iter().map(|at| at.sum());
                let first_grade = region.first_grade(&Grading::TokenSum);
                assert!(grades().all(|grade| grade >= first_grade));
                if domain.contains(first) {
                    assert_eq!(Some(first_grade), grades().min());
                }
                for within in Coordinates::cells_of_box(tiling.edges()) {
                    assert_eq!(region.holds(within), domain.contains(first + within));
                }
                let last = region.last_cell();
                for axis in 0..MAX_HEAPS {
                    let end = first[axis] + tiling.edges()[axis];
                    assert_eq!(last[axis] + 1, end.min(domain.sides()[axis]));
                }
            }
            assert_eq!(tiling.count(), tiles.len() as u64, "{text}");
            assert!(tiling.tiles().eq(tiles));
        }
    }
}
