//! What a run of the wavefront needs, counted from its plan: work and memory.

use super::mirror::{is_below_diagonal, is_on_diagonal};
use super::wavefront::{LineRule, alterations_of, altered_fronts_back, is_plain};
use crate::domain::Coordinates;
use crate::domain::tiling::TileIndex;
use crate::engine::vector_games::alterations::{Alterations, fronts_back};
use crate::engine::vector_games::line_map::LineMap;
use crate::engine::vector_games::lines::LineNumbering;
use crate::engine::vector_games::mirror::mirror_rays;
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// The work of a run. Exact in a box whose table is not mirrored; of a simplex, and of the half of a mirrored
/// table, cells are counted to within the edges of its tiles.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::engine::cpu) struct Work {
    /// Rays whose lines a cell lies on.
    pub(in crate::engine::cpu) rays: usize,
    /// Computed cells of plain tiles.
    pub(in crate::engine::cpu) plain: f64,
    /// Computed cells of other tiles.
    pub(in crate::engine::cpu) altered: f64,
    /// How often a value is looked up behind an altered vector.
    pub(in crate::engine::cpu) looked_up: f64,
    /// Lines that tiles take over.
    pub(in crate::engine::cpu) lines: f64,
    /// Computed tiles of each front.
    pub(in crate::engine::cpu) fronts: Vec<u64>,
}

impl Work {
    /// Counts the work of a run.
    pub(in crate::engine::cpu) fn of<R: LineRule>(
        plan: &Plan,
        games: &[&VectorGame],
        numberings: &[LineNumbering],
    ) -> Self {
        let tiling = plan.tiling();
        let alterations = alterations_of::<R>(plan, games);
        let is_mirrored = is_mirrored::<R>(plan, &alterations, numberings);
        let share_of = |index: TileIndex| match is_mirrored {
            true if is_below_diagonal(index) => 0.0,
            true if is_on_diagonal(index) => 0.5,
            _ => 1.0,
        };
        let is_altered = alterations.iter().any(|game| game.vectors().next().is_some());
        let mut work = Work { rays: numberings.len(), ..Work::default() };
        let positions = plan.job().domain().positions() as f64;
        let mut tiles_of_cells = 0.0;
        for front in tiling.fronts() {
            let shares = front.iter().map(|&index| (index, share_of(index)));
            let computed: Vec<(TileIndex, f64)> =
                shares.filter(|&(_, share)| share > 0.0).collect();
            work.fronts.push(computed.len() as u64);
            for (index, share) in computed {
                tiles_of_cells += share;
                let region = tiling.region(index);
                if !is_altered && !is_plain(&region, &alterations) {
                    let cells: usize = region.runs().map(|run| run.length).sum();
                    work.altered += share * cells as f64;
                }
            }
        }
        let computed = positions * tiles_of_cells / tiling.count() as f64;
        if is_altered {
            work.altered = computed;
        }
        work.plain = (computed - work.altered).max(0.0);
        work.lines = lines_of_tile(numberings, tiling.edges()) as f64 * work.tiles();
        work.looked_up = alterations
            .iter()
            .flat_map(Alterations::vectors)
            .map(|vector| look_ups(plan, vector))
            .sum();
        work
    }

    fn tiles(&self) -> f64 {
        self.fronts.iter().sum::<u64>() as f64
    }

    /// Returns how many of this number of threads have a tile to fill, on average: fronts follow one another.
    pub(in crate::engine::cpu) fn busy_threads(&self, threads: u64) -> f64 {
        let rounds = self.fronts.iter().map(|tiles| tiles.div_ceil(threads)).sum::<u64>();
        self.tiles() / rounds.max(1) as f64
    }
}

/// Returns from how many cells an altered vector leads to a cell.
fn look_ups(plan: &Plan, vector: Coordinates) -> f64 {
    let domain = plan.job().domain();
    let sides = domain.sides();
    let box_cells: f64 = sides.iter().copied().map(f64::from).product();
    let along = |(side, step): (&u32, &u32)| f64::from(side.saturating_sub(*step));
    let leading: f64 = sides.iter().zip(vector.iter()).map(along).product();
    leading * domain.positions() as f64 / box_cells
}

/// Returns whether half of the table is computed, and its other half is the mirror image.
fn is_mirrored<R: LineRule>(
    plan: &Plan,
    alterations: &[Alterations],
    numberings: &[LineNumbering],
) -> bool {
    let rays: Vec<Coordinates> = numberings.iter().map(|numbering| numbering.ray).collect();
    R::MAY_BE_MIRRORED && mirror_rays(plan, alterations, &rays).is_some()
}

/// Returns how many lines cross a tile.
fn lines_of_tile(numberings: &[LineNumbering], edges: Coordinates) -> u64 {
    let of_ray = |numbering: &LineNumbering| LineNumbering::new(numbering.ray, edges).count;
    numberings.iter().map(of_ray).fold(0, u64::saturating_add)
}

