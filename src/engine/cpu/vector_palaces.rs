//! Palace numbers and outcomes of vector games on the CPU. Counterpart of
//! `shaders/vector_palaces.wgsl`, whose host half is `engine/gpu/kernels/vector_palaces.rs`.
//!
//! Each line counts the P-positions on it. The palace number of a cell is the weighted sum of the counts
//! of its lines (the weights make an option count once, see [`counting_rays`]), plus the P-positions
//! that added vectors lead to, minus those that removed vectors would lead to. The cell is a P-position
//! iff its palace number is at most the blocking number. Plain tiles are filled by strips of 32 cells,
//! see `vector/rows.rs`; there each P-position adds to the cells that altered vectors lead from.

use fearless_simd::Level;

use super::time::{ProcessorTime, of_wavefront};
use super::vector::altered_counts::AlteredVector;
use super::vector::history::History;
use super::vector::rows::StripCounting;
use super::vector::wavefront::{self, CellRule, Exceptions, LineRule, TileWithLines, Wavefront};
use super::vector::work::Work;
use crate::bound::most_palaces;
use crate::domain::Coordinates;
use crate::domain::tiling::TileRegion;
use crate::engine::rates::thread;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::line_numbering::{LineNumbering, counting_rays, numberings};
use crate::engine::{Sink, Stop};
use crate::plan::Plan;
use crate::quantity::{Convention, PValues, Quantity};
use crate::ruleset::VectorGame;
use crate::values::{Value, Values, on_values};

/// The rule of palace numbers and outcomes.
pub(super) struct PalaceRule {
    rays: Vec<Coordinates>,
    /// Per ray.
    weights: Vec<i32>,
    blocking_number: u32,
    /// The values of P-positions.
    p_values: PValues,
    quantity: Quantity,
    convention: Convention,
    /// How plain tiles are filled by strips, if they can be.
    strips: Option<StripCounting>,
}

impl LineRule for PalaceRule {
    /// The number of P-positions on the line, times the weight of its ray.
    type State = i32;

    fn time(&self, work: &Work) -> ProcessorTime {
        let rate = if self.strips.is_some() { &thread::PALACE_STRIPS } else { &thread::PALACES };
        of_wavefront(work, work.rays, rate)
    }

    fn replay(
        &self,
        tile: &mut TileWithLines<'_, i32>,
        _: &History,
        sink: &dyn Sink,
    ) -> Result<(), Stop> {
        let runs = tile.runs(u32::MAX);
        let TileWithLines { map, states, values, .. } = tile;
        for run in runs {
            sink.proceed()?;
            let lines = map.lines_of(run.offset);
            on_values!(&*values, cells => {
                self.replay_row(&cells[run.offset..][..run.length], lines, states);
            });
        }
        Ok(())
    }

    fn is_plain(&self, region: &TileRegion, games: &[Alterations]) -> bool {
        wavefront::is_plain(region, games, self.strips.is_some())
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
        let Some(strips) = &self.strips else {
            return wavefront::fill_cell_by_cell(self, tile, sink);
        };
        let mut values = std::mem::replace(&mut tile.values, Values::U8(Vec::new()));
        // Outcomes have 8 bits, palace numbers that strips can count have 16.
        match &mut values {
            Values::U8(cells) => strips.fill(tile, history, cells, sink)?,
            Values::U16(cells) => strips.fill(tile, history, cells, sink)?,
            // There are no strips then.
            Values::U32(_) | Values::I8(_) | Values::I16(_) | Values::I32(_) => {}
        }
        tile.values = values;
        Ok(())
    }
}

impl CellRule for PalaceRule {
    #[inline]
    fn visit(&self, states: &mut [i32], lines: &[u32], exceptions: &[Exceptions]) -> u32 {
        let exceptions = &exceptions[0];
        let is_p = |value: u32| self.quantity.is_p_position(value, self.blocking_number);
        let palaces = wins_behind(states, lines, exceptions, is_p);
        // The zero position is P in normal play.
        let to_zero = exceptions.to_zero.is_some() && self.convention == Convention::Normal;
        let palaces = palaces + i32::from(to_zero);
        let palaces = if exceptions.terminal { 0 } else { palaces as u32 };
        let misere_win = exceptions.terminal && self.convention == Convention::Misere;
        let is_p = palaces <= self.blocking_number && !misere_win;
        count(states, lines, &self.weights, is_p);
        if self.quantity == Quantity::Outcome { u32::from(is_p) } else { palaces }
    }

