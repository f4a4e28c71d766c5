//! The expected time of a run: one model for all engines. The work of a plan is counted before the run
//! (`cpu/time.rs`, `gpu/expected.rs`), and each count is multiplied by its rate in this file.
//!
//! The rates of the CPU engine were fitted to the processor time of 43 jobs of all families, one thread, on a server
//! processor of 2023 with AVX-512. The rates of software adapters were fitted to 19 jobs on Mesa's llvmpipe, on two
//! such cores. The rates of GPUs are cautious guesses, because no GPU has been measured. `docs/performance.md` compares
//! expected with measured times. For long jobs a trial of the real engines decides (`jobs/run/trial.rs`).

use crate::engine::Wanted;
use std::time::Duration;

use super::Engine;
use crate::plan::Plan;

/// Nanoseconds of one thread of the CPU engine.
pub(super) mod thread {
    /// The time for a cell, and the same time for each line that crosses the cell.
    pub(in crate::engine) struct LineRate {
        /// In a tile whose values follow from its lines alone.
        pub(in crate::engine) plain: f64,
        /// In any other tile: its cells are computed one by one.
        pub(in crate::engine) single: f64,
        /// For the look-up of a value behind an altered vector.
        pub(in crate::engine) look_up: f64,
    }

    const fn rate(plain: f64, single: f64) -> LineRate {
        LineRate { plain, single, look_up: 12.0 }
    }

    pub(in crate::engine) const GRUNDY: LineRate = rate(7.0, 27.0);
    /// Additional time for a value behind a removed vector, which may be free although a line has seen it.
    pub(in crate::engine) const REMOVED: f64 = 45.0;
    pub(in crate::engine) const PALACES: LineRate = rate(1.1, 3.5);
    /// Palace numbers and outcomes of 32 cells at once. Only values that mark P-positions are looked up.
    pub(in crate::engine) const PALACE_STRIPS: LineRate =
        LineRate { plain: 0.045, single: 3.5, look_up: 1.2 };
    pub(in crate::engine) const OUTCOME_CLASSES: LineRate = rate(2.3, 5.0);
    /// Scores, for lines that cross rows of cells.
    pub(in crate::engine) const SCORES: LineRate = rate(0.15, 4.0);
    /// Scores of two players: the lines hold the scores of both.
    pub(in crate::engine) const SCORES_OF_TWO: LineRate = rate(0.6, 4.5);
    /// Scores along a row: each cell depends on the one before.
    pub(in crate::engine) const SCORE_ALONG_ROW: f64 = 2.0;

    /// The side at which a search for a Grundy value on diagonals takes twice as long as in a small table.
    pub(in crate::engine) const SIDE_OF_LONG_SEARCH: f64 = 45_000.0;
    /// A line that a tile takes over from another tile.
    pub(in crate::engine) const LINE_TAKEN_OVER: f64 = 8.0;

    /// A byte that lines hold at the end of a run. A box with a long and a short side has many lines with few cells:
    /// there most of the time is spent on preparing memory for later values.
    pub(in crate::engine) const BYTE_OF_LINES: f64 = 0.2;

    /// An edge of a digraph at a canonical position, and the additional time for each possible Grundy value.
    pub(in crate::engine) const EDGE: f64 = 4.0;
    pub(in crate::engine) const EDGE_AND_VALUE: f64 = 1e-3;
    /// The line of a Nim heap beside a digraph.
    pub(in crate::engine) const NIM_HEAP: f64 = 20.0;
    /// The outcome of a position, found and stored together with many others.
    pub(in crate::engine) const OUTCOME_OF_DIGRAPH: f64 = 0.4;
    /// A position of a digraph game on four vertices, and each of its edges.
    pub(in crate::engine) const FOUR_HEAPS: f64 = 30.0;
    pub(in crate::engine) const EDGE_OF_FOUR_HEAPS: f64 = 5.0;

