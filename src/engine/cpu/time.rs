//! The expected time of the CPU engine: the work counted from the plan, times the rates of one thread
//! (`engine/rates.rs`), divided by the number of busy threads.
//!
//! The formulas only use sums, products and quotients, so that every machine computes the same time for one thread: the
//! parts of a batch depend on this.

use super::clauses;
use super::vector::work::Work;
use crate::engine::digraph_games::edges::nim_axes;
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::rates::thread::{self, LineRate};
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{DigraphGame, WrittenRuleset};

/// The processor time of a run, of all threads together.
pub(super) struct ProcessorTime {
    pub(super) nanoseconds: f64,
    /// The average number of threads that share the work.
    busy_threads: f64,
}

impl ProcessorTime {
    /// Returns the seconds of the run.
    pub(super) fn seconds(&self) -> f64 {
        1e-9 * self.nanoseconds / self.busy_threads
    }
}

/// Returns the time of positions that each take so long, on one thread.
pub(super) fn on_one_thread(plan: &Plan, nanoseconds: f64) -> ProcessorTime {
    on_threads(plan, nanoseconds, 1.0)
}

/// Returns the time of positions that each take so long, on all threads.
pub(super) fn on_all_threads(plan: &Plan, nanoseconds: f64) -> ProcessorTime {
    on_threads(plan, nanoseconds, rayon::current_num_threads() as f64)
}

fn on_threads(plan: &Plan, nanoseconds: f64, busy_threads: f64) -> ProcessorTime {
    let positions = plan.job().domain().positions() as f64;
    ProcessorTime { nanoseconds: nanoseconds * positions, busy_threads }
}

/// Multiplies the work of a wavefront by its rates, if this many lines cross a cell.
pub(super) fn of_wavefront(work: &Work, lines: usize, rate: &LineRate) -> ProcessorTime {
    let cells = rate.plain * work.plain + rate.single * work.single;
    let nanoseconds = (1 + lines) as f64 * cells
        + rate.look_up * work.looked_up
        + thread::LINE_TAKEN_OVER * work.lines
        + thread::BYTE_OF_LINES * work.line_bytes;
    let busy_threads = work.busy_threads(rayon::current_num_threads() as u64);
    ProcessorTime { nanoseconds, busy_threads }
}

/// Returns the time of a wavefront whose cells each take so long.
pub(super) fn of_cells(work: &Work, nanoseconds: f64) -> ProcessorTime {
    let nanoseconds = nanoseconds * (work.plain + work.single)
        + thread::LINE_TAKEN_OVER * work.lines
        + thread::BYTE_OF_LINES * work.line_bytes;
    let busy_threads = work.busy_threads(rayon::current_num_threads() as u64);
    ProcessorTime { nanoseconds, busy_threads }
}

/// Returns the time of a written ruleset whose options are listed clause by clause. A thread is handed tasks that take so
/// long at least.
pub(super) fn of_clauses(plan: &Plan, game: &WrittenRuleset) -> ProcessorTime {
    let (nanoseconds, at_once) = clauses::of_position(plan, game);
    let tasks = (nanoseconds * at_once / thread::TASK).max(1.0);
    on_threads(plan, nanoseconds, (rayon::current_num_threads() as f64).min(tasks))
}

/// Returns the time of a digraph game on at most three heaps. For Grundy values canonical positions are searched and
/// recorded edge by edge, and all positions are copied to tiles.
pub(super) fn of_digraph(plan: &Plan, game: &DigraphGame) -> ProcessorTime {
    let nim_heaps = nim_axes(game).count() as f64;
    if plan.job().quantity() == Quantity::Outcome {
        return on_all_threads(plan, thread::OUTCOME_OF_DIGRAPH * (1.0 + nim_heaps));
    }
    let edges = game.edges().iter().filter(|edge| !edge.is_loop()).count() as f64;
    let of_edge = thread::EDGE + thread::EDGE_AND_VALUE * plan.grundy_values() as f64;
    let of_position = edges * of_edge + thread::NIM_HEAP * nim_heaps;
    on_all_threads(plan, of_position / Symmetry::of(game).automorphisms().len() as f64)
}

#[cfg(test)]
mod tests {
    use fearless_simd::Level;

    use super::*;
    use crate::engine::cpu::method;

    fn nanoseconds_of(game: &str, domain: &str, quantity: &str) -> f64 {
        let plan = Plan::parse(game, domain, quantity).expect("a plan");
        method(&plan, Level::new()).time().nanoseconds
    }

