//! Numbers, vectors and lists of them, as the notation writes them.

use crate::domain::Coordinates;
use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// Vectors or positions, as they were written: not padded, in any order, perhaps repeated.
pub(super) type Vectors = Vec<Vec<u32>>;

/// Reads a number that fits in 32 bits, in decimal digits without a sign. `meaning` says in the
/// error what the number is, as in "a coordinate".
pub(super) fn number(text: &str, meaning: &str) -> Result<u32, InvalidInput> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (kind, problem) = match text.strip_prefix('-') {
        _ if text.is_empty() => (InvalidInputKind::NotANumber, "empty number".to_owned()),
        _ if is_digits(text) => match text.parse() {
            Ok(number) => return Ok(number),
            Err(_) => (InvalidInputKind::OutOfRange, format!("{text}: the number is too large")),
        },
        Some(rest) if is_digits(rest) => {
            (InvalidInputKind::OutOfRange, format!("{text}: the number is negative"))
        }
        _ => (InvalidInputKind::NotANumber, format!("{text}: not a number")),
    };
    let hint = format!("{meaning} is written in digits, at most {}", u32::MAX);
    Err(InvalidInput::new(kind, text, problem, hint))
}

/// Reads numbers separated by commas.
pub(super) fn numbers(text: &str, meaning: &str) -> Result<Vec<u32>, InvalidInput> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(|text| number(text, meaning)).collect()
}

/// Reads vectors separated by slashes, their coordinates separated by commas.
pub(super) fn vectors(text: &str) -> Result<Vectors, InvalidInput> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split('/')
        .map(|vector| vector.split(',').map(|text| number(text, "a coordinate")).collect())
        .collect()
}

/// Writes numbers separated by commas.
pub(super) fn comma_separated(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Writes the vectors of a game with this many heaps, at most `most` of them.
pub(super) fn vector_list(
    heaps: usize,
    vectors: &[Coordinates],
    noun: &str,
    most: usize,
) -> String {
    let vector = |vector: &Coordinates| comma_separated(vector.unpadded(heaps));
    shortened(vectors.len(), noun, most, "/", vectors.iter().map(vector))
}

/// Writes a set of numbers, at most `most` of them.
pub(super) fn number_list(numbers: &[u32], most: usize) -> String {
    shortened(numbers.len(), "numbers", most, ",", numbers.iter().map(u32::to_string))
}

/// Joins the first `most` of `count` items and says how many there are, if there are more.
fn shortened(
    count: usize,
    noun: &str,
    most: usize,
    separator: &str,
    items: impl Iterator<Item = String>,
) -> String {
    let shown = items.take(most).collect::<Vec<_>>().join(separator);
    if count > most { format!("{shown}{separator}... ({count} {noun})") } else { shown }
}
