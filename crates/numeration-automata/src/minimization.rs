//! The least automaton: states from which the same words are accepted become one.

use std::collections::HashMap;

use super::automaton::{Automaton, NONE};
use super::limits::{AutomataError, Limits};

/// The class of states from which nothing is accepted, and of no state.
const DEAD: u32 = 0;

/// How many states are looked at between two looks at the limits.
const STATES_A_CHECK: usize = 1 << 10;

impl Automaton {
    /// Returns the least automaton that accepts the same words. Two automata over the same tracks accept
    /// the same words exactly if their least automata are equal: states are numbered in the order in which
    /// a search in breadth meets them, letter by letter.
    ///
    /// Classes of states are refined (Moore 1956): states of a class stay together while the states that
    /// follow them are of the same classes, letter by letter, until a pass over all states refines
    /// nothing. A state that is alone in its class is not looked at again.
    ///
    /// # Errors
    /// When the computation is interrupted.
    pub fn minimized(&self, limits: &Limits) -> Result<Self, AutomataError> {
        let mut classes = self.classes_by_acceptance(limits)?;
        let mut count = 3;
        // The states that are not alone in their class.
        let mut open: Vec<u32> =
            (0..).zip(&classes).filter(|&(_, &c)| c != DEAD).map(|(s, _)| s).collect();
        loop {
            let before = count;
            let (refined, sizes) = self.refine(&classes, &open, &mut count, limits)?;
            for (&state, &class) in open.iter().zip(&refined) {
                classes[state as usize] = class;
            }
            if count == before {
                return Ok(self.merged(&classes));
            }
            let mut refined = refined.iter();
            open.retain(|_| refined.next().is_some_and(|class| sizes[class] > 1));
        }
    }

    /// Returns class 0 for states from which nothing is accepted, 2 for those where words may end, else 1.
    fn classes_by_acceptance(&self, limits: &Limits) -> Result<Vec<u32>, AutomataError> {
        let live = self.live_states(limits)?;
        let class = |(&is_accepting, live)| if live { 1 + u32::from(is_accepting) } else { DEAD };
        Ok(self.accepting.iter().zip(live).map(class).collect())
    }

    /// Returns the refined classes of the open states, and the sizes of these classes. The first part of a
    /// class keeps its number, so that classes of other states stay what they are.
    fn refine(
        &self,
        classes: &[u32],
        open: &[u32],
        count: &mut u32,
        limits: &Limits,
    ) -> Result<(Vec<u32>, HashMap<u32, u32>), AutomataError> {
        let letters = self.letters();
        let class_of = |next: u32| if next == NONE { DEAD } else { classes[next as usize] };
        let row = |state: u32| {
            let row = &self.next[state as usize * letters..][..letters];
            std::iter::once(classes[state as usize]).chain(row.iter().map(|&next| class_of(next)))
        };
        // By the hash of a row, the first state that has it and the new class; rows of equal hash are compared.
        let mut rows: HashMap<u64, (u32, u32)> = HashMap::with_capacity(open.len());
        let mut kept = vec![false; *count as usize];
        let mut sizes = HashMap::new();
        let mut refined = Vec::with_capacity(open.len());
        for (index, &state) in open.iter().enumerate() {
            if index.is_multiple_of(STATES_A_CHECK) {
                limits.check(0)?;
            }
            let mut hash = row(state).fold(0, mixed);
            let class = loop {
                match rows.get(&hash) {
                    None => {
                        let old = classes[state as usize];
                        let class = match std::mem::replace(&mut kept[old as usize], true) {
                            false => old,
                            true => {
                                *count += 1;
                                *count - 1
                            }
                        };
                        rows.insert(hash, (state, class));
                        break class;
                    }
                    Some(&(other, class)) if row(other).eq(row(state)) => break class,
                    Some(_) => hash = mixed(hash, 1),
                }
            };
            *sizes.entry(class).or_insert(0) += 1;
            refined.push(class);
        }
        Ok((refined, sizes))
    }

    /// Returns the automaton whose states are the classes that can be reached, except class 0.
    fn merged(&self, classes: &[u32]) -> Self {
        let letters = self.letters();
        let mut representatives: Vec<usize> = vec![0];
        let mut numbers = vec![NONE; 1 + classes.iter().copied().max().unwrap_or(0) as usize];
        numbers[classes.first().copied().unwrap_or(DEAD) as usize] = 0;
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let mut number = 0;
        while number < representatives.len() {
            let state = representatives[number];
            accepting.push(self.accepting[state]);
            for letter in 0..letters {
                let target = self.next[state * letters + letter];
                let class = if target == NONE { DEAD } else { classes[target as usize] };
                if class == DEAD {
                    next.push(NONE);
                    continue;
                }
                let known = &mut numbers[class as usize];
                if *known == NONE {
                    *known = representatives.len() as u32;
                    representatives.push(target as usize);
                }
                next.push(*known);
            }
            number += 1;
        }
        // An automaton that accepts nothing keeps its first state, from which nothing leads on.
        Automaton { numeration: self.numeration.clone(), tracks: self.tracks, next, accepting }
    }

    /// Returns for each state whether an accepting one can be reached from it.
    ///
    /// Passes go backwards over the states until one changes nothing. States are numbered in the order in
    /// which they were met, so that few passes are enough.
    fn live_states(&self, limits: &Limits) -> Result<Vec<bool>, AutomataError> {
        let letters = self.letters();
        let mut live = self.accepting.clone();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for state in (0..live.len()).rev() {
                if state.is_multiple_of(STATES_A_CHECK) {
                    limits.check(0)?;
                }
                let row = &self.next[state * letters..][..letters];
                if !live[state] && row.iter().any(|&next| next != NONE && live[next as usize]) {
                    live[state] = true;
                    is_changed = true;
                }
            }
        }
        Ok(live)
    }
}

/// Mixes another number into a hash.
pub(super) fn mixed(hash: u64, number: u32) -> u64 {
    (hash.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
