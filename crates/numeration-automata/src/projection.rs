//! Projection: *there is a number such that*.

use super::automaton::{Automaton, NONE, letters};
use super::interned::Interned;
use super::limits::{AutomataError, Limits};
use super::order::StateOrder;
use super::product::letter_map;

impl Automaton {
    /// Returns the automaton over the other tracks that accepts the tuples for which there are numbers on
    /// some tracks such that this one accepts all together.
    ///
    /// The tracks are erased, and sets of states are followed (Rabin and Scott 1959). The numbers may have
    /// more digits than the others: the first set has all states that are reached while the others read
    /// leading zeros. A state from which no more is accepted than from another one of its set is left out of it: the set accepts
    /// the same without it.
    ///
    /// # Errors
    /// When there would be too many sets, or the computation is interrupted.
    pub(super) fn without_tracks(
        &self,
        erased: &[usize],
        order: &StateOrder,
        limits: &Limits,
    ) -> Result<Automaton, AutomataError> {
        let tracks = self.tracks - erased.len();
        // The letters that become each letter when the tracks are erased.
        let mut lifted = vec![Vec::new(); letters(&self.numeration, tracks)?];
        let others: Vec<usize> = (0..self.tracks).filter(|other| !erased.contains(other)).collect();
        let narrow = letter_map(&self.numeration, self.tracks, &others)?;
        for (letter, &narrow) in narrow.iter().enumerate() {
            lifted[narrow].push(letter);
        }
        let mut sets = Interned::default();
        let mut first = self.closure(&lifted[0]);
        order.keep_largest(&mut first);
        sets.number_of(&first);
        // The sets that a state was put into last.
        let mut put_into = vec![0_u64; self.states()];
        let mut targets_made = 0;
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let mut target: Vec<u32> = Vec::new();
        let mut number = 0;
        while number < sets.len() {
            accepting.push(sets.get(number).iter().any(|&state| self.accepts_in(state)));
            for lifted in &lifted {
                limits.check_memory(sets.len(), sets.bytes() + next.len() * size_of::<u32>())?;
                targets_made += 1;
                target.clear();
                for &state in sets.get(number) {
                    for &letter in lifted {
                        let after = self.after(state, letter);
                        if after != NONE && put_into[after as usize] != targets_made {
                            put_into[after as usize] = targets_made;
                            target.push(after);
                        }
                    }
                }
                target.sort_unstable();
                order.keep_largest(&mut target);
                next.push(if target.is_empty() { NONE } else { sets.number_of(&target) });
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
