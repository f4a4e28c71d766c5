//! Modifiers: what stands behind the `+` signs, and which games they apply to.

use super::written::{Vectors, number, parse_vectors};
use super::{DigraphGame, Edge, EuclidGame, PartizanGame, Ruleset, VectorGame};
use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// What modifies a game, each at most once.
#[derive(Default)]
pub(super) struct Modifiers {
    pub(super) block: Option<u32>,
    pub(super) heaps: Option<u32>,
    pub(super) alter: Option<Vectors>,
    pub(super) alter_left: Option<Vectors>,
    pub(super) alter_right: Option<Vectors>,
    pub(super) terminal: Option<Vectors>,
    pub(super) positive: Option<()>,
}

/// Every modifier: name, how it is written and what for.
const MODIFIERS: [(&str, &str); 7] = [
    ("alter", "+alter=V/V on vector games"),
    ("terminal", "+terminal=P/P on vector, subtraction and partizan games"),
    ("block", "+block=B on vector and subtraction games"),
    ("heaps", "+heaps=K on digraph and subtraction games (for Nim, as in nim:3)"),
    ("positive", "+positive on euclid"),
    ("alter-left", "+alter-left=V/V on partizan games"),
    ("alter-right", "+alter-right=V/V on partizan games"),
];

impl Modifiers {
    pub(super) fn parse<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Self, InvalidInput> {
        let mut modifiers = Modifiers::default();
        for text in texts {
            let (key, value) = text.split_once('=').unwrap_or((text, ""));
            let repeated = match key {
                "block" => {
                    let block = number(value, "a number of options to block")?;
                    modifiers.block.replace(block).is_some()
                }
                "heaps" => modifiers.heaps.replace(number(value, "a number of heaps")?).is_some(),
                "alter" => modifiers.alter.replace(parse_vectors(value)?).is_some(),
                "alter-left" => modifiers.alter_left.replace(parse_vectors(value)?).is_some(),
                "alter-right" => modifiers.alter_right.replace(parse_vectors(value)?).is_some(),
                "terminal" => modifiers.terminal.replace(parse_vectors(value)?).is_some(),
                "positive" if text == key => modifiers.positive.replace(()).is_some(),
                _ => {
                    let all = MODIFIERS.map(|(_, usage)| usage).join(", ");
                    return Err(InvalidInput::new(
                        InvalidInputKind::UnknownModifier,
                        text,
                        format!("there is no modifier {text:?}"),
                        format!("the modifiers are {all}"),
                    ));
                }
            };
            if repeated {
                return Err(InvalidInput::new(
                    InvalidInputKind::RepeatedModifier,
                    text,
                    format!("the modifier {key} is given twice"),
                    "give it once",
                ));
            }
        }
        Ok(modifiers)
    }

    /// Refuses modifiers that do not apply to a kind of game.
    fn check_only(&self, applying: &[&str], game: &str) -> Result<(), InvalidInput> {
        let given = |name: &str| match name {
            "alter" => self.alter.is_some(),
            "terminal" => self.terminal.is_some(),
            "block" => self.block.is_some(),
            "heaps" => self.heaps.is_some(),
            "positive" => self.positive.is_some(),
            "alter-left" => self.alter_left.is_some(),
            _ => self.alter_right.is_some(),
        };
        let wrong = MODIFIERS.iter().find(|(name, _)| given(name) && !applying.contains(name));
        wrong.map_or(Ok(()), |(name, usage)| {
            Err(InvalidInput::new(
                InvalidInputKind::ModifierDoesNotApply,
                name,
                format!("the modifier {name} does not apply to {game}"),
                format!("there is {usage}"),
            ))
        })
    }

    pub(super) fn of_vector_game(self, mut game: VectorGame) -> Result<Ruleset, InvalidInput> {
        self.check_only(&["alter", "terminal", "block"], "a vector game")?;
        if let Some(vectors) = &self.alter {
            if !game.alterations().is_empty() {
                return Err(InvalidInput::new(
                    InvalidInputKind::RepeatedModifier,
                    "alter",
                    "the game is an altered one already",
                    "alter wythoff instead of maharaja",
                ));
            }
            game = game.with_alterations(vectors)?;
        }
        self.finish(game).map(Ruleset::Vector)
    }

    pub(super) fn of_subtraction_game(self, set: &[u32]) -> Result<Ruleset, InvalidInput> {
        self.check_only(&["heaps", "terminal", "block"], "a subtraction game")?;
        let game = VectorGame::subtraction(set, self.heaps.unwrap_or(1) as usize)?;
        self.finish(game).map(Ruleset::Vector)
    }

    pub(super) fn of_digraph(self, edges: &[Edge]) -> Result<Ruleset, InvalidInput> {
        self.check_only(&["heaps"], "a digraph game")?;
        let named = edges.iter().map(|edge| edge.from.max(edge.to) + 1).max();
        let vertices = self.heaps.map_or(named.unwrap_or(0), |heaps| heaps as usize);
        DigraphGame::new(vertices, edges).map(Ruleset::Digraph)
    }

    pub(super) fn of_euclid(self) -> Result<Ruleset, InvalidInput> {
        self.check_only(&["positive"], "euclid")?;
        Ok(Ruleset::Euclid(match self.positive {
            Some(()) => EuclidGame::positive(),
            None => EuclidGame::new(),
        }))
    }

    pub(super) fn of_fibonacci(self) -> Result<Ruleset, InvalidInput> {
        self.check_only(&[], "fibonacci")?;
        Ok(Ruleset::Fibonacci)
    }

    pub(super) fn of_partizan(
        mut self,
        left: &[Vec<u32>],
        right: &[Vec<u32>],
    ) -> Result<Ruleset, InvalidInput> {
        self.check_only(&["alter-left", "alter-right", "terminal"], "a partizan game")?;
        let (alter_left, alter_right) = (self.alter_left.take(), self.alter_right.take());
        let left = self.finish(player("Left", left, alter_left.as_deref())?)?;
        let right = self.finish(player("Right", right, alter_right.as_deref())?)?;
        PartizanGame::new(left, right).map(Ruleset::Partizan)
    }

    /// Terminal positions and blocking.
    fn finish(&self, game: VectorGame) -> Result<VectorGame, InvalidInput> {
        let game = match &self.terminal {
            Some(positions) => game.with_terminals(positions)?,
            None => game,
        };
        Ok(game.with_blocking_number(self.block.unwrap_or(0)))
    }
}

/// The moves of one player, who may have rays, altered vectors or both.
fn player(
    name: &str,
    rays: &[Vec<u32>],
    altered: Option<&[Vec<u32>]>,
) -> Result<VectorGame, InvalidInput> {
    match (rays, altered) {
        ([], None) => Err(InvalidInput::new(
            InvalidInputKind::Empty,
            "partizan",
            format!("{name} has no moves"),
            "give rays, as in partizan:1,0/0,1:1,1, or vectors with +alter-left or +alter-right",
        )),
        ([], Some(vectors)) => VectorGame::finite(vectors),
        (rays, None) => VectorGame::new(rays),
        (rays, Some(vectors)) => VectorGame::new(rays)?.with_alterations(vectors),
    }
}
