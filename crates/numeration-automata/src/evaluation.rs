//! Evaluation: the automaton of the numbers for which a formula is true.
//!
//! Quantifiers and *and* that are nested in one another become one statement, *there are numbers such that
//! all of these hold*, of which [`elimination`](super::elimination) chooses the order. So it does not
//! matter in which order a formula is written.

use std::collections::HashMap;

use super::arithmetic::Arithmetic;
use super::automaton::Automaton;
use super::elimination::{Order, eliminate};
use super::formula::{Formula, Variable};
use super::limits::{AutomataError, Limits};
use super::linear::{Condition, LARGEST, Linear, Sign, negation, put_in, relation_of};
use super::relation::Relation;

/// Evaluates a formula in a numeration, whose arithmetic is given.
///
/// ```
/// use std::sync::Arc;
/// use numeration_automata::{Arithmetic, Formula, Limits, Numeration, evaluate};
/// let limits = Limits::default();
/// let fibonacci = Arithmetic::of(&Arc::new(Numeration::fibonacci()), &limits)?;
/// // For all x there is a y with x + x = y and not y < x.
/// let (x, y) = (0, 1);
/// let formula = Formula::for_all(x, Formula::exists(y, [
///     Formula::Sum([x, x, y]),
///     Formula::not(Formula::Less(y, x)),
/// ]));
/// assert!(evaluate(&formula, &fibonacci, &limits)?.is_true());
/// # Ok::<(), numeration_automata::AutomataError>(())
/// ```
///
/// # Errors
/// When an automaton grows beyond the limits.
pub fn evaluate(
    formula: &Formula,
    arithmetic: &Arithmetic,
    limits: &Limits,
) -> Result<Relation, AutomataError> {
    evaluate_by(formula, arithmetic, limits, FEW_STATES)
}

/// The same, where automata of more than a few states are made in the ways that suit large ones.
pub(super) fn evaluate_by(
    formula: &Formula,
    arithmetic: &Arithmetic,
    limits: &Limits,
    few: usize,
) -> Result<Relation, AutomataError> {
    let mut evaluator = Evaluator { arithmetic, limits, few, unused: above_all(formula) };
    evaluator.relation(formula, &Names::new())
}

/// What the variables of a formula are called in relations, as far as they are called otherwise: each
/// quantifier has a variable of its own there.
type Names = HashMap<Variable, Variable>;

/// How many states automata may have before linear conditions are put into one another. An eighth of it is how many sets of states
/// are followed then before it is found out which states accept more than others: in smaller evaluations both take longer.
const FEW_STATES: usize = 1 << 17;

struct Evaluator<'a> {
    arithmetic: &'a Arithmetic,
    limits: &'a Limits<'a>,
    /// How many states are few.
    few: usize,
    /// A variable that occurs nowhere, as all above it.
    unused: Variable,
}

/// There are numbers for the variables such that all conjuncts hold.
#[derive(Default)]
struct Statement<'f> {
    variables: Vec<Variable>,
    conjuncts: Vec<(&'f Formula, Names)>,
}

/// The variables of a statement, and the relations of its conjuncts.
type Evaluated = (Vec<Variable>, Vec<Relation>);