/// Returns the bytes of the line states of a run, when each of the ray with index i takes `bytes_of_line(i)` in
/// addition to the [`LineRule::State`] itself, of the line maps and of the unfinished tiles.
pub(in crate::engine::cpu) fn memory_bytes<R: LineRule>(
    plan: &Plan,
    games: &[&VectorGame],
    numberings: &[LineNumbering],
    bytes_of_line: impl Fn(usize) -> u64,
) -> u64 {
    let tiling = plan.tiling();
    let edges = tiling.edges();
    let entries = lines_of_tile(numberings, edges);
    let widest_front = tiling.fronts().iter().map(Vec::len).max().unwrap_or(0) as u64;
    let tiles_of = |fronts: u64| fronts.saturating_mul(widest_front).min(tiling.count());
    let rays = numberings.iter().map(|numbering| numbering.ray);
    let alterations = alterations_of::<R>(plan, games);
    let fronts_crossed = u64::from(fronts_back(edges, rays));
    let altered_back = u64::from(altered_fronts_back(plan, &alterations));
    let history_fronts = if altered_back == 0 { 0 } else { altered_back + 1 };
    // One per thread, and a mirror image or a copy of each.
    let open_tiles = (2 * rayon::current_num_threads()) as u64;
    let states = entries.saturating_mul(size_of::<R::State>() as u64);
    let map = LineMap::bytes(numberings.len(), entries, tiling.tile_cells());
    let is_mirrored = is_mirrored::<R>(plan, &alterations, numberings);
    let of_ray = |(ray, numbering): (usize, &LineNumbering)| {
        numbering.count.saturating_mul(bytes_of_line(ray))
    };
    let lines = numberings.iter().enumerate().map(of_ray).fold(0, u64::saturating_add);
    let terms = [
        lines / if is_mirrored { 2 } else { 1 },
        tiles_of(fronts_crossed + 1).saturating_mul(states),
        if R::MAY_BE_MIRRORED { map.saturating_mul(2) } else { map },
        tiles_of(history_fronts)
            .saturating_add(open_tiles.min(2 * widest_front))
            .saturating_mul(plan.tile_bytes()),
    ];
    terms.into_iter().fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::wavefront::{self, Exceptions, TileWithLines};
    use super::*;
    use crate::domain::tiling::Tile;
    use crate::engine::vector_games::lines::numberings;
    use crate::engine::{Sink, Stop};

    /// A rule that computes nothing, and counts what it is requested.
    #[derive(Default)]
    struct Counting {
        plain: AtomicU64,
        altered: AtomicU64,
        looked_up: AtomicU64,
    }

    impl LineRule for Counting {
        type State = u8;
        const MAY_BE_MIRRORED: bool = true;

        fn visit(&self, _: &mut [u8], _: &[u32], exceptions: &[Exceptions]) -> u32 {
            self.altered.fetch_add(1, Ordering::Relaxed);
            let looked_up = exceptions.iter().map(|game| game.added.len() + game.removed.len());
            self.looked_up.fetch_add(looked_up.sum::<usize>() as u64, Ordering::Relaxed);
            0
        }

        fn record(&self, _: &mut [u8], _: &[u32], _: u32) {}

        fn fill_plain(
            &self,
            tile: &mut TileWithLines<'_, u8>,
            _: usize,
            _: &dyn Sink,
        ) -> Result<(), Stop> {
            let cells: usize = tile.runs(u32::MAX).map(|run| run.length).sum();
            self.plain.fetch_add(cells as u64, Ordering::Relaxed);
            Ok(())
        }
    }

    struct Nothing;

    impl Sink for Nothing {
        fn tile(&self, _: Tile) -> Result<(), Stop> {
            Ok(())
        }
    }

    /// Catches work that is expected and not done, or done and not expected: cells of each kind, and values that
    /// are looked up. Without symmetry, in a box, every one is counted.
    #[test]
    fn the_work_of_a_run_is_counted_beforehand() {
        for (game, domain, most_off) in [
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
        ] {
            let plan = Plan::parse(game, domain, "grundy").expect(game).with_tile(16).expect(game);
            let vector_game = plan.job().ruleset().vector_game().expect(game);
            let sides = plan.job().domain().sides();
            let inside = vector_game.rays().iter().copied().filter(|ray| ray.is_inside(sides));
            let lines = numberings(&plan, &inside.collect::<Vec<_>>());
            let counting = Counting::default();
            wavefront::run(&plan, &Nothing, &[vector_game], &lines, &counting).expect(game);
            let Counting { plain, altered, looked_up } = counting;
            let work = Work::of::<Counting>(&plan, &[vector_game], &lines);
            for (name, expected, counted) in [
                ("plain", work.plain, plain),
                ("altered", work.altered, altered),
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
