//! Clauses whose options are lines: the position less a vector, and less the same step a number of times more, which
//! lies in a window.
//!
//! Such options are not listed one after another by fast methods: along a line the next position has nearly the same ones.
//! `splitting` takes a clause apart until one variable is left, or none; here is what such a part must be.

use super::budget::Budget;
use super::elimination::{follows, is_contradiction};
use super::extents::{ClauseBounds, clause_bounds};
use super::growth::growth;
use super::intervals::{bounds, possible};
use super::linear::{Form, inequalities};
use super::proof::LARGEST_HEAP;
use super::splitting::{SplitPart, split};
use super::window_ends::End;
use crate::language::tree::{Number, Truth};
use crate::rules::{Clause, OfRules};

/// The most lines and steps of a clause.
const MOST_PARTS: usize = 256;

/// Options on a line: those of a position p at which all guards are true are p - base - k step for the numbers k of a window
/// of 0, 1, 2, ..., as long as no heap of the option is negative.
///
/// Guards and the ends of the window name heaps alone, and have a value wherever heaps have at most 2^30 tokens. The base is
/// not 0, but may have entries below 0, for heaps that grow: whether the grade falls is another question.
#[derive(Debug, Clone)]
pub struct Line {
    /// What the first option has less than the position.
    pub base: Vec<i64>,
    /// What each option has less than the one before; not 0.
    pub step: Vec<u32>,
    /// The conditions under which the line is there.
    pub guard: Vec<Truth<OfRules>>,
    /// The least k: the largest of 0 and these numbers. From p to p + step each grows by at most 1, so that an option that
    /// has entered the window of a position is not too new for the next position of the line.
    pub from: Vec<Number<OfRules>>,
    /// The largest k: the least of these numbers; none of them where the heaps alone say how far the line goes.
    pub to: Vec<Number<OfRules>>,
}

/// A single option: p - vector for a position p at which all guards are true, if no heap of it is negative.
#[derive(Debug, Clone)]
pub struct Step {
    /// What the option has less than the position; not 0, and below 0 for heaps that grow.
    pub vector: Vec<i64>,
    /// The conditions under which there is the option, as those of a line.
    pub guard: Vec<Truth<OfRules>>,
}

/// The options of a clause, together. An option may be in several parts.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// The lines.
    pub lines: Vec<Line>,
    /// The single options.
    pub steps: Vec<Step>,
    /// The vectors v, some entries of which are below 0, of the options p - v, p - 2v, p - 3v, ...
    slanted: Vec<Vec<i64>>,
}

/// Returns the options of a clause as lines and single steps, if they are exactly those, at all positions whose heaps
/// have at most 2^30 tokens; no option has a negative heap then, and no expression lacks a value. What the clause pays is
/// not looked at. `None` if they are not, or if that is not found.
pub fn lines(clause: &Clause, budget: &Budget) -> Option<Parts> {
    parts(clause, budget).filter(|parts| parts.slanted.is_empty())
}

/// Returns why a clause has no lines, as far as can be said in a few words.
pub fn obstacle(clause: &Clause) -> &'static str {
    let Some(option) = clause.single() else { return "it leads to sums" };
    let heaps = vec![(0, LARGEST_HEAP); option.len()];
    if clause_bounds(clause, &heaps).is_none() {
        return "an expression may be without a value, or pass 64 bits";
    }
    let forms: Option<Vec<Form>> = option.iter().map(Form::of).collect();
    let Some(forms) = forms else {
        return "a heap of the option is not linear in heaps and variables";
    };
    let is_taken_from = |(heap, form): (usize, &Form)| {
        let others = (0..option.len()).filter(|&other| other != heap);
        others.map(|other| form.at(other)).all(|factor| factor == 0)
    };
    match forms.iter().enumerate().all(is_taken_from) {
        true => "its variables are not bounded by numbers that name heaps alone, one at a time",
        false => "a heap of the option is made of another heap",
    }
}

fn parts(clause: &Clause, budget: &Budget) -> Option<Parts> {
    let option = clause.single()?;
    let heaps = vec![(0, LARGEST_HEAP); option.len()];
    let ClauseBounds::Within(environment) = clause_bounds(clause, &heaps)? else {
        return Some(Parts::default());
    };
    option.iter().try_for_each(|heap| bounds(heap, &environment).map(|_| ()))?;
    let mut parts = Parts::default();
    for part in split(clause, budget)? {
        parts.add(&part, budget)?;
        if parts.lines.len() + parts.steps.len() > MOST_PARTS {
            return None;
        }
    }
    Some(parts)
}

/// Returns the vectors v of which the options of a clause are p - v, p - 2v, p - 3v, ... for a position p, as long as no heap of the
/// option is negative, at all positions whose heaps have at most 2^30 tokens. A vector may have entries below 0, for heaps
/// that grow. `None` if these are not the options, or if that is not found.
pub fn rays(clause: &Clause) -> Option<Vec<Vec<i64>>> {
    let parts = parts(clause, &Budget::default())?;
    let is_ray = |line: &Line| {
        let step = line.step.iter().copied().map(i64::from);
        line.is_always_whole() && line.base.iter().copied().eq(step)
    };
    if !parts.steps.is_empty() || !parts.lines.iter().all(is_ray) {
        return None;
    }
    Some(parts.lines.into_iter().map(|line| line.base).chain(parts.slanted).collect())
}

