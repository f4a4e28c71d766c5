//! What the kernels of vector games have in common: blocks, rays, lines and alterations.

use super::blocks::{Blocks, Uncut};
use super::{alterations, lines};
use crate::engine::EngineError;
use crate::engine::alterations::Alterations;
use crate::engine::gpu::kernel::KernelBuffer;
use crate::engine::gpu::shader::Counts;
use crate::engine::lines::{LineNumbering, WeightedRay, numberings};
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// The share of a kernel that does not depend on what is kept along a line.
pub(in crate::engine::gpu) struct VectorParts {
    pub(in crate::engine::gpu) blocks: Blocks,
    pub(in crate::engine::gpu) counts: Counts,
    pub(in crate::engine::gpu) constants: Vec<(&'static str, u32)>,
    /// At bindings 2 to 6.
    pub(in crate::engine::gpu) buffers: Vec<KernelBuffer>,
    /// Lines of all rays.
    pub(in crate::engine::gpu) lines: u64,
    /// How many alterations remove a move.
    pub(in crate::engine::gpu) removed: usize,
}

/// Of one game, or of one for each player. A cell may look at so many words of a line; `folds`
/// tells whether lines may be shared with those of their images.
pub(in crate::engine::gpu) fn parts(
    plan: &Plan,
    limits: &wgpu::Limits,
    games: &[&VectorGame],
    rays: &[WeightedRay],
    folds: bool,
    words: u64,
) -> Result<VectorParts, EngineError> {
    let sides = plan.job().domain().sides();
    let games: Vec<Alterations> = games.iter().map(|game| Alterations::new(game, sides)).collect();
    let vectors: Vec<_> = rays.iter().map(|ray| ray.ray).collect();
    let weights: Vec<i32> = rays.iter().map(|ray| ray.weight).collect();
    let numberings: Vec<LineNumbering> = numberings(plan, &vectors);
    let uncut = Uncut { games: &games, numberings: &numberings, folds, words };
    let blocks = Blocks::new(plan, &uncut, limits)?;
    let walks = blocks.walks(&vectors);
    let (rays, lines) = lines::rays(&numberings, &weights, |ray| blocks.is_kept(ray));
    let alterations = alterations::parts(&games, &blocks);
    let mut constants = blocks.constants(plan, &walks);
    constants.extend(alterations.constants);
    let mut buffers =
        vec![KernelBuffer::given("rays", &rays), KernelBuffer::given("walks", &walks.words)];
    buffers.extend(alterations.buffers);
    Ok(VectorParts {
        counts: Counts {
            rays: vectors.len(),
            alterations: alterations.count,
            block_words: blocks.words(),
            block_lines: blocks.line_slots(),
            block_lanes: blocks.lanes,
        },
        blocks,
        constants,
        buffers,
        lines,
        removed: alterations.removed,
    })
}
