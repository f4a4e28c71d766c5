//! Shortest words: a search in breadth that remembers the way.

use std::collections::HashSet;
use std::hash::Hash;

use super::limits::{AutomataError, Limits};

/// Returns the letters of a shortest word that leads from the first state to one that is wanted; `None` if none does.
pub(super) fn shortest_word<S: Clone + Eq + Hash>(
    first: S,
    letters: usize,
    step: impl Fn(&S, usize) -> Option<S>,
    is_wanted: impl Fn(&S) -> bool,
    limits: &Limits,
) -> Result<Option<Vec<usize>>, AutomataError> {
    let mut known = HashSet::from([first.clone()]);
    // Each state with the number of the state before it, and the letter that leads from there.
    let mut reached = vec![(first, 0, 0)];
    let mut number = 0;
    while let Some((state, ..)) = reached.get(number).cloned() {
        limits.check(reached.len())?;
        if is_wanted(&state) {
            let mut word = Vec::new();
            while number > 0 {
                let (_, before, letter) = reached[number];
                word.push(letter);
                number = before;
            }
            word.reverse();
            return Ok(Some(word));
        }
        for letter in 0..letters {
            if let Some(next) = step(&state, letter).filter(|next| known.insert(next.clone())) {
                reached.push((next, number, letter));
            }
        }
        number += 1;
    }
    Ok(None)
}
