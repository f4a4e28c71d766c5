//! Which cells of a domain are positions by the rules.

use heap_rules::rules::Neighbours;

use super::clauses::ClauseGame;
use crate::domain::{Coordinates, Domain, Mask};
use crate::invalid_input::InvalidInputKind;
use crate::ruleset::facts::{Misfit, misfit};

/// Returns the domain with the positions of the game alone.
pub(super) fn restrict(game: &ClauseGame, domain: Domain) -> Result<Domain, Misfit> {
    let Some(positions) = &game.rules().positions else { return Ok(domain) };
    let cells = domain.sides().iter().map(|&side| u64::from(side)).fold(1, u64::saturating_mul);
    if cells > Mask::MOST_CELLS {
        return misfit(
            InvalidInputKind::TooLarge,
            format!(
                "it has {cells} cells; which of them are positions is known of at most {}",
                Mask::MOST_CELLS
            ),
            "give smaller sides",
        );
    }
    let ask = |first: Coordinates, row: &mut [bool]| {
        let sizes = |at: Coordinates| -> Vec<i64> {
            at.unpadded(game.heaps()).iter().map(|&heap| heap.into()).collect()
        };
        let growth = sizes(Coordinates::ZERO.along_row(1));
        let cells = Neighbours { first: sizes(first), growth, length: row.len() };
        let truths = positions.on(&cells, None);
        for (lane, is_position) in row.iter_mut().enumerate() {
            *is_position = truths.at(lane).map_err(|_| first.along_row(lane as u32))?;
        }
        Ok(())
    };
    match Mask::of(&domain, ask) {
        Ok(mask) => Ok(domain.restricted(mask)),
        Err(at) => misfit(
            InvalidInputKind::UnsupportedExpression,
            format!("the condition on positions has no value at {}", domain.position(at)),
            "say with `and` or `if` where its parts exist",
        ),
    }
}
