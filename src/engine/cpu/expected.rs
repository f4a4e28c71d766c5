//! How long the CPU engine takes: what a run does, counted from its plan, times what each part takes one thread,
//! by the number of threads that have something to do.
//!
//! The rates are processor time of one thread of a server processor of 2023 with AVX-512; `docs/performance.md`
//! compares what follows from them with what jobs took. Only sums, products and quotients are taken, so that
//! every machine expects the same: the parts of a batch rest on it.

use std::time::Duration;

use super::vector::needs::Work;
use super::{partizan, partizan_score, subtraction};
use super::{vector_grundy, vector_palaces, vector_score};
use crate::domain::Coordinates;
use crate::engine::Expected;
use crate::engine::digraph_games::edges::nim_axes;
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::vector_games::alterations::Alterations;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::Method;
use crate::ruleset::{DigraphGame, VectorGame};

/// Returns how long a run is expected to take.
pub(super) fn expected(plan: &Plan, method: &Method) -> Expected {
    let processor = ProcessorTime::of(plan, method);
    let seconds = processor.nanoseconds * 1e-9 / processor.busy_threads;
    Expected { kernel: None, whole: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX) }
}

/// Returns the nanoseconds of one thread that a run is expected to take.
pub(super) fn nanoseconds(plan: &Plan, method: &Method) -> f64 {
    ProcessorTime::of(plan, method).nanoseconds
}

/// What a run takes, all threads together.
struct ProcessorTime {
    nanoseconds: f64,
    /// How many threads share it, on average.
    busy_threads: f64,
}

/// What the parts of a wavefront take one thread, in nanoseconds.
struct Rates {
    /// A cell of a plain tile.
    plain: f64,
    /// A cell of another tile.
    altered: f64,
    /// What is made of a value behind an altered vector, when it has been looked up.
    looked_up: f64,
    /// A line that a tile takes over.
    line: f64,
}

/// Nanoseconds to look a value up: in the tile itself, and in an earlier one, which has to be found.
const LOOK_UPS: [f64; 2] = [5.0, 18.0];

impl ProcessorTime {
    fn of(plan: &Plan, method: &Method) -> Self {
        let positions = plan.job().domain().positions() as f64;
        let threads = rayon::current_num_threads();
        let of_positions = |of_position: f64, threads: usize| ProcessorTime {
            nanoseconds: of_position * positions,
            busy_threads: threads as f64,
        };
        let is_outcome = plan.job().quantity() == Quantity::Outcome;
        match method {
            Method::Digraph(game) => {
                of_positions(digraph_position(plan, game, is_outcome), threads)
            }
            Method::DigraphFour(_) if is_outcome => of_positions(28.0, threads),
            Method::DigraphFour(game) => {
                of_positions(30.0 + 5.0 * game.edges().len() as f64, threads)
            }
            Method::Euclid(_) => of_positions(4.7, threads),
            Method::Fibonacci => of_positions(if is_outcome { 3.7 } else { 16.0 }, threads),
            Method::SubtractionGrundy(game) | Method::SubtractionPalaces(game) => {
                of_positions(subtraction::nanoseconds_of_position(plan, game), 1)
            }
            Method::Partizan(game) => {
                let work = partizan::work(plan, game);
                let rays = work.rays as f64;
                let rates = Rates {
                    plain: 10.0 + 0.4 * rays,
                    altered: 23.0 + rays,
                    looked_up: 0.0,
                    line: 8.0,
                };
                Self::of_wavefront(&work, &rates)
            }
            Method::PartizanScore(game) => {
                let (work, remembered) = partizan_score::work(plan, game);
                let remembering = remembering(work.rays, remembered);
                let rates = Rates {
                    plain: 5.0 + 1.4 * remembering,
                    altered: 30.0 + remembering,
                    looked_up: 0.0,
                    line: 8.0,
                };
                Self::of_wavefront(&work, &rates)
            }
            Method::VectorGrundy(game) => {
                let work = vector_grundy::work(plan, game);
                let rates = grundy_rates(plan, game, work.rays as f64);
                Self::of_wavefront(&work, &rates)
            }
            Method::VectorPalaces(game) => {
                let (work, by_strips) = vector_palaces::work(plan, game);
                let rays = work.rays as f64;
                let rates = Rates {
                    plain: if by_strips { 0.2 } else { 2.5 + 1.2 * rays },
                    altered: 14.5 + rays,
                    looked_up: 0.0,
                    line: 8.0,
                };
                Self::of_wavefront(&work, &rates)
            }
            Method::VectorScore(game) => {
                let (work, remembered) = vector_score::work(plan, game);
                let rays = work.rays as f64;
                let rates = Rates {
                    plain: 1.1 + 0.2 * rays,
                    altered: 16.0 + rays + remembering(work.rays, remembered),
                    looked_up: 0.0,
                    line: 8.0,
                };
                Self::of_wavefront(&work, &rates)
            }
        }
    }

