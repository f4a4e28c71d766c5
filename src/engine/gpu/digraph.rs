//! Digraph games on the GPU. Host half of `shaders/digraph.wgsl`, twin of
//! `engine/cpu/digraph.rs`.

use super::kernel::{Kernel, KernelBuffer};
use super::shader;
use super::sweep::Sweep;
use crate::engine::arcs::{arc_axes, movable_axes, nim_axes, other_axes, tracked_values};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::DigraphGame;

/// `Arc` of `shaders/digraph.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct Arc {
    pub(super) receiver: u32,
    pub(super) beside: u32,
    pub(super) first_threshold: u32,
    pub(super) first_mark: u32,
}

/// `NimHeap` of `shaders/digraph.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct NimHeap {
    pub(super) beside_first: u32,
    pub(super) beside_second: u32,
    pub(super) second_side: u32,
    pub(super) first_word: u32,
}

pub(super) fn kernel(plan: &Plan, game: &DigraphGame) -> Kernel {
    let sides = plan.job().domain().sides();
    let side = u64::from(plan.job().domain().largest_token_sum()) + 1;
    let tracked = tracked_values(plan) as u64;
    let (mut thresholds, mut marks, mut words) = (0, 0, 0);
    let mut arcs = Vec::new();
    for [_, receiver, beside] in arc_axes(game) {
        arcs.push(Arc {
            receiver: receiver as u32,
            beside: beside as u32,
            first_threshold: thresholds as u32,
            first_mark: marks as u32,
        });
        // Buffers beyond 32 bits are refused by the kernel's check.
        thresholds += u64::from(sides[beside]) * tracked;
        marks += u64::from(sides[beside]) * side;
    }
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
        ("SIDE", side as u32),
        ("MOVABLE_AXES", movable_axes(game).iter().fold(0, |axes, axis| axes | 1 << axis)),
        ("OUTCOMES", u32::from(plan.job().quantity() == Quantity::Outcome)),
        ("MISERE", u32::from(plan.job().convention() == Convention::Misere)),
    ]);
    Kernel {
        name: "digraph",
        source: shader::digraph(),
        constants,
        entry_points: &["evaluate", "remember"],
        buffers: vec![
            KernelBuffer::given("arcs", &arcs),
            KernelBuffer::zeros("thresholds", 4 * thresholds),
            KernelBuffer::zeros("marks", 4 * marks),
            KernelBuffer::given("nim_heaps", &nim_heaps),
            KernelBuffer::zeros("seen", 4 * words),
        ],
        sweep: Sweep::Layers { largest_value: plan.bound().largest_value },
    }
}
