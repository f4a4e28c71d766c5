//! The moves of a game, backwards: for each node the nodes from which moves lead to it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::MOST;
use crate::domain::Coordinates;
use crate::engine::cpu::clauses::{ListedOptions, OptionCells};
use crate::engine::{EngineError, Sink};
use crate::plan::Plan;
use crate::ruleset::WrittenRuleset;

/// Cells whose options a thread lists at a time.
const AT_A_TIME: usize = 1 << 12;
/// A wave of fewer nodes is not shared among threads.
const FEW: usize = 1 << 12;

/// Lists the moves of a plan.
pub(super) struct Moves<'a> {
    plan: &'a Plan,
    options: OptionCells<'a>,
    pub(super) sink: &'a dyn Sink,
    /// 2 in a partizan game.
    pub(super) players: usize,
    /// Whether the nodes are positions that are all handed over.
    are_told: bool,
}

impl<'a> Moves<'a> {
    pub(super) fn new(plan: &'a Plan, game: &'a WrittenRuleset, sink: &'a dyn Sink) -> Self {
        let players = game.rules().moves.each().len();
        let are_told = players == 1 && !plan.tiling().tiles().any(|tile| sink.is_finished(tile));
        Moves { plan, options: OptionCells::new(plan, game), sink, players, are_told }
    }

    /// Tells how many more nodes are decided.
    pub(super) fn decided(&self, nodes: usize) -> Result<(), EngineError> {
        if self.are_told {
            self.sink.computed(nodes as u64);
        }
        Ok(self.sink.proceed()?)
    }

    /// Returns how many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.plan.job().domain().sides().cells() * self.players
    }

    /// Visits all nodes that are positions, on all threads, with the nodes to which moves lead; some may be there more than
    /// once.
    pub(super) fn for_each(
        &self,
        visit: impl Fn(usize, &mut dyn Iterator<Item = usize>) + Sync,
    ) -> Result<(), EngineError> {
        let domain = self.plan.job().domain();
        let (sides, cells) = (domain.sides(), domain.sides().cells());
        let parts = 0..cells.div_ceil(AT_A_TIME);
        let part = |part: usize| -> Result<(), EngineError> {
            self.sink.proceed()?;
            let mut listed = ListedOptions::default();
            for cell in part * AT_A_TIME..cells.min((part + 1) * AT_A_TIME) {
                let at = Coordinates::from_row_major_index(cell, sides);
                if !domain.contains(at) {
                    continue;
                }
                for player in 0..self.players {
                    let options = self.options.of(player, at, &mut listed)?;
                    let next = self.players - 1 - player;
                    let node = |&option: &usize| option * self.players + next;
                    visit(cell * self.players + player, &mut options.iter().map(node));
                }
            }
            Ok(())
        };
        // The first fault, whatever the threads do.
        let first = parts.into_par_iter().with_max_len(1).map(|of| part(of).err());
        first.find_map_first(|failure| failure).map_or(Ok(()), Err)
    }
}

/// The moves backwards.
pub(super) struct Graph {
    /// How many moves there are from each node.
    pub(super) counts: Vec<AtomicU32>,
    /// Behind which place of `from` the moves to each node end; those to the next one begin there.
    ends: Vec<AtomicU32>,
    from: Vec<AtomicU32>,
}

/// The bytes that a graph takes for each node, and no more than 4 for each move.
pub(super) const BYTES_OF_NODE: u64 = 8;

/// Returns this many zeros.
pub(super) fn zeros(count: usize) -> Vec<AtomicU32> {
    std::iter::repeat_with(|| AtomicU32::new(0)).take(count).collect()
}

impl Graph {
    /// Lists all moves.
    ///
    /// # Errors
    /// What is wrong with the rules, when there are too many moves, or when the sink stops the run.
    pub(super) fn of(moves: &Moves) -> Result<Self, EngineError> {
        let [counts, ends] = [zeros(moves.nodes()), zeros(moves.nodes())];
        moves.for_each(|node, options| {
            let mut count = 0;
            for option in options {
                ends[option].fetch_add(1, Relaxed);
                count += 1;
            }
            counts[node].store(count, Relaxed);
        })?;
        let mut total = 0_u64;
        for end in &ends {
            // First where the moves begin: they end where they have all been written.
            total += u64::from(end.swap(total as u32, Relaxed));
            EngineError::check_size("the positions have", total, "moves", MOST)?;
        }
        let from = zeros(total as usize);
        moves.for_each(|node, options| {
            for option in options {
                from[ends[option].fetch_add(1, Relaxed) as usize].store(node as u32, Relaxed);
            }
        })?;
        Ok(Graph { counts, ends, from })
    }

    /// Lists the nodes from which moves lead to a node.
    pub(super) fn before(&self, node: usize) -> impl Iterator<Item = usize> {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before].load(Relaxed));
        let nodes = &self.from[start as usize..self.ends[node].load(Relaxed) as usize];
        nodes.iter().map(|from| from.load(Relaxed) as usize)
    }
}

/// Visits the nodes of a wave, on all threads if they are many, and returns what these pushed, each of which is in the next wave.
pub(super) fn next_wave(wave: &[u32], visit: impl Fn(usize, &mut Vec<u32>) + Sync) -> Vec<u32> {
    let part = |nodes: &[u32]| {
        let mut next = Vec::new();
        nodes.iter().for_each(|&node| visit(node as usize, &mut next));
        next
    };
    if wave.len() < FEW {
        return part(wave);
    }
    wave.par_chunks(FEW / 4).map(part).flatten_iter().collect()
}
