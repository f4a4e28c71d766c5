//! The ends of the window in which a variable lies: inequalities that are linear in the variable, whatever they are in the
//! heaps.

use super::linear::Form;
use crate::language::tree::{Number, Truth};
use crate::language::{Fold, Function, Sign};
use crate::rules::OfRules;

/// An inequality that bounds a variable: `factor` times the variable plus `rest` is at least 0, where the rest names heaps
/// alone.
#[derive(Debug, Clone)]
pub(crate) struct End {
    /// Not 0.
    pub factor: i64,
    /// What is added.
    pub rest: Number<OfRules>,
}

impl End {
    /// Returns a linear inequality as a bound of the variable; `None` if it does not name it.
    pub(super) fn of(form: &Form, variable: Option<usize>) -> Option<Self> {
        let variable = variable?;
        let factor = form.at(variable);
        let rest = form.plus_times(-factor, &Form::place(variable))?;
        (factor != 0).then(|| End { factor, rest: rest.to_number() })
    }

    /// Returns the bound of the variable less `low`: the least number at which a rising inequality holds, the largest one of
    /// a falling one.
    pub(super) fn number(&self, low: i64) -> Option<Number<OfRules>> {
        let fold = |fold, one, two| Number::Fold(fold, Box::new([one, two]));
        let over = |number: Number<OfRules>, divisor: i64| {
            let number = Form::of(&number).map_or(number, |form| form.to_number());
            match divisor {
                1 => number,
                _ => fold(Fold::Quotient, number, Number::Constant(divisor)),
            }
        };
        let low = Number::Constant(low.checked_mul(self.factor)?);
        Some(if self.factor < 0 {
            // k <= rest / -factor, rounded down.
            over(fold(Fold::Plus, self.rest.clone(), low), self.factor.checked_neg()?)
        } else {
            // k >= -rest / factor, rounded up.
            let least = Number::Constant(self.factor - 1);
            let least = fold(Fold::Minus, least, fold(Fold::Plus, self.rest.clone(), low));
            over(least, self.factor)
        })
    }

    /// Returns a number as a multiple of a variable, plus a rest without it.
    fn parts(number: &Number<OfRules>, variable: usize) -> Option<Self> {
        let is_variable = |&place: &usize| place == variable;
        if !number.any_leaf(&is_variable, &|none| match *none {}) {
            return Some(End { factor: 0, rest: number.clone() });
        }
        let Number::Fold(fold, of) = number else {
            return matches!(number, Number::Leaf(_))
                .then_some(End { factor: 1, rest: Number::Constant(0) });
        };
        let parts = of.iter().map(|of| End::parts(of, variable)).collect::<Option<Vec<_>>>()?;
        let factor = |part: &End| {
            let rest = Form::of(&part.rest).filter(|form| part.factor == 0 && form.is_constant());
            rest.map(|form| form.constant)
        };
        let factor = match (fold, &parts[..]) {
            (Fold::Plus, _) => parts.iter().try_fold(0i64, |sum, of| sum.checked_add(of.factor))?,
            (Fold::Minus, [first, rest @ ..]) => {
                rest.iter().try_fold(first.factor, |sum, of| sum.checked_sub(of.factor))?
            }
            (Fold::Times, [one, two]) => match (factor(one), factor(two)) {
                (Some(by), _) => two.factor.checked_mul(by)?,
                (_, Some(by)) => one.factor.checked_mul(by)?,
                _ => return None,
            },
            _ => return None,
        };
        let rest = parts.into_iter().map(|part| part.rest).collect();
        Some(End { factor, rest: Number::Fold(*fold, rest) })
    }

    /// Returns the inequality that it is at least `by` more than another number; `None` if the variable does not matter.
    fn less(&self, other: &End, by: i64) -> Option<Self> {
        let factor = self.factor.checked_sub(other.factor).filter(|factor| *factor != 0)?;
        let rest = [self.rest.clone(), other.rest.clone(), Number::Constant(by)];
        Some(End { factor, rest: Number::Fold(Fold::Minus, Box::new(rest)) })
    }
}

/// Returns the inequalities that a condition is, if it is a comparison of numbers that are linear in a variable, or largest or
/// least ones of such numbers, whatever they are in the heaps.
pub(super) fn ends_of(truth: &Truth<OfRules>, holds: bool, variable: usize) -> Option<Vec<End>> {
    let Truth::Comparison(sign, of) = truth else { return None };
    let [one, two] = &**of;
    // That one number is at least another one and `by` more.
    let at_least = |one: &Number<OfRules>, two: &Number<OfRules>, by: i64| {
        let (lowest, highest) = (extremes(one, false, variable)?, extremes(two, true, variable)?);
        let pairs = lowest.iter().flat_map(|one| highest.iter().map(move |two| (one, two)));
        pairs.map(|(one, two)| one.less(two, by)).collect::<Option<Vec<_>>>()
    };
    match sign.when(holds) {
        Sign::AtLeast => at_least(one, two, 0),
        Sign::AtMost => at_least(two, one, 0),
        Sign::Greater => at_least(one, two, 1),
        Sign::Less => at_least(two, one, 1),
        Sign::Equal => Some([at_least(one, two, 0)?, at_least(two, one, 0)?].concat()),
        Sign::NotEqual => None,
    }
}

/// Returns numbers, linear in a variable, of which a number is the largest or the least one.
fn extremes(number: &Number<OfRules>, largest: bool, variable: usize) -> Option<Vec<End>> {
    if let Some(end) = End::parts(number, variable) {
        return Some(vec![end]);
    }
    match number {
        Number::Function(Function::Abs, of) if largest => {
            let of = End::parts(of, variable)?;
            let zero = End { factor: 0, rest: Number::Constant(0) };
            Some(vec![zero.less(&of, 0)?, of])
        }
        Number::Fold(fold @ (Fold::Max | Fold::Min), of) if largest == (*fold == Fold::Max) => {
            let parts = of.iter().map(|of| extremes(of, largest, variable));
            Some(parts.collect::<Option<Vec<_>>>()?.concat())
        }
        _ => None,
    }
}