    /// What a thread is handed at a time where layers are divided by the time that they take: much longer than it takes to
    /// hand it over, and short enough that a run ends soon when it is interrupted.
    pub(in crate::engine) const TASK: f64 = 50_000.0;
    /// A position whose options are looked up one by one, by rules that are written, and each clause.
    pub(in crate::engine) const WALKED_POSITION: f64 = 60.0;
    pub(in crate::engine) const WALKED_CLAUSE: f64 = 25.0;
    /// An option in a run of options at equal distances; one whose variable takes listed numbers; one where a condition is
    /// evaluated for each; and one whose heaps are.
    pub(in crate::engine) const OPTION_OF_RUN: f64 = 0.5;
    pub(in crate::engine) const OPTION_OF_LIST: f64 = 2.5;
    pub(in crate::engine) const OPTION_IN_LANE: f64 = 2.5;
    pub(in crate::engine) const OPTION_OF_COLUMNS: f64 = 10.0;
    /// What comes before the first of some options that are evaluated at once.
    pub(in crate::engine) const LANES: f64 = 60.0;
    /// An operation of what is evaluated, for many options at once or for one choice of the variables.
    pub(in crate::engine) const OPERATION: f64 = 1.5;
    pub(in crate::engine) const OPERATION_OF_ONE: f64 = 8.0;
    /// A cell of such rules whose moves go along lines, each of its lines, and each option that is added to one.
    pub(in crate::engine) const CELL_OF_LINES: f64 = 6.0;
    pub(in crate::engine) const LINE_OF_CELL: f64 = 4.0;
    pub(in crate::engine) const NEWEST_OPTION: f64 = 2.5;
    /// A cell of a table that is filled by marks; a way back from a P-position, and each loop of it; a mark beside the one
    /// before, another one, and one that is counted.
    pub(in crate::engine) const MARKED_CELL: f64 = 6.0;
    pub(in crate::engine) const WAY_BACK: f64 = 25.0;
    pub(in crate::engine) const NEAR_MARK: f64 = 0.05;
    pub(in crate::engine) const FAR_MARK: f64 = 3.0;
    pub(in crate::engine) const COUNTED_MARK: f64 = 4.0;

    pub(in crate::engine) const EUCLID: f64 = 4.7;
    pub(in crate::engine) const FIBONACCI: f64 = 16.0;
    pub(in crate::engine) const FIBONACCI_OUTCOME: f64 = 3.7;

    /// A heap of a take-and-break game, and each fixed part that is united with its sets.
    pub(in crate::engine) const HEAP_OF_PAIRS: f64 = 200.0;
    pub(in crate::engine) const FIXED_PART: f64 = 0.05;

    /// A heap size of a subtraction game, and each byte that is computed for the heap size in vectors of 64.
    pub(in crate::engine) const HEAP_SIZE: f64 = 6.0;
    pub(in crate::engine) const BYTE_OF_VECTOR: f64 = 1.5e-2;
}

/// The rate of storing: nanoseconds of one thread for a byte of values before compression, and the share of these bytes
/// that is written. Rounded from `docs/data/codecs.tsv`.
#[derive(Debug, Clone, Copy)]
pub struct StoringRate {
    /// Nanoseconds of one thread for a byte of values.
    pub nanoseconds: f64,
    /// The share of the bytes of values that is written.
    pub written: f64,
}

impl StoringRate {
    /// Grundy values of games of numbers, by Blosc.
    pub const VALUES_BY_BLOSC: Self = StoringRate { nanoseconds: 1.7, written: 0.6 };
    /// Palace numbers and scores by Blosc.
    pub const COUNTS_BY_BLOSC: Self = StoringRate { nanoseconds: 0.6, written: 0.1 };
    /// Grundy values of games of numbers, by zstd.
    pub const VALUES_BY_ZSTD: Self = StoringRate { nanoseconds: 4.0, written: 0.7 };
    /// Values in long runs, by zstd.
    pub const RUNS_BY_ZSTD: Self = StoringRate { nanoseconds: 1.5, written: 0.05 };
    /// Uncompressed.
    pub const RAW: Self = StoringRate { nanoseconds: 0.3, written: 1.0 };
}

