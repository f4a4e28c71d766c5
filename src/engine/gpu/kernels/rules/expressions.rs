//! Numbers and conditions of rules, as WGSL.
//!
//! Integers have 32 bits. Bounds of every part are computed while it is written; a part that may pass 32 bits is
//! refused. So nothing that is written overflows where its value matters.
//!
//! WGSL has a value for everything, also for a quotient by 0. So what is written for a part is evaluated wherever that
//! is convenient. If the language gives the part no value at some places, the writer also returns the condition under
//! which it has one. A part that decides whether another one matters is written before it: an expression whose other part takes
//! loops, or has statements before it, becomes an `if`.

use std::rc::Rc;

use heap_rules::intervals::{Bounds, hull, of_function};
use heap_rules::partial::{fold_values, function_values};
use heap_rules::rules::OfRules;
use heap_rules::tree::{Number, Truth};
use heap_rules::{Connective, Fold, Function, Predicate, Syntax};

use super::sets::Sets;

/// A part of the rules that may pass 32 bits.
#[derive(Debug)]
pub(super) struct TooWide {
    /// The part as it is written.
    pub(super) part: Syntax,
    /// Between which numbers it may be, where 64 bits hold them.
    pub(super) bounds: Option<Bounds>,
}

/// What is written for a part.
#[derive(Debug, Clone)]
pub(super) struct Written<B> {
    /// The expression. It needs no brackets.
    pub(super) text: String,
    /// The condition under which the part has a value; none if it always has one.
    pub(super) has_value: Option<String>,
    /// Sound bounds of a number. Of a condition nothing is said.
    pub(super) bounds: B,
    /// Whether it takes loops, so that it should not be evaluated where it does not matter.
    pub(super) is_costly: bool,
}

/// The largest absolute value of a number: it has one less than 32 bits allow, so that every number has an opposite.
const LARGEST: i64 = i32::MAX as i64;

/// Returns whether all numbers between bounds have 32 bits.
pub(super) fn fits((low, high): Bounds) -> bool {
    -LARGEST <= low && high <= LARGEST
}

/// Writes a number that fits.
pub(super) fn literal(number: i64) -> String {
    if number < 0 { format!("(-{}i)", -number) } else { format!("{number}i") }
}

/// Writes expressions, and the statements that come before them.
pub(super) struct Writer<'a> {
    /// What the heaps and variables are called in the shader, and by the user.
    places: Vec<String>,
    names: Vec<&'a str>,
    /// The statements so far.
    lines: Vec<String>,
    /// How many names have been made.
    made: usize,
    pub(super) sets: Rc<Sets>,
}

impl<'a> Writer<'a> {
    /// Begins with the heaps of these names.
    pub(super) fn new(heaps: &[&'a str], sets: Rc<Sets>) -> Self {
        let places = heaps.iter().map(|&name| name.to_owned()).collect();
        Writer { places, names: heaps.to_vec(), lines: Vec::new(), made: 0, sets }
    }

    /// Adds a variable, and returns what it is called in the shader: names that users give may be words of WGSL.
    pub(super) fn add_variable(&mut self, name: &'a str) -> String {
        let place = self.made("v");
        self.places.push(place.clone());
        self.names.push(name);
        place
    }

    /// Returns how many heaps and variables there are.
    pub(super) fn variables(&self) -> usize {
        self.places.len()
    }

    /// Takes away all heaps and variables but the first ones.
    pub(super) fn forget_variables(&mut self, kept: usize) {
        self.places.truncate(kept);
        self.names.truncate(kept);
    }

    /// Puts statements in the place of those that have been written, and returns these.
    pub(super) fn exchange_lines(&mut self, lines: Vec<String>) -> Vec<String> {
        std::mem::replace(&mut self.lines, lines)
    }

    /// Adds statements.
    pub(super) fn lines(&mut self, lines: impl IntoIterator<Item = String>) {
        self.lines.extend(lines);
    }

    /// Adds the statement that returns if a condition holds.
    pub(super) fn return_if(&mut self, condition: &str) {
        self.lines([format!("if {condition} {{"), "return;".into(), "}".into()]);
    }

    /// Takes the statements that have been written.
    pub(super) fn take_lines(&mut self) -> Vec<String> {
        self.exchange_lines(Vec::new())
    }

    /// Adds a statement.
    pub(super) fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Makes a name.
    pub(super) fn made(&mut self, begin: &str) -> String {
        self.made += 1;
        format!("{begin}{}", self.made)
    }

    /// Gives an expression a name, unless it is one.
    pub(super) fn named(&mut self, text: String) -> String {
        if text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return text;
        }
        let name = self.made("t");
        self.line(format!("let {name} = {text};"));
        name
    }

