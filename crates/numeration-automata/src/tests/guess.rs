//! Guesses and comparisons with tables.

use super::numerations;
use crate::{Automaton, Guess, Limits, disagreement, guess};

/// Catches a comparison that leaves out a position of the table: one after the other is made wrong, in a
/// table that is no box.
#[test]
fn every_position_of_the_table_is_compared() {
    let limits = Limits::default();
    for numeration in numerations() {
        let less = Automaton::less(&numeration, &limits).expect("small");
        let is_inside = |at: &[u64]| at[0] < 15 && at[0] + 2 * at[1] < 30;
        let right = |at: &[u64]| is_inside(at).then(|| at[0] < at[1]);
        assert_eq!(disagreement(&less, &right, &limits), Ok(None), "{numeration}");
        for at in (0..15).flat_map(|x| (0..15).map(move |y| [x, y])) {
            let wrong = |other: &[u64]| Some(right(other)? != (other == at));
            let expected = is_inside(&at).then(|| at.to_vec());
            assert_eq!(disagreement(&less, &wrong, &limits), Ok(expected), "{numeration}");
        }
    }
}

/// Catches a guess that is not the set although the table is large enough, and one that is made although
/// the table cannot tell. Two digits are needed: in Fibonacci numeration only a 0 may follow after a 1.
#[test]
fn guesses_are_right_when_the_table_is_large_enough() {
    let limits = Limits::default();
    for numeration in numerations() {
        let table =
            |side: u64| move |at: &[u64]| (at[0] < side && at[1] < side).then_some(at[0] < at[1]);
        let guessed = guess(&numeration, 2, 2, &table(1000), &limits).expect("small");
        let Guess::Automaton(guessed) = guessed else { panic!("{numeration}: too small") };
        assert_eq!(guessed, Automaton::less(&numeration, &limits).expect("small"), "{numeration}");
        let guessed = guess(&numeration, 2, 2, &table(1), &limits).expect("small");
        assert!(matches!(guessed, Guess::TableTooSmall), "{numeration}");
    }
}
