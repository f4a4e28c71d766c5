//! Theorems: published statements about the values of tables, and users' own.
//!
//! A [`Theorem`] names the games, the quantity and the play convention it is about, its source, and
//! how far it is proved. As a [`Statement`] it is a test of every position, written after the paper
//! and without use of any engine: it compares the value of a position with the one that the paper
//! gives, or with the values of other positions. Users make statements of Rust closures, or of texts
//! that are read at run time ([`Claim`]). [`check`](fn@check) scans a table once for any number of
//! statements and finds the first counterexample to each in rank order; [`count`] also counts the
//! positions on which they hold and fail.
//!
//! The theorems are in one file for each family of games.

mod blocking;
mod certified;
mod check;
mod claim;
mod divisibility;
mod euclid;
mod fibonacci;
mod golden_ratio;
mod mask;
mod nim;
mod published;
mod scope;
mod scores;
mod statement;
mod subtraction;
mod tame;
mod triangle;
mod wythoff;

pub use certified::certified;
pub(crate) use check::Check;
pub use check::{Counterexample, Finding, check, count};
pub use claim::Claim;
pub use divisibility::DivisibilityFace;
pub use mask::counterexample_mask;
pub use published::{ProofStatus, Subject, Theorem};
pub use scope::Scope;
pub use scores::nonnegative_incentive;
pub use statement::Statement;
#[cfg(test)]
pub use statement::Verdict;
pub use tame::{check_partner, tameness};

/// Returns all theorems, family by family.
pub fn all() -> impl Iterator<Item = &'static Theorem> {
    [
        nim::THEOREMS,
        scores::THEOREMS,
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::published::Games;
    use super::*;
    use crate::ruleset::Ruleset;

    #[test]
    fn names_are_distinct_and_games_parse() {
        let mut names = HashSet::new();
        for theorem in all() {
            assert!(names.insert(theorem.name), "{}", theorem.name);
            assert!(
                !theorem.statement.is_empty() && !theorem.source.is_empty(),
                "{}",
                theorem.name
            );
            if let Games::One(notation) = theorem.games {
                let game = Ruleset::parse(notation).expect(notation);
                assert_eq!(game.to_string(), notation);
            }
        }
    }
}
