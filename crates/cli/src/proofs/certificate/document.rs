//! The document: JSON text that holds a certificate, read strictly.

use serde::Deserialize;

use super::Certificate;
use super::definition::{SetName, conditions};
use super::limits::CheckLimits;
use super::moore_machine::MooreMachine;
use super::words::Words;
use grundytab::control::Control;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::quantity::Convention;
use grundytab::ruleset::Ruleset;
use grundytab::wording::counted;

/// What the field `format` says.
const FORMAT: &str = "grundytab certificate";

/// The version of the format that is read.
const VERSION: u32 = 1;

/// The most entries of the table of an automaton: states times letters.
const MOST_ENTRIES: usize = 1 << 24;

/// The largest term of a recurrence, and the largest initial weight.
const LARGEST_TERM: i64 = 1000;

/// The longest recurrence.
const MOST_TERMS: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u32,
    #[allow(dead_code, reason = "evidence of where it comes from, and no part of the proof")]
    program: String,
    ruleset: String,
    convention: Convention,
    numeration: NumerationFields,
    sets: Vec<SetFields>,
    #[allow(dead_code, reason = "the table, which is no part of the proof")]
    #[serde(default)]
    evidence: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumerationFields {
    name: String,
    digits: u32,
    recurrence: Vec<i64>,
    weights: Vec<i64>,
    valid: AutomatonFields,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetFields {
    set: String,
    automaton: AutomatonFields,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AutomatonFields {
    tracks: usize,
    states: u32,
    accepting: Vec<u32>,
    /// A state, the digit that each track reads, the state after it.
    transitions: Vec<(u32, Vec<u32>, u32)>,
}

fn damaged(part: &str, problem: impl Into<String>) -> InvalidInput {
    let hint = "docs/certificate-format.md has the fields of a certificate";
    InvalidInput::new(InvalidInputKind::DamagedCertificate, part, problem, hint)
}

/// Reads a certificate.
pub(super) fn read(text: &str) -> Result<Certificate, InvalidInput> {
    let header: serde_json::Value =
        serde_json::from_str(text).map_err(|error| damaged("certificate", error.to_string()))?;
    if header["format"] != FORMAT {
        return Err(damaged("format", format!("it is not {FORMAT:?}")));
    }
    if header["version"] != VERSION {
        return Err(damaged(
            "version",
            format!("it is {}, this program reads version {VERSION}", header["version"]),
        ));
    }
    let document: Document =
        serde_json::from_str(text).map_err(|error| damaged("certificate", error.to_string()))?;
    debug_assert_eq!((document.format.as_str(), document.version), (FORMAT, VERSION));
    let ruleset = Ruleset::parse(&document.ruleset)?;
    let words = document.numeration.read()?;
    let mut sets = Vec::new();
    for fields in document.sets {
        let set = SetName::parse(&fields.set)
            .ok_or_else(|| damaged("set", format!("there is no set named {:?}", fields.set)))?;
        let automaton = &fields.automaton;
        let machine = automaton.read(&fields.set, words.digits, ruleset.heaps())?;
        sets.push((set, automaton.states as usize, machine));
    }
    if sets.is_empty() {
        return Err(damaged("sets", "there is none"));
    }
    let names: Vec<SetName> = sets.iter().map(|(set, ..)| *set).collect();
    conditions(&ruleset, document.convention, &names).map_err(|reason| damaged("sets", reason))?;
    Ok(Certificate { ruleset, convention: document.convention, words, sets })
}

impl NumerationFields {
    fn read(self) -> Result<Words, InvalidInput> {
        let damaged = |problem: &str| damaged("numeration", problem);
        if !(2..=64).contains(&self.digits) {
            return Err(damaged("the number of digits is not from 2 to 64"));
        }
        let terms = &self.recurrence;
        if terms.is_empty() || terms.len() > MOST_TERMS || terms.len() != self.weights.len() {
            return Err(damaged("the recurrence has not from 1 to 8 terms and as many weights"));
        }
        let in_range = |number: &i64| (0..=LARGEST_TERM).contains(number);
        // Weights a w(i) - b w(i - 1), of which the first is 1 and the one before it 0, grow where a >= b + 2.
        let is_difference = match terms[..] {
            [a, b] => {
                b < 0 && in_range(&a) && in_range(&-b) && a + b >= 2 && self.weights == [1, 0]
            }
            _ => false,
        };
        if !is_difference && !terms.iter().chain(&self.weights).all(in_range) {
            return Err(damaged(
                "a term or a weight is not from 0 to 1000, nor are the terms a and -b with a >= b + 2 and the weights 1 and 0",
            ));
        }
        if terms.first() == Some(&0) || terms.last() == Some(&0) || terms == &[1] {
            return Err(damaged("the weights of the recurrence do not grow"));
        }
        if self.weights[0] == 0 {
            return Err(damaged("the first weight is 0"));
        }
        let valid = self.valid.read("valid words", self.digits as usize, 1)?;
        let words = Words {
            name: self.name,
            digits: self.digits as usize,
            recurrence: self.recurrence,
            weights: self.weights,
            valid,
        };
        match words.has_integer_weights() {
            true => Ok(words),
            false => Err(damaged("a weight that follows is no multiple of the first one")),
        }
    }
}

impl AutomatonFields {
    /// Returns the complete automaton: where there is no transition, a state follows in which no word ends.
    fn read(&self, name: &str, digits: usize, tracks: usize) -> Result<MooreMachine, InvalidInput> {
        let damaged = |problem: String| damaged(name, problem);
        if self.tracks != tracks {
            return Err(damaged(format!("it has {}, not {tracks}", counted(self.tracks, "track"))));
        }
        let letters = digits.pow(tracks as u32);
        let states = self.states as usize;
        if states == 0 || states.saturating_add(1).saturating_mul(letters) > MOST_ENTRIES {
            return Err(damaged(format!(
                "it has {}, which are none or too many",
                counted(states, "state")
            )));
        }
        let sink = states as u32;
        let mut next = vec![sink; (states + 1) * letters];
        for (from, read, to) in &self.transitions {
            let text = || format!("[{from}, {read:?}, {to}]");
            if *from >= self.states || *to >= self.states {
                return Err(damaged(format!("the transition {} is between other states", text())));
            }
            if read.len() != tracks || read.iter().any(|&digit| digit as usize >= digits) {
                return Err(damaged(format!("the transition {} reads other digits", text())));
            }
            let letter = read.iter().rev().fold(0, |letter, &d| letter * digits + d as usize);
            let after = &mut next[*from as usize * letters + letter];
            if *after != sink {
                return Err(damaged(format!(
                    "the transition {} is the second of its kind",
                    text()
                )));
            }
            *after = *to;
        }
        let mut output = vec![0; states + 1];
        for &state in &self.accepting {
            match output.get_mut(state as usize) {
                Some(output) if state < sink && *output == 0 => *output = 1,
                _ => return Err(damaged(format!("{state} is no accepting state, or twice one"))),
            }
        }
        // How large the document may be was asked above.
        let limits = CheckLimits { states: usize::MAX, control: Control::default() };
        let step = |&state: &u32, letter: usize| next[state as usize * letters + letter];
        MooreMachine::explore(letters, 0, step, |&state| output[state as usize], &limits)
            .map_err(|error| damaged(error.to_string()))
    }
}
