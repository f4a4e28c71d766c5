//! The members of cells as words: those of one set, of all that were listed.

use std::collections::HashMap;

use super::{Filling, NO_MEMBERS, POSITION};
use crate::interned::Interned;
use crate::listed::{EMPTY, END, ListedWords};

impl Filling<'_> {
    /// Returns the words of a set.
    pub(in crate::cells) fn words(
        &self,
        set: usize,
        digits: usize,
        members: u32,
    ) -> ListedWords<2> {
        let base = self.numeration.digit_count() as usize;
        let mut words = Words {
            members: &self.members,
            set,
            known: HashMap::from([(NO_MEMBERS, EMPTY)]),
            states: HashMap::new(),
            next: vec![vec![EMPTY; base * base]; 2],
            counts: vec![0; digits + 1],
        };
        let root = words.state(digits, members);
        let Words { next, counts, .. } = words;
        ListedWords::of_states(&self.numeration, digits, root, next, counts)
    }
}

/// The automaton of the words of one set, while it is made from the members of all.
struct Words<'a> {
    members: &'a Interned,
    set: usize,
    known: HashMap<u32, u32>,
    states: HashMap<Vec<u32>, u32>,
    next: Vec<Vec<u32>>,
    counts: Vec<usize>,
}

impl Words<'_> {
    fn state(&mut self, left: usize, members: u32) -> u32 {
        if let Some(&state) = self.known.get(&members) {
            return state;
        }
        let state = match self.members.get(members as usize) {
            &[POSITION, low, high] => {
                let sets = u64::from(high) << 32 | u64::from(low);
                if sets >> self.set & 1 == 1 { END } else { EMPTY }
            }
            parts => {
                let parts = parts.to_vec();
                let next: Vec<u32> = parts
                    .into_iter()
                    .map(|part| self.state(left.saturating_sub(1), part))
                    .collect();
                match next.iter().all(|&state| state == EMPTY) {
                    true => EMPTY,
                    false => match self.states.get(&next) {
                        Some(&state) => state,
                        None => {
                            let state = self.next.len() as u32;
                            self.counts[left] += 1;
                            self.next.push(next.clone());
                            self.states.insert(next, state);
                            state
                        }
                    },
                }
            }
        };
        if state == END {
            self.counts[0] = 1;
        }
        self.known.insert(members, state);
        state
    }
}
