//! Who wins a loopy game, and in how many moves.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::graph::{self, Graph, Moves, next_wave};
use crate::domain::Coordinates;
use crate::engine::EngineError;
use crate::plan::Plan;
use crate::quantity::{Convention, DRAWN_REMOTENESS};

/// The bytes of a node: of the graph, of its number, and of the waves.
pub(super) const BYTES_OF_NODE: u64 = graph::BYTES_OF_NODE + 4 + 8;

/// Returns of each node how many moves are left if the winner hurries and the loser delays: an even number if the player to move
/// loses, an odd one if this player wins. In misère play, where a player without a move has won, the number is larger by one
/// than that of moves. [`DRAWN_REMOTENESS`] stands for a draw, and for no position.
pub(super) fn remotenesses(plan: &Plan, moves: &Moves) -> Result<Vec<u32>, EngineError> {
    let graph = Graph::of(moves)?;
    let values: Vec<AtomicU32> =
        std::iter::repeat_with(|| AtomicU32::new(DRAWN_REMOTENESS)).take(moves.nodes()).collect();
    let mut left = match plan.job().convention() {
        Convention::Normal => 0,
        Convention::Misere => 1,
    };
    let mut wave = ends_of_play(plan, moves, &graph);
    wave.iter().for_each(|&node| values[node as usize].store(left, Relaxed));
    while !wave.is_empty() {
        moves.decided(wave.len())?;
        let is_lost = left % 2 == 0;
        left += 1;
        wave = next_wave(&wave, |node, next| {
            for before in graph.before(node) {
                // A node is reached once: when its first option is lost, or its last one is won.
                let is_reached = match is_lost {
                    true => values[before]
                        .compare_exchange(DRAWN_REMOTENESS, left, Relaxed, Relaxed)
                        .is_ok(),
                    false => graph.counts[before].fetch_sub(1, Relaxed) == 1,
                };
                if is_reached {
                    values[before].store(left, Relaxed);
                    next.push(before as u32);
                }
            }
        });
    }
    Ok(values.into_iter().map(AtomicU32::into_inner).collect())
}

/// Lists the nodes without a move.
fn ends_of_play(plan: &Plan, moves: &Moves, graph: &Graph) -> Vec<u32> {
    let domain = plan.job().domain();
    let is_end = |&node: &usize| {
        let at = || Coordinates::from_row_major_index(node / moves.players, domain.sides());
        graph.counts[node].load(Relaxed) == 0 && domain.contains(at())
    };
    (0..moves.nodes()).filter(is_end).map(|node| node as u32).collect()
}
