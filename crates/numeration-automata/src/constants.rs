//! Formulas in which some variables stand for known numbers: these are put in before automata are made, so that there are fewer
//! tracks. What follows is put in, too: in x + y = z the third number, if two are known; and where a number that there is said
//! to be is at most a small one, each of these in turn.

use std::collections::HashMap;
use std::sync::Arc;

use super::arithmetic::Arithmetic;
use super::automaton::Automaton;
use super::evaluation::{above_all, evaluate};
use super::formula::{Formula, Variable};
use super::limits::{AutomataError, Limits};
use super::relation::Relation;

/// A number that there is said to be is tried one by one up to this.
const LARGEST_TRIED: u64 = 31;

type Known = HashMap<Variable, u64>;

impl Formula {
    /// Returns the formula about the other variables that says what this one says where some stand for these numbers.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use numeration_automata::{Arithmetic, Formula, Limits, Numeration, evaluate};
    /// let limits = Limits::default();
    /// let fibonacci = Arithmetic::of(&Arc::new(Numeration::fibonacci()), &limits)?;
    /// let (x, y, z) = (0, 1, 2);
    /// let sum = Formula::Sum([x, y, z]);
    /// let more_by_five = sum.with_constants(&[(x, 5)], &fibonacci, &limits)?;
    /// let more_by_five = evaluate(&more_by_five, &fibonacci, &limits)?;
    /// assert_eq!(more_by_five.variables, [y, z]);
    /// assert!(more_by_five.automaton.accepts(&[10, 15]));
    /// # Ok::<(), numeration_automata::AutomataError>(())
    /// ```
    ///
    /// # Errors
    /// When an automaton grows beyond the limits.
    pub fn with_constants(
        &self,
        known: &[(Variable, u64)],
        arithmetic: &Arithmetic,
        limits: &Limits,
    ) -> Result<Formula, AutomataError> {
        let known: Known = known.iter().copied().collect();
        let largest = known.keys().max().map_or(0, |largest| largest + 1);
        let mut unused = above_all(self).max(largest);
        let formula = with_own_names(self, &HashMap::new(), &mut unused);
        PuttingIn { arithmetic, limits, made: HashMap::new() }.put_in(&formula, &known)
    }
}

/// Returns the formula with a variable of its own for each quantifier.
fn with_own_names(
    formula: &Formula,
    names: &HashMap<Variable, Variable>,
    unused: &mut Variable,
) -> Formula {
    let name = |variable: &Variable| *names.get(variable).unwrap_or(variable);
    let mut each = |formulas: &[Formula]| {
        formulas.iter().map(|of| with_own_names(of, names, unused)).collect::<Vec<_>>()
    };
    match formula {
        Formula::Accepts(automaton, variables) => {
            Formula::Accepts(Arc::clone(automaton), variables.iter().map(name).collect())
        }
        Formula::Sum(variables) => Formula::Sum(variables.map(|variable| name(&variable))),
        Formula::Less(x, y) => Formula::Less(name(x), name(y)),
        Formula::Equal(x, y) => Formula::Equal(name(x), name(y)),
        Formula::Is(x, number) => Formula::Is(name(x), *number),
        Formula::Not(negated) => Formula::not(with_own_names(negated, names, unused)),
        Formula::All(formulas) => Formula::All(each(formulas)),
        Formula::Any(formulas) => Formula::Any(each(formulas)),
        Formula::Exists(variable, formula) => {
            let own = *unused;
            *unused += 1;
            let mut names = names.clone();
            names.insert(*variable, own);
            Formula::Exists(own, Box::new(with_own_names(formula, &names, unused)))
        }
    }
}

fn always() -> Formula {
    Formula::All(Vec::new())
}

fn never() -> Formula {
    Formula::Any(Vec::new())
}

fn truth(is_true: bool) -> Formula {
    if is_true { always() } else { never() }
}

fn is_always(formula: &Formula) -> bool {
    matches!(formula, Formula::All(formulas) if formulas.is_empty())
}

fn is_never(formula: &Formula) -> bool {
    matches!(formula, Formula::Any(formulas) if formulas.is_empty())
}

/// What a number on a track is: known, or that of the first track with the same variable.
#[derive(PartialEq, Eq, Hash, Clone, Copy)]
enum Track {
    Known(u64),
    As(usize),
}

