//! Texts: what an attempt came to, and automata as graphs.

use std::fmt::{self, Write as _};

use super::attempt::{Attempt, Failure};
use super::theorem::Theorem;
use crate::automata::Automaton;

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Attempt { domain, depth, sets: _, states, failure } = self;
        let states: Vec<String> = states.iter().map(usize::to_string).collect();
        let states = states.join(", ");
        write!(f, "table of {domain}, continuations of {depth} digits, {states} states: {failure}")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = |heaps: &[u64]| {
            let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
            format!("({})", heaps.join(", "))
        };
        match self {
            Failure::DisagreesWithTable(set, heaps) => {
                write!(f, "the guess is wrong in the table, at {}, for the {set}", position(heaps))
            }
            Failure::Refuted(set, heaps) => {
                write!(f, "the guess is refuted at {}, for the {set}", position(heaps))
            }
            Failure::TooLarge(error) => error.fmt(f),
        }
    }
}

impl Theorem {
    /// Returns the automata in the language of Graphviz: a cluster for each set, accepting states as double
    /// circles, and at each edge the tuples of digits that are read, heap by heap.
    pub fn graph(&self) -> String {
        let mut text = String::from("digraph automata {\n  rankdir = LR;\n");
        for (number, (set, automaton)) in
            self.definition.sets().iter().zip(&self.automata).enumerate()
        {
            let _ = writeln!(text, "  subgraph cluster_{number} {{\n    label = \"{set}\";");
            for state in 0..automaton.states() {
                let shape = if automaton.is_accepting(state) { "doublecircle" } else { "circle" };
                let _ =
                    writeln!(text, "    s{number}_{state} [label = \"{state}\", shape = {shape}];");
            }
            for (from, to, letters) in edges(automaton) {
                let letters = letters.join(" ");
                let _ = writeln!(
                    text,
                    "    s{number}_{from} -> s{number}_{to} [label = \"{letters}\"];"
                );
            }
            text += "  }\n";
        }
        text + "}\n"
    }
}

/// Returns the pairs of states that follow one another, with the letters that lead from one to the other.
fn edges(automaton: &Automaton) -> Vec<(usize, usize, Vec<String>)> {
    let mut edges: Vec<(usize, usize, Vec<String>)> = Vec::new();
    for (from, digits, to) in automaton.transitions() {
        let letter: String = digits.iter().map(u32::to_string).collect();
        match edges.iter_mut().find(|(f, t, _)| (*f, *t) == (from, to)) {
            Some((_, _, letters)) => letters.push(letter),
            None => edges.push((from, to, vec![letter])),
        }
    }
    edges
}
