//! Rules that say the same as a take-and-break game on one heap: a move takes k tokens and leaves the rest as so many
//! heaps that are not empty, of any sizes.
//!
//! A clause names positions p, q, ... of which the sum is x - k, where k is a constant. What it says of them must be that each
//! is at least 0 or 1, and at most besides that p <= q, or that p and q differ. An empty heap has no moves, and its value
//! is 0, so that a position that may be 0 may as well be no heap: two positions from 0 on leave two heaps, one or none.

use super::budget::Budget;
use super::elimination::{follows, is_contradiction};
use super::extents::{ClauseBounds, clause_bounds};
use super::intervals::bounds;
use super::linear::{Form, conjuncts, inequalities};
use super::proof::LARGEST_HEAP;
use super::splitting::Open;
use crate::language::Sign;
use crate::language::tree::Truth;
use crate::rules::{Clause, Range};

/// The place of the heap in the environment. The variables follow.
const X: usize = 0;
/// The most tokens that a move takes.
const MOST_TAKEN: i64 = 64;
/// The most clauses that a clause becomes when variables have constants in their place.
const MOST_CLAUSES: usize = 256;

/// Returns the game that clauses on one heap say, if they are recognised: for each number of tokens the numbers of heaps
/// that may be left, as bits, and whether two heaps that are left must differ.
pub(super) fn take_and_break(clauses: &[Clause], budget: &Budget) -> Option<(Vec<u8>, bool)> {
    let mut digits: Vec<u8> = Vec::new();
    let mut is_unequal = None;
    for clause in clauses {
        let ClauseBounds::Within(environment) = clause_bounds(clause, &[(0, LARGEST_HEAP)])? else {
            continue;
        };
        // Every expression has a value.
        let mut heaps = clause.option.iter().flat_map(|summand| &summand.heaps);
        heaps.try_for_each(|heap| bounds(heap, &environment).map(|_| ()))?;
        for clause in with_constants(clause)? {
            let Some(Left { taken, numbers, differ }) = clause.left(budget)? else { continue };
            digits.resize(digits.len().max(taken + 1), 0);
            digits[taken] |= numbers;
            if numbers & 4 != 0 && *is_unequal.get_or_insert(differ) != differ {
                return None;
            }
        }
    }
    let is_unequal = is_unequal.unwrap_or(false);
    let takes_nothing = digits.first().is_some_and(|digit| digit & 3 != 0);
    let has_moves = digits.iter().any(|&digit| digit != 0);
    (has_moves && !takes_nothing).then_some((digits, is_unequal))
}

/// What the moves of a clause leave.
struct Left {
    /// The number of tokens that they take.
    taken: usize,
    /// The numbers of heaps that they may leave, as bits.
    numbers: u8,
    /// Whether two heaps must differ.
    differ: bool,
}

/// Puts constants in the place of the variables that lie between constants or take the numbers of a set.
fn with_constants(clause: &Clause) -> Option<Vec<Open>> {
    let position = |summand: &crate::rules::Summand| match &summand.heaps[..] {
        [heap] if summand.is_single() => Some(heap.clone()),
        _ => None,
    };
    let option = clause.option.iter().map(position).collect::<Option<_>>()?;
    let free = (X + 1..X + 1 + clause.ranges.len()).collect();
    let mut open = vec![Open::new(clause, option, free)];
    for (place, range) in (X + 1..).zip(&clause.ranges) {
        let Some(numbers) = constants(range) else { continue };
        let of_number =
            |&number: &i64| open.iter().map(move |open| open.without(place, &Form::number(number)));
        open = numbers.iter().flat_map(of_number).collect();
        if open.len() > MOST_CLAUSES {
            return None;
        }
    }
    Some(open)
}

/// Returns the numbers of a range, if they are few constants.
fn constants(range: &Range) -> Option<Vec<i64>> {
    let few = MOST_CLAUSES as i64;
    match range {
        Range::Set(numbers) => (numbers.len() <= MOST_CLAUSES).then(|| numbers.clone()),
        Range::Between(ends) => {
            let [low, high] = ends.each_ref().map(|end| Form::of(end).filter(Form::is_constant));
            let (low, high) = (low?.constant, high?.constant);
            (high.checked_sub(low)? < few).then(|| (low..=high).collect())
        }
    }
}

