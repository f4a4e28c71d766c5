//! Values at many positions that are known in advance, gathered tile by tile: each tile is read once, on any thread. If
//! the options of positions were looked up one after another, lines of tiles would be read again for each position,
//! since no cache holds the tiles of all lines of a large table.

use std::cell::RefCell;
use std::collections::HashMap;

use rayon::prelude::*;

use crate::domain::Coordinates;
use crate::domain::tiling::{TileIndex, Tiling};
use crate::values::Values;

/// Values at some positions of a table.
pub(super) struct Gathered<'a> {
    tiling: &'a Tiling,
    tiles: Vec<OfTile>,
    numbers: HashMap<TileIndex, usize>,
}

/// The requested values of a tile.
struct OfTile {
    index: TileIndex,
    /// Their offsets, in ascending order.
    offsets: Vec<u32>,
    values: Vec<u32>,
}

/// Positions in a tile, by their offsets.
pub(super) type WantedOfTile = (TileIndex, Vec<u32>);

/// Groups positions by tiles; a tile appears again if the positions return to it. Tiles have fewer than 2^32 cells.
pub(super) fn by_tile(
    tiling: &Tiling,
    positions: impl Iterator<Item = Coordinates>,
) -> Vec<WantedOfTile> {
    let mut tiles: Vec<WantedOfTile> = Vec::new();
    let mut recent = Recent::default();
    for (index, offset) in positions.map(|at| tiling.locate(at)) {
        let number = recent.get_or(index, || {
            tiles.push((index, Vec::new()));
            Some(tiles.len() - 1)
        });
        if let Some(number) = number {
            tiles[number].1.push(offset as u32);
        }
    }
    tiles
}

/// A small cache of recently used tiles. Options come in ascending order, and therefore from the tiles of all lines in
/// turn.
pub(super) struct Recent<T> {
    places: [Option<(TileIndex, T)>; 8],
    oldest: usize,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Recent { places: [const { None }; 8], oldest: 0 }
    }
}

impl<T: Copy> Recent<T> {
    /// Returns the cached entry of a tile, or calls `find`.
    #[inline]
    pub(super) fn get_or(
        &mut self,
        index: TileIndex,
        find: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        let is_it = |&&(of, _): &&(TileIndex, T)| of == index;
        if let Some(&(_, found)) = self.places.iter().flatten().find(is_it) {
            return Some(found);
        }
        let found = find()?;
        self.places[self.oldest] = Some((index, found));
        self.oldest = (self.oldest + 1) % self.places.len();
        Some(found)
    }
}

impl<'a> Gathered<'a> {
    /// Gathers the values at these positions from the tiles that `read` returns, on all threads of the pool or on this
    /// thread alone.
    ///
    /// # Errors
    /// The first error of `read`.
    pub(super) fn read<E: Send>(
        tiling: &'a Tiling,
        wanted: impl IntoIterator<Item = WantedOfTile>,
        on_all_threads: bool,
        read: impl Fn(TileIndex) -> Result<Values, E> + Sync,
    ) -> Result<Self, E> {
        let mut numbers = HashMap::new();
        let mut tiles: Vec<OfTile> = Vec::new();
        for (index, offsets) in wanted {
            let number = *numbers.entry(index).or_insert_with(|| {
                tiles.push(OfTile { index, offsets: Vec::new(), values: Vec::new() });
                tiles.len() - 1
            });
            tiles[number].offsets.extend(offsets);
        }
        let fill = |tile: &mut OfTile| {
            // By the sort that merges runs: those of each position ascend already.
            tile.offsets.sort();
            tile.offsets.dedup();
            let values = read(tile.index)?;
            tile.values = tile.offsets.iter().map(|&offset| values.get(offset as usize)).collect();
            Ok(())
        };
        match on_all_threads {
            true => tiles.par_iter_mut().with_max_len(1).try_for_each(fill)?,
            false => tiles.iter_mut().try_for_each(fill)?,
        }
        Ok(Gathered { tiling, tiles, numbers })
    }

    /// Returns a function that looks up the value at a position, if it was gathered.
    pub(super) fn lookup(&self) -> impl Fn(Coordinates) -> Option<u32> {
        let recent: RefCell<Recent<&OfTile>> = RefCell::default();
        move |at| {
            let (index, offset) = self.tiling.locate(at);
            let find = || self.numbers.get(&index).map(|&number| &self.tiles[number]);
            let tile = recent.borrow_mut().get_or(index, find)?;
            let place = tile.offsets.binary_search(&(offset as u32)).ok()?;
            Some(tile.values[place])
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::plan::Plan;
    use crate::sync::{into_inner, lock};

    /// Catches a tile that is read for each of its positions, a value of another position, and one that is made up
    /// where none was gathered.
    #[test]
    fn each_tile_is_read_once() {
        let plan = Plan::parse("nim:2", "40x50", "grundy").and_then(|plan| plan.with_tile(8));
        let plan = plan.expect("a plan");
        let (tiling, domain) = (plan.tiling(), plan.job().domain());
        let number = |at: Coordinates| at.row_major_index(domain.sides()) as u32;
        for on_all_threads in [false, true] {
            let reads = Mutex::new(Vec::new());
            let read = |index: TileIndex| {
                lock(&reads).push(index);
                let region = tiling.region(index);
                let mut values = vec![u32::MAX; tiling.tile_cells() as usize];
                let cells = region.runs().flat_map(|run| run.cells());
                cells.for_each(|(at, cell)| values[cell] = number(at));
                Ok::<_, Infallible>(Values::U32(values))
            };
            // Rows and columns cross in tiles and in positions.
            let is_wanted = |at: &Coordinates| at[2] % 20 == 3 || at[3] % 20 == 3;
            let all: Vec<Coordinates> = Coordinates::cells_of_box(domain.sides()).collect();
            let along_rows = all.iter().copied().filter(is_wanted);
            let again = all.iter().rev().copied().filter(is_wanted);
            let wanted = by_tile(tiling, along_rows.chain(again));
            let Ok(gathered) = Gathered::read(tiling, wanted, on_all_threads, read);
            let lookup = gathered.lookup();
            for &at in &all {
                assert_eq!(lookup(at), is_wanted(&at).then(|| number(at)), "{at:?}");
            }
            let mut reads = into_inner(reads);
            let count = reads.len();
            reads.sort();
            reads.dedup();
            assert_eq!(reads.len(), count, "tiles are read again");
            let has_wanted = |&tile: &TileIndex| {
                all.iter().any(|at| is_wanted(at) && tiling.locate(*at).0 == tile)
            };
            assert_eq!(count, tiling.tiles().filter(has_wanted).count());
        }
    }

    /// Catches tiles that are read on one thread alone: the read of each of two tiles waits for that of the other.
    #[test]
    fn tiles_are_read_on_all_threads() {
        let plan = Plan::parse("nim:2", "8x16", "grundy").and_then(|plan| plan.with_tile(8));
        let plan = plan.expect("a plan");
        let (begun, inside) = (Instant::now(), AtomicU64::new(0));
        let read = |_| {
            inside.fetch_add(1, Ordering::Relaxed);
            while inside.load(Ordering::Relaxed) < 2 {
                assert!(begun.elapsed() < Duration::from_secs(100), "one thread reads alone");
                thread::yield_now();
            }
            Ok::<_, Infallible>(plan.blank_tile())
        };
        let wanted = by_tile(plan.tiling(), Coordinates::cells_of_box(plan.job().domain().sides()));
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
        let Ok(gathered) = threads.install(|| Gathered::read(plan.tiling(), wanted, true, read));
        assert_eq!(gathered.tiles.len(), 2);
    }
}
