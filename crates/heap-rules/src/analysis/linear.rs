//! Linear forms over an environment, and conditions that are conjunctions of linear inequalities.
//!
//! Proofs compute with forms, and whoever lists many options evaluates them in the place of trees.

use super::intervals::{Bounds, bounds, possible};
use crate::language::tree::{Number, Truth};
use crate::language::{Connective, Fold, Function, Sign};
use crate::rules::OfRules;

/// The most inequalities that are made of one comparison.
const MOST: usize = 64;

/// The largest absolute value of a leaf where forms are evaluated.
pub const LARGEST_LEAF: i64 = 1 << 40;
/// The bounds of the leaves of all forms that are evaluated, which name four heaps and four variables.
const LEAVES: [Bounds; 8] = [(-LARGEST_LEAF, LARGEST_LEAF); 8];
/// A form that is evaluated is nowhere larger, so that a sum of two of them has 64 bits.
const LARGEST_VALUE: i64 = 1 << 60;

/// A linear number: a constant, plus the leaves times coefficients. As an inequality it says that it is at least 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Form {
    /// The coefficients of the places, without zeros at the end.
    coefficients: Vec<i64>,
    /// What is added.
    pub constant: i64,
}

impl Form {
    /// Returns a constant.
    pub fn number(constant: i64) -> Self {
        Form { coefficients: Vec::new(), constant }
    }

    /// Returns what is at a place of the environment.
    pub(crate) fn place(place: usize) -> Self {
        let mut coefficients = vec![0; place];
        coefficients.push(1);
        Form { coefficients, constant: 0 }
    }

    /// Returns the coefficient of a place.
    pub fn at(&self, place: usize) -> i64 {
        self.coefficients.get(place).copied().unwrap_or(0)
    }

    /// Returns the number of places beyond which there are no leaves.
    pub fn places(&self) -> usize {
        self.coefficients.len()
    }

