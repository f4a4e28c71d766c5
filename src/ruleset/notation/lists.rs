//! Numbers, vectors and lists of them, as the notation writes them.

use crate::domain::Coordinates;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::number::{parse_integer, parse_number};

/// Vectors or positions, as they were written: not padded, in any order, perhaps repeated.
pub type Vectors = Vec<Vec<u32>>;

/// Reads a number, and names it in what is wrong: the error as a whole is about the game.
pub fn number(text: &str, meaning: &str) -> Result<u32, InvalidInput> {
    parse_number(text, meaning).map_err(InvalidInput::naming_input)
}

/// Reads a list of items with a separator between them; an empty text is an empty list.
pub fn list<T>(
    text: &str,
    separator: char,
    item: impl Fn(&str) -> Result<T, InvalidInput>,
) -> Result<Vec<T>, InvalidInput> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(separator).map(item).collect()
}

/// A range stands for at most this many numbers.
const MOST_OF_RANGE: u32 = 1 << 16;

/// Reads numbers separated by commas, and ranges of them, to which both ends belong, as in 1..3,7.
pub fn numbers(text: &str, meaning: &str) -> Result<Vec<u32>, InvalidInput> {
    let ranges = list(text, ',', |item| {
        let Some((first, last)) = item.split_once("..") else {
            return number(item, meaning).map(|one| one..=one);
        };
        let (first, last) = (number(first, meaning)?, number(last, meaning)?);
        let refuse = |problem: String, hint: &str| {
            Err(InvalidInput::new(InvalidInputKind::OutOfRange, item, problem, hint))
        };
        match last.checked_sub(first) {
            None => refuse(format!("the range {item} holds nothing"), "write 3..7, not 7..3"),
            Some(others) if others >= MOST_OF_RANGE => refuse(
                format!("the range {item} has more than {MOST_OF_RANGE} numbers"),
                "give a shorter one",
            ),
            Some(_) => Ok(first..=last),
        }
    })?;
    Ok(ranges.into_iter().flatten().collect())
}

/// Reads a number that may be negative, and names it in what is wrong.
pub fn integer(text: &str, meaning: &str) -> Result<i32, InvalidInput> {
    parse_integer(text, meaning).map_err(InvalidInput::naming_input)
}

/// Reads the coordinates of a vector, separated by commas.
pub fn coordinates(text: &str) -> Result<Vec<u32>, InvalidInput> {
    text.split(',').map(|text| number(text, "a coordinate")).collect()
}

/// Writes numbers separated by commas.
pub fn comma_separated(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Writes the vectors of a game with this many heaps, at most `most` of them.
pub fn vector_list(heaps: usize, vectors: &[Coordinates], noun: &str, most: usize) -> String {
    let vector = |vector: &Coordinates| comma_separated(vector.unpadded(heaps));
    shortened(vectors.len(), noun, most, "/", vectors.iter().map(vector))
}

/// Writes a set of numbers, at most `most` of them.
pub fn number_list(numbers: &[u32], most: usize) -> String {
    shortened(numbers.len(), "numbers", most, ",", numbers.iter().map(u32::to_string))
}

/// Joins the first `most` of `count` items and says how many there are, if there are more.
pub fn shortened(
    count: usize,
    noun: &str,
    most: usize,
    separator: &str,
    items: impl Iterator<Item = String>,
) -> String {
    let rest = (count > most).then(|| format!("... ({count} {noun})"));
    items.take(most).chain(rest).collect::<Vec<_>>().join(separator)
}