    /// Returns the error that a part is too wide.
    pub(super) fn too_wide(&self, part: &Number<OfRules>, bounds: Option<Bounds>) -> TooWide {
        TooWide { part: part.written(&self.names), bounds }
    }

    /// Writes a number whose heaps and variables lie between bounds.
    pub(super) fn number(
        &mut self,
        number: &Number<OfRules>,
        environment: &[Bounds],
    ) -> Result<Written<Bounds>, TooWide> {
        let written = match number {
            Number::Constant(constant) => {
                let bounds = (*constant, *constant);
                if !fits(bounds) {
                    return Err(self.too_wide(number, Some(bounds)));
                }
                Written { text: literal(*constant), has_value: None, bounds, is_costly: false }
            }
            Number::Leaf(place) => Written {
                text: self.places.get(*place).cloned().unwrap_or_default(),
                has_value: None,
                bounds: environment.get(*place).copied().unwrap_or((0, 0)),
                is_costly: false,
            },
            Number::Function(Function::Abs, of) => {
                let of = self.number(of, environment)?;
                let bounds = of_function(Function::Abs, of.bounds);
                let bounds = bounds.ok_or_else(|| self.too_wide(number, None))?;
                Written { text: format!("abs({})", of.text), bounds, ..of }
            }
            Number::Function(function @ Function::TimesRoot(radicand), number) => {
                let of = self.number(number, environment)?;
                // It is the root of a product, which must have 32 bits.
                let radicand = i64::from(*radicand);
                let largest = of.bounds.0.unsigned_abs().max(of.bounds.1.unsigned_abs());
                let square = largest.checked_pow(2).and_then(|of| i64::try_from(of).ok());
                let most = square.and_then(|square| square.checked_mul(radicand));
                let bounds = of_function(*function, of.bounds);
                match (most, bounds) {
                    (Some(most), Some(bounds)) if fits((0, most)) => {
                        let text = format!("floor_times_root({}, {radicand}i)", of.text);
                        Written { text, bounds, ..of }
                    }
                    _ => {
                        let factor = || (**number).clone();
                        let factors = [factor(), factor(), Number::Constant(radicand)];
                        let product = Number::Fold(Fold::Times, factors.into());
                        return Err(self.too_wide(&product, most.map(|most| (0, most))));
                    }
                }
            }
            Number::OfNatural(function, of) => {
                let of = self.number(of, environment)?;
                let values = function_values(*function, of.bounds);
                self.function(*function, of, values.ok_or_else(|| self.too_wide(number, None))?)
            }
            Number::Entry(list, of) => {
                let place = self.number(of, environment)?;
                self.entry(list, place).map_err(|bounds| self.too_wide(number, Some(bounds)))?
            }
            Number::Fold(fold, of) => {
                let mut folded: Option<Written<Bounds>> = None;
                for of in of {
                    let next = self.number(of, environment)?;
                    folded = Some(match folded {
                        None => next,
                        Some(before) => {
                            let values = fold_values(*fold, before.bounds, next.bounds);
                            let bounds = values.map(|values| values.bounds);
                            let values = values.filter(|values| fits(values.bounds));
                            let values = values.ok_or_else(|| self.too_wide(number, bounds))?;
                            self.fold(*fold, [before, next], values)
                        }
                    });
                }
                folded.ok_or_else(|| self.too_wide(number, None))?
            }
            Number::Indicator(of) => {
                let of = self.truth(of, environment)?;
                Written {
                    text: format!("select(0i, 1i, {})", of.text),
                    has_value: of.has_value,
                    bounds: (0, 1),
                    is_costly: of.is_costly,
                }
            }
            Number::If(condition, of) => {
                let of = &**of;
                let branch = |writer: &mut Self, is_first: bool, environment: &[Bounds]| {
                    writer.number(&of[usize::from(!is_first)], environment)
                };
                let empty = ("0i", (0, 0));
                self.choice(condition, environment, empty, branch, hull)?
            }
        };
        match fits(written.bounds) {
            true => Ok(written),
            false => Err(self.too_wide(number, Some(written.bounds))),
        }
    }

