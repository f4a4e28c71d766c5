//! The tables that are open: the one that the program was started with, and those that were opened beside it, which
//! the page shows instead of it or whose P-positions it draws over another one.

use std::path::Path;
use std::sync::{Mutex, OnceLock};

use crate::error::Error;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::sync::lock;
use crate::table::TableReader;
use crate::wording::counted;

/// The most tables: each keeps cells in memory, and an overview.
pub const MOST_TABLES: usize = 8;
/// The most bytes of tiles that a table keeps while the page is open.
const KEPT_BYTES: u64 = 1 << 29;

/// The open tables. One that is open stays so as long as the program runs.
pub struct Tables {
    /// Filled from the first one on.
    places: [OnceLock<TableReader>; MOST_TABLES],
    /// How many of them are filled; held while another table is opened.
    count: Mutex<usize>,
}

impl Tables {
    /// Begins with the table that the page shows first.
    pub fn new(first: TableReader) -> Self {
        let tables = Tables { places: Default::default(), count: Mutex::new(1) };
        let _ = tables.places[0].set(first.keeping_at_most(KEPT_BYTES));
        tables
    }

    /// Opens the table at a path, unless it is open already. Returns its number. The table is only read.
    ///
    /// # Errors
    /// When there is none, it is incomplete, its positions have another number of heaps than those of the first table, or
    /// too many tables are open.
    pub fn open(&self, path: &Path) -> Result<usize, Error> {
        let mut count = lock(&self.count);
        let opened = TableReader::open(path)?;
        let is_same = |known: &TableReader| {
            std::path::absolute(known.path()).ok() == std::path::absolute(opened.path()).ok()
                && known.require_unchanged().is_ok()
        };
        if let Some(number) = self.all().position(is_same) {
            return Ok(number);
        }
        opened.require_complete()?;
        self.require_same_heaps(&opened)?;
        let Some(place) = self.places.get(*count) else {
            let (kind, problem) =
                (InvalidInputKind::TooLarge, format!("{MOST_TABLES} tables are open"));
            let hint = "start `grundytab view` again with the tables that you still need";
            return Err(InvalidInput::new(kind, path.display(), problem, hint).into());
        };
        let _ = place.set(opened.keeping_at_most(KEPT_BYTES));
        *count += 1;
        Ok(*count - 1)
    }

    /// Refuses a table whose positions are none of the first table.
    fn require_same_heaps(&self, opened: &TableReader) -> Result<(), InvalidInput> {
        let heaps = |table: &TableReader| table.plan().job().domain().heaps();
        let Some(expected) = self.get(0).map(heaps).filter(|&heaps_| heaps_ != heaps(opened))
        else {
            return Ok(());
        };
        let found = counted(heaps(opened) as u64, "heap");
        let problem = format!("its positions have {found}, those of the page {expected}");
        let hint = "choose a table with as many heaps; the game may be another";
        let kind = InvalidInputKind::WrongHeapCount;
        Err(InvalidInput::new(kind, opened.path().display(), problem, hint))
    }

    /// Returns the table with this number.
    pub fn get(&self, number: usize) -> Option<&TableReader> {
        self.places.get(number)?.get()
    }

    /// Returns all tables, by their numbers.
    pub fn all(&self) -> impl Iterator<Item = &TableReader> {
        self.places.iter().map_while(OnceLock::get)
    }
}
