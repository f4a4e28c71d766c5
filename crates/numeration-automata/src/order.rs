//! The order of states: from one no more is accepted than from another one.

use std::collections::HashSet;

use super::automaton::{Automaton, NONE};
use super::limits::{AutomataError, Limits};
use super::product::letter_map;

/// Which states of an automaton accept no more than others.
#[derive(Debug, Default)]
pub(super) struct StateOrder {
    /// Automata that together accept what this one does, each with the state of it that belongs to each state.
    parts: Vec<(Vec<u32>, Inclusions)>,
}

/// How many pairs of states, times letters, are compared at most.
const MOST_COMPARISONS: usize = 1 << 26;

impl StateOrder {
    /// Returns the order of the states of an automaton that accepts what several parts accept together, each on some of its
    /// tracks. From a state is accepted what is accepted from the states of all of them after the same word, so that the order of
    /// these is enough.
    pub(super) fn of(
        automaton: &Automaton,
        parts: &[(&Automaton, Vec<usize>)],
        limits: &Limits,
    ) -> Result<Self, AutomataError> {
        let mut order = StateOrder::default();
        for (part, own) in parts {
            let map = letter_map(automaton.numeration(), automaton.tracks(), own)?;
            let mut of_state = vec![NONE; automaton.states()];
            let mut found = vec![0_u32];
            of_state[0] = 0;
            let mut number = 0;
            while number < found.len() {
                let state = found[number];
                for (letter, &narrow) in map.iter().enumerate() {
                    let next = automaton.after(state, letter);
                    if next != NONE && of_state[next as usize] == NONE {
                        of_state[next as usize] = part.after(of_state[state as usize], narrow);
                        found.push(next);
                    }
                }
                number += 1;
            }
            order.parts.push((of_state, Inclusions::of(part, limits)?));
        }
        Ok(order)
    }

    /// Leaves out states from which no more is accepted than from others.
    pub(super) fn keep_largest(&self, states: &mut Vec<u32>) {
        // Where sets are large, it takes too long to compare their states.
        const MOST_STATES: usize = 512;
        if states.len() > MOST_STATES
            || self.parts.iter().all(|(_, inclusions)| inclusions.is_trivial)
        {
            return;
        }
        let is_below = |one: u32, two: u32| {
            self.parts.iter().all(|(of_state, inclusions)| {
                inclusions.holds(of_state[one as usize], of_state[two as usize])
            })
        };
        // The first one stays of two that accept the same.
        let mut kept: Vec<u32> = Vec::with_capacity(states.len());
        for &state in states.iter() {
            if !kept.iter().any(|&other| is_below(state, other)) {
                kept.retain(|&other| !is_below(other, state));
                kept.push(state);
            }
        }
        *states = kept;
    }
}

/// For each two states of an automaton, whether all words that are accepted from the first one are accepted from the second one.
#[derive(Debug)]
struct Inclusions {
    states: usize,
    hold: Vec<bool>,
    /// Whether each state is known to be below itself alone.
    is_trivial: bool,
}

impl Inclusions {
    /// Finds them as the largest relation that is one: a state that accepts is not below one that does not, and what follows two
    /// states by a letter is in the relation as they are. If there are too many pairs of states, none but equality is found.
    fn of(automaton: &Automaton, limits: &Limits) -> Result<Self, AutomataError> {
        let states = automaton.states();
        // Letters that lead everywhere to the same states are one.
        let column =
            |letter| (0..states as u32).map(|s| automaton.after(s, letter)).collect::<Vec<_>>();
        let mut columns: Vec<Vec<u32>> = Vec::new();
        if states.saturating_mul(states).saturating_mul(8) <= MOST_COMPARISONS {
            let distinct: HashSet<Vec<u32>> = (0..automaton.letters()).map(column).collect();
            columns = distinct.into_iter().collect();
        }
        let work = states.saturating_mul(states).saturating_mul(columns.len());
        if columns.is_empty() || work > MOST_COMPARISONS {
            return Ok(Inclusions { states, hold: Vec::new(), is_trivial: true });
        }
        let mut hold: Vec<bool> = (0..states * states)
            .map(|pair| !automaton.accepting[pair / states] || automaton.accepting[pair % states])
            .collect();
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for pair in 0..hold.len() {
                if pair % states == 0 {
                    limits.check(0)?;
                }
                let follow =
                    |column: &Vec<u32>| match (column[pair / states], column[pair % states]) {
                        (NONE, _) => true,
                        (_, NONE) => false,
                        (one, two) => hold[one as usize * states + two as usize],
                    };
                if hold[pair] && !columns.iter().all(follow) {
                    hold[pair] = false;
                    is_changed = true;
                }
            }
        }
        let is_trivial = (0..hold.len()).all(|pair| !hold[pair] || pair / states == pair % states);
        Ok(Inclusions { states, hold, is_trivial })
    }

    fn holds(&self, one: u32, two: u32) -> bool {
        one == two || !self.is_trivial && self.hold[one as usize * self.states + two as usize]
    }
}
