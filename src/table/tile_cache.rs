//! Values at arbitrary positions: tiles are read when they are needed and kept while memory allows.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use super::error::TableError;
use super::reader::TableReader;
use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::machine::available_memory_bytes;
use crate::sync::lock;
use crate::values::Values;

/// Tiles that have been read, as many as fit into half of the memory that was available when the
/// first one was kept. A full cache is emptied.
#[derive(Default)]
pub(super) struct TileCache {
    tiles: Mutex<HashMap<TileIndex, Arc<Values>>>,
    capacity: OnceLock<usize>,
}

impl TileCache {
    /// Returns a tile from the cache, or reads it with `read` and keeps it. Two threads that need
    /// the same tile at the same time may both read it.
    pub(super) fn get(
        &self,
        index: TileIndex,
        read: impl FnOnce() -> Result<Values, TableError>,
    ) -> Result<Arc<Values>, TableError> {
        if let Some(tile) = lock(&self.tiles).get(&index) {
            return Ok(Arc::clone(tile));
        }
        let tile = Arc::new(read()?);
        let tile_bytes = (tile.bytes().len() as u64).max(1);
        let capacity = *self
            .capacity
            .get_or_init(|| (available_memory_bytes() / 2 / tile_bytes).max(1) as usize);
        let mut tiles = lock(&self.tiles);
        if tiles.len() >= capacity {
            tiles.clear();
        }
        tiles.insert(index, Arc::clone(&tile));
        Ok(tile)
    }
}

impl fmt::Debug for TileCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TileCache").field("tiles", &lock(&self.tiles).len()).finish()
    }
}

/// A sequence of look-ups by one thread, most of which are in the tile of the one before.
///
/// A look-up cannot fail by itself, so that it can serve as the function from positions to values
/// that the definition asks for: a tile that cannot be read is reported by [`Lookup::finish`].
pub(crate) struct Lookup<'a> {
    table: &'a TableReader,
    last: RefCell<Option<(TileIndex, Arc<Values>)>>,
    failure: Cell<Option<TableError>>,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(table: &'a TableReader) -> Self {
        Lookup { table, last: RefCell::default(), failure: Cell::default() }
    }

    /// Returns the stored value at a position of the domain. If its tile cannot be read, returns 0
    /// and keeps the error for [`Lookup::finish`].
    pub(crate) fn value(&self, at: Coordinates) -> u32 {
        let (index, offset) = self.table.plan().tiling().locate(at);
        let mut last = self.last.borrow_mut();
        if let Some((known, tile)) = &*last
            && *known == index
        {
            return tile.get(offset);
        }
        match self.table.cached_tile(index) {
            Ok(tile) => last.insert((index, tile)).1.get(offset),
            Err(error) => {
                self.failure.set(Some(error));
                0
            }
        }
    }

    /// Ends the look-ups.
    ///
    /// # Errors
    /// The error of the last look-up that failed.
    pub(crate) fn finish(self) -> Result<(), TableError> {
        self.failure.into_inner().map_or(Ok(()), Err)
    }
}
