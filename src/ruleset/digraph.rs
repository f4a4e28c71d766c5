//! Digraph Triangular Nim: the Triangle Game and its relatives (Abuku et al., Combinatorial games
//! and the golden ratio on digraphs, 2025).

use crate::domain::MAX_HEAPS;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::VectorGame;

/// An edge of the digraph, between vertices 0 (X), 1 (Y) and 2 (Z).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The vertex from which i >= 1 tokens are taken.
    pub from: usize,
    /// The vertex to which 0 <= j < i tokens are returned.
    pub to: usize,
}

impl Edge {
    /// Whether the edge returns to where it came from. The net removal is then anything from one
    /// token to the whole heap, which is a Nim heap.
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
    /// The game with these edges on `vertices` vertices. The order of the edges does not matter,
    /// nor does an edge given twice.
    ///
    /// # Errors
    /// When there is no edge, or an edge ends outside the vertices, or there are more than three.
    pub fn new(vertices: usize, edges: &[Edge]) -> Result<Self, InvalidInput> {
        let mut sorted = edges.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let game = DigraphGame { vertices, edges: sorted };
        let refuse = |kind: InvalidInputKind, wrong: String, right: &str| {
            Err(InvalidInput::new(kind, game.text(), wrong, right))
        };
        if game.edges.is_empty() {
            return refuse(
                InvalidInputKind::Empty,
                "the set of edges is empty".into(),
                "give at least one edge, as in XY/YX",
            );
        }
        if !(1..=MAX_HEAPS).contains(&vertices) {
            return refuse(
                InvalidInputKind::WrongHeapCount,
                format!("{vertices} vertices cannot be tabulated"),
                "a digraph has 1 to 3 vertices",
            );
        }
        if vertices < game.named_vertices() {
            return refuse(
                InvalidInputKind::WrongHeapCount,
                format!("the edges name {} vertices", game.named_vertices()),
                "give at least as many heaps as the edges name",
            );
        }
        Ok(game)
    }

    /// The Triangle Game: a cycle of three edges.
    pub fn triangle() -> Self {
        let edges = [(0, 1), (1, 2), (2, 0)];
        DigraphGame { vertices: 3, edges: edges.map(|(from, to)| Edge { from, to }).to_vec() }
    }

    /// Number of heaps, which is the number of vertices, 1 to 3.
    pub fn heaps(&self) -> usize {
        self.vertices
    }

    /// The edges, without repetition, sorted.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Vertices up to the last one that an edge names.
    pub(super) fn named_vertices(&self) -> usize {
        let last = self.edges.iter().map(|edge| edge.from.max(edge.to)).max();
        last.map_or(0, |vertex| vertex + 1)
    }

    /// The edges as they are written: `XY/YZ/ZX`.
    pub(super) fn text(&self) -> String {
        let letter = |vertex: usize| *b"XYZ".get(vertex).unwrap_or(&b'?') as char;
        let edge = |edge: &Edge| format!("{}{}", letter(edge.from), letter(edge.to));
        self.edges.iter().map(edge).collect::<Vec<_>>().join("/")
    }

    /// A digraph of loops alone is Nim on the vertices that have one: the vector game of their
    /// unit rays. `None` when an edge joins two vertices, and tokens can return.
    pub fn as_vector_game(&self) -> Option<VectorGame> {
        if !self.edges.iter().all(|edge| edge.is_loop()) {
            return None;
        }
        let unit = |edge: &Edge| (0..self.vertices).map(|v| u32::from(v == edge.from)).collect();
        VectorGame::new(&self.edges.iter().map(unit).collect::<Vec<_>>()).ok()
    }
}
