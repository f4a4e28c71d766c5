//! The family of partizan vector games: Left and Right have different moves (Fraenkel and Kotzig,
//! Partizan octal games: partizan subtraction games, 1987).

mod dicot;
pub(super) mod game;

use super::family::{Argument, Entry, Family, Name};
use super::method::Method;
use super::notation::field::{Field, FieldValues, Shape};
use super::notation::modifiers::{TERMINAL, modifier_text};
use super::notation::points::{
    POINTS_LEFT, POINTS_RIGHT, alterations_text, game_of_moves, points_text,
};
use super::notation::written::vector_list;
use super::rules::{Misfit, Rules, misfit, not_tabulated, singles};
use super::{Ruleset, VectorGame};
use crate::domain::{Coordinates, Domain, Grading, Permutation, Sum};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Quantity};
use game::PartizanGame;

const LEFT: Field = Field { name: "left", usage: "RAYS", shape: Shape::VectorsOrTexts };
const RIGHT: Field = Field { name: "right", usage: "RAYS", shape: Shape::VectorsOrTexts };

/// The symmetric difference of the moves of one player with these vectors.
const ALTER_LEFT: Field = Field { name: "alter-left", usage: "V/V", shape: Shape::AlteredVectors };
const ALTER_RIGHT: Field =
    Field { name: "alter-right", usage: "V/V", shape: Shape::AlteredVectors };

pub(super) const FAMILY: Family = Family {
    kind: "partizan",
    names: &[Name {
        name: "partizan",
        argument: Some(Argument {
            fields: &[&LEFT, &RIGHT],
            read: |text| {
                let (left, right) = text.split_once(':').ok_or_else(|| {
                    InvalidInput::new(
                        InvalidInputKind::MissingArgument,
                        text,
                        "Right's rays are missing",
                        "give them behind a second colon, as in partizan:1,0/0,1:1,1",
                    )
                })?;
                Ok(vec![LEFT.shape.read(left)?, RIGHT.shape.read(right)?])
            },
            missing: Some("give Left's rays and Right's, as in partizan:1,0/0,1:1,1"),
        }),
        game: partizan,
    }],
    modifiers: &[&ALTER_LEFT, &ALTER_RIGHT, &POINTS_LEFT, &POINTS_RIGHT, &TERMINAL],
    entries: &[
        Entry {
            notation: "partizan:RAYS:RAYS",
            example: "partizan:1,0/0,1:1,1/2,1",
            rules: Some(
                "rules: left: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; right: (x - k, y - k) for 1 <= k <= min(x, y); (x - 2 * k, y - k) for 1 <= k <= min(x / 2, y)",
            ),
            moves: "Left subtracts multiples of the first rays, Right of the second; the quantity \
                    is outcome-class, score-left or score-right",
            source: "Berlekamp, Conway and Guy, Winning Ways",
        },
        Entry {
            notation: "PARTIZAN-GAME+alter-left=V/V+alter-right=V/V",
            example: "partizan::+alter-left=1/4+alter-right=2/3",
            rules: Some(
                "rules: left: (x - k) for k in {1, 4} if k <= x; right: (x - k) for k in {2, 3} if k <= x",
            ),
            moves: "as +alter, for one player, who may then have no rays; +terminal=P/P for both",
            source: "Fraenkel and Kotzig, Partizan octal games: partizan subtraction games, 1987",
        },
        Entry {
            notation: "PARTIZAN-GAME+points-left=W/W+points-right=W/W",
            example: "partizan:1,0/0,1:1,1+points-left=1/-1+points-right=3",
            rules: Some(
                "rules: left: (x - k, y) for 1 <= k <= x pays k; (x, y - k) for 1 <= k <= y pays -k; right: (x - k, y - k) for 1 <= k <= min(x, y) pays 3 * k",
            ),
            moves: "a step along each ray pays the player who makes it W points, not the \
                    tokens it takes; the quantity is score-left or score-right",
            source: "Stewart, Scoring play combinatorial games, 2012",
        },
        Entry {
            notation: "PARTIZAN-GAME+alter-left=V:W/V+alter-right=V:W/V",
            example: "partizan::+alter-left=1:2/4+alter-right=2/3:-1",
            rules: Some(
                "rules: left: (x - 1) if x >= 1 pays 2; (x - 4) if x >= 4 pays 4; right: (x - 2) if x >= 2 pays 2; (x - 3) if x >= 3 pays -1",
            ),
            moves: "an added vector pays the player W points; the quantity is score-left or score-right",
            source: "Stewart, Scoring play combinatorial games, 2012",
        },
    ],
};

