//! The family of take-and-break games on one heap: octal and hexadecimal games, and Grundy's game (Guy and Smith, The
//! G-values of various games, 1956; Berlekamp, Conway and Guy, Winning Ways, chapter 4). A move leads to the sum of the heaps
//! that it leaves.

mod code;
pub(super) mod game;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use super::Ruleset;
use super::family::{Argument, Entry, Family, Name};
use super::method::Method;
use super::notation::field::{Field, FieldValues, Shape};
use super::rules::{Misfit, Rules, check_sums, misfit};
use crate::domain::{Coordinates, Domain, Grading, MAX_HEAPS, Permutation, Position, Sum};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::{Convention, Quantity};
use crate::wording::joined;
use code::Base;
use game::TakeAndBreakGame;

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
    entries: &[
        Entry {
            notation: "octal:CODE",
            example: "octal:0.137",
            rules: Some(
                "rules: () if x == 1; (x - 2) if x >= 2; (a) + (x - 3 - a) for 0 <= a <= x - 3",
            ),
            moves: "take k tokens from the heap, and leave nothing, one heap or two heaps that are not empty, if the digit k \
                    behind the point has 1, 2 or 4 in it; a 4 before the point splits the heap; the example is Dawson's Chess",
            source: "Guy and Smith, The G-values of various games, 1956; Dawson 1934; Winning Ways, chapter 4",
        },
        Entry {
            notation: "hexadecimal:CODE",
            example: "hexadecimal:0.3F",
            rules: Some(
                "rules: (x - 1) if x >= 1; (a) + (b) + (x - 2 - a - b) for 0 <= a <= x - 2, 0 <= b <= x - 2 - a",
            ),
            moves: "as in octal:CODE, and leave three heaps, if the digit has 8 in it",
            source: "Berlekamp, Conway and Guy, Winning Ways, chapter 4",
        },
        Entry {
            notation: "kayles",
            example: "kayles",
            rules: Some("rules: (a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k"),
            moves: "knock down one pin of a row, or two neighbours; octal:0.77",
            source: "Dudeney, The Canterbury Puzzles, 1908; Guy and Smith 1956",
        },
        Entry {
            notation: "dawson",
            example: "dawson",
            rules: Some("rules: (a) + (x - 2 - a) for 0 <= a <= x - 2"),
            moves: "Dawson's Kayles: knock down two neighbouring pins of a row; octal:0.07",
            source: "Dawson 1934; Guy and Smith 1956",
        },
        Entry {
            notation: "grundys-game",
            example: "grundys-game",
            rules: Some("rules: (a) + (x - a) for 1 <= a < x if 2 * a < x"),
            moves: "split the heap into two that differ in size",
            source: "Grundy, Mathematics and games, 1939; OEIS A002188",
        },
    ],
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

impl Rules for TakeAndBreakGame {
    fn heaps(&self) -> usize {
        1
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
        // A digit up to 3 leaves one heap at most.
        if convention == Convention::Misere && self.digits().iter().all(|&digit| digit <= 3) {
            return misfit(
                InvalidInputKind::MisereOfSums,
                "take-and-break games are tabulated in normal play alone",
                "choose normal play; a game whose digits are 0 and 3 is a subtraction game, as octal:0.33 is subtraction:1,2",
            );
        }
        check_sums(quantity, convention, false, 0)?;
        Ok(Method::TakeAndBreak(self.clone()))
    }

    /// Take k tokens, and leave as many heaps as the digit of k allows, none of them empty.
    fn options(&self, at: Coordinates) -> Vec<Sum<Coordinates>> {
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

    fn has_sums(&self) -> bool {
        true
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

    fn text(&self, _: usize) -> String {
        let code = self.code();
        match NAMED.iter().find(|(_, named)| *named == code) {
            _ if self.is_unequal() => "grundys-game".into(),
            Some((name, _)) => (*name).into(),
            None if self.digits().iter().any(|&digit| digit > 7) => format!("hexadecimal:{code}"),
            None => format!("octal:{code}"),
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
