//! The least automaton: states from which the same words are accepted become one.

use std::collections::HashMap;

use super::automaton::{Automaton, NONE};
use super::limits::{AutomataError, Limits};

impl Automaton {
    /// Returns the least automaton that accepts the same words. Two automata over the same tracks accept
    /// the same words exactly if their least automata are equal: states are numbered in the order in which
    /// a search in breadth meets them, letter by letter.
    ///
    /// Classes of states are refined (Moore 1956): first by acceptance, then letter by letter by the class
    /// of the state that follows, until a pass over all letters refines nothing.
    ///
    /// # Errors
    /// When the computation is interrupted.
    pub fn minimized(&self, limits: &Limits) -> Result<Self, AutomataError> {
        let (states, letters) = (self.states(), self.letters());
        let live = self.live_states();
        // NONE, and the states from which nothing is accepted, are class 0.
        let mut classes: Vec<u32> = (0..states)
            .map(|state| if live[state] { 1 + u32::from(self.accepting[state]) } else { 0 })
            .collect();
        let mut count = count_of(&classes);
        let mut unchanged = 0;
        let mut letter = 0;
        while unchanged < letters {
            limits.check(0)?;
            let mut refined = HashMap::new();
            let class_after = |state: usize| match self.next[state * letters + letter] {
                NONE => 0,
                next => classes[next as usize],
            };
            let split: Vec<u32> = (0..states)
                .map(|state| {
                    if classes[state] == 0 {
                        return 0;
                    }
                    let fresh = refined.len() as u32 + 1;
                    *refined.entry((classes[state], class_after(state))).or_insert(fresh)
                })
                .collect();
            classes = split;
            let new_count = refined.len();
            unchanged = if new_count == count { unchanged + 1 } else { 0 };
            count = new_count;
            letter = (letter + 1) % letters;
        }
        Ok(self.merged(&classes))
    }

    /// Returns the automaton whose states are the classes that can be reached, except class 0.
    fn merged(&self, classes: &[u32]) -> Self {
        let letters = self.letters();
        let mut representatives: Vec<usize> = vec![0];
        let mut numbers = HashMap::from([(classes.first().copied().unwrap_or(0), 0_u32)]);
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let mut number = 0;
        while number < representatives.len() {
            let state = representatives[number];
            accepting.push(self.accepting[state]);
            for letter in 0..letters {
                let target = self.next[state * letters + letter];
                let class = if target == NONE { 0 } else { classes[target as usize] };
                next.push(if class == 0 {
                    NONE
                } else {
                    *numbers.entry(class).or_insert_with(|| {
                        representatives.push(target as usize);
                        (representatives.len() - 1) as u32
                    })
                });
            }
            number += 1;
        }
        // An automaton that accepts nothing keeps its first state, from which nothing leads on.
        Automaton { numeration: self.numeration.clone(), tracks: self.tracks, next, accepting }
    }

    /// Returns for each state whether an accepting one can be reached from it.
    fn live_states(&self) -> Vec<bool> {
        let (states, letters) = (self.states(), self.letters());
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); states];
        for state in 0..states {
            let mut targets: Vec<u32> = self.next[state * letters..][..letters].to_vec();
            targets.sort_unstable();
            targets.dedup();
            for target in targets.into_iter().filter(|&target| target != NONE) {
                before[target as usize].push(state as u32);
            }
        }
        let mut live = self.accepting.clone();
        let mut open: Vec<u32> = (0..states as u32).filter(|&state| live[state as usize]).collect();
        while let Some(state) = open.pop() {
            for &earlier in &before[state as usize] {
                if !std::mem::replace(&mut live[earlier as usize], true) {
                    open.push(earlier);
                }
            }
        }
        live
    }
}

/// Returns the number of classes besides class 0.
fn count_of(classes: &[u32]) -> usize {
    let mut classes: Vec<u32> = classes.iter().copied().filter(|&class| class > 0).collect();
    classes.sort_unstable();
    classes.dedup();
    classes.len()
}
