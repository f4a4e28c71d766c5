//! Engines: three ways to fill the same table.
//!
//! | engine | how |
//! |---|---|
//! | [`mod@reference`] | the definition: list the options, take the mex |
//! | [`cpu`] | thresholds and line states, on all threads |
//! | `gpu` | the same as compute shaders; with the Cargo feature `gpu` |
//!
//! [`Engine::prepare`] checks a plan and does once what its estimates and its run share;
//! [`Prepared::run`] hands finished tiles to a [`Sink`], each once, in an order of its choice, and keeps
//! no tile that it has handed over. The values do not depend on the engine, the tiles or the threads.
//!
//! A run goes on from tiles that an earlier one has finished ([`Sink::is_finished`]): what thresholds and
//! lines hold is a function of the values, so that the engine reads finished tiles and records their
//! values without searching for them. In the scores of partizan games they are a function of two scores, of which
//! one is stored: there the engine computes finished tiles again, and compares.

pub mod cluster;
pub mod cpu;
mod definition;
mod digraph_games;
mod expected;
#[cfg(feature = "gpu")]
pub mod gpu;
mod gpu_work;
/// How many random cases tests try; tests in `tests/` share it.
#[cfg(test)]
#[path = "../../tests/common/random.rs"]
pub(crate) mod random;
pub mod reference;
mod stored;
mod vector_games;

pub(crate) use definition::{
    MoveWithScore, moves_that_pay, moves_with_scores, positions_looked_up, score, score_after_move,
};
pub use definition::{options, value_by_definition};
pub use expected::growth;
pub(crate) use expected::{DISK_BYTES_PER_SECOND, StoringRate};
pub use gpu_work::{GpuUsage, GpuWork};

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::cluster::Share;
use crate::domain::tiling::{Tile, TileIndex};
use crate::domain::{Domain, Position};
use crate::invalid_input::InvalidInput;
use crate::plan::Plan;
use crate::quantity::{Quantity, named};
use crate::totals::Statistics;
use crate::values::Values;
use crate::wording::{bytes_text, compared_bytes_text, counted};

/// Which engine.
///
/// ```
/// use grundytab::engine::EngineKind;
/// assert_eq!("cpu".parse(), Ok(EngineKind::Cpu));
/// assert_eq!(EngineKind::Cpu.to_string(), "cpu");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineKind {
    /// [`mod@reference`].
    Reference,
    /// [`cpu`].
    Cpu,
    /// `gpu`, with the Cargo feature of this name.
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

/// What of a table is wanted of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// All values, which the engine hands over in tiles.
    Values,
    /// Totals alone. An engine that adds up values where it computes them hands over totals ([`Sink::totals`]) instead of
    /// tiles; the others hand over tiles.
    Totals,
}

/// Fills tables.
pub trait Engine {
    /// Which engine this is.
    fn kind(&self) -> EngineKind;

    /// The adapter it runs on, for the GPU engine.
    fn adapter(&self) -> Option<String> {
        None
    }

    /// Makes a plan ready to run: checks that the engine can take it, and does once what its
    /// estimates and its run have in common. Nothing large is allocated yet.
    ///
    /// # Errors
    /// When the plan is beyond the limits of the engine or its adapter, with the numbers.
    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        wanted: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError>;

    /// Returns the plan with smaller tiles, where those that were chosen for the domain are too large for the engine.
    /// Tiles whose edge was requested stay as they are.
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

    /// Estimates from above what a run will keep in memory.
    fn memory(&self) -> Memory;

    /// Returns what a run will make a GPU do, for the GPU engine.
    fn gpu_work(&self) -> Option<GpuWork>;

    /// Returns how long a run is expected to take that stores nothing.
    fn expected(&self) -> Duration;

    /// Computes every position of the plan, and hands tiles to the sink, or totals if it was prepared
    /// for these.
    ///
    /// # Errors
    /// [`EngineError::Stopped`] when the sink asked to stop, else when a device failed.
    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError>;
}

/// What an engine keeps in memory during a run, in bytes. An estimate from above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// Memory of the machine.
    pub host_bytes: u64,
    /// How many of these bytes several ranks divide among them.
    pub divided_bytes: u64,
    /// Memory of the GPU.
    pub device_bytes: u64,
}

