//! Whether rules define a game: at every position, all their expressions have values, every move leads to heaps that exist,
//! and makes the grade smaller. Then every play ends, and there is one family of sets that satisfies the conditions.

use heap_rules::clause::HEAP_NAMES;
use heap_rules::{Meaning as _, Problem, Sign, Syntax};

use super::options::Moves;
use crate::automata::{Arithmetic, AutomataError, Formula, Limits, Variable, evaluate};
use crate::formula::{Functions, Number, Truth};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::{Ruleset, WrittenRuleset};
use crate::wording::joined;

/// What is wrong with rules, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::prove) struct RuleFault {
    /// A position with as few digits as possible.
    pub(in crate::prove) position: Vec<Option<u128>>,
    /// What is wrong there.
    pub(in crate::prove) what: String,
}

impl RuleFault {
    /// Returns the refusal of rules that have it.
    pub(in crate::prove) fn refusal(&self, ruleset: &Ruleset) -> InvalidInput {
        let size =
            |heap: &Option<u128>| heap.map_or("a large number".into(), |heap| heap.to_string());
        let problem =
            format!("at ({}) {}", joined(self.position.iter().map(size), ", "), self.what);
        let hint = "nothing is proved of rules that define no game; say with `if`, in a range, or with `positions` where moves exist";
        InvalidInput::new(InvalidInputKind::FaultyRules, ruleset, problem, hint)
    }
}

/// A fault that rules may have: what would be wrong, and at which positions.
pub(super) struct PossibleFault {
    what: String,
    positions: Formula,
}

/// Looks for a fault of rules among all positions.
///
/// # Errors
/// When an automaton grows beyond the limits.
pub(in crate::prove) fn fault(
    game: &WrittenRuleset,
    functions: &Functions,
    arithmetic: &Arithmetic,
    limits: &Limits,
) -> Result<Option<RuleFault>, AutomataError> {
    let heaps: Vec<Variable> = (0..game.heaps() as Variable).collect();
    let possible = faults(&Moves { game, functions }, &heaps);
    let possible = possible.map_err(|_| AutomataError::NotProved("the rules have formulas"))?;
    for PossibleFault { what, positions } in possible {
        let automaton = evaluate(&positions, arithmetic, limits)?.over(heaps.len(), limits)?;
        if let Some(position) = automaton.first_tuples(1, limits)?.tuples.into_iter().next() {
            return Ok(Some(RuleFault { position, what }));
        }
    }
    Ok(None)
}

/// Returns the faults that rules may have.
pub(super) fn faults(rules: &Moves, at: &[Variable]) -> Result<Vec<PossibleFault>, Problem> {
    let here = rules.is_position(at)?;
    let mut possible = Vec::new();
    let written = rules.game.written();
    let silence = |condition: &Option<Syntax>| -> Result<Option<Formula>, Problem> {
        let truth =
            condition.as_ref().map(|condition| rules.at(at).truth(condition)).transpose()?;
        Ok(truth.and_then(|truth| truth.is_silent()))
    };
    if let Some(positions) = silence(&written.positions)? {
        // It is not known whether the cell is a position.
        possible.push(PossibleFault { what: "`positions` has no value".into(), positions });
    }
    let mut at_positions = |what: String, formula: Formula| {
        let positions = Formula::All(vec![here.clone(), formula]);
        possible.push(PossibleFault { what, positions });
    };
    if let Some(silent) = silence(&written.terminal)? {
        at_positions("`terminal` has no value".into(), silent);
    }
    let grade = grade(rules, at)?;
    if let Some(undefined) = grade.is_undefined() {
        at_positions("the grade has no value".into(), undefined);
    }
    let zero = Number::constant(0);
    let fresh = rules.functions.fresh;
    if !grade.is_natural() {
        let is_negative = Truth::comparison(Sign::Less, &grade, &zero, fresh)?;
        at_positions("the grade is negative".into(), is_negative.holds());
    }
    let goes_on = rules.goes_on(at)?;
    for clause in rules.clauses() {
        let moves = rules.moves(clause, at)?;
        let mut at_moves = |what: String, formula: Formula| {
            at_positions(what, Formula::All(vec![goes_on.clone(), formula]));
        };
        if let Some(silent) = moves.has_no_value() {
            at_moves(format!("the clause `{clause}` has no value"), silent);
        }
        for heaps in &moves.positions {
            for (heap, name) in heaps.iter().zip(HEAP_NAMES) {
                if heap.is_natural() {
                    continue;
                }
                let is_negative = Truth::comparison(Sign::Less, heap, &zero, fresh)?;
                let what = format!("a move of the clause `{clause}` makes {name} negative");
                at_moves(what, moves.some(is_negative.holds()));
            }
            let (ways, _) = Number::as_variables(heaps, fresh)?;
            for (given, option) in &ways {
                let there = self::grade(rules, option)?;
                let falls = Truth::comparison(Sign::Less, &there, &grade, fresh)?;
                let of_option = vec![rules.is_position(option)?, Formula::not(falls.holds())];
                let what =
                    format!("a move of the clause `{clause}` does not make the grade smaller");
                at_moves(what, moves.some(given.and(Formula::All(of_option))));
            }
        }
    }
    Ok(possible)
}

/// Returns the grade of a position: the token sum, if the rules state no other.
fn grade(rules: &Moves, at: &[Variable]) -> Result<Number, Problem> {
    match &rules.game.written().grade {
        Some(grade) => {
            rules.at(at).number(grade).map_err(|problem| format!("in `grade`: {problem}"))
        }
        None => rules.at(at).tokens(),
    }
}