/// Bytes that a disk writes in a second. A typical value: nothing is known of the disk.
pub const DISK_BYTES_PER_SECOND: f64 = 5e8;

/// The rates of an adapter, in seconds.
#[derive(Debug, Clone, Copy)]
#[cfg(feature = "gpu")]
pub(super) struct AdapterRates {
    /// The start: shaders are compiled and buffers created.
    pub(super) start: f64,
    /// A dispatch, with the barrier before the next one.
    pub(super) dispatch: f64,
    /// A step of a workgroup, which ends with a barrier.
    pub(super) step: f64,
    /// A step of an invocation, if the adapter cannot compute all invocations at once.
    pub(super) invocation: f64,
    /// A byte that the host reads back.
    pub(super) byte: f64,
    /// A round of loads from the memory of the adapter, for which a search waits.
    pub(super) round: f64,
    /// How many times as long an invocation takes for a step that searches for values as for one that adds counts.
    pub(super) search: f64,
    /// An option that an invocation looks up by rules that the user writes, while it waits for memory.
    pub(super) look_up: f64,
    /// Such an option, if the adapter cannot look up those of all invocations at once.
    pub(super) option: f64,
}

#[cfg(feature = "gpu")]
impl AdapterRates {
    /// A GPU with memory of its own.
    pub(super) const DISCRETE: Self = AdapterRates {
        start: 0.3,
        dispatch: 3e-6,
        step: 2.5e-7,
        invocation: 8e-12,
        byte: 1e-10,
        round: 4e-7,
        search: 18.0,
        look_up: 3e-8,
        option: 2e-11,
    };
    /// A GPU that shares the memory of the machine.
    pub(super) const SHARED: Self = AdapterRates {
        start: 0.3,
        dispatch: 7.5e-6,
        step: 5e-7,
        invocation: 8e-11,
        byte: 2e-10,
        round: 6e-7,
        search: 18.0,
        look_up: 5e-8,
        option: 2e-10,
    };
    /// A software adapter, which computes invocations one after another.
    pub(super) const SOFTWARE: Self = AdapterRates {
        start: 0.07,
        dispatch: 8e-6,
        step: 4e-8,
        invocation: 1.2e-8,
        byte: 2.5e-9,
        round: 0.0,
        search: 10.0,
        look_up: 0.0,
        option: 2.5e-9,
    };
}

/// Returns a number of seconds as a duration, at most the longest one.
pub(super) fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// Returns the exponent by which the work of a plan grows: the first share s of its positions, in grade order, takes
/// about s to this power of the whole time. The exponent is 1 if every position takes the same time, and larger if
/// searches become longer.
pub fn growth(engine: &dyn Engine, plan: &Plan) -> f64 {
    let size_and_time = |plan: &Plan| {
        let positions = plan.job().domain().positions() as f64;
        Some((positions, engine.prepare(plan, Wanted::Values).ok()?.expected().as_secs_f64()))
    };
    let exponent = || {
        let (positions, time) = size_and_time(plan)?;
        let (of_half, time_of_half) = size_and_time(&plan.scaled(1, 2).ok()?)?;
        Some((time_of_half / time).ln() / (of_half / positions).ln())
    };
    // A single position has no half.
    exponent()
        .filter(|exponent| exponent.is_finite())
        .map_or(1.0, |exponent| exponent.clamp(1.0, 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cpu::CpuEngine;

    /// Catches a search whose length is not counted, and a growth where there is none.
    #[test]
    fn work_grows_where_the_search_does() {
        for (game, domain, quantity, least, most) in [
            ("triangle", "tokens 2048", "grundy", 1.05, 1.4),
            ("wythoff", "20000", "grundy", 1.1, 1.6),
            ("euclid", "3000", "grundy", 1.0, 1.0),
            ("nim:1", "1", "grundy", 1.0, 1.0),
            ("nim:1", "20000000", "grundy", 1.0, 1.1),
        ] {
            let plan = Plan::parse(game, domain, quantity).expect("a plan");
            let growth = growth(&CpuEngine, &plan);
            assert!((least..=most).contains(&growth), "{game}: {growth}");
        }
    }
}
