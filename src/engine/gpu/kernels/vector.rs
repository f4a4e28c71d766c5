//! What the kernels of vector games have in common: blocks, rays, lines and alterations. Host half of
//! `shaders/counts.wgsl`, as far as there is one.

use super::traversal::Traversal;
use super::{alterations, blocks, lines};
use crate::engine::EngineError;
use crate::engine::gpu::blocks::Blocks;
use crate::engine::gpu::blocks::sizes::{BlockInputs, BlockPlan};
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::{LineNumbering, WeightedRay, numberings};
use crate::plan::Plan;
use crate::ruleset::VectorGame;

/// The games of a kernel, and what it keeps for their lines.
pub(super) struct VectorInputs<'a> {
    /// One game, or one for each player.
    pub(super) games: &'a [&'a VectorGame],
    pub(super) rays: &'a [WeightedRay],
    /// Whether a line may share its state with its mirror image.
    pub(super) may_mirror: bool,
    /// Words of a line's state that a cell may have to look at.
    pub(super) words: u64,
}

/// The part of a kernel that does not depend on what is kept for a line.
pub(super) struct VectorParts {
    pub(super) blocks: Blocks,
    pub(super) sizes: Vec<(&'static str, u32)>,
    pub(super) constants: Vec<(&'static str, u32)>,
    /// At bindings 2 to 6.
    pub(super) buffers: Vec<KernelBuffer>,
    /// Lines of all rays.
    pub(super) lines: u64,
    /// How many of the alterations remove a move.
    pub(super) removed: usize,
}

impl VectorParts {
    /// Describes the part of a kernel for these inputs.
    ///
    /// # Errors
    /// When no blocks are small enough for the adapter.
    pub(super) fn new(
        plan: &Plan,
        limits: &wgpu::Limits,
        inputs: &VectorInputs,
    ) -> Result<Self, EngineError> {
        let sides = plan.job().domain().sides();
        let games: Vec<Alterations> =
            inputs.games.iter().map(|game| Alterations::new(game, sides)).collect();
        let vectors: Vec<_> = inputs.rays.iter().map(|ray| ray.ray).collect();
        let weights: Vec<i32> = inputs.rays.iter().map(|ray| ray.weight).collect();
        let numberings: Vec<LineNumbering> = numberings(plan, &vectors);
        let block_inputs = BlockInputs {
            games: &games,
            numberings: &numberings,
            may_mirror: inputs.may_mirror,
            words: inputs.words,
        };
        let block_plan = BlockPlan::new(plan, &block_inputs, limits)?;
        let blocks = block_plan.blocks;
        let traversal = Traversal::new(&blocks, block_plan.mirror_rays.as_deref(), &vectors);
        let (rays, lines) = lines::rays(&numberings, &weights, |ray| block_plan.is_kept(ray));
        let alterations = alterations::AlterationParts::new(&games, &blocks);
        let mut constants = blocks::constants(plan, &blocks, &traversal);
        constants.extend(alterations.constants);
        let mut buffers = vec![
            KernelBuffer::given("rays", &rays),
            KernelBuffer::given("traversal", &traversal.words),
        ];
        buffers.extend(alterations.buffers);
        Ok(VectorParts {
            blocks,
            sizes: vec![
                ("WORKGROUP_SIZE", block_plan.workgroup_size()),
                ("CELLS_AT_ONCE", block_plan.cells_at_once),
                ("BLOCK_WORDS", blocks.words() as u32),
                ("BLOCK_LINES", block_plan.line_slots() as u32),
                ("RAYS", vectors.len() as u32),
                ("ALTERATIONS", alterations.count as u32),
            ],
            constants,
            buffers,
            lines,
            removed: alterations.removed,
        })
    }
}
