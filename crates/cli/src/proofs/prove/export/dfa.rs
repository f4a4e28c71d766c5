//! MONA's files of automata: a table of states, and decision diagrams of the bits that they read.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::automata::{AutomataError, Automaton, Limits};
use grundytab::wording::joined;

/// An automaton that reads the least significant digits first.
struct Reversed {
    /// The state after each letter, as in `next[state][letter]`. State 0 is the initial one.
    next: Vec<Vec<usize>>,
    accepting: Vec<bool>,
}

impl Reversed {
    /// Reverses an automaton: a state is the set of the states from which the digits that were read lead to an
    /// accepting one. This gives the least automaton, since every state of ours is reached (Brzozowski 1962).
    fn of(automaton: &Automaton, limits: &Limits) -> Result<Self, AutomataError> {
        let base = automaton.numeration().digit_count() as usize;
        let letters = base.pow(automaton.tracks() as u32);
        let mut before = vec![vec![Vec::new(); letters]; automaton.states()];
        for (from, digits, to) in automaton.transitions() {
            let letter = digits.iter().rev().fold(0, |l, &digit| l * base + digit as usize);
            before[to][letter].push(from as u32);
        }
        let ends = (0..automaton.states()).filter(|&state| automaton.is_accepting(state));
        let first: Vec<u32> = ends.map(|state| state as u32).collect();
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        let mut sets = vec![first];
        let mut reversed = Reversed { next: Vec::new(), accepting: Vec::new() };
        while let Some(set) = sets.get(reversed.next.len()).cloned() {
            limits.check(sets.len())?;
            reversed.accepting.push(set.contains(&0));
            let after = (0..letters).map(|letter| {
                let states = set.iter().flat_map(|&to| before[to as usize][letter].iter().copied());
                let mut states: Vec<u32> = states.collect();
                states.sort_unstable();
                states.dedup();
                *numbers.entry(states).or_insert_with_key(|states| {
                    sets.push(states.clone());
                    sets.len() - 1
                })
            });
            let after = after.collect();
            reversed.next.push(after);
        }
        Ok(reversed)
    }
}

/// Returns the text of a file that MONA imports. `names` has, for each track, the variables that stand for the
/// bits of its digits, the highest bit first.
pub(super) fn dfa_text(
    automaton: &Automaton,
    names: &[Vec<String>],
    limits: &Limits,
) -> Result<String, AutomataError> {
    let reversed = Reversed::of(automaton, limits)?;
    let base = automaton.numeration().digit_count() as usize;
    let bits = names.first().map_or(0, Vec::len);
    let variables = names.concat();
    let mut diagram = Diagram::default();
    // MONA reads a letter for variables that are no sets before the letters of the places: any letter
    // leads from its initial state to ours. The last state is that of what is no digit.
    let no_digit = reversed.next.len() + 1;
    let mut behaviour = vec![diagram.leaf(1)];
    for after in reversed.next.iter().map(Some).chain([None]) {
        let target = |word: usize| -> usize {
            let digit =
                |track: usize| word >> ((names.len() - 1 - track) * bits) & ((1 << bits) - 1);
            let is_valid = (0..names.len()).all(|track| digit(track) < base);
            let letter = (0..names.len()).rev().fold(0, |letter, t| letter * base + digit(t));
            match after {
                Some(after) if is_valid => after[letter] + 1,
                Some(_) | None => no_digit,
            }
        };
        behaviour.push(diagram.node(0, variables.len(), 0, &target));
    }
    let accepts = reversed.accepting.iter().map(|&accepts| if accepts { 1 } else { -1 });
    let finals = std::iter::once(0).chain(accepts).chain([-1]);
    let mut text = String::from("MONA DFA\n");
    let _ = writeln!(text, "number of variables: {}", variables.len());
    let _ = writeln!(text, "variables: {}", variables.join(" "));
    let _ = writeln!(text, "orders: {}", vec!["2"; variables.len()].join(" "));
    let _ = writeln!(text, "states: {}\ninitial: 0", behaviour.len());
    let _ = writeln!(text, "bdd nodes: {}", diagram.nodes.len());
    let _ = writeln!(text, "final: {}", joined(finals, " "));
    let _ = writeln!(text, "behaviour: {}", joined(behaviour, " "));
    text += "bdd:\n";
    for (variable, low, high) in &diagram.nodes {
        let _ = writeln!(text, " {variable} {low} {high}");
    }
    Ok(text + "end\n")
}

/// A reduced ordered decision diagram (Bryant 1986) with several roots. Its leaves are states.
#[derive(Default)]
struct Diagram {
    /// The variable, and the nodes where it is 0 and where it is 1; of a leaf -1, the state, and 0.
    nodes: Vec<(i32, usize, usize)>,
    numbers: HashMap<(i32, usize, usize), usize>,
}

impl Diagram {
    fn insert(&mut self, node: (i32, usize, usize)) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }

    fn leaf(&mut self, state: usize) -> usize {
        self.insert((-1, state, 0))
    }

    /// Returns the node that decides on the variables from one on, after those before it had the bits `word`.
    fn node(
        &mut self,
        variable: usize,
        variables: usize,
        word: usize,
        target: &dyn Fn(usize) -> usize,
    ) -> usize {
        if variable == variables {
            return self.leaf(target(word));
        }
        let [low, high] =
            [0, 1].map(|bit| self.node(variable + 1, variables, word * 2 + bit, target));
        if low == high { low } else { self.insert((variable as i32, low, high)) }
    }
}
