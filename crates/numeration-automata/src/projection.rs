//! Projection: *there is a number such that*.

use std::collections::HashMap;

use super::automaton::{Automaton, NONE, letters};
use super::limits::{AutomataError, Limits};
use super::minimization::mixed;
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
        let mut sets = Sets::new();
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
            accepting.push(sets.set(number).iter().any(|&state| self.accepts_in(state)));
            for lifted in &lifted {
                limits.check_memory(sets.len(), sets.bytes() + next.len() * size_of::<u32>())?;
                targets_made += 1;
                target.clear();
                for &state in sets.set(number) {
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

/// Sets of states, each with a number, one after the other in one piece of memory.
struct Sets {
    members: Vec<u32>,
    /// Where each set ends, after where the first one begins.
    ends: Vec<usize>,
    /// By the hash of a set, its number; sets of equal hash are compared.
    numbers: HashMap<u64, u32>,
}

impl Sets {
    fn new() -> Self {
        Sets { members: Vec::new(), ends: vec![0], numbers: HashMap::new() }
    }

    fn len(&self) -> usize {
        self.ends.len() - 1
    }

    fn set(&self, number: usize) -> &[u32] {
        &self.members[self.ends[number]..self.ends[number + 1]]
    }

    /// Returns the number of a set, which is a new one if the set is new.
    fn number_of(&mut self, set: &[u32]) -> u32 {
        let mut hash = set.iter().fold(0, |hash, &state| mixed(hash, state));
        loop {
            match self.numbers.get(&hash) {
                Some(&number) if self.set(number as usize) == set => return number,
                Some(_) => hash = mixed(hash, 1),
                None => break,
            }
        }
        let number = self.len() as u32;
        self.numbers.insert(hash, number);
        self.members.extend_from_slice(set);
        self.ends.push(self.members.len());
        number
    }

    /// Returns about how much memory the sets take, with what is held for more of them.
    fn bytes(&self) -> usize {
        let of_a_set = size_of::<usize>() + 2 * (size_of::<u64>() + size_of::<u32>());
        self.members.capacity() * size_of::<u32>() + self.ends.capacity() * of_a_set
    }
}
