//! The certificate of a theorem: a JSON document that says what is proved, with the numeration and the
//! automata in full. Whoever doubts the proof checks the document, and needs neither the table nor the guess.
//! `docs/certificate-format.md` explains its fields.

use std::fmt::Write as _;

use serde_json::json;

use crate::automata::{Automaton, Numeration};
use crate::proofs::prove::Proof;
use grundytab::version::PROGRAM;

/// The version of the format.
const VERSION: u32 = 1;

impl Proof {
    /// Returns the certificate of the theorem: JSON text with one transition a line.
    /// [`Certificate::parse`](crate::proofs::certificate::Certificate::parse) reads it.
    pub fn certificate(&self) -> String {
        let definition = &self.definition;
        let mut text = String::from("{\n");
        let mut field = |name: &str, value: &str| {
            let _ = writeln!(text, "  \"{name}\": {value},");
        };
        field("format", &json!("grundytab certificate").to_string());
        field("version", &VERSION.to_string());
        field("program", &json!(PROGRAM).to_string());
        field("ruleset", &json!(definition.ruleset().to_string()).to_string());
        field("convention", &json!(definition.convention()).to_string());
        let evidence = json!({ "domain": self.domain.to_string(), "depth": self.depth });
        field("evidence", &evidence.to_string());
        if let Some(automaton) = self.automata.first() {
            field("numeration", &numeration_text(automaton.numeration()));
        }
        let sets = definition.sets().iter().zip(&self.automata).map(|(&set, automaton)| {
            let name = json!(set.text());
            format!(
                "{{\n    \"set\": {name},\n    \"automaton\": {}\n  }}",
                automaton_text(automaton)
            )
        });
        let sets: Vec<String> = sets.collect();
        let _ = writeln!(text, "  \"sets\": [{}]\n}}", sets.join(", "));
        text
    }
}

fn numeration_text(numeration: &Numeration) -> String {
    let states = numeration.valid_states();
    let accepting = (0..states).filter(|&state| numeration.valid_end(state));
    let transitions = (0..states).flat_map(|state| {
        (0..numeration.digit_count()).filter_map(move |digit| {
            Some((state, vec![digit], numeration.valid_after(state, digit)?))
        })
    });
    format!(
        "{{\n    \"name\": {},\n    \"digits\": {},\n    \"recurrence\": {},\n    \"weights\": {},\n    \
         \"valid\": {}\n  }}",
        json!(numeration.to_string()),
        numeration.digit_count(),
        json!(numeration.recurrence()),
        json!(numeration.first_weights()),
        text_of(1, states as usize, &accepting.collect::<Vec<_>>(), transitions),
    )
}

fn automaton_text(automaton: &Automaton) -> String {
    let states = automaton.states();
    let accepting = (0..states).filter(|&state| automaton.is_accepting(state));
    text_of(
        automaton.tracks(),
        states,
        &accepting.map(|state| state as u32).collect::<Vec<_>>(),
        automaton.transitions().map(|(from, digits, to)| (from as u32, digits, to as u32)),
    )
}

fn text_of(
    tracks: usize,
    states: usize,
    accepting: &[u32],
    transitions: impl Iterator<Item = (u32, Vec<u32>, u32)>,
) -> String {
    let transitions: Vec<String> =
        transitions.map(|transition| format!("        {}", json!(transition))).collect();
    format!(
        "{{\n      \"tracks\": {tracks},\n      \"states\": {states},\n      \"accepting\": {},\n      \
         \"transitions\": [\n{}\n      ]\n    }}",
        json!(accepting),
        transitions.join(",\n"),
    )
}
