//! Which cells are positions, and what the options of a position satisfy.

use heap_rules::clause::WrittenClause;
use heap_rules::{Meaning as _, Problem, Syntax};

use super::clause::ClauseMoves;
use super::expressions::Names;
use crate::automata::{Formula, Variable};
use crate::proofs::formula::{Functions, Number};
use grundytab::ruleset::WrittenRuleset;

/// A statement about the positions whose sum is an option, each with its heaps.
pub(in crate::proofs::prove) type TargetOfSum<'a> = &'a dyn Fn(&[&[Variable]]) -> Formula;

/// Says that a cell is a position.
pub(in crate::proofs::prove) fn is_position(
    game: &WrittenRuleset,
    at: &[Variable],
    functions: &Functions,
) -> Formula {
    Moves { game, functions }.is_position(at).unwrap_or_else(never)
}

/// Returns the formula that some option of a position satisfies the target. Of rules that no formula describes no option does.
pub(in crate::proofs::prove) fn some_sums(
    game: &WrittenRuleset,
    at: &[Variable],
    target: TargetOfSum,
    functions: &Functions,
) -> Formula {
    Moves { game, functions }.options(at, target).unwrap_or_else(never)
}

fn never(_: Problem) -> Formula {
    Formula::Any(Vec::new())
}

/// The rules of a game, and what they are written with.
pub(super) struct Moves<'a> {
    pub(super) game: &'a WrittenRuleset,
    pub(super) functions: &'a Functions<'a>,
}

impl<'a> Moves<'a> {
    /// Returns the names of the heaps of a position.
    pub(super) fn at(&self, heaps: &[Variable]) -> Names<'a> {
        Names::at(heaps, self.functions)
    }

    /// Returns the clauses of all players.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &WrittenClause> {
        self.game.written().moves.each().into_iter().flatten()
    }

    /// Reads a clause at a position, whose heaps are bounded as `positions` says.
    pub(super) fn moves(
        &self,
        clause: &WrittenClause,
        at: &[Variable],
    ) -> Result<ClauseMoves, Problem> {
        let mut names = self.at(at).bounded_by(self.game.written().positions.as_ref());
        ClauseMoves::read(clause, &mut names)
            .map_err(|problem| format!("in the clause `{clause}`: {problem}"))
    }

    pub(super) fn is_position(&self, at: &[Variable]) -> Result<Formula, Problem> {
        self.stated(&self.game.written().positions, "positions", at, true)
    }

    /// Says that the rules do not call a position terminal.
    pub(super) fn goes_on(&self, at: &[Variable]) -> Result<Formula, Problem> {
        self.stated(&self.game.written().terminal, "terminal", at, false)
    }

    /// Says that a condition, if it is stated, has this truth value.
    fn stated(
        &self,
        condition: &Option<Syntax>,
        what: &str,
        at: &[Variable],
        is_wanted: bool,
    ) -> Result<Formula, Problem> {
        let Some(condition) = condition else { return Ok(Formula::All(Vec::new())) };
        let truth = self.at(at).truth(condition);
        let truth = truth.map_err(|problem| format!("in `{what}`: {problem}"))?;
        Ok(if is_wanted { truth.holds() } else { truth.fails() })
    }

    /// Says that some option of a position satisfies the target.
    pub(super) fn options(&self, at: &[Variable], target: TargetOfSum) -> Result<Formula, Problem> {
        let clauses = self.clauses().map(|clause| {
            let moves = self.moves(clause, at)?;
            let heaps: Vec<Number> = moves.positions.iter().flatten().cloned().collect();
            let (ways, _) = Number::as_variables(&heaps, self.functions.fresh)?;
            let ways = ways.iter().map(|(given, heaps)| {
                let positions: Vec<&[Variable]> = heaps.chunks(at.len()).collect();
                let are_positions = positions.iter().map(|heaps| self.is_position(heaps));
                let mut all = are_positions.collect::<Result<Vec<_>, _>>()?;
                all.push(target(&positions));
                Ok(given.and(Formula::All(all)))
            });
            let mut ways = ways.collect::<Result<Vec<Formula>, Problem>>()?;
            // A single formula is put together with the conditions, whatever the order is written in.
            Ok(moves.some(if ways.len() == 1 { ways.remove(0) } else { Formula::Any(ways) }))
        });
        let clauses = clauses.collect::<Result<Vec<Formula>, Problem>>()?;
        let moves = Formula::Any(clauses);
        Ok(match &self.game.written().terminal {
            None => moves,
            Some(_) => Formula::All(vec![self.goes_on(at)?, moves]),
        })
    }
}
