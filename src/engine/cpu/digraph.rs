//! Digraph games on the CPU, by thresholds. Twin of `shaders/digraph.wgsl`, hosted by
//! `engine/gpu/digraph.rs`.
//!
//! Fix an edge S -> T and the heap w beside it. A move along the edge leads from (s, t) to the
//! (s', t') with t' >= t and s' + t' < s + t: any position of an earlier layer with at least as
//! many tokens on T. So one number per Grundy value is all that must be remembered of those
//! layers: the edge excludes the value v at (s, t) iff
//!
//! ```text
//! t < threshold[w][v] = 1 + max { t' : v is the value of some (s', t', w) of an earlier layer }
//! ```
//!
//! and a computed cell raises one threshold per edge. A cell's value is the least v that no edge
//! excludes. Values never exceed the token sum, for every move lowers that.
//!
//! The search for v need not start at 0. The least value that one edge alone allows at (t, w)
//! never falls from layer to layer, so each edge keeps it as a mark per (w, t) and moves it up as
//! the thresholds rise; the search starts at the largest mark of the cell's edges.
//!
//! A vertex whose only edge is a loop is a Nim heap: a bitset per line takes the place of the
//! thresholds. A loop beside another edge out of the same vertex adds no option and is dropped.
//!
//! For outcomes only the value 0 matters, and one threshold per heap w is kept.
//!
//! The idea of a threshold per value is due to the nesting of the option sets along a layer; the
//! form above, by the receiving heap, needs no shift from layer to layer.

use rayon::prelude::*;

use crate::domain::layer::Layer;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::arcs::{arc_axes, movable_axes, nim_axes, other_axes, tracked_values};
use crate::engine::assemble::Assembler;
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::DigraphGame;

/// An edge between two vertices, as axes of padded coordinates, with what it remembers.
struct Arc {
    from: usize,
    to: usize,
    beside: usize,
    /// One per number of tokens on the vertex beside the edge.
    rows: Vec<ArcRow>,
}

/// What an edge remembers of the positions with one number of tokens beside it.
struct ArcRow {
    /// Per value: 1 + the largest number of tokens on T at which it occurred, or 0.
    thresholds: Vec<u32>,
    /// Per number t of tokens on T: the least value that the edge allows at t.
    marks: Vec<u32>,
}

impl ArcRow {
    /// Moves the mark at `tokens` up to the first value that is allowed there.
    #[inline]
    fn advance_mark(&mut self, tokens: usize) {
        let open = |threshold: &u32| *threshold as usize <= tokens;
        let mark = self.marks[tokens] as usize;
        let ahead = &self.thresholds[mark..];
        self.marks[tokens] = (mark + ahead.iter().position(open).unwrap_or(ahead.len())) as u32;
    }
}

/// A vertex whose only edge is a loop, with the values seen on each of its lines.
struct NimHeap {
    /// The two other axes.
    beside: [usize; 2],
    words_per_line: usize,
    /// Per number of tokens on the first axis beside: the bitsets of the lines along the second.
    rows: Vec<Vec<u64>>,
}

impl NimHeap {
    #[inline]
    fn excludes(&self, value: usize, at: Coordinates) -> bool {
        let [row, line] = self.beside.map(|axis| at[axis] as usize);
        self.rows[row][line * self.words_per_line + value / 64] >> (value % 64) & 1 == 1
    }
}

/// All edges of a game, and how many values they tell apart.
struct Memories {
    arcs: Vec<Arc>,
    nim_heaps: Vec<NimHeap>,
    /// Values 0..tracked are told apart; larger ones need not be.
    tracked: usize,
}

impl Memories {
    fn new(plan: &Plan, game: &DigraphGame) -> Self {
        let tracked = tracked_values(plan);
        let sides = plan.job().domain().sides();
        let arcs = arc_axes(game).map(|[from, to, beside]| Arc {
            from,
            to,
            beside,
            rows: (0..sides[beside])
                .map(|tokens| ArcRow {
                    thresholds: vec![0; tracked],
                    marks: vec![0; (sides[to] - tokens.min(sides[to] - 1)) as usize],
                })
                .collect(),
        });
        let words_per_line = tracked.div_ceil(64);
        let nim_heaps = nim_axes(game).map(|axis| {
            let beside = other_axes(axis);
            let [rows, lines] = beside.map(|axis| sides[axis] as usize);
            NimHeap { beside, words_per_line, rows: vec![vec![0; lines * words_per_line]; rows] }
        });
        Memories { arcs: arcs.collect(), nim_heaps: nim_heaps.collect(), tracked }
    }

    /// The least value that no edge excludes at a position; `tracked` when all are excluded.
    #[inline]
    fn value(&self, at: Coordinates) -> u32 {
        match self.arcs.as_slice() {
            [a] => self.value_on([a], at),
            [a, b] => self.value_on([a, b], at),
            [a, b, c] => self.value_on([a, b, c], at),
            [a, b, c, d] => self.value_on([a, b, c, d], at),
            [a, b, c, d, e] => self.value_on([a, b, c, d, e], at),
            [a, b, c, d, e, f] => self.value_on([a, b, c, d, e, f], at),
            _ => unreachable!("a digraph on three vertices has one to six edges between them"),
        }
    }

