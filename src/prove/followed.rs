//! Values of a domain that moves leave: each move is followed, also out of the domain, until play ends.
//!
//! Every move makes the grade smaller, so that play ends. What is filled so is evidence, from which automata are guessed; no
//! proof rests on it.

use std::collections::HashMap;

use super::caps::Caps;
use super::definition::Definition;
use super::end::{End, Halt};
use crate::domain::{Coordinates, Domain};
use crate::engine::value_by_definition;
use crate::ruleset::WrittenRuleset;
use crate::values::{ValueType, Values};

/// The most values of variables that are tried at a position.
const MOST_TRIED: u64 = 1 << 24;

/// How many positions may be followed for each position of a table that is allowed.
const FOLLOWED: u64 = 16;

/// The bytes that a position and its value take among those that are known.
const BYTES_OF_POSITION: u64 = 64;

/// Returns the values of a domain, in this many bytes of memory.
pub(super) fn fill(
    definition: &Definition,
    game: &WrittenRuleset,
    domain: &Domain,
    caps: &Caps,
    memory: u64,
) -> Result<Values, Halt> {
    let (quantity, convention) = (definition.quantity(), definition.convention());
    let most = caps.positions.saturating_mul(FOLLOWED).min(memory / BYTES_OF_POSITION);
    let open = || Halt::End(End::Open(domain.clone()));
    let mut known: HashMap<Coordinates, u32> = HashMap::new();
    for at in Coordinates::cells_of_box(domain.sides()).filter(|&at| domain.contains(at)) {
        // Each position is followed by those of its options whose values are asked for first.
        let mut asked = vec![at];
        while let Some(&at) = asked.last() {
            caps.control.proceed().map_err(|_| Halt::of_interruption(&caps.control))?;
            if known.contains_key(&at) {
                asked.pop();
                continue;
            }
            let options = options(game, at).ok_or_else(open)?;
            let is_unknown = |option: &Coordinates| !known.contains_key(option);
            let unknown: Vec<Coordinates> = options.into_iter().filter(is_unknown).collect();
            if (known.len() + asked.len() + unknown.len()) as u64 > most {
                return Err(open());
            }
            if unknown.is_empty() {
                let value = |option| known.get(&option).copied().unwrap_or(0);
                let value =
                    value_by_definition(definition.ruleset(), quantity, convention, at, value);
                known.insert(at, value);
            }
            asked.extend(unknown);
        }
    }
    let value = |at| known.get(&at).copied().unwrap_or(0);
    let cells = Coordinates::cells_of_box(domain.sides());
    Ok(Values::from_u32(ValueType::U32, cells.map(value)))
}

/// Lists the positions of the options of all players; `None` if the rules have a fault there, as a heap beyond 32 bits.
fn options(game: &WrittenRuleset, at: Coordinates) -> Option<Vec<Coordinates>> {
    let heaps = at.unpadded(game.heaps());
    let players = if game.is_partizan() { 0..2 } else { 0..1 };
    let mut options = Vec::new();
    for player in players {
        let moves = game.rules().moves_among(player, heaps, &|_| true, MOST_TRIED).ok()?;
        options.extend(moves.into_iter().flat_map(|of| of.option));
    }
    Some(options.iter().map(|heaps| Coordinates::padded(heaps, 0)).collect())
}
