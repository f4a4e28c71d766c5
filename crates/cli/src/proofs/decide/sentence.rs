//! Sentences as texts: what they say, and of which games.

use std::cell::RefCell;
use std::sync::Arc;

use super::automatic::{Automatic, Game};
use super::translation::Translator;
use crate::automata::{Automaton, Limits, Numeration};
use crate::proofs::formula::without_common_numeration;
use crate::proofs::prove::{Definition, SetName, no_formula};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::quantity::Convention;
use heap_rules::{Connective, Meaning as _, Syntax, parse};

/// A statement about numbers and positions of games.
#[derive(Debug, Clone)]
pub struct Sentence {
    text: String,
    pub(super) syntax: Syntax,
    pub(super) game: Option<Game>,
    /// What its automata are.
    pub(super) needs: Vec<Automatic>,
    /// Its free variables.
    pub(super) free: Vec<String>,
}

impl Sentence {
    /// Reads a sentence. Variables that no quantifier binds are free: see
    /// [`Answer::Set`](super::Answer::Set).
    ///
    /// # Errors
    /// When the text cannot be read, and when it says what no automaton can decide, as products of
    /// variables: the error tells why.
    pub fn parse(text: &str) -> Result<Self, InvalidInput> {
        Sentence::read(text, None)
    }

    /// Reads a claim about all positions of a game, as tables are checked for it: `x`, `y`, `z` are the heaps
    /// and `p` and `g` those of the game.
    ///
    /// # Errors
    /// As [`Sentence::parse`].
    pub fn claim(text: &str, game: Game) -> Result<Self, InvalidInput> {
        Sentence::read(text, Some(game))
    }

    fn read(text: &str, game: Option<Game>) -> Result<Self, InvalidInput> {
        let refuse = |problem: String| {
            let hint = "a sentence is written as in 'exists n: p[wythoff](n, 2*n) and n > 0'";
            InvalidInput::new(InvalidInputKind::UnsupportedExpression, text, problem, hint)
        };
        let mut syntax = parse(text).map_err(refuse)?;
        if let Some(positions) = game.as_ref().and_then(positions) {
            // A claim is about the positions of the game alone.
            syntax = Syntax::Connective(Connective::Implies, vec![positions.clone(), syntax]);
        }
        let (needs, free) = needs(&syntax, game.as_ref()).map_err(refuse)?;
        let sentence = Sentence { text: text.into(), syntax, game, needs, free };
        sentence.definitions().map_err(|error| error.within(text))?;
        let bound = |need: &Automatic| Some((need.name(), need.numeration()?));
        match without_common_numeration(sentence.needs.iter().filter_map(bound)) {
            None => Ok(sentence),
            Some(problem) => Err(refuse(problem)),
        }
    }

    /// Returns which cells a claim is about, if the rules of its game call some alone positions.
    pub(super) fn positions(&self) -> Option<&Syntax> {
        self.game.as_ref().and_then(positions)
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the game whose heaps it is about, if it is a claim.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Whether it is about all numbers that its free variables may stand for.
    pub fn has_free_variables(&self) -> bool {
        !self.free.is_empty()
    }

    /// Returns the name of the only numeration in which its functions are automatic; `None` if it can be
    /// decided in any in which its games are proved.
    pub fn numeration(&self) -> Option<&'static str> {
        self.needs.iter().find_map(Automatic::numeration)
    }

    /// Whether it names a game.
    pub fn is_about_games(&self) -> bool {
        self.games().next().is_some()
    }

    /// Whether it is about Grundy values.
    pub fn is_about_values(&self) -> bool {
        self.sets().any(|(_, set)| matches!(set, SetName::Value(_)))
    }

    /// Returns the games that it is about, some perhaps several times.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.sets().map(|(game, _)| game)
    }

    /// Returns the sets of games that it is about.
    fn sets(&self) -> impl Iterator<Item = (&Game, SetName)> {
        self.needs.iter().filter_map(|need| match need {
            Automatic::Set(game, set) => Some((game.as_ref(), *set)),
            _ => None,
        })
    }

    /// Returns the definitions of the sets of games that it is about.
    ///
    /// # Errors
    /// When sets of a game cannot be proved.
    pub fn definitions(&self) -> Result<Vec<(Game, Definition)>, InvalidInput> {
        let mut definitions: Vec<(Game, Definition)> = Vec::new();
        // The largest Grundy value of a game is named first: its proof includes all smaller ones.
        let mut sets: Vec<(&Game, SetName)> = self.sets().collect();
        sets.sort_by_key(|(_, set)| match set {
            SetName::Value(value) => u32::MAX - value,
            SetName::P | SetName::LeftWinsFirst | SetName::RightWinsFirst => u32::MAX,
        });
        for (game, set) in sets {
            let is_there = |(known, definition): &(Game, Definition)| {
                known == game && definition.sets().contains(&set)
            };
            if definitions.iter().any(is_there) {
                continue;
            }
            let definition = match (set, game.convention) {
                (SetName::Value(largest), Convention::Normal) => {
                    Definition::of_values(&game.ruleset, largest)?
                }
                (SetName::Value(_), Convention::Misere) => {
                    return Err(no_formula(
                        &game.ruleset,
                        "its Grundy values in misère play are not proved",
                        "in normal play they are, and in misère play the P-positions",
                    ));
                }
                (SetName::P | SetName::LeftWinsFirst | SetName::RightWinsFirst, convention) => {
                    Definition::of_outcomes(&game.ruleset, convention)?
                }
            };
            definitions.push((game.clone(), definition));
        }
        Ok(definitions)
    }
}

/// Returns which cells the rules of a game call positions, if that is not all.
fn positions(game: &Game) -> Option<&Syntax> {
    game.ruleset.written_ruleset()?.written().positions.as_ref()
}

/// Returns the relations that a sentence is about, by translating it with none of them known, and the variables
/// that are free in it.
fn needs(syntax: &Syntax, game: Option<&Game>) -> Result<(Vec<Automatic>, Vec<String>), String> {
    let needs = RefCell::new(Vec::new());
    let unknown = Automaton::all(&Arc::new(Numeration::fibonacci()), 1, &Limits::default());
    let unknown = Arc::new(unknown.map_err(|error| error.to_string())?);
    let remember = |relation: Automatic| {
        let mut needs = needs.borrow_mut();
        if !needs.contains(&relation) {
            needs.push(relation);
        }
        Arc::clone(&unknown)
    };
    let mut translator = Translator::new(game, &remember);
    translator.truth(syntax)?;
    let free = translator.free.into_iter().map(|(name, _)| name).collect();
    Ok((needs.into_inner(), free))
}
