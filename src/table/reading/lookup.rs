//! Look-ups: values at arbitrary positions, one after the other.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::reader::TableReader;
use crate::domain::Coordinates;
use crate::domain::tiling::{TileIndex, Tiling};
use crate::table::error::TableError;
use crate::values::Values;

/// Tiles that a sequence of look-ups has at hand.
const PLACES: usize = 64;

type Kept = Option<(TileIndex, Arc<Values>)>;

/// A sequence of look-ups by one thread, most of which are in the tiles of those before: the options of a
/// position lie along a few lines or in a plane.
///
/// A look-up cannot fail by itself, so that it can serve as the function from positions to values
/// that the definition asks for: a tile that cannot be read is reported by [`Lookup::finish`].
pub struct Lookup<'a> {
    /// How the table is cut into tiles.
    pub tiling: &'a Tiling,
    read: Box<dyn Fn(TileIndex) -> Result<Arc<Values>, TableError> + 'a>,
    /// Tiles, each in the place that its index determines. The cache of the table has them too, but
    /// threads share that one.
    kept: RefCell<Vec<Kept>>,
    /// The error of the last look-up that failed.
    pub(crate) failure: Cell<Option<TableError>>,
}

impl TableReader {
    /// Begins a sequence of look-ups.
    pub fn lookup(&self) -> Lookup<'_> {
        Lookup::new(self.plan().tiling(), |index| self.cached_tile(index))
    }
}

impl<'a> Lookup<'a> {
    /// Begins a sequence of look-ups in tiles that `read` reads.
    pub(crate) fn new(
        tiling: &'a Tiling,
        read: impl Fn(TileIndex) -> Result<Arc<Values>, TableError> + 'a,
    ) -> Self {
        let read = Box::new(read);
        Lookup { tiling, read, kept: RefCell::default(), failure: Cell::default() }
    }

    /// Returns the stored value at a position of the domain. If its tile cannot be read, returns 0
    /// and keeps the error for [`Lookup::finish`].
    pub fn value(&self, at: Coordinates) -> u32 {
        let (index, offset) = self.tiling.locate(at);
        self.in_tile(index, |tile| tile.get(offset)).unwrap_or(0)
    }

    /// Returns what `read` makes of the values of a tile. If the tile cannot be read, returns `None` and keeps
    /// the error for [`Lookup::finish`].
    pub fn in_tile<T>(&self, index: TileIndex, read: impl FnOnce(&Values) -> T) -> Option<T> {
        let mut kept = self.kept.borrow_mut();
        // A single look-up needs one place, and many begin and end with one.
        let place = if kept.len() <= 1 { 0 } else { place_of(index) };
        if let Some(Some((known, tile))) = kept.get(place)
            && *known == index
        {
            return Some(read(tile));
        }
        match (self.read)(index) {
            Ok(tile) => {
                let found = read(&tile);
                if kept.is_empty() {
                    kept.push(Some((index, tile)));
                } else {
                    kept.resize(PLACES, None);
                    kept[place_of(index)] = Some((index, tile));
                }
                Some(found)
            }
            Err(error) => {
                self.failure.set(Some(error));
                None
            }
        }
    }

    /// Ends the look-ups.
    ///
    /// # Errors
    /// The error of the last look-up that failed.
    pub fn finish(self) -> Result<(), TableError> {
        self.failure.into_inner().map_or(Ok(()), Err)
    }
}

/// Returns the place of a tile. Neighbours have different ones.
fn place_of(index: TileIndex) -> usize {
    let [w, x, y, z] = index.0;
    (8 * w + 16 * x + 4 * y + z) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::plan::Plan;
    use crate::table::error::Obstacle;

    /// Catches a tile far out that has no place.
    #[test]
    fn every_tile_has_a_place() {
        for far in 0..2000 {
            let tiles = [[far, 0, 0, 0], [0, far, 1, 0], [1, 0, far, 2], [0, 2, far, far]];
            assert!(tiles.into_iter().all(|tile| place_of(Coordinates(tile)) < PLACES), "{far}");
        }
    }

    /// Catches neighbours that push one another out, and a tile that cannot be read and is never spoken of.
    #[test]
    fn neighbours_are_kept_and_failures_are_told() {
        let plan =
            Plan::parse("nim:2", "40", "grundy").expect("a plan").with_tile(4).expect("tiles");
        let reads = Cell::new(0);
        let lookup = Lookup::new(plan.tiling(), |index| {
            reads.set(reads.get() + 1);
            match index[2] {
                9 => Err(TableError::destination(Path::new("here"), Obstacle::NoName)),
                _ => Ok(Arc::new(plan.blank_tile())),
            }
        });
        let at = |x, y| Coordinates([0, 0, x, y]);
        for _ in 0..3 {
            for at in [at(0, 0), at(0, 4), at(4, 0), at(4, 4)] {
                assert_eq!(lookup.value(at), plan.value_type().fill());
            }
        }
        // The first tile finds its place when the second one comes.
        assert!(reads.get() <= 5, "{reads:?}");
        assert_eq!(lookup.value(at(36, 0)), 0);
        assert!(lookup.finish().is_err());
    }
}
