//! Engines: three ways to fill the same table.
//!
//! | engine | how |
//! |---|---|
//! | [`mod@reference`] | the definition: list the options, take the mex |
//! | [`cpu`] | thresholds and line states, on all threads |
//! | `gpu` | the same as compute shaders; with the Cargo feature `gpu` |
//!
//! [`Engine::prepare`] checks a plan and does the work that its estimates and its run have in common; [`Prepared::run`]
//! hands each finished tile to a [`Sink`] once, in any order, and keeps no copy. The values do not depend on the
//! engine, the tiles or the threads.
//!
//! A run continues from tiles that an earlier run has finished ([`Sink::is_finished`]): thresholds and lines are
//! functions of the values, so that the engine reads finished tiles and records their values without a search. For the
//! scores of partizan games they are functions of two scores, of which only one is stored, and outcomes of games whose moves
//! lead to sums of positions are made of Grundy values: there the engine computes finished tiles again and compares.

mod clause_games;
#[doc(hidden)]
pub mod cluster;
pub mod cpu;
mod definition;
mod digraph_games;
mod error;
#[cfg(feature = "gpu")]
pub mod gpu;
mod gpu_work;
mod loopy_games;
mod rates;
mod recomputed;
pub mod reference;
mod vector_games;

pub use clause_games::ways::{ClauseWay, ways_of_clauses};
pub use cpu::{RulesFilling, filling_of_rules};
pub use definition::{
    MoveWithScore, moves_with_scores, positions_looked_up, score, score_after_move,
};
pub use definition::{options, value_by_definition};
pub use error::EngineError;
pub use error::Failing;
pub use gpu_work::{GpuUsage, GpuWork};
pub use loopy_games::{InfiniteSets, infinity};
pub use rates::growth;
pub use rates::{DISK_BYTES_PER_SECOND, StoringRate};

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::cluster::Share;
use crate::domain::tiling::{Tile, TileIndex};
use crate::invalid_input::InvalidInput;
use crate::plan::Plan;
use crate::quantity::named;
use crate::totals::Statistics;
use crate::values::Values;

/// The kind of an engine.
///
/// ```
/// use grundytab::engine::EngineKind;
/// assert_eq!("cpu".parse(), Ok(EngineKind::Cpu));
/// assert_eq!(EngineKind::Cpu.to_string(), "cpu");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EngineKind {
    /// The one that computes every value from the definition, which others are compared with.
    Reference,
    /// The one that runs on the processor.
    Cpu,
    /// The one that runs on a GPU, with the Cargo feature `gpu`.
    Gpu,
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FromStr for EngineKind {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        named(&[EngineKind::Reference, EngineKind::Cpu, EngineKind::Gpu], text, "engine")
    }
}

/// Which results of a run are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// All values: the engine hands over tiles.
    Values,
    /// Only totals. An engine that adds up values where it computes them hands over totals ([`Sink::totals`]) instead
    /// of tiles; other engines still hand over tiles.
    Totals,
}

/// Fills tables.
pub trait Engine {
    /// Returns the kind of the engine.
    fn kind(&self) -> EngineKind;

    /// Returns the adapter of the GPU engine, with its driver.
    fn adapter(&self) -> Option<String> {
        None
    }

    /// Prepares a plan: checks that the engine can take the plan, and does the work that its estimates and its run have
    /// in common. Nothing large is allocated yet.
    ///
    /// # Errors
    /// If the plan exceeds the limits of the engine or its adapter, with the numbers.
    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        wanted: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError>;

    /// Returns the plan with smaller tiles, if the default tiles are too large for the engine. Requested tiles stay as
    /// they are.
    fn fit_tiles(&self, plan: Plan) -> Plan {
        plan
    }
}

/// A plan that an engine can run, as [`Engine::prepare`] returns it.
///
/// ```
/// use grundytab::engine::{Engine, Wanted, cpu::CpuEngine};
/// use grundytab::{Convention, Domain, Job, Plan, Quantity, Ruleset};
/// let game = Ruleset::parse("wythoff")?;
/// let job = Job::new(game, Domain::boxed(&[64, 64])?, Quantity::Grundy, Convention::Normal)?;
/// let plan = Plan::new(job, None)?;
/// let prepared = CpuEngine.prepare(&plan, Wanted::Values)?;
/// assert!(prepared.memory().host_bytes > 0);
/// assert_eq!(prepared.gpu_work(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Prepared {
    /// The plan.
    fn plan(&self) -> &Plan;

    /// Returns an upper estimate of the memory of a run.
    fn memory(&self) -> Memory;

    /// Returns the work of the GPU in a run; `None` for other engines.
    fn gpu_work(&self) -> Option<GpuWork> {
        None
    }

    /// Returns the expected time of a run without storing.
    fn expected(&self) -> Duration;

    /// Computes every position of the plan and hands tiles to the sink, or totals if only these are wanted.
    ///
    /// # Errors
    /// [`EngineError::Stopped`] if the sink has stopped the run; other errors if a device has failed.
    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError>;
}

/// An upper estimate of the memory that an engine uses during a run, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// Main memory of the machine.
    pub host_bytes: u64,
    /// The part of the main memory that several ranks divide among them.
    pub divided_bytes: u64,
    /// Memory of the GPU.
    pub device_bytes: u64,
}

