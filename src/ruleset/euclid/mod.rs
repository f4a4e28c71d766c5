//! The family of Euclid (Cole and Davie, A game based on the Euclidean algorithm, 1969): two heaps,
//! and a move takes a multiple of the smaller one from the larger one.

pub(super) mod game;

use super::family::{Entry, Family, Name};
use super::method::Method;
use super::notation::field::{Field, Shape};
use super::rules::{Misfit, Rules, largest_token_sum, neither_grundy_nor_outcome, singles};
use crate::domain::{Coordinates, Domain, Grading, Permutation, Sum};
use crate::quantity::{Convention, Quantity};
use game::EuclidGame;

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
    entries: &[
        Entry {
            notation: "euclid",
            example: "euclid",
            rules: Some(
                "rules: (x - k * y, y) for 1 <= k <= if(y > 0, x / y, 0); (x, y - k * x) for 1 <= k <= if(x > 0, y / x, 0)",
            ),
            moves: "take a multiple of the smaller of two heaps from the larger one",
            source: "Cole and Davie, A game based on the Euclidean algorithm, 1969",
        },
        Entry {
            notation: "euclid+positive",
            example: "euclid+positive",
            rules: Some(
                "rules: (x - k * y, y) for 1 <= k <= if(y > 0, x / y, 0) if k * y < x; (x, y - k * x) for 1 <= k <= if(x > 0, y / x, 0) if k * x < y",
            ),
            moves: "the same, but both heaps stay positive",
            source: "Larsson, CombinArtorial games; Nivasch 2006",
        },
    ],
};

impl Rules for EuclidGame {
    fn heaps(&self) -> usize {
        2
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

    fn method(&self, _: &Domain, quantity: Quantity, _: Convention) -> Result<Method, Misfit> {
        match quantity {
            Quantity::Grundy | Quantity::Outcome => Ok(Method::Euclid(*self)),
            _ => neither_grundy_nor_outcome(quantity),
        }
    }

    /// Take a positive multiple of the smaller heap from the larger one.
    fn options(&self, Coordinates([.., x, y]): Coordinates) -> Vec<Sum<Coordinates>> {
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

    fn longest_play(&self, domain: &Domain) -> (u64, &'static str) {
        largest_token_sum(domain)
    }

    /// Both heaps are treated alike.
    fn has_symmetry(&self, _: &Permutation) -> bool {
        true
    }

    fn text(&self, _: usize) -> String {
        if self.is_positive { "euclid+positive".into() } else { "euclid".into() }
    }
}
