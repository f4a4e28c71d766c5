//! The overview while the page is open: made in the background, and first where it is looked at.

use std::sync::OnceLock;

use serde_json::{Value, json};

use grundytab::Control;
use grundytab::domain::Rectangle;
use grundytab::error::Error;
use grundytab::table::{self, TableError, TableReader};

/// The most cells of a table of two heaps that are added up for one answer. More are shown by the overview.
pub const MOST_CELLS_ADDED_UP: u64 = 1 << 26;

/// The overview of a table of two heaps.
pub struct Overview<'a> {
    pixels: table::Overview<'a>,
    /// How its making has ended: why not all of it could be made.
    ended: OnceLock<Result<(), String>>,
}

impl<'a> Overview<'a> {
    /// Prepares the overview of a table; `None` for another number of heaps.
    pub fn of(table: &'a TableReader) -> Option<Self> {
        let pixels = table::Overview::new(table).ok()?;
        Some(Overview { pixels, ended: OnceLock::new() })
    }

    /// Makes the overview. The page says what goes wrong, and shows the rest.
    pub fn make(&self, control: &Control) {
        match self.pixels.make(control) {
            Err(TableError::Interrupted) => {}
            made => drop(self.ended.set(made.map_err(|error| error.to_string()))),
        }
    }

    /// Says that it is not made, and why.
    pub fn fail(&self, reason: String) {
        let _ = self.ended.set(Err(reason));
    }

    /// Returns the level of the smallest pixels that it has.
    pub fn first_level(&self) -> u32 {
        self.pixels.first_level()
    }

    /// Returns the pixels of a rectangle of pixels of a level, channel after channel, and whether the same will be found
    /// again, and no more. Those that are not there yet are made, if that is not too much for one answer.
    pub fn pixels(
        &self,
        level: u32,
        pixels: &Rectangle,
        control: &Control,
    ) -> Result<(Vec<f32>, bool), Error> {
        // Asked before the pixels: what comes then is all there will be.
        let has_ended = self.ended.get().is_some();
        if self.pixels.cells_missing(level, pixels) <= MOST_CELLS_ADDED_UP {
            // What cannot be read is left out. The making finds it too, and tells of it.
            if let Err(TableError::Interrupted) = self.pixels.make_part(level, pixels, control) {
                return Err(Error::Interrupted);
            }
        }
        let is_final = has_ended || self.pixels.cells_missing(level, pixels) == 0;
        Ok((self.pixels.pixels(level, pixels), is_final))
    }

    /// Says how far it is.
    pub fn progress(&self) -> Value {
        let share = self.pixels.progress();
        match self.ended.get() {
            None => json!({"state": "making", "share": share}),
            Some(Ok(())) => done(),
            Some(Err(reason)) => json!({"state": "failed", "share": share, "reason": reason}),
        }
    }
}

/// Says that there is no overview to wait for.
pub fn done() -> Value {
    json!({"state": "done", "share": 1.0})
}