    #[inline]
    fn record(&self, states: &mut [i32], lines: &[u32], value: u32) {
        let is_p = self.quantity.is_p_position(value, self.blocking_number);
        count(states, lines, &self.weights, is_p);
    }
}

impl PalaceRule {
    /// Records the values of a row, which begins with the first column of its tile, on these lines. Its
    /// neighbouring cells lie on neighbouring lines, see `line_map.rs`.
    fn replay_row<V: Value>(&self, row: &[V], lines: &[u32], states: &mut [i32]) {
        let PValues { first, last, .. } = self.p_values;
        let (first, last) = (V::saturating_from(first), V::saturating_from(last));
        let is_p = |&value: &V| i32::from(first <= value) & i32::from(value <= last);
        for ((&line, ray), weight) in lines.iter().zip(&self.rays).zip(&self.weights) {
            let states = states[line as usize..].iter_mut();
            if let Coordinates([0, 0, 0, step]) = ray {
                // Along a ray of the last axis a line comes again after as many cells as it steps.
                let step = *step as usize;
                for (state, begin) in states.zip(0..step.min(row.len())) {
                    *state += weight * row[begin..].iter().step_by(step).map(is_p).sum::<i32>();
                }
            } else {
                states.zip(row).for_each(|(state, value)| *state += weight * is_p(value));
            }
        }
    }
}

/// Counts the options of a player from a cell on these lines that the player would move to to win: in impartial
/// games the P-positions. `is_won` says by the value of a position whether it is one.
#[inline]
pub(super) fn wins_behind(
    states: &[i32],
    lines: &[u32],
    exceptions: &Exceptions,
    is_won: impl Fn(u32) -> bool,
) -> i32 {
    let won = |&(_, value): &(usize, u32)| i32::from(is_won(value));
    lines.iter().map(|&line| states[line as usize]).sum::<i32>()
        + exceptions.added.iter().map(won).sum::<i32>()
        - exceptions.removed.iter().map(won).sum::<i32>()
}

/// Counts a cell on its lines, whose rays have these weights, if it is won.
#[inline]
pub(super) fn count(states: &mut [i32], lines: &[u32], weights: &[i32], is_won: bool) {
    for (&line, weight) in lines.iter().zip(weights) {
        states[line as usize] += weight * i32::from(is_won);
    }
}

/// Numbers the lines of the rays along which P-positions are counted, and returns the rays' weights.
pub(super) fn weighted_lines(plan: &Plan, game: &VectorGame) -> (Vec<LineNumbering>, Vec<i32>) {
    let rays = counting_rays(game, plan.job().domain().sides());
    let vectors: Vec<Coordinates> = rays.iter().map(|ray| ray.ray).collect();
    let weights = rays.iter().map(|ray| ray.weight).collect();
    (numberings(plan, &vectors), weights)
}

/// Prepares the palace numbers or the outcomes of a plan, with the vectors of a SIMD level, which the machine must have.
pub(super) fn wavefront<'a>(
    plan: &'a Plan,
    game: &VectorGame,
    level: Level,
) -> Wavefront<'a, PalaceRule> {
    let (numberings, weights) = weighted_lines(plan, game);
    let rays: Vec<Coordinates> = numberings.iter().map(|numbering| numbering.ray).collect();
    let strips = strips(plan, game, &rays, &weights, level);
    let rule = PalaceRule {
        strips,
        rays,
        weights,
        blocking_number: game.blocking_number(),
        p_values: plan.job().p_values(),
        quantity: plan.job().quantity(),
        convention: plan.job().convention(),
    };
    Wavefront::new(plan, [game], numberings, rule)
}

