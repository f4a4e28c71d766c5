//! How long a run is expected to take: one model for all engines. What a plan makes an engine do is counted before it
//! runs (`cpu/expected.rs`, `gpu/expected.rs`), and each count is multiplied by the rate that this file has for it.
//!
//! The rates of the CPU engine were fitted to the processor time of 43 jobs of all families, one thread, on a server
//! processor of 2023 with AVX-512. Those of software were fitted to 19 jobs on Mesa's llvmpipe, on two such cores.
//! Those of GPUs are guesses, on the careful side: none has been measured. `docs/performance.md` compares expected
//! with measured times. Where much depends on it, a trial of the real engine (`run/trial.rs`) decides.

use crate::engine::Wanted;
use std::time::Duration;

use super::Engine;
use crate::plan::Plan;

/// Nanoseconds of one thread of the CPU engine.
pub(super) mod thread {
    /// What a cell takes, and the same for each line that crosses it.
    pub(in crate::engine) struct LineRate {
        /// In a tile that follows from its lines alone.
        pub(in crate::engine) plain: f64,
        /// In another tile, whose cells are computed one by one.
        pub(in crate::engine) single: f64,
        /// A value behind an altered vector.
        pub(in crate::engine) look_up: f64,
    }

    const fn rate(plain: f64, single: f64) -> LineRate {
        LineRate { plain, single, look_up: 12.0 }
    }

    pub(in crate::engine) const GRUNDY: LineRate = rate(7.0, 27.0);
    /// A value behind a removed vector, which may be free although a line has seen it, in addition.
    pub(in crate::engine) const REMOVED: f64 = 45.0;
    pub(in crate::engine) const PALACES: LineRate = rate(1.1, 3.5);
    /// Palace numbers and outcomes of 32 cells at once, which look at no value that marks no P-position.
    pub(in crate::engine) const PALACE_STRIPS: LineRate =
        LineRate { plain: 0.045, single: 3.5, look_up: 1.2 };
    pub(in crate::engine) const OUTCOME_CLASSES: LineRate = rate(2.3, 5.0);
    /// Scores, for the lines that cross rows of cells.
    pub(in crate::engine) const SCORES: LineRate = rate(0.15, 4.0);
    /// The same for two players, whose lines hold the scores of either.
    pub(in crate::engine) const SCORES_OF_TWO: LineRate = rate(0.6, 4.5);
    /// A line of scores along a row, whose cells follow one another.
    pub(in crate::engine) const SCORE_ALONG_ROW: f64 = 2.0;

    /// The side at which the search for a Grundy value on diagonals takes twice as long as on a small table.
    pub(in crate::engine) const SIDE_OF_LONG_SEARCH: f64 = 45_000.0;
    /// A line that a tile takes over from another one.
    pub(in crate::engine) const LINE_TAKEN_OVER: f64 = 8.0;

    /// A byte of what lines hold at the end. In a box with a long side and a short one, lines are many and their cells
    /// are few: then most of the time goes into memory that is made ready for values to come.
    pub(in crate::engine) const BYTE_OF_LINES: f64 = 0.2;

    /// Each edge of a digraph for a canonical position, and the same for each Grundy value that there may be.
    pub(in crate::engine) const EDGE: f64 = 4.0;
    pub(in crate::engine) const EDGE_AND_VALUE: f64 = 1e-3;
    /// The line of a heap that is played as in Nim beside a digraph.
    pub(in crate::engine) const NIM_HEAP: f64 = 20.0;
    /// A position whose outcome is found and stored with many others.
    pub(in crate::engine) const OUTCOME_OF_DIGRAPH: f64 = 0.4;
    /// A position of a digraph game on four vertices, and each edge.
    pub(in crate::engine) const FOUR_HEAPS: f64 = 30.0;
    pub(in crate::engine) const EDGE_OF_FOUR_HEAPS: f64 = 5.0;

    pub(in crate::engine) const EUCLID: f64 = 4.7;
    pub(in crate::engine) const FIBONACCI: f64 = 16.0;
    pub(in crate::engine) const FIBONACCI_OUTCOME: f64 = 3.7;

    /// A heap size of a subtraction game, and each byte that is computed for it in a vector of 64.
    pub(in crate::engine) const HEAP_SIZE: f64 = 6.0;
    pub(in crate::engine) const BYTE_OF_VECTOR: f64 = 1.5e-2;
}

/// What storing takes: nanoseconds of one thread for a byte of values before compression, and the share of it that is
/// written. Rounded from `docs/data/codecs.tsv`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StoringRate {
    pub(crate) nanoseconds: f64,
    pub(crate) written: f64,
}

impl StoringRate {
    /// Grundy values of games of numbers, by Blosc.
    pub(crate) const VALUES_BY_BLOSC: Self = StoringRate { nanoseconds: 1.7, written: 0.6 };
    /// Palace numbers and scores by Blosc.
    pub(crate) const COUNTS_BY_BLOSC: Self = StoringRate { nanoseconds: 0.6, written: 0.1 };
    /// Grundy values of games of numbers, by zstd.
    pub(crate) const VALUES_BY_ZSTD: Self = StoringRate { nanoseconds: 4.0, written: 0.7 };
    /// What comes in long runs, by zstd.
    pub(crate) const RUNS_BY_ZSTD: Self = StoringRate { nanoseconds: 1.5, written: 0.05 };
    /// As it is.
    pub(crate) const RAW: Self = StoringRate { nanoseconds: 0.3, written: 1.0 };
}

/// Bytes that a disk takes in a second: a usual one, of which nothing is known.
pub(crate) const DISK_BYTES_PER_SECOND: f64 = 5e8;

/// Seconds of an adapter.
#[derive(Debug, Clone, Copy)]
#[cfg(feature = "gpu")]
pub(super) struct AdapterRates {
    /// Until the shaders are compiled and the buffers made.
    pub(super) start: f64,
    /// A dispatch, with the barrier before the next one.
    pub(super) dispatch: f64,
    /// A step of a workgroup, which ends with a barrier.
    pub(super) step: f64,
    /// A step of an invocation where there are more of them than the adapter computes at once.
    pub(super) invocation: f64,
    /// A byte that the host reads back.
    pub(super) byte: f64,
    /// How many steps it takes to search for a value, where the lines of a cell carry no counts.
    pub(super) search: f64,
}

#[cfg(feature = "gpu")]
impl AdapterRates {
    /// A GPU with memory of its own.
    pub(super) const DISCRETE: Self = AdapterRates {
        start: 0.3,
        dispatch: 6e-6,
        step: 2.8e-7,
        invocation: 8e-12,
        byte: 1e-10,
        search: 18.0,
    };
    /// A GPU that shares the memory of the machine.
    pub(super) const SHARED: Self = AdapterRates {
        start: 0.3,
        dispatch: 1.5e-5,
        step: 5e-7,
        invocation: 8e-11,
        byte: 2e-10,
        search: 18.0,
    };
    /// Software, which computes invocations one after another.
    pub(super) const SOFTWARE: Self = AdapterRates {
        start: 0.07,
        dispatch: 8e-6,
        step: 4e-8,
        invocation: 1.2e-8,
        byte: 2.5e-9,
        search: 10.0,
    };
}

/// Returns a number of seconds as a duration, the longest one if there is none so long.
pub(super) fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// Returns how the work of a plan grows: a share s of its positions, which are computed by rank, takes about s to
/// this power of the whole time. It is 1 where every position takes the same time, and more where the search for a
/// value becomes longer.
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
