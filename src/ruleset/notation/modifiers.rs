//! Modifiers that several families share.

use super::field::{Field, FieldValues, Shape};
use super::lists::vector_list;
use crate::domain::Coordinates;
use crate::invalid_input::InvalidInput;
use crate::ruleset::VectorGame;

/// These positions have no moves.
pub const TERMINAL: Field = Field { name: "terminal", usage: "P/P", shape: Shape::Vectors };

/// These positions have a move to the zero position.
pub const TO_ZERO: Field = Field { name: "to-zero", usage: "P/P", shape: Shape::Vectors };

/// The opponent may block up to this many options before each move.
pub const BLOCK: Field =
    Field { name: "block", usage: "B", shape: Shape::Number("a number of options to block") };

/// The game has this many heaps.
pub const HEAPS: Field =
    Field { name: "heaps", usage: "K", shape: Shape::Number("a number of heaps") };

/// Applies the modifiers `terminal`, `to-zero` and `block` to a game.
pub fn with_positions_and_blocking(
    game: VectorGame,
    given: &mut FieldValues,
) -> Result<VectorGame, InvalidInput> {
    let game = match given.vectors(&TERMINAL) {
        Some(positions) => game.with_terminals(positions)?,
        None => game,
    };
    let game = match given.vectors(&TO_ZERO) {
        Some(positions) => game.with_moves_to_zero(positions)?,
        None => game,
    };
    Ok(game.with_blocking_number(given.number(&BLOCK).unwrap_or(0)))
}

/// Writes the modifiers `terminal`, `to-zero` and `block` of a game.
pub fn positions_and_blocking_text(game: &VectorGame, most: usize) -> String {
    let mut text = modifier_text(&TERMINAL, game.heaps(), game.terminals(), "positions", most);
    text += &modifier_text(&TO_ZERO, game.heaps(), game.to_zero(), "positions", most);
    if game.blocking_number() > 0 {
        text += &format!("+{}={}", BLOCK.name, game.blocking_number());
    }
    text
}

/// Writes a modifier with these vectors; nothing if there are none.
pub fn modifier_text(
    modifier: &Field,
    heaps: usize,
    vectors: &[Coordinates],
    noun: &str,
    most: usize,
) -> String {
    if vectors.is_empty() {
        return String::new();
    }
    format!("+{}={}", modifier.name, vector_list(heaps, vectors, noun, most))
}
