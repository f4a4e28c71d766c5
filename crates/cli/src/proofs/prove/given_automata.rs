//! Automata that are given by a certificate, which are decided as guesses are.
//!
//! A certificate names its numeration and defines it, and claims that its automata accept words of numbers alone. The
//! decision knows numerations by their names, and words of numbers alone; so what the certificate says of both is
//! compared here with what the name defines. Nothing in a certificate is passed over.

use std::sync::Arc;

use super::definition::{Definition, SetName};
use super::numeration_names::parse_numeration;
use super::proof::Origin;
use crate::automata::{AutomataError, Automaton, Limits, Numeration, shortest_difference};
use crate::proofs::certificate::Certificate;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::quantity::Convention;
use grundytab::wording::joined;

/// Automata of sets of positions, of which somebody says that they are right.
pub struct Given {
    /// What defines the sets.
    pub definition: Definition,
    /// How heaps are written.
    pub numeration: Arc<Numeration>,
    /// The automata of the sets, in the same order.
    pub automata: Vec<Arc<Automaton>>,
    /// A set whose automaton accepts a word that the numeration does not have, and this word, by heaps.
    pub(super) accepted_invalid_word: Option<(SetName, Vec<Vec<u32>>)>,
    /// Where they come from: [`Origin::Given`], or [`Origin::Stored`].
    pub origin: Origin,
}

impl Given {
    /// Reads what a certificate says.
    ///
    /// # Errors
    /// Those of [`numeration_of`]; when no formula describes the moves of the game; when an automaton is too large.
    pub fn of(certificate: &Certificate, limits: &Limits) -> Result<Self, InvalidInput> {
        let numeration = numeration_of(certificate)?;
        let (ruleset, convention) = (certificate.ruleset(), certificate.convention());
        let sets: Vec<SetName> = certificate.sets().map(|(set, _)| set).collect();
        let definition = match sets.last() {
            Some(&SetName::Value(largest)) if convention == Convention::Normal => {
                Definition::of_values(ruleset, largest)?
            }
            _ => Definition::of_outcomes(ruleset, convention)?,
        };
        let heaps = ruleset.heaps();
        let (mut automata, mut accepted_invalid_word) = (Vec::new(), None);
        for (index, &set) in sets.iter().enumerate() {
            let after = |state, digits: &[u32]| certificate.after(index, state, digits);
            let accepts = |state| certificate.accepts_in(index, state);
            let automaton = Automaton::of_transitions(&numeration, heaps, after, accepts, limits);
            automata.push(Arc::new(automaton.map_err(too_large)?));
            if accepted_invalid_word.is_none() {
                let word =
                    Automaton::accepted_invalid_word(&numeration, heaps, after, accepts, limits);
                accepted_invalid_word = word.map_err(too_large)?.map(|word| (set, word));
            }
        }
        Ok(Given { definition, numeration, automata, accepted_invalid_word, origin: Origin::Given })
    }
}

/// Returns the numeration that a certificate names, which is the one that it defines.
///
/// # Errors
/// When there is no numeration of this name, and when it has other digits, another recurrence, other weights or other valid
/// words than the certificate says.
pub fn numeration_of(certificate: &Certificate) -> Result<Arc<Numeration>, InvalidInput> {
    let numeration = Arc::new(parse_numeration(certificate.numeration())?);
    let damaged = |key: &str, problem: String| {
        let hint = "the numeration of a certificate is as its name says; docs/certificate-format.md lists the names";
        let key = format!("numeration.{key}");
        Err(InvalidInput::new(InvalidInputKind::DamagedCertificate, key, problem, hint))
    };
    let (digits, own_digits) = (certificate.digits(), numeration.digit_count());
    if digits != own_digits {
        return damaged("digits", format!("{digits} is said, and {numeration} has {own_digits}"));
    }
    for (key, said, own) in [
        ("recurrence", certificate.recurrence(), numeration.recurrence()),
        ("weights", certificate.first_weights(), numeration.first_weights()),
    ] {
        if said != own {
            return damaged(key, format!("it is {said:?}, and that of {numeration} is {own:?}"));
        }
    }
    // The words that the certificate calls valid: none that are no numbers, and all numbers.
    let after = |state, digits: &[u32]| Some(certificate.valid_after(state, digits[0]));
    let accepts = |state| certificate.valid_end(state);
    let limits = Limits::default();
    let other = Automaton::accepted_invalid_word(&numeration, 1, after, accepts, &limits);
    if let Some(word) = other.map_err(too_large)? {
        let word = joined(word.concat(), " ");
        return damaged("valid", format!("{word} is accepted, which is no word of {numeration}"));
    }
    let said = Automaton::of_transitions(&numeration, 1, after, accepts, &limits);
    let missing = said.and_then(|said| {
        shortest_difference(&said, &Automaton::all(&numeration, 1, &limits)?, &limits)
    });
    if let Some(number) = missing.map_err(too_large)? {
        let number = joined(number, ", ");
        return damaged("valid", format!("the word of {number} in {numeration} is not accepted"));
    }
    Ok(numeration)
}

fn too_large(error: AutomataError) -> InvalidInput {
    let hint = "allow more states, if it is right";
    InvalidInput::new(InvalidInputKind::TooLarge, "automaton", error.to_string(), hint)
}
