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
mod expected;
#[cfg(feature = "gpu")]
pub mod gpu;
mod gpu_work;
pub mod reference;
mod stored;
mod vector_games;

pub use cpu::goes_along_lines;
pub use definition::{
    MoveWithScore, moves_of, moves_with_scores, positions_looked_up, score, score_after_move,
};
pub use definition::{options, value_by_definition};
pub use expected::growth;
pub use expected::{DISK_BYTES_PER_SECOND, StoringRate};
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
use crate::ruleset::Misstep;
use crate::totals::Statistics;
use crate::values::Values;
use crate::wording::{bytes_text, compared_bytes_text, counted};

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
    fn gpu_work(&self) -> Option<GpuWork>;

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

/// The reason why an engine cannot take a plan or has not finished it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The sink has stopped the run.
    #[error("stopped")]
    Stopped,
    /// The engine does not compute this quantity of this game. The engines of this crate compute every
    /// [`Job`](crate::Job).
    #[error("the engine does not compute {quantity} of {ruleset}")]
    Unsupported {
        /// Canonical notation of the game.
        ruleset: String,
        /// The requested quantity.
        quantity: Quantity,
    },
    /// The engine only takes games on fewer heaps.
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
    /// The GPU engine does not compute heaps one after the other.
    #[error(
        "the gpu engine computes many positions at once, and in {ruleset} one heap follows another: the value of each \
         needs those of all smaller ones"
    )]
    OneAfterAnother {
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
    /// The rules that a user has written are wrong at a position.
    #[error("the rules: {what}")]
    FaultyRules {
        /// The position, the option, what is wrong and what to do.
        what: String,
    },
    /// The GPU engine computes with integers of 32 bits, which rules that a user has written may pass.
    #[error(
        "the gpu engine computes with integers of 32 bits, and `{part}` in the rules may {}; the cpu engine computes with 64",
        reach(*.bounds)
    )]
    RulesPast32Bits {
        /// The part of the rules.
        part: String,
        /// Between which numbers it may be, where 64 bits hold them.
        bounds: Option<(i64, i64)>,
    },
    /// One process fills a table by rules that a user has written.
    #[error(
        "a table by rules that are written is filled by one process, and several were started to fill it together"
    )]
    RulesOnRanks,
    /// The system cannot start the thread that sends messages to other ranks.
    #[error("cannot start the thread that sends messages to other ranks: {reason}")]
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
        /// Names of the available adapters.
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
        /// The beginning of a sentence about what is too large: `the rays have`.
        what: String,
        /// The amount that the plan needs.
        needed: u64,
        /// The unit, as in `lines`.
        unit: &'static str,
        /// The most that is supported.
        limit: u64,
    },
    /// The plan exceeds the limits of the GPU engine on this adapter.
    #[error(
        "{what} {}, the GPU engine takes at most {} on this adapter",
        needed_and_limit([*.needed, *.limit], .unit)[0],
        needed_and_limit([*.needed, *.limit], .unit)[1]
    )]
    BeyondLimits {
        /// The beginning of a sentence about what is too large: `the buffer "seen" takes`.
        what: String,
        /// How much there would be.
        needed: u64,
        /// The unit, as in `bytes`.
        unit: &'static str,
        /// The most that the adapter allows.
        limit: u64,
    },
    /// The tiles of the plan are too large for the GPU engine on this adapter; smaller tiles would fit.
    #[error("{why}; tiles of edge {fitting} would fit")]
    SmallerTilesFit {
        /// What is too large.
        why: Box<EngineError>,
        /// The largest edge of fitting tiles that is a power of two.
        fitting: u32,
    },
    /// The plan exceeds the limits of the GPU engine on this adapter; a smaller domain would fit.
    #[error("{why}; {fitting} would fit")]
    SmallerFits {
        /// What is too large.
        why: Box<EngineError>,
        /// A domain of the same shape that fits, nearly the largest one.
        fitting: Domain,
    },
    /// The adapter has too little memory for the buffers of a plan.
    #[error("{adapter}: not enough memory for buffers of {}{}", bytes_text(*.bytes), takes_less(.smaller))]
    OutOfDeviceMemory {
        /// Name of the adapter.
        adapter: String,
        /// Bytes of the buffers that could not be allocated.
        bytes: u64,
        /// A smaller domain with the bytes of its buffers.
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
    /// The device has computed an impossible value: one beyond the proven bound, or none at all.
    #[error("{adapter}: {what}; treat earlier results of this adapter as suspect")]
    ImpossibleValue {
        /// Name of the adapter.
        adapter: String,
        /// The impossible value and its position.
        what: String,
    },
    /// The value of a finished tile differs from the value that this run computes.
    #[error(
        "the stored value at {position}, in the tile {}, is {stored}, but the engine computes {computed}",
        .tile.unpadded(.position.heaps().len()).iter().map(u32::to_string).collect::<Vec<_>>().join("/")
    )]
    OtherStoredValue {
        /// The finished tile.
        tile: TileIndex,
        /// The first position of the tile whose value differs.
        position: Position,
        /// The stored value.
        stored: i64,
        /// The computed value.
        computed: i64,
    },
    /// The totals of the tiles differ from the totals that the engine has added up.
    #[error("the engine computed values with {expected}, but its tiles have {found}")]
    OtherTotals {
        /// The totals that the engine has added up.
        expected: Statistics,
        /// The totals of the tiles.
        found: Statistics,
    },
    /// The engine ended without an error, but positions are missing.
    #[error("the engine computed {found} of {}; this is a bug in grundytab", counted(.expected, "position"))]
    Incomplete {
        /// Positions of the domain.
        expected: u64,
        /// Positions that the engine has handed over.
        found: u64,
    },
}

