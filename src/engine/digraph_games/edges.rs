//! The edges of a digraph game as the fast engines need them: axes of padded coordinates.
//!
//! A move along an edge takes tokens from one heap and returns fewer of them to another. The third
//! heap, which such a move leaves alone, is the *spectator* of the edge.

use crate::domain::MAX_HEAPS;
use crate::ruleset::DigraphGame;

/// An edge between two vertices: the axes of the heap that tokens are taken from, of the heap that
/// they return to, and of the spectator. These methods are for at most three heaps, whose axes are 1, 2
/// and 3.
pub(crate) type EdgeAxes = [usize; 3];

/// Lists the axes of the two ends of all edges but loops.
pub(crate) fn edges_between_heaps(game: &DigraphGame) -> impl Iterator<Item = [usize; 2]> {
    let padding = MAX_HEAPS - game.heaps();
    let between = game.edges().iter().filter(|edge| !edge.is_loop());
    between.map(move |edge| [padding + edge.from, padding + edge.to])
}

/// Lists the axes of all edges but loops.
pub(crate) fn edge_axes(game: &DigraphGame) -> impl Iterator<Item = EdgeAxes> {
    // The axes 1, 2 and 3 add up to 6.
    edges_between_heaps(game).map(|[from, to]| [from, to, 6 - from - to])
}

/// Lists the axes of the Nim heaps, which are the vertices whose only outgoing edge is a loop. If a
/// vertex has another outgoing edge, its loop adds no option: take along that edge and return
/// nothing.
pub(crate) fn nim_axes(game: &DigraphGame) -> impl Iterator<Item = usize> {
    let padding = MAX_HEAPS - game.heaps();
    let is_nim_heap = |vertex: &usize| {
        let mut out = game.edges().iter().filter(|edge| edge.from == *vertex);
        out.clone().count() == 1 && out.all(|edge| edge.is_loop())
    };
    (0..game.heaps()).filter(is_nim_heap).map(move |vertex| padding + vertex)
}

/// Lists the axes along which tokens can be taken. A position without tokens there is terminal.
pub(crate) fn movable_axes(game: &DigraphGame) -> Vec<usize> {
    let padding = MAX_HEAPS - game.heaps();
    let mut axes: Vec<usize> = game.edges().iter().map(|edge| padding + edge.from).collect();
    axes.dedup();
    axes
}

/// Returns the two other axes in ascending order.
pub(crate) fn other_axes(axis: usize) -> [usize; 2] {
    [if axis == 1 { 2 } else { 1 }, if axis == 3 { 2 } else { 3 }]
}
