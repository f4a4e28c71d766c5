//! What the kernels of vector games have in common: blocks, rays, lines and alterations.

use std::ops::Range;

use super::line_states::Split;
use super::lines::Ray;
use super::{alterations, line_states, lines};
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::{BlockInputs, BlockPlan, Kept};
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::{Kernel, VectorSizes, storage_buffers};
use crate::engine::gpu::limits::largest_buffer_bytes;
use crate::engine::gpu::schedule::wavefront::Wavefront;
use crate::engine::gpu::shader::constants::{Constants, constants};
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::line_numbering::{counting_rays, numberings};
use crate::plan::Plan;
use crate::ruleset::VectorGame;

constants! {
    /// Constants of `shaders/wins.wgsl`.
    pub(in crate::engine::gpu) struct WinsConstants {
        first_rays: u32,
        first_alterations: u32,
    }
}

/// The games of a kernel, and the data that it keeps for their lines.
pub(super) struct VectorInputs<'a> {
    pub(super) blocks: BlockInputs<'a>,
    /// The weight of each ray.
    pub(super) weights: &'a [i32],
    /// Words of the history of altered vectors for each cell.
    pub(super) history_words: u32,
}

/// The part of a kernel that does not depend on the data kept for a line.
pub(super) struct VectorParts {
    /// The kernel. Its first buffers are at bindings 2 to 4; the buffers of the method follow, and then the rays if
    /// there are many.
    pub(super) kernel: Kernel,
    rays: Vec<Ray>,
    /// The numbers of the lines of each ray.
    lines_of: Vec<Range<u64>>,
}

impl VectorParts {
    /// Describes the part of a kernel for these inputs.
    ///
    /// # Errors
    /// When no blocks are small enough for the adapter.
    pub(super) fn new(
        plan: &Plan,
        limits: &wgpu::Limits,
        name: &'static str,
        inputs: &VectorInputs,
    ) -> Result<Self, EngineError> {
        let VectorInputs { blocks: BlockInputs { games, rays, .. }, weights, .. } = inputs;
        let block_plan = BlockPlan::new(plan, &inputs.blocks, limits)?;
        let blocks = block_plan.blocks;
        let (rays, lines_of) = lines::rays(&numberings(plan, rays), weights, &block_plan);
        let mut kernel = Kernel::new(plan, name, Wavefront::new(blocks));
        kernel.workgroup_size = blocks.rows();
        kernel.vector_sizes = Some(VectorSizes {
            block_lines: block_plan.slot_count() as u32,
            rays: rays.len() as u32,
            alterations: alterations::add(&mut kernel, games, inputs.history_words, &blocks),
        });
        Ok(VectorParts { kernel, rays, lines_of })
    }

    /// Describes the part of a kernel whose lines count the positions that a player wins by moving to, with a game for
    /// each player, or one game for both. Host half of `shaders/wins.wgsl`.
    ///
    /// # Errors
    /// When no blocks are small enough for the adapter.
    pub(super) fn of_wins(
        plan: &Plan,
        limits: &wgpu::Limits,
        name: &'static str,
        games: &[&VectorGame],
    ) -> Result<Self, EngineError> {
        let sides = plan.job().domain().sides();
        let rays_of: Vec<_> = games.iter().map(|game| counting_rays(game, sides)).collect();
        let rays = rays_of.iter().flatten().map(|ray| (ray.ray, ray.weight));
        let (rays, weights): (Vec<_>, Vec<_>) = rays.unzip();
        let alterations: Vec<_> = games.iter().map(|game| Alterations::new(game, sides)).collect();
        // The mirror image of a ray may be the other player's, whose lines count other positions.
        let may_mirror = games.len() == 1;
        let inputs = VectorInputs {
            blocks: BlockInputs { games: &alterations, rays: &rays, may_mirror, kept: Kept::Count },
            weights: &weights,
            history_words: 1,
        };
        let mut parts = VectorParts::new(plan, limits, name, &inputs)?;
        let first_rays = rays_of.first().map_or(0, Vec::len);
        let first_alterations = alterations.first().map_or(0, |game| game.vectors().count());
        let constants = WinsConstants {
            first_rays: first_rays as u32,
            first_alterations: first_alterations as u32,
        };
        parts.kernel.constants.extend(constants.list());
        parts.keep_counts();
        Ok(parts)
    }

    /// Returns the number of the lines of all rays.
    pub(super) fn lines(&self) -> u64 {
        self.lines_of.iter().map(|lines| lines.end).max().unwrap_or(0)
    }

    /// Adds the buffer of the lines' counts. Host half of `shaders/counts.wgsl`.
    pub(super) fn keep_counts(&mut self) {
        let bytes = self.lines().saturating_mul(4);
        self.kernel.buffers.push(KernelBuffer::zeros("counts", bytes));
        self.kernel.searches = false;
    }

    /// Adds buffers that hold this number of words for each line.
    pub(super) fn keep_words(&mut self, words: u64, limits: &wgpu::Limits) {
        // Rays follow if they are many.
        let are_constants = lines::are_constants(&self.rays);
        let others = storage_buffers(self.kernel.buffers.len() + usize::from(!are_constants));
        let most_buffers =
            limits.max_storage_buffers_per_shader_stage.saturating_sub(others) as usize;
        let (all, largest) = (0..self.lines(), largest_buffer_bytes(limits));
        let split =
            Split::new(all, are_constants.then_some(&self.lines_of), words, most_buffers, largest);
        line_states::add(&mut self.kernel, &split);
    }

    /// Adds the rays and returns the kernel.
    pub(super) fn kernel(self) -> Kernel {
        let VectorParts { mut kernel, rays, .. } = self;
        let text = lines::text(&rays, kernel.next_binding());
        kernel.host.add(&[("lines", &["Ray", "Slots"])], &text);
        if !lines::are_constants(&rays) {
            kernel.buffers.push(KernelBuffer::given("rays", &rays));
        }
        kernel
    }
}
