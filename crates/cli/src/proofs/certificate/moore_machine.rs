//! Finite automata with output, in the form of the textbooks.
//!
//! A [`MooreMachine`] has a state after every letter in every state, and an output in every state (a Moore
//! machine). An automaton that accepts words has the outputs 0 and 1. Two states are equivalent if no word
//! tells their outputs apart; merging them leaves the least machine.

use std::collections::HashMap;
use std::hash::Hash;

use super::limits::{CheckError, CheckLimits};

/// A complete deterministic automaton with output, which begins in state 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MooreMachine {
    pub(super) letters: usize,
    /// The state after each letter: `next[state * letters + letter]`.
    next: Vec<u32>,
    /// The output in each state.
    output: Vec<u32>,
}

impl MooreMachine {
    /// Returns the machine whose states are all values that `step` leads to from `first`.
    pub(super) fn explore<S: Clone + Eq + Hash>(
        letters: usize,
        first: S,
        mut step: impl FnMut(&S, usize) -> S,
        output: impl Fn(&S) -> u32,
        limits: &CheckLimits,
    ) -> Result<Self, CheckError> {
        let mut numbers = HashMap::from([(first.clone(), 0_u32)]);
        let mut states = vec![first];
        let mut next = Vec::new();
        let mut state = 0;
        while state < states.len() {
            limits.allow(states.len(), letters)?;
            let from = states[state].clone();
            for letter in 0..letters {
                let to = step(&from, letter);
                let number = *numbers.entry(to).or_insert_with_key(|to| {
                    states.push(to.clone());
                    (states.len() - 1) as u32
                });
                next.push(number);
            }
            state += 1;
        }
        Ok(MooreMachine { letters, next, output: states.iter().map(output).collect() })
    }

    /// Returns the least machine that follows two others, which read the same letters, and has as its output
    /// what a function makes of theirs.
    pub(super) fn product(
        &self,
        other: &MooreMachine,
        output: impl Fn(u32, u32) -> u32,
        limits: &CheckLimits,
    ) -> Result<Self, CheckError> {
        let step = |&(one, two): &(u32, u32), letter: usize| {
            (self.after(one, letter), other.after(two, letter))
        };
        let output = |&(one, two): &(u32, u32)| output(self.output(one), other.output(two));
        MooreMachine::explore(self.letters, (0, 0), step, output, limits)?.minimized(limits)
    }

    /// Returns the number of states.
    pub(super) fn states(&self) -> usize {
        self.output.len()
    }

    /// Returns the state after a letter.
    pub(super) fn after(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters + letter]
    }

    /// Returns the output in a state.
    pub(super) fn output(&self, state: u32) -> u32 {
        self.output[state as usize]
    }

    /// Returns the least machine with the same outputs: states are divided into classes, first by their
    /// outputs, then by the classes of the states that follow, until nothing changes (Moore 1956).
    pub(super) fn minimized(&self, limits: &CheckLimits) -> Result<Self, CheckError> {
        let mut class_of = self.output.clone();
        let mut classes = 0;
        loop {
            limits.allow(self.states(), self.letters)?;
            let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
            let mut refined = Vec::with_capacity(self.states());
            for state in 0..self.states() as u32 {
                let after =
                    (0..self.letters).map(|letter| class_of[self.after(state, letter) as usize]);
                let signature: Vec<u32> =
                    std::iter::once(class_of[state as usize]).chain(after).collect();
                let number = numbers.len() as u32;
                refined.push(*numbers.entry(signature).or_insert(number));
            }
            class_of = refined;
            if numbers.len() == classes {
                break;
            }
            classes = numbers.len();
        }
        // Classes are numbered in the order of their first states, and state 0 is in class 0.
        let mut machine =
            MooreMachine { letters: self.letters, next: Vec::new(), output: Vec::new() };
        for state in 0..self.states() as u32 {
            if class_of[state as usize] as usize == machine.states() {
                let after =
                    (0..self.letters).map(|letter| class_of[self.after(state, letter) as usize]);
                machine.next.extend(after);
                machine.output.push(self.output(state));
            }
        }
        Ok(machine)
    }

    /// Returns for each state whether some word leads from it to a state with an output that is wanted.
    pub(super) fn can_reach(&self, is_wanted: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for (index, &to) in self.next.iter().enumerate() {
            before[to as usize].push((index / self.letters) as u32);
        }
        let mut can: Vec<bool> = self.output.iter().map(|&output| is_wanted(output)).collect();
        let mut open: Vec<u32> =
            (0..self.states() as u32).filter(|&state| can[state as usize]).collect();
        while let Some(state) = open.pop() {
            for &earlier in &before[state as usize] {
                if !std::mem::replace(&mut can[earlier as usize], true) {
                    open.push(earlier);
                }
            }
        }
        can
    }
}

/// Looks for a shortest word after which machines that read the same letters have outputs that `is_wrong`
/// says yes to; returns its letters. Every tuple of states that some word leads to is visited.
pub(super) fn shortest_word(
    machines: &[&MooreMachine],
    mut is_wrong: impl FnMut(&[u32]) -> bool,
    limits: &CheckLimits,
) -> Result<Option<Vec<usize>>, CheckError> {
    let letters = machines.first().map_or(0, |machine| machine.letters);
    let first = vec![0_u32; machines.len()];
    let mut numbers = HashMap::from([(first.clone(), 0)]);
    // Each tuple of states with the tuple before it, and the letter that leads from there.
    let mut found = vec![(first, 0, 0)];
    let mut number = 0;
    while number < found.len() {
        limits.allow(found.len(), machines.len())?;
        let states = found[number].0.clone();
        let outputs: Vec<u32> = machines.iter().zip(&states).map(|(m, &s)| m.output(s)).collect();
        if is_wrong(&outputs) {
            let mut word = Vec::new();
            while number > 0 {
                let (_, before, letter) = found[number];
                word.push(letter);
                number = before;
            }
            word.reverse();
            return Ok(Some(word));
        }
        for letter in 0..letters {
            let after: Vec<u32> =
                machines.iter().zip(&states).map(|(m, &s)| m.after(s, letter)).collect();
            if !numbers.contains_key(&after) {
                numbers.insert(after.clone(), found.len());
                found.push((after, number, letter));
            }
        }
        number += 1;
    }
    Ok(None)
}
