//! Whether rules are known to have no fault, so that not every option has to be looked up.

use heap_rules::budget::Budget;
use heap_rules::extents::{ClauseBounds, clause_bounds};
use heap_rules::intervals::{Bounds, bounds, possible};
use heap_rules::proof::{grade_falls, stays_inside, tokens_do_not_grow};
use heap_rules::rules::{Clause, Clauses};

use crate::domain::Domain;
use crate::ruleset::{WrittenRuleset, heap_bounds};

/// Returns whether it is proved that no position of the domain has a fault, where points are not looked at.
pub(crate) fn is_faultless(game: &WrittenRuleset, domain: &Domain) -> bool {
    let (rules, heaps) = (game.rules(), heap_bounds(domain));
    let has_values_of_summand = |clause: &Clause| match clause_bounds(clause, &heaps) {
        None => false,
        Some(ClauseBounds::Empty) => true,
        Some(ClauseBounds::Within(environment)) => {
            let mut heaps = clause.option.iter().flat_map(|summand| &summand.heaps);
            heaps.all(|heap| bounds(heap, &environment).is_some())
        }
    };
    let has_values = |clause: &Clause| {
        clause_bounds(clause, &heaps).is_some()
            && clause.by_summands().iter().all(has_values_of_summand)
    };
    let budget = Budget::default();
    // A token sum that is not larger leaves an option in a simplex, if its heaps are not negative.
    let by_tokens = rules.grade.is_none();
    let stays = |clause: &Clause| match domain.is_box() {
        true => stays_inside(rules, clause, Some(domain.shape()), &budget),
        false => {
            (by_tokens || tokens_do_not_grow(rules, clause, &budget))
                && stays_inside(rules, clause, None, &budget)
        }
    };
    has_grades(rules, &heaps)
        && rules.terminal.as_ref().is_none_or(|terminal| possible(terminal, &heaps).is_some())
        && game.clauses().all(|clause| {
            has_values(clause) && grade_falls(rules, clause, &budget) && stays(clause)
        })
}

/// Returns whether every position is known to have a grade.
pub(crate) fn has_grades(rules: &Clauses, heaps: &[Bounds]) -> bool {
    let is_grade = |(least, largest)| least >= 0 && largest <= i64::from(u32::MAX);
    rules.grade.is_none() || rules.grade_bounds(heaps).is_some_and(is_grade)
}