/// More ranks than this keep no less of what is divided. In a simulation of the CPU engine's pipeline
/// (Wythoff Nim, 64 to 512 rows of tiles) the rank with most kept at most 1.2 times an equal part on up to 16 ranks, and
/// a tenth of all on 64. So the estimate is twice an equal part, and an eighth on more ranks.
const MOST_RANKS_TO_DIVIDE: u64 = 16;

impl Memory {
    /// Estimates from above what one of several ranks keeps.
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
    /// What the run has made a GPU do, if it ran on one.
    pub gpu: Option<GpuUsage>,
    /// The totals of all positions that the engine has added up where it computed the values, if it does so. They must
    /// be those of the tiles that it handed over; where there are several ranks, of the tiles of all of them.
    pub totals: Option<Statistics>,
    /// The messages that this rank has sent to others.
    pub traffic: Traffic,
}

/// Messages between ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Traffic {
    /// How many there are.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Takes finished tiles.
pub trait Sink: Sync {
    /// Returns which tiles are wanted, and who computes the others. All of them are, unless this is one of several
    /// ranks: then the engine hands over the tiles of this rank alone.
    fn share(&self) -> Share<'_> {
        Share::ALL
    }

    /// Takes a finished tile. Called from any thread, once for each tile.
    ///
    /// # Errors
    /// [`Stop`] when the engine should not go on; the sink remembers why.
    fn tile(&self, tile: Tile) -> Result<(), Stop>;

    /// Takes the totals of some positions, instead of tiles: where [`Wanted::Totals`] were wanted. Each position is counted once. Their checksum
    /// ([`checksum_of_tile`](crate::totals::checksum_of_tile)) comes with them if the sink takes checksums.
    ///
    /// # Errors
    /// [`Stop`] when the engine should not go on.
    fn totals(&self, _totals: Statistics, _checksum: Option<u32>) -> Result<(), Stop> {
        Ok(())
    }

    /// Returns whether an engine that adds up totals should add up a checksum too, which takes time.
    fn takes_checksums(&self) -> bool {
        false
    }

    /// Returns whether an earlier run has finished a tile. An engine does not hand such a tile over
    /// again; where other cells depend on its values, it asks for them. Any tiles can be finished.
    fn is_finished(&self, _tile: TileIndex) -> bool {
        false
    }

    /// Returns the values of a finished tile.
    ///
    /// # Errors
    /// [`Stop`] when they cannot be read, or the tile is not finished; the sink remembers why.
    fn finished_tile(&self, _tile: TileIndex) -> Result<Values, Stop> {
        Err(Stop)
    }

    /// Told when the engine begins to compute positions that no earlier run has finished: what it has done before was
    /// to read finished tiles. The first call counts; the first tile that is handed over says the same.
    fn computes(&self) {}

    /// Asked between layers, so that a run can be stopped before a tile is finished.
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

