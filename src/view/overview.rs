//! The overview while the page is open: stored with the table already, or in the making.
//!
//! One that turns out to be damaged while the page is open is made anew, once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::Control;
use crate::domain::Rectangle;
use crate::table::{Channel, OverviewBuild, StoredOverview, TableError, TableReader};
use serde_json::{Value, json};

use crate::sync::lock;

/// Tables of more positions than these get an overview by default: the cells of smaller ones are added up
/// when they are looked at.
const LARGE: u64 = 1 << 26;

/// When an overview is made and stored with the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WhenStored {
    /// If the table is large.
    IfLarge,
    /// Always, if the table has two heaps.
    Always,
    /// Never: for a large table it is made, and kept in memory.
    Never,
}

/// The overview of a table of two heaps.
pub struct Overview<'a> {
    state: Mutex<State>,
    build: OverviewBuild<'a>,
    /// Whether one is made where there is none.
    is_made: bool,
    /// Whether what is made is stored.
    is_stored: bool,
    /// Whether one was damaged before.
    was_damaged: AtomicBool,
    channels: &'static [Channel],
    /// Prints a note, where there is something to note.
    note: &'a (dyn Fn(&str) + Sync),
}

/// How far the overview is.
#[derive(Clone)]
enum State {
    /// There is none, and none is made.
    Unwanted,
    /// It is in the making, or will be soon.
    Making,
    /// The mosaic alone is there, and complete.
    Mosaic,
    /// It is stored.
    Stored(Arc<StoredOverview>),
    /// It could not be made, for this reason.
    Failed(String),
}

/// Pixels as they are sent, channel after channel.
pub enum Found {
    /// All of them.
    Whole(Vec<f32>),
    /// As far as the overview is made.
    Partial(Vec<f32>),
    /// The overview does not have this level, or not yet.
    Missing,
}

impl<'a> Overview<'a> {
    /// Opens the overview of a table, or prepares one; `None` for three heaps.
    pub fn open(
        table: &'a TableReader,
        wanted: WhenStored,
        note: &'a (dyn Fn(&str) + Sync),
    ) -> Option<Self> {
        let job = table.plan().job();
        let build = OverviewBuild::new(table).ok()?;
        let is_large = job.domain().positions() > LARGE;
        let is_made = is_large || wanted == WhenStored::Always;
        let state = match StoredOverview::open(table) {
            Some(stored) => State::Stored(Arc::new(stored)),
            None if is_made => State::Making,
            None => State::Unwanted,
        };
        Some(Overview {
            state: Mutex::new(state),
            build,
            is_made,
            is_stored: wanted != WhenStored::Never,
            was_damaged: AtomicBool::new(false),
            channels: Channel::of(job.quantity()),
            note,
        })
    }

    /// Whether [`Overview::make`] has something to do: what is answered now is not final.
    pub fn is_in_the_making(&self) -> bool {
        matches!(*lock(&self.state), State::Making)
    }

    /// Makes the overview. What goes wrong is noted, and told to the page, which does without it.
    pub fn make(&self, control: &Control) {
        let made = if self.is_stored { self.build.store(control).map(Some) } else { Ok(None) };
        let made = match made {
            Err(error) if !matches!(error, TableError::Interrupted) => {
                (self.note)(&format!("no overview is stored: {error}"));
                self.build.fill_mosaic(control).map(|()| None)
            }
            Ok(None) => self.build.fill_mosaic(control).map(|()| None),
            other => other,
        };
        match made {
            Ok(Some(stored)) => {
                (self.note)(&format!("the overview is stored: {}", stored.path().display()));
                *lock(&self.state) = State::Stored(Arc::new(stored));
            }
            Ok(None) => *lock(&self.state) = State::Mosaic,
            Err(TableError::Interrupted) => {}
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Says that there will be no overview, and why.
    pub fn fail(&self, reason: String) {
        (self.note)(&format!("there is no overview: {reason}"));
        *lock(&self.state) = State::Failed(reason);
    }

    /// Returns the pixels of a rectangle of pixels of a level.
    pub fn pixels(&self, level: u32, pixels: &Rectangle) -> Found {
        // Asked before the mosaic: what comes then is complete.
        let state = lock(&self.state).clone();
        if let State::Stored(stored) = &state
            && stored.levels().contains(&level)
        {
            let channel = |&channel: &Channel| stored.pixels(level, channel, pixels);
            let found = self.channels.iter().map(channel).collect::<Result<Vec<_>, _>>();
            return match found {
                Ok(channels) => Found::Whole(channels.concat()),
                Err(error) => {
                    self.discard(stored, &error);
                    Found::Missing
                }
            };
        }
        if matches!(state, State::Unwanted) || level < self.build.mosaic_level() {
            return Found::Missing;
        }
        let mosaic = self.build.mosaic(level, pixels);
        let numbers = self.channels.iter().flat_map(|&channel| mosaic.channel(channel)).collect();
        match state {
            State::Mosaic => Found::Whole(numbers),
            // The mosaic is empty if the overview was stored by an earlier run.
            State::Stored(_) if self.build.progress() < 1.0 => Found::Missing,
            State::Stored(_) => Found::Whole(numbers),
            State::Unwanted | State::Making | State::Failed(_) => Found::Partial(numbers),
        }
    }

    /// Does without a stored overview that cannot be read: it is made anew, unless that has happened before.
    fn discard(&self, stored: &Arc<StoredOverview>, error: &TableError) {
        let mut state = lock(&self.state);
        // Another request may have found it before.
        if !matches!(&*state, State::Stored(now) if Arc::ptr_eq(now, stored)) {
            return;
        }
        let was_damaged = self.was_damaged.swap(true, Ordering::Relaxed);
        let next = match (self.is_made, was_damaged) {
            (true, false) => State::Making,
            (true, true) => State::Failed(error.to_string()),
            (false, _) => State::Unwanted,
        };
        let what = if matches!(next, State::Making) { "made anew" } else { "not used" };
        *state = next;
        drop(state);
        log::info!("{error}");
        (self.note)(&format!("the overview cannot be read, and is {what}"));
    }

    /// Says how far it is.
    pub fn progress(&self) -> Value {
        match &*lock(&self.state) {
            State::Making => json!({"state": "making", "share": self.build.progress()}),
            State::Failed(reason) => {
                json!({"state": "failed", "share": self.build.progress(), "reason": reason})
            }
            State::Unwanted | State::Mosaic | State::Stored(_) => done(),
        }
    }
}

/// Says that there is no overview to wait for.
pub fn done() -> Value {
    json!({"state": "done", "share": 1.0})
}
