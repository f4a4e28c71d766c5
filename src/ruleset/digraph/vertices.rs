//! The rules of digraph games, as data.

use crate::domain::MAX_HEAPS;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::VectorGame;
use crate::wording::counted;

/// The letters of the vertices.
pub(super) const VERTICES: [char; MAX_HEAPS] = ['X', 'Y', 'Z', 'W'];

/// An edge of the digraph, between vertices 0 (X), 1 (Y), 2 (Z) and 3 (W).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The vertex from which i >= 1 tokens are taken.
    pub from: usize,
    /// The vertex to which 0 <= j < i tokens are returned.
    pub to: usize,
}

impl Edge {
    /// Returns whether both ends are the same vertex. The net removal is then anything from one
    /// token to the whole heap, which makes the vertex a Nim heap.
    pub fn is_loop(self) -> bool {
        self.from == self.to
    }
}

/// A game on the vertices of a digraph: along an edge S -> T a player takes i >= 1 tokens from S
/// and returns j of them to T, 0 <= j < i.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigraphGame {
    vertices: usize,
    edges: Vec<Edge>,
}

impl DigraphGame {
    /// Returns the game with these edges on `vertices` vertices. The order of the edges does not
    /// matter, nor does an edge given twice.
    ///
    /// # Errors
    /// When there is no edge, or an edge ends outside the vertices, or there are more than four
    /// vertices.
    pub fn new(vertices: usize, edges: &[Edge]) -> Result<Self, InvalidInput> {
        let mut edges = edges.to_vec();
        edges.sort_unstable();
        edges.dedup();
        let invalid = |kind: InvalidInputKind, problem: String, hint: &str| {
            Err(InvalidInput::new(kind, edges_text(&edges), problem, hint))
        };
        if edges.is_empty() {
            return invalid(
                InvalidInputKind::Empty,
                "the set of edges is empty".into(),
                "give at least one edge, as in XY/YX",
            );
        }
        if !(1..=MAX_HEAPS).contains(&vertices) {
            return invalid(
                InvalidInputKind::WrongHeapCount,
                format!("{} cannot be tabulated", counted(vertices, "vertex")),
                "a digraph has 1 to 4 vertices",
            );
        }
        let named = named_vertices(&edges);
        if vertices < named {
            return invalid(
                InvalidInputKind::WrongHeapCount,
                format!("the edges name {}", counted(named, "vertex")),
                "give at least as many heaps as the edges name",
            );
        }
        Ok(DigraphGame { vertices, edges })
    }

    /// Returns the Triangle Game: a cycle of three edges.
    pub fn triangle() -> Self {
        let edges = [(0, 1), (1, 2), (2, 0)];
        DigraphGame { vertices: 3, edges: edges.map(|(from, to)| Edge { from, to }).to_vec() }
    }

    /// Returns the number of heaps, which is the number of vertices, 1 to 4.
    pub fn heaps(&self) -> usize {
        self.vertices
    }

    /// Returns the edges, without repetition, sorted.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Returns the vector game that a digraph of loops alone is: Nim on the vertices that have one.
    /// `None` when an edge joins two vertices, so that tokens can be returned to another heap.
    pub fn as_vector_game(&self) -> Option<VectorGame> {
        if !self.edges.iter().all(|edge| edge.is_loop()) {
            return None;
        }
        let unit = |edge: &Edge| -> Vec<u32> {
            (0..self.vertices).map(|vertex| u32::from(vertex == edge.from)).collect()
        };
        VectorGame::new(self.edges.iter().map(unit)).ok()
    }
}

/// Returns the number of vertices up to the last one that an edge names.
pub(super) fn named_vertices(edges: &[Edge]) -> usize {
    edges.iter().map(|edge| edge.from.max(edge.to) + 1).max().unwrap_or(0)
}

/// Writes edges as in `XY/YZ/ZX`.
pub(super) fn edges_text(edges: &[Edge]) -> String {
    let letter = |vertex: usize| VERTICES.get(vertex).copied().unwrap_or('?');
    let edge = |edge: &Edge| format!("{}{}", letter(edge.from), letter(edge.to));
    edges.iter().map(edge).collect::<Vec<_>>().join("/")
}