/// Beyond this number of ranks the estimate for each rank does not decrease. In a simulation of the CPU engine's
/// pipeline (Wythoff Nim, 64 to 512 rows of tiles) no rank kept more than 1.2 times an equal part on up to 16 ranks,
/// and no more than a tenth of the whole on 64. The estimate is twice an equal part, and an eighth of the whole on more
/// than 16 ranks.
const MOST_RANKS_TO_DIVIDE: u64 = 16;

impl Memory {
    /// Returns an upper estimate for one of several ranks.
    #[must_use]
    pub fn of_rank(self, ranks: usize) -> Memory {
        let ranks = (ranks as u64).clamp(1, MOST_RANKS_TO_DIVIDE);
        let part = self.divided_bytes.min(self.divided_bytes.saturating_mul(2) / ranks);
        let host_bytes = self.host_bytes.saturating_sub(self.divided_bytes).saturating_add(part);
        Memory { host_bytes, ..self }
    }
}

/// What an engine reports at the end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct RunReport {
    /// The work of the GPU, if the run used one.
    pub gpu: Option<GpuUsage>,
    /// The totals of all positions, if the engine adds them up where it computes the values. They must equal the totals
    /// of the tiles that the engine has handed over, on all ranks together.
    pub totals: Option<Statistics>,
    /// The messages that this rank has sent to others.
    pub traffic: Traffic,
}

/// Messages between ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Traffic {
    /// The number of messages.
    pub messages: u64,
    /// The bytes of all messages.
    pub bytes: u64,
}

/// Receives finished tiles.
pub trait Sink: Sync {
    /// Returns the share of this rank. The engine hands over only the tiles of this share; a single rank has all tiles.
    fn share(&self) -> Share<'_> {
        Share::ALL
    }

    /// Receives a finished tile. The engine calls this once for each tile, from any thread.
    ///
    /// # Errors
    /// [`Stop`] if the engine should stop; the sink remembers the reason.
    fn tile(&self, tile: Tile) -> Result<(), Stop>;

    /// Receives the totals of some positions instead of tiles, if only [`Wanted::Totals`] were wanted. Each position is
    /// counted once. The checksum of the positions ([`checksum_of_tile`](crate::totals::checksum_of_tile)) comes with
    /// the totals if the sink takes checksums.
    ///
    /// # Errors
    /// [`Stop`] if the engine should stop.
    fn totals(&self, _totals: Statistics, _checksum: Option<u32>) -> Result<(), Stop> {
        Ok(())
    }

    /// Returns whether an engine that adds up totals should also add up a checksum, which takes time.
    fn takes_checksums(&self) -> bool {
        false
    }

    /// Returns whether an earlier run has finished a tile. The engine does not hand over a finished tile; if other
    /// cells depend on the tile, the engine asks for its values. Any set of tiles may be finished.
    fn is_finished(&self, _tile: TileIndex) -> bool {
        false
    }

    /// Returns the values of a finished tile.
    ///
    /// # Errors
    /// [`Stop`] if the values cannot be read or the tile is not finished; the sink remembers the reason.
    fn finished_tile(&self, _tile: TileIndex) -> Result<Values, Stop> {
        Err(Stop)
    }

    /// The engine calls this when it has read the finished tiles and begins to compute other positions. Only the first
    /// call counts; the first tile that is handed over has the same meaning.
    fn computes(&self) {}

    /// Receives the sets that the infinite values of a loopy game stand for, before the first tile.
    fn infinite_sets(&self, _sets: &InfiniteSets) {}

    /// Receives how many positions the engine has computed of tiles that it will hand over later. Each position is told of once at
    /// most.
    fn computed(&self, _positions: u64) {}

    /// The engine calls this between layers, so that the sink can stop a run before a tile is finished.
    ///
    /// # Errors
    /// [`Stop`] when the engine should not go on.
    fn proceed(&self) -> Result<(), Stop> {
        Ok(())
    }
}

/// The sink stopped the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop;

/// Returns the expected time of a run on one thread in nanoseconds. Without a GPU it is the same on every machine.
pub fn expected_nanoseconds_of_one_thread(plan: &Plan, engine: EngineKind) -> f64 {
    match engine {
        EngineKind::Reference => reference::nanoseconds(plan),
        EngineKind::Cpu | EngineKind::Gpu => cpu::nanoseconds(plan),
    }
}

/// Refuses values that a user gives, whose moves nobody knows.
fn unknown_moves(plan: &Plan) -> EngineError {
    EngineError::UnknownMoves { ruleset: plan.job().ruleset().short_text(8) }
}

/// Returns whether the engine must hand over a tile: the tile is in the share of this rank, and no earlier run has
/// finished it.
fn is_wanted(sink: &dyn Sink, index: TileIndex) -> bool {
    sink.share().has(index) && !sink.is_finished(index)
}

/// Hands a tile to the sink, if the tile is wanted.
fn hand_over(sink: &dyn Sink, index: TileIndex, values: Values) -> Result<(), Stop> {
    if is_wanted(sink, index) { sink.tile(Tile { index, values }) } else { Ok(()) }
}

/// Checks that a run without an error has handed over every position.
pub(crate) fn check_complete(plan: &Plan, found: u64) -> Result<(), EngineError> {
    match plan.job().domain().positions() {
        expected if expected == found => Ok(()),
        expected => Err(EngineError::Incomplete { expected, found }),
    }
}
