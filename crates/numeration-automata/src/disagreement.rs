//! The comparison of an automaton with every position of a table.

use std::ops::ControlFlow;

use rayon::iter::{
    IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _,
};

use super::automaton::Automaton;
use super::limits::{AutomataError, Limits};
use super::words::{Begun, Members, Visit, Words, most_digits};

/// Words are split after this many letters, for threads to share.
const SPLIT: usize = 3;

/// Returns a tuple of numbers of a table at which an automaton and the table disagree, the first one in the
/// order of words; `None` if they agree everywhere.
///
/// # Errors
/// When the computation is interrupted.
pub fn disagreement(
    automaton: &Automaton,
    members: Members,
    limits: &Limits,
) -> Result<Option<Vec<u64>>, AutomataError> {
    let (numeration, tracks) = (&automaton.numeration, automaton.tracks);
    let places = most_digits(numeration, tracks, members);
    let words = Words::new(numeration, tracks, places, limits)?;
    let step = |state: u32, letter: usize| automaton.after(state, letter);
    let first = Begun { places, valid: 0, sums: vec![0; tracks], state: 0 };
    let parts = words.split(&first, SPLIT, step);
    let search = |part: &Begun<u32>| {
        let is_wrong = |numbers: &[u64], state: u32| {
            members(numbers).is_some_and(|is_member| is_member != automaton.accepts_in(state))
        };
        let mut visit = Visit {
            step,
            // An interrupted search sees nothing inside, and ends.
            inside: |sums: &[u64]| !limits.is_interrupted() && members(sums).is_some(),
            leaf: |numbers: &[u64], state: u32| match is_wrong(numbers, state) {
                true => ControlFlow::Break(numbers.to_vec()),
                false => ControlFlow::Continue(()),
            },
        };
        words.walk(part, &mut visit).break_value()
    };
    let found = parts.par_iter().with_max_len(1).find_map_first(search);
    limits.check(0)?;
    Ok(found)
}
