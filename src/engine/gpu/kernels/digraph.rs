//! Digraph games on the GPU. Host half of `shaders/digraph.wgsl`, twin of
//! `engine/cpu/digraph`, which explains the idea.
//!
//! Two dispatches per layer follow one another without the host:
//!
//! 1. *Symmetry*. The positions that are least among those mapped to one another are computed, a
//!    third for the Triangle Game, and their values alone come back, two to a word; edges that are
//!    mapped to one another share their thresholds. The host tells all other cells (`least_layers`).
//! 2. *Floors*. The least threshold of each 32 values tells those 32 at a time. Floors are renewed
//!    while a layer is evaluated, each by one of its invocations: thresholds rise between layers
//!    alone, so that an older floor is lower, and right too.
//! 3. *Packed thresholds*. Two values share a word, and neighbouring words belong to neighbouring
//!    numbers of tokens beside the edge, as neighbouring invocations have them. Positions of a layer
//!    may raise one threshold, or two in a word, at once: a compare-and-exchange keeps the larger.
//!
//! For the Triangle Game a twelfth of the bytes comes back. What this gains in time is unmeasured on
//! hardware. Subgroup operations are left out: invocations of a subgroup look at different blocks,
//! and have nothing to tell one another.

use crate::engine::EngineError;
use crate::engine::digraph_edges::{edge_axes, movable_axes, nim_axes, other_axes};
use crate::engine::gpu::kernel::{Kernel, KernelBuffer};
use crate::engine::gpu::least_layers::LeastLayers;
use crate::engine::gpu::shader;
use crate::engine::gpu::sweep::Sweep;
use crate::engine::symmetry::Symmetry;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::DigraphGame;

/// `Arc` of `shaders/digraph.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct Arc {
    pub(in crate::engine::gpu) receiver: u32,
    pub(in crate::engine::gpu) beside: u32,
    pub(in crate::engine::gpu) first_threshold: u32,
    pub(in crate::engine::gpu) first_floor: u32,
}

/// `NimHeap` of `shaders/digraph.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(in crate::engine::gpu) struct NimHeap {
    pub(in crate::engine::gpu) beside_first: u32,
    pub(in crate::engine::gpu) beside_second: u32,
    pub(in crate::engine::gpu) second_side: u32,
    pub(in crate::engine::gpu) first_word: u32,
}

/// Returns how many values must be told apart: all for Grundy values, only 0 for outcomes.
fn tracked_values(plan: &Plan) -> usize {
    match plan.job().quantity() {
        Quantity::Grundy => plan.grundy_values(),
        Quantity::Outcome | Quantity::Palaces | Quantity::OutcomeClass => 1,
    }
}

/// Values whose thresholds have a floor in common.
const BLOCK: u64 = 32;

pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    limits: &wgpu::Limits,
    game: &DigraphGame,
) -> Result<Kernel, EngineError> {
    let sides = plan.job().domain().sides();
    // Groups of values lie so far apart: one place for each number of tokens beside an edge.
    let width = u64::from(plan.job().domain().largest_token_sum()) + 1;
    let tracked = tracked_values(plan) as u64;
    let blocks = tracked.div_ceil(BLOCK);
    // Bitsets of Nim heaps know the positions that are computed, not those that these are mapped to.
    // A single Nim heap stays where it is, and its lines are all computed or not at all.
    let symmetry = match nim_axes(game).count() {
        0 | 1 => Symmetry::of(game),
        _ => Symmetry::none(),
    };
    let least = LeastLayers::new(plan, symmetry.clone(), limits)?;
    let mut tables: Vec<[usize; 3]> =
        edge_axes(game).map(|arc| symmetry.representative(arc)).collect();
    tables.sort_unstable();
    tables.dedup();
    let arc = |axes: [usize; 3]| {
        let [_, receiver, beside] = axes;
        let representative = symmetry.representative(axes);
        let table = tables.iter().position(|&table| table == representative).unwrap_or(0) as u64;
        // Buffers beyond 32 bits are refused by the kernel's check.
        Arc {
            receiver: receiver as u32,
            beside: beside as u32,
            first_threshold: (table * blocks * (BLOCK / 2) * width) as u32,
            first_floor: (table * blocks * width) as u32,
        }
    };
    let arcs: Vec<Arc> = edge_axes(game).map(arc).collect();
    let floors = tables.len() as u64 * blocks * width;
    let mut words = 0;
    let mut nim_heaps = Vec::new();
    for axis in nim_axes(game) {
        let [first, second] = other_axes(axis);
        nim_heaps.push(NimHeap {
            beside_first: first as u32,
            beside_second: second as u32,
            second_side: sides[second],
            first_word: words as u32,
        });
        words += (u64::from(sides[first]) * u64::from(sides[second]))
            .saturating_mul(tracked.div_ceil(32))
            .min(u64::MAX / 16);
    }
    let mut constants = Kernel::common_constants(plan);
    constants.extend([
        ("ARCS", arcs.len() as u32),
        ("NIM_HEAPS", nim_heaps.len() as u32),
        ("TRACKED", tracked as u32),
        ("BLOCKS", blocks as u32),
        ("TABLES", tables.len() as u32),
        ("WIDTH", width as u32),
        ("MOVABLE_AXES", movable_axes(game).iter().fold(0, |axes, axis| axes | 1 << axis)),
        ("OUTCOMES", u32::from(plan.job().quantity() == Quantity::Outcome)),
        ("MISERE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    Ok(Kernel {
        name: "digraph",
        source: shader::digraph(),
        constants,
        entry_points: &["evaluate", "remember"],
        buffers: vec![
            KernelBuffer::given("arcs", &arcs),
            KernelBuffer::zeros("thresholds", 4 * (BLOCK / 2) * floors),
            KernelBuffer::zeros("floors", 4 * floors),
            KernelBuffer::given("nim_heaps", &nim_heaps),
            KernelBuffer::zeros("seen", 4 * words),
            KernelBuffer::given("rows", least.rows()),
        ],
        sweep: Sweep::Least(least),
    })
}