    #[inline]
    fn value_on<const ARCS: usize>(&self, arcs: [&Arc; ARCS], at: Coordinates) -> u32 {
        let tokens = arcs.map(|arc| at[arc.to]);
        let rows = arcs.map(|arc| &arc.rows[at[arc.beside] as usize]);
        let marks = (0..ARCS).map(|i| rows[i].marks[tokens[i] as usize]);
        let start = marks.max().unwrap_or(0) as usize;
        let thresholds = rows.map(|row| &row.thresholds[start..]);
        let allowed = |ahead: &usize| {
            (0..ARCS).all(|i| thresholds[i][*ahead] <= tokens[i])
                && self.nim_heaps.iter().all(|heap| !heap.excludes(start + ahead, at))
        };
        (0..self.tracked - start).find(allowed).map_or(self.tracked, |ahead| start + ahead) as u32
    }

    /// Remembers the values of a layer and moves the marks up for the next one.
    fn remember(&mut self, layer: &Layer, value: impl Fn(usize) -> u32 + Sync) {
        let (rank, tracked) = (layer.rank, self.tracked);
        let at = |axes: [usize; 3], tokens: [u32; 3]| {
            let mut at = [0; MAX_HEAPS];
            for (axis, tokens) in axes.into_iter().zip(tokens) {
                at[axis] = tokens;
            }
            layer.slot_of(at)
        };
        for arc in &mut self.arcs {
            let axes = [arc.beside, arc.to, arc.from];
            let reached = arc.rows.len().min(rank as usize + 1);
            arc.rows[..reached].par_iter_mut().enumerate().for_each(|(w, row)| {
                let w = w as u32;
                for t in 0..=rank - w {
                    let value = value(at(axes, [w, t, rank - w - t])) as usize;
                    if value < tracked {
                        row.thresholds[value] = row.thresholds[value].max(t + 1);
                    }
                }
                for t in 0..row.marks.len().min((rank - w) as usize + 2) {
                    row.advance_mark(t);
                }
            });
        }
        for heap in &mut self.nim_heaps {
            let [first, second] = heap.beside;
            let axes = [first, second, MAX_HEAPS - first - second];
            let words = heap.words_per_line;
            let reached = heap.rows.len().min(rank as usize + 1);
            heap.rows[..reached].par_iter_mut().enumerate().for_each(|(u, row)| {
                let u = u as u32;
                let lines = (row.len() / words) as u32;
                for v in 0..lines.min(rank - u + 1) {
                    let slot = at(axes, [u, v, rank - u - v]);
                    let value = value(slot) as usize;
                    if value < tracked {
                        row[v as usize * words + value / 64] |= 1 << (value % 64);
                    }
                }
            });
        }
    }
}

pub(super) fn run(plan: &Plan, game: &DigraphGame, sink: &dyn Sink) -> Result<(), EngineError> {
    let job = plan.job();
    let mut memories = Memories::new(plan, game);
    let mut assembler = Assembler::new(plan, sink);
    let movable = movable_axes(game);
    let misere = job.convention() == Convention::Misere;
    let outcomes = job.quantity() == Quantity::Outcome;
    for layer in job.layers() {
        sink.proceed()?;
        let mut values = vec![0; layer.slots()];
        let rows = values.par_chunks_mut(layer.columns as usize).enumerate();
        rows.for_each(|(row, values)| {
            let x = layer.first_row + row as u32;
            for y in layer.columns_of_row(x) {
                let at = [x, y, layer.rank - x - y];
                let value = match misere && movable.iter().all(|&axis| at[axis] == 0) {
                    true => 1,
                    false => memories.value(at),
                };
                values[(y - layer.first_column) as usize] = value;
            }
        });
        memories.remember(&layer, |slot| values[slot]);
        if outcomes {
            values.iter_mut().for_each(|value| *value = u32::from(*value == 0));
        }
        assembler.layer(&layer, &values)?;
    }
    Ok(())
}

/// Bytes of the thresholds, marks and bitsets, of the open tiles and of a layer.
pub(super) fn memory_bytes(plan: &Plan, game: &DigraphGame) -> u64 {
    let sides = plan.job().domain().sides();
    let tracked = tracked_values(plan) as u64;
    let arcs = arc_axes(game)
        .map(|[_, to, beside]| u64::from(sides[beside]) * 4 * (tracked + u64::from(sides[to])));
    let nim_heaps = nim_axes(game).map(|axis| {
        let lines: u64 = other_axes(axis).iter().map(|&axis| u64::from(sides[axis])).product();
        lines.saturating_mul(tracked.div_ceil(64) * 8)
    });
    let layer = 4 * u64::from(sides[0]) * u64::from(sides[1]);
    arcs.chain(nim_heaps).fold(layer + plan.open_tile_bytes(), u64::saturating_add)
}