    /// Whether it has no leaves.
    pub fn is_constant(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// Returns the form without what is added.
    pub(crate) fn without_constant(&self) -> Form {
        Form { constant: 0, ..self.clone() }
    }

    /// Returns the inequality that holds exactly where this one does not: that the form is at most -1.
    pub(crate) fn negated(&self) -> Option<Form> {
        Form::number(-1).minus(self)
    }

    /// Returns the inequality that says the same, divided by the common divisor of the coefficients.
    pub(crate) fn primitive(&self) -> Form {
        let divisor = self.coefficients.iter().fold(0, |divisor: i64, of| {
            let divisor = Fold::GreatestCommonDivisor.of(divisor, of.checked_abs().unwrap_or(1));
            divisor.unwrap_or(1)
        });
        let divided = |of: i64| of.checked_div_euclid(divisor).unwrap_or(of);
        Form {
            coefficients: self.coefficients.iter().copied().map(divided).collect(),
            constant: divided(self.constant),
        }
    }

    /// Returns the number that it is, as an expression.
    pub(crate) fn to_number(&self) -> Number<OfRules> {
        let pair = |fold, a, b| Number::Fold(fold, Box::new([a, b]));
        let terms = self.coefficients.iter().enumerate().filter(|(_, of)| **of != 0);
        let mut terms = terms.map(|(place, &of)| match of {
            1 => Number::Leaf(place),
            of => pair(Fold::Times, Number::Constant(of), Number::Leaf(place)),
        });
        let first = match self.constant {
            0 => terms.next().unwrap_or(Number::Constant(0)),
            constant => Number::Constant(constant),
        };
        terms.fold(first, |sum, term| pair(Fold::Plus, sum, term))
    }

    /// Returns `self + factor * other`; `None` on overflow.
    pub(crate) fn plus_times(&self, factor: i64, other: &Form) -> Option<Form> {
        let sum = |a: i64, b: i64| a.checked_add(factor.checked_mul(b)?);
        let places = self.places().max(other.places());
        let coefficients = (0..places).map(|place| sum(self.at(place), other.at(place)));
        let mut coefficients: Vec<i64> = coefficients.collect::<Option<_>>()?;
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Some(Form { coefficients, constant: sum(self.constant, other.constant)? })
    }

    /// Returns `self + other`; `None` on overflow.
    pub fn plus(&self, other: &Form) -> Option<Form> {
        self.plus_times(1, other)
    }

    /// Returns `self - other`; `None` on overflow.
    pub fn minus(&self, other: &Form) -> Option<Form> {
        self.plus_times(-1, other)
    }

    /// Returns `factor * self`; `None` on overflow.
    pub(crate) fn times(&self, factor: i64) -> Option<Form> {
        Form::default().plus_times(factor, self)
    }

    /// Returns the linear form of a number, if it is one by additions, subtractions and products with constants. Where
    /// the number has a value, it is that of the form.
    pub(crate) fn of(number: &Number<OfRules>) -> Option<Form> {
        match number {
            Number::Constant(constant) => Some(Form::number(*constant)),
            Number::Leaf(place) => Some(Form::place(*place)),
            Number::Fold(fold, of) => {
                let Some((first, rest)) = of.split_first() else { return Some(Form::number(0)) };
                rest.iter().try_fold(Form::of(first)?, |folded, number| {
                    folded.folded(*fold, &Form::of(number)?)
                })
            }
            Number::If(condition, of) => match decided(condition)? {
                true => Form::of(&of[0]),
                false => Form::of(&of[1]),
            },
            Number::Function(..)
            | Number::OfNatural(..)
            | Number::Entry(..)
            | Number::Indicator(_) => {
                if let Number::Function(_, of) | Number::OfNatural(_, of) | Number::Entry(_, of) =
                    number
                    && !Form::of(of)?.is_constant()
                {
                    return None;
                }
                // Whatever has the same value everywhere is a constant.
                let (low, high) = bounds(number, &[])?;
                (low == high).then(|| Form::number(low))
            }
        }
    }

    /// Returns what an operation makes of two forms, if that is a form.
    pub(crate) fn folded(&self, fold: Fold, other: &Form) -> Option<Form> {
        let (a, b) = (self.constant, other.constant);
        if self.is_constant() && other.is_constant() {
            return fold.of(a, b).map(Form::number);
        }
        match fold {
            Fold::Plus => self.plus(other),
            Fold::Minus => self.minus(other),
            Fold::Times if other.is_constant() => self.times(b),
            Fold::Times if self.is_constant() => other.times(a),
            // (m f + c) / m = f + c / m, and the remainder is that of c.
            Fold::Quotient | Fold::Remainder
                if other.is_constant()
                    && b != 0
                    && self.coefficients.iter().all(|of| of.checked_rem(b) == Some(0)) =>
            {
                let constant = fold.of(a, b)?;
                if fold == Fold::Remainder {
                    return Some(Form::number(constant));
                }
                let coefficients = self.coefficients.iter().map(|of| of.checked_div(b));
                Some(Form { coefficients: coefficients.collect::<Option<_>>()?, constant })
            }
            _ => None,
        }
    }

    /// Returns the form that a number is wherever no leaf is larger than [`LARGEST_LEAF`], if it has a value at all those
    /// places: to be evaluated there.
    pub fn everywhere(number: &Number<OfRules>) -> Option<Form> {
        Form::of(number).filter(|form| form.is_small() && bounds(number, &LEAVES).is_some())
    }

    /// Returns forms that are not negative exactly where a condition is true, if it is true or false wherever no leaf is
    /// larger than [`LARGEST_LEAF`]: to be evaluated there.
    pub fn inequalities_everywhere(truth: &Truth<OfRules>) -> Option<Vec<Form>> {
        let forms = inequalities(truth, true)?;
        let are_total = forms.iter().all(Form::is_small) && possible(truth, &LEAVES).is_some();
        are_total.then_some(forms)
    }

    fn is_small(&self) -> bool {
        let bounds = self.bounds(&LEAVES);
        bounds.is_some_and(|(low, high)| -LARGEST_VALUE <= low && high <= LARGEST_VALUE)
    }

    /// Returns the value of a form that is to be evaluated, or of the sum or difference of two.
    #[inline]
    pub fn value(&self, environment: &[i64]) -> i64 {
        let products =
            self.coefficients.iter().zip(environment).map(|(factor, leaf)| factor * leaf);
        self.constant + products.sum::<i64>()
    }

    /// Returns bounds of the form, whose leaves lie between those of the environment.
    pub(crate) fn bounds(&self, environment: &[Bounds]) -> Option<Bounds> {
        let (mut low, mut high) = (i128::from(self.constant), i128::from(self.constant));
        for (place, &coefficient) in self.coefficients.iter().enumerate() {
            let ends = environment.get(place)?;
            let ends = [ends.0, ends.1].map(|end| i128::from(end) * i128::from(coefficient));
            low += ends[0].min(ends[1]);
            high += ends[0].max(ends[1]);
        }
        Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
    }
}

/// Returns linear forms whose maximum (`largest`) or minimum the number is, if it is one by the operations of the
/// language.
fn extremes(number: &Number<OfRules>, largest: bool) -> Option<Vec<Form>> {
    if let Some(form) = Form::of(number) {
        return Some(vec![form]);
    }
    let scaled = |of: &Number<OfRules>, factor: i64| -> Option<Vec<Form>> {
        let forms = extremes(of, largest == (factor >= 0))?;
        forms.iter().map(|form| form.times(factor)).collect()
    };
    match number {
        Number::Function(Function::Abs, of) if largest => {
            let form = Form::of(of)?;
            Some(vec![form.clone(), form.times(-1)?])
        }
        Number::Fold(fold, of) => {
            let (first, rest) = of.split_first()?;
            match fold {
                Fold::Max | Fold::Min if largest == (*fold == Fold::Max) => {
                    let parts = of.iter().map(|of| extremes(of, largest));
                    let parts = parts.collect::<Option<Vec<_>>>()?.concat();
                    (parts.len() <= MOST).then_some(parts)
                }
                Fold::Plus | Fold::Minus => {
                    let sign = if *fold == Fold::Plus { 1 } else { -1 };
                    rest.iter().try_fold(extremes(first, largest)?, |folded, of| {
                        let next = scaled(of, sign)?;
                        let pairs = folded.iter().flat_map(|a| next.iter().map(|b| a.plus(b)));
                        (folded.len() * next.len() <= MOST).then(|| pairs.collect())?
                    })
                }
                Fold::Times if of.len() == 2 => match (Form::of(&of[0]), Form::of(&of[1])) {
                    (Some(factor), None) if factor.is_constant() => scaled(&of[1], factor.constant),
                    (None, Some(factor)) if factor.is_constant() => scaled(&of[0], factor.constant),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

/// A linear form divided by a number from 1 on, rounded down.
struct Quotient {
    form: Form,
    divisor: i64,
}

/// Returns quotients of which a number is the largest, or the smallest one.
fn quotients(number: &Number<OfRules>, largest: bool) -> Option<Vec<Quotient>> {
    match number {
        Number::Fold(fold @ (Fold::Max | Fold::Min), of) if largest == (*fold == Fold::Max) => {
            let parts = of.iter().map(|of| quotients(of, largest));
            let parts: Vec<Vec<Quotient>> = parts.collect::<Option<_>>()?;
            let parts: Vec<Quotient> = parts.into_iter().flatten().collect();
            (parts.len() <= MOST).then_some(parts)
        }
        Number::Fold(Fold::Quotient, of) if Form::of(number).is_none() => {
            let [form, divisor] = &**of else { return None };
            let divisor = Form::of(divisor).filter(Form::is_constant)?.constant;
            (divisor > 0).then_some(vec![Quotient { form: Form::of(form)?, divisor }])
        }
        _ => {
            let forms = extremes(number, largest)?.into_iter();
            Some(forms.map(|form| Quotient { form, divisor: 1 }).collect())
        }
    }
}

/// Returns the inequality that says that one quotient is at least `gap` below another one, of which one is a form. As the
/// form is an integer, it is at most f / d rounded down exactly if d times it is at most f; and f / d rounded down is at
/// most a form exactly if f is at most d times it and d - 1 more.
fn below_by(one: &Quotient, two: &Quotient, gap: i64) -> Option<Form> {
    match (one.divisor, two.divisor) {
        (1, divisor) => {
            let least = one.form.plus(&Form::number(gap))?.times(divisor)?;
            two.form.minus(&least)
        }
        (divisor, 1) => {
            let most = two.form.minus(&Form::number(gap))?.times(divisor)?;
            most.plus(&Form::number(divisor - 1))?.minus(&one.form)
        }
        _ => None,
    }
}

/// Returns inequalities that together say that one number is at least `gap` below another one.
fn below(one: &Number<OfRules>, two: &Number<OfRules>, gap: i64) -> Option<Vec<Form>> {
    let (highest, lowest) = (quotients(one, true)?, quotients(two, false)?);
    let pairs = highest.iter().flat_map(|one| lowest.iter().map(move |two| (one, two)));
    (highest.len() * lowest.len() <= MOST)
        .then(|| pairs.map(|(one, two)| below_by(one, two, gap)).collect())?
}

/// Returns inequalities that together say the same as a comparison. With `partly` those that follow from it will do.
pub(crate) fn of_comparison(
    sign: Sign,
    [one, two]: &[Number<OfRules>; 2],
    partly: bool,
) -> Option<Vec<Form>> {
    match sign {
        Sign::Less => below(one, two, 1),
        Sign::AtMost => below(one, two, 0),
        Sign::Greater => below(two, one, 1),
        Sign::AtLeast => below(two, one, 0),
        Sign::Equal => match (below(one, two, 0), below(two, one, 0)) {
            (Some(one), Some(two)) => Some([one, two].concat()),
            (one, two) if partly => one.or(two),
            _ => None,
        },
        Sign::NotEqual => {
            let difference = Form::of(two)?.minus(&Form::of(one)?)?;
            let is_zero = difference.constant == 0;
            difference.is_constant().then(|| vec![Form::number(-i64::from(is_zero))])
        }
    }
}

/// Takes conditions apart that are to be `holds`: into those that are all to hold, as comparisons and other parts that
/// cannot be taken apart.
pub(crate) fn conjuncts<'a>(
    truths: impl IntoIterator<Item = &'a Truth<OfRules>>,
    holds: bool,
) -> Vec<(&'a Truth<OfRules>, bool)> {
    let mut parts = Vec::new();
    truths.into_iter().for_each(|truth| take_apart(truth, holds, &mut parts));
    parts
}

fn take_apart<'a>(
    truth: &'a Truth<OfRules>,
    holds: bool,
    into: &mut Vec<(&'a Truth<OfRules>, bool)>,
) {
    match truth {
        Truth::Not(of) => take_apart(of, !holds, into),
        Truth::Connected(connective @ (Connective::And | Connective::Or), of)
            if holds == (*connective == Connective::And) =>
        {
            of.iter().for_each(|of| take_apart(of, holds, into));
        }
        Truth::Connected(Connective::Implies, of) if !holds => {
            take_apart(&of[0], true, into);
            take_apart(&of[1], false, into);
        }
        Truth::If(of) => match decided(&of[0]) {
            Some(true) => take_apart(&of[1], holds, into),
            Some(false) => take_apart(&of[2], holds, into),
            None => into.push((truth, holds)),
        },
        _ => into.push((truth, holds)),
    }
}

/// Returns linear inequalities that together say the same as that a condition is `holds`, if it is a conjunction of
/// such ones.
pub(crate) fn inequalities(truth: &Truth<OfRules>, holds: bool) -> Option<Vec<Form>> {
    let mut all = Vec::new();
    for (part, holds) in conjuncts([truth], holds) {
        all.extend(match part {
            Truth::Constant(truth) => vec![Form::number(-i64::from(*truth != holds))],
            Truth::Comparison(sign, of) => of_comparison(sign.when(holds), of, false)?,
            Truth::Predicate(predicate, of) => {
                let form = Form::of(of).filter(Form::is_constant)?;
                vec![Form::number(-i64::from(predicate.of(form.constant) != holds))]
            }
            _ => return None,
        });
    }
    Some(all)
}

/// Returns whether a condition is true or false everywhere, where that can be read off its linear form.
pub(crate) fn decided(truth: &Truth<OfRules>) -> Option<bool> {
    let forms = inequalities(truth, true)?;
    if forms.iter().any(|form| form.is_constant() && form.constant < 0) {
        return Some(false);
    }
    forms.iter().all(Form::is_constant).then_some(true)
}
