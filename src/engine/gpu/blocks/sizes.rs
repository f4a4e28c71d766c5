//! How large blocks are: such that the steps on the critical path, and the dispatches between them, take
//! the least time among the shapes that the memory of a workgroup and the buffers of the adapter
//! allow.

use super::Blocks;
use super::slots::{Slots, slots};
use crate::domain::{Coordinates, Domain, MAX_HEAPS};
use crate::engine::EngineError;
use crate::engine::gpu::expected::seconds_of_step;
use crate::engine::gpu::limits::{check_limit, largest_buffer_bytes};
use crate::engine::gpu::shader::MAX_UNROLLED;
use crate::engine::gpu::totals::WORKGROUP_TOTALS_BYTES;
use crate::engine::rates::AdapterRates;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::mirror::mirror_rays;
use crate::plan::Plan;

/// Rows of a block at most, each of which has an invocation: more would wait for one another at every
/// barrier, and not every adapter has them.
const MOST_ROWS: u32 = 256;
/// Steps of a block at most. Only games of one heap come near.
const MOST_STEPS: u32 = 1 << 12;
/// Workgroup memory that WGSL guarantees, without that of `shaders/totals.wgsl`. More would leave fewer workgroups at
/// once.
const MOST_WORKGROUP_BYTES: u64 = 16_384 - WORKGROUP_TOTALS_BYTES;
/// Bytes that a shader keeps in workgroup memory for a slot: a line's number, and its count.
const BYTES_PER_SLOT: u64 = 8;
/// Steps of a block, times the words that a cell may have to look at: no dispatch takes seconds.
const MOST_STEP_WORDS: u64 = 1 << 20;
/// The same where lines carry counts: steps, times the rounds of loops that each takes. In Mesa's software driver
/// all loops of an invocation end after 65535 rounds.
const MOST_STEP_LOOPS: u64 = 1 << 14;
/// Rounds that a step may take, each of them twice.
const MOST_LOOPS: u64 = 30_000;
/// The largest token sum: differences of coordinates and a little more fit in 31 bits.
const MOST_TOKENS: u32 = (1 << 30) - (1 << 10);

/// Returns how many steps, which may search for values, take as long as a dispatch on a GPU with memory of its own.
fn steps_per_dispatch(searches: bool) -> u32 {
    let rates = AdapterRates::DISCRETE;
    (rates.dispatch / seconds_of_step(searches, &rates)).round() as u32
}

/// Inputs from which the sizes of blocks are chosen.
pub(in crate::engine::gpu) struct BlockInputs<'a> {
    pub(in crate::engine::gpu) games: &'a [Alterations],
    /// The rays whose lines are kept, of all games.
    pub(in crate::engine::gpu) rays: &'a [Coordinates],
    /// Whether a line may share what is kept for it with its mirror image.
    pub(in crate::engine::gpu) may_mirror: bool,
    pub(in crate::engine::gpu) kept: Kept,
}

impl BlockInputs<'_> {
    /// Returns how many rounds of loops a step takes: over altered vectors and listed positions, and over
    /// the rays, up to four times, if these loops are not unrolled.
    fn looped_over(&self) -> u64 {
        let of_game = |game: &Alterations| game.vectors().count() + game.listed().count();
        let rays = self.rays.len() as u64;
        let of_rays = if rays > MAX_UNROLLED.into() { 4 * rays } else { 0 };
        of_rays + self.games.iter().map(|game| of_game(game) as u64).sum::<u64>()
    }
}

/// What is kept for a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine::gpu) enum Kept {
    /// A count, which a workgroup keeps in its memory while it computes a block.
    Count,
    /// A bitset with this number of words, which cells search.
    Bitset(u64),
}

/// Blocks, and what a workgroup keeps for the lines of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine::gpu) struct BlockPlan {
    pub(in crate::engine::gpu) blocks: Blocks,
    /// For each ray the index of its mirror image, where half of the table is computed.
    pub(in crate::engine::gpu) mirror_rays: Option<Vec<usize>>,
    /// The slots of each ray, if lines carry counts.
    pub(in crate::engine::gpu) slots: Vec<Slots>,
    /// Slots of all rays.
    all_slots: u64,
}

