//! The options of a position: by the loops of the clauses, and by the definition.

use super::cells::Geometry;
use super::listed::MOST_OPERATIONS;
use super::prepared::Clause;
use super::quantities::Options;
use super::scalar::Environment;
use super::tally::{Halt, LaneValues, Line, Run, Tally};
use super::walk::Walk;
use crate::domain::{Coordinates, Domain, Mask};
use crate::engine::EngineError;
use crate::plan::Plan;
use crate::quantity::Mover;
use crate::ruleset::{WantedOfMoves, WrittenRuleset, heap_bounds};

/// Returns the clauses of each player, prepared.
pub(super) fn prepared(
    game: &WrittenRuleset,
    domain: &Domain,
    with_points: bool,
) -> Vec<Vec<Clause>> {
    let players = game.rules().moves.each();
    let heaps = heap_bounds(domain);
    let mut operations = MOST_OPERATIONS;
    let mut clause = |clause| Clause::new(clause, &heaps, with_points, &mut operations);
    players.into_iter().map(|clauses| clauses.iter().map(&mut clause).collect()).collect()
}

/// The options of a position, by the loops of the clauses.
pub(super) struct Quick<'a> {
    pub(super) game: &'a WrittenRuleset,
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
    pub(super) game: &'a WrittenRuleset,
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

/// Lists the options of positions as the indices of their cells, for methods that ask nothing else.
pub(in crate::engine::cpu) struct OptionCells<'a> {
    plan: &'a Plan,
    game: &'a WrittenRuleset,
    geometry: Geometry,
    clauses: Vec<Vec<Clause>>,
    mask: Option<&'a Mask>,
}

/// The options that a thread has listed last.
#[derive(Default)]
pub(in crate::engine::cpu) struct ListedOptions {
    cells: Vec<usize>,
    lanes: LaneValues,
}

impl<'a> OptionCells<'a> {
    pub(in crate::engine::cpu) fn new(plan: &'a Plan, game: &'a WrittenRuleset) -> Self {
        let domain = plan.job().domain();
        OptionCells {
            plan,
            game,
            geometry: Geometry::new(domain),
            clauses: prepared(game, domain, false),
            mask: domain.mask().map(|mask| &**mask),
        }
    }

    /// Returns the options of a position for a player; some may be there more than once.
    ///
    /// # Errors
    /// What is wrong with the rules there.
    pub(in crate::engine::cpu) fn of<'s>(
        &self,
        player: usize,
        at: Coordinates,
        listed: &'s mut ListedOptions,
    ) -> Result<&'s [usize], EngineError> {
        let ListedOptions { cells, lanes } = listed;
        cells.clear();
        let environment = self.geometry.environment(at);
        let Self { game, geometry, clauses, .. } = self;
        let mut quick = Quick { game, geometry, clauses, at: environment, lanes };
        if quick.list(player, &mut Collected(cells)).is_err() {
            cells.clear();
            let wanted = WantedOfMoves::Options;
            let mut closely = ByDefinition { game, plan: self.plan, at, wanted };
            if closely.list(player, &mut Collected(cells)).is_err() {
                let job = self.plan.job();
                game.check(at, job.domain(), job.quantity())?;
            }
        }
        if let Some(mask) = self.mask {
            cells.retain(|&cell| mask.contains_cell(cell));
        }
        Ok(cells)
    }
}

struct Collected<'a>(&'a mut Vec<usize>);

impl Tally for Collected<'_> {
    fn run(&mut self, run: Run) {
        let cell = |number: usize| run.first.wrapping_add_signed(run.step * number as isize);
        self.0.extend((0..run.count).map(cell));
    }

    fn each(&mut self, indices: &[usize], _: &[i64]) {
        self.0.extend_from_slice(indices);
    }
}
