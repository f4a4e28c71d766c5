//! The family of subtraction games: a move takes a number of tokens that lies in a given set from
//! one heap. They are vector games without rays (`vector/rays.rs`).

use super::family::{Argument, Family, Name};
use super::notation::field::{Field, FieldValue, FieldValues, Shape};
use super::notation::lists::number_list;
use super::notation::modifiers::{BLOCK, HEAPS, TERMINAL, TO_ZERO, with_positions_and_blocking};
use super::{Ruleset, VectorGame};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::wording::did_you_mean;

const SET: Field = Field { name: "set", usage: "SET", shape: Shape::NumbersOrName };

/// A move takes its tokens from any of the heaps, not from one.
const ANY: Field = Field { name: "any", usage: "", shape: Shape::Flag };

/// The name of the set of [`fibonacci_odd`].
const FIBONACCI_ODD: &str = "fibonacci-odd";

pub(super) const FAMILY: Family = Family {
    kind: "subtraction",
    names: &[Name {
        name: "subtraction",
        argument: Some(Argument {
            fields: &[&SET],
            read: read_set,
            missing: Some("give its set, as in subtraction:2,5,8"),
        }),
        game: subtraction,
    }],
    modifiers: &[&HEAPS, &ANY, &TERMINAL, &TO_ZERO, &BLOCK],
};

fn read_set(text: &str) -> Result<Vec<FieldValue>, InvalidInput> {
    if text.contains('/') {
        return Err(InvalidInput::new(
            InvalidInputKind::Syntax,
            text,
            "a subtraction set has numbers, not vectors",
            "separate them by commas, as in subtraction:2,5,8",
        ));
    }
    Ok(vec![SET.shape.read(text)?])
}

fn subtraction(given: &mut FieldValues) -> Result<Ruleset, InvalidInput> {
    let set = given.value(&SET);
    let heaps = given.number(&HEAPS).unwrap_or(1) as usize;
    let any = given.flag(&ANY) && heaps > 1;
    let game = match set {
        Some(FieldValue::Numbers(set)) if any => VectorGame::subtraction_in_total(&set, heaps)?,
        Some(FieldValue::Name(name)) if any && name == FIBONACCI_ODD => {
            VectorGame::subtraction_in_total(&fibonacci_odd(), heaps)?
        }
        Some(FieldValue::Numbers(set)) => VectorGame::subtraction(&set, heaps)?,
        Some(FieldValue::Name(name)) if name == FIBONACCI_ODD => {
            VectorGame::infinite_subtraction(&fibonacci_odd(), heaps)?
        }
        Some(FieldValue::Name(name)) => {
            return Err(InvalidInput::new(
                InvalidInputKind::Syntax,
                &name,
                format!("there is no set named {name:?}"),
                format!(
                    "{}a set is a list of numbers, or {FIBONACCI_ODD:?}",
                    did_you_mean(&name, [FIBONACCI_ODD])
                ),
            ));
        }
        _ => return Err(given.needs(&SET)),
    };
    with_positions_and_blocking(game, given).map(Ruleset::from)
}

/// Writes a subtraction game without the positions that it lists, and without blocking; `None` for other games.
pub(super) fn unmodified_text(game: &VectorGame, most: usize) -> Option<String> {
    let (set, any) = match game.subtraction_set() {
        Some(set) => (set, String::new()),
        None => (game.set_in_total()?, format!("+{}", ANY.name)),
    };
    let set = if game.is_infinite() { FIBONACCI_ODD.into() } else { number_list(&set, most) };
    let heaps = match game.heaps() {
        1 => String::new(),
        heaps => format!("+{}={heaps}", HEAPS.name),
    };
    Some(format!("subtraction:{set}{heaps}{any}"))
}

/// Whether a game subtracts the numbers F(2n+1) - 1, all of them, from each heap: no other infinite set has
/// a name. The game of the finitely many that fit in 32 bits is another one.
pub fn is_fibonacci_odd(game: &VectorGame) -> bool {
    game.is_infinite()
}

/// Returns the numbers F(2n+1) - 1 for n >= 1, with F(1) = F(2) = 1, that fit in 32 bits (Larsson
/// and Fox 2015).
fn fibonacci_odd() -> Vec<u32> {
    let pairs = std::iter::successors(Some((1u64, 2u64)), |&(a, b)| Some((a + b, a + 2 * b)));
    // The pairs are (F(2n), F(2n+1)).
    pairs.map_while(|(_, odd)| u32::try_from(odd - 1).ok()).collect()
}
