//! A wavefront with any rule, as the CPU engine uses it: the work and the memory of a run, counted from the plan, and
//! the run itself.

use super::mirror::{is_below_diagonal, is_on_diagonal};
use super::wavefront::{LineRule, Wavefront};
use super::work::Work;
use crate::domain::Coordinates;
use crate::domain::tiling::{TileIndex, Tiling};
use crate::engine::cpu::CpuMethod;
use crate::engine::cpu::time::ProcessorTime;
use crate::engine::vector_games::alterations::{Alterations, fronts_back};
use crate::engine::vector_games::line_map::LineMap;
use crate::engine::vector_games::line_numbering::{LineNumbering, check_line_count};
use crate::engine::vector_games::mirror::mirror_rays;
use crate::engine::{EngineError, Memory, Sink, Traffic};
use crate::plan::Plan;

impl<R: LineRule> CpuMethod for Wavefront<'_, R> {
    fn check(&self) -> Result<(), EngineError> {
        check_line_count(&self.numberings)
    }

    /// Counts the states of lines, which several ranks divide among them, the line maps and the unfinished tiles.
    fn memory(&self) -> Memory {
        let tiling = self.plan.tiling();
        let entries = self.lines_of_tile();
        let fronts_crossed = u64::from(fronts_back(tiling.edges(), self.rays().into_iter()));
        let states = entries.saturating_mul(size_of::<R::State>() as u64);
        let states = tiles_of(tiling, fronts_crossed + 1).saturating_mul(states);
        let divided_bytes = self.bytes_of_lines().saturating_add(states);
        let others = self.bytes_beside_lines().saturating_add(self.rule.bytes_of_run());
        let host_bytes = divided_bytes.saturating_add(others);
        Memory { host_bytes, divided_bytes, device_bytes: 0 }
    }

    fn time(&self) -> ProcessorTime {
        self.rule.time(&self.work())
    }

    fn run(&self, sink: &dyn Sink) -> Result<Traffic, EngineError> {
        self.tabulate(sink)
    }
}

impl<R: LineRule> Wavefront<'_, R> {
    /// Counts the work of a run.
    pub(super) fn work(&self) -> Work {
        let tiling = self.plan.tiling();
        let is_mirrored = self.is_mirrored();
        let share_of = |index: TileIndex| match is_mirrored {
            true if is_below_diagonal(index) => 0.0,
            true if is_on_diagonal(index) => 0.5,
            _ => 1.0,
        };
        let mut work = Work { rays: self.numberings.len(), ..Work::default() };
        let positions = self.plan.job().domain().positions() as f64;
        let mut tiles_of_cells = 0.0;
        for front in tiling.fronts() {
            let shares = front.iter().map(|&index| (index, share_of(index)));
            let computed: Vec<(TileIndex, f64)> =
                shares.filter(|&(_, share)| share > 0.0).collect();
            work.fronts.push(computed.len() as u64);
            for (index, share) in computed {
                tiles_of_cells += share;
                let region = tiling.region(index);
                if !self.rule.is_plain(&region, &self.alterations) {
                    let cells: usize = region.runs().map(|run| run.length).sum();
                    work.single += share * cells as f64;
                }
            }
        }
        let computed = positions * tiles_of_cells / tiling.count() as f64;
        work.plain = (computed - work.single).max(0.0);
        work.lines = self.lines_of_tile() as f64 * work.tiles();
        work.line_bytes = self.bytes_of_lines() as f64;
        let altered = self.alterations.iter().flat_map(Alterations::vectors);
        let looked_up: f64 = altered.map(|vector| look_ups(self.plan, vector)).sum();
        work.looked_up = looked_up * computed / positions;
        work
    }

    /// Returns the bytes of the line maps and of the unfinished tiles.
    fn bytes_beside_lines(&self) -> u64 {
        let tiling = self.plan.tiling();
        let altered_back = u64::from(self.altered_fronts_back());
        let history_fronts = if altered_back == 0 { 0 } else { altered_back + 1 };
        // One per thread, and a mirror image or a copy of each.
        let threads = rayon::current_num_threads() as u64;
        let open_tiles = 2 * threads;
        let map = LineMap::bytes(self.numberings.len(), self.lines_of_tile(), tiling.tile_cells());
        let maps = if self.rule.may_be_mirrored() { map.saturating_mul(2) } else { map };
        let tiles = tiles_of(tiling, history_fronts)
            .saturating_add(open_tiles.min(2 * widest_front(tiling)))
            .saturating_mul(self.plan.tile_bytes());
        let of_threads = threads.saturating_mul(self.rule.bytes_of_thread());
        maps.saturating_add(tiles).saturating_add(of_threads)
    }

    /// Returns whether half of the table is computed, and its other half is the mirror image.
    pub(super) fn is_mirrored(&self) -> bool {
        self.rule.may_be_mirrored()
            && mirror_rays(self.plan, &self.alterations, &self.rays()).is_some()
    }

    /// Returns the bytes that lines hold besides their states, after all values of the table have been recorded.
    fn bytes_of_lines(&self) -> u64 {
        let of_ray = |(ray, numbering): (usize, &LineNumbering)| {
            numbering.count.saturating_mul(self.rule.bytes_of_line(ray))
        };
        let lines = self.numberings.iter().enumerate().map(of_ray).fold(0, u64::saturating_add);
        lines / if self.is_mirrored() { 2 } else { 1 }
    }

    /// Returns the number of lines that cross a tile.
    fn lines_of_tile(&self) -> u64 {
        let edges = self.plan.tiling().edges();
        let of_ray = |numbering: &LineNumbering| LineNumbering::new(numbering.ray, edges).count;
        self.numberings.iter().map(of_ray).fold(0, u64::saturating_add)
    }
}

