//! Published theorems: what each is about, its source, and the claim that it makes about each position.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use super::all_positions::of_all_positions;
use super::families;
use super::statement::{Claim, Statement};
use super::wythoff::computed;
use grundytab::invalid_input::InvalidInput;
use grundytab::job::Job;
use grundytab::quantity::{Convention, Quantity, ValueKind};
use grundytab::ruleset::Ruleset;
use grundytab::table::OtherTables;
use serde::Deserialize;

/// A published statement: a row of the table of theorems, whose head says more of each field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Theorem {
    /// Its name in this program.
    pub name: String,
    /// The canonical text of the game that it is about,
    game: Option<String>,
    /// or the family of games.
    family: Option<String>,
    /// What it is about.
    #[serde(default)]
    pub subject: Subject,
    /// The play convention; for pairs of values, the convention of the first value.
    #[serde(default = "normal")]
    pub convention: Convention,
    /// Where it is published.
    pub source: String,
    /// How far it is known to hold.
    #[serde(default)]
    pub known: ProofStatus,
    /// What the paper says, for people; `None` where the claim can be read as easily.
    words: Option<String>,
    /// What it says of each position, unless that is made of the parameters of a family, or no claim says it.
    claim: Option<String>,
    /// For which games `decide` decides the claim.
    #[serde(default)]
    decided: Decided,
    /// What it says besides of all positions and no claim says of one, as a sentence in the language of `decide`.
    beyond: Option<String>,
}

/// For which games `decide` decides a claim.
#[derive(Deserialize)]
#[serde(untagged)]
enum Decided {
    /// Whether it does for the game that the theorem is about.
    Itself(bool),
    /// For these games of the family.
    Some(Vec<String>),
}

impl Default for Decided {
    fn default() -> Self {
        Decided::Itself(false)
    }
}

fn normal() -> Convention {
    Convention::Normal
}

/// The table of theorems.
#[derive(Default, Deserialize)]
struct Table {
    /// Parts of claims and sentences, by the names that stand for them in braces.
    phrases: BTreeMap<String, String>,
    theorem: Vec<Theorem>,
}

/// The theorems, which are read when they are first asked for.
static THEOREMS: LazyLock<Vec<Theorem>> = LazyLock::new(|| {
    let table: Table = toml::from_str(include_str!("theorems.toml")).unwrap_or_default();
    let mut theorems = table.theorem;
    for text in theorems.iter_mut().flat_map(|of| of.claim.iter_mut().chain(&mut of.beyond)) {
        for (name, phrase) in &table.phrases {
            *text = text.replace(&format!("{{{name}}}"), phrase);
        }
    }
    theorems
});

/// Returns all theorems, family by family.
pub fn all() -> impl Iterator<Item = &'static Theorem> {
    THEOREMS.iter()
}

/// What a theorem is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Subject {
    /// Which positions are P-positions. Every quantity of impartial games shows that.
    #[default]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[non_exhaustive]
pub enum ProofStatus {
    /// There is a proof for all positions, in the literature.
    #[default]
    Proved,
    /// There is a proof for all positions, in the documentation of this program.
    #[serde(rename = "documentation")]
    ProvedInTheDocumentation,
}

impl Theorem {
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
        let game = game.of_family();
        match &self.family {
            Some(family) => families::has(family, game),
            None => Some(game.to_string()) == self.game,
        }
    }

    /// Returns the games that it is about: the canonical text of one, or a family in words.
    pub fn games(&self) -> &str {
        self.game.as_ref().or(self.family.as_ref()).map_or("", |games| games)
    }

    /// Returns what it says, for people: in the words of the paper, or as a claim.
    pub fn statement(&self) -> &str {
        self.words.as_ref().or(self.claim.as_ref()).map_or("", |statement| statement)
    }

    /// Returns the claim about each position of a game that states the theorem; `None` if no claim does.
    pub fn claim(&self, game: &Ruleset) -> Option<String> {
        self.claim.clone().or_else(|| families::claim(&self.name, game.of_family()))
    }

    /// Returns the game, if it is about a single one.
    pub fn game(&self) -> Option<Ruleset> {
        Ruleset::parse(self.game.as_ref()?).ok()
    }

    /// Returns the canonical texts of the games for which `decide` decides the claim.
    pub(super) fn decided(&self) -> &[String] {
        match &self.decided {
            Decided::Itself(is_decided) => self.game.as_slice().get(usize::from(!is_decided)..),
            Decided::Some(games) => Some(games.as_slice()),
        }
        .unwrap_or_default()
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
        match computed(&self.name) {
            Some(statement) => Ok(statement(job)),
            None => {
                let claim = self.claim(job.ruleset()).unwrap_or_default();
                Claim::parse(&claim, job, others).map(Claim::into_statement)
            }
        }
    }

    /// Returns the theorem as a sentence of the room `decide` about all positions; `None` if it cannot be decided. The
    /// sentence for a family of games is about some of them.
    pub fn sentence(&self) -> Option<String> {
        let of_game = |notation: &String| {
            let game = Ruleset::parse(notation).ok()?;
            Some(of_all_positions(&self.claim(&game)?, &game, self.convention))
        };
        let mut all: Vec<String> = self.decided().iter().filter_map(of_game).collect();
        all.extend(self.beyond.clone());
        match all.as_slice() {
            [] => None,
            [sentence] => Some(sentence.clone()),
            _ => Some(all.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" and ")),
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
