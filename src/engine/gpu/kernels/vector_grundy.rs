//! Grundy values of vector games on the GPU. Host half of `shaders/vector_grundy.wgsl`, counterpart
//! of `engine/cpu/vector_grundy.rs`.

use super::vector::{VectorInputs, VectorParts};
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::{BlockInputs, Kept};
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::limits::check_limit;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::line_numbering::independent_rays;
use crate::plan::Plan;
use crate::ruleset::VectorGame;
use crate::wording::counted;

/// Values whose bits share a word of a bitset.
pub(in crate::engine::gpu) const VALUES_PER_WORD: usize = 32;

/// Bits of a word, each of which says of a word below whether it is full.
const BITS_PER_WORD: u64 = 32;

/// Words of private memory of an invocation at most: for the lines of each ray through three cells and what is read of
/// them, and for the value that each altered vector leads to.
const MOST_PRIVATE_WORDS: u64 = 320;

/// Words for each ray: elements of `lines`, `next_lines`, `later_lines` and `leaves` of the shader, and of `middle_words`,
/// `top_words` and `on_lines`, which are four words each.
const WORDS_OF_RAY: usize = 4 + 3 * 4;

/// Describes the kernel of a plan.
///
/// # Errors
/// When an invocation would need too much private memory, and when no blocks are small enough for
/// the adapter.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &VectorGame,
) -> Result<Kernel, EngineError> {
    let sides = plan.job().domain().sides();
    let rays = independent_rays(game, sides);
    let alterations = Alterations::new(game, sides);
    check_private_words(rays.len(), alterations.vectors().count())?;
    let words = plan.grundy_values().div_ceil(VALUES_PER_WORD) as u64;
    let planes = 1 + alterations.removed.len() as u64;
    let kept = Kept::Bitset(words);
    let inputs = VectorInputs {
        blocks: BlockInputs { games: &[alterations], rays: &rays, may_mirror: true, kept },
        weights: &vec![1; rays.len()],
        history_words: 1,
    };
    let mut parts = VectorParts::new(plan, limits, "vector_grundy", &inputs)?;
    let middle_words = words.div_ceil(BITS_PER_WORD);
    let top_words = middle_words.div_ceil(BITS_PER_WORD);
    parts.kernel.constants.extend([
        ("WORDS", words as u32),
        ("MIDDLE_WORDS", middle_words as u32),
        ("TOP_WORDS", top_words as u32),
        ("PLANES", planes as u32),
        ("LINES", parts.lines() as u32),
    ]);
    let full_bytes = parts.lines().saturating_mul(4 * (middle_words + top_words));
    parts.kernel.buffers.push(KernelBuffer::zeros("full", full_bytes));
    parts.keep_words(planes.saturating_mul(words), limits);
    Ok(parts.kernel())
}

/// Checks the lengths of the arrays of the shader.
fn check_private_words(rays: usize, alterations: usize) -> Result<(), EngineError> {
    let words = WORDS_OF_RAY * rays + alterations;
    let what = format!(
        "with {} through a position and {} an invocation needs",
        counted(rays, "line"),
        counted(alterations, "altered vector")
    );
    check_limit(what, words as u64, "words", MOST_PRIVATE_WORDS)
}

#[cfg(test)]
mod tests {
    use crate::engine::EngineError;
    use crate::engine::gpu::testing::{kernel, plan};

    /// Returns a game with this many rays, no two of which have a direction in common, and this many
    /// altered vectors that are no multiples of rays.
    fn game(rays: u32, alterations: u32) -> String {
        let rays: Vec<String> = (1..=rays).map(|step| format!("1,{step}")).collect();
        let altered: Vec<String> = (1..=alterations).map(|step| format!("{step},0")).collect();
        format!("vector:{}+alter={}", rays.join("/"), altered.join("/"))
    }

    fn refused_words(game: &str, side: u32, quantity: &str) -> Option<u64> {
        let plan = plan(game, &format!("{side}x{side}"), quantity);
        match kernel(&plan) {
            Ok(_) => None,
            Err(EngineError::BeyondLimits { needed, unit: "words", limit: 320, .. }) => {
                Some(needed)
            }
            Err(other) => panic!("{other}"),
        }
    }

    /// 19 rays and 16 altered vectors need 320 words, and one of either more too many. Only alterations
    /// inside the box count, and only Grundy values need such arrays.
    #[test]
    fn private_memory_is_bounded() {
        assert_eq!(refused_words(&game(19, 16), 40, "grundy"), None);
        assert_eq!(refused_words(&game(19, 17), 40, "grundy"), Some(321));
        assert_eq!(refused_words(&game(20, 16), 40, "grundy"), Some(336));
        assert_eq!(refused_words(&game(15, 90), 16, "grundy"), None);
        // Multiples of a ray take no line of their own.
        let multiples = game(19, 16).replace("vector:", "vector:2,2/3,3/");
        assert_eq!(refused_words(&multiples, 40, "grundy"), None);
        for quantity in ["palaces", "outcome"] {
            assert_eq!(refused_words(&game(20, 30), 40, quantity), None);
        }
    }
}
