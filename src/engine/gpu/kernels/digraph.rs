//! Digraph games on the GPU. Host half of `shaders/digraph.wgsl`, counterpart of
//! `engine/cpu/digraph`, which explains the idea.
//!
//! Two dispatches for each layer follow one another without the host:
//!
//! 1. *Symmetry*. Only the canonical positions are computed, a third for the Triangle Game, and only
//!    their values come back, two in a word; edges of an orbit share their thresholds. The host
//!    derives all other cells (`schedule/canonical.rs`).
//! 2. *Bucket minima*. The least threshold of each bucket of 32 values excludes the whole bucket
//!    where it is large enough. Minima are renewed while a layer is evaluated, each by one of its
//!    invocations: thresholds rise only between layers, so that an old minimum is a lower bound too.
//! 3. *Packed thresholds*. Two values share a word, and neighbouring words belong to neighbouring
//!    numbers of tokens on the spectator heap, as neighbouring invocations have them. Positions of a
//!    layer may raise one threshold, or two in a word, at once: a compare-and-exchange keeps the
//!    larger one.
//!
//! For the Triangle Game a twelfth of the bytes comes back. What this gains in time has not been
//! measured on hardware. Subgroup operations are left out: invocations of a subgroup look at
//! different buckets and have nothing to exchange.

use crate::engine::EngineError;
use crate::engine::digraph_games::edges::{
    EdgeAxes, edge_axes, movable_axes, nim_axes, other_axes,
};
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::limits::WORKGROUP_SIZE;
use crate::engine::gpu::schedule::canonical::Canonical;
use crate::engine::gpu::shader;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::DigraphGame;

/// Successive values that share a bucket minimum.
pub(in crate::engine::gpu) const BUCKET: u64 = 32;
/// Pairs of values of a bucket. The thresholds of a pair share a word.
pub(in crate::engine::gpu) const BUCKET_PAIRS: u64 = BUCKET / 2;
/// Values whose bits share a word of a Nim heap's bitset.
pub(in crate::engine::gpu) const VALUES_PER_WORD: u64 = 32;

/// `Edge` of `shaders/digraph.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Edge {
    pub(in crate::engine::gpu) to: u32,
    pub(in crate::engine::gpu) spectator: u32,
    pub(in crate::engine::gpu) first_threshold: u32,
    pub(in crate::engine::gpu) first_bucket_minimum: u32,
}

/// `NimHeap` of `shaders/digraph.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct NimHeap {
    pub(in crate::engine::gpu) first_other: u32,
    pub(in crate::engine::gpu) second_other: u32,
    pub(in crate::engine::gpu) second_side: u32,
    pub(in crate::engine::gpu) first_word: u32,
}

/// Returns how many values must be distinguished: all for Grundy values, only 0 for outcomes.
fn tracked_values(plan: &Plan) -> usize {
    match plan.job().quantity() {
        Quantity::Grundy => plan.grundy_values(),
        Quantity::Outcome | Quantity::Palaces | Quantity::OutcomeClass => 1,
    }
}

/// Describes the kernel of a plan.
///
/// # Errors
/// When the token sum is too large for values of 16 bits.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    game: &DigraphGame,
) -> Result<Kernel, EngineError> {
    let job = plan.job();
    // Tokens on a spectator heap are fewer than this.
    let width = u64::from(job.domain().largest_token_sum()) + 1;
    let tracked = tracked_values(plan) as u64;
    let buckets = tracked.div_ceil(BUCKET);
    // Bitsets of Nim heaps hold the values of positions that are computed, not of others in their
    // orbits. A single Nim heap is mapped to itself, and of each of its lines all positions or none
    // are computed.
    let symmetry = match nim_axes(game).count() {
        0 | 1 => Symmetry::of(game),
        _ => Symmetry::none(),
    };
    let canonical = Canonical::new(plan, symmetry.clone())?;
    let (edges, tables) = edges(game, &symmetry, buckets * width);
    let (nim_heaps, seen_words) = nim_heaps(plan, game, tracked);
    let bucket_minima = tables * buckets * width;
    let movable_axes = movable_axes(game).iter().fold(0, |axes, axis| axes | 1 << axis);
    let mut constants = canonical.constants();
    constants.extend([
        ("EDGES", edges.len() as u32),
        ("NIM_HEAPS", nim_heaps.len() as u32),
        ("TRACKED", tracked as u32),
        ("BUCKETS", buckets as u32),
        ("TABLES", tables as u32),
        ("WIDTH", width as u32),
        ("MOVABLE_AXES", movable_axes),
        ("OUTCOMES", u32::from(job.quantity() == Quantity::Outcome)),
        ("MISERE", u32::from(job.convention() == Convention::Misere)),
    ]);
    Ok(Kernel {
        name: "digraph",
        join: shader::DIGRAPH,
        sizes: vec![("WORKGROUP_SIZE", WORKGROUP_SIZE)],
        constants,
        entry_points: &["evaluate", "remember"],
        buffers: vec![
            KernelBuffer::given("edges", &edges),
            KernelBuffer::zeros("thresholds", 4 * BUCKET_PAIRS * bucket_minima),
            KernelBuffer::zeros("bucket_minima", 4 * bucket_minima),
            KernelBuffer::given("nim_heaps", &nim_heaps),
            KernelBuffer::zeros("seen", 4 * seen_words),
        ],
        schedule: Box::new(canonical),
    })
}

/// Returns the edges between two vertices, and the number of tables of thresholds that they share, of
/// which each has this many bucket minima.
fn edges(game: &DigraphGame, symmetry: &Symmetry, bucket_minima: u64) -> (Vec<Edge>, u64) {
    let mut tables: Vec<EdgeAxes> =
        edge_axes(game).map(|edge| symmetry.representative(edge)).collect();
    tables.sort_unstable();
    tables.dedup();
    let edge = |axes: EdgeAxes| {
        let [_, to, spectator] = axes;
        let representative = symmetry.representative(axes);
        let table = tables.iter().position(|&table| table == representative).unwrap_or(0) as u64;
        // Buffers whose indices exceed 32 bits are refused by `Kernel::check_limits`.
        Edge {
            to: to as u32,
            spectator: spectator as u32,
            first_threshold: (table * BUCKET_PAIRS * bucket_minima) as u32,
            first_bucket_minimum: (table * bucket_minima) as u32,
        }
    };
    (edge_axes(game).map(edge).collect(), tables.len() as u64)
}

/// Returns the Nim heaps, and the number of words of their bitsets of `tracked` values.
fn nim_heaps(plan: &Plan, game: &DigraphGame, tracked: u64) -> (Vec<NimHeap>, u64) {
    let sides = plan.job().domain().sides();
    let mut words = 0;
    let heap = |axis: usize| {
        let [first, second] = other_axes(axis);
        let heap = NimHeap {
            first_other: first as u32,
            second_other: second as u32,
            second_side: sides[second],
            first_word: words as u32,
        };
        let lines = u64::from(sides[first]) * u64::from(sides[second]);
        // Bounded, so that the bytes of three heaps fit in 64 bits.
        words += lines.saturating_mul(tracked.div_ceil(VALUES_PER_WORD)).min(u64::MAX / 16);
        heap
    };
    (nim_axes(game).map(heap).collect(), words)
}
