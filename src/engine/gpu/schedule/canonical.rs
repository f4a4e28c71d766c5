//! Canonical positions: a stage computes the canonical positions of one token sum, an invocation
//! each; `engine/digraph_games/symmetry.rs` derives all others from them. Host half of `shaders/canonical.wgsl`.
//!
//! The values come back packed, two in a word, row by row; `canonical_rows.rs` says where.

use fearless_simd::Level;

use super::canonical_rows::CanonicalRows;
use super::wrong_value::{ValueCheck, WrongValue};
use super::{Assembler, DispatchUniform, Schedule, Stage, Workgroups};
use crate::domain::Coordinates;
use crate::engine::digraph_games::canonical::{self, CanonicalValues};
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::digraph_games::window::{self, LayerWindow};
use crate::engine::gpu::limits::WORKGROUP_SIZE;
use crate::engine::{EngineError, Sink, Stop};
use crate::plan::Plan;

/// The shader compares two thresholds in a word by one subtraction, for which each must be less than
/// 2^15. They are at most the token sum with 1 added, and so are values.
const MOST_TOKENS: u32 = i16::MAX as u32 - 1;

/// `CanonicalLayer` of `shaders/canonical.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct CanonicalUniform {
    pub(in crate::engine::gpu) dispatch: DispatchUniform,
    pub(in crate::engine::gpu) rank: u32,
}

/// The canonical positions of all layers of a table.
pub(in crate::engine::gpu) struct Canonical {
    symmetry: Symmetry,
    rows: CanonicalRows,
    /// The largest token sum.
    tokens: u32,
}

impl Canonical {
    /// Takes the canonical positions of a plan under a group of automorphisms.
    ///
    /// # Errors
    /// When thresholds do not fit in 15 bits.
    pub(in crate::engine::gpu) fn new(
        plan: &Plan,
        symmetry: Symmetry,
    ) -> Result<Self, EngineError> {
        let domain = plan.job().domain();
        let tokens = domain.largest_token_sum();
        if tokens > MOST_TOKENS {
            return Err(EngineError::BeyondLimits {
                what: "a digraph game has".into(),
                needed: tokens.into(),
                unit: "tokens",
                limit: MOST_TOKENS.into(),
            });
        }
        let rows = CanonicalRows::new(&symmetry, domain.sides()[0]);
        Ok(Canonical { symmetry, rows, tokens })
    }

    /// Returns the constants of `shaders/canonical_rows.wgsl`.
    pub(in crate::engine::gpu) fn constants(&self) -> Vec<(&'static str, u32)> {
        self.rows.constants().to_vec()
    }
}

impl Schedule for Canonical {
    fn stages(&self) -> Box<dyn Iterator<Item = Stage> + '_> {
        Box::new((0..=self.tokens).map(|rank| {
            let words = self.rows.layer_words(rank);
            let workgroups = Workgroups::Numbered((2 * words).div_ceil(WORKGROUP_SIZE as usize));
            Stage { index: rank, words, workgroups }
        }))
    }

    fn uniform_bytes(&self) -> usize {
        size_of::<CanonicalUniform>()
    }

    fn uniform(&self, stage: &Stage, dispatch: DispatchUniform) -> Vec<u8> {
        let uniform = CanonicalUniform { dispatch, rank: stage.index };
        bytemuck::bytes_of(&uniform).to_vec()
    }

    fn assembly_bytes(&self, plan: &Plan) -> u64 {
        let one = canonical::length(&self.symmetry, plan.job().domain().sides()) as u64;
        let kept = window::entries(plan, &self.symmetry).saturating_add(one);
        kept.saturating_mul(size_of::<u16>() as u64).saturating_add(plan.tile_bytes())
    }

    fn assembler<'a>(&'a self, plan: &'a Plan, sink: &'a dyn Sink) -> Box<dyn Assembler + 'a> {
        Box::new(CanonicalAssembler {
            canonical: self,
            check: ValueCheck::new(plan, plan.bound().largest_value),
            layer: CanonicalValues::new(&self.symmetry, plan.job().domain().sides()),
            window: LayerWindow::new(plan, &self.symmetry, sink, Level::new()),
        })
    }
}

/// Builds tiles from the canonical positions of the layers that they cross.
struct CanonicalAssembler<'a> {
    canonical: &'a Canonical,
    check: ValueCheck<'a>,
    layer: CanonicalValues<u16>,
    window: LayerWindow<'a, u16>,
}

