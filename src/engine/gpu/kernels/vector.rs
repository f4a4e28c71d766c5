//! What the kernels of vector games have in common: blocks, rays, lines and alterations.

use super::line_states::LineStates;
use super::lines::Ray;
use super::{alterations, blocks, lines};
use crate::engine::EngineError;
use crate::engine::gpu::bias;
use crate::engine::gpu::blocks::Blocks;
use crate::engine::gpu::blocks::sizes::{BlockInputs, BlockPlan, Kept};
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::{Kernel, storage_buffers};
use crate::engine::gpu::schedule::wavefront::Wavefront;
use crate::engine::gpu::shader::Join;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::{LineNumbering, WeightedRay, counting_rays, numberings};
use crate::plan::Plan;
use crate::quantity::Convention;
use crate::ruleset::VectorGame;

/// The binding of the first of a kernel's buffers.
const FIRST_BINDING: u32 = 2;

/// The games of a kernel, and what it keeps for their lines.
pub(super) struct VectorInputs<'a> {
    /// The altered vectors of the game, or of each player.
    pub(super) games: &'a [Alterations],
    pub(super) rays: &'a [WeightedRay],
    /// Whether a line may share its state with its mirror image.
    pub(super) may_mirror: bool,
    pub(super) kept: Kept,
    /// Words of the history of altered vectors for each cell.
    pub(super) history_words: u32,
}

/// The part of a kernel that does not depend on what is kept for a line.
pub(super) struct VectorParts {
    blocks: Blocks,
    sizes: Vec<(&'static str, u32)>,
    pub(super) constants: Vec<(&'static str, u32)>,
    /// At bindings 2 to 4; those of the kernel's own follow, and then the rays if they are many.
    pub(super) buffers: Vec<KernelBuffer>,
    rays: Vec<Ray>,
    /// What the host declares for the states of lines.
    text: String,
    /// Lines of all rays.
    pub(super) lines: u64,
    /// How many of the alterations remove a move.
    pub(super) removed: usize,
    largest_value: u64,
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
        let vectors: Vec<_> = inputs.rays.iter().map(|ray| ray.ray).collect();
        let numberings: Vec<LineNumbering> = numberings(plan, &vectors);
        let block_inputs = BlockInputs {
            games: inputs.games,
            rays: &vectors,
            may_mirror: inputs.may_mirror,
            kept: inputs.kept,
        };
        let block_plan = BlockPlan::new(plan, &block_inputs, limits)?;
        let blocks = block_plan.blocks;
        let (rays, lines) = lines::rays(&numberings, inputs.rays, &block_plan);
        let alterations =
            alterations::AlterationParts::new(inputs.games, inputs.history_words, &blocks);
        let mut constants = blocks::constants(plan, &blocks);
        constants.extend(alterations.constants);
        Ok(VectorParts {
            blocks,
            sizes: vec![
                ("WORKGROUP_SIZE", blocks.rows()),
                ("BLOCK_WORDS", blocks.words() as u32),
                ("BLOCK_LINES", block_plan.slot_count() as u32),
                ("RAYS", vectors.len() as u32),
                ("ALTERATIONS", alterations.count as u32),
            ],
            constants,
            buffers: alterations.buffers.into(),
            rays,
            text: String::new(),
            lines,
            removed: alterations.removed,
            largest_value: bias::largest_value(plan),
        })
    }

    /// Describes the part of a kernel whose lines count the positions to which a player would move to win, with a game
    /// for each player, or one for both. Host half of `shaders/wins.wgsl`.
    ///
    /// # Errors
    /// When no blocks are small enough for the adapter.
    pub(super) fn of_wins(
        plan: &Plan,
        limits: &wgpu::Limits,
        games: &[&VectorGame],
    ) -> Result<Self, EngineError> {
        let sides = plan.job().domain().sides();
        let rays: Vec<_> = games.iter().map(|game| counting_rays(game, sides)).collect();
        let alterations: Vec<_> = games.iter().map(|game| Alterations::new(game, sides)).collect();
        let inputs = VectorInputs {
            games: &alterations,
            rays: &rays.concat(),
            // The mirror image of a ray may be the other player's, whose lines count other positions.
            may_mirror: games.len() == 1,
            kept: Kept::Count,
            history_words: 1,
        };
        let mut parts = VectorParts::new(plan, limits, &inputs)?;
        let first_rays = rays.first().map_or(0, Vec::len);
        let first_alterations = alterations.first().map_or(0, |game| game.vectors().count());
        parts.constants.extend([
            ("FIRST_RAYS", first_rays as u32),
            ("FIRST_ALTERATIONS", first_alterations as u32),
            ("MISERE", u32::from(plan.job().convention() == Convention::Misere)),
        ]);
        parts.keep_counts();
        Ok(parts)
    }

    /// Adds the buffer of what lines count. Host half of `shaders/counts.wgsl`.
    pub(super) fn keep_counts(&mut self) {
        self.buffers.push(KernelBuffer::zeros("counts", self.lines.saturating_mul(4)));
    }

    /// Adds buffers that hold this number of words for each line.
    pub(super) fn keep_words(&mut self, words: u64, limits: &wgpu::Limits) {
        let binding = FIRST_BINDING + self.buffers.len() as u32;
        // Rays follow if they are many.
        let rays = usize::from(!lines::are_constants(&self.rays));
        let others = storage_buffers(self.buffers.len() + rays);
        let states = LineStates::new(self.lines, words, binding, others, limits);
        self.buffers.extend(states.buffers);
        self.text = states.text;
    }

    /// Returns the kernel of this name, which is joined from these files.
    pub(super) fn kernel(self, name: &'static str, join: Join) -> Kernel {
        let mut buffers = self.buffers;
        let rays = lines::text(&self.rays, FIRST_BINDING + buffers.len() as u32);
        if !lines::are_constants(&self.rays) {
            buffers.push(KernelBuffer::given("rays", &self.rays));
        }
        Kernel {
            name,
            join,
            sizes: self.sizes,
            text: rays + &self.text,
            constants: self.constants,
            entry_points: &["tabulate"],
            buffers,
            largest_value: self.largest_value,
            values_suffice: true,
            reads_values: false,
            schedule: Box::new(Wavefront::new(self.blocks)),
        }
    }
}
