//! For tests: rules from short texts, and their options by trying all values of the variables.

use std::collections::BTreeSet;

use crate::clause::{HEAP_NAMES, Players};
use crate::language::tree::{Number, Term, Truth};
use crate::language::{
    Connective, Meaning as _, Problem, Syntax, Term as TermOf, TreeNames, of_natural, parse,
};
use crate::rules::{Clause, Clauses, OfRules, Range, Summand};

/// The names of the places of an environment.
pub(crate) struct Names(pub Vec<String>);

impl TreeNames for Names {
    type Leaves = OfRules;

    const OTHER_FUNCTIONS: &'static str = "";
    const NO_QUANTIFIERS: &'static str = "no quantifiers";

    fn named(&mut self, name: &str) -> Result<Term<OfRules>, Problem> {
        let place = self.0.iter().position(|known| known == name);
        Ok(TermOf::Number(Number::Leaf(place.ok_or_else(|| format!("no {name}"))?)))
    }

    fn asked(
        &mut self,
        _: &str,
        _: Option<&str>,
        _: &[Syntax],
    ) -> Result<Option<Term<OfRules>>, Problem> {
        Ok(None)
    }

    fn elsewhere(&mut self, name: &str, _: &str) -> Result<Term<OfRules>, Problem> {
        Err(format!("no {name} elsewhere"))
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
pub(crate) fn list(text: &str) -> Vec<String> {
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
        option: vec![Summand {
            heaps: option.iter().map(|text| number(&names, text)).collect(),
            names: Vec::new(),
            ranges: Vec::new(),
        }],
        ranges: read,
        condition: condition.map(|text| truth(&names, text)),
        pays: pays.map(|text| number(&names, text)),
    }
}

/// Returns impartial rules with these clauses.
pub(crate) fn rules(clauses: &[&str]) -> Clauses {
    let moves: Vec<Clause> = clauses.iter().map(|text| clause(text)).collect();
    let heaps = moves[0].option[0].heaps.len();
    Clauses {
        heaps,
        positions: None,
        terminal: None,
        grade: None,
        is_loopy: false,
        moves: Players::Both(moves),
    }
}

/// Evaluates a number; `None` where it has no value.
pub(crate) fn value(number: &Number<OfRules>, places: &[i64]) -> Option<i64> {
    match number {
        Number::Constant(constant) => Some(*constant),
        Number::Leaf(place) => Some(places[*place]),
        Number::Function(function, of) => function.of(value(of, places)?),
        Number::OfNatural(function, of) => of_natural(*function, value(of, places)?),
        Number::Entry(list, of) => list.get(usize::try_from(value(of, places)?).ok()?).copied(),
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
    let option =
        |places: &Vec<i64>| clause.option[0].heaps.iter().map(|of| value(of, places)).collect();
    moves(clause, heaps)?.iter().map(option).collect()
}

/// Returns all positions with heaps below a side.
pub(crate) fn cells(heaps: usize, side: i64) -> Vec<Vec<i64>> {
    (0..heaps).fold(vec![Vec::new()], |cells, _| {
        let add = |cell: Vec<i64>| (0..side).map(move |n| [&cell[..], &[n]].concat());
        cells.into_iter().flat_map(add).collect()
    })
}
