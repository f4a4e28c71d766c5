//! Published theorems: what each is about, its source, and its statement.

use std::fmt;

use super::statement::Statement;
use crate::job::Job;
use crate::quantity::{Convention, Quantity, ValueKind};
use crate::ruleset::Ruleset;
use crate::table::PositionView;

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
    pub known: ProofStatus,
    /// What it says of all positions, as a sentence in the language of the room `decide`, if it can be
    /// decided. For a family the sentence may be about its first games only.
    pub sentence: Option<&'static str>,
    pub(super) test: Test,
}

/// How a theorem is tested.
pub(super) enum Test {
    /// At each position; `None` where the theorem says nothing.
    At(fn(&PositionView) -> Option<bool>),
    /// By what is computed for a job first.
    Of(fn(&Job) -> Statement),
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
    /// Scores.
    Scores,
}

/// How far a theorem is known to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofStatus {
    /// There is a proof for all positions, in the literature.
    Proved,
    /// There is a proof for all positions, in the documentation of this program.
    ProvedInTheDocumentation,
}

impl Theorem {
    /// What most theorems have in common: they are proved, and about normal play.
    pub(super) const PROVED: Theorem = Theorem {
        name: "",
        games: Games::One(""),
        subject: Subject::PPositions,
        convention: Convention::Normal,
        statement: "",
        source: "",
        known: ProofStatus::Proved,
        sentence: None,
        test: Test::At(|_| None),
    };

    /// Returns whether the theorem is about the table of a job: about that table alone or, with
    /// `partner`, together with the table of the other play convention.
    pub fn fits(&self, job: &Job, partner: bool) -> bool {
        let quantity_fits = match self.subject {
            Subject::PPositions => {
                matches!(job.quantity().kind(), ValueKind::Number | ValueKind::Outcome)
            }
            Subject::GrundyValues => job.quantity() == Quantity::Grundy,
            Subject::GrundyPairs => job.quantity() == Quantity::Grundy && partner,
            Subject::PalaceNumbers => job.quantity() == Quantity::Palaces,
            Subject::Scores => job.quantity() == Quantity::Score,
        };
        let convention_fits =
            self.subject == Subject::GrundyPairs || self.convention == job.convention();
        quantity_fits && convention_fits && self.is_about(job.ruleset())
    }

    /// Returns whether the theorem is about a game.
    pub fn is_about(&self, game: &Ruleset) -> bool {
        self.games.fit(game)
    }

    /// Returns the theorem as a statement about the positions of a job.
    pub fn statement_about(&self, job: &Job) -> Statement {
        match self.test {
            Test::At(test) => Statement::new(test),
            Test::Of(statement) => statement(job),
        }
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
            Subject::Scores => "scores",
        })
    }
}

impl fmt::Display for ProofStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofStatus::Proved | ProofStatus::ProvedInTheDocumentation => f.write_str("proved"),
        }
    }
}
