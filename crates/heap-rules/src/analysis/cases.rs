//! Conditions and numbers by cases, in each of which they are linear.
//!
//! min(a, b) is a where a <= b, and b elsewhere; x / 3 is a q with x = 3 q + r for an r from 0 to 2. The cases exclude one
//! another and leave nothing out: whatever the heaps and variables are, one case holds, and what it adds, as q and r, has
//! one value there.

use super::linear::{Form, inequalities};
use crate::language::tree::{Number, Truth};
use crate::language::{Connective, Fold, Function, Sign};
use crate::rules::OfRules;

/// The most cases of a clause.
const MOST_CASES: usize = 32;
/// The largest divisor in a condition whose remainders are unknowns. Of a larger one the remainders are more than what is
/// saved by them.
const LARGEST_DIVISOR: i64 = 16;

/// What holds in a case, all of it together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Case {
    /// Forms that are 0.
    pub(crate) zero: Vec<Form>,
    /// Forms that are not negative.
    pub(crate) natural: Vec<Form>,
    /// What is not linear. A condition comes after those without which it may have no value.
    pub(crate) tests: Vec<Truth<OfRules>>,
    /// Numbers that are not linear, with the places that stand for them.
    pub(crate) computed: Vec<(usize, Number<OfRules>)>,
    /// The places of remainders, which take few numbers.
    pub(crate) remainders: Vec<usize>,
    /// The first place that nothing stands for.
    pub(crate) next: usize,
}

/// What becomes of a number that is not linear in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// A place stands for it.
    Computed,
    /// The condition is left as it is.
    Given,
}

type Numbers = Vec<(Case, Form)>;

impl Case {
    fn place(&mut self) -> Form {
        self.next += 1;
        Form::place(self.next - 1)
    }

    fn with_natural(mut self, forms: impl IntoIterator<Item = Option<Form>>) -> Option<Case> {
        for form in forms {
            self.natural.push(form?);
        }
        Some(self)
    }

    /// Returns the cases of a number, with the form that it is in each.
    pub(crate) fn numbers(self, number: &Number<OfRules>, otherwise: Otherwise) -> Option<Numbers> {
        if let Some(form) = Form::of(number) {
            return Some(vec![(self, form)]);
        }
        let all = match number {
            Number::Fold(fold, of) => self.clone().folded(*fold, of, otherwise),
            Number::Function(Function::Abs, of) => {
                let mut all = Vec::new();
                for (case, form) in self.clone().numbers(of, otherwise)? {
                    let opposite = form.times(-1)?;
                    let below = opposite.minus(&Form::number(1));
                    all.push((case.clone().with_natural([Some(form.clone())])?, form));
                    all.push((case.with_natural([below])?, opposite));
                }
                Some(all)
            }
            Number::Indicator(truth) => {
                let sides = [(true, 1), (false, 0)].into_iter();
                let side = |(holds, number)| {
                    let cases = self.clone().assume(truth, holds).into_iter();
                    cases.map(move |case| (case, Form::number(number)))
                };
                Some(sides.flat_map(side).collect())
            }
            Number::If(condition, of) => {
                let mut all = Vec::new();
                for (holds, number) in [true, false].into_iter().zip(&**of) {
                    for case in self.clone().assume(condition, holds) {
                        all.extend(case.numbers(number, otherwise)?);
                    }
                }
                Some(all)
            }
            _ => None,
        };
        let all = all.filter(|all| all.len() <= MOST_CASES);
        all.or_else(|| (otherwise == Otherwise::Computed).then(|| self.computed(number)))
    }

    fn computed(mut self, number: &Number<OfRules>) -> Numbers {
        let form = self.place();
        self.computed.push((self.next - 1, number.clone()));
        vec![(self, form)]
    }

    fn folded(self, fold: Fold, of: &[Number<OfRules>], otherwise: Otherwise) -> Option<Numbers> {
        let (first, rest) = of.split_first()?;
        let mut all = self.numbers(first, otherwise)?;
        for number in rest {
            let mut next = Vec::new();
            for (case, one) in all {
                for (case, two) in case.numbers(number, otherwise)? {
                    next.extend(case.taken_in(fold, &one, &two, otherwise)?);
                }
            }
            all = next;
            if all.len() > MOST_CASES {
                return None;
            }
        }
        Some(all)
    }