/// Returns how plain tiles are filled by strips, if they can be.
fn strips(
    plan: &Plan,
    game: &VectorGame,
    rays: &[Coordinates],
    weights: &[i32],
    level: Level,
) -> Option<StripCounting> {
    // With a blocking number beyond 16 bits, palace numbers do not fit in 16 bits either.
    let blocking_number = u16::try_from(game.blocking_number()).unwrap_or(u16::MAX);
    let largest_weight = weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(1);
    let fits_16_bits = most_palaces(game) * u64::from(largest_weight) < i16::MAX as u64;
    let fits_type = plan.value_type().bytes() <= 2;
    let Alterations { added, removed, .. } = Alterations::new(game, plan.job().domain().sides());
    let added = added.into_iter().map(|vector| AlteredVector { vector, weight: 1 });
    let removed =
        removed.into_iter().map(|vector| AlteredVector { vector, weight: 1u16.wrapping_neg() });
    let altered = added.chain(removed).collect();
    StripCounting::new(level, rays, weights, altered, blocking_number, plan.job().p_values())
        .filter(|_| fits_16_bits && fits_type)
}

#[cfg(test)]
mod tests {
    use crate::engine::cpu::tests::simd_levels::assert_all_levels_agree;
    use crate::plan::Plan;

    fn assert_agrees(text: &str, domain: &str, quantity: &str, tile: Option<u32>) {
        let plan = Plan::parse(text, domain, quantity).expect("a plan");
        assert_all_levels_agree(&Plan::new(plan.job().clone(), tile).expect("a plan"));
    }

    /// Catches a P-position that is missed, found twice or counted on the wrong cells, in strips of
    /// every width, at the end of rows, and where a line enters the next strip, row or tile.
    #[test]
    fn every_level_agrees_with_the_definition() {
        for (text, domain) in [
            ("wythoff+block=3", "70x67"),
            ("wythoff+block=60", "40x40"),
            ("nim:2+block=1", "1x90"),
            ("nim:2+block=1", "90x1"),
            ("vector:0,1/1,0/1,1/2,1/1,2+block=2", "50x45"),
            ("vector:0,1/1,0/1,1/2,1/1,2/3,1+block=2", "40x35"),
            ("vector:0,1/1,0/1,1/2,1/1,2/3,1/1,3+block=2", "40x35"),
            // Strips of 30 cells; with weights; steps that no strip is long enough for.
            ("vector:0,3/1,0/1,4/3,1+block=2", "45x99"),
            ("vector:0,2/0,3/2,0/3,0/1,1+block=1", "40x70"),
            ("vector:0,5/0,7/1,1", "40x40"),
            // Long steps down and across.
            ("vector:3,50/40,2/0,1+block=1", "99x99"),
            ("vector:2/32+block=4", "150"),
            ("nim:3+block=2", "9x8x37"),
            ("vector:1,2,3/2,0,1/0,3,2/0,0,1/4,1,0+block=2", "9x10x36"),
            // Altered vectors: within a strip, beyond it and beyond its row; as a step along the row; on every count.
            ("wythoff+alter=0,1/0,31/0,32/0,33/2,0+block=3", "50x99"),
            ("vector:0,3/1,0/0,1/4,3+alter=1,2/2,1/0,3/0,29/0,30+block=1", "45x99"),
            ("vector:0,1/1,0/1,1/1,2/2,1/3,1+alter=1,3/2,2/40,41+block=2", "50x45"),
            ("nim:3+alter=1,1,1/0,0,1/2,0,35+block=2", "5x8x70"),
            // Tiles that are filled cell by cell hand lines on, and take them over.
            ("vector:0,2/0,3/1,0/1,1+terminal=20,30/35,9+block=2", "50x50"),
            ("vector:0,2/0,3/1,0/1,1+terminal=20,30/35,9+block=40", "50x50"),
        ] {
            for quantity in ["palaces", "outcome"] {
                for tile in [Some(7), Some(33), Some(64), None] {
                    assert_agrees(text, domain, quantity, tile);
                }
            }
        }
    }

    /// Catches rows that are filled beyond a slanted edge.
    #[test]
    fn simplices_agree_with_the_definition() {
        for (text, domain) in [("wythoff+block=2", "tokens 80"), ("nim:3+block=1", "tokens 22")] {
            for tile in [Some(16), Some(40)] {
                assert_agrees(text, domain, "palaces", tile);
                assert_agrees(text, domain, "outcome", tile);
            }
        }
    }
}
