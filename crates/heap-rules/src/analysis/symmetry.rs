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

use std::collections::{BTreeMap, BTreeSet};

use super::elimination::is_contradiction;
use super::linear::{Form, conjuncts, decided, of_comparison};
use crate::language::tree::{Number, Truth};
use crate::language::{Connective, Fold, Function, Sign};
use crate::rules::{Clause, OfRules, Range, Rules, Summand};

/// The places of the heaps of an option, behind those of the heaps of the position and of the variables.
const OPTION: usize = 8;
/// The first place of an unknown.
const UNKNOWNS: usize = 12;
/// The most eliminations that are tried for one permutation.
const MOST_ELIMINATIONS: usize = 256;
/// The largest divisor all of whose units are tried.
const MOST_UNITS: i64 = 64;

/// Returns whether it is proved that the moves of a game, its positions and its terminal positions stay the same when heap
/// `places[i]` takes the place of heap i, for each i: on every domain that stays the same, too, and where the rules have no
/// fault. The grade is not looked at: values do not depend on it. `false` where it is not proved.
pub fn is_symmetric(rules: &Rules, places: &[usize]) -> bool {
    let mut terms = Terms { heaps: rules.heaps, ..Terms::default() };
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
    let mut terms = Terms { heaps: rules.heaps, ..Terms::default() };
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

/// What is said of the places: all of it is to hold.
#[derive(Default)]
struct Said {
    /// Linear inequalities: these numbers are at least 0.
    forms: BTreeSet<Form>,
    /// Conditions of other kinds.
    others: BTreeSet<String>,
}

/// The moves of a clause: where they lead and what they pay, as a text, and under which conditions.
struct Moves {
    of: String,
    said: Said,
}

/// The unknowns: numbers that are not linear, each with a place. The same text is the same unknown.
#[derive(Default)]
struct Terms {
    heaps: usize,
    unknowns: BTreeMap<String, usize>,
    /// The sets that variables take.
    sets: Vec<Vec<i64>>,
    eliminations: usize,
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
            own.get(&of).into_iter().flatten().any(|own| self.implies(&said, own))
                || self.contradict(&said, None)
        })
    }

    /// Returns whether it is proved that all that is said in one place holds where all of another one does.
    fn implies(&mut self, one: &Said, other: &Said) -> bool {
        other.others.is_subset(&one.others)
            && other.forms.difference(&one.forms).all(|form| {
                form.negated().is_some_and(|negated| self.contradict(one, Some(negated)))
            })
    }

    /// Returns whether it is proved that what is said cannot hold, nor one more inequality besides.
    fn contradict(&mut self, said: &Said, besides: Option<Form>) -> bool {
        self.eliminations += 1;
        let heaps = (0..self.heaps).map(Form::place);
        let all: Vec<Form> = said.forms.iter().cloned().chain(heaps).chain(besides).collect();
        self.eliminations <= MOST_ELIMINATIONS && is_contradiction(&all)
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
                    let with = |leaf: usize| match leaf == place {
                        true => number.clone(),
                        false => Number::Leaf(leaf),
                    };
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

    /// Returns the number of a set.
    fn set(&mut self, numbers: &[i64]) -> usize {
        let known = self.sets.iter().position(|known| known == numbers);
        known.unwrap_or_else(|| {
            self.sets.push(numbers.to_vec());
            self.sets.len() - 1
        })
    }

    /// Returns what a condition says.
    fn said(&mut self, truth: &Truth<OfRules>) -> Said {
        let mut said = Said::default();
        self.say(truth, true, &mut said);
        said
    }

    /// Adds what is said by a condition that is `holds`.
    fn say(&mut self, truth: &Truth<OfRules>, holds: bool, said: &mut Said) {
        let mut parts = Vec::new();
        conjuncts(truth, holds, &mut parts);
        for (part, holds) in parts {
            match part {
                Truth::Constant(truth) if *truth == holds => (),
                Truth::Constant(_) => {
                    said.forms.insert(Form::number(-1));
                }
                Truth::Comparison(sign, of) => {
                    self.compare(if holds { *sign } else { sign.opposite() }, of, said);
                }
                part => {
                    let text = self.other(part, holds);
                    said.others.insert(text);
                }
            }
        }
    }

    /// Returns a text of a condition that is `holds`: the same for all that say the same by the order of their parts.
    fn text(&mut self, truth: &Truth<OfRules>, holds: bool) -> String {
        let mut said = Said::default();
        self.say(truth, holds, &mut said);
        format!("{:?}{:?}", said.forms, said.others)
    }

    /// Returns a text of a condition that is no comparison and of which not all parts are to hold.
    fn other(&mut self, truth: &Truth<OfRules>, holds: bool) -> String {
        match truth {
            Truth::Connected(Connective::Iff, of) => {
                let sides: BTreeSet<String> = of.iter().map(|of| self.text(of, true)).collect();
                format!("iff {holds} {sides:?}")
            }
            Truth::Predicate(predicate, of) => {
                format!("{predicate:?} {holds} {:?}", self.number(of))
            }
            Truth::If(of) => {
                let [condition, one, two] = &**of;
                let parts = [(condition, true), (one, holds), (two, holds)];
                format!("if {:?}", parts.map(|(of, holds)| self.text(of, holds)))
            }
            // One of several parts is to hold: not all of them are to be otherwise.
            truth => {
                let mut parts = Vec::new();
                conjuncts(truth, !holds, &mut parts);
                let parts = parts.into_iter().map(|(part, holds)| self.text(part, !holds));
                format!("or {:?}", parts.collect::<BTreeSet<String>>())
            }
        }
    }

    /// Adds what is said by a comparison.
    fn compare(&mut self, sign: Sign, of: &[Number<OfRules>; 2], said: &mut Said) {
        if let Some(forms) = of_comparison(sign, of, false) {
            return said.forms.extend(forms.iter().map(Form::primitive));
        }
        if let (Sign::Equal | Sign::NotEqual, Some(text)) = (sign, self.congruence(of)) {
            said.others.insert(format!("{sign:?} {text}"));
            return;
        }
        let [one, two] = of.each_ref().map(|of| self.number(of));
        let below = |one: &Form, two: &Form, gap| two.minus(one)?.minus(&Form::number(gap));
        let forms = match sign {
            Sign::Less => vec![below(&one, &two, 1)],
            Sign::AtMost => vec![below(&one, &two, 0)],
            Sign::Greater => vec![below(&two, &one, 1)],
            Sign::AtLeast => vec![below(&two, &one, 0)],
            Sign::Equal => vec![below(&one, &two, 0), below(&two, &one, 0)],
            Sign::NotEqual => Vec::new(),
        };
        match (sign, forms.into_iter().collect::<Option<Vec<Form>>>()) {
            (Sign::NotEqual, _) | (_, None) => {
                let difference = two.minus(&one).map(unsigned);
                let text = difference.map_or(format!("{one:?} {two:?}"), |of| format!("{of:?}"));
                said.others.insert(format!("{sign:?} {text}"));
            }
            (_, Some(forms)) => said.forms.extend(forms.iter().map(Form::primitive)),
        }
    }

    /// Returns a text of the condition that a remainder is a constant, as the coefficients of a number that is to be a
    /// multiple of the divisor: the least of those that are its products with units.
    fn congruence(&mut self, of: &[Number<OfRules>; 2]) -> Option<String> {
        let (remainder, rest) = match of {
            [Number::Fold(Fold::Remainder, of), rest]
            | [rest, Number::Fold(Fold::Remainder, of)] => {
                (of, Form::of(rest).filter(Form::is_constant)?.constant)
            }
            _ => return None,
        };
        let [dividend, divisor] = &**remainder else { return None };
        let divisor = Form::of(divisor).filter(Form::is_constant)?.constant;
        if !(0..divisor.min(i64::from(i32::MAX))).contains(&rest) {
            return None;
        }
        let form = self.number(dividend).minus(&Form::number(rest))?;
        let numbers = (0..form.places()).map(|place| form.at(place)).chain([form.constant]);
        let numbers: Vec<i64> = numbers.map(|of| of.rem_euclid(divisor)).collect();
        let units = (1..divisor.min(MOST_UNITS)).chain([divisor - 1]);
        let is_unit = |unit: &i64| Fold::GreatestCommonDivisor.of(*unit, divisor) == Some(1);
        let times = |unit: i64| numbers.iter().map(|of| of * unit % divisor).collect::<Vec<i64>>();
        let least = units.filter(is_unit).map(times).min()?;
        Some(format!("{least:?} mod {divisor}"))
    }

    /// Returns a number as a linear form, in which parts that are not linear are unknowns.
    fn number(&mut self, number: &Number<OfRules>) -> Form {
        if let Some(form) = Form::of(number) {
            return form;
        }
        match number {
            Number::Fold(fold, of) => self.folded(*fold, of),
            Number::Function(Function::Abs, of) => {
                let of = unsigned(self.number(of));
                self.unknown(format!("abs {of:?}"))
            }
            Number::Function(function, of) => {
                let of = self.number(of);
                self.unknown(format!("{function:?} {of:?}"))
            }
            Number::OfNatural(function, of) => {
                let of = self.number(of);
                self.unknown(format!("{function:?} {of:?}"))
            }
            Number::Indicator(of) => {
                let of = self.text(of, true);
                self.unknown(of)
            }
            Number::If(condition, of) => match decided(condition) {
                Some(truth) => self.number(&of[usize::from(!truth)]),
                None => {
                    let of = of.each_ref().map(|of| self.number(of));
                    let condition = self.text(condition, true);
                    self.unknown(format!("if {condition} {of:?}"))
                }
            },
            // Those are linear.
            Number::Constant(_) | Number::Leaf(_) => self.unknown(format!("{number:?}")),
        }
    }

    /// Returns what an operation makes of numbers.
    fn folded(&mut self, fold: Fold, of: &[Number<OfRules>]) -> Form {
        let is_free = matches!(
            fold,
            Fold::Times
                | Fold::Min
                | Fold::Max
                | Fold::Xor
                | Fold::BitAnd
                | Fold::BitOr
                | Fold::GreatestCommonDivisor
        );
        let mut operands = Vec::new();
        match is_free {
            true => self.operands(fold, of, &mut operands),
            false => operands.extend(of.iter().map(|of| self.number(of))),
        }
        if is_free && fold != Fold::Times {
            operands.sort();
            return self.unknown(format!("{fold:?} {operands:?}"));
        }
        let mut factor = Form::number(1);
        if fold == Fold::Times {
            operands.sort();
            for constant in operands.extract_if(.., |of| of.is_constant()) {
                match factor.folded(fold, &constant) {
                    Some(product) => factor = product,
                    None => return self.unknown(format!("{of:?}")),
                }
            }
        }
        let folded = operands.into_iter().reduce(|one, two| {
            let linear = one.folded(fold, &two);
            linear.unwrap_or_else(|| self.unknown(format!("{fold:?} {one:?} {two:?}")))
        });
        let folded = folded.unwrap_or(Form::number(1));
        folded.times(factor.constant).unwrap_or_else(|| self.unknown(format!("{of:?}")))
    }

    /// Lists the operands of an operation whose brackets do not matter.
    fn operands(&mut self, fold: Fold, of: &[Number<OfRules>], into: &mut Vec<Form>) {
        for number in of {
            match number {
                Number::Fold(inner, of) if *inner == fold => self.operands(fold, of, into),
                number => into.push(self.number(number)),
            }
        }
    }

    /// Returns the unknown that this text stands for.
    fn unknown(&mut self, text: String) -> Form {
        let next = UNKNOWNS + self.unknowns.len();
        Form::place(*self.unknowns.entry(text).or_insert(next))
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

/// Returns the form, or the one with the opposite sign, of which the first coefficient is positive.
fn unsigned(form: Form) -> Form {
    let mut coefficients = (0..form.places()).map(|place| form.at(place));
    let is_negative = coefficients.find(|&of| of != 0).is_some_and(i64::is_negative);
    if is_negative { form.times(-1).unwrap_or(form) } else { form }
}

/// Lists the orders of so many things.
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
