//! The tables that are open: the one that the program was started with, and those that were opened beside it, which
//! the page shows instead of it or whose P-positions it draws over another one.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use crate::analyses::expression::name_and_path;
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::sync::lock;
use grundytab::table::{OtherTables, TableReader};
use grundytab::wording::counted;

/// The most tables: each keeps cells in memory, and an overview.
pub const MOST_TABLES: usize = 8;
/// The most bytes of tiles that a table keeps while the page is open.
const KEPT_BYTES: u64 = 1 << 29;

/// The open tables. One that is open stays so as long as the program runs.
pub struct Tables {
    /// Filled from the first one on.
    places: [OnceLock<Arc<TableReader>>; MOST_TABLES],
    /// The names by which expressions read tables, with the numbers of the tables; held while a table is opened.
    names: Mutex<Vec<(String, usize)>>,
}

impl Tables {
    /// Begins with the table that the page shows first.
    pub fn new(first: TableReader) -> Self {
        let tables = Tables { places: Default::default(), names: Mutex::default() };
        let _ = tables.places[0].set(Arc::new(first.keeping_at_most(KEPT_BYTES)));
        tables
    }

    /// Opens the table at a path, unless it is open already. Returns its number. The table is only read. With NAME= before
    /// the path, expressions read it by this name from now on.
    ///
    /// # Errors
    /// When there is none, it is incomplete, its positions have another number of heaps than those of the first table,
    /// another table has the name, or too many tables are open.
    pub fn open(&self, typed: &str) -> Result<usize, Error> {
        let (name, path) = name_and_path(Path::new(typed));
        let mut names = lock(&self.names);
        let number = self.open_path(&path)?;
        if let Some(name) = name {
            match names.iter().find(|(known, _)| *known == name) {
                None => names.push((name, number)),
                Some((_, known)) if *known == number => {}
                Some(_) => {
                    let (kind, problem) =
                        (InvalidInputKind::WrongPartner, "another open table has this name");
                    return Err(
                        InvalidInput::new(kind, name, problem, "choose another name").into()
                    );
                }
            }
        }
        Ok(number)
    }

    fn open_path(&self, path: &Path) -> Result<usize, Error> {
        let opened = TableReader::open(path)?;
        let is_same = |known: &Arc<TableReader>| {
            std::path::absolute(known.path()).ok() == std::path::absolute(opened.path()).ok()
                && known.require_unchanged().is_ok()
        };
        if let Some(number) = self.all().position(is_same) {
            return Ok(number);
        }
        opened.require_complete()?;
        self.require_same_heaps(&opened)?;
        let count = self.all().count();
        let Some(place) = self.places.get(count) else {
            let (kind, problem) =
                (InvalidInputKind::TooLarge, format!("{MOST_TABLES} tables are open"));
            let hint = "start `grundytab view` again with the tables that you still need";
            return Err(InvalidInput::new(kind, path.display(), problem, hint).into());
        };
        let _ = place.set(Arc::new(opened.keeping_at_most(KEPT_BYTES)));
        Ok(count)
    }

    /// Returns the tables that expressions read by their names.
    ///
    /// # Errors
    /// When a name is none.
    pub fn others(&self) -> Result<OtherTables<'_>, InvalidInput> {
        let names = lock(&self.names).clone();
        names.iter().try_fold(OtherTables::default(), |others, (name, number)| {
            others.with(name, self.get(*number)?)
        })
    }

    /// Refuses a table whose positions are none of the first table.
    fn require_same_heaps(&self, opened: &TableReader) -> Result<(), InvalidInput> {
        let heaps = |table: &TableReader| table.plan().job().domain().heaps();
        let expected = heaps(self.get(0)?);
        if expected == heaps(opened) {
            return Ok(());
        }
        let found = counted(heaps(opened) as u64, "heap");
        let problem = format!("its positions have {found}, those of the first table {expected}");
        let hint = "choose a table with as many heaps; the game may be another";
        let kind = InvalidInputKind::WrongHeapCount;
        Err(InvalidInput::new(kind, opened.path().display(), problem, hint))
    }

    /// Returns the table with this number.
    ///
    /// # Errors
    /// When there is none.
    pub fn get(&self, number: usize) -> Result<&Arc<TableReader>, InvalidInput> {
        self.places.get(number).and_then(OnceLock::get).ok_or_else(|| {
            let (kind, problem) = (InvalidInputKind::OutOfRange, "no table has this number");
            InvalidInput::new(kind, number, problem, "`open` says the number of a table")
        })
    }

    /// Returns all tables, by their numbers.
    pub fn all(&self) -> impl Iterator<Item = &Arc<TableReader>> {
        self.places.iter().map_while(OnceLock::get)
    }
}
