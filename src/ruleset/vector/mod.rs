//! The family of vector games: Nim, Wythoff Nim and all other games whose moves subtract multiples
//! of rays. The rules as data are in `game.rs`, which subtraction games share.

pub(super) mod game;
mod points;

use super::family::{Argument, Entry, Family, Name};
use super::method::Method;
use super::notation::field::{Field, FieldValue, FieldValues, Shape};
use super::notation::modifiers::{
    BLOCK, HEAPS, TERMINAL, TO_ZERO, positions_and_blocking_text, with_positions_and_blocking,
};
use super::notation::points::{
    POINTS, alterations_text, game_of_moves, points_text, rays_of_name, with_points,
};
use super::notation::written::{number, vector_list};
use super::rules::{Misfit, Rules, misfit, neither_grundy_nor_outcome, not_tabulated, singles};
use super::{Ruleset, VectorGame, subtraction};
use crate::domain::{Coordinates, Domain, Grading, MAX_HEAPS, Permutation, Sum};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Quantity};

const RAYS: Field = Field { name: "rays", usage: "RAYS", shape: Shape::Vectors };

/// The symmetric difference of the moves with these vectors.
const ALTER: Field = Field { name: "alter", usage: "V/V", shape: Shape::AlteredVectors };

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
                fields: &[&RAYS],
                read: |text| Ok(vec![RAYS.shape.read(text)?]),
                missing: Some("give its rays, as in vector:1,0/0,1/1,1"),
            }),
            game: vector,
        },
    ],
    modifiers: &[&ALTER, &POINTS, &TERMINAL, &TO_ZERO, &BLOCK],
    entries: &[
        Entry {
            notation: "nim:HEAPS",
            example: "nim:3",
            rules: Some(
                "rules: (x - k, y, z) for 1 <= k <= x; (x, y - k, z) for 1 <= k <= y; (x, y, z - k) for 1 <= k <= z",
            ),
            moves: "take any number of tokens from one of 1 to 4 heaps (nim is nim:2)",
            source: "Bouton 1901",
        },
        Entry {
            notation: "wythoff",
            example: "wythoff",
            rules: Some(
                "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y)",
            ),
            moves: "take any number from one of two heaps, or the same number from both",
            source: "Wythoff 1907",
        },
        Entry {
            notation: "vector:RAYS",
            example: "vector:1,0/0,1/1,1/2,1/1,2",
            rules: Some(
                "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y); (x - 2 * k, y - k) for 1 <= k <= min(x / 2, y); (x - k, y - 2 * k) for 1 <= k <= min(x, y / 2)",
            ),
            moves: "subtract a multiple of a ray; 1 to 4 heaps",
            source: "Larsson, CombinArtorial games",
        },
        Entry {
            notation: "maharaja",
            example: "maharaja",
            rules: Some(
                "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y); (x - 1, y - 2) if x >= 1 and y >= 2; (x - 2, y - 1) if x >= 2 and y >= 1",
            ),
            moves: "as in Wythoff Nim, or one token from one heap and two from the other",
            source: "Larsson and Wästlund, Maharaja Nim, 2014",
        },
        Entry {
            notation: "VECTOR-GAME+alter=V/V",
            example: "wythoff+alter=1,1/3,5",
            rules: Some(
                "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 2 <= k <= min(x, y); (x - 3, y - 5) if x >= 3 and y >= 5",
            ),
            moves: "these vectors are removed from the moves, if they are moves, else added to them",
            source: "Larsson, CombinArtorial games",
        },
        Entry {
            notation: "vector:+alter=V/V",
            example: "vector:+alter=2,1/1,2",
            rules: Some(
                "rules: (x - 2, y - 1) if x >= 2 and y >= 1; (x - 1, y - 2) if x >= 1 and y >= 2",
            ),
            moves: "without rays, these vectors are all moves",
            source: "Golomb, A mathematical investigation of games of take-away, 1966",
        },
        Entry {
            notation: "VECTOR-GAME+points=W/W",
            example: "nim:2+points=3/-1",
            rules: Some(
                "rules: (x - k, y) for 1 <= k <= x pays 3 * k; (x, y - k) for 1 <= k <= y pays -k",
            ),
            moves: "a step along each ray pays W points, not the tokens it takes; the \
                    quantity is score",
            source: "Milnor, Sums of positional games, 1953",
        },
        Entry {
            notation: "VECTOR-GAME+alter=V:W/V",
            example: "nim:2+alter=1,1:5",
            rules: Some(
                "rules: (x - k, y) for 1 <= k <= x pays k; (x, y - k) for 1 <= k <= y pays k; (x - 1, y - 1) if x >= 1 and y >= 1 pays 5",
            ),
            moves: "an added vector pays W points; the quantity is score",
            source: "Hanner, Mean play of sums of positional games, 1959",
        },
        Entry {
            notation: "VECTOR-GAME+terminal=P/P",
            example: "nim:2+terminal=0,3/2,2",
            rules: Some(
                "rules: terminal x == 0 and y == 3 or x == 2 and y == 2; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y",
            ),
            moves: "these positions have no moves",
            source: "Larsson, CombinArtorial games",
        },
        Entry {
            notation: "VECTOR-GAME+to-zero=P/P",
            example: "wythoff+to-zero=2,1/1,2",
            rules: Some(
                "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y); (0, 0) if x == 2 and y == 1 or x == 1 and y == 2",
            ),
            moves: "these positions have a move to the zero position too, so that in normal play \
                    they are N-positions",
            source: "Sleator, Hu and Tsin, Wythoff's Nim with finite alterations, 2024",
        },
        Entry {
            notation: "VECTOR-GAME+block=B",
            example: "wythoff+block=4",
            rules: Some(
                "rules: (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; (x - k, y - k) for 1 <= k <= min(x, y)+block=4",
            ),
            moves: "the opponent blocks up to B options before each move",
            source: "Larsson, Blocking Wythoff Nim, 2011",
        },
    ],
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
    let rays = given.vectors(&RAYS).ok_or_else(|| given.needs(&RAYS))?;
    let altered = given.altered_vectors(&ALTER);
    let game = game_of_moves(&rays, altered.as_deref(), &POINTS, given.integers(&POINTS));
    let game = game.map_err(|error| match error.kind {
        InvalidInputKind::Empty if altered.is_none() => InvalidInput {
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
    let rays = rays_of_name(&game);
    let (altered, points) = (given.altered_vectors(&ALTER), given.integers(&POINTS));
    if altered.is_some() && !game.alterations().is_empty() {
        return Err(InvalidInput::new(
            InvalidInputKind::RepeatedModifier,
            ALTER.name,
            "the game is an altered one already",
            "alter wythoff instead of maharaja",
        ));
    }
    let game = match altered {
        Some(altered) => game_of_moves(&rays, Some(&altered), &POINTS, points)?,
        None => with_points(game, &rays, &[], &POINTS, points)?,
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

impl Rules for VectorGame {
    fn heaps(&self) -> usize {
        VectorGame::heaps(self)
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
        let is_blocking = self.blocking_number() > 0;
        match (quantity, convention) {
            (
                Quantity::Grundy | Quantity::Outcome | Quantity::Palaces | Quantity::Remoteness,
                _,
            ) if self.has_own_points() => {
                return not_tabulated(
                    "the points of the moves matter to scores alone",
                    "score",
                    "tabulate score, or leave the points out",
                );
            }
            (Quantity::Score | Quantity::Remoteness, _) if is_blocking => {
                return not_tabulated(
                    format!("{} are not defined with blocking", quantity.values_name()),
                    "palaces or outcome",
                    "leave out the modifier block, or tabulate palaces or outcome",
                );
            }
            (Quantity::Score, Convention::Misere) => {
                return misfit(
                    InvalidInputKind::MisereOfScores { instead: "grundy or outcome" },
                    "in a scoring game the points decide, not who moves last, so it has no misère \
                     play",
                    "choose normal play, or tabulate grundy or outcome",
                );
            }
            (Quantity::Grundy, _) if is_blocking => {
                return not_tabulated(
                    "a blocking game has no Grundy values",
                    "palaces or outcome",
                    "tabulate palaces or outcome",
                );
            }
            (Quantity::Outcome | Quantity::Palaces, Convention::Misere) if is_blocking => {
                return misfit(
                    InvalidInputKind::MisereWithBlocking,
                    "misère play is not defined with blocking",
                    "choose normal play, or leave out the modifier block",
                );
            }
            (Quantity::Palaces | Quantity::Remoteness, Convention::Misere) => {
                return misfit(
                    InvalidInputKind::MisereOfPalaces,
                    format!("{} are tabulated for normal play", quantity.values_name()),
                    "choose normal play, or tabulate grundy or outcome",
                );
            }
            _ => {}
        }
        // The method of their own knows of no move that one position has alone.
        let is_subtraction =
            self.heaps() == 1 && self.rays().is_empty() && self.to_zero().is_empty();
        match quantity {
            Quantity::Grundy if is_subtraction => Ok(Method::SubtractionGrundy(self.clone())),
            Quantity::Grundy => Ok(Method::VectorGrundy(self.clone())),
            Quantity::Outcome | Quantity::Palaces if is_subtraction => {
                Ok(Method::SubtractionPalaces(self.clone()))
            }
            Quantity::Outcome | Quantity::Palaces => Ok(Method::VectorPalaces(self.clone())),
            Quantity::Score => Ok(Method::Scores(vec![self.clone()])),
            Quantity::Remoteness => Ok(Method::Scores(vec![self.without_points()])),
            Quantity::OutcomeClass => neither_grundy_nor_outcome(quantity),
            Quantity::ScoreLeft | Quantity::ScoreRight => not_tabulated(
                "the game is impartial: it has a single score",
                "score",
                "tabulate score",
            ),
        }
    }

    fn options(&self, at: Coordinates) -> Vec<Sum<Coordinates>> {
        singles(VectorGame::options(self, at))
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

    fn text(&self, most: usize) -> String {
        [
            unmodified_text(self, most),
            points_text(&POINTS, self, most),
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
    name + &alterations_text(&ALTER, game, most)
}
