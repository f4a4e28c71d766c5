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
//! The theorems are rows of `theorems.toml`; `families` has the families of games that some are about, `wythoff` what is
//! computed of Wythoff Nim.

mod all_positions;
mod certified;
mod check;
mod divisibility;
mod families;
mod mask;
mod published;
mod scope;
mod scores;
mod statement;
mod tame;
mod wythoff;

pub use certified::certified;
pub(crate) use check::Check;
pub use check::{Counterexample, Finding, check, count};
pub use divisibility::DivisibilityFace;
pub use mask::{Mask, mask};
pub use published::{ProofStatus, Subject, Theorem, all};
pub use scope::Scope;
pub use scores::NONNEGATIVE_INCENTIVE;
pub use statement::{Claim, Statement, Verdict};
pub use tame::{TAMENESS, check_partner};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use grundytab::ruleset::Ruleset;

    /// Catches a table that is not read as a whole, names that are no names, and games of another notation.
    #[test]
    fn the_table_is_read() {
        let mut names = HashSet::new();
        for theorem in all() {
            assert!(names.insert(&*theorem.name), "{}", theorem.name);
            let texts = [theorem.games(), theorem.statement(), &theorem.source];
            assert!(texts.iter().all(|text| !text.is_empty()), "{}", theorem.name);
            if let Some(game) = theorem.game() {
                assert_eq!(game.to_string(), theorem.games());
            }
            for notation in theorem.decided() {
                let game = Ruleset::parse(notation).expect(notation);
                assert!(theorem.is_about(&game), "{} of {notation}", theorem.name);
                let claim = theorem.claim(&game).expect(notation);
                assert!(!claim.contains(['{', '}']), "a phrase has another name: {claim}");
            }
        }
        assert!(names.len() >= 66, "{names:?}");
    }
}
