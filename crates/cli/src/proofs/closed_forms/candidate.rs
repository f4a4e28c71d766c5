//! Candidates for formulas: what is said, and the sentence that decides it.

use std::fmt;

use grundytab::wording::joined;
use serde::Serialize;

/// A kind of formulas, in the order in which they are sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Two sequences of multiples, rounded down.
    Beatty,
    /// The least number that is not in earlier pairs.
    Mex,
    /// An expression of the heaps, as their xor, has one value there.
    Expression,
    /// The residues of the heaps.
    Residues,
    /// Each member by the one before.
    Recurrence,
    /// The digits of the heaps, as the zeros at their end.
    Digits,
    /// How far positions are from lines.
    Lines,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Beatty => "pairs of Beatty sequences",
            Kind::Mex => "least numbers in no earlier pair",
            Kind::Expression => "expressions of the heaps",
            Kind::Residues => "residues",
            Kind::Recurrence => "recurrences",
            Kind::Digits => "digits",
            Kind::Lines => "distances from lines",
        })
    }
}

impl Kind {
    /// Names all kinds.
    pub fn all_in_words() -> String {
        use Kind::{Beatty, Digits, Expression, Lines, Mex, Recurrence, Residues};
        joined([Beatty, Mex, Expression, Residues, Recurrence, Digits, Lines], ", ")
    }
}

/// A formula that agrees with small positions, and may be true of all; or one that has been decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its kind.
    pub kind: Kind,
    /// What it says, for people.
    pub text: String,
    /// Its main part in LaTeX.
    pub latex: String,
    /// The claim about all positions of the game that decides it.
    pub sentence: String,
}
