//! How many options rules have, and how large their numbers may be, wherever heaps lie between bounds.

use super::intervals::{Bounds, bounds, hull, narrowed, possible};
use super::linear::Form;
use super::partial::value_bounds;
use crate::language::bounds::ends;
use crate::language::tree::Number;
use crate::rules::{Clause, OfRules, Range, Rules};

/// Returns bounds of a variable. They are empty, the first larger than the second, if it certainly takes no number.
/// `None` if a bound of the range may be undefined or pass 64 bits.
pub fn range_bounds(range: &Range, environment: &[Bounds]) -> Option<Bounds> {
    match range {
        Range::Between(ends) => {
            let [low, high] = &**ends;
            Some((bounds(low, environment)?.0, bounds(high, environment)?.1))
        }
        Range::Set(numbers) => match (numbers.first(), numbers.last()) {
            (Some(first), Some(last)) => Some((*first, *last)),
            _ => Some((1, 0)),
        },
    }
}

/// What the variables of a clause lie between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClauseBounds {
    /// No values of the variables satisfy the clause: there are no options.
    Empty,
    /// The bounds of the heaps and of the variables.
    Within(Vec<Bounds>),
}

/// Returns bounds of the heaps and of the variables of a clause, for the places where it has options. `None` if its
/// ranges or its condition may be undefined or pass 64 bits.
pub fn clause_bounds(clause: &Clause, heaps: &[Bounds]) -> Option<ClauseBounds> {
    let mut environment = heaps.to_vec();
    for range in &clause.ranges {
        match range_bounds(range, &environment)? {
            (low, high) if low > high => return Some(ClauseBounds::Empty),
            bounds => environment.push(bounds),
        }
        // A variable that takes a number says something of the heaps too, as 1 <= k <= x of x.
        for condition in range.conditions(environment.len() - 1) {
            match narrowed(&condition, true, &environment) {
                Some(narrowed) => environment = narrowed,
                None => return Some(ClauseBounds::Empty),
            }
        }
    }
    let Some(condition) = &clause.condition else { return Some(ClauseBounds::Within(environment)) };
    let is_possible = possible(condition, &environment)?.truth;
    let narrowed = narrowed(condition, true, &environment).filter(|_| is_possible);
    Some(narrowed.map_or(ClauseBounds::Empty, ClauseBounds::Within))
}

/// Returns an upper bound on the number of values that the variables of a clause have at one position. Where a bound of a
/// variable has no value, the rules have a fault, and there are none.
pub fn most_options(clause: &Clause, heaps: &[Bounds]) -> u64 {
    let mut environment = heaps.to_vec();
    let mut count = 1u64;
    for range in &clause.ranges {
        let ends = match range {
            Range::Between(of) => value_bounds(&of[0], &environment)
                .and_then(|low| Some((low.0, value_bounds(&of[1], &environment)?.1))),
            Range::Set(_) => range_bounds(range, &environment),
        };
        let Some(ends @ (low, high)) = ends else { return u64::MAX };
        let width = (i128::from(high) - i128::from(low) + 1).max(0);
        let of_range = match range {
            Range::Set(numbers) => numbers.len() as u64,
            Range::Between(of) => {
                // What both bounds have in common, as x in x - 3 <= k <= x, does not matter.
                let width = widest(of, &environment).map_or(width, |other| other.min(width));
                u64::try_from(width).unwrap_or(u64::MAX)
            }
        };
        count = count.saturating_mul(of_range);
        if low > high {
            return 0;
        }
        environment.push(ends);
    }
    count
}

/// Returns an upper bound on how many numbers there are from a linear number to another one.
fn widest([low, high]: &[Number<OfRules>; 2], environment: &[Bounds]) -> Option<i128> {
    let width = Form::of(high)?.minus(&Form::of(low)?)?.bounds(environment)?.1;
    Some((i128::from(width) + 1).max(0))
}

impl Rules {
    /// Returns an upper bound on the number of options that a player has at one position, counted with their
    /// repetitions: the larger number of both players in a partizan game.
    pub fn most_options(&self, heaps: &[Bounds]) -> u64 {
        let count = |clauses: &Vec<Clause>| {
            let counts = clauses.iter().map(|clause| most_options(clause, heaps));
            counts.fold(0, u64::saturating_add)
        };
        self.moves.each().into_iter().map(count).max().unwrap_or(0)
    }

    /// Returns bounds of the grade of a position. `None` if it may be undefined or pass 64 bits.
    pub fn grade_bounds(&self, heaps: &[Bounds]) -> Option<Bounds> {
        let Some(grade) = &self.grade else {
            let sum = |end: fn(&Bounds) -> i64| heaps.iter().map(end).map(i128::from).sum();
            return ends(&[sum(|ends| ends.0), sum(|ends| ends.1)]);
        };
        // No position at all has grade 0, for lack of a better number.
        let positions = match &self.positions {
            Some(condition) => match narrowed(condition, true, heaps) {
                Some(positions) => positions,
                None => return Some((0, 0)),
            },
            None => heaps.to_vec(),
        };
        bounds(grade, &positions)
    }

    /// Returns bounds of the points that one move pays; those of a clause that says nothing are 0. A move whose points have
    /// no value is a fault of the rules, so that the bounds are those of the values that there are.
    ///
    /// # Errors
    /// The first clause, counted from 0 over both players, whose points are not known to fit into 64 bits.
    pub fn points_bounds(&self, heaps: &[Bounds]) -> Result<Bounds, usize> {
        let mut found = None;
        for (number, clause) in self.moves.each().into_iter().flatten().enumerate() {
            // Where a condition has no value there is a fault, and no move: it need not have one everywhere.
            let bounds_of_all = || {
                let unconditional = Clause { condition: None, ..clause.clone() };
                clause_bounds(&unconditional, heaps)
            };
            let of_clause =
                match (&clause.pays, clause_bounds(clause, heaps).or_else(bounds_of_all)) {
                    (None, _) => Some((0, 0)),
                    (_, Some(ClauseBounds::Empty)) => continue,
                    (Some(pays), Some(ClauseBounds::Within(environment))) => {
                        value_bounds(pays, &environment)
                    }
                    (Some(pays), None) => bounds(pays, heaps),
                };
            let of_clause = of_clause.ok_or(number)?;
            found = Some(found.map_or(of_clause, |found| hull(found, of_clause)));
        }
        Ok(found.unwrap_or((0, 0)))
    }
}