impl Evaluator<'_> {
    fn relation(&mut self, formula: &Formula, names: &Names) -> Result<Relation, AutomataError> {
        let name = |variable: &Variable| *names.get(variable).unwrap_or(variable);
        match formula {
            Formula::Accepts(automaton, variables) => {
                let variables: Vec<Variable> = variables.iter().map(name).collect();
                Relation::named(automaton, &variables, self.limits)
            }
            Formula::Sum(variables) => {
                Relation::named(self.arithmetic.sum(), &variables.map(|v| name(&v)), self.limits)
            }
            Formula::Less(x, y) => {
                Relation::named(self.arithmetic.less(), &[name(x), name(y)], self.limits)
            }
            Formula::Equal(x, y) => {
                Relation::named(self.arithmetic.equal(), &[name(x), name(y)], self.limits)
            }
            Formula::Is(x, number) => {
                let numeration = self.arithmetic.numeration();
                let constant = Automaton::constant(numeration, *number, self.limits)?;
                Relation::named(&constant, &[name(x)], self.limits)
            }
            Formula::Not(negated) => match &**negated {
                Formula::Not(formula) => self.relation(formula, names),
                _ => self.relation(negated, names)?.complement(self.limits),
            },
            Formula::Any(formulas) => {
                let relations = self.each(formulas, |own, formula| own.relation(formula, names))?;
                Relation::any(self.arithmetic.numeration(), &relations, self.limits)
            }
            Formula::All(_) | Formula::Exists(..) => {
                let mut statement = Statement::default();
                self.flatten(formula, names, &mut statement);
                self.statement(statement)
            }
        }
    }

    /// Makes a relation of each of several alternatives.
    fn each(
        &mut self,
        formulas: &[Formula],
        make: impl Fn(&mut Self, &Formula) -> Result<Relation, AutomataError>,
    ) -> Result<Vec<Relation>, AutomataError> {
        let mut relations = Vec::new();
        for (place, formula) in (1..).zip(formulas) {
            let is_outermost = self.limits.enter(Some((place, formulas.len())));
            let relation = make(self, formula);
            if is_outermost {
                self.limits.enter(None);
            }
            relations.push(relation?);
        }
        Ok(relations)
    }

    /// Adds a formula to a statement.
    fn flatten<'f>(&mut self, formula: &'f Formula, names: &Names, to: &mut Statement<'f>) {
        match formula {
            Formula::All(formulas) => {
                for formula in formulas {
                    self.flatten(formula, names, to);
                }
            }
            Formula::Exists(variable, formula) => {
                let mut names = names.clone();
                names.insert(*variable, self.unused);
                to.variables.push(self.unused);
                self.unused += 1;
                self.flatten(formula, &names, to);
            }
            Formula::Not(negated) if let Formula::Not(formula) = &**negated => {
                self.flatten(formula, names, to);
            }
            _ => to.conjuncts.push((formula, names.clone())),
        }
    }

    fn statement(&mut self, statement: Statement) -> Result<Relation, AutomataError> {
        let Statement { variables, conjuncts } = statement;
        let (numeration, few) = (self.arithmetic.numeration(), self.few);
        // There are numbers such that one of several holds: for one of several there are such numbers.
        if let [(Formula::Any(formulas), names)] = &conjuncts[..] {
            let alternatives = self.each(formulas, |own, formula| {
                let mut alternative =
                    Statement { variables: variables.clone(), ..Statement::default() };
                own.flatten(formula, names, &mut alternative);
                own.statement(alternative)
            })?;
            return Relation::any(numeration, &alternatives, self.limits);
        }
        let relations = conjuncts
            .iter()
            .map(|(formula, names)| self.relation(formula, names))
            .collect::<Result<Vec<_>, _>>()?;
        let determined = determined(&variables, &conjuncts);
        let one_by_one = |limits: &Limits| {
            let order = Order::OneByOne(&determined);
            eliminate(numeration, variables.clone(), order, relations.clone(), few, limits)
        };
        let small = Limits { states: self.limits.states.min(few), ..*self.limits };
        match one_by_one(&small) {
            Err(AutomataError::TooManyStates(states)) if states < self.limits.states => {}
            evaluated => return evaluated,
        }
        if let Some((variables, relations)) = self.followed(&variables, &conjuncts, &relations)? {
            match eliminate(numeration, variables, Order::AtOnce, relations, few, self.limits) {
                Err(AutomataError::TooManyStates(_) | AutomataError::TooManyTracks(_)) => {}
                evaluated => return evaluated,
            }
        }
        one_by_one(self.limits)
    }

    /// Returns a statement whose linear conditions are put into one another, given the relations of its conjuncts; `None` if
    /// there is nothing to put in, or their automata do not follow values.
    fn followed(
        &mut self,
        variables: &[Variable],
        conjuncts: &[(&Formula, Names)],
        relations: &[Relation],
    ) -> Result<Option<Evaluated>, AutomataError> {
        let (mut conditions, mut others) = (Vec::new(), Vec::new());
        for ((formula, names), relation) in conjuncts.iter().zip(relations) {
            match self.linear(formula, names) {
                Some(linear) => conditions.extend(linear),
                None => others.push(relation.clone()),
            }
        }
        let is_fixed = |variable| others.iter().any(|of| of.variables.contains(variable));
        let (fixed, mut open): (Vec<_>, Vec<_>) = variables.iter().partition(|v| is_fixed(v));
        let before = open.len();
        put_in(&mut open, &mut conditions);
        if open.len() == before {
            return Ok(None);
        }
        for condition in &conditions {
            match relation_of(self.arithmetic.numeration(), condition, self.limits)? {
                Some(relation) => others.push(relation),
                None => return Ok(None),
            }
        }
        Ok(Some(([fixed, open].concat(), others)))
    }

    /// Returns the linear conditions that a formula states; `None` if it states something else.
    fn linear(&mut self, formula: &Formula, names: &Names) -> Option<Vec<Condition>> {
        let name = |variable: &Variable| *names.get(variable).unwrap_or(variable);
        let (terms, constant, sign) = match formula {
            Formula::Sum([x, y, z]) => {
                (vec![(name(x), 1), (name(y), 1), (name(z), -1)], 0, Sign::Zero)
            }
            Formula::Less(x, y) => (vec![(name(y), 1), (name(x), -1)], -1, Sign::NotNegative),
            Formula::Equal(x, y) => (vec![(name(x), 1), (name(y), -1)], 0, Sign::Zero),
            Formula::Is(x, number) => (
                vec![(name(x), 1)],
                -i64::try_from(*number).ok().filter(|&n| n <= LARGEST)?,
                Sign::Zero,
            ),
            Formula::Not(negated) => {
                let mut statement = Statement::default();
                self.flatten(negated, names, &mut statement);
                let Statement { mut variables, conjuncts } = statement;
                let mut conditions = Vec::new();
                for (formula, names) in &conjuncts {
                    conditions.extend(self.linear(formula, names)?);
                }
                put_in(&mut variables, &mut conditions);
                let [condition] = conditions.as_slice() else { return None };
                let negation = variables.is_empty().then(|| negation(condition)).flatten()?;
                return Some(vec![(negation, Sign::NotNegative)]);
            }
            _ => return None,
        };
        Some(vec![(Linear::of(&terms, constant)?, sign)])
    }
}

