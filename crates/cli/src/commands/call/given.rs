//! Arrays that a caller in Python gives, stored as tables.

use std::path::Path;

use grundytab::error::Error;
use grundytab::ruleset::{GameNotes, Ruleset};
use grundytab::{Convention, Quantity};

use crate::analyses::stored_tiles::array::{GivenArray, Meaning};

/// Stores an array: its shape, and its values in row-major order, of which the least number of 64 bits says that a cell is no
/// position. `game` is its notation, if its moves are known; `comment` what the table says of it.
///
/// # Errors
/// When values or missing ones do not fit to what they are said to be, and when the table cannot be written.
pub fn store_array(
    (shape, values): (&[u32], Vec<i64>),
    game: Option<&str>,
    (quantity, misere): (&str, bool),
    comment: Option<String>,
    (path, overwrite): (&Path, bool),
) -> Result<(), Error> {
    let mut notes = GameNotes::default();
    notes.comment = comment;
    let meaning = Meaning {
        game: game.map(Ruleset::parse).transpose()?,
        quantity: quantity.parse::<Quantity>()?,
        convention: if misere { Convention::Misere } else { Convention::Normal },
        notes,
    };
    GivenArray::new(shape, values)?.store(meaning, path, overwrite).map(drop)
}
