//! The family of take-and-break games on one heap: octal and hexadecimal games, and Grundy's game (Guy and Smith, The
//! G-values of various games, 1956; Berlekamp, Conway and Guy, Winning Ways, chapter 4). A move leads to the sum of the heaps
//! that it leaves.

mod code;
pub(super) mod digits;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use super::Ruleset;
use super::definition::{GameDefinition, GameWording};
use super::facts::{GameFacts, Misfit, misfit};
use super::family::{Argument, Family, Name};
use super::method::Method;
use super::notation::field::{Field, FieldValues, Shape};
use crate::domain::{Coordinates, Domain, MAX_HEAPS, Permutation, Position, Sum};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Mover, Quantity};
use crate::wording::joined;
use code::Base;
use digits::TakeAndBreakGame;

const CODE: Field = Field { name: "code", usage: "CODE", shape: Shape::Text };

/// Codes that have a name.
const NAMED: [(&str, &str); 2] = [("kayles", "0.77"), ("dawson", "0.07")];

pub(super) const FAMILY: Family = Family {
    kind: "take-and-break",
    names: &[
        Name {
            name: "octal",
            argument: Some(Argument {
                fields: &[&CODE],
                read: |text| Ok(vec![CODE.shape.read(text)?]),
                missing: Some("give its code, as in octal:0.77"),
            }),
            game: |given| of_code(given, Base::Octal),
        },
        Name {
            name: "hexadecimal",
            argument: Some(Argument {
                fields: &[&CODE],
                read: |text| Ok(vec![CODE.shape.read(text)?]),
                missing: Some("give its code, as in hexadecimal:0.3F"),
            }),
            game: |given| of_code(given, Base::Hexadecimal),
        },
        Name { name: "kayles", argument: None, game: named },
        Name { name: "dawson", argument: None, game: named },
        Name {
            name: "grundys-game",
            argument: None,
            game: |_| Ok(TakeAndBreakGame::grundys_game().into()),
        },
    ],
    modifiers: &[],
};

/// Makes the game of a code.
fn of_code(given: &mut FieldValues, base: Base) -> Result<Ruleset, InvalidInput> {
    let code = given.text(&CODE).ok_or_else(|| given.needs(&CODE))?;
    code::read(&code, base).map(Ruleset::from)
}

/// Makes the game of a name that stands for a code.
fn named(given: &mut FieldValues) -> Result<Ruleset, InvalidInput> {
    let code = NAMED.iter().find(|(name, _)| *name == given.game).map_or("", |(_, code)| code);
    code::read(code, Base::Octal).map(Ruleset::from)
}

impl GameDefinition for TakeAndBreakGame {
    fn facts(&self) -> GameFacts {
        GameFacts { has_sums: true, ..GameFacts::of_impartial(1) }
    }

    fn check(&self, _: &Domain, _: Quantity, convention: Convention) -> Result<(), Misfit> {
        // A digit up to 3 leaves one heap at most.
        if convention == Convention::Misere && self.digits().iter().all(|&digit| digit <= 3) {
            return misfit(
                InvalidInputKind::MisereOfSums,
                "take-and-break games are tabulated in normal play alone",
                "choose normal play; a game whose digits are 0 and 3 is a subtraction game, as octal:0.33 is subtraction:1,2",
            );
        }
        Ok(())
    }

    fn method(&self, _: &Domain, _: Quantity, _: Convention) -> Method {
        Method::TakeAndBreak(self.clone())
    }

    /// Take k tokens, and leave as many heaps as the digit of k allows, none of them empty.
    fn options_of(&self, _: Mover, at: Coordinates) -> Vec<Sum<Coordinates>> {
        let heap = at[MAX_HEAPS - 1];
        let mut options = Vec::new();
        for taken in 0..=self.most_taken().min(heap) {
            for count in (0..=3).filter(|&count| self.may_leave(taken, count)) {
                let mut left = heaps_of(heap - taken, count, 1);
                left.retain(|heaps| !self.is_unequal() || !matches!(heaps[..], [a, b] if a == b));
                options.extend(left);
            }
        }
        let sum = |heaps: Vec<u32>| Sum::new(heaps.into_iter().map(|heap| at.with_last(heap)));
        options.into_iter().map(sum).collect()
    }

