//! Look-ups: values at arbitrary positions, one after the other.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::error::TableError;
use super::reader::TableReader;
use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::values::Values;

/// A sequence of look-ups by one thread, most of which are in the tile of the one before.
///
/// A look-up cannot fail by itself, so that it can serve as the function from positions to values
/// that the definition asks for: a tile that cannot be read is reported by [`Lookup::finish`].
pub(crate) struct Lookup<'a> {
    table: &'a TableReader,
    last: RefCell<Option<(TileIndex, Arc<Values>)>>,
    failure: Cell<Option<TableError>>,
}

impl TableReader {
    /// Begins a sequence of look-ups.
    pub(crate) fn lookup(&self) -> Lookup<'_> {
        Lookup { table: self, last: RefCell::default(), failure: Cell::default() }
    }
}

impl Lookup<'_> {
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
