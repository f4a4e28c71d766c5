//! How large blocks are, and how many invocations compute one: as many cells as the memory of a
//! workgroup, the time of a dispatch and the buffers of the adapter allow.

use super::Blocks;
use crate::domain::Coordinates;
use crate::engine::EngineError;
use crate::engine::gpu::limits::{WORKGROUP_SIZE, largest_buffer_bytes};
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::lines::LineNumbering;
use crate::engine::vector_games::mirror::mirror_rays;
use crate::plan::Plan;

/// Blocks have at most 2^12 cells: 64 x 64 or 16 x 16 x 16.
const LOG_CELLS: u32 = 12;
/// Workgroup memory that WGSL guarantees. More would leave fewer workgroups at once.
const MOST_WORKGROUP_BYTES: u64 = 16_352;
/// Arrays of a word per line that a shader keeps in workgroup memory.
const WORDS_PER_LINE: u64 = 2;
/// Antidiagonals of a block, times the words that a cell may have to look at: no dispatch takes
/// seconds.
const MOST_STEP_WORDS: u64 = 1 << 20;
/// Invocations of a workgroup at most.
const MOST_INVOCATIONS: u32 = 256;

/// Inputs from which the sizes of blocks are chosen.
pub(in crate::engine::gpu) struct BlockInputs<'a> {
    pub(in crate::engine::gpu) games: &'a [Alterations],
    /// The rays whose lines are kept, of all games.
    pub(in crate::engine::gpu) numberings: &'a [LineNumbering],
    /// Whether a line may share what is kept for it with its mirror image.
    pub(in crate::engine::gpu) may_mirror: bool,
    /// Words that a cell may have to look at on a line.
    pub(in crate::engine::gpu) words: u64,
}

/// Blocks, and the workgroup that computes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine::gpu) struct BlockPlan {
    pub(in crate::engine::gpu) blocks: Blocks,
    /// For each ray the index of its mirror image, where half of the table is computed.
    pub(in crate::engine::gpu) mirror_rays: Option<Vec<usize>>,
    /// Lines of all rays that cross a block.
    lines: u64,
    /// Cells that a workgroup computes at once: those of the widest antidiagonal, if not too many.
    pub(in crate::engine::gpu) cells_at_once: u32,
    /// Invocations that search together for the value of a cell.
    invocations_per_cell: u32,
}

impl BlockPlan {
    /// Chooses the largest blocks that fit into a workgroup's memory, and whose fronts fit into a
    /// buffer.
    ///
    /// # Errors
    /// When not even blocks of one cell fit.
    pub(in crate::engine::gpu) fn new(
        plan: &Plan,
        inputs: &BlockInputs,
        limits: &wgpu::Limits,
    ) -> Result<Self, EngineError> {
        let rays: Vec<Coordinates> = inputs.numberings.iter().map(|lines| lines.ray).collect();
        let mirror_rays =
            if inputs.may_mirror { mirror_rays(plan, inputs.games, &rays) } else { None };
        let invocations = MOST_INVOCATIONS.min(limits.max_compute_invocations_per_workgroup);
        let longest = 1 << (LOG_CELLS / plan.job().domain().heaps() as u32);
        let halved = |times: u32| {
            let edge = u32::max(longest >> times, 1);
            let blocks = Blocks::new(plan, edge, mirror_rays.is_some());
            let lines = rays.iter().map(|&ray| LineNumbering::new(ray, blocks.edges).count);
            let cells = blocks.widest_antidiagonal().next_multiple_of(WORKGROUP_SIZE);
            let cells_at_once = cells.min(invocations);
            // There is nothing to share in the search of a single word.
            let invocations_per_cell =
                if inputs.words > 1 { invocations / cells_at_once } else { 1 };
            BlockPlan {
                blocks,
                mirror_rays: mirror_rays.clone(),
                lines: lines.fold(0, u64::saturating_add),
                cells_at_once,
                invocations_per_cell,
            }
        };
        let workgroup_bytes =
            MOST_WORKGROUP_BYTES.min(limits.max_compute_workgroup_storage_size.into());
        let largest = largest_buffer_bytes(limits);
        let smallest = halved(LOG_CELLS);
        if smallest.workgroup_bytes() > MOST_WORKGROUP_BYTES {
            return Err(EngineError::BeyondLimits {
                what: format!("the {} lines through a position take", smallest.lines),
                needed: smallest.workgroup_bytes(),
                unit: "bytes of workgroup memory",
                limit: MOST_WORKGROUP_BYTES,
            });
        }
        let fits = |sized: &BlockPlan| {
            let steps = u64::from(sized.blocks.steps());
            let in_workgroup = sized.workgroup_bytes() <= workgroup_bytes
                && steps.saturating_mul(inputs.words) <= MOST_STEP_WORDS;
            // Blocks of one cell are taken where nothing larger fits.
            (in_workgroup || sized.blocks.cells() == 1)
                && sized.blocks.largest_front_bytes() <= largest
        };
        (0..=LOG_CELLS).map(halved).find(fits).ok_or_else(|| EngineError::BeyondLimits {
            what: "a front of blocks takes at least".into(),
            needed: smallest.blocks.largest_front_bytes(),
            unit: "bytes",
            limit: largest,
        })
    }

