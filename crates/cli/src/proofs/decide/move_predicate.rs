//! Moves in sentences, as in `move[wythoff](x, y; u, v)`.

use std::sync::Arc;

use super::automatic::{Automatic, Game};
use super::translation::{Translator, game_named};
use crate::automata::{Formula, Variable};
use crate::proofs::formula::{Number, Truth};
use crate::proofs::prove::check_moves;
use grundytab::quantity::Mover;
use grundytab::ruleset::Ruleset;
use heap_rules::{MOVE, Problem, Syntax, TAKES_TWO_POSITIONS};

impl Translator<'_> {
    /// Says that a move leads from one position to another.
    pub(super) fn leads(
        &mut self,
        game: Option<&str>,
        from: &[Syntax],
        to: &[Syntax],
    ) -> Result<Truth, Problem> {
        let game = moves_named(game, self.game)?;
        check_moves(&game).map_err(|error| format!("in {MOVE}[...]: {error}"))?;
        let heaps = game.heaps();
        if from.len() != heaps || to.len() != heaps {
            return Err(format!(
                "{MOVE} takes two positions with as many heap sizes as the game has heaps, {heaps}, and {} and \
                 {} are given",
                from.len(),
                to.len()
            ));
        }
        let numbers = [self.numbers(from)?, self.numbers(to)?].concat();
        let (ways, always) = Number::as_variables(&numbers, &self.fresh)?;
        let moves = (self.automaton)(Automatic::Moves(Box::new(game)));
        let leads = |heaps: &[Variable]| Formula::Accepts(Arc::clone(&moves), heaps.to_vec());
        Ok(Truth::of_position(&ways, always, leads))
    }
}

/// Returns the game whose moves are meant: that in square brackets, or else that of the heaps; of a partizan game the
/// game in which both players have the moves of the player who is named behind it. The play convention says nothing
/// of moves.
pub(super) fn moves_named(text: Option<&str>, of_heaps: Option<&Game>) -> Result<Ruleset, Problem> {
    let (game, mover) = match text.and_then(|text| text.rsplit_once(',')) {
        Some((game, player)) if player.trim() == "left" => (Some(game.trim()), Mover::Left),
        Some((game, player)) if player.trim() == "right" => (Some(game.trim()), Mover::Right),
        _ => (text, Mover::Next),
    };
    if (game, of_heaps) == (None, None) {
        return Err(TAKES_TWO_POSITIONS.into());
    }
    let game = game_named(MOVE, game, of_heaps)?.ruleset;
    match (game.is_partizan(), mover) {
        (true, Mover::Next) => Err(format!(
            "{MOVE} needs the player of a partizan game, as in {MOVE}[partizan:1:2, left](x; u)"
        )),
        (false, Mover::Left | Mover::Right) => Err(format!(
            "in {MOVE}[...]: left and right are the players of partizan games, and both players of {} have the \
             same moves",
            game.short_text(MOST_SHOWN)
        )),
        (true, Mover::Left | Mover::Right) | (false, Mover::Next) => Ok(game.moves_of(mover)),
    }
}

/// The most items of each list of a game that are named in an error.
const MOST_SHOWN: usize = 8;