    fn most_options(&self, domain: &Domain) -> u64 {
        let heap = largest(domain);
        let of_taken = |taken: u32| {
            let may_leave = |heaps: RangeInclusive<u32>| {
                u64::from(heaps.into_iter().any(|heaps| self.may_leave(taken, heaps)))
            };
            match heap.checked_sub(taken.into()) {
                None => 0,
                // The ways to write a number as a sum of two or of three positive ones, whatever their order.
                Some(rest) => {
                    let pairs = if self.is_unequal() { rest.saturating_sub(1) } else { rest } / 2;
                    let triples = (rest.pow(2) + 6) / 12;
                    // Either nothing is left or a heap.
                    may_leave(0..=1) + may_leave(2..=2) * pairs + may_leave(3..=3) * triples
                }
            }
        };
        (0..=self.most_taken()).fold(0, |sum, taken| sum.saturating_add(of_taken(taken)))
    }

    /// At most n / k moves in a heap of n tokens take some, if none of them takes fewer than k. The tokens less
    /// the heaps are n - 1 at first, and never negative; a move that takes nothing makes them fewer, and no move makes them
    /// more.
    fn longest_play(&self, domain: &Domain) -> (u64, &'static str) {
        let heap = largest(domain);
        let least = self.digits().iter().skip(1).position(|&digit| digit > 0);
        let taking = least.map_or(0, |before| heap / (before as u64 + 1));
        let splitting = if self.digits()[0] > 0 { heap.saturating_sub(1) } else { 0 };
        (taking + splitting, "the moves that take tokens, and those that split heaps")
    }

    /// There is one heap.
    fn has_symmetry(&self, _: &Permutation) -> bool {
        true
    }
}

impl GameWording for TakeAndBreakGame {
    fn text(&self, _: usize) -> String {
        let code = self.code();
        match NAMED.iter().find(|(_, named)| *named == code) {
            _ if self.is_unequal() => "grundys-game".into(),
            Some((name, _)) => (*name).into(),
            None if self.digits().iter().any(|&digit| digit > 7) => format!("hexadecimal:{code}"),
            None => format!("octal:{code}"),
        }
    }

    fn describe_move(&self, from: Position, to: Position) -> String {
        format!("take {}", from.token_sum() - to.token_sum())
    }

    fn describe_split(&self, from: Position, to: &Sum<Position>) -> String {
        let heaps: Vec<u64> = to.parts().iter().map(Position::token_sum).collect();
        let taken = from.token_sum().saturating_sub(heaps.iter().sum());
        match heaps.split_last() {
            None => "take the heap".into(),
            Some((last, others)) => {
                let into = format!("{} and {last}", joined(others, ", "));
                if taken == 0 {
                    return format!("split into {into}");
                }
                format!("take {taken} and split the rest into {into}")
            }
        }
    }
}

/// Returns the largest heap of a domain.
fn largest(domain: &Domain) -> u64 {
    u64::from(domain.sides()[MAX_HEAPS - 1]) - 1
}

/// Lists the ways to make `count` heaps of some tokens, in the order of their sizes, none of them below `least`.
fn heaps_of(tokens: u32, count: u32, least: u32) -> Vec<Vec<u32>> {
    match count {
        0 if tokens == 0 => vec![Vec::new()],
        0 => Vec::new(),
        1 if tokens >= least => vec![vec![tokens]],
        1 => Vec::new(),
        _ => (least..=tokens / count)
            .flat_map(|first| {
                let others = heaps_of(tokens - first, count - 1, first);
                others.into_iter().map(move |others| [vec![first], others].concat())
            })
            .collect(),
    }
}
