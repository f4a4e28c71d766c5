//! Games whose automata are given, as by a certificate: these are decided, and no proof is searched for.

use super::automatic::Game;
use super::known_automata::{KnownAutomata, ProvedGame};
use super::sentence::Sentence;
use crate::automata::Limits;
use crate::proofs::prove::{Caps, Definition, End, Given, prove_given, stored_proof};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::wording::joined;

impl Sentence {
    /// Checks that given automata are of use for this sentence: it is about sets that they are said to be, and can be
    /// decided in their numeration.
    ///
    /// # Errors
    /// When it is about other games, other sets, or functions that are automatic in another numeration alone.
    pub fn check_given(&self, given: &Given) -> Result<(), InvalidInput> {
        let offered = &given.definition;
        let refuse = |problem: String, hint: &str| {
            let game = offered.ruleset().short_text(MOST_SHOWN);
            Err(InvalidInput::new(InvalidInputKind::WrongCertificate, game, problem, hint))
        };
        let game = Game { ruleset: offered.ruleset().clone(), convention: offered.convention() };
        let needed = self.definitions()?.into_iter().filter(|(needed, _)| *needed == game);
        let needed: Vec<Definition> = needed.map(|(_, definition)| definition).collect();
        let is_proved =
            |needed: &Definition| needed.sets().iter().all(|set| offered.sets().contains(set));
        match (needed.first(), self.numeration()) {
            (None, _) => refuse(
                format!("the sentence is not about this game in {}", game.convention.play()),
                "give certificates of games and play conventions that the sentence names",
            ),
            (Some(first), _) if !needed.iter().any(is_proved) => refuse(
                format!(
                    "the certificate has the {}, and the sentence is about the {}",
                    joined(offered.sets(), ", the "),
                    joined(first.sets(), ", the ")
                ),
                "give a certificate of all these sets",
            ),
            (_, Some(numeration)) if given.numeration.to_string() != numeration => refuse(
                format!(
                    "the certificate is written in numeration {}, and the sentence can be decided in {numeration} \
                     alone",
                    given.numeration
                ),
                "give a certificate in this numeration",
            ),
            _ => Ok(()),
        }
    }
}

impl Sentence {
    /// Returns the proofs of games that it is about which the program holds, since a search takes long. They are to be
    /// decided by [`KnownAutomata::prove_given`] before they are used.
    pub fn stored_proofs(&self, limits: &Limits) -> Vec<Given> {
        let definitions = self.definitions().unwrap_or_default();
        let stored = definitions.iter().filter_map(|(_, needed)| stored_proof(needed, limits));
        stored.filter(|given| self.check_given(given).is_ok()).collect()
    }
}

impl KnownAutomata {
    /// Decides about given automata. If they are right, their sets are known from now on; else the end of the decision
    /// says why not.
    ///
    /// # Errors
    /// When they are written in another numeration, and when the decision is interrupted.
    pub fn prove_given(
        &mut self,
        given: &Given,
        caps: &Caps,
    ) -> Result<Result<ProvedGame, End>, Error> {
        if given.numeration != *self.numeration() {
            let problem = format!("the others are written in numeration {}", self.numeration());
            return Err(Error::from(InvalidInput::new(
                InvalidInputKind::WrongCertificate,
                &given.numeration,
                problem,
                "give certificates in the same numeration",
            )));
        }
        let search = prove_given(given, caps, &mut |_| ())?;
        Ok(match (search.theorem, search.end) {
            (_, Some(end)) => Err(end),
            // Without an end all sets are proved, and there is one at least.
            (None, None) => Err(End::Time),
            (Some(theorem), None) => {
                let (ruleset, convention) =
                    (given.definition.ruleset().clone(), given.definition.convention());
                Ok(self.learn(&Game { ruleset, convention }, theorem))
            }
        })
    }
}

/// The most items of each list of a game that are named in an error.
const MOST_SHOWN: usize = 8;