/// Returns which of some variables are sums or differences of others than these.
fn determined(variables: &[Variable], conjuncts: &[(&Formula, Names)]) -> Vec<Variable> {
    let determined_by = |(formula, names): &(&Formula, Names)| match formula {
        Formula::Sum(sum) => {
            let sum = sum.map(|variable| *names.get(&variable).unwrap_or(&variable));
            let mut bound = sum.into_iter().filter(|variable| variables.contains(variable));
            bound.next().filter(|_| bound.next().is_none())
        }
        _ => None,
    };
    conjuncts.iter().filter_map(determined_by).collect()
}

/// Returns a variable above all that occur in a formula.
pub(super) fn above_all(formula: &Formula) -> Variable {
    let above = |variables: &[Variable]| variables.iter().map(|v| v + 1).max().unwrap_or(0);
    match formula {
        Formula::Accepts(_, variables) => above(variables),
        Formula::Sum(variables) => above(variables),
        Formula::Less(x, y) | Formula::Equal(x, y) => above(&[*x, *y]),
        Formula::Is(x, _) => above(&[*x]),
        // A variable that is bound and does not occur may be taken for another one.
        Formula::Not(formula) | Formula::Exists(_, formula) => above_all(formula),
        Formula::All(formulas) | Formula::Any(formulas) => {
            formulas.iter().map(above_all).max().unwrap_or(0)
        }
    }
}
