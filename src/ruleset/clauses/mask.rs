//! Which cells of a domain are positions by the rules.

use heap_rules::column::{Column, Truths, Wanted};
use heap_rules::evaluation::Block;
use heap_rules::rules::{NoTruth, OfRules};

use super::game::{ClauseGame, heap_sizes};
use crate::domain::{Coordinates, Domain, Mask};
use crate::invalid_input::InvalidInputKind;
use crate::ruleset::rules::{Misfit, misfit};

/// Cells of a row, one in each lane.
struct Cells {
    first: Vec<i64>,
    length: usize,
}

impl Block<OfRules> for Cells {
    fn length(&self) -> usize {
        self.length
    }

    fn number(&self, heap: &usize, _: Wanted) -> Column {
        let is_last = *heap + 1 == self.first.len();
        Column::linear(self.first.get(*heap).copied().unwrap_or(0), i64::from(is_last))
    }

    fn truth(&self, none: &NoTruth, _: Wanted) -> Truths {
        match *none {}
    }
}

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
        let cells = Cells { first: heap_sizes(first, game.heaps()), length: row.len() };
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