fn partizan(given: &mut FieldValues) -> Result<Ruleset, InvalidInput> {
    let terminals = given.vectors(&TERMINAL);
    let mut player = |name: &str, rays: &Field, altered: &Field, points: &Field| {
        let rays = given.vectors(rays).unwrap_or_default();
        let altered = given.altered_vectors(altered);
        if rays.is_empty() && altered.is_none() {
            return Err(InvalidInput::new(
                InvalidInputKind::Empty,
                "partizan",
                format!("{name} has no moves"),
                "give rays, as in partizan:1,0/0,1:1,1, or vectors with +alter-left or +alter-right",
            ));
        }
        let game = game_of_moves(&rays, altered.as_deref(), points, given.integers(points))?;
        match &terminals {
            Some(positions) => game.with_terminals(positions),
            None => Ok(game),
        }
    };
    let left = player("Left", &LEFT, &ALTER_LEFT, &POINTS_LEFT)?;
    let right = player("Right", &RIGHT, &ALTER_RIGHT, &POINTS_RIGHT)?;
    PartizanGame::new(left, right).map(Ruleset::from)
}

impl Rules for PartizanGame {
    fn heaps(&self) -> usize {
        PartizanGame::heaps(self)
    }

    fn grading(&self) -> Grading {
        Grading::TokenSum
    }

    fn heaps_may_grow(&self) -> bool {
        false
    }

    fn check_domain(&self, _: &Domain) -> Result<(), Misfit> {
        Ok(())
    }

    fn method(
        &self,
        _: &Domain,
        quantity: Quantity,
        convention: Convention,
    ) -> Result<Method, Misfit> {
        let has_own_points = self.left().has_own_points() || self.right().has_own_points();
        match (quantity, convention) {
            (Quantity::ScoreLeft | Quantity::ScoreRight, Convention::Misere) => misfit(
                InvalidInputKind::MisereOfScores { instead: "outcome-class" },
                "in a scoring game the points decide, not who moves last, so it has no misère play",
                "choose normal play, or tabulate outcome-class",
            ),
            (Quantity::ScoreLeft | Quantity::ScoreRight, Convention::Normal) => {
                Ok(Method::Scores(vec![self.left().clone(), self.right().clone()]))
            }
            (Quantity::Score, _) => not_tabulated(
                "a partizan game has two scores: if Left begins, and if Right begins",
                "score-left or score-right",
                "tabulate score-left or score-right",
            ),
            _ if has_own_points => not_tabulated(
                "the points of the moves matter to scores alone",
                "score-left or score-right",
                "tabulate score-left or score-right, or leave the points out",
            ),
            (Quantity::OutcomeClass, _) => Ok(Method::Partizan(self.clone())),
            _ => not_tabulated(
                "a partizan game has outcome classes and scores alone",
                "outcome-class, score-left or score-right",
                "tabulate outcome-class, score-left or score-right",
            ),
        }
    }

    fn options(&self, at: Coordinates) -> Vec<Sum<Coordinates>> {
        singles([self.left().options(at), self.right().options(at)].concat())
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

    fn text(&self, most: usize) -> String {
        let (left, right, heaps) = (self.left(), self.right(), self.heaps());
        let rays = |game: &VectorGame| vector_list(heaps, game.rays(), "rays", most);
        [
            format!("partizan:{}:{}", rays(left), rays(right)),
            alterations_text(&ALTER_LEFT, left, most),
            alterations_text(&ALTER_RIGHT, right, most),
            points_text(&POINTS_LEFT, left, most),
            points_text(&POINTS_RIGHT, right, most),
            modifier_text(&TERMINAL, heaps, self.terminals(), "positions", most),
        ]
        .concat()
    }
}
