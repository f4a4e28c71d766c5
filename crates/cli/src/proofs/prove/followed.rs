//! Values of a domain that moves leave: each move is followed, also out of the domain, until play ends.
//!
//! Every move makes the grade smaller, so that play ends. What is filled so is evidence, from which automata are guessed; no
//! proof rests on it.

use std::collections::HashMap;

use super::caps::Caps;
use super::definition::Definition;
use super::end::{End, Halt};
use grundytab::control::{Control, Interrupted};
use grundytab::domain::{Coordinates, Domain, Sum};
use grundytab::engine::{self, value_by_definition};
use grundytab::ruleset::Ruleset;
use grundytab::values::{ValueType, Values};

/// The most values of variables that are tried at a position.
const MOST_TRIED: u64 = 1 << 24;

/// How many positions may be followed for each position of a table that is allowed.
const FOLLOWED: u64 = 16;

/// The bytes that a position and its value take among those that are known.
const BYTES_OF_POSITION: u64 = 64;

/// Returns the values of a domain, in this many bytes of memory.
pub(super) fn fill(
    definition: &Definition,
    domain: &Domain,
    caps: &Caps,
    memory: u64,
) -> Result<Values, Halt> {
    let most = caps.positions.saturating_mul(FOLLOWED).min(memory / BYTES_OF_POSITION);
    let cells = || Coordinates::cells_of_box(domain.sides());
    let inside = cells().filter(|&at| domain.contains(at));
    let known = values(definition, inside, most, &caps.control)
        .map_err(|_| Halt::of_interruption(&caps.control))?
        .ok_or_else(|| Halt::End(End::Open(domain.clone())))?;
    let value = |at| known.get(&at).copied().unwrap_or(0);
    Ok(Values::from_u32(ValueType::U32, cells().map(value)))
}

/// Returns the values of positions and of all that are followed for them; `None` if these are more than `most`, or the rules have a
/// fault there.
///
/// # Errors
/// When the control interrupts it.
pub(super) fn values(
    definition: &Definition,
    positions: impl Iterator<Item = Coordinates>,
    most: u64,
    control: &Control,
) -> Result<Option<HashMap<Coordinates, u32>>, Interrupted> {
    let (quantity, convention) = (definition.quantity(), definition.convention());
    let mut known: HashMap<Coordinates, u32> = HashMap::new();
    for at in positions {
        // Each position is followed by those of its options whose values are asked for first.
        let mut asked = vec![at];
        while let Some(&at) = asked.last() {
            control.proceed()?;
            if known.contains_key(&at) {
                asked.pop();
                continue;
            }
            let Some(mut unknown) = options(definition.ruleset(), at, MOST_TRIED) else {
                return Ok(None);
            };
            unknown.retain(|option| !known.contains_key(option));
            if (known.len() + asked.len() + unknown.len()) as u64 > most {
                return Ok(None);
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
    Ok(Some(known))
}

/// Lists the positions of the options of all players; `None` if written rules have a fault there, as a heap beyond 32 bits, or give
/// their variables more values than are to be tried.
pub(super) fn options(
    ruleset: &Ruleset,
    at: Coordinates,
    most_tried: u64,
) -> Option<Vec<Coordinates>> {
    let Some(game) = ruleset.written_ruleset() else {
        let options = engine::options(ruleset, at).into_iter();
        return Some(options.flat_map(Sum::into_parts).collect());
    };
    let heaps = at.unpadded(game.heaps());
    let players = if game.is_partizan() { 0..2 } else { 0..1 };
    let mut options = Vec::new();
    for player in players {
        let moves = game.rules().moves_among(player, heaps, &|_| true, most_tried).ok()?;
        options.extend(moves.into_iter().flat_map(|of| of.option));
    }
    Some(options.iter().map(|heaps| Coordinates::padded(heaps, 0)).collect())
}
