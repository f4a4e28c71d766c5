//! What formulas about options are written with.

use std::sync::Arc;

use super::rules::{automatic_functions, rules_of};
use crate::automata::{
    Arithmetic, Automaton, Formula, FreshVariables, Limits, Numeration, Variable,
};
use crate::proofs::formula::{AutomaticFunction, Functions};
use grundytab::ruleset::{Ruleset, is_fibonacci_odd};

/// A statement about options, and what it is written with.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    /// Says it of an option, whose heaps stand for these variables.
    pub(super) says: &'a dyn Fn(&[Variable]) -> Formula,
    pub(super) symbols: &'a Symbols,
}

impl Target<'_> {
    /// Says it of an option.
    pub(super) fn of(self, option: &[Variable]) -> Formula {
        (self.says)(option)
    }

    /// Returns a variable that is not used otherwise.
    pub(super) fn variable(self) -> Variable {
        self.symbols.fresh.variable()
    }
}

/// What a condition is written with: variables that are not used otherwise, and in a numeration the subtraction set of the
/// game if that is infinite, and the functions in its rules.
pub(super) struct Symbols {
    pub(super) fresh: FreshVariables,
    pub(super) infinite_set: Option<Arc<Automaton>>,
    functions: Vec<(AutomaticFunction, Arc<Automaton>)>,
}

impl Symbols {
    /// Returns what formulas about the options of a game are written with, beside the first variables; `None` if they cannot be
    /// written in this numeration.
    pub(super) fn of(
        ruleset: &Ruleset,
        numeration: &Arc<Numeration>,
        variables: usize,
    ) -> Option<Self> {
        let functions = rules_of(ruleset).map(|game| automatic_functions(&game));
        let functions = functions.transpose().ok()?.unwrap_or_default();
        let needed = numeration_needed_by(ruleset, &functions);
        if needed.is_some_and(|needed| needed != numeration.to_string()) {
            return None;
        }
        let mut symbols = Symbols::without_automata(variables);
        if has_infinite_set(ruleset) {
            let set = Automaton::alternating_ones(numeration, &Limits::default()).ok()?;
            symbols.infinite_set = Some(Arc::new(set));
        }
        if !functions.is_empty() {
            let arithmetic = Arithmetic::of(numeration, &Limits::default()).ok()?;
            for function in functions {
                let automaton = function.automaton(&arithmetic, &Limits::default()).ok()?;
                symbols.functions.push((function, Arc::new(automaton)));
            }
        }
        Some(symbols)
    }

    /// Returns what formulas are written with that need no automata.
    pub(super) fn without_automata(variables: usize) -> Self {
        let fresh = FreshVariables::after(variables);
        Symbols { fresh, infinite_set: None, functions: Vec::new() }
    }

    /// Makes something of the functions in rules.
    pub(super) fn with_functions<T>(&self, make: impl FnOnce(&Functions) -> T) -> T {
        // Which functions are needed was found out by the same reading of the rules.
        let nothing = || Arc::new(Automaton::nothing(&Arc::new(Numeration::fibonacci())));
        let automaton = |function: AutomaticFunction| {
            let known = self.functions.iter().find(|(known, _)| *known == function);
            known.map_or_else(nothing, |(_, automaton)| Arc::clone(automaton))
        };
        make(&Functions { automaton: &automaton, fresh: &self.fresh })
    }
}

/// Returns the name of the only numeration in which formulas describe the moves of a game; `None` if they do in any.
pub(crate) fn needed_numeration(ruleset: &Ruleset) -> Option<&'static str> {
    let functions = rules_of(ruleset).and_then(|game| automatic_functions(&game).ok());
    numeration_needed_by(ruleset, &functions.unwrap_or_default())
}

/// Returns the same where the functions in the rules are known.
fn numeration_needed_by(
    ruleset: &Ruleset,
    functions: &[AutomaticFunction],
) -> Option<&'static str> {
    let of_set = has_infinite_set(ruleset).then_some("fibonacci");
    of_set.or_else(|| functions.iter().find_map(|function| function.numeration()))
}

/// Whether a game subtracts the numbers of an infinite set, of which its rules list those that a table may need.
fn has_infinite_set(ruleset: &Ruleset) -> bool {
    ruleset.vector_game().is_some_and(is_fibonacci_odd)
}
