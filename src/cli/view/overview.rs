//! The overview while the page is open: stored beside the table already, or in the making.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use grundytab::Control;
use grundytab::domain::Rectangle;
use grundytab::table::{Channel, OverviewBuild, ScanError, StoredOverview, TableReader};
use serde_json::{Value, json};

use super::super::output::note;
use super::answer::NoAnswer;
use crate::sync::lock;

/// Tables of more positions than these get an overview by default: the cells of smaller ones are added up
/// when they are looked at.
const LARGE: u64 = 1 << 26;

/// Whether an overview is made.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OverviewArg {
    /// For large tables.
    Auto,
    /// For all tables of two heaps.
    Always,
    /// Store none.
    Never,
}

/// The overview of a table of two heaps.
pub struct Overview<'a> {
    stored: Mutex<Option<std::sync::Arc<StoredOverview>>>,
    build: OverviewBuild<'a>,
    is_wanted: bool,
    is_stored: bool,
    is_done: AtomicBool,
    channels: &'static [Channel],
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
    pub fn open(table: &'a TableReader, wanted: OverviewArg) -> Option<Self> {
        let job = table.plan().job();
        let build = OverviewBuild::new(table).ok()?;
        let stored = StoredOverview::open(table);
        let is_large = job.domain().positions() > LARGE;
        Some(Overview {
            is_wanted: stored.is_none() && (is_large || wanted == OverviewArg::Always),
            is_stored: wanted != OverviewArg::Never,
            is_done: AtomicBool::new(stored.is_some()),
            stored: Mutex::new(stored.map(std::sync::Arc::new)),
            build,
            channels: Channel::of(job.quantity()),
        })
    }

    /// Makes the overview, if it is wanted and not there yet. What goes wrong is noted: the page does
    /// without it.
    pub fn make(&self, control: &Control, quiet: bool) {
        if !self.is_wanted {
            return;
        }
        let made = if self.is_stored { self.build.store(control).map(Some) } else { Ok(None) };
        let made = match made {
            Err(ScanError::Table(error)) => {
                note(quiet, format!("no overview is stored: {error}"));
                self.build.fill_mosaic(control).map(|()| None)
            }
            Ok(None) => self.build.fill_mosaic(control).map(|()| None),
            other => other,
        };
        match made {
            Ok(stored) => {
                if let Some(stored) = &stored {
                    note(quiet, format!("the overview is stored: {}", stored.path().display()));
                }
                *lock(&self.stored) = stored.map(std::sync::Arc::new);
                self.is_done.store(true, Ordering::Relaxed);
            }
            Err(ScanError::Interrupted) => {}
            Err(ScanError::Table(error)) => note(quiet, format!("there is no overview: {error}")),
        }
    }

    /// Returns the pixels of a rectangle of pixels of a level.
    pub fn pixels(&self, level: u32, pixels: &Rectangle) -> Result<Found, NoAnswer> {
        let stored = lock(&self.stored).clone();
        if let Some(stored) = stored
            && stored.levels().contains(&level)
        {
            let channel = |&channel: &Channel| stored.pixels(level, channel, pixels);
            let channels = self.channels.iter().map(channel).collect::<Result<Vec<_>, _>>()?;
            return Ok(Found::Whole(channels.concat()));
        }
        if !self.is_wanted || level < self.build.mosaic_level() {
            return Ok(Found::Missing);
        }
        // Asked before the mosaic: what comes then is complete.
        let is_done = self.is_done.load(Ordering::Relaxed);
        let mosaic = self.build.mosaic(level, pixels);
        let numbers = self.channels.iter().flat_map(|&channel| mosaic.channel(channel)).collect();
        Ok(if is_done { Found::Whole(numbers) } else { Found::Partial(numbers) })
    }

    /// Says how far it is.
    pub fn progress(&self) -> Value {
        let is_done = self.is_done.load(Ordering::Relaxed) || !self.is_wanted;
        json!({"done": is_done, "share": if is_done { 1.0 } else { self.build.progress() }})
    }
}
