//! Theorems: published statements about the values of tables, and users' own.
//!
//! A [`Theorem`] names the games, the quantity and the play convention it is about, its source, and
//! how far it is proved. What it says of each position is written once, after the paper and without use of any engine:
//! a claim in the language of [`expression`](crate::analyses::expression), which is checked on tables as those of users
//! ([`Claim`]), and from which the sentence is made that `decide` decides ([`Theorem::sentence`]). What no claim says is
//! a Rust closure, as conjectures of users may be ([`Statement`]). [`check`](fn@check) scans a table once for any number of
//! statements and finds the first counterexample to each in grade order; [`count`] also counts the
//! positions on which they hold and fail.
//!
//! The theorems are in one file for each family of games.

mod all_positions;
mod blocking;
mod certified;
mod check;
mod divisibility;
mod euclid;
mod fibonacci;
mod mask;
mod nim;
mod published;
mod rules;
mod scope;
mod scores;
mod statement;
mod subtraction;
mod take_and_break;
mod tame;
mod triangle;
mod values_of_rules;
mod wythoff;

pub use certified::certified;
pub(crate) use check::Check;
pub use check::{Counterexample, Finding, check, count};
pub use divisibility::DivisibilityFace;
pub use mask::{Mask, mask};
pub use published::{ProofStatus, Subject, Theorem};
pub use scope::Scope;
pub use scores::NONNEGATIVE_INCENTIVE;
pub use statement::{Claim, Statement, Verdict};
pub use tame::{TAMENESS, check_partner};

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
        take_and_break::THEOREMS,
        rules::THEOREMS,
        values_of_rules::THEOREMS,
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
    use grundytab::ruleset::Ruleset;

    #[test]
    fn names_are_distinct_and_games_parse() {
        let mut names = HashSet::new();
        for theorem in all() {
            assert!(names.insert(theorem.name), "{}", theorem.name);
            let texts = [theorem.statement(), theorem.source];
            assert!(texts.iter().all(|text| !text.is_empty()), "{}", theorem.name);
            if let Games::One(notation) = theorem.games {
                let game = theorem.game().expect(notation);
                assert_eq!(game.to_string(), notation);
            }
            for notation in theorem.decided {
                let game = Ruleset::parse(notation).expect(notation);
                assert!(theorem.is_about(&game), "{} of {notation}", theorem.name);
            }
        }
    }
}