    /// Catches an estimate that knows nothing of the moves of a game. Both tables of a pair have the same size;
    /// the second one takes the engine at least this many times the steps: cells that are computed one by one
    /// instead of in vectors of 32, values that are looked up, or twice as many cells.
    #[test]
    fn altered_games_are_expected_to_take_what_the_engine_does_for_them() {
        for (plain, altered, quantity, times) in [
            ("wythoff", "maharaja", "outcome", 3.0),
            ("wythoff", "wythoff+alter=1,1", "outcome", 2.0),
            ("wythoff", "wythoff+alter=900,901", "outcome", 1.2),
            ("wythoff", "maharaja", "grundy", 1.5),
            ("wythoff", "wythoff+alter=1,1", "grundy", 1.3),
            ("wythoff", "wythoff+alter=900,901", "grundy", 2.0),
            ("maharaja", "wythoff+alter=1,2/2,1/3,4/4,3/5,7/7,5", "outcome", 1.5),
            ("wythoff", "wythoff+terminal=5,6", "grundy", 1.7),
            ("wythoff", "vector:0,1/1,0/1,1/1,2/2,1", "grundy", 1.2),
            ("wythoff+points=1/2/3", "wythoff+points=1/2/3+alter=9,9", "score", 1.5),
            ("partizan:1,0:0,1", "partizan:1,0:0,1+alter-left=2,0", "outcome-class", 2.0),
            ("partizan:1,0:0,1", "partizan:1,0:0,1+alter-left=9,0", "score-left", 1.2),
        ] {
            let [plain_time, altered_time] =
                [plain, altered].map(|game| nanoseconds_of(game, "2000", quantity));
            let found = altered_time / plain_time;
            assert!(found >= times, "{altered} takes {found} times as long as {plain}, {quantity}");
            assert!(
                found < 100.0 * times,
                "{altered}: {found} times as long as {plain}, {quantity}"
            );
        }
    }

    /// Catches work that is left out, whatever the method: with twice the sides it grows as the positions do. Tiles are
    /// larger there, so that lines are taken over less often; and searches may be longer.
    #[test]
    fn larger_tables_are_more_work() {
        for (game, domain, quantity) in [
            ("wythoff", "1000", "grundy"),
            ("wythoff+block=3", "1000", "palaces"),
            ("wythoff+alter=1,1", "3000", "outcome"),
            ("maharaja", "500", "grundy"),
            ("wythoff+points=1/2/3", "1000", "score"),
            ("subtraction:2,5,8", "100000", "grundy"),
            ("kayles", "50000", "grundy"),
            ("hexadecimal:0.3F", "5000", "outcome"),
            ("partizan:1,0:0,1", "1000", "outcome-class"),
            ("partizan:1,0:0,1+alter-left=2,0", "500", "score-left"),
            ("triangle", "tokens 200", "grundy"),
            ("digraph:XY/YZ", "tokens 200", "outcome"),
            ("digraph:WX/XY/YZ/ZW", "tokens 40", "grundy"),
            ("euclid", "500", "grundy"),
            ("fibonacci", "500", "grundy"),
            (
                "rules: (x - k, y) for 1 <= k <= x if y > 3; (x, y - k) for 2 <= k <= y",
                "500",
                "grundy",
            ),
        ] {
            let plan = Plan::parse(game, domain, quantity).expect("a plan");
            let double = plan.scaled(2, 1).expect("a plan");
            let time = |plan: &Plan| method(plan, Level::new()).time().nanoseconds;
            let positions = [&double, &plan].map(|plan| plan.job().domain().positions() as f64);
            let (more, found) = (positions[0] / positions[1], time(&double) / time(&plan));
            // Where three heaps are left, parts and values grow with a heap: as its square.
            let most = if game.starts_with("hexadecimal") { 4.0 } else { 2.0 };
            assert!((0.7 * more..most * more).contains(&found), "{game}: {found}, {more}");
        }
    }

    /// Catches a search that is taken for as long as a line: the values of a single heap follow one another.
    #[test]
    fn a_heap_takes_as_long_for_each_token() {
        let [few, many] =
            ["200000", "20000000"].map(|side| nanoseconds_of("nim:1", side, "grundy"));
        assert!((50.0..200.0).contains(&(many / few)), "{few}, {many}");
    }

    /// Catches fronts of few tiles that are shared among all threads: the tiles of one heap follow one another.
    #[test]
    fn threads_without_a_tile_are_not_counted() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
        for (game, domain, busy) in [
            ("nim:1", "20000000", 1.0..1.01),
            ("nim:2", "20x2000000", 1.0..1.3),
            ("wythoff+alter=1,1", "20000", 3.5..4.0),
        ] {
            let plan = Plan::parse(game, domain, "grundy").expect("a plan");
            let found = pool.install(|| method(&plan, Level::new()).time()).busy_threads;
            assert!(busy.contains(&found), "{game}: {found}");
        }
    }
}
