//! For tests: rules from short texts, and their options by trying all values of the variables.

use std::collections::BTreeSet;

use crate::clause::{HEAP_NAMES, Players};
use crate::language::tree::{self, Number, Truth};
use crate::language::{
    Connective, FOLDS, Fold, Function, Meaning, OF_NATURAL, Operation, PREDICATES, Problem,
    Quantifier, Sign, Syntax, Term, Two, of_natural, parse,
};
use crate::rules::{Clause, OfRules, Range, Rules};

/// The names of the places of an environment.
pub(crate) struct Names(pub Vec<String>);

type RulesTerm = Term<Number<OfRules>, Truth<OfRules>>;

impl Meaning for Names {
    type Number = Number<OfRules>;
    type Truth = Truth<OfRules>;

    fn constant(&self, number: i64) -> Self::Number {
        Number::Constant(number)
    }

    fn name(&mut self, name: &str) -> Result<RulesTerm, Problem> {
        Ok(match name {
            "true" => Term::Truth(Truth::Constant(true)),
            "false" => Term::Truth(Truth::Constant(false)),
            _ => {
                let place = self.0.iter().position(|known| known == name);
                Term::Number(Number::Leaf(place.ok_or_else(|| format!("no {name}"))?))
            }
        })
    }

    fn call(
        &mut self,
        name: &str,
        _: Option<&str>,
        arguments: &[Syntax],
    ) -> Result<RulesTerm, Problem> {
        let mut of: Vec<_> =
            arguments.iter().map(|argument| self.number(argument)).collect::<Result<_, _>>()?;
        if let Some((_, fold)) = FOLDS.iter().find(|(known, _)| *known == name) {
            return Ok(Term::Number(Number::Fold(*fold, of.into())));
        }
        if name == "divides" {
            return Ok(Term::Truth(tree::divides([of.remove(0), of.remove(0)])));
        }
        let of = Box::new(of.remove(0));
        if let Some((_, predicate)) = PREDICATES.iter().find(|(known, _)| *known == name) {
            return Ok(Term::Truth(Truth::Predicate(*predicate, of)));
        }
        Ok(Term::Number(match OF_NATURAL.iter().find(|(known, _)| *known == name) {
            Some((_, function)) => Number::OfNatural(*function, of),
            None if name == "abs" => Number::Function(Function::Abs, of),
            None => return Err(format!("no function {name}")),
        }))
    }

    fn indicator(&mut self, of: Self::Truth) -> Result<Self::Number, Problem> {
        Ok(Number::Indicator(Box::new(of)))
    }

    fn choice(&mut self, condition: Self::Truth, of: Two<Self>) -> Result<RulesTerm, Problem> {
        Ok(match of {
            Term::Number(of) => Term::Number(Number::If(Box::new(condition), Box::new(of))),
            Term::Truth([one, two]) => Term::Truth(Truth::If(Box::new([condition, one, two]))),
        })
    }

    fn negative(&mut self, of: Self::Number) -> Result<Self::Number, Problem> {
        Ok(Number::Fold(Fold::Minus, Box::new([Number::Constant(0), of])))
    }

    fn arithmetic(
        &mut self,
        operation: Operation,
        of: [Self::Number; 2],
    ) -> Result<Self::Number, Problem> {
        Ok(Number::Fold(operation.into(), Box::new(of)))
    }

    fn comparison(&mut self, sign: Sign, of: [Self::Number; 2]) -> Result<Self::Truth, Problem> {
        Ok(Truth::Comparison(sign, Box::new(of)))
    }

    fn not(&self, of: Self::Truth) -> Self::Truth {
        Truth::Not(Box::new(of))
    }

    fn connected(&self, connective: Connective, of: Vec<Self::Truth>) -> Self::Truth {
        let all = of.into_iter().reduce(|a, b| Truth::Connected(connective, Box::new([a, b])));
        all.expect("not empty")
    }

    fn quantified(
        &mut self,
        _: Quantifier,
        _: &[String],
        _: &Syntax,
    ) -> Result<Self::Truth, Problem> {
        Err("quantified".into())
    }
}

pub(crate) fn number(names: &[&str], text: &str) -> Number<OfRules> {
    let mut names = Names(names.iter().map(ToString::to_string).collect());
    parse(text).and_then(|syntax| names.number(&syntax)).expect(text)
}

pub(crate) fn truth(names: &[&str], text: &str) -> Truth<OfRules> {
    let mut names = Names(names.iter().map(ToString::to_string).collect());
    parse(text).and_then(|syntax| names.truth(&syntax)).expect(text)
}

/// Splits a list at commas outside brackets.
fn list(text: &str) -> Vec<String> {
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        match (c, depth) {
            (',', 0) => parts.push(String::new()),
            _ => parts.last_mut().expect("not empty").push(c),
        }
    }
    parts
}

