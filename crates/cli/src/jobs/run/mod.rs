//! A job as users mean it: the engine is chosen, memory and disk are checked, an interrupted table is resumed, and
//! the CPU engine goes on where a GPU fails.
//!
//! The program and the Python package are thin layers over this module. An [`Observer`] receives what they show as
//! data: progress as [`Work`], everything else as a [`Note`].

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

pub use choice::{Chosen, EngineChoice, choose};
pub use gpu::open_gpu;
#[cfg(feature = "gpu")]
pub use gpu::open_to_test;
#[cfg(feature = "gpu")]
pub use guard::{
    ChildMessage, MOST_PATIENCE, NotTested, end_with_parent, find_in_child, test_adapter,
    verdict_on,
};
#[cfg(feature = "gpu")]
pub use missing_driver::{WITHOUT_DRIVER, missing_driver};
pub use resources::{check_memory, memory_bytes};
pub use tabulation::{Outcome, Storage, Tabulation};
pub use verdict::{Refusal, SelftestOutcome, Verdict};
pub use work::Work;

use grundytab::control::Control;
use grundytab::engine::{Engine, EngineError};
use grundytab::error::Error;
use grundytab::invalid_input::InvalidInput;

/// Receives the progress and the notes of a run, and may interrupt it.
pub trait Observer {
    /// Receives a note for the user.
    fn note(&self, note: &Note);

    /// Returns the control of work without a progress bar.
    fn control(&self) -> Control<'_>;

    /// Returns how to start the program for a selftest. If this is unknown, no adapter is tested, and an untested GPU
    /// is used only on request.
    fn program(&self) -> Option<Program>;

    /// Runs a task and shows its progress: the task reports to its control, which may also interrupt the task.
    /// Positions that an earlier run has finished ([`Work::after`]) count as done from the beginning.
    fn watch<T>(&self, work: impl FnOnce() -> Work, task: impl FnOnce(&Control) -> T) -> T;
}

/// How to start the program `grundytab` as a separate process that tests an adapter.
#[derive(Debug, Clone)]
pub struct Program {
    /// The executable.
    pub path: PathBuf,
    /// Arguments that precede those of the program.
    pub arguments: Vec<OsString>,
}

/// Something that the user may want to know.
pub enum Note<'a> {
    /// The selftest of an adapter runs, because `auto` has no verdict on the adapter yet.
    Testing {
        /// Name of the adapter.
        adapter: &'a str,
        /// How long it may take.
        at_most: Duration,
    },
    /// The verdict of a selftest could not be kept: where, and why.
    VerdictNotKept(&'a str),
    /// The requested adapter is used although its selftest has not passed.
    Distrusted {
        /// Name of the adapter.
        adapter: &'a str,
        /// The verdict of its selftest.
        verdict: &'a Verdict,
    },
    /// This engine was chosen; with the reason, unless the user requested it.
    Engine(&'a dyn Engine, Option<&'a Reason>),
    /// The table may not fit onto the disk, compressed or not.
    DiskMayFill {
        /// Bytes of the table before compression.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },
    /// The run will take long: the expected time, storing included.
    Long(Duration),
    /// A complete table has missing or damaged chunks, which are computed again.
    Repairs {
        /// The table, which stays as it is until the repaired one replaces it.
        table: &'a Path,
        /// The first fault of the table.
        reason: &'a str,
    },
    /// A chunk of an earlier run, in this file, is damaged and is computed again.
    Damaged(&'a Path),
    /// An earlier run has stored some positions.
    Stored {
        /// Positions that are stored.
        before: u64,
        /// Positions of the domain.
        of: u64,
    },
    /// The GPU has failed; the CPU engine continues.
    GpuFailed(&'a Error),
}

/// Why an engine was chosen that nobody requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The CPU engine is expected to be done in this time, before a GPU would be open.
    Soon(Duration),
    /// This engine is expected to take less time than the other one.
    Faster {
        /// Its expected time.
        time: Duration,
        /// The expected time of the other.
        other: Duration,
        /// The adapter of the other; `None` is the CPU.
        than: Option<String>,
    },
    /// `auto` does not take these adapters.
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
    #[cfg(not(feature = "gpu"))]
    NotBuilt,
    /// Several ranks fill a table together.
    SeveralRanks,
}

/// Returns the engine, with the fault that a test requests, if any.
#[cfg(debug_assertions)]
fn with_injected_fault(engine: Box<dyn Engine>) -> Result<Box<dyn Engine>, InvalidInput> {
    test_devices::injected_fault::inject(engine)
}

/// Returns the engine unchanged.
#[cfg(not(debug_assertions))]
fn with_injected_fault(engine: Box<dyn Engine>) -> Result<Box<dyn Engine>, InvalidInput> {
    Ok(engine)
}