    fn workgroup_bytes(&self) -> u64 {
        let of_cells = self.blocks.words() as u64 + u64::from(self.cells_at_once);
        4 * of_cells.saturating_add(self.lines.max(1).saturating_mul(WORDS_PER_LINE))
    }

    /// Returns the number of invocations of a workgroup.
    pub(in crate::engine::gpu) fn workgroup_size(&self) -> u32 {
        self.cells_at_once * self.invocations_per_cell
    }

    /// Returns the number of lines that cross a block, for an array that is never empty.
    pub(in crate::engine::gpu) fn line_slots(&self) -> usize {
        self.lines.max(1) as usize
    }

    /// Whether the lines of a ray are kept under their own numbers, and not under those of their
    /// mirror images.
    pub(in crate::engine::gpu) fn is_kept(&self, ray: usize) -> bool {
        self.mirror_rays.as_ref().is_none_or(|images| ray <= images[ray])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::{WYTHOFF, block_plan, plan};
    use crate::engine::vector_games::lines::numberings;

    /// Blocks take what the baseline gives to a workgroup, and shrink where lines are many.
    #[test]
    fn blocks_fit_into_a_workgroup() {
        let plan = plan("wythoff", "5000x5000", "grundy");
        let usual = block_plan(&plan, &WYTHOFF, 16_384);
        assert_eq!(usual.blocks.edges, Coordinates([1, 64, 64]));
        assert_eq!(usual.blocks.steps(), 127);
        let long: Vec<Coordinates> = (100..140).map(|step| Coordinates([0, step, 0])).collect();
        let small = block_plan(&plan, &long, 16_384);
        assert_eq!(small.blocks.edges, Coordinates([1, 4, 4]));
        assert!(small.workgroup_bytes() <= 16_384);
        let one = block_plan(&plan, &WYTHOFF, 1);
        assert_eq!(one.blocks.edges, Coordinates([1, 1, 1]));
        assert_eq!(u64::from(one.blocks.fronts), plan.job().layer_count());
    }

    /// Catches a workgroup array that no adapter is bound to take.
    #[test]
    fn thousands_of_lines_through_a_position_are_refused() {
        let plan = plan("wythoff", "5000x5000", "grundy");
        let new = |rays: u32| {
            let rays: Vec<_> = (1..=rays).map(|step| Coordinates([0, step, 1])).collect();
            let numberings = numberings(&plan, &rays);
            let inputs =
                BlockInputs { games: &[], numberings: &numberings, may_mirror: false, words: 1 };
            BlockPlan::new(&plan, &inputs, &wgpu::Limits::default())
        };
        // Two words for each line, one for each of 64 cells at once, and one for the value.
        let most = (MOST_WORKGROUP_BYTES as u32 / 4 - 65) / 2;
        assert_eq!(new(most).expect("it fits").blocks.cells(), 1);
        let refused = new(most + 1).expect_err("refused").to_string();
        assert!(refused.starts_with("the 2012 lines through a position take 16356"), "{refused}");
    }
}