    /// Writes a condition whose heaps and variables lie between bounds.
    pub(super) fn truth(
        &mut self,
        truth: &Truth<OfRules>,
        environment: &[Bounds],
    ) -> Result<Written<()>, TooWide> {
        Ok(match truth {
            Truth::Constant(truth) => always(truth.to_string()),
            Truth::Leaf(none) => match *none {},
            Truth::Not(of) => {
                let of = self.truth(of, environment)?;
                Written { text: format!("!({})", of.text), ..of }
            }
            Truth::Connected(Connective::Iff, of) => {
                let [one, two] =
                    [self.truth(&of[0], environment)?, self.truth(&of[1], environment)?];
                joined(&one, &two, format!("({} == {})", one.text, two.text), ())
            }
            Truth::Connected(connective, of) => {
                // Where the second part does not matter, and what the condition is there.
                let (decides, is_true) = match connective {
                    Connective::And => (false, false),
                    Connective::Or => (true, true),
                    _ => (false, true),
                };
                let branch =
                    |writer: &mut Self, is_first: bool, environment: &[Bounds]| match is_first
                        == decides
                    {
                        true => Ok(always(is_true.to_string())),
                        false => writer.truth(&of[1], environment),
                    };
                self.choice(&of[0], environment, ("false", ()), branch, |(), ()| ())?
            }
            Truth::Comparison(sign, of) => {
                let [one, two] =
                    [self.number(&of[0], environment)?, self.number(&of[1], environment)?];
                joined(&one, &two, format!("({} {} {})", one.text, sign.text(), two.text), ())
            }
            Truth::Predicate(predicate, of) => {
                let of = self.number(of, environment)?;
                let (name, is_costly) = match predicate {
                    Predicate::IsSquare => ("is_square", of.is_costly),
                    Predicate::IsPrime => ("is_prime", true),
                };
                let text = format!("{name}({})", of.text);
                Written { text, has_value: of.has_value, bounds: (), is_costly }
            }
            Truth::If(of) => {
                let [condition, one, two] = &**of;
                let branch = |writer: &mut Self, is_first: bool, environment: &[Bounds]| {
                    writer.truth(if is_first { one } else { two }, environment)
                };
                self.choice(condition, environment, ("false", ()), branch, |(), ()| ())?
            }
        })
    }
}

/// Returns a condition that always has a value.
fn always(text: String) -> Written<()> {
    Written { text, has_value: None, bounds: (), is_costly: false }
}

/// Returns what has a value where two parts have one.
pub(super) fn joined<A, B>(
    one: &Written<A>,
    two: &Written<A>,
    text: String,
    bounds: B,
) -> Written<B> {
    let has_value = both(one.has_value.clone(), two.has_value.clone());
    Written { text, has_value, bounds, is_costly: one.is_costly || two.is_costly }
}

/// Returns the condition that both conditions hold.
pub(super) fn both(one: Option<String>, two: Option<String>) -> Option<String> {
    match (one, two) {
        (Some(one), Some(two)) => Some(format!("({one} && {two})")),
        (one, two) => one.or(two),
    }
}