    fn of_wavefront(work: &Work, rates: &Rates) -> Self {
        let look_ups = LOOK_UPS.iter().zip(work.looked_up);
        let nanoseconds = rates.plain * work.plain
            + rates.altered * work.altered
            + look_ups.map(|(time, count)| (time + rates.looked_up) * count).sum::<f64>()
            + rates.line * work.lines;
        let busy_threads = work.busy_threads(rayon::current_num_threads() as u64);
        ProcessorTime { nanoseconds, busy_threads }
    }
}

/// Returns what lines that remember scores take for a cell, all of them together this many.
fn remembering(rays: usize, scores: usize) -> f64 {
    if scores == 0 { 0.0 } else { 6.0 * rays as f64 + 1.6 * scores as f64 }
}

/// Returns the rates of Grundy values. Where a ray takes from several heaps, the lines of a cell have seen
/// different values, the more different the further it lies from all axes: the search becomes longer.
fn grundy_rates(plan: &Plan, game: &VectorGame, rays: f64) -> Rates {
    let sides = plan.job().domain().sides();
    let alterations = Alterations::new(game, sides);
    let [added, removed] = [&alterations.added, &alterations.removed].map(Vec::len);
    let Coordinates(mut sides) = sides;
    sides.sort_unstable();
    let [.., second, _] = sides;
    let is_diagonal = |ray: &Coordinates| ray.iter().filter(|&&step| step > 0).count() > 1;
    let searched = if game.rays().iter().any(is_diagonal) { 2.0 * f64::from(second) } else { 0.0 };
    // Eight words at once, or one by one.
    let (by_vectors, one_by_one) = (7.4e-4 * searched, 7e-3 * searched);
    Rates {
        plain: if rays <= vector_grundy::MOST_RAYS_AT_ONCE as f64 {
            10.0 + 6.0 * rays + by_vectors
        } else {
            25.0 * rays + one_by_one
        },
        altered: 30.0 + 12.0 * rays + one_by_one,
        // The rays of a removed vector are asked how often they have seen the value.
        looked_up: 3.0 + 27.0 * removed as f64 / (added + removed).max(1) as f64,
        line: 50.0,
    }
}

/// Returns the nanoseconds of a position of a digraph game on at most three heaps. Of Grundy values, canonical
/// positions are searched for and recorded, edge by edge, all are moved to tiles.
fn digraph_position(plan: &Plan, game: &DigraphGame, is_outcome: bool) -> f64 {
    let nim_heaps = nim_axes(game).count() as f64;
    if is_outcome {
        return 0.4 + 0.5 * nim_heaps;
    }
    let edges = game.edges().iter().filter(|edge| !edge.is_loop()).count() as f64;
    let of_edge = 3.5 + 2.2e-3 * plan.grundy_values() as f64;
    let automorphisms = Symmetry::of(game).automorphisms().len() as f64;
    1.5 + (edges * of_edge + 20.0 * nim_heaps) / automorphisms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nanoseconds_of(game: &str, domain: &str, quantity: &str) -> f64 {
        let plan = Plan::parse(game, domain, quantity).expect("a plan");
        nanoseconds(&plan, plan.job().method())
    }

    /// Catches an estimate that knows nothing of the moves of a game. Both tables of a pair have the same size;
    /// the second one takes the engine at least this many times the steps: cells that are computed one by one
    /// instead of in vectors of 32, or twice as many cells.
    #[test]
    fn altered_games_are_expected_to_take_what_the_engine_does_for_them() {
        for (plain, altered, quantity, times) in [
            ("wythoff", "maharaja", "outcome", 32.0),
            ("wythoff", "wythoff+alter=1,1", "outcome", 32.0),
            ("wythoff", "wythoff+alter=900,901", "outcome", 32.0),
            ("wythoff", "maharaja", "grundy", 4.0),
            ("wythoff", "wythoff+alter=1,1", "grundy", 4.0),
            ("maharaja", "wythoff+alter=1,2/2,1/3,4/4,3/5,7/7,5", "outcome", 1.5),
            ("wythoff+alter=1,2", "wythoff+alter=300,301", "outcome", 1.2),
            ("wythoff", "wythoff+terminal=5,6", "grundy", 1.7),
            ("wythoff", "vector:0,1/1,0/1,1/1,2/2,1", "grundy", 1.2),
            ("wythoff+points=1/2/3", "wythoff+points=1/2/3+alter=1,1", "score", 8.0),
            ("partizan:1,0:0,1", "partizan:1,0:0,1+alter-left=2,0", "outcome-class", 2.0),
            ("partizan:1,0:0,1", "partizan:1,0:0,1+alter-left=2,0", "score-left", 2.0),
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
            let method = plan.job().method();
            let found = pool.install(|| ProcessorTime::of(&plan, &method)).busy_threads;
            assert!(busy.contains(&found), "{game}: {found}");
        }
    }
}
