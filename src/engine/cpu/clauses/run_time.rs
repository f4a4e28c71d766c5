//! The work of a run: how many options are looked up, in which of the ways, and what is evaluated for each.
//!
//! How many numbers the variables take depends on bounds and conditions, so that it is counted at some hundred positions that lie
//! everywhere in the domain. No value is needed for that, and no clock: every machine counts the same. Of outcomes it is
//! an upper estimate, because the first P-position among the options ends the search.

use heap_rules::rules::OfRules;
use heap_rules::tree::Number;

use super::cells::Geometry;
use super::listed::Places;
use super::marking::Marking;
use super::mirror::Mirror;
use super::options::prepared;
use super::prepared::Clause;
use super::scalar::Environment;
use super::shared_lines::SharedLines;
use crate::domain::{Coordinates, Domain};
use crate::engine::clause_games::computes_grundy_values;
use crate::engine::clause_games::work::options_of_clause;
use crate::engine::rates::thread;
use crate::plan::Plan;
use crate::ruleset::WrittenRuleset;

/// The most positions at which numbers of variables are counted.
const MOST_POSITIONS: usize = 256;
/// About how many numbers are gone through for this, of all clauses together.
const MOST_COUNTED: usize = 1 << 17;
/// Of an outer variable with more numbers only so many are gone through, each in the place of several.
const MOST_OF_OUTER: usize = 16;

/// Returns the nanoseconds of a position on one thread, and how many positions can be computed at a time.
pub(in crate::engine::cpu) fn of_position(plan: &Plan, game: &WrittenRuleset) -> (f64, f64) {
    if let Some(marking) = marking(plan, game) {
        let positions = plan.job().domain().positions() as f64;
        return (marking.nanoseconds, if marking.is_shared(plan) { positions } else { 1.0 });
    }
    of_options(plan, game)
}

/// Returns how a table is filled by marks, if that takes less time than to look up options.
pub(super) fn marking(plan: &Plan, game: &WrittenRuleset) -> Option<Marking> {
    Marking::of(plan, game, || of_options(plan, game).0)
}

/// Returns the same where options are looked up one by one.
fn of_options(plan: &Plan, game: &WrittenRuleset) -> (f64, f64) {
    let positions = plan.job().domain().positions() as f64;
    let clauses = prepared(game, plan.job().domain(), false);
    let shares_lines =
        computes_grundy_values(plan) && SharedLines::of(&clauses, game.heaps()).is_some();
    // Each option on a line that positions share is looked up once, not once by each of them.
    let nanoseconds = match shares_lines {
        true => thread::WALKED_POSITION + thread::WALKED_CLAUSE * game.clauses().count() as f64,
        false => thread::WALKED_POSITION + of_clauses(plan, game, |_| true),
    };
    let layers = plan.job().layer_count() as f64;
    let half = if Mirror::of(plan, game).is_some() { 0.5 } else { 1.0 };
    (half * nanoseconds, half * positions / layers)
}

/// Returns the nanoseconds that it takes to look up the options of some clauses, by their numbers.
pub(super) fn of_clauses(
    plan: &Plan,
    game: &WrittenRuleset,
    is_walked: impl Fn(usize) -> bool,
) -> f64 {
    let domain = plan.job().domain();
    let with_points = plan.job().quantity().is_score();
    let clauses = prepared(game, domain, with_points).into_iter().flatten().enumerate();
    let clauses = clauses.zip(game.clauses()).filter(|((number, _), _)| is_walked(*number));
    let clauses: Vec<_> = clauses.map(|((_, clause), written)| (clause, written)).collect();
    let (geometry, of_clause) = (Geometry::new(domain), MOST_COUNTED / clauses.len().max(1));
    let mut nanoseconds = 0.0;
    for (clause, written) in &clauses {
        let outer = clause.loops.len().saturating_sub(1) as u32;
        let many = (of_clause / MOST_OF_OUTER.pow(outer)).clamp(4, MOST_POSITIONS);
        let mut counts = Counts::default();
        let mut counted = 0;
        for at in positions_everywhere(domain, many) {
            counts.add(clause, 0, &mut geometry.environment(at), 1.0);
            counted += 1;
        }
        let counted = f64::from(counted.max(1));
        let numbers = match &clause.sum {
            // The positions of a sum that variables of its own name are not counted.
            Some(summands) if summands.iter().any(|of| !of.loops.is_empty()) => {
                options_of_clause(written, domain)
            }
            Some(summands) => counts.numbers / counted * summands.len() as f64,
            None => counts.numbers / counted,
        };
        nanoseconds += thread::WALKED_CLAUSE
            + thread::OPERATION_OF_ONE * counts.operations / counted
            + of_visit(clause) * counts.visits / counted
            + of_number(clause) * numbers.max(1.0);
    }
    nanoseconds
}