/// Why an engine cannot take a plan, or did not finish it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The sink asked for it.
    #[error("stopped")]
    Stopped,
    /// The engine does not compute this quantity of this game. Those of this crate compute all that a
    /// [`Job`](crate::Job) is made of.
    #[error("the engine does not compute {quantity} of {ruleset}")]
    Unsupported {
        /// Canonical notation of the game.
        ruleset: String,
        /// The quantity asked for.
        quantity: Quantity,
    },
    /// The engine takes games on fewer heaps alone.
    #[error(
        "the {engine} engine takes games on at most three heaps, because its shaders have three coordinates, and \
         {ruleset} has four; the cpu engine takes about a minute up to side 200 or 256 tokens"
    )]
    FourHeaps {
        /// The engine.
        engine: EngineKind,
        /// Canonical notation of the game.
        ruleset: String,
    },
    /// The engine fills a table in one process.
    #[error(
        "the {engine} engine fills a table in one process, and several were started to fill it together; the cpu engine \
         divides the work among them"
    )]
    SeveralRanks {
        /// The engine.
        engine: EngineKind,
    },
    /// The system has no thread that sends messages to other ranks.
    #[error("no thread can be started that sends messages to other ranks: {reason}")]
    NoThread {
        /// What the system says.
        reason: String,
    },
    /// A message of another rank does not belong to this job.
    #[error(
        "unexpected message from rank {from}; are all ranks running the same program on the same job?"
    )]
    GarbledMessage {
        /// The rank.
        from: usize,
    },
    /// This build has no GPU engine.
    #[error("this build has no GPU engine")]
    NotBuilt,
    /// No adapter fits the request.
    #[error("{}", no_adapter(.wanted.as_deref(), .present))]
    NoAdapter {
        /// A part of the name that was requested.
        wanted: Option<String>,
        /// Names of the adapters that there are.
        present: Vec<String>,
    },
    /// The driver refuses to open an adapter.
    #[error("{adapter} cannot be opened: {reason}")]
    CannotOpen {
        /// Name of the adapter.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// The plan is larger than the engine supports on any machine.
    #[error("{what} {needed} {unit}, at most {limit} are supported")]
    TooLarge {
        /// What is too large, as the beginning of a sentence: `the rays have`.
        what: String,
        /// How much there would be.
        needed: u64,
        /// The unit, as in `lines`.
        unit: &'static str,
        /// The most that is supported.
        limit: u64,
    },
    /// The plan is beyond what the GPU engine can do on this adapter.
    #[error(
        "{what} {}, the GPU engine takes at most {} on this adapter",
        needed_and_limit([*.needed, *.limit], .unit)[0],
        needed_and_limit([*.needed, *.limit], .unit)[1]
    )]
    BeyondLimits {
        /// What is too large, as the beginning of a sentence: `the buffer "seen" takes`.
        what: String,
        /// How much there would be.
        needed: u64,
        /// The unit, as in `bytes`.
        unit: &'static str,
        /// The most that the adapter allows.
        limit: u64,
    },
    /// The tiles of the plan are too large for the GPU engine on this adapter, which takes smaller ones.
    #[error("{why}; tiles of edge {fitting} would fit")]
    SmallerTilesFit {
        /// What is too large.
        why: Box<EngineError>,
        /// The largest power of two that is the edge of tiles that fit.
        fitting: u32,
    },
    /// The plan is beyond what the GPU engine can do on this adapter, which takes a smaller domain.
    #[error("{why}; {fitting} would fit")]
    SmallerFits {
        /// What is too large.
        why: Box<EngineError>,
        /// Nearly the largest domain of the same shape that fits.
        fitting: Domain,
    },
    /// The adapter has no memory for the buffers of a plan.
    #[error("{adapter}: there is no memory for buffers of {}{}", bytes_text(*.bytes), takes_less(.smaller))]
    OutOfDeviceMemory {
        /// Name of the adapter.
        adapter: String,
        /// Bytes of the buffers that were to be made together.
        bytes: u64,
        /// A smaller domain, and how many bytes its buffers take.
        smaller: Option<(Domain, u64)>,
    },
    /// The device was lost during a run: the driver was reset or removed.
    #[error("{adapter}: the device was lost: {reason}")]
    DeviceLost {
        /// Name of the adapter.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// The device reported an error, or did not answer.
    #[error("{adapter}: {what}")]
    Device {
        /// Name of the adapter.
        adapter: String,
        /// What happened.
        what: String,
    },
    /// The device has computed what cannot be: a value beyond the bound, or none.
    #[error("{adapter}: {what}; treat earlier results of this adapter as suspect")]
    ImpossibleValue {
        /// Name of the adapter.
        adapter: String,
        /// What it computed, and where.
        what: String,
    },
    /// A value that an earlier run has stored is not the one that this run computes.
    #[error(
        "the stored value at {position}, in the tile {}, is {stored}, but the engine computes {computed}",
        .tile.unpadded(.position.heaps().len()).iter().map(u32::to_string).collect::<Vec<_>>().join("/")
    )]
    OtherStoredValue {
        /// The tile, which is finished.
        tile: TileIndex,
        /// The first position of the tile with another value.
        position: Position,
        /// What is stored.
        stored: i64,
        /// What the engine computes.
        computed: i64,
    },
    /// The tiles do not add up to what the engine added up when it computed them.
    #[error("the engine computed values with {expected}, but tiles came with {found}")]
    OtherTotals {
        /// Totals of the values when they were computed.
        expected: Statistics,
        /// Totals of the tiles.
        found: Statistics,
    },
    /// The engine ended without an error, but positions are missing.
    #[error("the engine computed {found} of {}; this is a bug in grundytab", counted(.expected, "position"))]
    Incomplete {
        /// Positions of the domain.
        expected: u64,
        /// Positions that came.
        found: u64,
    },
}

