//! The options of a position: by the loops of the clauses, and by the definition.

use super::cells::Geometry;
use super::listed::MOST_OPERATIONS;
use super::prepared::Clause;
use super::quantities::Options;
use super::scalar::Environment;
use super::tally::{Halt, LaneValues, Line, Tally};
use super::walk::Walk;
use crate::domain::{Coordinates, Domain};
use crate::plan::Plan;
use crate::quantity::Mover;
use crate::ruleset::{ClauseGame, WantedOfMoves, heap_bounds};

/// Returns the clauses of each player, prepared.
pub(super) fn prepared(game: &ClauseGame, domain: &Domain, with_points: bool) -> Vec<Vec<Clause>> {
    let players = game.rules().moves.each();
    let heaps = heap_bounds(domain);
    let mut operations = MOST_OPERATIONS;
    let mut clause = |clause| Clause::new(clause, &heaps, with_points, &mut operations);
    players.into_iter().map(|clauses| clauses.iter().map(&mut clause).collect()).collect()
}

/// The options of a position, by the loops of the clauses.
pub(super) struct Quick<'a> {
    pub(super) game: &'a ClauseGame,
    pub(super) geometry: &'a Geometry,
    pub(super) clauses: &'a [Vec<Clause>],
    pub(super) at: Environment,
    pub(super) lanes: &'a mut LaneValues,
}

impl Options for Quick<'_> {
    #[inline]
    fn list(&mut self, player: usize, tally: &mut dyn Tally) -> Result<(), Halt> {
        if let Some(terminal) = &self.game.rules().terminal
            && terminal.at(&self.at).ok_or(Halt::Noticed)?
        {
            return Ok(());
        }
        let walk = Walk { geometry: self.geometry, clauses: &self.clauses[player] };
        walk.options(&mut self.at, self.lanes, tally)
    }
}

/// The options of a position, by the definition.
pub(super) struct ByDefinition<'a> {
    pub(super) game: &'a ClauseGame,
    pub(super) plan: &'a Plan,
    pub(super) at: Coordinates,
    pub(super) wanted: WantedOfMoves,
}

impl Options for ByDefinition<'_> {
    fn list(&mut self, player: usize, tally: &mut dyn Tally) -> Result<(), Halt> {
        let domain = self.plan.job().domain();
        let mover = match (self.game.is_partizan(), player) {
            (false, _) => Mover::Next,
            (true, 0) => Mover::Left,
            (true, _) => Mover::Right,
        };
        let moves = self
            .game
            .moves(mover, self.at, Some(domain), self.wanted)
            .map_err(|_| Halt::Noticed)?;
        for (option, points) in moves {
            let index = |at: &Coordinates| at.row_major_index(domain.sides());
            match option.parts() {
                [single] => tally.each(&[index(single)], &[points]),
                parts => {
                    let lines: Vec<Line> =
                        parts.iter().map(|at| Line { first: index(at), step: 0 }).collect();
                    tally.sums(&lines, 1);
                }
            }
        }
        Ok(())
    }
}
