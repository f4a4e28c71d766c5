//! The sets of positions that pages ask for, and their searches in the background.
//!
//! A page names a set by its table, its kind and its text, and asks for it until it is found: the first time begins a
//! search. Pages of several windows so share their sets. A page that no longer draws a set says so, and its search
//! stops; one that still does asks again.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use super::set::{Set, Wanted};
use super::tables::Tables;
use grundytab::error::Error;
use grundytab::sync::lock;

/// The most sets that are kept for all pages and tables; then those go that no page has asked for for longest. A page has
/// marks for six.
const MOST_KEPT: usize = 24;

/// The sets of all pages.
pub struct Sets<'t> {
    tables: &'t Tables,
    /// Those that were asked for last come last.
    kept: Mutex<Vec<Arc<Set<'t>>>>,
    /// Where sets are searched for; nothing when the program ends.
    to_search: Mutex<Option<Sender<Arc<Set<'t>>>>>,
}

impl<'t> Sets<'t> {
    /// Returns no sets, and those that are to be searched for from now on.
    pub fn new(tables: &'t Tables) -> (Self, Receiver<Arc<Set<'t>>>) {
        let (to_search, searched) = channel();
        let (kept, to_search) = (Mutex::default(), Mutex::new(Some(to_search)));
        (Sets { tables, kept, to_search }, searched)
    }

    /// Returns a set of positions of the table with this number, and begins to search for it if it is new.
    ///
    /// # Errors
    /// Those of [`Set::new`].
    pub fn get(&self, number: usize, wanted: Wanted) -> Result<Arc<Set<'t>>, Error> {
        let mut kept = lock(&self.kept);
        if let Some(at) = kept.iter().position(|set| set.is(number, &wanted)) {
            let set = kept.remove(at);
            kept.push(Arc::clone(&set));
            return Ok(set);
        }
        // Reading it may take a while.
        drop(kept);
        let set = Arc::new(Set::new(self.tables, number, wanted)?);
        let mut kept = lock(&self.kept);
        if let Some(known) = kept.iter().find(|known| known.is(number, &set.wanted)) {
            // Another window has asked for it meanwhile.
            return Ok(Arc::clone(known));
        }
        if kept.len() >= MOST_KEPT {
            kept.remove(0).stop();
        }
        kept.push(Arc::clone(&set));
        let is_searched = lock(&self.to_search)
            .as_ref()
            .is_some_and(|to_search| to_search.send(Arc::clone(&set)).is_ok());
        if !is_searched {
            set.fail("the program has no thread that searches".into());
        }
        Ok(set)
    }

    /// Stops the search for a set, and forgets it.
    pub fn forget(&self, number: usize, wanted: &Wanted) {
        lock(&self.kept).retain(|set| {
            let is_other = !set.is(number, wanted);
            if !is_other {
                set.stop();
            }
            is_other
        });
    }

    /// Stops all searches, and begins no more.
    pub fn end(&self) {
        drop(lock(&self.to_search).take());
        lock(&self.kept).iter().for_each(|set| set.stop());
    }
}
