//! The moves of a game as an automaton, which reads two positions; and its positions.

use super::options::{no_formula, obstacle, some_options};
use super::rules::{is_position, rules_of};
use super::symbols::{Symbols, Target, needed_numeration};
use crate::automata::{Arithmetic, AutomataError, Automaton, Formula, Limits, Variable, evaluate};
use grundytab::invalid_input::InvalidInput;
use grundytab::ruleset::Ruleset;

/// Checks that formulas describe the moves of a game, and returns the name of the only numeration in which they do;
/// `None` if they do in any.
pub(crate) fn check_moves(ruleset: &Ruleset) -> Result<Option<&'static str>, InvalidInput> {
    match obstacle(ruleset) {
        Some(obstacle) => Err(obstacle),
        None if ruleset.has_sums() => Err(no_formula(
            ruleset,
            "its moves lead to sums of positions, and `move` is about single ones",
            "its Grundy values are proved",
        )),
        None => Ok(needed_numeration(ruleset)),
    }
}

/// Returns the automaton that reads the heaps of a cell and those of another one, and accepts if the first is a position
/// of which the second is an option; of a partizan game an option of either player.
pub(crate) fn moves(
    ruleset: &Ruleset,
    arithmetic: &Arithmetic,
    limits: &Limits,
) -> Result<Automaton, AutomataError> {
    let heaps = ruleset.heaps();
    let variables: Vec<Variable> = (0..2 * heaps as Variable).collect();
    let (at, to) = variables.split_at(heaps);
    let symbols = Symbols::of(ruleset, arithmetic.numeration(), 2 * heaps)
        .ok_or(AutomataError::NotProved("the moves are described in the numeration"))?;
    let is_there = |option: &[Variable]| {
        let pairs = option.iter().zip(to);
        Formula::All(pairs.map(|(&heap, &wanted)| Formula::Equal(heap, wanted)).collect())
    };
    let target = Target { says: &is_there, symbols: &symbols };
    let options = some_options(ruleset, at, 1, target);
    let formula = Formula::All(vec![is_position_of(ruleset, at, &symbols), options]);
    evaluate(&formula, arithmetic, limits)?.over(2 * heaps, limits)
}

/// Returns the automaton of the cells that the rules of a game call positions.
pub(crate) fn positions(
    ruleset: &Ruleset,
    arithmetic: &Arithmetic,
    limits: &Limits,
) -> Result<Automaton, AutomataError> {
    let heaps: Vec<Variable> = (0..ruleset.heaps() as Variable).collect();
    let symbols = Symbols::of(ruleset, arithmetic.numeration(), heaps.len())
        .ok_or(AutomataError::NotProved("the positions are described in the numeration"))?;
    let formula = is_position_of(ruleset, &heaps, &symbols);
    evaluate(&formula, arithmetic, limits)?.over(heaps.len(), limits)
}

/// Says that a cell is a position of a game.
fn is_position_of(ruleset: &Ruleset, at: &[Variable], symbols: &Symbols) -> Formula {
    match rules_of(ruleset) {
        Some(game) => symbols.with_functions(|functions| is_position(&game, at, functions)),
        None => Formula::All(Vec::new()),
    }
}
