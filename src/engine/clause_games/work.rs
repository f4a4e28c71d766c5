//! How many options are looked up.

use heap_rules::extents::most_options;
use heap_rules::rules::Clause;

use crate::domain::Domain;
#[cfg(feature = "gpu")]
use crate::ruleset::WrittenRuleset;
use crate::ruleset::heap_bounds;

/// Returns the positions that are looked up for the options of a clause at a position, on average.
pub(crate) fn options_of_clause(clause: &Clause, domain: &Domain) -> f64 {
    if clause.single().is_none() {
        let summands = clause.by_summands();
        return summands.iter().map(|summand| options_of_clause(summand, domain)).sum();
    }
    // Positions are as large as a part of the domain on average, which is smaller the more heaps share the tokens.
    let share = if domain.is_box() { 0.5 } else { 1.0 / (domain.heaps() + 1) as f64 };
    let average = (0..clause.ranges.len()).fold(1.0, |part, _| part * share);
    average * most_options(clause, &heap_bounds(domain)) as f64
}

/// Returns the options of a position, of both players, on average.
#[cfg(feature = "gpu")]
pub(crate) fn options_of_position(game: &WrittenRuleset, domain: &Domain) -> f64 {
    game.clauses().map(|clause| options_of_clause(clause, domain).max(1.0)).sum()
}
