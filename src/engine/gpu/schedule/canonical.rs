//! Canonical positions: a wave computes the canonical positions of one token sum, an invocation
//! each; `engine/digraph_games/symmetry.rs` derives all others from them. Host half of `shaders/canonical.wgsl`.
//!
//! The values come back packed, two in a word, row by row; `canonical_rows.rs` says where.

use super::canonical_rows::CanonicalRows;
use super::{Schedule, Wave};
use crate::domain::Grading;
use crate::domain::tiling::TileRegion;
use crate::engine::EngineError;
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::gpu::limits::{WORKGROUP_SIZE, check_limit};
use crate::engine::gpu::shader::Constant;
use crate::plan::Plan;

/// The shader compares two thresholds in a word by one subtraction, for which each must be less than
/// 2^15. They are at most the token sum with 1 added, and so are values.
const MOST_TOKENS: u32 = i16::MAX as u32 - 1;

/// The canonical positions of all layers of a table.
pub(in crate::engine::gpu) struct Canonical {
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
        symmetry: &Symmetry,
    ) -> Result<Self, EngineError> {
        let domain = plan.job().domain();
        let tokens = domain.largest_token_sum();
        check_limit("a digraph game has", tokens.into(), "tokens", MOST_TOKENS.into())?;
        let rows = CanonicalRows::new(symmetry, domain.sides()[1]);
        Ok(Canonical { rows, tokens })
    }
}

impl Schedule for Canonical {
    fn constants(&self) -> Vec<Constant> {
        self.rows.constants()
    }

    fn waves(&self) -> Box<dyn Iterator<Item = Wave> + '_> {
        Box::new((0..=self.tokens).map(|grade| {
            let words = self.rows.layer_words(grade);
            let workgroups = (2 * words).div_ceil(WORKGROUP_SIZE as usize);
            Wave { index: grade, words, workgroups, ..Wave::default() }
        }))
    }

    fn waves_of(&self, region: &TileRegion) -> (u32, u32) {
        let last = region.last_grade(&Grading::TokenSum);
        (region.first_grade(&Grading::TokenSum), last.min(self.tokens))
    }

    fn may_compute_in(&self, region: &TileRegion) -> bool {
        self.rows.may_meet(region.origin, region.last_cell())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Coordinates;
    use crate::engine::gpu::testing::plan;
    use crate::ruleset::{DigraphGame, Ruleset};

    const GAMES: [&str; 5] =
        ["triangle", "digraph:XY/YX", "digraph:XY/XZ", "digraph:XY/YX/ZX", "digraph:XY"];

    fn game(text: &str) -> DigraphGame {
        Ruleset::parse(text).expect("a game").digraph_game().expect("a digraph").clone()
    }

    /// Lists the positions that are computed in a layer.
    fn computed(canonical: &Canonical, grade: u32) -> Vec<Coordinates> {
        let rows = canonical.rows;
        let at = |x: u32| move |y| Coordinates([0, x, y, grade - x - y]);
        (0..rows.count(grade)).flat_map(|x| rows.columns(grade, x).map(at(x))).collect()
    }

    /// Catches rows that miss a position that has to be computed.
    #[test]
    fn every_orbit_has_a_computed_position() {
        for text in GAMES {
            let plan = plan(text, "tokens 13", "grundy");
            let symmetry = Symmetry::of(&game(text));
            let canonical = Canonical::new(&plan, &symmetry).expect("it fits");
            let domain = plan.job().domain();
            for grade in 0..=domain.largest_token_sum() {
                let computed = computed(&canonical, grade);
                let positions = Coordinates::cells_of_box(domain.sides());
                for at in positions.filter(|at| at.sum() == grade) {
                    let image = symmetry.canonical_image(at);
                    assert!(computed.contains(&image), "{text}: {at:?} by {image:?}");
                }
            }
        }
    }
}