impl EngineError {
    /// Returns whether the engine does not take the plan, so that another plan is needed or another engine.
    pub fn refuses_plan(&self) -> bool {
        self.remedy() == Remedy::OtherPlan
    }

    /// Returns whether the device has failed, so that another engine can go on from the tiles that are
    /// finished. Where values are wrong, what is finished may be wrong too.
    pub fn is_device_failure(&self) -> bool {
        self.remedy() == Remedy::OtherEngine
    }

    fn remedy(&self) -> Remedy {
        match self {
            EngineError::Unsupported { .. }
            | EngineError::FourHeaps { .. }
            | EngineError::SeveralRanks { .. }
            | EngineError::TooLarge { .. }
            | EngineError::BeyondLimits { .. }
            | EngineError::SmallerFits { .. }
            | EngineError::SmallerTilesFit { .. } => Remedy::OtherPlan,
            EngineError::OutOfDeviceMemory { .. }
            | EngineError::DeviceLost { .. }
            | EngineError::Device { .. } => Remedy::OtherEngine,
            EngineError::Stopped
            | EngineError::NoThread { .. }
            | EngineError::GarbledMessage { .. }
            | EngineError::NotBuilt
            | EngineError::NoAdapter { .. }
            | EngineError::CannotOpen { .. }
            | EngineError::ImpossibleValue { .. }
            | EngineError::OtherStoredValue { .. }
            | EngineError::OtherTotals { .. }
            | EngineError::Incomplete { .. } => Remedy::None,
        }
    }
}

/// With what a run can go on, or begin again, after an [`EngineError`].
#[derive(PartialEq, Eq)]
enum Remedy {
    OtherPlan,
    OtherEngine,
    None,
}

fn no_adapter(wanted: Option<&str>, present: &[String]) -> String {
    if present.is_empty() {
        return "no GPU adapter was found; install a Vulkan driver (Mesa's software driver will do)"
            .into();
    }
    let wanted = wanted.unwrap_or_default();
    format!("no adapter's name contains {wanted:?}; there are: {}", present.join(", "))
}

/// Words how much is needed, with its unit, and the most that there can be.
fn needed_and_limit([needed, limit]: [u64; 2], unit: &str) -> [String; 2] {
    match unit {
        "bytes" => compared_bytes_text([needed, limit]),
        _ => [format!("{needed} {unit}"), limit.to_string()],
    }
}

fn takes_less(smaller: &Option<(Domain, u64)>) -> String {
    match smaller {
        Some((domain, bytes)) => format!("; {domain} would take {}", bytes_text(*bytes)),
        None => String::new(),
    }
}

/// Returns how many nanoseconds of one thread a run is expected to take: on an engine without a GPU, the same on
/// every machine.
pub(crate) fn expected_nanoseconds_of_one_thread(plan: &Plan, engine: EngineKind) -> f64 {
    match engine {
        EngineKind::Reference => reference::nanoseconds(plan),
        EngineKind::Cpu | EngineKind::Gpu => cpu::nanoseconds(plan),
    }
}

/// Returns whether a tile is to be handed over: it is this rank's, and no earlier run has finished it.
fn is_wanted(sink: &dyn Sink, index: TileIndex) -> bool {
    sink.share().has(index) && !sink.is_finished(index)
}

/// Hands a tile to the sink, if it is wanted.
fn hand_over(sink: &dyn Sink, index: TileIndex, values: Values) -> Result<(), Stop> {
    if is_wanted(sink, index) { sink.tile(Tile { index, values }) } else { Ok(()) }
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
