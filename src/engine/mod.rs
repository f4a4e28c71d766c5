//! Engines: three ways to fill the same table.
//!
//! | engine | how |
//! |---|---|
//! | [`mod@reference`] | the definition: list the options, take the mex |
//! | [`cpu`] | thresholds and line accumulators, multi-threaded |
//! | [`gpu`] | the same as compute shaders |
//!
//! An engine hands finished tiles to a [`Sink`], each once, in an order of its choice, and keeps
//! no tile it has handed over. The values do not depend on the engine, the tiles or the threads.

pub(crate) mod alterations;
mod assemble;
pub mod cpu;
mod definition;
pub(crate) mod digraph_edges;
pub mod gpu;
mod gpu_work;
mod line_map;
pub(crate) mod lines;
mod mirror;
pub mod reference;
mod symmetry;

pub use definition::{options, value_by_definition};
pub use gpu_work::{GpuAccount, GpuWork};

use std::fmt;

use crate::domain::tiling::Tile;
use crate::plan::{Memory, Plan};

/// Which engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// [`mod@reference`].
    Reference,
    /// [`cpu`].
    Cpu,
    /// [`gpu`].
    Gpu,
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineKind::Reference => "reference",
            EngineKind::Cpu => "cpu",
            EngineKind::Gpu => "gpu",
        })
    }
}

/// Fills tables.
pub trait Engine {
    /// Which engine this is.
    fn kind(&self) -> EngineKind;

    /// The adapter it runs on, for the GPU engine.
    fn adapter(&self) -> Option<String> {
        None
    }

    /// Whether it can take a plan at all.
    ///
    /// # Errors
    /// When the plan is beyond the limits of the engine or its device, with the numbers.
    fn check(&self, plan: &Plan) -> Result<(), EngineError>;

    /// What it will keep in memory for a plan.
    fn memory(&self, plan: &Plan) -> Memory;

    /// What a plan will make a GPU do, for the GPU engine.
    fn gpu_work(&self, _plan: &Plan) -> Option<GpuWork> {
        None
    }

    /// Computes every tile of the plan and hands it to the sink.
    ///
    /// # Errors
    /// [`EngineError::Stopped`] when the sink asked to stop, else when a device failed or cannot
    /// take the job.
    fn run(&self, plan: &Plan, sink: &dyn Sink) -> Result<(), EngineError>;
}

/// Takes finished tiles.
pub trait Sink: Sync {
    /// Takes a finished tile. Called from any thread, each tile once.
    ///
    /// # Errors
    /// [`Stop`] when the engine should not go on; the sink remembers why.
    fn tile(&self, tile: Tile) -> Result<(), Stop>;

    /// Asked between layers, so that a run can be stopped before a tile is finished.
    ///
    /// # Errors
    /// [`Stop`] when the engine should not go on.
    fn proceed(&self) -> Result<(), Stop> {
        Ok(())
    }

    /// Told once, when a run on a GPU is done, what it has made the GPU do.
    fn account(&self, _account: GpuAccount) {}
}

/// The sink asked the engine to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop;

/// Why an engine did not finish.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The sink asked for it.
    #[error("stopped")]
    Stopped,
    /// No adapter fits the request.
    #[error("{0}")]
    NoDevice(String),
    /// The job is larger than the engine supports on any machine.
    #[error("{0}")]
    TooLarge(String),
    /// The job is beyond the limits of the device.
    #[error("{0}")]
    BeyondLimits(String),
    /// The device reported an error or was lost.
    #[error("{0}")]
    Device(String),
    /// The engine ended without an error, but positions are missing.
    #[error("the engine computed {found} of {expected} positions; this is a bug in grundytab")]
    Incomplete {
        /// Positions of the domain.
        expected: u64,
        /// Positions that came.
        found: u64,
    },
}

/// Checks that a run that ended without an error has brought every position.
pub(crate) fn check_complete(plan: &Plan, found: u64) -> Result<(), EngineError> {
    match plan.job().domain().positions() {
        expected if expected == found => Ok(()),
        expected => Err(EngineError::Incomplete { expected, found }),
    }
}

impl From<Stop> for EngineError {
    fn from(_: Stop) -> Self {
        EngineError::Stopped
    }
}