    /// Returns the cases of what an operation makes of two forms.
    fn taken_in(
        mut self,
        fold: Fold,
        one: &Form,
        two: &Form,
        otherwise: Otherwise,
    ) -> Option<Numbers> {
        if let Some(form) = one.folded(fold, two) {
            return Some(vec![(self, form)]);
        }
        match fold {
            Fold::Min | Fold::Max => {
                let (low, high) = if fold == Fold::Min { (one, two) } else { (two, one) };
                let (first, second) = (high.minus(low)?, low.minus(high)?.minus(&Form::number(1)));
                Some(vec![
                    (self.clone().with_natural([Some(first)])?, one.clone()),
                    (self.with_natural([second])?, two.clone()),
                ])
            }
            Fold::Quotient | Fold::Remainder if two.is_constant() && two.constant > 0 => {
                let divisor = two.constant;
                if otherwise == Otherwise::Given && divisor > LARGEST_DIVISOR {
                    return None;
                }
                let (quotient, rest) = (self.place(), self.place());
                self.remainders.push(self.next - 1);
                self.zero.push(one.minus(&quotient.times(divisor)?.plus(&rest)?)?);
                let room = Form::number(divisor - 1).minus(&rest);
                let case = self.with_natural([Some(rest.clone()), room])?;
                Some(vec![(case, if fold == Fold::Quotient { quotient } else { rest })])
            }
            _ => None,
        }
    }

    /// Returns the cases in which a condition is `holds`. What is not linear, or has too many cases, is left as a test.
    pub(crate) fn assume(self, truth: &Truth<OfRules>, holds: bool) -> Vec<Case> {
        let cases = self.clone().assumed(truth, holds).filter(|cases| cases.len() <= MOST_CASES);
        cases.unwrap_or_else(|| {
            let mut case = self;
            case.tests.push(if holds {
                truth.clone()
            } else {
                Truth::Not(Box::new(truth.clone()))
            });
            vec![case]
        })
    }

    fn assumed(mut self, truth: &Truth<OfRules>, holds: bool) -> Option<Vec<Case>> {
        let each = |cases: Vec<Case>, truth: &Truth<OfRules>, holds: bool| -> Vec<Case> {
            cases.into_iter().flat_map(|case| case.assume(truth, holds)).collect()
        };
        match truth {
            Truth::Comparison(sign, of) => return self.compared(sign.when(holds), of),
            Truth::Not(of) => return Some(self.assume(of, !holds)),
            Truth::Connected(Connective::Iff, of) => {
                let sides = [true, false].into_iter();
                let side =
                    |first: bool| each(self.clone().assume(&of[0], first), &of[1], first == holds);
                return Some(sides.flat_map(side).collect());
            }
            Truth::Connected(connective, of) => {
                let mut all = Vec::new();
                for first in [true, false] {
                    let cases = self.clone().assume(&of[0], first);
                    match connective.decided_by(first) {
                        Some(decided) if decided == holds => all.extend(cases),
                        Some(_) => {}
                        None => all.extend(each(cases, &of[1], holds)),
                    }
                }
                return Some(all);
            }
            Truth::If(of) => {
                let one = each(self.clone().assume(&of[0], true), &of[1], holds);
                let two = each(self.assume(&of[0], false), &of[2], holds);
                return Some([one, two].concat());
            }
            Truth::Constant(_) | Truth::Leaf(_) | Truth::Predicate(..) => {}
        }
        self.natural.extend(inequalities(truth, holds)?);
        Some(vec![self])
    }

    fn compared(mut self, sign: Sign, of: &[Number<OfRules>; 2]) -> Option<Vec<Case>> {
        let comparison = Truth::Comparison(sign, Box::new(of.clone()));
        if sign != Sign::Equal
            && let Some(forms) = inequalities(&comparison, true)
        {
            self.natural.extend(forms);
            return Some(vec![self]);
        }
        let mut all = Vec::new();
        for (case, one) in self.numbers(&of[0], Otherwise::Given)? {
            for (mut case, two) in case.numbers(&of[1], Otherwise::Given)? {
                let (up, down) = (two.minus(&one)?, one.minus(&two)?);
                let by_one = |form: &Form| form.minus(&Form::number(1));
                match sign {
                    Sign::Equal => {
                        case.zero.push(up);
                        all.push(case);
                    }
                    Sign::NotEqual => {
                        all.push(case.clone().with_natural([by_one(&up)])?);
                        all.push(case.with_natural([by_one(&down)])?);
                    }
                    Sign::Less => all.push(case.with_natural([by_one(&up)])?),
                    Sign::AtMost => all.push(case.with_natural([Some(up)])?),
                    Sign::Greater => all.push(case.with_natural([by_one(&down)])?),
                    Sign::AtLeast => all.push(case.with_natural([Some(down)])?),
                }
            }
        }
        Some(all)
    }
}
