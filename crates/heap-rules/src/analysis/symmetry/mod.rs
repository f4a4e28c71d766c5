//! Rules that stay the same when heaps change places.
//!
//! A clause is what holds of a position p, an option o, the points and variables: numbers of p and of the variables are the
//! heaps of o, and conditions hold. Where a variable is what an option has, as k is in `(k, y)`, or what a heap has less, it
//! gives way to the heap of the option. Then it does not matter how variables are called and counted, and what is left is
//! a set of conditions: linear inequalities, in which numbers that are not linear are unknowns, and others, which are
//! compared as texts. In these, operands stand in order where an operation allows it.
//!
//! **Claim.** If the image of each clause under a permutation of the heaps says no less than some clause of the same player,
//! so that it has no other moves, and the same holds of the conditions on positions and terminal positions, then the
//! permutation maps the moves of a game to its moves, wherever the rules have no fault.
//!
//! **Proof.** Let M be the moves, and s the permutation. Then s(M) is part of M, and so s(s(M)) is part of s(M), and so on;
//! as a power of s is the identity, M is part of s(M) as well. It does not matter in which order conditions are asked: where
//! there is no fault, `and` is true exactly if all its parts have a value and are true, in any order, and `or` exactly if
//! some part has one and is true. A number that cancels, as `x / y` does in `x / y - x / y`, has a value where there is
//! no fault and what stands before it holds.

mod terms;

use std::collections::{BTreeMap, BTreeSet};

use super::elimination::{follows, is_contradiction};
use super::linear::Form;
use super::substitution::instead;
use crate::language::Sign;
use crate::language::tree::{Number, Truth};
use crate::rules::{Clause, OfRules, Range, Rules, Summand};
use terms::{Said, Terms};

/// The places of the heaps of an option, behind those of the heaps of the position and of the variables.
const OPTION: usize = 8;

/// Returns whether it is proved that the moves of a game, its positions and its terminal positions stay the same when heap
/// `places[i]` takes the place of heap i, for each i: on every domain that stays the same, too, and where the rules have no
/// fault. The grade is not looked at: values do not depend on it. `false` where it is not proved.
pub fn is_symmetric(rules: &Rules, places: &[usize]) -> bool {
    let variables = |clause: &Clause| {
        let of_summand = clause.option.iter().map(|summand| summand.ranges.len()).max();
        clause.ranges.len() + of_summand.unwrap_or(0)
    };
    let mut clauses = rules.moves.each().into_iter().flatten();
    let are_permuted = (0..rules.heaps).all(|heap| places.contains(&heap));
    if places.len() != rules.heaps
        || !are_permuted
        || clauses.any(|clause| rules.heaps + variables(clause) > OPTION)
    {
        return false;
    }
    let mut terms = Terms::of(rules.heaps);
    let image = leaf_image(places);
    let mut keeps = |condition: &Truth<OfRules>| {
        let [image, own] = [&condition.substituted(&image), condition].map(|of| terms.said(of));
        terms.implies(&image, &own)
    };
    [&rules.positions, &rules.terminal].into_iter().flatten().all(&mut keeps)
        && rules.moves.each().into_iter().all(|clauses| terms.keep_moves(clauses, places))
}

/// Returns whether it is proved that a position has the same grade when heap `places[i]` takes the place of heap i.
pub fn keeps_grade(rules: &Rules, places: &[usize]) -> bool {
    let mut terms = Terms::of(rules.heaps);
    let same = |grade: &Number<OfRules>| {
        terms.number(grade) == terms.number(&grade.substituted(&leaf_image(places)))
    };
    rules.grade.as_ref().is_none_or(same)
}

/// Returns what stands for the leaves of an expression when heaps change places.
fn leaf_image(places: &[usize]) -> impl Fn(usize) -> Number<OfRules> {
    |leaf| Number::Leaf(*places.get(leaf).unwrap_or(&leaf))
}

/// Returns a clause when heaps change places.
fn image_of(clause: &Clause, places: &[usize]) -> Clause {
    let image = leaf_image(places);
    let ranges = |ranges: &[Range]| {
        let range = |range: &Range| match range {
            Range::Between(of) => {
                Range::Between(Box::new(of.each_ref().map(|of| of.substituted(&image))))
            }
            Range::Set(numbers) => Range::Set(numbers.clone()),
        };
        ranges.iter().map(range).collect()
    };
    let summand = |summand: &Summand| {
        let mut heaps = summand.heaps.clone();
        for (heap, &place) in summand.heaps.iter().zip(places) {
            heaps[place] = heap.substituted(&image);
        }
        Summand { heaps, names: summand.names.clone(), ranges: ranges(&summand.ranges) }
    };
    Clause {
        option: clause.option.iter().map(summand).collect(),
        names: clause.names.clone(),
        ranges: ranges(&clause.ranges),
        condition: clause.condition.as_ref().map(|of| of.substituted(&image)),
        pays: clause.pays.as_ref().map(|of| of.substituted(&image)),
    }
}

/// The moves of a clause: where they lead and what they pay, as a text, and under which conditions.
struct Moves {
    of: String,
    said: Said,
}

