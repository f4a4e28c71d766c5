//! Splitting a clause into parts in which fewer variables are free, and which together have the same options.
//!
//! A variable that takes few numbers takes each of them in a part of its own; so does one that is never far from a
//! linear number, as l with |k - l| < r, which is k + j for some j. An inequality a != b is a < b in one part and a > b in
//! another, and `or` likewise. Where a remainder by m matters, each variable in it is m k + r for some r.

use std::collections::BTreeMap;

use super::budget::Budget;
use super::linear::{Form, conjuncts, inequalities};
use super::substitution::instead;
use super::window_ends::{End, ends_of};
use crate::language::tree::{Number, Part, Truth};
use crate::language::{Connective, Fold, Sign};
use crate::rules::{Clause, OfRules, Range};

/// The most parts that are looked at, and the most values of a variable.
const MOST: usize = 1024;
const MOST_VALUES: i64 = 256;
/// The largest divisor by whose remainders a clause is split.
const MOST_REMAINDERS: i64 = 32;

/// A part of a clause in which at most one variable is free.
#[derive(Debug, Clone)]
pub(crate) struct SplitPart {
    /// The option.
    pub option: Vec<Number<OfRules>>,
    /// The place of the free variable.
    pub variable: Option<usize>,
    /// The inequalities of the variable.
    pub forms: Vec<Form>,
    /// Those that are linear in the variable alone.
    pub ends: Vec<End>,
    /// The conditions that name heaps alone.
    pub guards: Vec<Truth<OfRules>>,
}

/// A part of a clause that may have to be split further.
#[derive(Debug, Clone)]
pub(super) struct Open {
    /// The heaps of the option, or of all positions of the sum that it is.
    pub(super) option: Vec<Number<OfRules>>,
    pub(super) conditions: Vec<Truth<OfRules>>,
    /// Variables that take listed numbers.
    sets: Vec<(usize, Vec<i64>)>,
    /// The variables that are not replaced by something else.
    pub(super) free: Vec<usize>,
}

/// What is done with a part.
enum Next {
    /// There is nothing in it.
    Drop,
    /// It is split into these.
    Into(Vec<Open>),
    /// It is done.
    Done(SplitPart),
}

/// Splits a clause into parts with one free variable or none; `None` if that is not found.
pub(crate) fn split(clause: &Clause, budget: &Budget) -> Option<Vec<SplitPart>> {
    let mut open = vec![Open::of(clause)?];
    let mut done = Vec::new();
    let mut looked_at = 0;
    while let Some(part) = open.pop() {
        looked_at += 1;
        match part.next(budget)? {
            Next::Drop => (),
            // The last part is looked at first.
            Next::Into(parts) => open.extend(parts.into_iter().rev()),
            Next::Done(part) => done.push(part),
        }
        if looked_at + open.len() > MOST {
            return None;
        }
    }
    Some(done)
}

impl Open {
    /// Begins with a whole clause; `None` if its options are sums.
    fn of(clause: &Clause) -> Option<Self> {
        let option = clause.single()?;
        let places = option.len()..option.len() + clause.ranges.len();
        let mut part = Open::new(clause, option.to_vec(), places.collect());
        part.count_what_is_taken();
        Some(part)
    }

    /// Begins with all variables of a clause, which have these places, the first behind those of the heaps.
    pub(super) fn new(clause: &Clause, option: Vec<Number<OfRules>>, free: Vec<usize>) -> Self {
        let sets = free.iter().zip(&clause.ranges).filter_map(|(&place, range)| match range {
            Range::Set(numbers) => Some((place, numbers.clone())),
            Range::Between(_) => None,
        });
        let conditions = clause.conditions(free.first().copied().unwrap_or(0));
        Open { sets: sets.collect(), conditions, option, free }
    }

    /// Where a variable is what a heap has after the move, takes what the heap has less in its place.
    fn count_what_is_taken(&mut self) {
        for heap in 0..self.option.len() {
            let Some(form) = Form::of(&self.option[heap]).filter(|form| form.at(heap) == 0) else {
                continue;
            };
            let is_counted = |&&place: &&usize| {
                form.at(place).abs() == 1 && self.sets.iter().all(|(set, _)| *set != place)
            };
            if let Some(&place) = self.free.iter().find(is_counted) {
                let taken = Form::place(heap).minus(&Form::place(place));
                let taken = taken.and_then(|taken| taken.times(form.at(place)));
                if let Some(taken) = taken {
                    *self = self.with(place, &taken);
                }
            }
        }
    }

