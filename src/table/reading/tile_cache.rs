//! The tile cache: tiles that have been read are kept while memory allows.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use crate::domain::tiling::TileIndex;
use crate::memory::available_memory_bytes;
use crate::sync::lock;
use crate::table::error::TableError;
use crate::values::Values;

/// The place of a tile. It is locked while the tile is read, so that each is read once, however many
/// threads need it.
type Place = Arc<Mutex<Option<Arc<Values>>>>;

/// All tiles of a table that is kept in memory.
pub(crate) type Tiles = HashMap<TileIndex, Arc<Values>>;

/// Tiles that have been read, as many as fit into half of the memory that was available when the
/// first one was kept, or into less where that is requested. In a full cache a tile takes the place of the
/// one that was read first.
#[derive(Default)]
pub(crate) struct TileCache {
    kept: Mutex<Kept>,
    capacity: OnceLock<usize>,
    /// The most bytes of the tiles, where half of the memory is too much.
    most_bytes: Option<u64>,
}

#[derive(Default)]
struct Kept {
    places: HashMap<TileIndex, Place>,
    /// The keys of `places`, in the order in which they came.
    order: VecDeque<TileIndex>,
}

impl TileCache {
    /// Returns a cache that keeps at most so many bytes, but at least one tile.
    pub(super) fn of_bytes(most_bytes: u64) -> Self {
        TileCache { most_bytes: Some(most_bytes), ..TileCache::default() }
    }

    /// Returns a tile from the cache, or reads it with `read` and keeps it; the tile has at most
    /// `tile_bytes` bytes.
    pub(crate) fn get(
        &self,
        index: TileIndex,
        tile_bytes: u64,
        read: impl FnOnce() -> Result<Values, TableError>,
    ) -> Result<Arc<Values>, TableError> {
        let place = self.place(index, tile_bytes);
        let mut tile = lock(&place);
        if let Some(tile) = &*tile {
            return Ok(Arc::clone(tile));
        }
        Ok(Arc::clone(tile.insert(Arc::new(read()?))))
    }

    /// Returns a tile if it is in the cache.
    pub(super) fn find(&self, index: TileIndex) -> Option<Arc<Values>> {
        let place = lock(&self.kept).places.get(&index).map(Arc::clone)?;
        lock(&place).as_ref().map(Arc::clone)
    }

    /// Drops all tiles.
    pub(crate) fn clear(&self) {
        *lock(&self.kept) = Kept::default();
    }

    fn place(&self, index: TileIndex, tile_bytes: u64) -> Place {
        let capacity = *self.capacity.get_or_init(|| {
            let bytes = available_memory_bytes() / 2;
            let bytes = self.most_bytes.map_or(bytes, |most| most.min(bytes));
            (bytes / tile_bytes.max(1)).max(1) as usize
        });
        let mut kept = lock(&self.kept);
        if let Some(place) = kept.places.get(&index) {
            return Arc::clone(place);
        }
        while kept.places.len() >= capacity {
            let Some(oldest) = kept.order.pop_front() else { break };
            kept.places.remove(&oldest);
        }
        kept.order.push_back(index);
        Arc::clone(kept.places.entry(index).or_default())
    }
}

impl fmt::Debug for TileCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TileCache").field("tiles", &lock(&self.kept).places.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::*;
    use crate::domain::Coordinates;

    fn tile(x: u32) -> TileIndex {
        Coordinates([0, 0, 0, x])
    }

    fn number(values: &Values) -> u32 {
        values.get(0)
    }

    /// Catches tiles that are read again although there is room for them, by several threads too.
    #[test]
    fn while_there_is_room_a_tile_is_read_once() {
        let cache = TileCache::default();
        let reads = AtomicU32::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for x in (0..1000).map(|step| step % 50) {
                        let read = || {
                            reads.fetch_add(1, Ordering::Relaxed);
                            thread::yield_now();
                            Ok(Values::U32(vec![x]))
                        };
                        assert_eq!(number(&cache.get(tile(x), 4, read).expect("read")), x);
                    }
                });
            }
        });
        assert_eq!(reads.into_inner(), 50);
    }

    /// Catches a cache that grows beyond its capacity, that forgets more than it must, or that answers
    /// with another tile.
    #[test]
    fn a_full_cache_forgets_the_oldest_tile_alone() {
        let cache = TileCache::default();
        cache.capacity.set(3).expect("not set yet");
        let reads = Cell::new(0);
        let get = |x| {
            let read = || {
                reads.set(reads.get() + 1);
                Ok(Values::U32(vec![x]))
            };
            assert_eq!(number(&cache.get(tile(x), 4, read).expect("read")), x);
            reads.get()
        };
        assert_eq!([0, 1, 2, 0, 1, 2].map(get), [1, 2, 3, 3, 3, 3]);
        assert_eq!([3, 1, 2, 3, 0, 2].map(get), [4, 4, 4, 4, 5, 5]);
        assert_eq!(lock(&cache.kept).places.len(), 3);
    }

    /// Catches a limit that is not held: a program that runs for days would take half of the memory.
    #[test]
    fn a_cache_of_few_bytes_keeps_few_tiles() {
        let cache = TileCache::of_bytes(10);
        for x in 0..20 {
            cache.get(tile(x), 4, || Ok(Values::U32(vec![x]))).expect("read");
        }
        assert_eq!(lock(&cache.kept).places.len(), 2);
    }

    /// Catches an error that is kept in place of the tile.
    #[test]
    fn a_tile_that_could_not_be_read_is_read_again() {
        let cache = TileCache::default();
        let failure = || TableError::Incomplete { path: "table".into() };
        assert!(cache.get(tile(0), 4, || Err(failure())).is_err());
        let read = || Ok(Values::U32(vec![7]));
        assert_eq!(number(&cache.get(tile(0), 4, read).expect("read")), 7);
    }
}