impl Assembler for CanonicalAssembler<'_> {
    fn take(&mut self, stage: &Stage, words: &[u32]) -> Result<(), WrongValue> {
        let rank = stage.index;
        let halves: &[u16] = bytemuck::cast_slice(words);
        for (x, columns, row) in self.layer.rows(&self.canonical.symmetry, rank) {
            let written = &halves[2 * self.canonical.rows.first_word(rank, x)..];
            for ((y, &written), value) in columns.zip(written).zip(row) {
                let at = Coordinates([x, y, rank - x - y]);
                // No value exceeds `MOST_TOKENS`.
                *value = self.check.value(written.into(), at)? as u16;
            }
        }
        self.window.keep(&self.layer);
        Ok(())
    }

    fn hand_over(&mut self, stage: &Stage) -> Result<(), Stop> {
        self.window.hand_over(stage.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::{Collected, plan, planted_faults_are_reported, value_of};
    use crate::ruleset::{DigraphGame, Ruleset};

    const GAMES: [&str; 5] =
        ["triangle", "digraph:XY/YX", "digraph:XY/XZ", "digraph:XY/YX/ZX", "digraph:XY"];

    fn game(text: &str) -> DigraphGame {
        match Ruleset::parse(text).expect("a game") {
            Ruleset::Digraph(game) => game,
            other => panic!("{other}"),
        }
    }

    fn canonical(text: &str, plan: &Plan) -> Canonical {
        let symmetry = Symmetry::of(&game(text));
        Canonical::new(plan, symmetry).expect("it fits")
    }

    /// Lists the positions that are computed in a layer, each with its half word of the output.
    fn computed(canonical: &Canonical, rank: u32) -> Vec<(Coordinates, usize)> {
        let rows = canonical.rows;
        let row = |x: u32| {
            let half = 2 * rows.first_word(rank, x);
            let at = move |y| Coordinates([x, y, rank - x - y]);
            rows.columns(rank, x).zip(half..).map(move |(y, half)| (at(y), half))
        };
        (0..rows.count(rank)).flat_map(row).collect()
    }

    /// Catches rows that miss a position that has to be computed.
    #[test]
    fn every_orbit_has_a_computed_position() {
        for text in GAMES {
            let plan = plan(text, "tokens 13", "grundy");
            let canonical = canonical(text, &plan);
            let domain = plan.job().domain();
            for rank in 0..=domain.largest_token_sum() {
                let computed: Vec<_> =
                    computed(&canonical, rank).into_iter().map(|(at, _)| at).collect();
                let positions = Coordinates::cells_of_box(domain.sides());
                for at in positions.filter(|at| at.sum() == rank) {
                    let image = canonical.symmetry.canonical_image(at);
                    assert!(computed.contains(&image), "{text}: {at:?} by {image:?}");
                }
            }
        }
    }

    /// Hands the words of all layers to an assembler, in which each canonical position holds
    /// `written(position)`.
    fn assemble(
        plan: &Plan,
        canonical: &Canonical,
        written: &dyn Fn(Coordinates) -> u32,
    ) -> Result<Collected, WrongValue> {
        let sink = Collected::default();
        let mut assembler = canonical.assembler(plan, &sink);
        for stage in canonical.stages() {
            let mut halves = vec![0u16; 2 * stage.words];
            for (at, half) in computed(canonical, stage.index) {
                halves[half] = written(at) as u16;
            }
            assembler.take(&stage, bytemuck::cast_slice(&halves))?;
            assembler.hand_over(&stage).expect("no stop");
        }
        drop(assembler);
        Ok(sink)
    }

    /// Catches values that are unpacked from a wrong half word, and tiles handed over too early,
    /// twice or not at all.
    #[test]
    fn every_cell_comes_to_its_tile() {
        for text in GAMES {
            let plan = plan(text, "tokens 20", "grundy");
            let canonical = canonical(text, &plan);
            // Positions of an orbit have one value.
            let expected = |at| value_of(canonical.symmetry.canonical_image(at));
            let tiles = assemble(&plan, &canonical, &|at| expected(at) + 1).expect("sound");
            tiles.assert_complete(&plan, expected);
        }
    }

    #[test]
    fn faults_are_reported_at_their_positions() {
        for text in GAMES {
            let plan = plan(text, "tokens 20", "grundy");
            let canonical = canonical(text, &plan);
            let is_computed = |at: Coordinates| {
                computed(&canonical, at.sum()).iter().any(|&(computed, _)| computed == at)
            };
            planted_faults_are_reported(&plan, is_computed, |written| {
                assemble(&plan, &canonical, written).map(|_| ())
            });
        }
    }
}
