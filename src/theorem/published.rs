//! Published theorems: what each is about, its source, and the claim that it makes about each position.

use std::fmt;

use super::all_positions::of_all_positions;
use super::statement::{Claim, Statement};
use crate::invalid_input::InvalidInput;
use crate::job::Job;
use crate::quantity::{Convention, Quantity, ValueKind};
use crate::ruleset::Ruleset;
use crate::table::OtherTables;

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
    /// Where it is published.
    pub source: &'static str,
    /// How far it is known to hold.
    pub known: ProofStatus,
    /// What the paper says of a position (x, y) or (x, y, z) whose value is g, for people; empty where the claim can be
    /// read as easily.
    pub(super) words: &'static str,
    /// What it says of each position.
    pub(super) claim: TheoremClaim,
    /// The games for which the room `decide` decides the claim: of a family, some.
    pub(super) decided: &'static [&'static str],
    /// What it says besides of all positions and no claim says of one, as a sentence in the language of the room `decide`.
    pub(super) beyond: Option<&'static str>,
}

/// What a theorem says of each position of a table.
pub(super) enum TheoremClaim {
    /// A claim in the language of [`expression`](crate::expression).
    Text(&'static str),
    /// The same, made of the parameters of the game.
    OfGame(fn(&Ruleset) -> String),
    /// What no claim says: by what is computed for a job first.
    Computed(fn(&Job) -> Statement),
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
        source: "",
        known: ProofStatus::Proved,
        words: "",
        claim: TheoremClaim::Text(""),
        decided: &[],
        beyond: None,
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

    /// Returns whether the theorem is about a game, which may be one that written rules are recognised as.
    pub fn is_about(&self, game: &Ruleset) -> bool {
        self.games.fit(game.recognised())
    }

    /// Returns what it says, for people: in the words of the paper, or as a claim.
    pub fn statement(&self) -> &'static str {
        match self.claim {
            TheoremClaim::Text(claim) if self.words.is_empty() => claim,
            _ => self.words,
        }
    }

    /// Returns the claim about each position of a game that states the theorem; `None` if no claim does.
    pub fn claim(&self, game: &Ruleset) -> Option<String> {
        match self.claim {
            TheoremClaim::Text(claim) => Some(claim.to_owned()),
            TheoremClaim::OfGame(claim) => Some(claim(game.recognised())),
            TheoremClaim::Computed(_) => None,
        }
    }

    /// Returns the game, if it is about a single one.
    pub fn game(&self) -> Option<Ruleset> {
        match self.games {
            Games::One(notation) => Ruleset::parse(notation).ok(),
            Games::Family(..) => None,
        }
    }

    /// Returns the theorem as a statement about the positions of a job that it [fits](Self::fits), which may look at
    /// other tables.
    ///
    /// # Errors
    /// When it is about pairs of tables, and the others have no table `other`.
    pub fn statement_about(
        &self,
        job: &Job,
        others: &OtherTables,
    ) -> Result<Statement, InvalidInput> {
        match (&self.claim, self.claim(job.ruleset())) {
            (TheoremClaim::Computed(statement), _) => Ok(statement(job)),
            (_, claim) => {
                Claim::parse(&claim.unwrap_or_default(), job, others).map(Claim::into_statement)
            }
        }
    }

    /// Returns the theorem as a sentence of the room `decide` about all positions; `None` if it cannot be decided. The
    /// sentence for a family of games is about some of them.
    pub fn sentence(&self) -> Option<String> {
        let of_game = |notation: &&str| {
            let game = Ruleset::parse(notation).ok()?;
            Some(of_all_positions(&self.claim(&game)?, &game, self.convention))
        };
        let mut all: Vec<String> = self.decided.iter().filter_map(of_game).collect();
        all.extend(self.beyond.map(str::to_owned));
        match all.as_slice() {
            [] => None,
            [sentence] => Some(sentence.clone()),
            _ => Some(all.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" and ")),
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
