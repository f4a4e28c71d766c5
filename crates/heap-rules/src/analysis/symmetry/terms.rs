//! Numbers and conditions in one form for all ways of writing them, as far as that is found.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::budget::Budget;
use crate::analysis::linear::{Form, conjuncts, decided, of_comparison};
use crate::language::tree::{Number, Truth};
use crate::language::{Connective, Fold, Function, Sign};
use crate::rules::OfRules;

/// The first place of an unknown.
const UNKNOWNS: usize = 12;
/// The largest divisor all of whose units are tried.
const MOST_UNITS: i64 = 64;

/// What is said of the places: all of it is to hold.
#[derive(Default)]
pub(super) struct Said {
    /// Linear inequalities: these numbers are at least 0.
    pub(super) forms: BTreeSet<Form>,
    /// Conditions of other kinds.
    pub(super) others: BTreeSet<String>,
}

impl Said {
    /// Returns whether all that is said in another place is written here too.
    pub(super) fn repeats(&self, other: &Said) -> bool {
        other.others.is_subset(&self.others) && other.forms.is_subset(&self.forms)
    }
}

/// The unknowns: numbers that are not linear, each with a place. The same text is the same unknown.
#[derive(Default)]
pub(super) struct Terms {
    pub(super) heaps: usize,
    unknowns: BTreeMap<String, usize>,
    /// The sets that variables take.
    sets: Vec<Vec<i64>>,
    pub(super) budget: Budget,
}

impl Terms {
    /// Begins without unknowns, in a game on this number of heaps.
    pub(super) fn of(heaps: usize) -> Self {
        Terms { heaps, ..Terms::default() }
    }

    /// Returns the number of a set.
    pub(super) fn set(&mut self, numbers: &[i64]) -> usize {
        let known = self.sets.iter().position(|known| known == numbers);
        known.unwrap_or_else(|| {
            self.sets.push(numbers.to_vec());
            self.sets.len() - 1
        })
    }

    /// Returns what a condition says.
    pub(super) fn said(&mut self, truth: &Truth<OfRules>) -> Said {
        let mut said = Said::default();
        self.say(truth, true, &mut said);
        said
    }

    /// Adds what is said by a condition that is `holds`.
    pub(super) fn say(&mut self, truth: &Truth<OfRules>, holds: bool, said: &mut Said) {
        for (part, holds) in conjuncts([truth], holds) {
            match part {
                Truth::Constant(truth) if *truth == holds => (),
                Truth::Constant(_) => {
                    said.forms.insert(Form::number(-1));
                }
                Truth::Comparison(sign, of) => self.compare(sign.when(holds), of, said),
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
                let parts = conjuncts([truth], !holds).into_iter();
                let parts = parts.map(|(part, holds)| self.text(part, !holds));
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
    pub(super) fn number(&mut self, number: &Number<OfRules>) -> Form {
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
            Number::Entry(list, of) => {
                let of = self.number(of);
                self.unknown(format!("{list:?} {of:?}"))
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

/// Returns the form, or the one with the opposite sign, of which the first coefficient is positive.
fn unsigned(form: Form) -> Form {
    let mut coefficients = (0..form.places()).map(|place| form.at(place));
    let is_negative = coefficients.find(|&of| of != 0).is_some_and(i64::is_negative);
    if is_negative { form.times(-1).unwrap_or(form) } else { form }
}
