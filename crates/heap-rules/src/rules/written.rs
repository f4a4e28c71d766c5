//! Parts of rules as users write them, for messages about a part.

use super::OfRules;
use crate::language::quadratic::{FLOOR, SQUARE_ROOT};
use crate::language::tree::{Number, Truth};
use crate::language::{FOLDS, Fold, Function, OF_NATURAL, Operation, PREDICATES, Syntax};

impl Number<OfRules> {
    /// Returns what a user writes for it, where the heaps and the variables have these names. `tokens` has become a sum,
    /// and a bound that is not included one more or less.
    ///
    /// ```
    /// let number = heap_rules::rules::number("-x + if(x < y, gcd(x, 4), (x ^ y) / 2)", 2)?;
    /// assert_eq!(number.written(&["x", "y"]).to_string(), "-x + if(x < y, gcd(x, 4), (x ^ y) / 2)");
    /// # Ok::<(), heap_rules::Problem>(())
    /// ```
    pub fn written(&self, names: &[&str]) -> Syntax {
        let all = |of: &[Number<OfRules>]| of.iter().map(|of| of.written(names)).collect();
        match self {
            Number::Constant(number) => Syntax::Number(*number),
            Number::Leaf(place) => Syntax::Name((*names.get(*place).unwrap_or(&"")).to_owned()),
            Number::Function(Function::Abs, of) => call("abs", vec![of.written(names)]),
            Number::Function(Function::TimesRoot(radicand), of) => {
                let root = call(SQUARE_ROOT, vec![Syntax::Number((*radicand).into())]);
                let times = [(Operation::Times, root)].into_iter();
                call(FLOOR, vec![from_the_left(of.written(names), times)])
            }
            Number::OfNatural(function, of) => {
                call(name_of(&OF_NATURAL, function), vec![of.written(names)])
            }
            Number::Entry(list, of) => {
                let place = Box::new(of.written(names));
                Syntax::Entry { list: list_text(list), place }
            }
            Number::Fold(Fold::Minus, of) if matches!(of.first(), Some(Number::Constant(0))) => {
                let of: Vec<Syntax> = all(&of[1..]);
                of.into_iter().next().map_or(Syntax::Number(0), |of| Syntax::Negative(Box::new(of)))
            }
            Number::Fold(fold, of) => match Operation::of_fold(*fold) {
                None => call(name_of(&FOLDS, fold), all(of)),
                Some(operation) => {
                    let mut of = all(of).into_iter();
                    let first = of.next().unwrap_or(Syntax::Number(0));
                    from_the_left(first, of.map(|of| (operation, of)))
                }
            },
            Number::Indicator(of) => of.written(names),
            Number::If(condition, of) => {
                let [one, two] = &**of;
                let parts = [condition.written(names), one.written(names), two.written(names)];
                Syntax::If(Box::new(parts))
            }
        }
    }
}

impl Truth<OfRules> {
    /// Returns what a user writes for it, where the heaps and the variables have these names.
    pub fn written(&self, names: &[&str]) -> Syntax {
        match self {
            Truth::Constant(truth) => Syntax::Name(truth.to_string()),
            Truth::Leaf(none) => match *none {},
            Truth::Not(of) => Syntax::Not { mark: false, of: Box::new(of.written(names)) },
            Truth::Connected(connective, of) => {
                Syntax::Connective(*connective, of.iter().map(|of| of.written(names)).collect())
            }
            Truth::Comparison(sign, of) => Syntax::Comparison {
                signs: vec![*sign],
                between: of.iter().map(|of| of.written(names)).collect(),
            },
            Truth::Predicate(predicate, of) => {
                call(name_of(&PREDICATES, predicate), vec![of.written(names)])
            }
            Truth::If(of) => Syntax::If(Box::new(of.each_ref().map(|of| of.written(names)))),
        }
    }
}

/// Joins operations that are done from the left to the right, as in `a + b - c`, without brackets.
fn from_the_left(first: Syntax, rest: impl Iterator<Item = (Operation, Syntax)>) -> Syntax {
    let mut rest: Vec<(Operation, Syntax)> = rest.collect();
    match (first, rest.first().map(|(operation, _)| operation.level())) {
        (Syntax::Arithmetic { first, rest: mut before }, Some(own))
            if before.iter().all(|(operation, _)| operation.level() == own) =>
        {
            before.append(&mut rest);
            Syntax::Arithmetic { first, rest: before }
        }
        (first, _) => Syntax::Arithmetic { first: Box::new(first), rest },
    }
}

/// Writes the beginning of a list.
fn list_text(list: &[i64]) -> String {
    const SHOWN: usize = 4;
    let numbers: Vec<String> = list.iter().take(SHOWN).map(i64::to_string).collect();
    format!("[{}{}]", numbers.join(", "), if list.len() > SHOWN { ", ..." } else { "" })
}

fn call(name: &str, arguments: Vec<Syntax>) -> Syntax {
    Syntax::Call { name: name.to_owned(), index: None, arguments }
}

fn name_of<T: PartialEq>(known: &[(&'static str, T)], wanted: &T) -> &'static str {
    known.iter().find(|(_, of)| of == wanted).map_or("", |(name, _)| name)
}
