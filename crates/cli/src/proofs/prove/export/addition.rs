//! The laws that make addition what it is.

use crate::automata::{Formula, Variable};

/// Returns sentences that only addition satisfies, each with what it says: by induction they determine every
/// sum from the order of the numbers alone.
pub(super) fn laws_of_addition() -> [(&'static str, Formula); 4] {
    let [x, y, z, s, t, u] = [0, 1, 2, 3, 4, 5];
    let for_all = |variables: &[Variable], formula: Formula| {
        variables.iter().rev().fold(formula, |formula, &x| Formula::for_all(x, formula))
    };
    let implies = |premises: Vec<Formula>, conclusion: Formula| {
        Formula::Any(vec![Formula::not(Formula::All(premises)), conclusion])
    };
    // The least number above x.
    let next = |x: Variable, y: Variable| {
        let between = [Formula::Less(x, t), Formula::Less(t, y)];
        Formula::All(vec![Formula::Less(x, y), Formula::not(Formula::exists(t, between))])
    };
    let is_least = Formula::not(Formula::exists(t, [Formula::Less(t, y)]));
    [
        ("addition is total", for_all(&[x, y], Formula::exists(z, [Formula::Sum([x, y, z])]))),
        (
            "addition is a function",
            for_all(
                &[x, y, z, u],
                implies(
                    vec![Formula::Sum([x, y, z]), Formula::Sum([x, y, u])],
                    Formula::Equal(z, u),
                ),
            ),
        ),
        (
            "x plus the least number is x",
            for_all(&[x, y], implies(vec![is_least], Formula::Sum([x, y, x]))),
        ),
        (
            "x plus the successor of y is the successor of x plus y",
            for_all(
                &[x, y, s, z, u],
                implies(
                    vec![next(y, s), Formula::Sum([x, y, z]), next(z, u)],
                    Formula::Sum([x, s, u]),
                ),
            ),
        ),
    ]
}
