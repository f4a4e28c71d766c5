//! The expected time of the CPU engine: the work counted from the plan, times the rates of one thread
//! (`engine/expected.rs`), divided by the number of busy threads.
//!
//! The formulas only use sums, products and quotients, so that every machine computes the same time for one thread: the
//! parts of a batch depend on this.

use fearless_simd::Level;

use super::vector::needs::{AnyWavefront, Work};
use super::{
    clauses, partizan, scores, subtraction, take_and_break, vector_grundy, vector_palaces,
};
use crate::domain::Coordinates;
use crate::engine::digraph_games::edges::nim_axes;
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::expected::thread::{self, LineRate};
use crate::engine::vector_games::alterations::Alterations;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::{DigraphGame, Method, VectorGame};

/// The processor time of a run, of all threads together.
pub(super) struct ProcessorTime {
    pub(super) nanoseconds: f64,
    /// The average number of threads that share the work.
    busy_threads: f64,
}

impl ProcessorTime {
    /// Counts the work of a run.
    pub(super) fn of(plan: &Plan) -> Self {
        let is_outcome = plan.job().quantity() == Quantity::Outcome;
        let all_threads =
            |nanoseconds: f64| of_positions(plan, nanoseconds, rayon::current_num_threads());
        match plan.job().method() {
            Method::Clauses(game) => {
                let (nanoseconds, at_once) = clauses::of_position(plan, game);
                // A thread is handed tasks that take so long at least.
                let tasks = (nanoseconds * at_once / thread::TASK).max(1.0);
                let threads = rayon::current_num_threads() as f64;
                let positions = plan.job().domain().positions() as f64;
                let busy_threads = threads.min(tasks);
                ProcessorTime { nanoseconds: nanoseconds * positions, busy_threads }
            }
            Method::Digraph(game) if is_outcome => {
                all_threads(thread::OUTCOME_OF_DIGRAPH * (1.0 + nim_axes(game).count() as f64))
            }
            Method::Digraph(game) => all_threads(digraph_position(plan, game)),
            Method::DigraphFour(game) => {
                let edges = if is_outcome { 0 } else { game.edges().len() };
                all_threads(thread::FOUR_HEAPS + thread::EDGE_OF_FOUR_HEAPS * edges as f64)
            }
            Method::Euclid(_) => all_threads(thread::EUCLID),
            Method::Fibonacci if is_outcome => all_threads(thread::FIBONACCI_OUTCOME),
            Method::Fibonacci => all_threads(thread::FIBONACCI),
            Method::SubtractionGrundy(game) | Method::SubtractionPalaces(game) => {
                let bytes = subtraction::bytes_of_heap_size(plan, game);
                of_positions(plan, thread::HEAP_SIZE + thread::BYTE_OF_VECTOR * bytes, 1)
            }
            Method::TakeAndBreak(game) => {
                let fixed = take_and_break::fixed_parts_of_heap(plan, game);
                let nanoseconds = thread::HEAP_OF_PAIRS + thread::FIXED_PART * fixed;
                of_positions(plan, nanoseconds, 1)
            }
            Method::Partizan(game) => {
                let work = partizan::wavefront(plan, game).work();
                of_wavefront(&work, work.rays, &thread::OUTCOME_CLASSES)
            }
            Method::Scores(games) => {
                let work = scores::wavefront(plan, games).work();
                let along_rows = scores::lines_along_row(plan, games);
                let rate = if games.len() == 1 { &thread::SCORES } else { &thread::SCORES_OF_TWO };
                let mut time = of_wavefront(&work, work.rays - along_rows, rate);
                let cells = work.plain + work.single;
                time.nanoseconds += thread::SCORE_ALONG_ROW * along_rows as f64 * cells;
                time
            }
            Method::VectorGrundy(game) => {
                let work = vector_grundy::wavefront(plan, game).work();
                let LineRate { plain, single, look_up } = thread::GRUNDY;
                let at_once = work.rays <= vector_grundy::MOST_RAYS_AT_ONCE;
                let rate =
                    LineRate { plain: if at_once { plain } else { single }, single, look_up };
                let mut time = of_wavefront(&work, work.rays, &rate);
                time.nanoseconds += thread::REMOVED * removed_share(plan, game) * work.looked_up;
                time.nanoseconds *= 1.0 + searched_side(plan, game) / thread::SIDE_OF_LONG_SEARCH;
                time
            }
            Method::VectorPalaces(game) => {
                let wavefront = vector_palaces::wavefront(plan, game, Level::new());
                let by_strips = wavefront.rule.strips.is_some();
                let work = wavefront.work();
                let rate = if by_strips { &thread::PALACE_STRIPS } else { &thread::PALACES };
                of_wavefront(&work, work.rays, rate)
            }
        }
    }