impl Open {
    /// Returns what the moves leave; `Some(None)` if there are none, and `None` if that is not recognised.
    fn left(&self, budget: &Budget) -> Option<Option<Left>> {
        let forms = self.option.iter().map(Form::of).collect::<Option<Vec<_>>>()?;
        // A position that is 0 is no heap.
        let positions: Vec<Form> = forms.into_iter().filter(|of| *of != Form::number(0)).collect();
        let (mut facts, mut holes) = (vec![Form::place(X)], Vec::new());
        for (part, holds) in conjuncts(&self.conditions, true) {
            match part {
                Truth::Comparison(sign, of) if sign.when(holds) == Sign::NotEqual => {
                    holes.push(Form::of(&of[0])?.minus(&Form::of(&of[1])?)?);
                }
                part => facts.extend(inequalities(part, holds)?),
            }
        }
        holes.retain(|hole| !hole.is_constant() || hole.constant == 0);
        if is_contradiction(&facts, budget) || holes.iter().any(Form::is_constant) {
            return Some(None);
        }
        let follows = |facts: &[Form], form: &Form| follows(facts, form, budget);
        let mut said = vec![Form::place(X)];
        let (taken, mut numbers, mut differ) = match &positions[..] {
            [] => {
                let least = facts.iter().filter(|form| form.at(X) == 1 && form.places() == X + 1);
                let taken = least.map(|form| -form.constant).max()?;
                for hole in &holes {
                    // All else that is known has no variables here.
                    if hole.places() > X + 1 {
                        return None;
                    }
                    if hole.at(X).checked_mul(taken)?.checked_add(hole.constant)? == 0 {
                        return Some(None);
                    }
                }
                let above = Form::place(X).minus(&Form::number(taken))?;
                said.extend([above.times(-1)?, above]);
                (taken, 1, false)
            }
            positions if positions.len() <= 3 && self.are_free(positions) => {
                let rest = |rest: Form, position: &Form| rest.minus(position);
                let taken = positions.iter().try_fold(Form::place(X), rest)?;
                let mut numbers = 1 << positions.len();
                for position in positions {
                    let at_least = |least| position.minus(&Form::number(least));
                    let mut bounds = [1, 0].into_iter().filter_map(at_least);
                    let bound = bounds.find(|bound| follows(&facts, bound))?;
                    if bound == *position {
                        numbers |= numbers >> 1;
                    }
                    said.push(bound);
                }
                let differ = differ(positions, &holes, |form| follows(&facts, form), &mut said)?;
                (taken.is_constant().then_some(taken.constant)?, numbers, differ)
            }
            _ => return None,
        };
        // What is said follows from the clause, and the clause from it.
        let is_same = said.iter().all(|form| follows(&facts, form))
            && facts.iter().all(|form| follows(&said, form));
        if !is_same || !(0..=MOST_TAKEN).contains(&taken) {
            return None;
        }
        if differ {
            // Two heaps that are both empty do not differ.
            numbers &= !1;
        }
        differ &= numbers & 4 != 0;
        Some(Some(Left { taken: usize::try_from(taken).ok()?, numbers, differ }))
    }

    /// Returns whether all but one of the positions take any sizes as the variables do, which determine one another.
    fn are_free(&self, positions: &[Form]) -> bool {
        let at = |position: usize, variable: usize| positions[position].at(self.free[variable]);
        match (positions.len(), self.free.len()) {
            (1, 0) => true,
            (2, 1) => at(0, 0).abs() == 1,
            (3, 2) => {
                let products = (at(0, 0).checked_mul(at(1, 1)), at(0, 1).checked_mul(at(1, 0)));
                let determinant = products.0.zip(products.1).and_then(|(a, b)| a.checked_sub(b));
                determinant.is_some_and(|determinant| determinant.abs() == 1)
            }
            _ => false,
        }
    }
}

/// Returns whether two positions must differ, and adds what is said of their order. `None` if something else is said not to
/// be 0 than their difference.
fn differ(
    positions: &[Form],
    holes: &[Form],
    follows: impl Fn(&Form) -> bool,
    said: &mut Vec<Form>,
) -> Option<bool> {
    let [one, two] = positions else { return holes.is_empty().then_some(false) };
    let differences = [one.minus(two)?, two.minus(one)?];
    if !holes.iter().all(|hole| differences.contains(hole)) {
        return None;
    }
    for (least, is_strict) in [(1, true), (0, false)] {
        for difference in &differences {
            let order = difference.minus(&Form::number(least))?;
            if follows(&order) {
                said.push(order);
                return Some(is_strict || !holes.is_empty());
            }
        }
    }
    Some(!holes.is_empty())
}
