//! Digraph games on the GPU. Host half of `shaders/digraph.wgsl`, counterpart of
//! `engine/cpu/digraph`, which explains the idea.
//!
//! Two dispatches for each layer follow one another without the host:
//!
//! 1. *Symmetry*. Only the canonical positions are computed, a third for the Triangle Game; edges of an
//!    orbit share their thresholds. The host derives all other cells (`schedule/canonical.rs`).
//! 2. *Minima of minima*. Sixteen thresholds of successive values form a node. The least of them
//!    excludes them all where it is large enough; sixteen of such minima form a node again, and their
//!    least one excludes 256 values. So a search looks at a few nodes, whatever the number of values: for
//!    the Triangle Game with 1024 tokens at 3.6 on average. With minima alone it looks at 4.5 nodes, with
//!    neither at 43. With 512 tokens it is 3.4, 3.1 and 22: what the second level costs small tables is
//!    little, and large ones would look at a node more for every 256 values.
//! 3. *Nodes of 32 bytes*, which are what a GPU loads at once. Two entries share a word, and one
//!    subtraction compares both. Neighbouring nodes belong to neighbouring numbers of tokens on the
//!    spectator heap, as neighbouring invocations have them.
//! 4. *Buffers that are only read*. While a layer is evaluated, thresholds do not change. Minima are
//!    computed anew at the same time, into a second buffer, which the next layer reads: they are old by
//!    one layer, upper ones by two. Thresholds only rise, so an old minimum is a lower bound, which
//!    excludes no value wrongly, and no invocation reads what another one writes.
//! 5. *A part of the shader is written for the game* (`digraph_text.rs`), without loops over edges
//!    or automorphisms.
//!
//! Positions of a layer may raise one threshold, or two in a word, at once: a compare-and-exchange keeps
//! the larger one. Few do so: of the words that a cell of the Triangle Game looks at, 17 of 100 are
//! raised if one cell comes after the other.

use super::digraph_text::{self, Edge, NimHeap};
use crate::engine::EngineError;
use crate::engine::digraph_games::edges::{
    EdgeAxes, edge_axes, movable_axes, nim_axes, other_axes,
};
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::gpu::buffer::KernelBuffer;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::schedule::canonical::Canonical;
use crate::plan::Plan;
use crate::ruleset::DigraphGame;

/// Entries of a node: thresholds, or minima.
pub(in crate::engine::gpu) const ENTRIES: u64 = 16;
/// Bytes of a node in one column.
const NODE_BYTES: u64 = 2 * ENTRIES;
/// Values whose bits share a word of a Nim heap's bitset.
pub(in crate::engine::gpu) const VALUES_PER_WORD: u64 = 32;

/// Describes the kernel of a plan.
///
/// # Errors
/// When the token sum is too large for values of 16 bits.
pub(in crate::engine::gpu) fn kernel(
    plan: &Plan,
    game: &DigraphGame,
) -> Result<Kernel, EngineError> {
    let tracked = plan.tracked_values() as u64;
    let value_nodes = tracked.div_ceil(ENTRIES);
    let lower_nodes = value_nodes.div_ceil(ENTRIES);
    let upper_nodes = lower_nodes.div_ceil(ENTRIES);
    // Bitsets of Nim heaps hold the values of positions that are computed, not of others in their
    // orbits. A single Nim heap is mapped to itself, and of each of its lines all positions or none
    // are computed.
    let symmetry = match nim_axes(game).count() {
        0 | 1 => Symmetry::of(game),
        _ => Symmetry::none(),
    };
    let canonical = Canonical::new(plan, &symmetry)?;
    let (edges, tables) = edges(game, &symmetry);
    // Tokens on a spectator heap are fewer than this.
    let sides = plan.job().domain().sides();
    let width = edges.iter().map(|edge| u64::from(sides[edge.spectator])).max().unwrap_or(1);
    let columns = tables * width;
    let (nim_heaps, seen_words) = nim_heaps(plan, game, tracked);
    let movable_axes = movable_axes(game).iter().fold(0, |axes, axis| axes | 1 << (axis - 1));
    let mut kernel = Kernel::new(plan, "digraph", canonical);
    kernel.constants.extend([
        ("TRACKED", tracked as u32),
        ("MOVABLE_AXES", movable_axes),
        ("VALUE_NODES", value_nodes as u32),
        ("LOWER_NODES", lower_nodes as u32),
        ("UPPER_NODES", upper_nodes as u32),
        ("COLUMNS", columns as u32),
        ("WIDTH", width as u32),
    ]);
    digraph_text::write(&mut kernel.host, &edges, &nim_heaps, symmetry.automorphisms());
    let minima_bytes = NODE_BYTES * columns * (lower_nodes + upper_nodes);
    Ok(Kernel {
        entry_points: &["evaluate", "record"],
        buffers: vec![
            KernelBuffer::zeros("raised_thresholds", NODE_BYTES * columns * value_nodes)
                .read_by("evaluate", "thresholds"),
            KernelBuffer::zeros("minima", minima_bytes)
                .read_by("evaluate", "minima")
                .ping_pong_with_the_next(),
            KernelBuffer::zeros("next_minima", minima_bytes),
            KernelBuffer::zeros("added_nim_seen", 4 * seen_words).read_by("evaluate", "nim_seen"),
        ],
        reads_values: true,
        ..kernel
    })
}

/// Returns the edges between two vertices, and the number of tables of thresholds that they share.
fn edges(game: &DigraphGame, symmetry: &Symmetry) -> (Vec<Edge>, u64) {
    let mut tables: Vec<EdgeAxes> =
        edge_axes(game).map(|edge| symmetry.representative(edge)).collect();
    tables.sort_unstable();
    tables.dedup();
    let edge = |axes: EdgeAxes| {
        let [_, to, spectator] = axes;
        let representative = symmetry.representative(axes);
        let table = tables.iter().position(|&table| table == representative).unwrap_or(0);
        Edge { to, spectator, table }
    };
    (edge_axes(game).map(edge).collect(), tables.len() as u64)
}

/// Returns the Nim heaps, and the number of words of their bitsets of `tracked` values.
fn nim_heaps(plan: &Plan, game: &DigraphGame, tracked: u64) -> (Vec<NimHeap>, u64) {
    let sides = plan.job().domain().sides();
    let mut words = 0;
    let heap = |axis: usize| {
        let others = other_axes(axis);
        let [first_side, second_side] = others.map(|axis| sides[axis]);
        let line_words = tracked.div_ceil(VALUES_PER_WORD);
        let heap = NimHeap { others, second_side, first_word: words, line_words };
        let lines = u64::from(first_side) * u64::from(second_side);
        // Bounded, so that the bytes of three heaps fit in 64 bits.
        words += lines.saturating_mul(line_words).min(u64::MAX / 16);
        heap
    };
    (nim_axes(game).map(heap).collect(), words)
}
