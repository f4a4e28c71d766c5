//! Closed forms: formulas of sets that are proved, such as A_n = floor(n phi). Candidates are made from small positions; each is a
//! sentence about all positions, which is decided ([`decide`](crate::proofs::decide)), and none that is not decided to be true is
//! called a formula.
//!
//! | to find out | look at |
//! |---|---|
//! | small positions, and candidates | `members`, `candidate` |
//! | sequences floor(n a + c) | `surd`, `beatty` |
//! | least numbers in no earlier pair | `mex` |
//! | values of expressions, residues, recurrences, digits | `expressions`, `residues`, `recurrence`, `digits` |
//! | distances from lines | `lines` |
//! | which are decided, and how | `decision` |

mod beatty;
mod candidate;
mod decision;
mod digits;
mod expressions;
mod lines;
mod members;
mod mex;
mod recurrence;
mod residues;
mod surd;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

pub use candidate::{Candidate, Kind};
use decision::Decider;
pub use decision::Verdict;
use members::Members;

use super::decide::{Game, Values};
use super::prove::{Caps, Proof, SetName};
use crate::automata::AutomataError;
use grundytab::error::Error;

/// What was found out about formulas of sets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClosedForms {
    /// The formulas that are decided to be true.
    pub found: Vec<Candidate>,
    /// Candidates that are not, and what was decided of them.
    pub refused: Vec<(Candidate, Verdict)>,
    /// Whether nothing was left out because the time was over.
    pub is_complete: bool,
}

impl ClosedForms {
    /// Looks for formulas of the sets that are proved, for this time in all, and for at most a time with each candidate.
    ///
    /// # Errors
    /// When the user interrupts it.
    pub fn of(proof: &Proof, caps: &Caps, time: Duration, each: Duration) -> Result<Self, Error> {
        let mut search = Search {
            decider: Decider::new(proof, caps, Instant::now() + time, each),
            forms: ClosedForms::default(),
        };
        let sought = search.all(proof);
        let ClosedForms { found, refused, .. } = search.forms;
        match sought {
            Ok(is_complete) => Ok(ClosedForms { found, refused, is_complete }),
            Err(Halt::Automata(AutomataError::Interrupted)) if caps.control.is_stopped() => {
                Err(Error::Interrupted)
            }
            // The small positions are not known.
            Err(Halt::Automata(_)) => Ok(ClosedForms { found, refused, is_complete: false }),
            Err(Halt::Error(error)) => Err(error),
        }
    }
}

/// Why a search ends.
enum Halt {
    Automata(AutomataError),
    Error(Error),
}

struct Search<'a> {
    decider: Decider<'a>,
    forms: ClosedForms,
}

impl Search<'_> {
    /// Looks for formulas of all sets. Returns whether there was time for all.
    fn all(&mut self, proof: &Proof) -> Result<bool, Halt> {
        let (definition, limits) = (&proof.definition, self.decider.limits_of_all());
        // A claim speaks of the P-positions of a partizan game, not of the two sets that are proved.
        if definition.ruleset().is_partizan() {
            return Ok(true);
        }
        let values = Values::new().map_err(|error| Halt::Error(error.into()))?;
        let count = proof.sets_with_positions();
        let sets = definition.sets().iter().zip(&proof.automata).take(count);
        let members = sets.map(|(&set, automaton)| {
            Members::of(set, automaton, definition.ruleset(), &limits.limits())
        });
        let all = members.collect::<Result<Vec<_>, _>>().map_err(Halt::Automata)?;
        let are_values = definition.sets().iter().all(|set| matches!(set, SetName::Value(_)));
        let has_others =
            !are_values || !matches!(proof.position_in_no_set(&limits.limits()), Ok(None));
        let of_all = expressions::of_values(&all, has_others, &values);
        if !self.first_true(of_all)? {
            all.iter().try_for_each(|members| self.set(members, &values))?;
        }
        Ok(!self.decider.is_over())
    }

    /// Looks for formulas of a set, those first that say most.
    fn set(&mut self, members: &Members, values: &Values) -> Result<(), Halt> {
        let before = self.forms.found.len();
        self.first_true(beatty::candidates(members))?;
        self.first_true(mex::candidates(members))?;
        if !self.first_true(expressions::candidates(members, values))? {
            self.first_true(residues::candidates(members))?;
        }
        self.first_true(recurrence::candidates(members))?;
        for digits in digits::candidates(members, values) {
            self.first_true(vec![digits])?;
        }
        if self.forms.found.len() == before {
            self.first_true(lines::candidates(members))?;
        }
        Ok(())
    }

    /// Decides about candidates of which one is enough. Returns whether one is true.
    fn first_true(&mut self, candidates: Vec<Candidate>) -> Result<bool, Halt> {
        for candidate in candidates {
            match self.decider.verdict(&candidate.sentence).map_err(Halt::Error)? {
                Verdict::True => {
                    self.forms.found.push(candidate);
                    return Ok(true);
                }
                verdict => self.forms.refused.push((candidate, verdict)),
            }
        }
        Ok(false)
    }
}

/// Returns whether formulas of a set are sought: not of those of partizan games.
pub fn are_sought(proof: &Proof) -> bool {
    proof.definition.sets().iter().all(|set| matches!(set, SetName::P | SetName::Value(_)))
}

/// Returns the game whose sets are proved.
pub fn game_of(proof: &Proof) -> Game {
    let definition = &proof.definition;
    Game { ruleset: definition.ruleset().clone(), convention: definition.convention() }
}
