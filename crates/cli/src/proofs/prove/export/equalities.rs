//! Variables that are said to equal another one are left out: "there is a y with y = x for which ..." says the
//! same of x. MONA rewrites such statements too, but then mistakes the order of the variables of an imported
//! automaton.

use crate::automata::{Formula, Variable};

/// Returns the formula without the variables that equal another one.
pub(super) fn without_equalities(formula: &Formula) -> Formula {
    let each = |formulas: &[Formula]| formulas.iter().map(without_equalities).collect();
    match formula {
        Formula::Not(formula) => Formula::not(without_equalities(formula)),
        Formula::All(formulas) => Formula::All(each(formulas)),
        Formula::Any(formulas) => Formula::Any(each(formulas)),
        Formula::Exists(x, formula) => {
            let formula = without_equalities(formula);
            match equal_of(*x, &formula) {
                Some(y) => substituted(&formula, *x, y),
                None => Formula::Exists(*x, Box::new(formula)),
            }
        }
        _ => formula.clone(),
    }
}

/// Returns a variable that equals another one wherever the formula is true.
fn equal_of(x: Variable, formula: &Formula) -> Option<Variable> {
    match formula {
        Formula::Equal(y, z) if *y == x && *z != x => Some(*z),
        Formula::Equal(y, z) if *z == x && *y != x => Some(*y),
        Formula::All(formulas) => formulas.iter().find_map(|formula| equal_of(x, formula)),
        _ => None,
    }
}

/// Returns the formula with y in place of x. No quantifier in it binds either.
fn substituted(formula: &Formula, x: Variable, y: Variable) -> Formula {
    let renamed = |variable: &Variable| if *variable == x { y } else { *variable };
    let each = |formulas: &[Formula]| formulas.iter().map(|f| substituted(f, x, y)).collect();
    match formula {
        Formula::Accepts(automaton, tracks) => {
            Formula::Accepts(automaton.clone(), tracks.iter().map(renamed).collect())
        }
        Formula::Sum(terms) => Formula::Sum([0, 1, 2].map(|term: usize| renamed(&terms[term]))),
        Formula::Less(a, b) => Formula::Less(renamed(a), renamed(b)),
        Formula::Equal(a, b) if renamed(a) == renamed(b) => Formula::All(Vec::new()),
        Formula::Equal(a, b) => Formula::Equal(renamed(a), renamed(b)),
        Formula::Is(a, number) => Formula::Is(renamed(a), *number),
        Formula::Not(formula) => Formula::not(substituted(formula, x, y)),
        Formula::All(formulas) => Formula::All(each(formulas)),
        Formula::Any(formulas) => Formula::Any(each(formulas)),
        Formula::Exists(z, formula) => Formula::Exists(*z, Box::new(substituted(formula, x, y))),
    }
}