impl BlockPlan {
    /// Chooses the blocks that fit into a workgroup's memory, and whose fronts fit into a buffer, with
    /// which the table takes the least time.
    ///
    /// # Errors
    /// When not even blocks of one cell fit.
    pub(in crate::engine::gpu) fn new(
        plan: &Plan,
        inputs: &BlockInputs,
        limits: &wgpu::Limits,
    ) -> Result<Self, EngineError> {
        let domain = plan.job().domain();
        // So the differences of coordinates fit in the integers of the shaders.
        let tokens = domain.largest_token_sum().into();
        EngineError::check_size("the largest position has", tokens, "tokens", MOST_TOKENS.into())?;
        // Values that altered vectors lead to are kept for blocks that are computed, not for their mirror images.
        let may_mirror =
            inputs.may_mirror && inputs.games.iter().all(|game| game.vectors().next().is_none());
        let mirror_rays =
            if may_mirror { mirror_rays(plan, inputs.games, inputs.rays) } else { None };
        let with_edges = |edges: Coordinates| {
            let blocks = Blocks::new(plan, edges, mirror_rays.is_some());
            let (slots, all_slots) = match inputs.kept {
                Kept::Count => slots(inputs.rays, mirror_rays.as_deref(), blocks.edges),
                Kept::Bitset(_) => (Vec::new(), 0),
            };
            BlockPlan { blocks, mirror_rays: mirror_rays.clone(), slots, all_slots }
        };
        let smallest = with_edges(Coordinates([1; MAX_HEAPS]));
        let lines = inputs.rays.len();
        check_limit(
            format_args!("the {lines} lines through a position take"),
            smallest.workgroup_bytes(),
            "bytes of workgroup memory",
            MOST_WORKGROUP_BYTES,
        )?;
        if inputs.kept == Kept::Count {
            let what = "the lines and altered vectors of a position take";
            check_limit(what, inputs.looped_over(), "rounds of loops", MOST_LOOPS)?;
        }
        let workgroup_bytes =
            MOST_WORKGROUP_BYTES.min(limits.max_compute_workgroup_storage_size.into());
        let largest = largest_buffer_bytes(limits);
        let (words, most_words, steps_per_dispatch) = match inputs.kept {
            Kept::Count => (1 + inputs.looped_over(), MOST_STEP_LOOPS, steps_per_dispatch(false)),
            Kept::Bitset(words) => (words, MOST_STEP_WORDS, steps_per_dispatch(true)),
        };
        let fits = |plan: &BlockPlan| {
            let steps = u64::from(plan.blocks.steps());
            let in_workgroup = plan.workgroup_bytes() <= workgroup_bytes
                && steps.saturating_mul(words) <= most_words;
            // Blocks of one cell are taken where nothing larger fits.
            (in_workgroup || plan.blocks.cells() == 1)
                && plan.least_front_bytes(domain) <= largest
                && plan.blocks.fronts_take_at_most(largest)
        };
        let most_rows = MOST_ROWS.min(limits.max_compute_invocations_per_workgroup);
        let mut sized: Vec<BlockPlan> = shapes(domain.heaps(), most_rows).map(with_edges).collect();
        sized.sort_by_key(|plan| {
            let steps = u64::from(plan.blocks.steps() + steps_per_dispatch);
            steps * u64::from(plan.blocks.fronts)
        });
        sized.into_iter().find(fits).ok_or_else(|| EngineError::BeyondLimits {
            what: "a front of blocks takes at least".into(),
            needed: smallest.blocks.front_bytes(smallest.blocks.fronts / 2),
            unit: "bytes",
            limit: largest,
        })
    }

    fn workgroup_bytes(&self) -> u64 {
        self.all_slots.saturating_mul(BYTES_PER_SLOT)
    }

    /// Returns a lower bound on the bytes of the values of the largest front: the mean.
    fn least_front_bytes(&self, domain: &Domain) -> u64 {
        let halves = if self.blocks.is_mirrored { 2 } else { 1 };
        let bytes = u64::from(self.blocks.value_bits / 8);
        (domain.positions() / halves).saturating_mul(bytes) / u64::from(self.blocks.fronts)
    }

    /// Returns the number of slots, for an array that is never empty.
    pub(in crate::engine::gpu) fn slot_count(&self) -> usize {
        self.all_slots.max(1) as usize
    }

    /// Returns the ray under whose numbers the lines of a ray are kept: an earlier one if that is its
    /// mirror image and half of the table is computed, else itself.
    pub(in crate::engine::gpu) fn kept_as(&self, ray: usize) -> usize {
        self.mirror_rays.as_ref().map_or(ray, |images| ray.min(images[ray]))
    }

