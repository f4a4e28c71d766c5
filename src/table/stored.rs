//! Stored values at random: tiles are read when needed and kept while memory allows.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::{TableError, TableReader};
use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::machine::available_memory_bytes;
use crate::sync::lock;
use crate::values::Values;

/// The tiles of a table, with as many in memory as fit in a part of what is available.
pub(crate) struct StoredValues<'a> {
    pub(crate) table: &'a TableReader,
    kept: Mutex<HashMap<TileIndex, Arc<Values>>>,
    most_kept: usize,
}

impl<'a> StoredValues<'a> {
    pub(crate) fn new(table: &'a TableReader) -> Self {
        let budget_bytes = available_memory_bytes() / 2;
        StoredValues {
            table,
            kept: Mutex::default(),
            most_kept: (budget_bytes / table.plan().tile_bytes()).max(1) as usize,
        }
    }

    /// One tile, from memory or from disk.
    pub(crate) fn tile(&self, index: TileIndex) -> Result<Arc<Values>, TableError> {
        if let Some(tile) = lock(&self.kept).get(&index) {
            return Ok(Arc::clone(tile));
        }
        let tile = Arc::new(self.table.tile(index)?);
        let mut kept = lock(&self.kept);
        if kept.len() >= self.most_kept {
            kept.clear();
        }
        kept.insert(index, Arc::clone(&tile));
        Ok(tile)
    }

    /// Looks up values one after the other, mostly in the tile of the one before.
    pub(crate) fn lookup(&self) -> Lookup<'_> {
        Lookup { stored: self, last: RefCell::default(), failure: Cell::default() }
    }
}

/// A sequence of look-ups by one thread.
pub(crate) struct Lookup<'a> {
    stored: &'a StoredValues<'a>,
    last: RefCell<Option<(TileIndex, Arc<Values>)>>,
    failure: Cell<Option<TableError>>,
}

impl Lookup<'_> {
    /// The stored value at a position of the domain; 0 after a failure, which is remembered.
    pub(crate) fn value(&self, at: Coordinates) -> u32 {
        let (index, offset) = self.stored.table.plan().tiling().locate(at);
        let mut last = self.last.borrow_mut();
        match &*last {
            Some((known, tile)) if *known == index => tile.get(offset),
            _ => match self.stored.tile(index) {
                Ok(tile) => {
                    let value = tile.get(offset);
                    *last = Some((index, tile));
                    value
                }
                Err(error) => {
                    self.failure.set(Some(error));
                    0
                }
            },
        }
    }

    /// The failure of an earlier look-up.
    pub(crate) fn finish(self) -> Result<(), TableError> {
        self.failure.into_inner().map_or(Ok(()), Err)
    }
}
