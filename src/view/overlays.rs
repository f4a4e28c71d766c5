//! Overlays: sets of positions that the page draws over the table, found by scans in the background.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::control::Control;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::picture::{FoundSet, PositionSet};
use crate::sync::lock;
use crate::table::{OtherTables, TableReader};
use serde_json::{Value, json};

use super::answer::Answer;

/// A set of positions, and how far its search is.
pub struct Overlay {
    set: PositionSet,
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

impl Overlay {
    /// Returns the overlay of a set, whose search has not begun.
    pub fn of(set: PositionSet) -> Self {
        Overlay { set, visited: AtomicU64::new(0), state: Mutex::new(State::Searching) }
    }

    /// Finds the positions. What goes wrong is told to the page.
    pub fn find(&self, table: &TableReader, others: &OtherTables, control: &Control) {
        let visit = |positions| {
            self.visited.fetch_add(positions, Ordering::Relaxed);
        };
        match self.set.find(table, others, &control.reporting(&visit)) {
            Ok(found) => *lock(&self.state) = State::Found(Arc::new(found)),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Says that the positions are not found, and why.
    pub fn fail(&self, reason: String) {
        *lock(&self.state) = State::Failed(reason);
    }

    /// Describes the overlay, and how far it is.
    fn describe(&self, table: &TableReader) -> Value {
        let positions = self.set.scanned(table).plan().job().domain().positions();
        let share = self.visited.load(Ordering::Relaxed) as f64 / positions.max(1) as f64;
        let (kind, text) = (self.set.kind(), self.set.text());
        let mut described = json!({"kind": kind, "text": text, "share": share.min(1.0)});
        match &*lock(&self.state) {
            State::Searching => described["state"] = "searching".into(),
            State::Found(found) => {
                described["state"] = "found".into();
                described["shown"] = found.positions.len().into();
                described["count"] = found.count.into();
            }
            State::Failed(reason) => {
                described["state"] = "failed".into();
                described["reason"] = reason.as_str().into();
            }
        }
        described
    }
}

/// Describes all overlays.
pub fn describe(overlays: &[Overlay], table: &TableReader) -> Answer {
    let all: Vec<Value> = overlays.iter().map(|overlay| overlay.describe(table)).collect();
    Answer::json(&all.into())
}

/// Sends the positions of an overlay: the heaps of each, as 32-bit numbers.
pub fn positions(overlays: &[Overlay], number: u32) -> Result<Answer, InvalidInput> {
    let state = overlays.get(number as usize).map(|overlay| lock(&overlay.state).clone());
    match state {
        Some(State::Found(found)) => {
            let heaps = found.positions.iter().flat_map(|position| position.heaps());
            Ok(Answer::numbers(heaps.flat_map(|heap| heap.to_le_bytes()).collect()))
        }
        _ => {
            let (kind, problem) =
                (InvalidInputKind::OutOfRange, "there is no such set, or not yet");
            Err(InvalidInput::new(kind, number, problem, "`overlays` lists them"))
        }
    }
}
