//! What the kernels of vector games have in common: blocks, rays, lines and alterations.

use std::ops::Range;

use super::line_states::Split;
use super::lines::Ray;
use super::{alterations, line_states, lines};
use crate::engine::EngineError;
use crate::engine::gpu::blocks::sizes::{BlockInputs, BlockPlan};
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::{Kernel, storage_buffers};
use crate::engine::gpu::limits::largest_buffer_bytes;
use crate::engine::gpu::schedule::wavefront::Wavefront;
use crate::engine::vector_games::line_numbering::numberings;
use crate::plan::Plan;

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
        let alterations = alterations::add(&mut kernel, games, inputs.history_words, &blocks);
        kernel.loops = (rays.len() as u32, alterations);
        kernel.own_sizes.extend([
            ("BLOCK_LINES", block_plan.slot_count() as u32),
            ("RAYS", rays.len() as u32),
            ("ALTERATIONS", alterations),
        ]);
        Ok(VectorParts { kernel, rays, lines_of })
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
        kernel.host.add(&["lines"], &text);
        if !lines::are_constants(&rays) {
            kernel.buffers.push(KernelBuffer::given("rays", &rays));
        }
        kernel
    }
}
