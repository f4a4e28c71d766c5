//! Numbers, vectors and edges, as they are written in the notation.

use super::Edge;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::number::parse_number;

/// Vectors or positions, as they were written.
pub(super) type Vectors = Vec<Vec<u32>>;

/// A number, its text named in what is wrong: the refusal as a whole names the game.
pub(super) fn number(text: &str, meaning: &str) -> Result<u32, InvalidInput> {
    parse_number(text, meaning).map_err(|error| error.within(text))
}

pub(super) fn parse_vectors(text: &str) -> Result<Vectors, InvalidInput> {
    let vector = |vector: &str| vector.split(',').map(|c| number(c, "a coordinate")).collect();
    match text {
        "" => Ok(Vec::new()),
        _ => text.split('/').map(vector).collect(),
    }
}

pub(super) fn parse_edges(text: &str) -> Result<Vec<Edge>, InvalidInput> {
    let vertex = |letter: u8| match letter {
        b'X' => Some(0),
        b'Y' => Some(1),
        b'Z' => Some(2),
        _ => None,
    };
    let edge = |edge: &str| {
        let parsed = match edge.as_bytes() {
            &[from, to] => vertex(from).zip(vertex(to)),
            _ => None,
        };
        parsed.map(|(from, to)| Edge { from, to }).ok_or_else(|| {
            InvalidInput::new(
                InvalidInputKind::Syntax,
                edge,
                format!("{edge:?} is not an edge"),
                "an edge is two letters of X, Y and Z, as in digraph:XY/YZ/ZX",
            )
        })
    };
    match text {
        "" => Ok(Vec::new()),
        _ => text.split('/').map(edge).collect(),
    }
}