impl EngineError {
    /// Returns whether the engine does not take the plan, so that the user needs another plan or another engine.
    pub fn refuses_plan(&self) -> bool {
        self.remedy() == Remedy::OtherPlan
    }

    /// Returns whether the device has failed, so that another engine can continue from the finished tiles. This is not
    /// so if values are wrong, because finished tiles may be wrong too.
    pub fn is_device_failure(&self) -> bool {
        self.remedy() == Remedy::OtherEngine
    }

    fn remedy(&self) -> Remedy {
        match self {
            EngineError::Unsupported { .. }
            | EngineError::FourHeaps { .. }
            | EngineError::OneAfterAnother { .. }
            | EngineError::RulesPast32Bits { .. }
            | EngineError::RulesOnRanks
            | EngineError::SeveralRanks { .. }
            | EngineError::TooLarge { .. }
            | EngineError::BeyondLimits { .. }
            | EngineError::SmallerFits { .. }
            | EngineError::SmallerTilesFit { .. } => Remedy::OtherPlan,
            EngineError::OutOfDeviceMemory { .. }
            | EngineError::DeviceLost { .. }
            | EngineError::Device { .. } => Remedy::OtherEngine,
            EngineError::Stopped
            | EngineError::FaultyRules { .. }
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

/// How a run can be continued or repeated after an [`EngineError`].
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

/// Returns the needed amount with its unit, and the limit, as texts.
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

/// Returns the expected time of a run on one thread in nanoseconds. Without a GPU it is the same on every machine.
pub fn expected_nanoseconds_of_one_thread(plan: &Plan, engine: EngineKind) -> f64 {
    match engine {
        EngineKind::Reference => reference::nanoseconds(plan),
        EngineKind::Cpu | EngineKind::Gpu => cpu::nanoseconds(plan),
    }
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

/// Says how far a part of rules may reach.
fn reach(bounds: Option<(i64, i64)>) -> String {
    match bounds {
        Some((least, largest)) => format!("be from {least} to {largest}"),
        None => "pass them".into(),
    }
}

impl From<Misstep> for EngineError {
    fn from(misstep: Misstep) -> Self {
        EngineError::FaultyRules { what: misstep.to_string() }
    }
}

impl From<Stop> for EngineError {
    fn from(_: Stop) -> Self {
        EngineError::Stopped
    }
}
