//! The moves of a game as an automaton, which reads two positions.

use super::options::{obstacle, some_options};
use super::symbols::{Symbols, needed_numeration};
use crate::automata::{
    Arithmetic, AutomataError, Automaton, Formula, Limits, Variable, evaluate,
};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::ruleset::Ruleset;

/// Checks that formulas describe the moves of a game, and returns the name of the only numeration in which they do;
/// `None` if they do in any.
pub(crate) fn check_moves(ruleset: &Ruleset) -> Result<Option<&'static str>, InvalidInput> {
    match obstacle(ruleset) {
        Some(obstacle) => Err(obstacle),
        None if ruleset.has_sums() => Err(InvalidInput::new(
            InvalidInputKind::NoFormula,
            ruleset,
            "its moves lead to sums of positions, and `move` is about single ones",
            "its Grundy values are proved",
        )),
        None => Ok(needed_numeration(ruleset)),
    }
}

/// Returns the automaton that reads the heaps of a position and those of another one, and accepts if the second is an
/// option of the first; of a partizan game an option of either player.
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
    let formula = some_options(ruleset, at, 1, &is_there, &symbols);
    evaluate(&formula, arithmetic, limits)?.over(2 * heaps, limits)
}