    /// Replaces a variable by a linear number.
    fn with(&self, place: usize, form: &Form) -> Self {
        let with = instead(place, form.to_number());
        Open {
            option: self.option.iter().map(|heap| heap.substituted(&with)).collect(),
            conditions: self.conditions.iter().map(|of| of.substituted(&with)).collect(),
            ..self.clone()
        }
    }

    /// Replaces a variable by a number without it.
    pub(super) fn without(&self, place: usize, form: &Form) -> Self {
        let mut part = self.with(place, form);
        part.free.retain(|&free| free != place);
        part.sets.retain(|(set, _)| *set != place);
        part
    }

    fn next(&self, budget: &Budget) -> Option<Next> {
        let heaps = self.option.len();
        let conjoined = conjuncts(&self.conditions, true);
        budget.spend(1 + conjoined.len())?;
        let (mut forms, mut guards, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (truth, holds) in conjoined {
            let found = inequalities(truth, holds);
            let is_false = |form: &Form| form.is_constant() && form.constant < 0;
            if found.iter().flatten().any(is_false) {
                return Some(Next::Drop);
            }
            let of_heaps = |form: &Form| form.places() <= heaps;
            match found {
                Some(found) if found.iter().all(Form::is_constant) => (),
                // A maximum may be about the heaps in one part and the variables in another, or name them for nothing.
                Some(found) if truth.names(&|place| place >= heaps) => {
                    let (alone, with_variables): (Vec<_>, Vec<_>) =
                        found.into_iter().partition(of_heaps);
                    forms.extend(with_variables);
                    guards.extend(alone.iter().map(|form| {
                        let of = [Number::Constant(0), form.to_number()];
                        Truth::Comparison(Sign::AtMost, Box::new(of))
                    }));
                }
                None if truth.names(&|place| place >= heaps) => others.push((truth, holds)),
                _ => guards.push(truth.when(holds)),
            }
        }
        if let Some((place, numbers)) = self.sets.first() {
            if numbers.len() > MOST {
                return None;
            }
            let at = |&number: &i64| self.without(*place, &Form::number(number));
            return Some(Next::Into(numbers.iter().map(at).collect()));
        }
        if let Some(next) = self.near(&forms) {
            return Some(next);
        }
        if let Some((place, divisor)) = self.remainder() {
            let at = |rest: i64| {
                let number = Form::place(place).times(divisor)?.plus(&Form::number(rest))?;
                Some(self.with(place, &number))
            };
            return Some(Next::Into((0..divisor).map(at).collect::<Option<_>>()?));
        }
        if let Some(next) = self.alternatives(&others) {
            return Some(next);
        }
        match self.free[..] {
            [] if others.is_empty() => Some(Next::Done(self.part(None, forms, Vec::new(), guards))),
            [place] => {
                let option = self.option.iter().map(Form::of).collect::<Option<Vec<_>>>()?;
                // A variable that makes heaps larger is counted the other way round.
                let is_turned = option.iter().all(|heap| heap.at(place) >= 0)
                    && option.iter().any(|heap| heap.at(place) > 0);
                if is_turned {
                    let number = Form::place(place).times(-1)?;
                    return Some(Next::Into(vec![self.with(place, &number)]));
                }
                let ends = others.iter().map(|(truth, holds)| ends_of(truth, *holds, place));
                let ends = ends.collect::<Option<Vec<_>>>()?.concat();
                Some(Next::Done(self.part(Some(place), forms, ends, guards)))
            }
            _ => None,
        }
    }

    fn part(
        &self,
        variable: Option<usize>,
        forms: Vec<Form>,
        ends: Vec<End>,
        guards: Vec<Truth<OfRules>>,
    ) -> SplitPart {
        SplitPart { option: self.option.clone(), variable, forms, ends, guards }
    }

    /// Finds a variable of which two inequalities say that it is always near to a linear number: f >= 0 and D - f >= 0,
    /// where f is the variable, or the variable times -1, plus something else. Each value of f makes a part.
    fn near(&self, forms: &[Form]) -> Option<Next> {
        let mut best: Option<(i64, &Form, usize)> = None;
        // The least constants with which coefficients stand further on.
        let mut behind: BTreeMap<Form, i64> = BTreeMap::new();
        for one in forms.iter().rev() {
            let [own, opposite] = [1, -1].map(|sign| one.without_constant().times(sign));
            let (Some(own), Some(opposite)) = (own, opposite) else { continue };
            let is_counted = |&&place: &&usize| one.at(place).abs() == 1;
            if let Some(&place) = self.free.iter().rev().find(is_counted)
                && let Some(sum) =
                    behind.get(&opposite).and_then(|constant| one.constant.checked_add(*constant))
                && (sum < MOST_VALUES && best.is_none_or(|(least, ..)| sum <= least))
            {
                best = Some((sum, one, place));
            }
            let least = behind.entry(own).or_insert(one.constant);
            *least = one.constant.min(*least);
        }
        let (most, form, place) = best?;
        let sign = form.at(place);
        let rest = form.plus_times(-sign, &Form::place(place))?;
        let at = |value: i64| {
            let number = Form::number(value).minus(&rest)?.times(sign)?;
            Some(self.without(place, &number))
        };
        Some(Next::Into((0..=most).map(at).collect::<Option<_>>()?))
    }

    /// Finds a remainder or a quotient by a constant in which the factor of a variable is not a multiple of the divisor.
    fn remainder(&self) -> Option<(usize, i64)> {
        let parts = self.option.iter().map(Part::Number);
        let mut parts = parts.chain(self.conditions.iter().map(Part::Truth));
        parts.find_map(|part| self.remainder_in(part))
    }

    fn remainder_in(&self, part: Part<OfRules>) -> Option<(usize, i64)> {
        if let Part::Number(Number::Fold(Fold::Quotient | Fold::Remainder, of)) = part
            && let [dividend, divisor] = &**of
            && let (Some(dividend), Some(divisor)) =
                (Form::of(dividend), Form::of(divisor).filter(Form::is_constant))
            && let divisor @ 2..=MOST_REMAINDERS = divisor.constant
            && let Some(&place) = self.free.iter().find(|&&place| dividend.at(place) % divisor != 0)
        {
            return Some((place, divisor));
        }
        part.parts().into_iter().find_map(|part| self.remainder_in(part))
    }

    /// Splits by the first condition of which one of two others is to hold.
    fn alternatives(&self, others: &[(&Truth<OfRules>, bool)]) -> Option<Next> {
        let (at, sides) = others.iter().enumerate().find_map(|(at, (truth, holds))| {
            let sides = match (truth, holds) {
                (Truth::Connected(Connective::Or, of), true)
                | (Truth::Connected(Connective::And, of), false) => {
                    [of[0].when(*holds), of[1].when(*holds)]
                }
                (Truth::Connected(Connective::Implies, of), true) => {
                    [of[0].when(false), of[1].clone()]
                }
                (Truth::Comparison(sign, of), _) => {
                    let with = |sign: Sign| Truth::Comparison(sign, of.clone());
                    (sign.when(*holds) == Sign::NotEqual)
                        .then(|| [Sign::Less, Sign::Greater].map(with))?
                }
                _ => return None,
            };
            Some((at, sides))
        })?;
        let conjoined = conjuncts(&self.conditions, true);
        let (taken, holds) = others[at];
        let is_other =
            |(truth, of): &&(&Truth<OfRules>, bool)| !std::ptr::eq(*truth, taken) || *of != holds;
        let rest = conjoined.iter().filter(is_other).map(|(truth, holds)| truth.when(*holds));
        let rest: Vec<Truth<OfRules>> = rest.collect();
        let with = |side: Truth<OfRules>| {
            let conditions = rest.iter().cloned().chain([side]).collect();
            Open { conditions, ..self.clone() }
        };
        Some(Next::Into(sides.map(with).into()))
    }
}
