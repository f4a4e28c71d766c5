//! Passes: what is found out of a table, position by position. [`TableReader::read`](super::reader::TableReader::read)
//! runs any number of them in one reading.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::counted::Counted;
use super::ranks::Ranks;
use super::reader::TableReader;
use super::view::{Block, Views};
use crate::control::Control;
use crate::domain::Coordinates;
use crate::domain::tiling::TileRegion;
use crate::sync::{into_inner, lock};
use crate::table::error::TableError;
use crate::values::Values;

/// What is found out of a table by a visit of its positions, which come in no order.
///
/// Each thread has a state of its own. The states of the threads are merged and, where several ranks read the table
/// together, so are those of the ranks.
pub trait Pass: Sync {
    /// What was found on some of the positions.
    type State: Serialize + DeserializeOwned + Send + Sync;

    /// Whether whole tiles are visited, and no blocks.
    const VISITS_TILES: bool = false;

    /// Returns what is found on no position.
    fn begin(&self) -> Self::State;

    /// Visits a tile: a pass that [visits tiles](Self::VISITS_TILES).
    fn visit_tile(&self, _state: &mut Self::State, _tile: &TileInHand) -> Result<(), TableError> {
        Ok(())
    }

    /// Visits consecutive positions of a row.
    fn visit_block(&self, _state: &mut Self::State, _block: &Block) {}

    /// Adds what was found on other positions.
    fn merge(&self, state: &mut Self::State, other: Self::State);

    /// Adds what the threads of a rank keep together in the pass, once they have ended.
    fn close(&self, _state: &mut Self::State) {}

    /// Returns which positions count, if not all do.
    fn selection(&self) -> Option<&dyn Selection> {
        None
    }

    /// Whether a tile matters, as far as is known by now.
    fn wants(&self, _tile: &TileRegion) -> bool {
        true
    }

    /// Whether values of other positions are looked up, so that tiles are worth keeping.
    fn keeps_tiles(&self) -> bool {
        false
    }

    /// Whether a tile is visited after all tiles that hold options of its positions. Then one rank visits all tiles.
    fn goes_along_moves(&self) -> bool {
        false
    }
}

/// A choice of positions.
pub trait Selection: Sync {
    /// Whether a tile may have positions that count.
    fn meets(&self, tile: &TileRegion) -> bool;

    /// Whether values of other positions are looked up.
    fn looks_around(&self) -> bool;

    /// Finds out which positions of a block count.
    fn on(&self, block: &Block) -> Counted;
}

/// A tile that was read.
pub struct TileInHand<'a> {
    pub(crate) table: &'a TableReader,
    pub(crate) region: TileRegion,
    pub(crate) values: &'a Values,
    /// What a visit asks every some hundred positions whether to go on.
    pub(crate) control: &'a Control<'a>,
}

/// A pass, and what it has found so far.
pub struct Running<P: Pass> {
    pass: P,
    /// States at which no thread is: a tile takes one and gives it back, so that there are as many as threads.
    idle: Mutex<Vec<P::State>>,
    failure: FirstFailure,
    outcome: Option<Result<P::State, TableError>>,
}

impl<P: Pass> Running<P> {
    /// Has found nothing so far.
    pub fn new(pass: P) -> Self {
        let (idle, failure) = (Mutex::default(), FirstFailure::default());
        Running { pass, idle, failure, outcome: None }
    }

    /// Returns what was found. Who runs several passes asks each of them, in their order.
    ///
    /// # Errors
    /// When a visit has failed.
    pub fn found(&mut self) -> Result<P::State, TableError> {
        self.outcome.take().unwrap_or_else(|| Ok(self.pass.begin()))
    }
}

/// A pass of any kind in a list.
pub trait AnyPass: Sync {
    /// Whether the pass visits whole tiles ([`Pass::VISITS_TILES`]).
    fn visits_tiles(&self) -> bool;
    /// Whether values of other positions are looked up.
    fn keeps_tiles(&self) -> bool;
    /// Whether the pass visits a position after the options of the position.
    fn goes_along_moves(&self) -> bool;

    /// Whether the pass is to visit the tile that comes `at` this place.
    fn wants(&self, at: usize, tile: &TileRegion) -> bool;

    /// Begins with a tile. Values of other positions and tables are looked up in the views.
    fn open<'a>(&'a self, views: Views<'a>) -> Box<dyn Visit<'a> + 'a>;

    /// Puts together what the threads have found, and what all ranks have. All ranks call it.
    fn conclude(&mut self, ranks: Ranks);
}