impl Terms {
    /// Returns whether the image of each of these clauses has no other moves than one of them.
    fn keep_moves(&mut self, clauses: &[Clause], places: &[usize]) -> bool {
        let mut own: BTreeMap<String, Vec<Said>> = BTreeMap::new();
        for clause in clauses {
            for order in orders(clause.ranges.len()) {
                let Moves { of, said } = self.moves(clause, &order);
                own.entry(of).or_default().push(said);
            }
        }
        clauses.iter().all(|clause| {
            let as_written: Vec<usize> = (0..clause.ranges.len()).collect();
            let Moves { of, said } = self.moves(&image_of(clause, places), &as_written);
            let own = own.get(&of).map_or(&[][..], Vec::as_slice);
            own.iter().any(|own| said.repeats(own))
                || own.iter().any(|own| self.implies(&said, own))
                || is_contradiction(&self.facts(&said), &self.budget)
        })
    }

    /// Returns whether it is proved that all that is said in one place holds where all of another one does.
    fn implies(&self, one: &Said, other: &Said) -> bool {
        let (facts, mut others) = (self.facts(one), other.forms.difference(&one.forms));
        other.others.is_subset(&one.others)
            && others.all(|form| follows(&facts, form, &self.budget))
    }

    /// Returns the inequalities that are said, and those of heaps.
    fn facts(&self, said: &Said) -> Vec<Form> {
        said.forms.iter().cloned().chain((0..self.heaps).map(Form::place)).collect()
    }

    /// Returns the moves of a clause whose variables take their places in this order.
    fn moves(&mut self, clause: &Clause, order: &[usize]) -> Moves {
        let heaps = self.heaps;
        let in_order = |leaf: usize| {
            let place = leaf.checked_sub(heaps).and_then(|variable| order.get(variable));
            Number::Leaf(place.map_or(leaf, |place| heaps + place))
        };
        let mut said = Said::default();
        let (mut conditions, mut free) = (Vec::new(), BTreeSet::new());
        for (range, place) in clause.ranges.iter().zip(order.iter().map(|place| heaps + place)) {
            match range {
                Range::Set(numbers) => {
                    let set = self.set(numbers);
                    said.others.insert(format!("{place} in {set}"));
                }
                Range::Between(ends) => {
                    let [low, high] = ends.each_ref().map(|end| end.substituted(&in_order));
                    let at_most = |one, two| Truth::Comparison(Sign::AtMost, Box::new([one, two]));
                    conditions.push(at_most(low, Number::Leaf(place)));
                    conditions.push(at_most(Number::Leaf(place), high));
                    free.insert(place);
                }
            }
        }
        conditions.extend(clause.condition.as_ref().map(|of| of.substituted(&in_order)));
        let mut pays = clause.pays.as_ref().map(|of| of.substituted(&in_order));
        let of = match clause.single() {
            None => self.sum(&clause.option, &in_order),
            Some(option) => {
                let mut option: Vec<_> =
                    option.iter().map(|of| of.substituted(&in_order)).collect();
                for heap in 0..heaps {
                    let Some((place, number)) = solved(&option[heap], OPTION + heap, &free) else {
                        continue;
                    };
                    free.remove(&place);
                    let with = instead(place, number);
                    option.iter_mut().for_each(|of| *of = of.substituted(&with));
                    conditions.iter_mut().for_each(|of| *of = of.substituted(&with));
                    pays = pays.map(|of| of.substituted(&with));
                }
                let option: Vec<Form> = option.iter().map(|of| self.number(of)).collect();
                format!("{option:?}")
            }
        };
        conditions.iter().for_each(|of| self.say(of, true, &mut said));
        let pays = pays.map_or(Form::number(0), |of| self.number(&of));
        Moves { of: format!("{of} {pays:?}"), said }
    }

    /// Returns a text of the positions of a sum, in which their order does not matter.
    fn sum(&mut self, option: &[Summand], with: &dyn Fn(usize) -> Number<OfRules>) -> String {
        let mut texts = Vec::new();
        for summand in option {
            let mut text = String::new();
            for range in &summand.ranges {
                text += &match range {
                    Range::Set(numbers) => format!("in {} ", self.set(numbers)),
                    Range::Between(ends) => {
                        let ends = ends.each_ref().map(|end| self.number(&end.substituted(with)));
                        format!("{ends:?} ")
                    }
                };
            }
            let heaps = summand.heaps.iter().map(|of| self.number(&of.substituted(with)));
            texts.push(format!("{text}{:?}", heaps.collect::<Vec<Form>>()));
        }
        texts.sort();
        texts.concat()
    }
}

/// Returns the first of the free variables that a heap of an option determines, and what it is where that heap is the number
/// at a place.
fn solved(
    heap: &Number<OfRules>,
    place: usize,
    free: &BTreeSet<usize>,
) -> Option<(usize, Number<OfRules>)> {
    let form = Form::of(heap)?;
    let variable = *free.iter().find(|&&variable| form.at(variable).abs() == 1)?;
    let sign = form.at(variable);
    let rest = form.plus_times(-sign, &Form::place(variable))?;
    Some((variable, Form::place(place).minus(&rest)?.times(sign)?.to_number()))
}

/// Lists the orders of this number of things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |orders, next| {
        let with = |order: &Vec<usize>, at: usize| {
            let mut order = order.clone();
            order.insert(at, next);
            order
        };
        let each = orders.iter().flat_map(|order| (0..=next).map(move |at| with(order, at)));
        each.collect()
    })
}