/// An automaton, and the relation of those of its tracks that are not known: its automaton and variables.
type Made = (Arc<Automaton>, Arc<Automaton>, Vec<Variable>);

struct PuttingIn<'a> {
    arithmetic: &'a Arithmetic,
    limits: &'a Limits<'a>,
    /// By an automaton and its tracks: the relation of those that are not known. The automata are kept, so that no other one
    /// takes the place of one.
    made: HashMap<(*const Automaton, Vec<Track>), Made>,
}

impl PuttingIn<'_> {
    fn put_in(&mut self, formula: &Formula, known: &Known) -> Result<Formula, AutomataError> {
        let number = |variable: &Variable| known.get(variable).copied();
        Ok(match formula {
            Formula::Accepts(automaton, variables) => self.accepts(automaton, variables, known)?,
            Formula::Sum(variables) => match variables.map(|variable| number(&variable)) {
                [Some(x), Some(y), Some(z)] => truth(x.checked_add(y) == Some(z)),
                [Some(x), Some(y), None] => {
                    x.checked_add(y).map_or_else(never, |sum| Formula::Is(variables[2], sum))
                }
                [Some(part), None, Some(sum)] => {
                    sum.checked_sub(part).map_or_else(never, |rest| Formula::Is(variables[1], rest))
                }
                [None, Some(part), Some(sum)] => {
                    sum.checked_sub(part).map_or_else(never, |rest| Formula::Is(variables[0], rest))
                }
                [None, None, None] => formula.clone(),
                _ => self.accepts(self.arithmetic.sum(), variables, known)?,
            },
            Formula::Less(x, y) => match (number(x), number(y)) {
                (Some(x), Some(y)) => truth(x < y),
                (None, None) => formula.clone(),
                _ => self.accepts(self.arithmetic.less(), &[*x, *y], known)?,
            },
            Formula::Equal(x, y) => match (number(x), number(y)) {
                (Some(x), Some(y)) => truth(x == y),
                (Some(number), None) => Formula::Is(*y, number),
                (None, Some(number)) => Formula::Is(*x, number),
                (None, None) => formula.clone(),
            },
            Formula::Is(x, number) => {
                known.get(x).map_or_else(|| formula.clone(), |x| truth(x == number))
            }
            Formula::Not(negated) => match self.put_in(negated, known)? {
                always if is_always(&always) => never(),
                never if is_never(&never) => always(),
                other => Formula::not(other),
            },
            Formula::Any(formulas) => {
                self.one_of(formulas, |own, formula| own.put_in(formula, known))?
            }
            Formula::All(_) | Formula::Exists(..) => {
                let (mut variables, mut conjuncts) = (Vec::new(), Vec::new());
                flatten(formula, &mut variables, &mut conjuncts);
                self.statement(&variables, &conjuncts, known)?
            }
        })
    }

    /// Says that what is made of one of several holds.
    fn one_of<T>(
        &mut self,
        several: &[T],
        mut make: impl FnMut(&mut Self, &T) -> Result<Formula, AutomataError>,
    ) -> Result<Formula, AutomataError> {
        let mut any = Vec::new();
        for of in several {
            match make(self, of)? {
                one if is_always(&one) => return Ok(one),
                Formula::Any(formulas) => any.extend(formulas),
                other => any.push(other),
            }
        }
        Ok(Formula::Any(any))
    }

    /// Puts in what is known into: there are numbers for the variables such that all conjuncts hold.
    fn statement(
        &mut self,
        variables: &[Variable],
        conjuncts: &[&Formula],
        known: &Known,
    ) -> Result<Formula, AutomataError> {
        let mut known = known.clone();
        loop {
            let before = known.len();
            for conjunct in conjuncts {
                if let Some((variable, number)) = follows(conjunct, &known)
                    && variables.contains(&variable)
                {
                    known.insert(variable, number);
                }
            }
            if known.len() == before {
                break;
            }
        }
        let open =
            |variable: &Variable| variables.contains(variable) && !known.contains_key(variable);
        let few = conjuncts.iter().find_map(|conjunct| {
            let (variable, most) = most(conjunct, &known)?;
            (open(&variable) && most <= LARGEST_TRIED).then_some((variable, most))
        });
        if let Some((variable, most)) = few {
            let numbers: Vec<u64> = (0..=most).collect();
            return self.one_of(&numbers, |own, &number| {
                let mut known = known.clone();
                known.insert(variable, number);
                own.statement(variables, conjuncts, &known)
            });
        }
        let mut all = Vec::new();
        for conjunct in conjuncts {
            match self.put_in(conjunct, &known)? {
                every if is_always(&every) => {}
                none if is_never(&none) => return Ok(none),
                other => all.push(other),
            }
        }
        let open = variables.iter().rev().filter(|variable| !known.contains_key(variable));
        Ok(open.fold(Formula::All(all), |all, &variable| Formula::exists(variable, [all])))
    }

    /// Says that an automaton accepts numbers of which some are known.
    fn accepts(
        &mut self,
        automaton: &Arc<Automaton>,
        variables: &[Variable],
        known: &Known,
    ) -> Result<Formula, AutomataError> {
        if !variables.iter().any(|variable| known.contains_key(variable)) {
            return Ok(Formula::Accepts(Arc::clone(automaton), variables.to_vec()));
        }
        let track = |variable: &Variable| match known.get(variable) {
            Some(&number) => Track::Known(number),
            None => Track::As(variables.iter().position(|other| other == variable).unwrap_or(0)),
        };
        let tracks: Vec<Track> = variables.iter().map(track).collect();
        let key = (Arc::as_ptr(automaton), tracks);
        if !self.made.contains_key(&key) {
            let name = |(track, of): (usize, &Track)| match of {
                Track::Known(_) => track as Variable,
                Track::As(first) => *first as Variable,
            };
            let names = key.1.iter().enumerate().map(name).collect();
            let is = |(track, of): (usize, &Track)| match of {
                Track::Known(number) => Some((track as Variable, *number)),
                Track::As(_) => None,
            };
            let known: Vec<(Variable, u64)> = key.1.iter().enumerate().filter_map(is).collect();
            let mut formulas = vec![Formula::Accepts(Arc::clone(automaton), names)];
            formulas.extend(known.iter().map(|&(variable, number)| Formula::Is(variable, number)));
            let all = known.iter().fold(Formula::All(formulas), |all, &(variable, _)| {
                Formula::exists(variable, [all])
            });
            let Relation { automaton: made, variables } =
                evaluate(&all, self.arithmetic, self.limits)?;
            let made = (Arc::clone(automaton), Arc::new(made), variables);
            self.made.insert(key.clone(), made);
        }
        let Some((_, made, names)) = self.made.get(&key) else { return Ok(never()) };
        if made.tracks() == 0 {
            return Ok(truth(made.accepts(&[])));
        }
        let own = names.iter().map(|&track| variables[track as usize]).collect();
        Ok(Formula::Accepts(Arc::clone(made), own))
    }
}

