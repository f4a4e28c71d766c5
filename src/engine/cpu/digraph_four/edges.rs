//! The edges of a digraph game on four vertices, and which of them share a table of thresholds.
//!
//! An automorphism of the digraph leaves values as they are. If it maps the edge e to the edge f, then what
//! e excludes at a position, f excludes at the image of the position, whose spectators have the same tokens.
//! So the edges of an orbit share the table of one of them.

use crate::domain::MAX_HEAPS;
use crate::engine::digraph_games::edges::edges_between_heaps;
use crate::engine::digraph_games::symmetry::automorphisms;
use crate::ruleset::DigraphGame;

/// The axes of an edge: where tokens are taken, where they return to, and the two spectators.
pub(super) type TableAxes = [usize; MAX_HEAPS];

/// An edge between two vertices, as the search needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FourEdge {
    /// The axis of the heap that tokens return to.
    pub(super) to: usize,
    /// The axes of the spectators, in the order in which the table has them.
    pub(super) spectators: [usize; 2],
    /// Which table holds the thresholds of this edge.
    pub(super) table: usize,
}

/// Lists the edges of a game but loops, and the axes of each table: those of the edge that raises it.
pub(super) fn edges(game: &DigraphGame) -> (Vec<FourEdge>, Vec<TableAxes>) {
    let automorphisms = automorphisms(game);
    let (mut edges, mut tables) = (Vec::new(), Vec::new());
    for [taken, returned] in edges_between_heaps(game) {
        // The image of the edge that comes first, and an automorphism that maps the edge to it.
        let images = automorphisms.iter().map(|p| ((p[taken], p[returned]), p));
        let Some(((from, to), permutation)) = images.min() else { continue };
        let preimage = |axis: usize| permutation.iter().position(|&image| image == axis);
        let others: Vec<usize> =
            (0..MAX_HEAPS).filter(|&axis| axis != from && axis != to).collect();
        let [first, second] = [others[0], others[1]];
        let axes = [from, to, first, second];
        let table = tables.iter().position(|&table| table == axes).unwrap_or_else(|| {
            tables.push(axes);
            tables.len() - 1
        });
        let spectators = [first, second].map(|axis| preimage(axis).unwrap_or(axis));
        edges.push(FourEdge { to: returned, spectators, table });
    }
    (edges, tables)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    fn tables(text: &str) -> usize {
        let game = Ruleset::parse(text).expect(text);
        edges(game.digraph_game().expect("a digraph")).1.len()
    }

    /// Catches an automorphism that is missed, which costs memory, or made up, which falsifies values.
    #[test]
    fn edges_of_an_orbit_share_a_table() {
        for (text, count) in [
            // A directed cycle and the square have rotations, the path has a reflection.
            ("digraph:XY/YZ/ZW/WX", 1),
            ("digraph:XY/YX/YZ/ZY/ZW/WZ/WX/XW", 1),
            ("digraph:XY/YX/YZ/ZY/ZW/WZ", 3),
            ("digraph:XY/XZ/XW/YX/YZ/YW/ZX/ZY/ZW/WX/WY/WZ", 1),
            ("digraph:XY/YZ/ZW", 3),
            // A loop at one vertex of the cycle leaves no rotation, if it adds a move.
            ("digraph:XY/YX/ZZ/WW", 1),
            ("digraph:XY/YX/ZZ+heaps=4", 1),
            ("digraph:XY/ZW", 1),
            ("digraph:XY/ZW/WW", 2),
            ("digraph:XY/ZY/WW", 1),
            ("digraph:XX/XY/ZY/WW", 1),
        ] {
            assert_eq!(tables(text), count, "{text}");
        }
    }
}
