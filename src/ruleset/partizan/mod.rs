//! The family of partizan vector games: Left and Right have different moves (Fraenkel and Kotzig,
//! Partizan octal games: partizan subtraction games, 1987).

mod dicot;
pub(super) mod players;

use super::definition::{GameDefinition, GameWording, singles};
use super::facts::{GameFacts, Points};
use super::family::{Argument, Family, Name};
use super::method::Method;
use super::notation::field::{Field, FieldValues, Shape};
use super::notation::lists::vector_list;
use super::notation::modifiers::{TERMINAL, modifier_text};
use super::notation::move_fields::{MoveFields, POINTS};
use super::{Ruleset, VectorGame};
use crate::domain::{Coordinates, Domain, Permutation, Sum};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Mover, Quantity};
use players::PartizanGame;

const LEFT: MoveFields = MoveFields {
    rays: Field { name: "left", usage: "RAYS", shape: Shape::Vectors },
    alter: Field { name: "alter-left", usage: "V/V", shape: Shape::AlteredVectors },
    points: Field { name: "points-left", usage: "W/W", shape: POINTS },
};

const RIGHT: MoveFields = MoveFields {
    rays: Field { name: "right", usage: "RAYS", shape: Shape::Vectors },
    alter: Field { name: "alter-right", usage: "V/V", shape: Shape::AlteredVectors },
    points: Field { name: "points-right", usage: "W/W", shape: POINTS },
};

pub(super) const FAMILY: Family = Family {
    kind: "partizan",
    names: &[Name {
        name: "partizan",
        argument: Some(Argument {
            fields: &[&LEFT.rays, &RIGHT.rays],
            read: |text| {
                let (left, right) = text.split_once(':').ok_or_else(|| {
                    InvalidInput::new(
                        InvalidInputKind::MissingArgument,
                        text,
                        "Right's rays are missing",
                        "give them behind a second colon, as in partizan:1,0/0,1:1,1",
                    )
                })?;
                Ok(vec![LEFT.rays.shape.read(left)?, RIGHT.rays.shape.read(right)?])
            },
            missing: Some("give Left's rays and Right's, as in partizan:1,0/0,1:1,1"),
        }),
        game: partizan,
    }],
    modifiers: &[&LEFT.alter, &RIGHT.alter, &LEFT.points, &RIGHT.points, &TERMINAL],
};

fn partizan(given: &mut FieldValues) -> Result<Ruleset, InvalidInput> {
    let terminals = given.vectors(&TERMINAL);
    let mut player = |name: &str, fields: &MoveFields| {
        let rays = given.vectors(&fields.rays).unwrap_or_default();
        if rays.is_empty() && !given.has(&fields.alter) {
            return Err(InvalidInput::new(
                InvalidInputKind::Empty,
                "partizan",
                format!("{name} has no moves"),
                "give rays, as in partizan:1,0/0,1:1,1, or vectors with +alter-left or +alter-right",
            ));
        }
        let game = fields.game(&rays, given)?;
        match &terminals {
            Some(positions) => game.with_terminals(positions),
            None => Ok(game),
        }
    };
    let (left, right) = (player("Left", &LEFT)?, player("Right", &RIGHT)?);
    PartizanGame::new(left, right).map(Ruleset::from)
}

impl PartizanGame {
    /// Returns the moves of a player; `None` for the next player, who may be either.
    fn player(&self, mover: Mover) -> Option<&VectorGame> {
        match mover {
            Mover::Next => None,
            Mover::Left => Some(self.left()),
            Mover::Right => Some(self.right()),
        }
    }
}

impl GameDefinition for PartizanGame {
    fn facts(&self) -> GameFacts {
        let has_own_points = self.left().has_own_points() || self.right().has_own_points();
        GameFacts {
            is_partizan: true,
            points: if has_own_points { Points::ForScores } else { Points::Stated },
            ..GameFacts::of_impartial(self.heaps())
        }
    }

    fn method(&self, _: &Domain, quantity: Quantity, _: Convention) -> Method {
        match quantity.is_score() {
            true => Method::Scores(vec![self.left().clone(), self.right().clone()]),
            false => Method::Partizan(self.clone()),
        }
    }

    fn options_of(&self, mover: Mover, at: Coordinates) -> Vec<Sum<Coordinates>> {
        singles(match self.player(mover) {
            Some(player) => player.options(at),
            None => [self.left().options(at), self.right().options(at)].concat(),
        })
    }

    fn moves_that_pay(&self, mover: Mover, at: Coordinates) -> Vec<(Coordinates, i64)> {
        self.player(mover).unwrap_or(self.left()).moves_that_pay(mover, at)
    }

    fn most_options(&self, domain: &Domain) -> u64 {
        self.left().most_options(domain) + self.right().most_options(domain)
    }

    fn longest_play(&self, domain: &Domain) -> (u64, &'static str) {
        self.left().longest_play(domain).max(self.right().longest_play(domain))
    }

    fn has_symmetry(&self, permutation: &Permutation) -> bool {
        self.left().has_symmetry(permutation) && self.right().has_symmetry(permutation)
    }
}

impl GameWording for PartizanGame {
    fn text(&self, most: usize) -> String {
        let players = [(&LEFT, self.left()), (&RIGHT, self.right())];
        let each = |text: fn(&MoveFields, &VectorGame, usize) -> String| {
            players.map(|(fields, game)| text(fields, game, most)).concat()
        };
        [
            "partizan".into(),
            each(|_, game, most| {
                format!(":{}", vector_list(game.heaps(), game.rays(), "rays", most))
            }),
            each(MoveFields::alterations_text),
            each(MoveFields::points_text),
            modifier_text(&TERMINAL, self.heaps(), self.terminals(), "positions", most),
        ]
        .concat()
    }
}