/// The visit of a tile by a pass. A failure is kept until the end.
pub trait Visit<'a> {
    fn selection(&self) -> Option<&'a dyn Selection>;

    /// Finds out which positions count.
    fn count(&self, selection: &dyn Selection, first: Coordinates, values: &[u32]) -> Counted;

    fn tile(&mut self, tile: &TileInHand);

    fn block(&mut self, first: Coordinates, values: &[u32], counted: &Counted);

    /// Ends the visit of the tile that came `at` this place.
    ///
    /// # Errors
    /// When it was interrupted. The pass keeps other failures.
    fn close(self: Box<Self>, at: usize) -> Result<(), TableError>;
}

impl<P: Pass> AnyPass for Running<P> {
    fn visits_tiles(&self) -> bool {
        P::VISITS_TILES
    }

    fn keeps_tiles(&self) -> bool {
        let selection = self.pass.selection();
        self.pass.keeps_tiles() || selection.is_some_and(Selection::looks_around)
    }

    fn goes_along_moves(&self) -> bool {
        self.pass.goes_along_moves()
    }

    fn wants(&self, at: usize, tile: &TileRegion) -> bool {
        let is_met = self.pass.selection().is_none_or(|selection| selection.meets(tile));
        is_met && !self.failure.is_before(at) && self.pass.wants(tile)
    }

    fn open<'a>(&'a self, views: Views<'a>) -> Box<dyn Visit<'a> + 'a> {
        let idle = lock(&self.idle).pop();
        let state = idle.unwrap_or_else(|| self.pass.begin());
        Box::new(Open { running: self, state, views, outcome: Ok(()) })
    }

    fn conclude(&mut self, ranks: Ranks) {
        let (pass, idle) = (&self.pass, std::mem::take(&mut self.idle));
        let merged = |states: Vec<P::State>| {
            let mut states = states.into_iter();
            let mut all = states.next().unwrap_or_else(|| pass.begin());
            states.for_each(|state| pass.merge(&mut all, state));
            all
        };
        let own = std::mem::take(&mut self.failure).into_result().map(|()| {
            let mut all = merged(into_inner(idle));
            pass.close(&mut all);
            all
        });
        self.outcome = Some(ranks.tell_all(own).map(|of_ranks| match of_ranks.len() {
            1 => merged(of_ranks),
            // What was told by ranks need not have all that is needed to merge something with it.
            _ => merged(std::iter::once(pass.begin()).chain(of_ranks).collect()),
        }));
    }
}

/// The visit of a tile by a pass.
struct Open<'a, P: Pass> {
    running: &'a Running<P>,
    state: P::State,
    views: Views<'a>,
    outcome: Result<(), TableError>,
}

impl<'a, P: Pass> Visit<'a> for Open<'a, P> {
    fn selection(&self) -> Option<&'a dyn Selection> {
        self.running.pass.selection()
    }

    fn count(&self, selection: &dyn Selection, first: Coordinates, values: &[u32]) -> Counted {
        selection.on(&Block { first, values, counted: &Counted::ALL, views: &self.views })
    }

    fn tile(&mut self, tile: &TileInHand) {
        if P::VISITS_TILES {
            self.outcome = self.running.pass.visit_tile(&mut self.state, tile);
        }
    }

    fn block(&mut self, first: Coordinates, values: &[u32], counted: &Counted) {
        if !P::VISITS_TILES && self.outcome.is_ok() && !counted.are_none() {
            let block = Block { first, values, counted, views: &self.views };
            self.running.pass.visit_block(&mut self.state, &block);
        }
    }

    fn close(self: Box<Self>, at: usize) -> Result<(), TableError> {
        let Open { running, state, views, outcome } = *self;
        lock(&running.idle).push(state);
        match outcome.and_then(|()| views.finish()) {
            Err(TableError::Interrupted) => Err(TableError::Interrupted),
            Err(error) => {
                running.failure.report(at, error);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }
}

/// The failure at the tile that came first of those that have failed, whatever the threads do.
pub(super) struct FirstFailure {
    /// The place of the tile.
    at: AtomicUsize,
    error: Mutex<Option<TableError>>,
}

impl Default for FirstFailure {
    fn default() -> Self {
        FirstFailure { at: AtomicUsize::new(usize::MAX), error: Mutex::default() }
    }
}

impl FirstFailure {
    pub(super) fn report(&self, at: usize, error: TableError) {
        let mut first = lock(&self.error);
        if at < self.at.load(Ordering::Relaxed) {
            self.at.store(at, Ordering::Relaxed);
            *first = Some(error);
        }
    }

    /// Whether a tile before this one has failed, so that this one does not matter.
    pub(super) fn is_before(&self, at: usize) -> bool {
        self.at.load(Ordering::Relaxed) < at
    }

    pub(super) fn into_result(self) -> Result<(), TableError> {
        into_inner(self.error).map_or(Ok(()), Err)
    }
}