    /// Returns the seconds of the run.
    pub(super) fn seconds(&self) -> f64 {
        1e-9 * self.nanoseconds / self.busy_threads
    }
}

fn of_positions(plan: &Plan, nanoseconds: f64, threads: usize) -> ProcessorTime {
    let positions = plan.job().domain().positions() as f64;
    ProcessorTime { nanoseconds: nanoseconds * positions, busy_threads: threads as f64 }
}

/// Multiplies the work of a wavefront by its rates, if this many lines cross a cell.
fn of_wavefront(work: &Work, lines: usize, rate: &LineRate) -> ProcessorTime {
    let cells = rate.plain * work.plain + rate.single * work.single;
    let nanoseconds = (1 + lines) as f64 * cells
        + rate.look_up * work.looked_up
        + thread::LINE_TAKEN_OVER * work.lines
        + thread::BYTE_OF_LINES * work.line_bytes;
    let busy_threads = work.busy_threads(rayon::current_num_threads() as u64);
    ProcessorTime { nanoseconds, busy_threads }
}

/// Returns the share of removed vectors among the altered vectors.
fn removed_share(plan: &Plan, game: &VectorGame) -> f64 {
    let alterations = Alterations::new(game, plan.job().domain().sides());
    let all = alterations.vectors().count();
    if all == 0 { 0.0 } else { alterations.removed.len() as f64 / all as f64 }
}

/// Returns the side up to which the search for a Grundy value grows. If a ray takes from several heaps, the lines of a
/// cell have seen different values, and the more so the further the cell lies from all axes.
pub(super) fn searched_side(plan: &Plan, game: &VectorGame) -> f64 {
    let Coordinates(mut sides) = plan.job().domain().sides();
    sides.sort_unstable();
    let [.., second, _] = sides;
    let is_diagonal = |ray: &Coordinates| ray.iter().filter(|&&step| step > 0).count() > 1;
    if game.rays().iter().any(is_diagonal) { f64::from(second) } else { 0.0 }
}

/// Returns the nanoseconds of a Grundy value of a digraph game on at most three heaps: canonical positions are searched
/// and recorded edge by edge, and all positions are copied to tiles.
fn digraph_position(plan: &Plan, game: &DigraphGame) -> f64 {
    let edges = game.edges().iter().filter(|edge| !edge.is_loop()).count() as f64;
    let of_edge = thread::EDGE + thread::EDGE_AND_VALUE * plan.grundy_values() as f64;
    let nim_heaps = thread::NIM_HEAP * nim_axes(game).count() as f64;
    (edges * of_edge + nim_heaps) / Symmetry::of(game).automorphisms().len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nanoseconds_of(game: &str, domain: &str, quantity: &str) -> f64 {
        let plan = Plan::parse(game, domain, quantity).expect("a plan");
        ProcessorTime::of(&plan).nanoseconds
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
            let time = |plan: &Plan| ProcessorTime::of(plan).nanoseconds;
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
            let found = pool.install(|| ProcessorTime::of(&plan)).busy_threads;
            assert!(busy.contains(&found), "{game}: {found}");
        }
    }
}
