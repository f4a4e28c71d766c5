//! Periods of the values of a game on one heap, which the values themselves prove: those of a subtraction game by a repeated
//! window (`window`), those of a take-and-break game by repeating long enough (`repetition`); and periods of written rules along
//! a heap, where the others are bounded (`rows`).

mod repetition;
mod rows;
mod window;

use std::fmt;

use crate::job::Job;
use crate::quantity::Quantity;
use crate::ruleset::TakeAndBreakGame;
use repetition::Kept;
pub use repetition::{proved_by_repetition, repetition};
pub use rows::{Rows, RowsFinder};
use window::WindowFinder;
use window::window_that_proves;

/// A proven period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Period {
    /// The least period of the values.
    pub period: u64,
    /// A position from which on the values repeat.
    pub from: u64,
    /// Whether it is the first such position. It is not known if very many values came before.
    pub from_is_first: bool,
    /// How many positions before have other values than the period would give them, of which the last one is that before
    /// `from`; null if very many values came before.
    pub exceptions: Option<u64>,
    /// What proves it.
    pub proof: PeriodProof,
}

/// A period that the values of a game show and do not prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct UnprovedPeriod {
    /// The least period that the last values have.
    pub period: u64,
    /// The first position from which on they repeat.
    pub from: u64,
    /// How many positions prove the period, if all their values repeat.
    pub length_that_proves: u64,
}

/// What proves a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PeriodProof {
    /// A window of values has come again, from which the next value follows: in a subtraction game, and in rules whose moves
    /// take a bounded number of tokens from a heap.
    RepeatedWindow,
    /// The theorem of Guy and Smith (1956), in a take-and-break game, and in rules that split a heap.
    GuySmith,
}

impl fmt::Display for PeriodProof {
    /// Writes it as in "proved by a repeated window".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PeriodProof::RepeatedWindow => "a repeated window",
            PeriodProof::GuySmith => "the theorem of Guy and Smith",
        })
    }
}

/// Returns how the values of a job prove a period, if they can.
pub fn provable(job: &Job) -> Option<PeriodProof> {
    match (window_that_proves(job), breaking_game(job)) {
        (Some(_), _) => Some(PeriodProof::RepeatedWindow),
        (None, Some(_)) => Some(PeriodProof::GuySmith),
        (None, None) => Rows::of(job).map(|rows| rows.proof()),
    }
}

/// Returns how many values prove this period from a position on, if they repeat as far as they go, in all rows; `None` if
/// none do.
pub fn length_that_proves(job: &Job, from: u64, period: u64) -> Option<u64> {
    match (window_that_proves(job), breaking_game(job)) {
        (Some(window), _) => Some(from + period + window as u64),
        (None, Some(game)) => game.needed_length(from, period),
        (None, None) => Rows::of(job)?.needed_length(from, period),
    }
}

/// Returns the take-and-break game whose Grundy values a job tabulates, if its periods can be proved. Outcomes do not
/// determine those of larger heaps.
pub(crate) fn breaking_game(job: &Job) -> Option<&TakeAndBreakGame> {
    let game = job.ruleset().take_and_break_game()?;
    let is_provable = job.quantity() == Quantity::Grundy && game.needed_length(0, 1).is_some();
    is_provable.then_some(game)
}

/// Looks for a period in the values of a job, given in order.
#[derive(Debug)]
pub enum PeriodFinder {
    Window(WindowFinder),
    Kept(Kept),
    /// Takes tiles in any order.
    Rows(RowsFinder),
}

impl PeriodFinder {
    /// Returns a finder for a job whose values can prove a period; `None` for others.
    pub(crate) fn new(job: &Job) -> Option<Self> {
        let kept = || breaking_game(job).map(|game| Kept::new(game, job.domain().positions()));
        let rows = || Rows::of(job).map(|rows| PeriodFinder::Rows(RowsFinder::new(rows)));
        let window = WindowFinder::new(job).map(PeriodFinder::Window);
        window.or_else(|| kept().map(PeriodFinder::Kept)).or_else(rows)
    }

    /// Estimates from above the bytes that the finder of a job takes; 0 where none is needed.
    pub(crate) fn bytes(job: &Job) -> u64 {
        let kept = breaking_game(job).map_or(0, |_| Kept::bytes(job.domain().positions()));
        match WindowFinder::bytes(job) + kept {
            0 => Rows::of(job).map_or(0, |rows| rows.bytes()),
            bytes => bytes,
        }
    }

    /// Returns whether the values are to be kept by others until a period is found, to find where it begins.
    pub(crate) fn forgets_values(&self) -> bool {
        matches!(self, PeriodFinder::Window(_))
    }

    /// Takes the next value.
    pub(crate) fn push(&mut self, value: u32) {
        match self {
            PeriodFinder::Window(finder) => finder.push(value),
            PeriodFinder::Kept(finder) => finder.push(value),
            PeriodFinder::Rows(_) => {}
        }
    }

    /// Returns the period, if the values up to now have proved one and that is known at once.
    pub(crate) fn found(&self) -> Option<Period> {
        match self {
            PeriodFinder::Window(finder) => finder.found(),
            PeriodFinder::Kept(_) | PeriodFinder::Rows(_) => None,
        }
    }

    /// Returns the period, if the values have proved one, of which there are no more, or the one that they show.
    pub(crate) fn finish(self) -> Option<Result<Period, UnprovedPeriod>> {
        match self {
            PeriodFinder::Window(finder) => finder.found().map(Ok),
            PeriodFinder::Kept(finder) => finder.finish(),
            PeriodFinder::Rows(finder) => finder.finish(),
        }
    }
}

/// Lists the positions before `from` that have other values than a period from there on would give them.
pub fn exceptions(from: u64, period: u64, value: impl Fn(u64) -> u32) -> impl Iterator<Item = u64> {
    (0..from).filter(move |&n| value(n) != value(n + (from - n).div_ceil(period) * period))
}