impl Line {
    /// Returns whether it is there at every position, as far as the heaps allow.
    pub fn is_always_whole(&self) -> bool {
        self.guard.is_empty() && self.from.is_empty() && self.to.is_empty()
    }
}

impl Parts {
    /// Adds what a part of a clause with one variable or none is; `None` if it is neither a line nor a step.
    fn add(&mut self, part: &SplitPart, budget: &Budget) -> Option<()> {
        let heaps = part.option.len();
        let option = part.option.iter().map(Form::of).collect::<Option<Vec<_>>>()?;
        let mut constants = Vec::new();
        let mut step = Vec::new();
        for (heap, form) in option.iter().enumerate() {
            // The heap itself, less a constant and a multiple of the variable.
            let less = Form::place(heap).minus(form)?;
            if (0..less.places()).any(|place| less.at(place) != 0 && Some(place) != part.variable) {
                return None;
            }
            constants.push(less.constant);
            step.push(part.variable.map_or(0, |variable| less.at(variable)));
        }
        let natural: Vec<Form> = (0..heaps).map(Form::place).collect();
        let mut guards = Vec::new();
        let mut known = Vec::new();
        let everywhere = vec![(0, LARGEST_HEAP); heaps];
        for guard in &part.guards {
            possible(guard, &everywhere)?;
            let forms = inequalities(guard, true);
            known.extend(forms.iter().flatten().cloned());
            guards.push((guard, forms));
        }
        let facts = [&natural[..], &known, &part.forms].concat();
        if is_contradiction(&facts, budget) {
            return Some(());
        }
        // No option may have a negative heap.
        let follows = |facts: &[Form], form: &Form| follows(facts, form, budget);
        if !option.iter().all(|heap| follows(&facts, heap)) {
            return None;
        }
        // What is left to say once the option has no negative heap.
        let mut inside = [&natural[..], &option].concat();
        let low = match part.variable {
            None => 0,
            Some(variable) => {
                let low = lowest(&part.forms, variable)?;
                inside.push(Form::place(variable).minus(&Form::number(low))?);
                low
            }
        };
        let is_open = |forms: &Option<Vec<Form>>| {
            forms.as_ref().is_none_or(|forms| !forms.iter().all(|form| follows(&inside, form)))
        };
        let guard: Vec<_> = guards
            .iter()
            .filter(|(_, forms)| is_open(forms))
            .map(|(guard, _)| (*guard).clone())
            .collect();
        let with_guards = [&inside[..], &known].concat();
        let ends = part.forms.iter().filter(|form| !follows(&with_guards, form));
        let ends = ends.map(|form| End::of(form, part.variable)).collect::<Option<Vec<_>>>()?;
        let ends = [ends, part.ends.clone()].concat();
        let first = constants.iter().zip(&step);
        let first = first.map(|(constant, step)| constant.checked_add(step.checked_mul(low)?));
        let first = first.collect::<Option<Vec<_>>>()?;
        if first.iter().all(|&entry| entry == 0) {
            return None;
        }
        if part.variable.is_none() {
            let is_same =
                |other: &Step| other.vector == first && other.guard.is_empty() && guard.is_empty();
            if !self.steps.iter().any(is_same) {
                self.steps.push(Step { vector: first, guard });
            }
            return Some(());
        }
        if step.iter().all(|&entry| entry == 0) {
            return None;
        }
        let natural = step.iter().map(|&entry| u32::try_from(entry));
        let Ok(natural) = natural.collect::<Result<Vec<_>, _>>() else {
            let is_ray = first == step && guard.is_empty() && ends.is_empty();
            return is_ray.then(|| self.slanted.push(step));
        };
        let mut line = Line { base: first, step: natural, guard, from: Vec::new(), to: Vec::new() };
        for end in ends {
            bounds(&end.rest, &everywhere)?;
            let number = end.number(low)?;
            bounds(&number, &everywhere)?;
            if end.factor < 0 {
                line.to.push(number);
            } else {
                growth(&number, &step).filter(|(_, most)| *most <= 1)?;
                line.from.push(number);
            }
        }
        let is_same = |other: &Line| {
            (&other.base, &other.step) == (&line.base, &line.step)
                && other.is_always_whole()
                && line.is_always_whole()
        };
        if !self.lines.iter().any(is_same) {
            self.lines.push(line);
        }
        Some(())
    }
}

/// Returns the largest constant that the inequalities say the variable is at least.
fn lowest(forms: &[Form], variable: usize) -> Option<i64> {
    let alone = |form: &&Form| (0..variable).all(|place| form.at(place) == 0);
    let bounds = forms.iter().filter(alone).filter_map(|form| {
        let factor = form.at(variable);
        // factor * k + c >= 0 says k >= -c / factor, rounded up.
        (factor > 0).then(|| form.constant.div_euclid(factor).checked_neg()).flatten()
    });
    bounds.max()
}
