//! The family of vector games: Nim, Wythoff Nim and all other games whose moves subtract multiples
//! of rays. The rules as data are in `rays.rs`, which subtraction games share.

mod points;
pub(super) mod rays;

use super::definition::{GameDefinition, GameWording, singles};
use super::facts::{GameFacts, Points};
use super::family::{Argument, Family, Name};
use super::method::Method;
use super::notation::field::{Field, FieldValue, FieldValues, Shape};
use super::notation::lists::{number, vector_list};
use super::notation::modifiers::{
    BLOCK, HEAPS, TERMINAL, TO_ZERO, positions_and_blocking_text, with_positions_and_blocking,
};
use super::notation::move_fields::{MoveFields, POINTS};
use super::{Ruleset, VectorGame, subtraction};
use crate::domain::{Coordinates, Domain, MAX_HEAPS, Permutation, Sum};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Mover, Quantity};

const MOVES: MoveFields = MoveFields {
    rays: Field { name: "rays", usage: "RAYS", shape: Shape::Vectors },
    alter: Field { name: "alter", usage: "V/V", shape: Shape::AlteredVectors },
    points: Field { name: "points", usage: "W/W", shape: POINTS },
};

/// The number of heaps as the argument of Nim.
const NIM_HEAPS: Field = Field { usage: "HEAPS", ..HEAPS };

pub(super) const FAMILY: Family = Family {
    kind: "vector",
    names: &[
        Name {
            name: "nim",
            argument: Some(Argument {
                fields: &[&NIM_HEAPS],
                read: |text| {
                    Ok(vec![FieldValue::Number(number(text, "a number of heaps (1 to 4)")?)])
                },
                missing: None,
            }),
            game: |given| {
                let heaps = given.number(&NIM_HEAPS).unwrap_or(2);
                named(VectorGame::nim(heaps as usize)?, given)
            },
        },
        Name { name: "wythoff", argument: None, game: |given| named(wythoff()?, given) },
        Name { name: "maharaja", argument: None, game: |given| named(maharaja()?, given) },
        Name {
            name: "vector",
            argument: Some(Argument {
                fields: &[&MOVES.rays],
                read: |text| Ok(vec![MOVES.rays.shape.read(text)?]),
                missing: Some("give its rays, as in vector:1,0/0,1/1,1"),
            }),
            game: vector,
        },
    ],
    modifiers: &[&MOVES.alter, &MOVES.points, &TERMINAL, &TO_ZERO, &BLOCK],
};

/// Returns Wythoff Nim.
fn wythoff() -> Result<VectorGame, InvalidInput> {
    VectorGame::new([[1, 0], [0, 1], [1, 1]])
}

/// Returns Wythoff Nim with the moves of a knight (Larsson and Wästlund 2014).
fn maharaja() -> Result<VectorGame, InvalidInput> {
    wythoff()?.with_alterations([[2, 1], [1, 2]])
}

/// Makes a game of any rays. Without rays, the altered vectors are its moves.
fn vector(given: &mut FieldValues) -> Result<Ruleset, InvalidInput> {
    let rays = given.vectors(&MOVES.rays).ok_or_else(|| given.needs(&MOVES.rays))?;
    let is_altered = given.has(&MOVES.alter);
    let game = MOVES.game(&rays, given).map_err(|error| match error.kind {
        InvalidInputKind::Empty if !is_altered => InvalidInput {
            hint: "give at least one, as in vector:1,0/0,1, or single moves, as in \
                   vector:+alter=2,1/1,2"
                .into(),
            ..error
        },
        _ => error,
    })?;
    with_positions_and_blocking(game, given).map(Ruleset::from)
}

/// Applies the modifiers of the family to a game that is written by a name.
fn named(game: VectorGame, given: &mut FieldValues) -> Result<Ruleset, InvalidInput> {
    // As the name has them, in canonical order.
    let rays = game.rays().iter().map(|ray| ray.unpadded(game.heaps()).to_vec());
    let rays: Vec<_> = rays.collect();
    let game = match (given.has(&MOVES.alter), game.alterations().is_empty()) {
        (false, _) => MOVES.with_points(game, &rays, &[], given)?,
        (true, true) => MOVES.game(&rays, given)?,
        (true, false) => {
            return Err(InvalidInput::new(
                InvalidInputKind::RepeatedModifier,
                MOVES.alter.name,
                "the game is an altered one already",
                "alter wythoff instead of maharaja",
            ));
        }
    };
    with_positions_and_blocking(game, given).map(Ruleset::from)
}

impl VectorGame {
    /// Subtract m·ℓ for a ray ℓ and m >= 1, as long as no heap becomes negative. An altered vector is a
    /// move exactly if it is no multiple of a ray. Listed positions have a move to the zero position.
    pub(crate) fn options(&self, at: Coordinates) -> Vec<Coordinates> {
        if self.terminals().contains(&at) {
            return Vec::new();
        }
        let mut options = Vec::new();
        for ray in self.rays() {
            let mut option = at;
            while let Some(next) = option.checked_sub(*ray) {
                options.push(next);
                option = next;
            }
        }
        // The options along a ray are in order already, which this sort makes use of.
        options.sort();
        options.dedup();
        // What both reach is no option.
        options.extend(self.alterations().iter().filter_map(|&vector| at.checked_sub(vector)));
        options.sort();
        let mut options: Vec<Coordinates> = options
            .chunk_by(|one, other| one == other)
            .filter(|same| same.len() == 1)
            .flatten()
            .copied()
            .collect();
        // The zero position comes first in the order.
        if self.to_zero().contains(&at) && options.first() != Some(&Coordinates::ZERO) {
            options.insert(0, Coordinates::ZERO);
        }
        options
    }
}

