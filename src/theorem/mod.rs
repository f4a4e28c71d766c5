//! Theorems: published statements about the values of tables, and users' own.
//!
//! A [`Theorem`] names the games, the quantity and the play convention it is about, its source, and
//! how far it is proved. As a [`Statement`] it is a test of every position, written after the paper
//! and without use of any engine: it compares the value of a position with the one that the paper
//! gives, or with the values of other positions. Users make statements of Rust closures, or of texts
//! that are read at run time ([`Claim`]). [`check`](fn@check) scans a table once for any number of
//! statements and finds the first counterexample to each in rank order.
//!
//! The theorems are in one file for each family of games.

mod blocking;
mod check;
mod claim;
mod euclid;
mod fibonacci;
mod nim;
mod scope;
mod statement;
mod subtraction;
mod tame;
mod triangle;
mod wythoff;

use std::fmt;

pub use check::{Counterexample, Finding, check};
pub use claim::Claim;
pub use scope::Scope;
pub use statement::{PositionView, Statement, Verdict};
pub use tame::{check_partner, tameness};

use crate::job::Job;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::Ruleset;

/// A published statement.
#[non_exhaustive]
pub struct Theorem {
    /// Its name in this program.
    pub name: &'static str,
    /// The games it is about.
    pub games: Games,
    /// What it is about.
    pub subject: Subject,
    /// The play convention; for pairs of values, the convention of the first value.
    pub convention: Convention,
    /// The statement about a position (x, y) or (x, y, z) whose value is g.
    pub statement: &'static str,
    /// Where it is published.
    pub source: &'static str,
    /// How far it is known to hold.
    pub known: Known,
    test: fn(&Job) -> Statement,
}

/// The games of a theorem.
#[non_exhaustive]
pub enum Games {
    /// The game of this canonical text.
    One(&'static str),
    /// A family, in words and as a test.
    Family(&'static str, fn(&Ruleset) -> bool),
}

/// What a theorem is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// Which positions are P-positions. Every quantity of impartial games shows that.
    PPositions,
    /// Grundy values.
    GrundyValues,
    /// Palace numbers.
    PalaceNumbers,
    /// Grundy values in normal and in misère play, from two tables.
    GrundyPairs,
}

/// How far a theorem is known to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// There is a proof for all positions.
    Proved,
    /// It was compared with the definition on these positions, given in words.
    Checked(&'static str),
}

/// Returns all theorems, family by family.
pub fn all() -> impl Iterator<Item = &'static Theorem> {
    [
        nim::THEOREMS,
        wythoff::THEOREMS,
        blocking::THEOREMS,
        subtraction::THEOREMS,
        euclid::THEOREMS,
        fibonacci::THEOREMS,
        triangle::THEOREMS,
    ]
    .into_iter()
    .flatten()
}

impl Theorem {
    /// Returns whether the theorem is about the table of a job: about that table alone or, with
    /// `partner`, together with the table of the other play convention.
    pub fn fits(&self, job: &Job, partner: bool) -> bool {
        let quantity_fits = match job.quantity() {
            Quantity::Grundy => match self.subject {
                Subject::PPositions | Subject::GrundyValues => true,
                Subject::GrundyPairs => partner,
                Subject::PalaceNumbers => false,
            },
            Quantity::Outcome => self.subject == Subject::PPositions,
            Quantity::Palaces => {
                self.subject == Subject::PPositions || self.subject == Subject::PalaceNumbers
            }
            Quantity::OutcomeClass => false,
        };
        let convention_fits = match self.subject {
            Subject::GrundyPairs => true,
            Subject::PPositions | Subject::GrundyValues | Subject::PalaceNumbers => {
                self.convention == job.convention()
            }
        };
        quantity_fits && convention_fits && self.games.fit(job.ruleset())
    }

    /// Returns the theorem as a statement about the positions of a job.
    pub fn statement_about(&self, job: &Job) -> Statement {
        (self.test)(job)
    }
}

impl Games {
    fn fit(&self, ruleset: &Ruleset) -> bool {
        match self {
            Games::One(notation) => ruleset.to_string() == *notation,
            Games::Family(_, fits) => fits(ruleset),
        }
    }
}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Games::One(text) | Games::Family(text, _) => f.write_str(text),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Subject::PPositions => "P-positions",
            Subject::GrundyValues => "Grundy values",
            Subject::PalaceNumbers => "palace numbers",
            Subject::GrundyPairs => "Grundy values, normal and misère",
        })
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Proved => f.write_str("proved"),
            Known::Checked(extent) => write!(f, "checked for {extent}"),
        }
    }
}

/// Returns whether y > phi x, for x, y >= 0: in integers, whether y^2 - xy - x^2 > 0.
fn exceeds_phi_times(y: u32, x: u32) -> bool {
    let (x, y) = (i128::from(x), i128::from(y));
    y * y - x * y - x * x > 0
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_distinct_and_games_parse() {
        let mut names = HashSet::new();
        for theorem in all() {
            assert!(names.insert(theorem.name), "{}", theorem.name);
            if let Games::One(notation) = theorem.games {
                let game = Ruleset::parse(notation).expect(notation);
                assert_eq!(game.to_string(), notation);
            }
        }
    }

    #[test]
    fn phi_lies_between_quotients_of_fibonacci_numbers() {
        for (y, x, exceeds) in [(0, 0, false), (1, 0, true), (1, 1, false), (2, 1, true)] {
            assert_eq!(exceeds_phi_times(y, x), exceeds);
        }
        // By Cassini's identity F(n+1)^2 - F(n+1) F(n) - F(n)^2 is (-1)^n; these are n = 46, 45.
        assert!(exceeds_phi_times(2_971_215_073, 1_836_311_903));
        assert!(!exceeds_phi_times(1_836_311_903, 1_134_903_170));
    }
}