/// Reads a clause as "x - k, y for k 1..x, l in 2 4 if x > y pays k": all bounds are included.
pub(crate) fn clause(text: &str) -> Clause {
    let (text, pays) = text.split_once(" pays ").map_or((text, None), |(a, b)| (a, Some(b)));
    let (text, condition) = text.split_once(" if ").map_or((text, None), |(a, b)| (a, Some(b)));
    let (option, ranges) = text.split_once(" for ").unwrap_or((text, ""));
    let option = list(option);
    let ranges: Vec<String> = if ranges.is_empty() { Vec::new() } else { list(ranges) };
    let ranges: Vec<(&str, &str)> =
        ranges.iter().map(|of| of.trim().split_once(' ').expect("range")).collect();
    let mut names: Vec<&str> = HEAP_NAMES[..option.len()].to_vec();
    let mut read = Vec::new();
    for (name, range) in ranges {
        read.push(match range.strip_prefix("in ") {
            Some(set) => Range::Set(set.split(' ').map(|n| n.parse().expect("number")).collect()),
            None => {
                let (low, high) = range.split_once("..").expect("bounds");
                Range::Between(Box::new([number(&names, low), number(&names, high)]))
            }
        });
        names.push(name);
    }
    Clause {
        names: names[names.len() - read.len()..].iter().map(ToString::to_string).collect(),
        option: option.iter().map(|text| number(&names, text)).collect(),
        ranges: read,
        condition: condition.map(|text| truth(&names, text)),
        pays: pays.map(|text| number(&names, text)),
    }
}

/// Returns impartial rules with these clauses.
pub(crate) fn rules(clauses: &[&str]) -> Rules {
    let moves: Vec<Clause> = clauses.iter().map(|text| clause(text)).collect();
    let heaps = moves[0].option.len();
    Rules { heaps, positions: None, terminal: None, grade: None, moves: Players::Both(moves) }
}

/// Evaluates a number; `None` where it has no value.
pub(crate) fn value(number: &Number<OfRules>, places: &[i64]) -> Option<i64> {
    match number {
        Number::Constant(constant) => Some(*constant),
        Number::Leaf(place) => Some(places[*place]),
        Number::Function(function, of) => function.of(value(of, places)?),
        Number::OfNatural(function, of) => of_natural(*function, value(of, places)?),
        Number::Fold(fold, of) => {
            let mut of = of.iter().map(|of| value(of, places));
            let first = of.next()??;
            of.try_fold(first, |folded, of| fold.of(folded, of?))
        }
        Number::Indicator(of) => is_true(of, places).map(i64::from),
        Number::If(condition, of) => value(&of[usize::from(!is_true(condition, places)?)], places),
    }
}

/// Evaluates a condition; `None` where it has no value.
pub(crate) fn is_true(truth: &Truth<OfRules>, places: &[i64]) -> Option<bool> {
    Some(match truth {
        Truth::Constant(truth) => *truth,
        Truth::Leaf(leaf) => match *leaf {},
        Truth::Not(of) => !is_true(of, places)?,
        Truth::Connected(connective, of) => {
            let second = || is_true(&of[1], places);
            match (connective, is_true(&of[0], places)?) {
                (Connective::And, false) => false,
                (Connective::Or, true) | (Connective::Implies, false) => true,
                (Connective::Iff, first) => first == second()?,
                _ => second()?,
            }
        }
        Truth::Comparison(sign, of) => {
            sign.test()(&value(&of[0], places)?, &value(&of[1], places)?)
        }
        Truth::Predicate(predicate, of) => predicate.of(value(of, places)?),
        Truth::If(of) => is_true(&of[if is_true(&of[0], places)? { 1 } else { 2 }], places)?,
    })
}

/// Returns the environments of the moves of a clause at a position; `None` where an expression lacks a value.
pub(crate) fn moves(clause: &Clause, heaps: &[i64]) -> Option<Vec<Vec<i64>>> {
    let mut all = vec![heaps.to_vec()];
    for range in &clause.ranges {
        let mut next = Vec::new();
        for places in &all {
            let numbers: Vec<i64> = match range {
                Range::Set(numbers) => numbers.clone(),
                Range::Between(of) => (value(&of[0], places)?..=value(&of[1], places)?).collect(),
            };
            next.extend(numbers.into_iter().map(|number| [&places[..], &[number]].concat()));
        }
        all = next;
    }
    let mut found = Vec::new();
    for places in all {
        let is_move = clause.condition.as_ref().map_or(Some(true), |of| is_true(of, &places))?;
        found.extend(is_move.then_some(places));
    }
    Some(found)
}

/// Returns the options of a clause at a position, with negative heaps too; `None` where an expression lacks a value.
pub(crate) fn options(clause: &Clause, heaps: &[i64]) -> Option<BTreeSet<Vec<i64>>> {
    let option = |places: &Vec<i64>| clause.option.iter().map(|of| value(of, places)).collect();
    moves(clause, heaps)?.iter().map(option).collect()
}

/// Returns all positions with heaps below a side.
pub(crate) fn cells(heaps: usize, side: i64) -> Vec<Vec<i64>> {
    (0..heaps).fold(vec![Vec::new()], |cells, _| {
        let add = |cell: Vec<i64>| (0..side).map(move |n| [&cell[..], &[n]].concat());
        cells.into_iter().flat_map(add).collect()
    })
}
