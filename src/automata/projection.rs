//! Projection: *there is a number such that*.

use std::collections::HashMap;
use std::rc::Rc;

use super::automaton::{Automaton, NONE, digits, letter_of, letters};
use super::limits::{AutomataError, Limits};

impl Automaton {
    /// Returns the automaton over the other tracks that accepts the tuples for which there is a number on
    /// one track such that this one accepts all together.
    ///
    /// The track is erased, and sets of states are followed (Rabin and Scott 1959). The number may have
    /// more digits than the others: the first set has all states that are reached while the others read
    /// leading zeros.
    ///
    /// # Errors
    /// When there would be too many sets, or the computation is interrupted.
    pub(super) fn without_track(
        &self,
        track: usize,
        limits: &Limits,
    ) -> Result<Automaton, AutomataError> {
        let tracks = self.tracks - 1;
        let base = self.numeration.digit_count();
        // The letters that become each letter when the track is erased.
        let lifted: Vec<Vec<usize>> = (0..letters(&self.numeration, tracks)?)
            .map(|letter| {
                let mut wide = digits(&self.numeration, tracks, letter);
                wide.insert(track, 0);
                let with_digit = |digit| {
                    wide[track] = digit;
                    letter_of(&self.numeration, &wide)
                };
                (0..base).map(with_digit).collect()
            })
            .collect();
        let first: Rc<[u32]> = self.closure(&lifted[0]).into();
        let mut numbers = HashMap::from([(Rc::clone(&first), 0_u32)]);
        let mut sets = vec![first];
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let mut members = 0;
        let mut number = 0;
        while number < sets.len() {
            let set = Rc::clone(&sets[number]);
            members += set.len();
            // Sets are bounded by what their members take, too.
            limits.check_table(sets.len(), lifted.len())?;
            limits.check_table(1, members)?;
            accepting.push(set.iter().any(|&state| self.accepts_in(state)));
            for lifted in &lifted {
                let after = |&state: &u32| lifted.iter().map(move |&l| self.after(state, l));
                let mut target: Vec<u32> =
                    set.iter().flat_map(after).filter(|&state| state != NONE).collect();
                target.sort_unstable();
                target.dedup();
                if target.is_empty() {
                    next.push(NONE);
                    continue;
                }
                next.push(match numbers.get(target.as_slice()) {
                    Some(&known) => known,
                    None => {
                        let target: Rc<[u32]> = target.into();
                        let fresh = sets.len() as u32;
                        numbers.insert(Rc::clone(&target), fresh);
                        sets.push(target);
                        fresh
                    }
                });
            }
            number += 1;
        }
        Ok(Automaton { numeration: self.numeration.clone(), tracks, next, accepting })
    }

    /// Returns the states that are reached from the first one by any word over some letters, sorted.
    fn closure(&self, letters: &[usize]) -> Vec<u32> {
        let mut states = vec![0];
        let mut known = vec![false; self.states()];
        known[0] = true;
        let mut number = 0;
        while number < states.len() {
            for &letter in letters {
                let next = self.after(states[number], letter);
                if next != NONE && !std::mem::replace(&mut known[next as usize], true) {
                    states.push(next);
                }
            }
            number += 1;
        }
        states.sort_unstable();
        states
    }
}