/// Returns the nanoseconds of the vectors in which numbers of the innermost variable are evaluated, where the others are known.
fn of_visit(clause: &Clause) -> f64 {
    match clause.lane_test.is_none() && clause.is_piecewise_linear() {
        true => 0.0,
        false => thread::LANES,
    }
}

/// Returns the nanoseconds of a number of the innermost variable.
fn of_number(clause: &Clause) -> f64 {
    let operations = |number: &Number<OfRules>| number.operations() as f64;
    let of_test = clause.lane_test.as_ref().map(|test| test.operations() as f64);
    let is_listed = clause.loops.last().is_some_and(|of_loop| of_loop.listed.is_some());
    match (of_test, clause.is_piecewise_linear()) {
        (None, true) if is_listed => thread::OPTION_OF_LIST,
        (None, true) => thread::OPTION_OF_RUN,
        (Some(test), true) => thread::OPTION_IN_LANE + thread::OPERATION * test,
        (test, false) => {
            let heaps: f64 = clause.option.written.iter().map(operations).sum();
            let pays = clause.pays.as_ref().map_or(0.0, |(pays, _)| operations(pays));
            let all = test.unwrap_or(0.0) + heaps + pays;
            thread::OPTION_OF_COLUMNS + thread::OPERATION * all
        }
    }
}

/// Lists positions everywhere in a domain, at most so many.
fn positions_everywhere(domain: &Domain, many: usize) -> impl Iterator<Item = Coordinates> {
    /// 2^64 divided by the golden ratio: its multiples lie everywhere, as fractions of 2^64.
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    /// A part of the cells are no positions.
    const TRIED_FOR_EACH: u64 = 32;
    let (cells, sides) = (domain.sides().cells() as u128, domain.sides());
    let index = move |number: u64| (cells * u128::from(number.wrapping_mul(STEP))) >> 64;
    (1..=TRIED_FOR_EACH * many as u64)
        .map(move |number| Coordinates::from_row_major_index(index(number) as usize, sides))
        .filter(|&at| domain.contains(at))
        .take(many)
}

/// What a clause takes at some positions.
#[derive(Default)]
struct Counts {
    /// The numbers of the innermost variable that are looked at.
    numbers: f64,
    /// How often there are some.
    visits: f64,
    /// The operations of conditions that the innermost variable does not change.
    operations: f64,
}

impl Counts {
    /// Adds what a clause takes at a position where its first `depth` variables are known, so many times.
    fn add(&mut self, clause: &Clause, depth: usize, at: &mut Environment, times: f64) {
        for test in &clause.tests[depth] {
            self.operations += times * (1 + test.operations()) as f64;
            if test.at(at) != Some(true) {
                return;
            }
        }
        let Some(of_loop) = clause.loops.get(depth) else {
            self.numbers += times;
            return;
        };
        let mut places = Places::default();
        let Ok(Some(numbers)) = of_loop.numbers(at, &mut places) else { return };
        let count = numbers.count();
        if depth + 1 == clause.loops.len() {
            self.numbers += times * count as f64;
            self.visits += times;
            return;
        }
        let taken = count.min(MOST_OF_OUTER);
        for part in 0..taken {
            at[of_loop.place] = numbers.at((2 * part + 1) * count / (2 * taken));
            self.add(clause, depth + 1, at, times * count as f64 / taken as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a count at positions that are not like the others: of all positions the counts are sums that are known.
    #[test]
    fn numbers_are_counted_at_positions_like_the_others() {
        for (rules, domain, of_all) in [
            // The mean of 0, 1, ..., 999.
            ("(x - k) for 1 <= k <= x if k % x != 7", "1000", 499.5),
            // Of a plane the square of the mean of 0, 1, ..., 99 and 1 more.
            (
                "(x - k, y - l) for 0 <= k <= x, 0 <= l <= y if (k ^ l) % 3 == 1",
                "100x100",
                50.5 * 50.5,
            ),
            // The 168 primes below 1000: of x all up to x.
            ("(x - k) for 1 <= k <= x if is_prime(k)", "1000", 92.0),
        ] {
            let plan = Plan::parse(&format!("rules: {rules}"), domain, "grundy").expect(rules);
            let game = plan.job().ruleset().written_ruleset().expect("rules");
            let clauses = prepared(game, plan.job().domain(), false);
            let (mut counts, geometry) = (Counts::default(), Geometry::new(plan.job().domain()));
            for at in positions_everywhere(plan.job().domain(), MOST_POSITIONS) {
                counts.add(&clauses[0][0], 0, &mut geometry.environment(at), 1.0);
            }
            let found = counts.numbers / MOST_POSITIONS as f64;
            assert!((0.9..1.1).contains(&(found / of_all)), "{rules}: {found}, {of_all}");
        }
    }
}
