//! Why an engine cannot take a plan, or has not finished it.

use super::{EngineKind, Stop};
use crate::domain::tiling::TileIndex;
use crate::domain::{Domain, Position};
use crate::quantity::Quantity;
use crate::ruleset::Misstep;
use crate::totals::Statistics;
use crate::wording::{bytes_text, compared_bytes_text, counted};

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
    /// The GPU engine does not compute games in which play may go on for ever.
    #[error(
        "the gpu engine computes a position after its options, and in {ruleset} play may come back to a position"
    )]
    Loopy {
        /// Canonical notation of the game.
        ruleset: String,
    },
    /// Nobody computes values that a user gives.
    #[error(
        "{ruleset} stands for values whose moves are not known, so that no engine computes them"
    )]
    UnknownMoves {
        /// Canonical notation of the values.
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

/// What has failed where an engine cannot take a plan or has not finished it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failing {
    /// The plan: the engine does not take it, whatever the adapter is.
    Plan,
    /// The engine of another crate, which does not take the plan.
    Engine,
    /// The adapter does not take the plan.
    Adapter,
    /// The rules of the game.
    Rules,
    /// The memory of the device.
    DeviceMemory,
    /// The device.
    Device,
    /// What is computed: it cannot be right.
    Values,
    /// The run, which has left positions out.
    Run,
    /// The table: it holds other values than are computed.
    Table,
    /// What an engine needs to begin with, or to speak with others.
    Means,
}

impl EngineError {
    /// Checks that an amount is at most what the engine supports on any machine.
    pub(crate) fn check_size(
        what: &str,
        needed: u64,
        unit: &'static str,
        limit: u64,
    ) -> Result<(), Self> {
        if needed <= limit {
            return Ok(());
        }
        Err(EngineError::TooLarge { what: what.into(), needed, unit, limit })
    }

    /// Returns whether the engine does not take the plan, so that the user needs another plan or another engine.
    pub fn refuses_plan(&self) -> bool {
        matches!(self.failing().0, Failing::Plan | Failing::Engine | Failing::Adapter)
    }

    /// Returns whether the device has failed, so that another engine can continue from the finished tiles. This is not
    /// so if values are wrong, because finished tiles may be wrong too.
    pub fn is_device_failure(&self) -> bool {
        matches!(self.failing().0, Failing::DeviceMemory | Failing::Device)
    }

    /// Returns what has failed, and the name by which programs know the error.
    pub(crate) fn failing(&self) -> (Failing, &'static str) {
        match self {
            EngineError::FourHeaps { .. } => (Failing::Plan, "four_heaps"),
            EngineError::OneAfterAnother { .. } => (Failing::Plan, "one_after_another"),
            EngineError::Loopy { .. } => (Failing::Plan, "loopy"),
            EngineError::UnknownMoves { .. } => (Failing::Plan, "unknown_moves"),
            EngineError::SeveralRanks { .. } | EngineError::RulesOnRanks => {
                (Failing::Plan, "several_ranks")
            }
            EngineError::RulesPast32Bits { .. } => (Failing::Plan, "rules_past_32_bits"),
            EngineError::TooLarge { .. } => (Failing::Plan, "too_large"),
            EngineError::Unsupported { .. } => (Failing::Engine, "engine_error"),
            EngineError::BeyondLimits { .. }
            | EngineError::SmallerFits { .. }
            | EngineError::SmallerTilesFit { .. } => (Failing::Adapter, "beyond_adapter_limits"),
            EngineError::FaultyRules { .. } => (Failing::Rules, "faulty_rules"),
            EngineError::OutOfDeviceMemory { .. } => (Failing::DeviceMemory, "out_of_gpu_memory"),
            EngineError::DeviceLost { .. } => (Failing::Device, "gpu_lost"),
            EngineError::Device { .. } => (Failing::Device, "gpu_error"),
            EngineError::ImpossibleValue { .. } => (Failing::Values, "gpu_error"),
            EngineError::OtherTotals { .. } => (Failing::Values, "engine_error"),
            EngineError::Incomplete { .. } => (Failing::Run, "incomplete_run"),
            EngineError::OtherStoredValue { .. } => (Failing::Table, "check_failed"),
            EngineError::NotBuilt => (Failing::Means, "no_gpu_engine"),
            EngineError::NoAdapter { .. } => (Failing::Means, "no_adapter"),
            EngineError::CannotOpen { .. } => (Failing::Means, "adapter_cannot_be_opened"),
            EngineError::Stopped
            | EngineError::NoThread { .. }
            | EngineError::GarbledMessage { .. } => (Failing::Means, "engine_error"),
        }
    }
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
