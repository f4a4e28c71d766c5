//! Altered vectors as they are written, each with points of its own or without.

use serde::Deserialize;

use super::lists::{coordinates, integer, list};
use crate::invalid_input::InvalidInput;

/// A vector of the modifier `alter`, with what it pays if that is written: `1,2` or `1,2:5` in the
/// notation, `[1, 2]` or `{ vector = [1, 2], points = 5 }` in a file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected a vector as in [1, 2], or { vector = [1, 2], points = 5 }")]
pub enum AlteredVector {
    Plain(Vec<u32>),
    Paying { vector: Vec<u32>, points: i32 },
}

impl AlteredVector {
    /// Returns the vector.
    pub fn vector(&self) -> &[u32] {
        match self {
            AlteredVector::Plain(vector) | AlteredVector::Paying { vector, .. } => vector,
        }
    }

    /// Returns its points, if they are given.
    pub fn points(&self) -> Option<i32> {
        match self {
            AlteredVector::Plain(_) => None,
            AlteredVector::Paying { points, .. } => Some(*points),
        }
    }
}

/// Reads vectors separated by slashes, each with its points behind a colon or without.
pub fn altered_vectors(text: &str) -> Result<Vec<AlteredVector>, InvalidInput> {
    list(text, '/', |altered| match altered.split_once(':') {
        None => coordinates(altered).map(AlteredVector::Plain),
        Some((vector, points)) => Ok(AlteredVector::Paying {
            vector: coordinates(vector)?,
            points: integer(points, "a number of points")?,
        }),
    })
}
