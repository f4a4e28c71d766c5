//! The edges of a digraph game as the fast engines need them: axes of padded coordinates.

use crate::domain::MAX_HEAPS;
use crate::plan::Plan;
use crate::quantity::Quantity;
use crate::ruleset::DigraphGame;

/// The axes [from, to, beside] of each edge between two vertices.
pub(crate) fn edge_axes(game: &DigraphGame) -> impl Iterator<Item = [usize; 3]> {
    let padding = MAX_HEAPS - game.heaps();
    let between = game.edges().iter().filter(|edge| !edge.is_loop());
    between.map(move |edge| {
        let (from, to) = (padding + edge.from, padding + edge.to);
        [from, to, MAX_HEAPS - from - to]
    })
}

/// The axes of the vertices whose only edge is a loop. A loop beside another edge out of the same
/// vertex adds no option: return nothing along that one.
pub(crate) fn nim_axes(game: &DigraphGame) -> impl Iterator<Item = usize> {
    let padding = MAX_HEAPS - game.heaps();
    let lone = |vertex: &usize| {
        let mut out = game.edges().iter().filter(|edge| edge.from == *vertex);
        out.clone().count() == 1 && out.all(|edge| edge.is_loop())
    };
    (0..game.heaps()).filter(lone).map(move |vertex| padding + vertex)
}

/// The axes along which tokens can be taken. A position with none there is terminal.
pub(crate) fn movable_axes(game: &DigraphGame) -> Vec<usize> {
    let padding = MAX_HEAPS - game.heaps();
    let mut axes: Vec<usize> = game.edges().iter().map(|edge| padding + edge.from).collect();
    axes.dedup();
    axes
}

/// The two other axes.
pub(crate) fn other_axes(axis: usize) -> [usize; 2] {
    [usize::from(axis == 0), if axis == 2 { 1 } else { 2 }]
}

/// How many values must be told apart: all for Grundy values, only 0 for outcomes.
pub(crate) fn tracked_values(plan: &Plan) -> usize {
    match plan.job().quantity() {
        Quantity::Grundy => plan.grundy_values(),
        _ => 1,
    }
}
