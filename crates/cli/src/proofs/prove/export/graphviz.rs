//! Graphviz: automata as drawings.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::sentence::name;
use crate::automata::{Automaton, Variable};
use crate::proofs::prove::Proof;

impl Proof {
    /// Returns the automata in the language of Graphviz: a cluster for each set, an arrow to the initial
    /// state, accepting states as double circles, and at each edge the digits that are read, heap by heap. Tuples
    /// of digits that differ in one heap alone are written as one: `*` is any digit, `[02]` one of these.
    pub fn graph(&self) -> String {
        let heaps = self.definition.ruleset().heaps();
        let names: Vec<String> = (0..heaps as Variable).map(|x| name(x, heaps)).collect();
        let numeration = self.automata.first().map(|automaton| automaton.numeration().to_string());
        let mut text = String::from("digraph automata {\n  rankdir = LR;\n");
        let _ = writeln!(
            text,
            "  label = \"digits of {}, most significant first, in numeration {}\";",
            names.join(", "),
            numeration.unwrap_or_default()
        );
        for (number, (set, automaton)) in
            self.definition.sets().iter().zip(&self.automata).enumerate()
        {
            let _ = writeln!(text, "  subgraph cluster_{number} {{\n    label = \"{set}\";");
            let _ = writeln!(text, "    initial{number} [shape = point];");
            for state in 0..automaton.states() {
                let shape = if automaton.is_accepting(state) { "doublecircle" } else { "circle" };
                let _ =
                    writeln!(text, "    s{number}_{state} [label = \"{state}\", shape = {shape}];");
            }
            let _ = writeln!(text, "    initial{number} -> s{number}_0;");
            for ((from, to), letters) in edges(automaton) {
                let _ = writeln!(
                    text,
                    "    s{number}_{from} -> s{number}_{to} [label = \"{}\"];",
                    label(letters, automaton.numeration().digit_count())
                );
            }
            text += "  }\n";
        }
        text + "}\n"
    }
}

/// Returns the letters that lead from one state to another, for all pairs of states where there are any.
fn edges(automaton: &Automaton) -> BTreeMap<(usize, usize), Vec<Vec<u32>>> {
    let mut edges: BTreeMap<(usize, usize), Vec<Vec<u32>>> = BTreeMap::new();
    for (from, digits, to) in automaton.transitions() {
        edges.entry((from, to)).or_default().push(digits);
    }
    edges
}

/// Returns letters as a text, with as few words as a simple search finds.
fn label(letters: Vec<Vec<u32>>, digit_count: u32) -> String {
    const WORDS_IN_A_LINE: usize = 4;
    // A group has a set of digits for each track and stands for all tuples of them.
    let mut groups: Vec<Vec<Vec<u32>>> =
        letters.into_iter().map(|letter| letter.into_iter().map(|d| vec![d]).collect()).collect();
    let tracks = groups.first().map_or(0, Vec::len);
    for track in 0..tracks {
        // Groups that are equal on all other tracks become one.
        let mut merged: Vec<Vec<Vec<u32>>> = Vec::new();
        for group in groups {
            let is_equal = |other: &&mut Vec<Vec<u32>>| {
                (0..tracks).all(|t| t == track || other[t] == group[t])
            };
            match merged.iter_mut().find(is_equal) {
                Some(other) => other[track].extend(&group[track]),
                None => merged.push(group),
            }
        }
        groups = merged;
    }
    let digits = |digits: &Vec<u32>| match digits.as_slice() {
        [digit] => digit.to_string(),
        all if all.len() == digit_count as usize => "*".into(),
        some => {
            let mut some = some.to_vec();
            some.sort_unstable();
            format!("[{}]", some.iter().map(u32::to_string).collect::<String>())
        }
    };
    let words: Vec<String> =
        groups.iter().map(|group| group.iter().map(digits).collect::<String>()).collect();
    words.chunks(WORDS_IN_A_LINE).map(|line| line.join(" ")).collect::<Vec<_>>().join("\\n")
}

#[cfg(test)]
mod tests {
    use super::label;

    /// Catches letters that are lost or added when tuples are written as one.
    #[test]
    fn labels_stand_for_their_letters() {
        let letters = |texts: &str| -> Vec<Vec<u32>> {
            let digits = |text: &str| text.chars().filter_map(|c| c.to_digit(10)).collect();
            texts.split(' ').map(digits).collect()
        };
        assert_eq!(label(letters("01"), 2), "01");
        assert_eq!(label(letters("00 10 01 11"), 2), "**");
        assert_eq!(label(letters("00 10 11"), 2), "*0 11");
        assert_eq!(label(letters("00 20 01 21"), 3), "[02][01]");
        assert_eq!(label(letters("00 11 22 33 44"), 5), "00 11 22 33\\n44");
    }
}
