//! The search for a proof: larger tables and deeper guesses, until one is proved.

use std::sync::Arc;

use super::definition::{Definition, SetName};
use super::values::KnownValues;
use crate::automata::{
    AutomataError, Automaton, Guess, Limits, Numeration, disagreement, evaluate, guess,
    shortest_difference,
};
use crate::domain::Domain;
use crate::invalid_input::InvalidInput;
use crate::job::Job;
use crate::machine::available_memory_bytes;
use crate::plan::Plan;
use crate::ruleset::Ruleset;
use crate::tabulate::TabulateError;

/// How far a search goes.
#[derive(Debug, Clone, Copy)]
pub struct Caps<'a> {
    /// How large automata may grow, and whether to go on.
    pub limits: Limits<'a>,
    /// The most digits of the continuations by which states of a guess are told apart.
    pub depth: u32,
    /// The most positions of a table.
    pub positions: u64,
}

impl Default for Caps<'_> {
    fn default() -> Self {
        Caps { limits: Limits::default(), depth: 8, positions: 80_000_000 }
    }
}

/// Sets of positions that are proved, for all heap sizes.
#[derive(Debug, Clone)]
pub struct Theorem {
    /// What defines the sets.
    pub definition: Definition,
    /// The automata of the sets, in the same order.
    pub automata: Vec<Arc<Automaton>>,
    /// The table from which they were guessed.
    pub domain: Domain,
    /// The depth of the guess.
    pub depth: u32,
}

/// A guess that was not the right one, or that could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The table.
    pub domain: Domain,
    /// The depth of the guess.
    pub depth: u32,
    /// The states of each automaton that was guessed.
    pub states: Vec<usize>,
    /// What came of it.
    pub failure: Failure,
}

/// Why an attempt is no proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The guess needs values outside the table.
    TableTooSmall,
    /// A position of the table contradicts the guess.
    DisagreesWithTable(SetName, Vec<u64>),
    /// A position contradicts the guess by the definition.
    Refuted(SetName, Vec<u64>),
    /// The automata grew too large.
    TooLarge(AutomataError),
}

/// Why a search did not come to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The game does not fit.
    #[error(transparent)]
    Refused(#[from] InvalidInput),
    /// A table could not be filled.
    #[error(transparent)]
    Tabulate(TabulateError),
    /// The search was interrupted.
    #[error("interrupted")]
    Interrupted,
}

/// Searches for automata of the sets in one numeration, and proves them; returns `None` if there are none
/// within the caps. `tell` hears of every attempt.
///
/// # Errors
/// When the game does not fit a table, or the search is interrupted.
pub fn prove(
    definition: &Definition,
    numeration: &Arc<Numeration>,
    caps: &Caps,
    tell: &mut dyn FnMut(&Attempt),
) -> Result<Option<Theorem>, ProveError> {
    for plan in plans(definition, caps)? {
        let values =
            KnownValues::compute(&plan, &caps.limits.control).map_err(|error| match error {
                TabulateError::Interrupted => ProveError::Interrupted,
                error => ProveError::Tabulate(error),
            })?;
        let domain = plan.job().domain();
        for depth in 1..=caps.depth {
            let mut states = Vec::new();
            let failure =
                match attempt(definition, numeration, depth, &values, &caps.limits, &mut states) {
                    Ok(Tried::Proved(automata)) => {
                        let (definition, domain) = (definition.clone(), domain.clone());
                        return Ok(Some(Theorem { definition, automata, domain, depth }));
                    }
                    Ok(Tried::Failed(failure)) => failure,
                    Err(AutomataError::Interrupted) => return Err(ProveError::Interrupted),
                    Err(error) => Failure::TooLarge(error),
                };
            let ends = matches!(failure, Failure::TableTooSmall | Failure::TooLarge(_));
            tell(&Attempt { domain: domain.clone(), depth, states, failure });
            if ends {
                break;
            }
        }
    }
    Ok(None)
}

enum Tried {
    Proved(Vec<Arc<Automaton>>),
    Failed(Failure),
}

/// Guesses all sets from a table, compares them with it, and decides whether they satisfy their conditions.
fn attempt(
    definition: &Definition,
    numeration: &Arc<Numeration>,
    depth: u32,
    values: &KnownValues,
    limits: &Limits,
    states: &mut Vec<usize>,
) -> Result<Tried, AutomataError> {
    let heaps = definition.ruleset().heaps();
    let mut automata = Vec::new();
    for &set in definition.sets() {
        let member = |heaps: &[u64]| Some(definition.is_member(set, values.at(heaps)?));
        let automaton = match guess(numeration, heaps, depth, &member, limits)? {
            Guess::TableTooSmall => return Ok(Tried::Failed(Failure::TableTooSmall)),
            Guess::Automaton(automaton) => automaton,
        };
        states.push(automaton.states());
        if let Some(position) = disagreement(&automaton, &member, limits)? {
            return Ok(Tried::Failed(Failure::DisagreesWithTable(set, position)));
        }
        automata.push(Arc::new(automaton));
    }
    Ok(match refutation(definition, &automata, limits)? {
        Some((set, position)) => Tried::Failed(Failure::Refuted(set, position)),
        None => Tried::Proved(automata),
    })
}

/// Decides whether automata satisfy the conditions of a definition. Returns a position that contradicts one
/// of them, or `None`: then they are the sets, for all positions.
pub(super) fn refutation(
    definition: &Definition,
    automata: &[Arc<Automaton>],
    limits: &Limits,
) -> Result<Option<(SetName, Vec<u64>)>, AutomataError> {
    for (&set, automaton) in definition.sets().iter().zip(automata) {
        if !automaton.ignores_leading_zeros() {
            // It is no set of positions: the first one has two words of different fate.
            return Ok(Some((set, vec![0; definition.ruleset().heaps()])));
        }
        let condition = definition.condition(set, automata);
        let defined = evaluate(&condition, automaton.numeration(), limits)?;
        // A heap that does not matter is free: the condition is one about all heaps.
        let defined = defined.over(definition.ruleset().heaps(), limits)?;
        if let Some(position) = shortest_difference(automaton, &defined, limits)? {
            return Ok(Some((set, position)));
        }
    }
    Ok(None)
}

/// Returns plans of growing tables.
fn plans(definition: &Definition, caps: &Caps) -> Result<Vec<Plan>, ProveError> {
    let ruleset = definition.ruleset();
    let heaps = ruleset.heaps();
    let domain = |size: u32| match ruleset {
        Ruleset::Digraph(_) => Domain::simplex(heaps, size),
        Ruleset::Vector(_) | Ruleset::Euclid(_) | Ruleset::Fibonacci | Ruleset::Partizan(_) => {
            Domain::boxed(&vec![size; heaps])
        }
    };
    let mut plans = Vec::new();
    // Continuations of another digit need a table that is larger by the root of the numeration or more.
    let sizes = std::iter::successors(Some(50_u32), |size| Some(size / 5 * 7));
    for size in sizes.take_while(|&size| size < 1 << 30) {
        let domain = domain(size)?;
        if domain.positions() > caps.positions {
            break;
        }
        let cells = domain.sides().iter().fold(1, |n: u64, &side| n.saturating_mul(side.into()));
        let convention = definition.convention();
        let quantity = definition.quantity();
        let plan = Plan::new(Job::new(ruleset.clone(), domain, quantity, convention)?, None)?;
        // The automata need memory, too.
        let bytes = cells.saturating_mul(plan.value_type().bytes() as u64);
        if bytes > available_memory_bytes() / 2 {
            break;
        }
        plans.push(plan);
    }
    Ok(plans)
}