/// Returns the number of tiles of the widest front.
fn widest_front(tiling: &Tiling) -> u64 {
    tiling.fronts().iter().map(Vec::len).max().unwrap_or(0) as u64
}

/// Returns an upper bound on the number of tiles in this number of fronts.
fn tiles_of(tiling: &Tiling, fronts: u64) -> u64 {
    fronts.saturating_mul(widest_front(tiling)).min(tiling.count())
}

/// Returns the number of cells from which an altered vector leads to a cell.
fn look_ups(plan: &Plan, vector: Coordinates) -> f64 {
    let domain = plan.job().domain();
    let sides = domain.sides();
    let box_cells: f64 = sides.iter().copied().map(f64::from).product();
    let along = |(side, step): (&u32, &u32)| f64::from(side.saturating_sub(*step));
    let leading: f64 = sides.iter().zip(vector.iter()).map(along).product();
    leading * domain.positions() as f64 / box_cells
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::history::History;
    use super::super::wavefront::{self, CellRule, Exceptions, TileWithLines};
    use super::*;
    use crate::domain::tiling::{Tile, TileRegion};
    use crate::engine::Stop;
    use crate::engine::cpu::time::of_wavefront;
    use crate::engine::rates::thread;
    use crate::engine::vector_games::line_numbering::numberings;

    /// A rule that computes nothing, and counts what it is requested.
    #[derive(Default)]
    struct Counting {
        fills_altered: bool,
        vectors: Vec<Coordinates>,
        plain: AtomicU64,
        single: AtomicU64,
        looked_up: AtomicU64,
    }

    impl LineRule for Counting {
        type State = i32;

        fn may_be_mirrored(&self) -> bool {
            true
        }

        fn time(&self, work: &Work) -> ProcessorTime {
            of_wavefront(work, work.rays, &thread::GRUNDY)
        }

        fn is_plain(&self, region: &TileRegion, games: &[Alterations]) -> bool {
            wavefront::is_plain(region, games, self.fills_altered)
        }

        fn fill(
            &self,
            tile: &mut TileWithLines<'_, i32>,
            games: &[Alterations],
            history: &History,
            sink: &dyn Sink,
        ) -> Result<(), Stop> {
            if !self.is_plain(&tile.region, games) {
                return wavefront::fill_with_exceptions(self, tile, games, history, sink);
            }
            for run in tile.runs(u32::MAX) {
                self.plain.fetch_add(run.length as u64, Ordering::Relaxed);
                let vectors = self.vectors.iter();
                let pieces = vectors.flat_map(|&vector| history.pieces_behind(run, vector));
                let looked_up = pieces.map(|piece| piece.length as u64).sum();
                self.looked_up.fetch_add(looked_up, Ordering::Relaxed);
            }
            Ok(())
        }

        fn replay(
            &self,
            _: &mut TileWithLines<'_, i32>,
            _: &History,
            _: &dyn Sink,
        ) -> Result<(), Stop> {
            Ok(())
        }
    }

    impl CellRule for Counting {
        fn visit(&self, _: &mut [i32], _: &[u32], exceptions: &[Exceptions]) -> u32 {
            self.single.fetch_add(1, Ordering::Relaxed);
            let looked_up = exceptions.iter().map(|game| game.added.len() + game.removed.len());
            self.looked_up.fetch_add(looked_up.sum::<usize>() as u64, Ordering::Relaxed);
            0
        }

        fn record(&self, _: &mut [i32], _: &[u32], _: u32) {}
    }

    struct Nothing;

    /// Games, domains, and by how much of it the work may differ.
    const CASES: [(&str, &str, f64); 12] = [
        ("vector:0,1/1,0/1,2", "100x70", 0.0),
        ("vector:3,5", "100x70", 0.0),
        ("vector:0,1/1,0/1,2+terminal=50,3", "100x70", 0.0),
        ("wythoff+alter=1,2", "100x70", 0.0),
        ("wythoff+alter=1,1/40,3/0,30/200,1", "100x71", 0.0),
        ("nim:3+alter=1,2,3", "20x30x40", 0.0),
        ("nim:1+alter=9", "1000", 0.0),
        ("wythoff", "100x100", 0.2),
        ("wythoff+terminal=50,3/3,50", "100x100", 0.3),
        ("wythoff+alter=1,2", "tokens 100", 0.1),
        ("wythoff+alter=1,1/2,3/3,2", "100x100", 0.2),
        ("wythoff+alter=1,1/2,3/3,2+terminal=50,3/3,50", "100x100", 0.3),
    ];

    impl Sink for Nothing {
        fn tile(&self, _: Tile) -> Result<(), Stop> {
            Ok(())
        }
    }

    /// Catches work that is expected and not done, or done and not expected: cells of each kind, and values that
    /// are looked up. Without symmetry, in a box, every one is counted.
    #[test]
    fn the_work_of_a_run_is_counted_beforehand() {
        let every_kind_of_tile = [false, true]
            .into_iter()
            .flat_map(|fills_altered| CASES.map(|case| (fills_altered, case)));
        for (fills_altered, (game, domain, most_off)) in every_kind_of_tile {
            let plan = Plan::parse(game, domain, "grundy").expect(game).with_tile(16).expect(game);
            let vector_game = plan.job().ruleset().vector_game().expect(game);
            let sides = plan.job().domain().sides();
            let inside = vector_game.rays().iter().copied().filter(|ray| ray.is_inside(sides));
            let lines = numberings(&plan, &inside.collect::<Vec<_>>());
            let vectors = Alterations::new(vector_game, sides).vectors().collect();
            let rule = Counting { fills_altered, vectors, ..Counting::default() };
            let wavefront = Wavefront::new(&plan, [vector_game], lines, rule);
            wavefront.run(&Nothing).expect(game);
            let work = wavefront.work();
            let Counting { plain, single, looked_up, .. } = wavefront.rule;
            for (name, expected, counted) in [
                ("plain", work.plain, plain),
                ("single", work.single, single),
                ("looked up", work.looked_up, looked_up),
            ] {
                let counted = counted.into_inner() as f64;
                let off = (expected - counted).abs();
                assert!(off <= most_off * counted, "{game}, {name}: {expected}, {counted} counted");
            }
            assert_eq!(work.rays, vector_game.rays().len());
        }
    }
}
