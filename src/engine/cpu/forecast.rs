//! What the CPU engine takes on several ranks.

use super::expected::{ProcessorTime, searched_side};
use super::vector::mirror::{is_below_diagonal, is_on_diagonal};
use super::vector::needs::{AnyWavefront, LineBytes};
use super::{PreparedCpu, wavefront};
use crate::domain::MAX_HEAPS;
use crate::domain::tiling::{TileIndex, Tiling};
use crate::engine::cluster::pipeline::{TileModel, simulate};
use crate::engine::cluster::{Forecast, Partition};
use crate::engine::expected::thread;
use crate::engine::vector_games::lines::LineNumbering;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::Method;

/// Returns what a run of a plan takes on the ranks of a partition.
pub(super) fn forecast(prepared: &PreparedCpu<'_>, partition: &Partition) -> Forecast {
    let plan = prepared.plan;
    let time = ProcessorTime::of(plan);
    let threads = rayon::current_num_threads();
    let seconds = 1e-9 * time.nanoseconds;
    if let (Some(wavefront), Some((_, axis))) =
        (wavefront(plan, prepared.level), partition.strips(plan))
    {
        let tiles = Tiles::new(plan, wavefront.as_ref(), axis);
        let schedule = simulate(plan.tiling(), partition, threads, &tiles);
        let beside = wavefront.bytes_beside_lines();
        return Forecast::of_pipeline(
            prepared,
            partition,
            &schedule,
            [seconds, threads as f64],
            beside,
        );
    }
    let undivided = match plan.job().method() {
        Method::Digraph(_) | Method::DigraphFour(_)
            if plan.job().quantity() != Quantity::Outcome =>
        {
            thread::RAISING
        }
        _ => 1.0,
    };
    let efficiency = seconds / (time.seconds() * threads as f64);
    Forecast::of_gathers(prepared, partition, efficiency, undivided)
}

/// Bytes of lines, as they depend on the tile.
#[derive(Clone, Copy, Default)]
struct Bytes {
    /// In all tiles.
    fixed: f64,
    /// In addition where all values of the table may have been seen.
    of_values: f64,
}

/// The tiles of a wavefront.
struct Tiles<'a> {
    tiling: &'a Tiling,
    is_mirrored: bool,
    has_long_search: bool,
    largest_value: f64,
    /// The lines of a tile.
    lines: Bytes,
    /// The lines that leave it along each axis; those that leave along several, along that of the strips.
    leaving: [Bytes; MAX_HEAPS],
}

impl<'a> Tiles<'a> {
    fn new(plan: &'a Plan, wavefront: &dyn AnyWavefront, axis_of_strips: usize) -> Self {
        let edges = plan.tiling().edges();
        let mut axes: [usize; MAX_HEAPS] = std::array::from_fn(|axis| axis);
        axes.sort_by_key(|&axis| axis != axis_of_strips);
        let mut lines = Bytes::default();
        let mut leaving = [Bytes::default(); MAX_HEAPS];
        for line in wavefront.line_bytes() {
            lines.add(line, LineNumbering::new(line.ray, edges).count as f64);
            // The last cells of the lines that have not left along an axis before.
            let mut sides = edges;
            for axis in axes {
                let last = line.ray[axis].min(edges[axis]);
                sides[axis] = last;
                let cells = sides.iter().map(|&side| f64::from(side)).product();
                leaving[axis].add(line, cells);
                sides[axis] = edges[axis] - last;
            }
        }
        Tiles {
            tiling: plan.tiling(),
            is_mirrored: wavefront.is_mirrored(),
            has_long_search: matches!(
                plan.job().method(),
                Method::VectorGrundy(game) if searched_side(plan, game) > 0.0
            ),
            largest_value: plan.bound().largest_value as f64,
            lines,
            leaving,
        }
    }

    /// Returns which share of a tile is computed.
    fn share(&self, tile: TileIndex) -> f64 {
        if self.is_mirrored && is_on_diagonal(tile) { 0.5 } else { 1.0 }
    }

    /// Returns which share of the values of the table may have been seen in a tile: no value exceeds the token sum.
    fn seen(&self, tile: TileIndex) -> f64 {
        let tokens = f64::from(self.tiling.region(tile).last_cell().sum());
        (tokens / self.largest_value.max(1.0)).min(1.0)
    }
}

impl Bytes {
    fn add(&mut self, line: LineBytes, lines: f64) {
        self.fixed += lines * line.fixed as f64;
        self.of_values += lines * line.of_values as f64;
    }

    fn at(self, seen: f64) -> f64 {
        self.fixed + self.of_values * seen
    }
}

