//! A simulation of the pipeline: when each rank computes which tile of a table that is cut into strips, and what its
//! memory then holds.
//!
//! It follows the order of a run. A tile may begin when its neighbours below are finished, and a free thread of its rank
//! takes the one that has waited longest. Messages take no time here.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use super::Partition;
use crate::domain::tiling::{TileIndex, Tiling};
use crate::domain::{Coordinates, MAX_HEAPS};

/// The tiles of a run, as the simulation sees them.
pub(crate) trait TileModel {
    /// Returns whether a tile is computed: not if it is the mirror image of one that is.
    fn is_computed(&self, tile: TileIndex) -> bool;

    /// Returns how long a thread takes for a tile, in any unit.
    fn time(&self, tile: TileIndex) -> f64;

    /// Returns the bytes of the lines that cross a tile.
    fn line_bytes(&self, tile: TileIndex) -> f64;

    /// Returns the bytes of the lines that a tile leaves to the next one along an axis.
    fn leaving_bytes(&self, tile: TileIndex, axis: usize) -> f64;
}

/// What has come out for a rank.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct OfRank {
    /// The most bytes of lines that it keeps at a time, with those that have arrived.
    pub(crate) line_bytes: f64,
    /// The most bytes of lines that have arrived and wait for their tiles.
    pub(crate) waiting_bytes: f64,
}

/// A simulated run.
pub(crate) struct Schedule {
    /// When the last tile is finished.
    pub(crate) end: f64,
    /// The time of all tiles together.
    pub(crate) work: f64,
    pub(crate) ranks: Vec<OfRank>,
}

/// Simulates a run on the ranks of a partition, with this many threads each.
pub(crate) fn simulate(
    tiling: &Tiling,
    partition: &Partition,
    threads: usize,
    model: &impl TileModel,
) -> Schedule {
    let ranks = partition.ranks();
    let mut run = Run {
        partition,
        model,
        ranks: vec![OfRank::default(); ranks],
        held: vec![Held::default(); ranks],
        free_threads: vec![threads; ranks],
        ready: vec![VecDeque::new(); ranks],
        finished_neighbours: HashMap::new(),
        in_progress: BinaryHeap::new(),
        work: 0.0,
    };
    let is_computed = |tile: TileIndex| tiling.holds(tile) && model.is_computed(tile);
    run.ready[partition.owner(Coordinates::ZERO)].push_back(Coordinates::ZERO);
    run.start_tiles(partition.owner(Coordinates::ZERO), 0.0, &is_computed);
    let mut now = 0.0;
    while let Some(Reverse((time, tile))) = run.in_progress.pop() {
        now = f64::from_bits(time);
        run.finish(tile, now, &is_computed);
    }
    Schedule { end: now, work: run.work, ranks: run.ranks }
}

/// The bytes that a rank holds at a time.
#[derive(Clone, Copy, Default)]
struct Held {
    lines: f64,
    waiting: f64,
}

struct Run<'a, M> {
    partition: &'a Partition,
    model: &'a M,
    ranks: Vec<OfRank>,
    held: Vec<Held>,
    free_threads: Vec<usize>,
    /// The tiles of each rank that may begin, in the order in which they came to that.
    ready: Vec<VecDeque<TileIndex>>,
    /// How many neighbours of a waiting tile are finished, if any is.
    finished_neighbours: HashMap<TileIndex, usize>,
    /// Tiles with the time at which they will be finished, whose bits are ordered as the time is: it is not negative.
    in_progress: BinaryHeap<Reverse<(u64, TileIndex)>>,
    work: f64,
}

impl<M: TileModel> Run<'_, M> {
    /// Lets the free threads of a rank begin tiles.
    fn start_tiles(&mut self, rank: usize, now: f64, is_computed: &impl Fn(TileIndex) -> bool) {
        while self.free_threads[rank] > 0
            && let Some(tile) = self.ready[rank].pop_front()
        {
            self.free_threads[rank] -= 1;
            let time = self.model.time(tile);
            self.work += time;
            self.in_progress.push(Reverse(((now + time).to_bits(), tile)));
            for (axis, below) in below(tile).filter(|&(_, below)| is_computed(below)) {
                let taken = self.model.leaving_bytes(below, axis);
                self.held[rank].lines -= taken;
                if self.partition.owner(below) != rank {
                    self.held[rank].waiting -= taken;
                }
            }
            self.hold(rank, self.model.line_bytes(tile), 0.0);
        }
    }

    /// Adds to what a rank holds.
    fn hold(&mut self, rank: usize, lines: f64, waiting: f64) {
        let (held, most) = (&mut self.held[rank], &mut self.ranks[rank]);
        held.lines += lines;
        held.waiting += waiting;
        most.line_bytes = most.line_bytes.max(held.lines);
        most.waiting_bytes = most.waiting_bytes.max(held.waiting);
    }

    /// Hands the lines of a tile on, and lets those begin that have waited for it.
    fn finish(&mut self, tile: TileIndex, now: f64, is_computed: &impl Fn(TileIndex) -> bool) {
        let rank = self.partition.owner(tile);
        self.free_threads[rank] += 1;
        self.held[rank].lines -= self.model.line_bytes(tile);
        for axis in 0..MAX_HEAPS {
            let above = tile + unit(axis);
            if !is_computed(above) {
                continue;
            }
            let taker = self.partition.owner(above);
            let left = self.model.leaving_bytes(tile, axis);
            self.hold(taker, left, if taker == rank { 0.0 } else { left });
            let finished = self.finished_neighbours.entry(above).or_default();
            *finished += 1;
            if *finished == below(above).filter(|&(_, below)| is_computed(below)).count() {
                self.finished_neighbours.remove(&above);
                self.ready[taker].push_back(above);
                self.start_tiles(taker, now, is_computed);
            }
        }
        self.start_tiles(rank, now, is_computed);
    }
}

/// Lists the neighbours below a tile, each with the axis that leads there.
fn below(tile: TileIndex) -> impl Iterator<Item = (usize, TileIndex)> {
    (0..MAX_HEAPS).filter_map(move |axis| Some((axis, tile.checked_sub(unit(axis))?)))
}

/// The index of the second tile along an axis.
fn unit(axis: usize) -> TileIndex {
    Coordinates::from_fn(|other| u32::from(other == axis))
}
