//! What the server has to answer with: the open tables with their overviews, and the sets over them.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock};

use super::overview::Overview;
use super::sets::Sets;
use super::subject::Subject;
use super::tables::{MOST_TABLES, Tables};
use grundytab::control::Control;
use grundytab::invalid_input::InvalidInput;
use grundytab::sync::lock;

/// The tables, their overviews, and the sets.
pub struct Service<'a> {
    pub tables: &'a Tables,
    pub sets: Sets<'a>,
    pub control: Control<'a>,
    /// Those of the tables that were looked at; nothing for tables without two heaps.
    overviews: [OnceLock<Option<Overview<'a>>>; MOST_TABLES],
    /// Where overviews are made; nothing when the program ends.
    to_make: Mutex<Option<Sender<usize>>>,
}

impl<'a> Service<'a> {
    /// Returns what answers about tables, and the numbers of those whose overviews are to be made from now on.
    pub fn new(
        tables: &'a Tables,
        sets: Sets<'a>,
        control: Control<'a>,
    ) -> (Self, Receiver<usize>) {
        let (to_make, made) = channel();
        let (overviews, to_make) = (Default::default(), Mutex::new(Some(to_make)));
        (Service { tables, sets, control, overviews, to_make }, made)
    }

    /// Returns the table with this number as it is looked at. The first look has its overview made.
    ///
    /// # Errors
    /// When there is none.
    pub fn subject(&self, number: usize) -> Result<Subject<'_>, InvalidInput> {
        let table = self.tables.get(number)?;
        let overview = self.overviews[number].get_or_init(|| {
            let overview = Overview::of(table);
            let to_make = lock(&self.to_make);
            let is_made = to_make.as_ref().is_some_and(|to_make| to_make.send(number).is_ok());
            if let Some(overview) = overview.as_ref().filter(|_| !is_made) {
                overview.fail("the program has no thread that makes it".into());
            }
            overview
        });
        Ok(Subject { table, overview: overview.as_ref(), heap: 0, control: self.control })
    }

    /// Makes the overview of a table, if it was looked at and has one.
    pub fn make_overview(&self, number: usize) {
        if let Ok(Subject { overview: Some(overview), .. }) = self.subject(number) {
            overview.make(&self.control);
        }
    }

    /// Ends what is done in the background.
    pub fn end(&self) {
        drop(lock(&self.to_make).take());
        self.sets.end();
    }
}
