//! A set of positions that the page draws over a table, found by a scan in the background.
//!
//! Which positions are kept, and how they are found, is said in [`PositionSet`].

use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::answer::Answer;
use super::tables::Tables;
use crate::figures::picture::{FoundSet, PositionSet};
use grundytab::control::Control;
use grundytab::domain::{Domain, Plane, Rectangle};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::sync::lock;
use grundytab::table::TableReader;
use serde_json::{Value, json};

/// What a set is: its kind, and what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub kind: Kind,
    pub text: String,
}

/// The kinds of sets, named as the flags of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The P-positions of the table at a path.
    With,
    /// The counterexamples to a claim.
    Claim,
    /// The positions that satisfy a condition.
    List,
}

impl FromStr for Kind {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        serde_json::from_value(text.into()).map_err(|_| {
            let kind = InvalidInputKind::UnknownName;
            InvalidInput::new(kind, text, "there is no such kind of sets", "with, claim or list")
        })
    }
}

/// A set of positions.
pub struct Set<'t> {
    /// The number of the table that it is drawn over.
    number: usize,
    table: &'t TableReader,
    tables: &'t Tables,
    /// What was asked for.
    pub wanted: Wanted,
    positions: PositionSet,
    is_stopped: AtomicBool,
    /// How many positions have been visited.
    visited: AtomicU64,
    state: Mutex<State>,
}

/// How far the search is.
#[derive(Clone)]
enum State {
    Searching,
    Found(Arc<FoundSet>),
    Failed(String),
}

impl<'t> Set<'t> {
    /// Reads what was typed. Nothing is searched for yet.
    ///
    /// # Errors
    /// When there is no table with this number; when a claim or a condition cannot be read, or a claim is made about an
    /// unfinished table; when another table cannot be opened, or tells no P-positions.
    pub fn new(tables: &'t Tables, number: usize, wanted: Wanted) -> Result<Self, Error> {
        let table = tables.get(number)?;
        let positions = wanted.read(tables, table)?;
        let (is_stopped, visited) = (AtomicBool::new(false), AtomicU64::new(0));
        let state = Mutex::new(State::Searching);
        Ok(Set { number, table, tables, wanted, positions, is_stopped, visited, state })
    }

    /// Whether this is a set over the table with a number.
    pub fn is(&self, number: usize, wanted: &Wanted) -> bool {
        self.number == number && self.wanted == *wanted
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Finds the positions, unless the search was stopped. What goes wrong is told to the page.
    pub fn find(&self) {
        let visit = |positions| {
            self.visited.fetch_add(positions, Ordering::Relaxed);
        };
        let control = Control::default().interrupted_by(&self.is_stopped).reporting(&visit);
        let find = || {
            control.proceed()?;
            self.positions.find(self.table, &self.tables.others()?, &control)
        };
        match find() {
            Ok(found) => *lock(&self.state) = State::Found(Arc::new(found)),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Says that the positions are not found, and why.
    pub fn fail(&self, reason: String) {
        *lock(&self.state) = State::Failed(reason);
    }

    /// Describes the set, and how far its search is.
    pub fn describe(&self) -> Value {
        let positions = self.positions.scanned(self.table).plan().job().domain().positions();
        let share = self.visited.load(Ordering::Relaxed) as f64 / positions.max(1) as f64;
        match &*lock(&self.state) {
            State::Searching => json!({"state": "searching", "share": share.min(1.0)}),
            State::Found(found) => {
                json!({
                    "state": "found",
                    "shown": found.positions.len(),
                    "count": found.count,
                    "without_value": found.without_value,
                })
            }
            State::Failed(reason) => json!({"state": "failed", "reason": reason}),
        }
    }

    /// Returns the positions of the table that it is drawn over.
    pub fn domain(&self) -> &Domain {
        self.table.plan().job().domain()
    }

    /// Sends how many positions blocks of some cells of a plane hold: the block's columns, its rows, and the number, as 32-bit
    /// numbers.
    ///
    /// # Errors
    /// When there are too many blocks, when a table is damaged, and when the set is no longer drawn.
    pub fn blocks(&self, plane: &Plane, cells: &Rectangle, block: u32) -> Result<Answer, Error> {
        let control = Control::default().interrupted_by(&self.is_stopped);
        let (others, within) = (self.tables.others()?, (plane, cells));
        let found = self.positions.blocks_in_plane(self.table, &others, within, block, &control)?;
        let numbers = found.into_iter().flatten();
        Ok(Answer::numbers(numbers.flat_map(u32::to_le_bytes).collect()))
    }

    /// Sends the positions: the heaps of each, as 32-bit numbers.
    ///
    /// # Errors
    /// When they are not found yet.
    pub fn positions(&self) -> Result<Answer, InvalidInput> {
        match lock(&self.state).clone() {
            State::Found(found) => {
                let heaps = found.positions.iter().flat_map(|position| position.heaps());
                Ok(Answer::numbers(heaps.flat_map(|heap| heap.to_le_bytes()).collect()))
            }
            _ => {
                let (kind, problem) = (InvalidInputKind::OutOfRange, "it is not found yet");
                Err(InvalidInput::new(kind, &self.wanted.text, problem, "`set` says how far it is"))
            }
        }
    }
}

impl Wanted {
    /// Reads what was typed, for a table.
    ///
    /// # Errors
    /// Those of [`Set::new`].
    pub fn read(&self, tables: &Tables, table: &TableReader) -> Result<PositionSet, Error> {
        let (job, text) = (table.plan().job(), &self.text);
        Ok(match self.kind {
            Kind::With => {
                let of = tables.get(tables.open(text)?)?;
                PositionSet::p_positions(Arc::clone(of), None, job)?
            }
            Kind::Claim => {
                // A claim is about all positions.
                table.require_complete()?;
                PositionSet::counterexamples(text, job, &tables.others()?)?
            }
            Kind::List => PositionSet::list(text, job, &tables.others()?)?,
        })
    }
}
