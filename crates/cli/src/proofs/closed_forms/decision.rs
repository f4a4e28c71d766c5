//! The decision about candidates, in a time and with states that are limited.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::game_of;
use crate::automata::{AutomataError, Numeration};
use crate::proofs::decide::{Game, KnownAutomata, Sentence};
use crate::proofs::prove::{Caps, Proof, parse_numeration, stages};
use grundytab::error::Error;

/// What was decided of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is true of all positions.
    True,
    /// It is not.
    False,
    /// It is not decided, for this reason.
    Open(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::True => f.write_str("true"),
            Verdict::False => f.write_str("false"),
            Verdict::Open(reason) => write!(f, "not decided: {reason}"),
        }
    }
}

/// Decides about candidates for sets of a game.
pub(super) struct Decider<'a> {
    game: Game,
    /// The sets in the numeration of their proof, and in others in which they were proved for a candidate.
    known: Vec<KnownAutomata>,
    caps: Caps<'a>,
    end: Instant,
    each: Duration,
}

impl<'a> Decider<'a> {
    pub(super) fn new(proof: &Proof, caps: &Caps<'a>, end: Instant, each: Duration) -> Self {
        let game = game_of(proof);
        let numeration = proof.automata.first().map(|automaton| Arc::clone(automaton.numeration()));
        let mut known: Vec<KnownAutomata> =
            numeration.into_iter().map(KnownAutomata::new).collect();
        known.iter_mut().for_each(|known| drop(known.learn(&game, proof.clone())));
        Decider { game, known, caps: *caps, end, each }
    }

    /// Begins with this time for all.
    #[cfg(test)]
    pub(super) fn of(proof: &Proof, caps: &Caps<'a>, time: Duration) -> Self {
        Decider::new(proof, caps, Instant::now() + time, time)
    }

    /// Whether the time is over.
    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.end || self.caps.control.is_interrupted()
    }

    /// Returns the caps of all that is done.
    pub(super) fn limits_of_all(&self) -> Caps<'a> {
        Caps { control: self.caps.control.until(self.end), ..self.caps }
    }

    /// Decides whether a claim is true of all positions.
    ///
    /// # Errors
    /// When the user interrupts it.
    pub(super) fn verdict(&mut self, claim: &str) -> Result<Verdict, Error> {
        if self.is_over() {
            return Ok(Verdict::Open("the time is over".into()));
        }
        let sentence = match Sentence::claim(claim, self.game.clone()) {
            Ok(sentence) => sentence,
            Err(error) => return Ok(Verdict::Open(error.problem)),
        };
        let end = (Instant::now() + self.each).min(self.end);
        let caps = Caps { control: self.caps.control.until(end), ..self.caps };
        let Some(known) = self.known_for(&sentence, &caps)? else {
            let numeration = sentence.numeration().unwrap_or("another numeration");
            return Ok(Verdict::Open(format!("no proof in {numeration} was found")));
        };
        match sentence.decide(known, &caps.limits()) {
            // Where it says nothing of some position, it is no formula.
            Ok(decision) if decision.answer.is_true() && decision.silence.is_none() => {
                Ok(Verdict::True)
            }
            Ok(_) => Ok(Verdict::False),
            Err(AutomataError::Interrupted) if self.caps.control.is_stopped() => {
                Err(Error::Interrupted)
            }
            Err(AutomataError::Interrupted) => Ok(Verdict::Open("the time is over".into())),
            Err(error) => Ok(Verdict::Open(error.to_string())),
        }
    }

    /// Returns the sets in a numeration in which a sentence can be decided; `None` if they are not proved in it at once.
    fn known_for(
        &mut self,
        sentence: &Sentence,
        caps: &Caps,
    ) -> Result<Option<&mut KnownAutomata>, Error> {
        let suits = |known: &KnownAutomata| {
            sentence.numeration().is_none_or(|of| of == known.numeration().to_string())
                && known.has_games_of(sentence)
        };
        let place = match self.known.iter().position(suits) {
            Some(place) => place,
            None => {
                let Some(name) = sentence.numeration() else { return Ok(None) };
                let numeration: Numeration = parse_numeration(name)?;
                let mut known = KnownAutomata::new(Arc::new(numeration));
                let caps = stages(caps).first().copied().unwrap_or(*caps);
                let open = known.prove(sentence, &caps, &mut |_, _| (), &mut |_| ());
                match open {
                    Ok(None) => self.known.push(known),
                    Err(Error::Interrupted) if caps.control.is_stopped() => {
                        return Err(Error::Interrupted);
                    }
                    Ok(Some(_)) | Err(_) => return Ok(None),
                }
                self.known.len() - 1
            }
        };
        Ok(self.known.get_mut(place))
    }
}
