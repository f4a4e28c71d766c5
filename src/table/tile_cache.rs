//! The tile cache: tiles that have been read are kept while memory allows.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use super::error::TableError;
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
