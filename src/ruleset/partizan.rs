//! The family of partizan vector games: Left and Right have different moves (Fraenkel and Kotzig,
//! Partizan octal games: partizan subtraction games, 1987).

use super::family::{Argument, Entry, Family, Name};
use super::field::{Field, Given, Shape};
use super::modifiers::{TERMINAL, modifier_text};
use super::rules::{Misfit, Rules, misfit, take_and_return};
use super::written::{Vectors, vector_list};
use super::{Ruleset, VectorGame};
use crate::domain::{Coordinates, Domain, Grading, Position};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Quantity};

const LEFT: Field = Field { name: "left", usage: "RAYS", shape: Shape::Vectors };
const RIGHT: Field = Field { name: "right", usage: "RAYS", shape: Shape::Vectors };

/// The symmetric difference of the moves of one player with these vectors.
const ALTER_LEFT: Field = Field { name: "alter-left", usage: "V/V", shape: Shape::Vectors };
const ALTER_RIGHT: Field = Field { name: "alter-right", usage: "V/V", shape: Shape::Vectors };

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
    modifiers: &[&ALTER_LEFT, &ALTER_RIGHT, &TERMINAL],
    entries: &[
        Entry {
            notation: "partizan:RAYS:RAYS",
            example: "partizan:1,0/0,1:1,1/2,1",
            moves: "Left subtracts multiples of the first rays, Right of the second; the quantity \
                    is outcome-class",
            source: "Berlekamp, Conway and Guy, Winning Ways",
        },
        Entry {
            notation: "PARTIZAN-GAME+alter-left=V/V+alter-right=V/V",
            example: "partizan::+alter-left=1/4+alter-right=2/3",
            moves: "as +alter, for one player, who may then have no rays; +terminal=P/P for both",
            source: "Fraenkel and Kotzig, Partizan octal games: partizan subtraction games, 1987",
        },
    ],
};

fn partizan(given: &mut Given) -> Result<Ruleset, InvalidInput> {
    let terminals = given.vectors(&TERMINAL);
    let mut player = |name: &str, rays: &Field, altered: &Field| {
        let rays = given.vectors(rays).unwrap_or_default();
        let game = moves_of_player(name, rays, given.vectors(altered))?;
        match &terminals {
            Some(positions) => game.with_terminals(positions),
            None => Ok(game),
        }
    };
    let left = player("Left", &LEFT, &ALTER_LEFT)?;
    let right = player("Right", &RIGHT, &ALTER_RIGHT)?;
    PartizanGame::new(left, right).map(Ruleset::Partizan)
}

/// Returns the moves of one player, who may have rays, altered vectors or both.
fn moves_of_player(
    name: &str,
    rays: Vectors,
    altered: Option<Vectors>,
) -> Result<VectorGame, InvalidInput> {
    match (rays.is_empty(), altered) {
        (true, None) => Err(InvalidInput::new(
            InvalidInputKind::Empty,
            "partizan",
            format!("{name} has no moves"),
            "give rays, as in partizan:1,0/0,1:1,1, or vectors with +alter-left or +alter-right",
        )),
        (true, Some(vectors)) => VectorGame::finite(vectors),
        (false, None) => VectorGame::new(rays),
        (false, Some(vectors)) => VectorGame::new(rays)?.with_alterations(vectors),
    }
}

/// A vector game in which Left and Right move by different vectors. Terminal positions are the
/// same for both, and nothing is blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartizanGame {
    left: VectorGame,
    right: VectorGame,
}

impl PartizanGame {
    /// Returns the game in which Left moves as in `left` and Right as in `right`.
    ///
    /// # Errors
    /// When the two have different numbers of heaps or terminal positions, or options are blocked or moves have points of their own.
    pub fn new(left: VectorGame, right: VectorGame) -> Result<Self, InvalidInput> {
        let invalid = |kind: InvalidInputKind, problem: String, hint: &str| {
            Err(InvalidInput::new(kind, "partizan", problem, hint))
        };
        if left.heaps() != right.heaps() {
            return invalid(
                InvalidInputKind::WrongHeapCount,
                format!("Left plays on {} heaps, Right on {}", left.heaps(), right.heaps()),
                "all vectors have one coordinate per heap",
            );
        }
        if left.blocking_number() > 0 || right.blocking_number() > 0 {
            return invalid(
                InvalidInputKind::ModifierDoesNotApply,
                "a partizan game has no blocking".into(),
                "leave out +block",
            );
        }
        if left.has_own_points() || right.has_own_points() {
            return invalid(
                InvalidInputKind::ModifierDoesNotApply,
                "a partizan game is not tabulated as a scoring game".into(),
                "leave out the points",
            );
        }
        if left.terminals() != right.terminals() {
            return invalid(
                InvalidInputKind::PlayersDiffer,
                "the terminal positions differ".into(),
                "give the same ones to both players",
            );
        }
        Ok(PartizanGame { left, right })
    }

    /// Returns the number of heaps, 1 to 3.
    pub fn heaps(&self) -> usize {
        self.left.heaps()
    }

    /// Returns Left's moves.
    pub fn left(&self) -> &VectorGame {
        &self.left
    }

    /// Returns Right's moves.
    pub fn right(&self) -> &VectorGame {
        &self.right
    }

    /// Returns the positions in which neither player has a move, whatever the rays are.
    pub fn terminals(&self) -> &[Coordinates] {
        self.left.terminals()
    }
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

    fn check_quantity(&self, quantity: Quantity, _: Convention) -> Result<(), Misfit> {
        match quantity {
            Quantity::OutcomeClass => Ok(()),
            Quantity::Grundy | Quantity::Outcome | Quantity::Palaces | Quantity::Score => misfit(
                InvalidInputKind::QuantityDoesNotApply { instead: "outcome-class" },
                "a partizan game has outcome classes alone",
                "tabulate outcome-class",
            ),
        }
    }

    fn describe_move(&self, from: Position, to: Position) -> String {
        take_and_return(from, to)
    }

    fn text(&self, most: usize) -> String {
        let (left, right, heaps) = (self.left(), self.right(), self.heaps());
        let rays = |game: &VectorGame| vector_list(heaps, game.rays(), "rays", most);
        let altered = |modifier: &Field, game: &VectorGame| {
            modifier_text(modifier, heaps, game.alterations(), "vectors", most)
        };
        [
            format!("partizan:{}:{}", rays(left), rays(right)),
            altered(&ALTER_LEFT, left),
            altered(&ALTER_RIGHT, right),
            modifier_text(&TERMINAL, heaps, self.terminals(), "positions", most),
        ]
        .concat()
    }
}
