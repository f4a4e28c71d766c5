//! The family of Euclid (Cole and Davie, A game based on the Euclidean algorithm, 1969): two heaps,
//! and a move takes a multiple of the smaller one from the larger one.

pub(super) mod variant;

use super::definition::{GameDefinition, GameWording, singles};
use super::facts::GameFacts;
use super::family::{Family, Name};
use super::method::Method;
use super::notation::field::{Field, Shape};
use crate::domain::{Coordinates, Domain, Permutation, Sum};
use crate::quantity::{Convention, Mover, Quantity};
use variant::EuclidGame;

/// Both heaps stay positive.
const POSITIVE: Field = Field { name: "positive", usage: "", shape: Shape::Flag };

pub(super) const FAMILY: Family = Family {
    kind: "euclid",
    names: &[Name {
        name: "euclid",
        argument: None,
        game: |given| Ok(EuclidGame { is_positive: given.flag(&POSITIVE) }.into()),
    }],
    modifiers: &[&POSITIVE],
};

impl GameDefinition for EuclidGame {
    fn facts(&self) -> GameFacts {
        GameFacts { has_wins_alone: true, ..GameFacts::of_impartial(2) }
    }

    fn method(&self, _: &Domain, _: Quantity, _: Convention) -> Method {
        Method::Euclid(*self)
    }

    /// Take a positive multiple of the smaller heap from the larger one.
    fn options_of(&self, _: Mover, Coordinates([.., x, y]): Coordinates) -> Vec<Sum<Coordinates>> {
        let mut options = Vec::new();
        if x == 0 || y == 0 {
            return Vec::new();
        }
        let least = u32::from(self.is_positive);
        for (larger, smaller) in [(2, 3), (3, 2)] {
            let mut option = [0, 0, x, y];
            let taken = option[smaller];
            while option[larger] >= taken + least {
                option[larger] -= taken;
                options.push(Coordinates(option));
            }
        }
        singles(options)
    }

    /// Equal heaps have two options, which are mirror images and have the same value.
    fn most_options(&self, domain: &Domain) -> u64 {
        domain.sides().iter().max().map_or(0, |&side| u64::from(side) - 1)
    }

    /// Both heaps are treated alike.
    fn has_symmetry(&self, _: &Permutation) -> bool {
        true
    }
}

impl GameWording for EuclidGame {
    fn text(&self, _: usize) -> String {
        if self.is_positive { "euclid+positive".into() } else { "euclid".into() }
    }
}
