//! Whether a move leads from one position to another, from the options that the rules list.

use super::Look;
use super::knowledge::{Knowledge, Missing};
use crate::decide::moves::moves_named;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::expression::Problem;

/// The most tokens of a position whose options are listed: of digraph games there are as many as pairs of heaps.
const MOST_TOKENS: i128 = 100;

impl Look<'_> {
    /// Returns whether a move leads from one position to another, if there are positions with these heaps.
    pub(super) fn leads(
        &mut self,
        game: Option<&str>,
        from: &[i128],
        to: &[i128],
    ) -> Result<Knowledge<bool>, Problem> {
        let key = game.unwrap_or_default();
        if !self.moving.iter().any(|(known, _)| known == key) {
            let read = moves_named(game, self.sentence.game.as_ref())?;
            self.moving.push((key.to_owned(), read));
        }
        if from.iter().chain(to).any(|&heap| heap < 0) {
            return Ok(Err(Missing::Nonexistent));
        }
        let game = self.moving.iter().find(|(known, _)| known == key).map(|(_, game)| game);
        let positions = [from, to].map(position);
        Ok(match (game, positions) {
            (Some(game), [Some(from), Some(to)]) => Ok(game.rules().options(from).contains(&to)),
            _ => Err(Missing::Unknown),
        })
    }
}

/// Returns a position with few tokens.
fn position(heaps: &[i128]) -> Option<Coordinates> {
    if heaps.iter().any(|&heap| heap > MOST_TOKENS) || heaps.iter().sum::<i128>() > MOST_TOKENS {
        return None;
    }
    let mut at = Coordinates::ZERO;
    for (axis, &heap) in (MAX_HEAPS - heaps.len()..).zip(heaps) {
        at[axis] = heap as u32;
    }
    Some(at)
}
