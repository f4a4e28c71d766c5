//! A job as users mean it: the engine is chosen, memory and disk are checked, an interrupted table is resumed, and
//! the CPU engine goes on where a GPU fails.
//!
//! The program and the Python package are thin over this. What they show comes to a [`Observer`] as data: progress as
//! [`Work`] that is under way, everything else as a [`Note`].

mod choice;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(not(feature = "gpu"))]
#[path = "no_gpu.rs"]
mod gpu;
#[cfg(feature = "gpu")]
mod guard;
#[cfg(feature = "gpu")]
mod missing_driver;
mod resources;
mod storing;
mod tabulation;
#[cfg(debug_assertions)]
mod test_devices;
mod trial;
mod verdict;
mod work;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use choice::{Chosen, EngineChoice, choose, usually_checked};
pub use gpu::open_gpu;
#[cfg(feature = "gpu")]
pub use gpu::open_to_test;
#[cfg(feature = "gpu")]
pub use guard::{ChildMessage, NotTested, end_with_parent, test_adapter, verdict_on};
#[cfg(feature = "gpu")]
pub use missing_driver::{MissingDriver, missing_driver};
pub use resources::{check_memory, memory_bytes};
pub use tabulation::{Outcome, Storage, Tabulation};
pub use verdict::{Refusal, SelftestOutcome, Verdict};
pub use work::Work;

use crate::control::Control;
use crate::engine::{Engine, EngineError};
use crate::error::Error;
use crate::invalid_input::InvalidInput;

/// Who watches a run: its progress and its notes are shown there.
pub trait Observer {
    /// Is told something that the user may want to know.
    fn note(&self, note: &Note);

    /// Returns what interrupts work that shows no progress.
    fn control(&self) -> Control<'_>;

    /// Returns how the program is started. Without it nothing is tested, and no GPU that has not been tested is used
    /// without being asked for.
    fn program(&self) -> Option<Program>;

    /// Does a task while it shows its progress: the control that the task gets advances it, and may interrupt the
    /// task. Positions that an earlier run has finished ([`Work::after`]) are done from the beginning.
    fn watch<T>(&self, work: impl FnOnce() -> Work, task: impl FnOnce(&Control) -> T) -> T;
}

/// How the program `grundytab` is started in a process of its own, so that it tests an adapter.
#[derive(Debug, Clone)]
pub struct Program {
    /// What is started.
    pub path: PathBuf,
    /// What comes before the arguments of the program.
    pub arguments: Vec<OsString>,
}

/// Something that the user may want to know.
pub enum Note<'a> {
    /// The selftest of an adapter runs, since nobody knows whether `auto` may take it.
    Testing {
        /// Name of the adapter.
        adapter: &'a str,
        /// How long it may take.
        at_most: Duration,
    },
    /// The verdict of a selftest could not be kept: where, and why.
    VerdictNotKept(&'a str),
    /// An adapter that the user has asked for is used although its selftest has not passed.
    Distrusted {
        /// Name of the adapter.
        adapter: &'a str,
        /// The verdict of its selftest.
        verdict: &'a Verdict,
    },
    /// This engine has been chosen, and why, where that is not what was requested.
    Engine(&'a dyn Engine, Option<&'a Reason>),
    /// The table may not fit onto the disk, compressed or not.
    DiskMayFill {
        /// Bytes of the table before compression.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The run will take long, and how long it is expected to take until the table is stored.
    Long(Duration),
    /// A complete table has lost chunks, or has damaged ones, which are computed again.
    Repairs {
        /// The table, which stays as it is until the repaired one replaces it.
        table: &'a Path,
        /// The first thing that is wrong with it.
        reason: &'a str,
    },
    /// A chunk of an earlier run, in this file, is damaged and is computed again.
    Damaged(&'a Path),
    /// An earlier run has stored this many positions.
    Stored {
        /// Positions that are stored.
        before: u64,
        /// Positions of the domain.
        of: u64,
    },
    /// The GPU has failed, and the CPU engine goes on.
    GpuFailed(&'a Error),
}

/// Why an engine was chosen that nobody requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The CPU engine is expected to be done in this time, before a GPU would be open.
    Soon(Duration),
    /// It is expected to take less time than the other.
    Faster {
        /// Its expected time.
        time: Duration,
        /// The expected time of the other.
        other: Duration,
        /// The adapter of the other; `None` is the CPU.
        than: Option<String>,
    },
    /// These adapters are not taken.
    GpuRefuses(Vec<(String, Refusal)>),
    /// The CPU engine does not take the plan.
    CpuRefuses(EngineError),
    /// No GPU driver was found.
    NoDriver,
    /// There is a GPU, as this device file shows, and no driver for it.
    MissingDriver(PathBuf),
    /// This adapter is all there is, and it is software.
    SoftwareOnly(String),
    /// This build has no GPU engine.
    NotBuilt,
    /// Several ranks fill a table together.
    SeveralRanks,
}

/// Returns the engine as it is, or with the fault that a test asks for.
#[cfg(debug_assertions)]
fn with_injected_fault(engine: Box<dyn Engine>) -> Result<Box<dyn Engine>, InvalidInput> {
    test_devices::injected_fault::inject(engine)
}

/// Returns the engine as it is.
#[cfg(not(debug_assertions))]
fn with_injected_fault(engine: Box<dyn Engine>) -> Result<Box<dyn Engine>, InvalidInput> {
    Ok(engine)
}