impl TileModel for Tiles<'_> {
    fn is_computed(&self, tile: TileIndex) -> bool {
        !(self.is_mirrored && is_below_diagonal(tile))
    }

    fn time(&self, tile: TileIndex) -> f64 {
        let region = self.tiling.region(tile);
        let cells: usize = if region.is_whole() {
            region.cells()
        } else {
            region.runs().map(|run| run.length).sum()
        };
        let tokens = f64::from(region.origin.sum());
        // On the mean of all tiles, tokens are the side that lengthens the search.
        let search = if self.has_long_search { tokens / thread::SIDE_OF_LONG_SEARCH } else { 0.0 };
        self.share(tile) * cells as f64 * (1.0 + search)
    }

    fn line_bytes(&self, tile: TileIndex) -> f64 {
        self.share(tile) * self.lines.at(self.seen(tile))
    }

    fn leaving_bytes(&self, tile: TileIndex, axis: usize) -> f64 {
        self.leaving[axis].at(self.seen(tile))
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::Level;

    use super::*;
    use crate::domain::Coordinates;
    use crate::engine::cluster::fit_tiles;
    use crate::engine::cluster::pipeline::Schedule;

    /// Simulates a run of ranks with this number of threads each. A shard has `shard` tiles along each edge.
    fn schedule(plan: &Plan, shard: u32, ranks: usize, threads: usize) -> (Schedule, f64) {
        let partition = Partition::new(plan, Coordinates([1, 1, shard, shard]), ranks);
        let (_, axis) = partition.strips(plan).expect("strips");
        let wavefront = wavefront(plan, Level::new()).expect("a wavefront");
        let tiles = Tiles::new(plan, wavefront.as_ref(), axis);
        let schedule = simulate(plan.tiling(), &partition, threads, &tiles);
        let efficiency = schedule.work / (schedule.end * (ranks * threads) as f64);
        (schedule, efficiency)
    }

    /// Catches strips of which ranks have too few: the pipeline fills and empties for most of the time. With one for each
    /// rank, half of the time is lost. The second table is folded, and has half as many tiles to fill it.
    #[test]
    fn ranks_have_enough_strips() {
        for (domain, least, most_of_one_strip) in
            [("262144x262143", 0.89, 0.7), ("262144", 0.82, 0.5), ("1048576", 0.82, 0.5)]
        {
            let plan = Plan::parse("wythoff", domain, "grundy").expect("a plan");
            let plan = fit_tiles(plan, 64, 1);
            assert_eq!(plan.tiling().grid().largest(), 1024);
            let (_, chosen) = schedule(&plan, 1, 64, 1);
            assert!(chosen > least, "{domain}: {chosen}");
            let (_, one_strip) = schedule(&plan, 16, 64, 1);
            assert!(one_strip < most_of_one_strip, "{domain}: {one_strip}");
        }
    }

    /// Catches tiles that are too large for the threads of all ranks to have one each, and tiles that are smaller than
    /// these need.
    #[test]
    fn smaller_tiles_keep_more_threads_busy() {
        let plan = Plan::parse("wythoff", "262144", "grundy").expect("a plan");
        let (_, by_default) = schedule(&plan, 1, 64, 8);
        let (_, fitted) = schedule(&fit_tiles(plan.clone(), 64, 8), 1, 64, 8);
        assert!(fitted > 3.0 * by_default, "{by_default}, {fitted}");
        let edge = |side: &str, ranks, threads| {
            let plan = Plan::parse("wythoff", side, "grundy").expect("a plan");
            fit_tiles(plan, ranks, threads).tiling().edges().largest()
        };
        assert_eq!(edge("262144", 64, 32), 128);
        assert_eq!(edge("1048576", 64, 32), 512);
        assert_eq!(edge("8192", 2, 1), 256);
        assert_eq!(edge("1000", 2, 64), 128);
        // What was requested stays.
        let asked = plan.with_tile(4096).expect("tiles");
        assert_eq!(fit_tiles(asked.clone(), 64, 8), asked);
    }

    /// Catches lines that are counted when they come and not when they go, and ranks that keep more than there is.
    #[test]
    fn ranks_keep_parts_of_the_lines() {
        for (game, domain, quantity) in [
            ("wythoff", "16384", "grundy"),
            ("wythoff", "16384x12000", "grundy"),
            ("wythoff", "16384", "outcome"),
            ("wythoff", "tokens 16384", "grundy"),
            ("nim:3", "200", "grundy"),
            ("maharaja", "8192", "palaces"),
        ] {
            let plan = Plan::parse(game, domain, quantity).expect("a plan").with_tile(64);
            let plan = plan.expect("tiles");
            let most = |ranks: usize| {
                let (schedule, efficiency) = schedule(&plan, 1, ranks, 2);
                assert!((0.0..=1.0).contains(&efficiency), "{game}, {domain}: {efficiency}");
                let of_all = schedule.ranks.iter().map(|rank| rank.line_bytes);
                let waiting = schedule.ranks.iter().map(|rank| rank.waiting_bytes);
                (of_all.fold(0.0, f64::max), waiting.fold(0.0, f64::max))
            };
            let ((alone, none), (four, waiting)) = (most(1), most(4));
            assert_eq!(none, 0.0, "{game}, {domain}");
            assert!(four < 0.6 * alone, "{game}, {domain}: {four} of {alone}");
            assert!(waiting > 0.0 && waiting < four, "{game}, {domain}: {waiting} of {four}");
            let of_engine =
                wavefront(&plan, Level::new()).expect("a wavefront").memory_bytes() as f64;
            assert!(alone < of_engine, "{game}, {domain}: {alone} of {of_engine}");
        }
    }
}
