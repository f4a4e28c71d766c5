//! Theorems: published statements about tables, each as a test of every position it speaks of.
//!
//! A [`Theorem`] names the games, the quantity and the play convention it is about, its source, and
//! how far it is proved. Its test knows the paper and no engine: it compares the value of a
//! position with what the paper says, or with the values of other positions. [`check`](fn@check)
//! sweeps a table once for any number of theorems and of a user's own [`Claim`]s, and finds the
//! first counterexample to each in rank order. One file per family of games.

mod blocking;
mod check;
mod claim;
mod euclid;
mod fibonacci;
mod nim;
mod subtraction;
mod tame;
mod triangle;
mod wythoff;

use std::fmt;

pub use check::{Counterexample, Finding, Region, Statement, check};
pub use claim::Claim;
pub use tame::{check_partner, tameness};

use crate::domain::Coordinates;
use crate::job::Job;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::Ruleset;
use crate::table::Lookup;

/// A published statement.
pub struct Theorem {
    /// Its name here.
    pub name: &'static str,
    /// The games it speaks of.
    pub games: Games,
    /// What it speaks of.
    pub subject: Subject,
    /// The play convention; for pairs of values, that of the first.
    pub convention: Convention,
    /// What it says, of a position (x, y) or (x, y, z) with the value g.
    pub statement: &'static str,
    /// Who says so, and where.
    pub source: &'static str,
    /// How far it is known to hold.
    pub known: Known,
    test: fn(&Job) -> Test,
}

/// The games of a theorem.
pub enum Games {
    /// The one of this canonical notation.
    One(&'static str),
    /// A family, in words.
    Family(&'static str, fn(&Ruleset) -> bool),
}

/// What a theorem is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Which positions are P-positions; any quantity shows that.
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
pub enum Known {
    /// Everywhere: there is a proof.
    Proved,
    /// On these positions, by comparison with the definition.
    Checked(&'static str),
}

/// Whether the statement holds at a position; `None` where it does not speak of the position.
type Test = Box<dyn Fn(&Cell) -> Option<bool> + Send + Sync>;

/// A position of a table, as a test sees it.
struct Cell<'a> {
    /// Padded coordinates.
    at: Coordinates,
    value: u32,
    is_p: bool,
    values: &'a Lookup<'a>,
    /// The values of a second table.
    partner: Option<&'a Lookup<'a>>,
}

impl Cell<'_> {
    /// The value of another position of the table.
    fn value_at(&self, at: Coordinates) -> u32 {
        self.values.value(at)
    }

    /// The value of the position in the second table.
    fn partner(&self) -> Option<u32> {
        self.partner.map(|values| values.value(self.at))
    }
}

/// All theorems, family by family.
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
    /// Whether it speaks of a job's table, alone or, with `partner`, together with the table of the
    /// other play convention.
    pub fn fits(&self, job: &Job, partner: bool) -> bool {
        let quantity_fits = match self.subject {
            Subject::PPositions => job.quantity() != Quantity::OutcomeClass,
            Subject::GrundyValues => job.quantity() == Quantity::Grundy,
            Subject::PalaceNumbers => job.quantity() == Quantity::Palaces,
            Subject::GrundyPairs => job.quantity() == Quantity::Grundy && partner,
        };
        let convention_fits =
            self.subject == Subject::GrundyPairs || self.convention == job.convention();
        quantity_fits && convention_fits && self.games.fit(job.ruleset())
    }

    /// Its statement about the positions of a job.
    pub fn statement_about(&self, job: &Job) -> Statement {
        Statement::of_test((self.test)(job))
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

/// Whether y > phi x, for x, y >= 0: in integers y^2 - xy - x^2 > 0.
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
