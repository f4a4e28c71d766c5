//! Automata that are given by a certificate, which are decided as guesses are.

use std::sync::Arc;

use super::definition::{Definition, SetName};
use super::numeration_names::parse_numeration;
use super::proof::Origin;
use crate::automata::{AutomataError, Automaton, Limits, Numeration};
use crate::certificate::{Certificate, ProvedSet};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::Convention;

/// Automata of sets of positions, of which somebody says that they are right.
pub struct Given {
    /// What defines the sets.
    pub definition: Definition,
    /// How heaps are written.
    pub numeration: Arc<Numeration>,
    /// The automata of the sets, in the same order.
    pub automata: Vec<Arc<Automaton>>,
    /// Where they come from: [`Origin::Given`], or [`Origin::Stored`].
    pub origin: Origin,
}

impl Given {
    /// Reads what a certificate says. Its numeration is that of its name: how the certificate itself defines it does not
    /// matter, and neither do words that the numeration does not have.
    ///
    /// # Errors
    /// When there is no numeration of this name, when the sets are not all that are defined together, and when no formula
    /// describes the moves of the game; when an automaton is too large.
    pub fn of(certificate: &Certificate, limits: &Limits) -> Result<Self, InvalidInput> {
        let numeration = Arc::new(parse_numeration(certificate.numeration())?);
        let (ruleset, convention) = (certificate.ruleset(), certificate.convention());
        let sets: Vec<SetName> = certificate.sets().map(|(set, _)| name_of(set)).collect();
        let definition = match sets.last() {
            Some(&SetName::Value(largest)) if convention == Convention::Normal => {
                Definition::of_values(ruleset, largest)?
            }
            _ => Definition::of_outcomes(ruleset, convention)?,
        };
        if definition.sets() != sets {
            return Err(InvalidInput::new(
                InvalidInputKind::DamagedCertificate,
                "sets",
                "they are not all sets that define one another",
                "they are the P-positions; the values from 0 to one in normal play; or of a partizan game what each \
                 player wins moving first",
            ));
        }
        let automaton = |set: usize| {
            let after = |state, digits: &[u32]| certificate.after(set, state, digits);
            let accepts = |state| certificate.accepts_in(set, state);
            Automaton::of_transitions(&numeration, ruleset.heaps(), after, accepts, limits)
        };
        let automata = (0..sets.len()).map(|set| automaton(set).map(Arc::new));
        let automata = automata.collect::<Result<_, AutomataError>>().map_err(|error| {
            let hint = "allow more states, if it is right";
            InvalidInput::new(InvalidInputKind::TooLarge, "automaton", error.to_string(), hint)
        })?;
        Ok(Given { definition, numeration, automata, origin: Origin::Given })
    }
}

fn name_of(set: ProvedSet) -> SetName {
    match set {
        ProvedSet::PPositions => SetName::P,
        ProvedSet::Value(value) => SetName::Value(value),
        ProvedSet::LeftWinsFirst => SetName::LeftWinsFirst,
        ProvedSet::RightWinsFirst => SetName::RightWinsFirst,
    }
}