impl GameDefinition for VectorGame {
    fn facts(&self) -> GameFacts {
        GameFacts {
            points: if self.has_own_points() { Points::ForScores } else { Points::Stated },
            blocking_number: self.blocking_number(),
            ..GameFacts::of_impartial(self.heaps())
        }
    }

    fn method(&self, _: &Domain, quantity: Quantity, _: Convention) -> Method {
        // The method of their own knows of no move that one position has alone.
        let is_subtraction =
            self.heaps() == 1 && self.rays().is_empty() && self.to_zero().is_empty();
        match quantity {
            Quantity::Grundy if is_subtraction => Method::SubtractionGrundy(self.clone()),
            Quantity::Grundy => Method::VectorGrundy(self.clone()),
            Quantity::Score => Method::Scores(vec![self.clone()]),
            Quantity::Remoteness => Method::Scores(vec![self.without_points()]),
            // Outcomes and palace numbers: others are not tabulated.
            _ if is_subtraction => Method::SubtractionPalaces(self.clone()),
            _ => Method::VectorPalaces(self.clone()),
        }
    }

    fn options_of(&self, _: Mover, at: Coordinates) -> Vec<Sum<Coordinates>> {
        singles(self.options(at))
    }

    /// A move that several rays make is listed with the points of each.
    fn moves_that_pay(&self, _: Mover, at: Coordinates) -> Vec<(Coordinates, i64)> {
        let mut moves = Vec::new();
        // With listed positions and altered vectors.
        let options = self.options(at);
        // If no vector makes the move to the zero position, that option is reached by none.
        let moves_to_zero = self.has_move_to_zero(at);
        let is_option = |option: &Coordinates| {
            options.binary_search(option).is_ok()
                && !(moves_to_zero && *option == Coordinates::ZERO)
        };
        for ray in self.rays() {
            let (mut option, mut points) = (at, 0);
            while let Some(next) = option.checked_sub(*ray) {
                points += self.points_of(*ray);
                option = next;
                if is_option(&option) {
                    moves.push((option, points));
                }
            }
        }
        // An altered vector that leads to an option is no multiple of a ray.
        for &vector in self.alterations() {
            if let Some(option) = at.checked_sub(vector).filter(is_option) {
                moves.push((option, self.points_of(vector)));
            }
        }
        if moves_to_zero {
            moves.push((Coordinates::ZERO, at.iter().map(|&heap| i64::from(heap)).sum()));
        }
        moves
    }

    fn most_options(&self, domain: &Domain) -> u64 {
        let sides = domain.sides();
        let along_ray = |ray: &Coordinates| {
            let moved = (0..MAX_HEAPS).filter(|&axis| ray[axis] > 0);
            let steps = moved.map(|axis| (sides[axis] - 1) / ray[axis]);
            u64::from(steps.min().unwrap_or(0))
        };
        let listed = u64::from(!self.to_zero().is_empty());
        self.rays().iter().map(along_ray).sum::<u64>() + self.alterations().len() as u64 + listed
    }

    /// Every move takes as many tokens as the shortest one at least.
    fn longest_play(&self, domain: &Domain) -> (u64, &'static str) {
        let tokens = |vector: &Coordinates| vector.iter().map(|&c| u64::from(c)).sum::<u64>();
        let vectors = self.rays().iter().chain(self.alterations()).chain(self.to_zero());
        let shortest_move = vectors.map(tokens).min();
        let moves = u64::from(domain.largest_token_sum()) / shortest_move.unwrap_or(1);
        (moves, "the longest play")
    }

    fn has_symmetry(&self, permutation: &Permutation) -> bool {
        let image = |vector: Coordinates| vector.permuted(permutation);
        let keeps_points =
            |&vector: &Coordinates| self.points_of(image(vector)) == self.points_of(vector);
        let vectors = [self.rays(), self.alterations(), self.terminals(), self.to_zero()];
        self.rays().iter().chain(self.alterations()).all(keeps_points)
            && vectors.iter().all(|all| all.iter().all(|&vector| all.contains(&image(vector))))
    }
}

impl GameWording for VectorGame {
    fn text(&self, most: usize) -> String {
        [
            unmodified_text(self, most),
            MOVES.points_text(self, most),
            positions_and_blocking_text(self, most),
        ]
        .concat()
    }
}

/// Writes a game without the points of its rays, the positions that it lists, and blocking.
fn unmodified_text(game: &VectorGame, most: usize) -> String {
    if !game.has_own_points()
        && game.rays().is_empty()
        && let Some(text) = subtraction::unmodified_text(game, most)
    {
        return text;
    }
    let has_rays_of = |other: &Result<VectorGame, InvalidInput>| {
        let same =
            |other: &VectorGame| (other.heaps(), other.rays()) == (game.heaps(), game.rays());
        other.as_ref().is_ok_and(same)
    };
    let maharaja = maharaja();
    if has_rays_of(&maharaja)
        && maharaja.is_ok_and(|other| other.alterations() == game.alterations())
        && game.alterations().iter().all(|&vector| game.own_points(vector).is_none())
    {
        return "maharaja".into();
    }
    let name = if has_rays_of(&VectorGame::nim(game.heaps())) {
        format!("nim:{}", game.heaps())
    } else if has_rays_of(&wythoff()) {
        "wythoff".into()
    } else {
        format!("vector:{}", vector_list(game.heaps(), game.rays(), "rays", most))
    };
    name + &MOVES.alterations_text(game, most)
}