    /// Whether half of the table is computed, and a ray is its own mirror image.
    pub(in crate::engine::gpu) fn is_own_image(&self, ray: usize) -> bool {
        self.mirror_rays.as_ref().is_some_and(|images| images[ray] == ray)
    }
}

/// Lists the edges of blocks with up to this many rows: as long along x as along y, or twice as long
/// along y.
fn shapes(heaps: usize, most_rows: u32) -> impl Iterator<Item = Coordinates> {
    let log_rows = if heaps == 1 { 0 } else { most_rows.max(1).ilog2() };
    let edges = move |log_rows: u32| {
        let log_x = if heaps == 3 { log_rows / 2 } else { 0 };
        let steps = (0..=MOST_STEPS.ilog2()).map(|log_steps| 1 << log_steps);
        steps.map(move |steps| Coordinates([1, 1 << log_x, 1 << (log_rows - log_x), steps]))
    };
    (0..=log_rows).flat_map(edges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gpu::testing::{WYTHOFF, block_plan, plan};

    /// Blocks have all rows that an adapter has invocations for, and shrink where lines are many.
    #[test]
    fn blocks_fit_into_a_workgroup() {
        let plan = plan("wythoff", "5000x5000", "palaces");
        let usual = block_plan(&plan, &WYTHOFF, 16_384);
        assert_eq!(usual.blocks.edges, Coordinates([1, 1, 256, 64]));
        // 256 lines along z and 319 along y; 255 + 255 + 64 diagonals.
        assert_eq!(usual.all_slots, 256 + 319 + 574);
        let long: Vec<Coordinates> = (100..140).map(|step| Coordinates([0, 0, step, 0])).collect();
        let small = block_plan(&plan, &long, 16_384);
        // Every cell has forty lines of its own.
        assert_eq!(small.blocks.cells(), 32);
        assert!(small.workgroup_bytes() <= 16_384);
        let one = block_plan(&plan, &WYTHOFF, 1);
        assert_eq!(one.blocks.edges, Coordinates([1; MAX_HEAPS]));
    }

    /// Catches a workgroup array that no adapter is bound to take.
    #[test]
    fn thousands_of_lines_through_a_position_are_refused() {
        let plan = plan("wythoff", "5000x5000", "palaces");
        let new = |rays: u32| {
            let rays: Vec<_> = (1..=rays).map(|step| Coordinates([0, 0, step, 1])).collect();
            let inputs =
                BlockInputs { games: &[], rays: &rays, may_mirror: false, kept: Kept::Count };
            BlockPlan::new(&plan, &inputs, &wgpu::Limits::default())
        };
        // Two words for each line.
        let most = MOST_WORKGROUP_BYTES as u32 / 8;
        assert_eq!(new(most).expect("it fits").blocks.cells(), 1);
        let refused = new(most + 1).expect_err("refused").to_string();
        assert!(refused.starts_with("the 1993 lines through a position take 15944"), "{refused}");
    }

    /// Catches a dispatch that takes seconds, where every cell looks up hundreds of values.
    #[test]
    fn steps_are_few_where_much_is_looked_up() {
        let steps = |game: &str, quantity: &str| {
            let plan = plan(game, "100000", quantity);
            let kernel = crate::engine::gpu::testing::kernel(&plan).expect("a kernel");
            kernel.schedule.steps()
        };
        assert!(steps("nim:1", "score") > 1000);
        // 500 altered vectors are looked up: 32 steps of 501 rounds, not 64. So are the 499 multiples between them, and
        // those beyond.
        let altered: Vec<String> = (1..=500).map(|half| (2 * half - 1).to_string()).collect();
        for quantity in ["palaces", "score"] {
            assert_eq!(steps(&format!("nim:1+alter={}", altered.join("/")), quantity), 32);
        }
        // The 499 multiples before the removed one are few windows.
        assert!(steps("nim:1+alter=500", "score") > 1000);
    }

    /// Catches coordinates whose differences a shader would take for other ones.
    #[test]
    fn too_many_tokens_are_refused() {
        let plan = plan("nim:1", "1073741824", "palaces");
        let rays = [Coordinates([0, 0, 0, 1])];
        let inputs = BlockInputs { games: &[], rays: &rays, may_mirror: true, kept: Kept::Count };
        let refused =
            BlockPlan::new(&plan, &inputs, &wgpu::Limits::default()).expect_err("refused");
        assert!(refused.to_string().contains("1073741823 tokens"), "{refused}");
    }
}