/// Takes a formula apart: there are numbers for the variables such that all conjuncts hold.
fn flatten<'f>(formula: &'f Formula, variables: &mut Vec<Variable>, to: &mut Vec<&'f Formula>) {
    match formula {
        Formula::All(formulas) => formulas.iter().for_each(|of| flatten(of, variables, to)),
        Formula::Exists(variable, formula) => {
            variables.push(*variable);
            flatten(formula, variables, to);
        }
        _ => to.push(formula),
    }
}

/// Returns a number that follows for a variable.
fn follows(conjunct: &Formula, known: &Known) -> Option<(Variable, u64)> {
    let number = |variable: &Variable| known.get(variable).copied();
    match conjunct {
        Formula::Is(variable, number) if !known.contains_key(variable) => {
            Some((*variable, *number))
        }
        Formula::Equal(x, y) => match (number(x), number(y)) {
            (Some(number), None) => Some((*y, number)),
            (None, Some(number)) => Some((*x, number)),
            _ => None,
        },
        Formula::Sum(variables @ [x, y, z]) => match variables.map(|variable| number(&variable)) {
            [Some(one), Some(two), None] => Some((*z, one.checked_add(two)?)),
            [Some(part), None, Some(sum)] => Some((*y, sum.checked_sub(part)?)),
            [None, Some(part), Some(sum)] => Some((*x, sum.checked_sub(part)?)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the most that a variable can be.
fn most(conjunct: &Formula, known: &Known) -> Option<(Variable, u64)> {
    match conjunct {
        Formula::Less(x, y) => Some((*x, known.get(y)?.saturating_sub(1))),
        Formula::Not(negated) => match &**negated {
            Formula::Less(least, x) => Some((*x, *known.get(least)?)),
            _ => None,
        },
        _ => None,
    }
}
