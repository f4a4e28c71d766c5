//! The automata that a sentence is about: those of its games are proved before it is decided.

use grundytab::error::Error;
use std::sync::Arc;

use super::automatic::{Automatic, Game};
use super::sentence::Sentence;
use crate::automata::{Arithmetic, AutomataError, Automaton, Limits, Numeration};
use crate::proofs::prove::{Caps, Proof, SetName, Step, check_rules, prove};
use grundytab::quantity::Convention;

/// Automata in one numeration: of functions, and of sets of games that were proved.
#[derive(Debug, Clone)]
pub struct KnownAutomata {
    numeration: Arc<Numeration>,
    /// Made for the first sentence.
    arithmetic: Option<Arc<Arithmetic>>,
    relations: Vec<(Automatic, Arc<Automaton>)>,
}

/// Sets of a game that were proved for a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvedGame {
    /// The game.
    pub game: Game,
    /// Its sets, and the states of the automaton of each.
    pub sets: Vec<(SetName, usize)>,
}

/// A game that a sentence is about and of which no proof was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnprovedGame {
    /// The game.
    pub game: Game,
    /// Why the search ended, in words.
    pub reason: String,
    /// Whether it seems that none will be found in this numeration.
    pub seems_vain: bool,
}

impl KnownAutomata {
    /// Begins with no automata.
    pub fn new(numeration: Arc<Numeration>) -> Self {
        KnownAutomata { numeration, arithmetic: None, relations: Vec::new() }
    }

    /// Returns the numeration.
    pub fn numeration(&self) -> &Arc<Numeration> {
        &self.numeration
    }

    /// Proves the sets of games that a sentence is about and that are not known yet, and that rules whose moves it names
    /// define games. Returns the first game of which no proof was found. `tell` hears of every step, `proved` of every game.
    ///
    /// # Errors
    /// When rules define no game, a search is interrupted, or a table cannot be filled.
    pub fn prove(
        &mut self,
        sentence: &Sentence,
        caps: &Caps,
        tell: &mut dyn FnMut(&Game, &Step),
        proved: &mut dyn FnMut(&ProvedGame),
    ) -> Result<Option<UnprovedGame>, Error> {
        for need in &sentence.needs {
            // Whether other games are sound is decided with their sets.
            if let Automatic::Moves(ruleset) = need
                && let Some(end) = check_rules(ruleset, &self.numeration, caps)?
            {
                let game = Game { ruleset: (**ruleset).clone(), convention: Convention::Normal };
                return Ok(Some(UnprovedGame { game, reason: end.to_string(), seems_vain: false }));
            }
        }
        for (game, definition) in sentence.definitions()? {
            let relation = |set: SetName| Automatic::Set(Box::new(game.clone()), set);
            if definition.sets().iter().all(|&set| self.find(&relation(set)).is_some()) {
                continue;
            }
            let definition = definition.with_all_values(&caps.control)?;
            if let Err(refusal) = definition.check_numeration(&self.numeration) {
                let reason = refusal.problem;
                return Ok(Some(UnprovedGame { game, reason, seems_vain: true }));
            }
            let mut tell = |step: &Step| tell(&game, step);
            let search = prove(&definition, &self.numeration, caps, &mut tell)?;
            let seems_vain = search.seems_vain_below().is_some();
            let theorem = match (search.theorem, search.end) {
                (Some(theorem), None) => theorem,
                (_, end) => {
                    let reason = end.map_or(String::new(), |end| end.to_string());
                    return Ok(Some(UnprovedGame { game, reason, seems_vain }));
                }
            };
            proved(&self.learn(&game, theorem));
        }
        Ok(None)
    }

    /// Remembers the sets of a game that were proved.
    pub(crate) fn learn(&mut self, game: &Game, theorem: Proof) -> ProvedGame {
        let sets = theorem.definition.sets().iter().copied();
        let counts = theorem.automata.iter().map(|automaton| automaton.states());
        let proved = ProvedGame { game: game.clone(), sets: sets.clone().zip(counts).collect() };
        let relation = |set: SetName| Automatic::Set(Box::new(game.clone()), set);
        self.relations.extend(sets.map(relation).zip(theorem.automata));
        proved
    }

    /// Whether all sets of games that a sentence is about are known.
    pub fn has_games_of(&self, sentence: &Sentence) -> bool {
        let mut sets = sentence.needs.iter().filter(|need| matches!(need, Automatic::Set(..)));
        sets.all(|set| self.find(set).is_some())
    }

    /// Makes the arithmetic of the numeration, and the automata of functions that a sentence needs.
    ///
    /// # Errors
    /// When they grow beyond the limits.
    pub(super) fn make(
        &mut self,
        needs: &[Automatic],
        limits: &Limits,
    ) -> Result<Arc<Arithmetic>, AutomataError> {
        let arithmetic = match &self.arithmetic {
            Some(arithmetic) => Arc::clone(arithmetic),
            None => Arc::new(Arithmetic::of(&self.numeration, limits)?),
        };
        self.arithmetic = Some(Arc::clone(&arithmetic));
        for relation in needs {
            if self.find(relation).is_none()
                && let Some(automaton) = relation.automaton(&arithmetic, limits)?
            {
                self.relations.push((relation.clone(), Arc::new(automaton)));
            }
        }
        Ok(arithmetic)
    }

    /// Returns the automaton of a relation.
    pub(super) fn find(&self, wanted: &Automatic) -> Option<&Arc<Automaton>> {
        self.relations.iter().find(|(relation, _)| relation == wanted).map(|(_, known)| known)
    }
}
