//! The order of elimination: *there are numbers such that all of these hold*.
//!
//! The quantifiers of such a statement may be put in any order, and each needs the statements alone in
//! which its variable occurs. A product over many tracks is large, and a projection may have as many states
//! as there are sets of them. So the variable is eliminated next whose statements together are about the
//! fewest variables; among several, that whose automata have the fewest pairs of states.
//!
//! A variable that is a sum, or a difference, of variables that stay is the exception: there is at most one
//! number for it, so that its projection has few sets of states whatever else is said of it by then. It is
//! eliminated after others of equally many variables, before which it would spread what it says over them.
//!
//! Where that leads to large automata, such variables are put into linear conditions ([`linear`](super::linear)), and the others
//! are eliminated at once.

use std::sync::Arc;

use super::formula::Variable;
use super::limits::{AutomataError, Limits};
use super::numeration::Numeration;
use super::order::StateOrder;
use super::relation::{Relation, tracks_of, union};

/// In which way variables are eliminated.
#[derive(Clone, Copy)]
pub(super) enum Order<'a> {
    /// One after the other. For those that are listed, which variables that stay determine, there is at most one number.
    OneByOne(&'a [Variable]),
    /// Together with each variable all others of which nothing more is said. Where much is said of several at once, their sets of
    /// states are fewer than those that the first one leaves for the others.
    AtOnce,
}

/// Returns the relation that there are numbers for the variables such that all conjuncts hold.
pub(super) fn eliminate(
    numeration: &Arc<Numeration>,
    mut variables: Vec<Variable>,
    order: Order,
    mut conjuncts: Vec<Relation>,
    few: usize,
    limits: &Limits,
) -> Result<Relation, AutomataError> {
    let (determined, is_at_once) = match order {
        Order::OneByOne(determined) => (determined, false),
        Order::AtOnce => (&[][..], true),
    };
    let key = |variable: Variable, conjuncts: &[Relation]| {
        let (tracks, states) = cost(variable, conjuncts);
        (tracks, determined.contains(&variable), states, variable)
    };
    while let Some(variable) = variables.iter().copied().min_by_key(|&v| key(v, &conjuncts)) {
        let is_about = |c: &Relation, v: Variable| c.variables.binary_search(&v).is_ok();
        let about = conjuncts.iter().filter(|c| is_about(c, variable));
        let tracks = about.fold(Vec::new(), |tracks, c| union(&tracks, &c.variables));
        // Statements about no others need no more tracks.
        let (about, others): (Vec<_>, Vec<_>) = conjuncts.into_iter().partition(|c| {
            let is_within = || c.variables.iter().all(|v| tracks.binary_search(v).is_ok());
            is_about(c, variable) || is_at_once && !c.variables.is_empty() && is_within()
        });
        conjuncts = others;
        let is_done = |v: &Variable| {
            let is_open = || !tracks.contains(v) || conjuncts.iter().any(|c| is_about(c, *v));
            *v == variable || is_at_once && !is_open()
        };
        let (bound, rest): (Vec<_>, Vec<_>) = variables.into_iter().partition(is_done);
        variables = rest;
        // There is always a number of which nothing is said.
        if !about.is_empty() {
            let joined = join(numeration, about.clone(), limits)?;
            conjuncts.push(match is_at_once {
                true => without(&bound, &joined, &about, few, limits)?,
                false => joined.exist(&bound, &StateOrder::default(), limits)?,
            });
        }
    }
    join(numeration, conjuncts, limits)
}

/// Returns the relation that there are numbers for some variables such that what several relations say together holds. If there
/// are more than a few sets of states, it is found out which states accept more than others.
fn without(
    bound: &[Variable],
    joined: &Relation,
    parts: &[Relation],
    few: usize,
    limits: &Limits,
) -> Result<Relation, AutomataError> {
    let few = Limits { states: limits.states.min(few / 8), ..*limits };
    match joined.exist(bound, &StateOrder::default(), &few) {
        Err(AutomataError::TooManyStates(states)) if states < limits.states => {
            let tracks = |of: &Relation| tracks_of(&of.variables, &joined.variables);
            let parts: Vec<_> = parts.iter().map(|of| (&of.automaton, tracks(of))).collect();
            joined.exist(bound, &StateOrder::of(&joined.automaton, &parts, limits)?, limits)
        }
        relation => relation,
    }
}

/// Returns how many tracks an automaton of all statements about a variable has, and how many states it has
/// at most.
fn cost(variable: Variable, conjuncts: &[Relation]) -> (usize, usize) {
    let about = conjuncts.iter().filter(|c| c.variables.binary_search(&variable).is_ok());
    let (variables, states) = about.fold((Vec::new(), 1_usize), |(variables, states), conjunct| {
        let states = states.saturating_mul(conjunct.automaton.states());
        (union(&variables, &conjunct.variables), states)
    });
    (variables.len(), states)
}

/// Returns the relation that all conjuncts hold. Those two are joined next which together are about the
/// fewest variables, and have the fewest pairs of states.
fn join(
    numeration: &Arc<Numeration>,
    mut conjuncts: Vec<Relation>,
    limits: &Limits,
) -> Result<Relation, AutomataError> {
    let cheapest = |conjuncts: &[Relation]| {
        let pairs = (1..conjuncts.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
        pairs.min_by_key(|&(one, two)| {
            let (one, two) = (&conjuncts[one], &conjuncts[two]);
            let states = one.automaton.states().saturating_mul(two.automaton.states());
            (union(&one.variables, &two.variables).len(), states)
        })
    };
    while let Some((one, two)) = cheapest(&conjuncts) {
        let second = conjuncts.swap_remove(two);
        let first = conjuncts.swap_remove(one);
        conjuncts.push(first.and(&second, limits)?);
    }
    match conjuncts.pop() {
        Some(relation) => Ok(relation),
        None => Relation::everything(numeration, Vec::new(), limits),
    }
}
