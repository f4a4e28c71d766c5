//! Certificates before the three commands that take one for true, and before the definition of the game; and
//! certificates in which something is changed.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::automata::Limits;
use crate::proofs::certificate::{Certificate, CheckLimits, Verdict};
use crate::proofs::decide::{KnownAutomata, Sentence};
use crate::proofs::prove::{Caps, Given, SetName, numeration_of, prove_given};
use grundytab::engine::{options, value_by_definition};
use grundytab::{Convention, Coordinates, InvalidInputKind, Quantity, Ruleset, Sum};
use serde_json::{Value, json};

/// What a command says of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is true.
    Passed,
    /// It is false, or no certificate.
    Refused,
    /// It was not decided.
    Open,
}

/// Returns what `prove --check`, `prove --guess` and `decide --certificate` say of a certificate. None passes what another
/// one refuses, and what passes agrees with the definition at small positions.
pub fn answers(text: &str) -> [Answer; 3] {
    let answers = [checked(text), guessed(text), decided(text)];
    let has = |wanted: Answer| answers.contains(&wanted);
    assert!(!(has(Answer::Passed) && has(Answer::Refused)), "{answers:?}: {text}");
    answers
}

/// Reads a certificate as all commands do.
fn read(text: &str) -> Option<Certificate> {
    let certificate = Certificate::parse(text).ok()?;
    numeration_of(&certificate).ok()?;
    Some(certificate)
}

fn checked(text: &str) -> Answer {
    let Some(certificate) = read(text) else { return Answer::Refused };
    let limits = CheckLimits { states: 1 << 14, ..CheckLimits::default() };
    match certificate.check(&limits) {
        Ok(Verdict::Proved) => Answer::Passed,
        Ok(Verdict::Refuted(_)) => Answer::Refused,
        Err(_) => Answer::Open,
    }
}

fn limits() -> Limits<'static> {
    Limits { states: 1 << 14, ..Limits::default() }
}

fn given(text: &str) -> Result<(Certificate, Given), Answer> {
    let certificate = read(text).ok_or(Answer::Refused)?;
    match Given::of(&certificate, &limits()) {
        Ok(given) => Ok((certificate, given)),
        Err(error) if error.kind == InvalidInputKind::TooLarge => Err(Answer::Open),
        Err(_) => Err(Answer::Refused),
    }
}

fn guessed(text: &str) -> Answer {
    let (_, given) = match given(text) {
        Ok(given) => given,
        Err(answer) => return answer,
    };
    let caps = Caps { states: limits().states, ..Caps::default() };
    match prove_given(&given, &caps, &mut |_| ()) {
        Ok(search) => match search.end {
            None => Answer::Passed,
            Some(end) if end.is_refutation() => Answer::Refused,
            Some(_) => Answer::Open,
        },
        // The game is not played so.
        Err(_) => Answer::Refused,
    }
}

fn decided(text: &str) -> Answer {
    let (certificate, given) = match given(text) {
        Ok(given) => given,
        Err(answer) => return answer,
    };
    let brute_force = BruteForce::of(certificate.ruleset(), certificate.convention());
    let sentences = brute_force.sentences(given.definition.sets());
    let (first, _) = &sentences[0];
    match Sentence::parse(first).map(|sentence| sentence.check_given(&given)) {
        Ok(Ok(())) => {}
        Ok(Err(_)) | Err(_) => return Answer::Refused,
    }
    let mut known = KnownAutomata::new(given.numeration.clone());
    let caps = Caps { states: limits().states, ..Caps::default() };
    match known.prove_given(&given, &caps) {
        Ok(Ok(_)) => {}
        Ok(Err(end)) if !end.is_refutation() => return Answer::Open,
        Ok(Err(_)) | Err(_) => return Answer::Refused,
    }
    for (set, automaton) in given.definition.sets().iter().zip(&given.automata) {
        for at in brute_force.positions() {
            let numbers = at.unpadded(brute_force.ruleset.heaps()).iter();
            let numbers: Vec<u64> = numbers.map(|&heap| heap.into()).collect();
            let is_member = brute_force.is_member(*set, at);
            assert_eq!(automaton.accepts(&numbers), is_member, "{set}, {numbers:?}: {text}");
        }
    }
    for (sentence, is_true) in sentences {
        let sentence = Sentence::parse(&sentence).expect("as the first one");
        let decision = sentence.decide(&mut known, &limits()).expect("small");
        assert_eq!(decision.answer.is_true(), is_true, "{sentence:?}: {text}");
    }
    Answer::Passed
}

/// The sets of a game by its definition, at small positions.
struct BruteForce<'a> {
    ruleset: &'a Ruleset,
    convention: Convention,
    values: RefCell<HashMap<(Quantity, Coordinates), u32>>,
}

impl<'a> BruteForce<'a> {
    fn of(ruleset: &'a Ruleset, convention: Convention) -> Self {
        BruteForce { ruleset, convention, values: RefCell::default() }
    }

    /// Returns the positions of at most some hundred that are looked at.
    fn positions(&self) -> impl Iterator<Item = Coordinates> {
        let heaps = self.ruleset.heaps();
        let side = [40, 12, 6, 4][heaps - 1];
        Coordinates::cells_of_box(Coordinates::padded(&vec![side; heaps], 1))
    }

    fn value(&self, quantity: Quantity, at: Coordinates) -> u32 {
        if let Some(&known) = self.values.borrow().get(&(quantity, at)) {
            return known;
        }
        // Their values are known before they are asked for, so that nothing is borrowed twice.
        for option in options(self.ruleset, at).iter().flat_map(Sum::parts).copied() {
            self.value(quantity, option);
        }
        let value = |option| self.value(quantity, option);
        let value = value_by_definition(self.ruleset, quantity, self.convention, at, value);
        self.values.borrow_mut().insert((quantity, at), value);
        value
    }

    fn is_member(&self, set: SetName, at: Coordinates) -> bool {
        // The outcome classes are: P, N, L, R.
        match set {
            SetName::P => self.value(Quantity::Outcome, at) == 1,
            SetName::Value(value) => self.value(Quantity::Grundy, at) == value,
            SetName::LeftWinsFirst => [1, 2].contains(&self.value(Quantity::OutcomeClass, at)),
            SetName::RightWinsFirst => [1, 3].contains(&self.value(Quantity::OutcomeClass, at)),
        }
    }

    /// Returns sentences about some positions and sets, and whether they are true.
    fn sentences(&self, sets: &[SetName]) -> Vec<(String, bool)> {
        let misere = if self.convention == Convention::Misere { ", misere" } else { "" };
        let game = format!("{}{misere}", self.ruleset);
        let about = |at: Coordinates| {
            let numbers: Vec<String> =
                at.unpadded(self.ruleset.heaps()).iter().map(u32::to_string).collect();
            let numbers = numbers.join(", ");
            match sets.last() {
                Some(&SetName::Value(value)) => (
                    format!("g[{game}]({numbers}) == {value}"),
                    self.is_member(SetName::Value(value), at),
                ),
                _ => {
                    let is_p = match sets {
                        [one, two] => !self.is_member(*one, at) && !self.is_member(*two, at),
                        _ => self.is_member(SetName::P, at),
                    };
                    (format!("p[{game}]({numbers})"), is_p)
                }
            }
        };
        [0, 1, 2, 5]
            .into_iter()
            .filter_map(|number| self.positions().nth(7 * number))
            .map(about)
            .collect()
    }
}

/// Names of numerations, of all kinds, of none, and other ones of the same.
const NUMERATIONS: &[&str] = &[
    "base:2",
    "base:3",
    "base:5",
    "fibonacci",
    "pell",
    "tribonacci",
    "ostrowski:3",
    "quadratic:4,1",
    "recurrence:2,2",
    "ostrowski:1",
    "base:1",
    "golden",
];

const GAMES: &[&str] = &[
    "nim:2",
    "nim:1",
    "wythoff",
    "nim+block=1",
    "subtraction:1,3+heaps=2",
    "subtraction:2,5",
    "wythoff+terminal=1,1",
    "fibonacci",
    "euclid",
    "partizan:1,0:0,1",
    "digraph:XY/YX",
];

const SETS: &[&str] = &["p", "value:0", "value:1", "left-wins-first", "right-wins-first", "q"];

/// Returns a document with each change of one thing: of a number by one or two, of a name for another one, of a list by an
/// item more or less, of an object by a key more or less. Each comes with the path of what is changed, without the numbers of
/// items, and with the other name.
pub fn mutants(document: &Value) -> Vec<(String, Value)> {
    let changed = changes(document).into_iter().map(|(path, name, changed)| {
        let mut mutant = document.clone();
        *mutant.pointer_mut(&path).expect("it is there") = changed;
        (name, mutant)
    });
    changed.collect()
}

/// Returns changes of parts of a document: where, under which name, and what comes in their place.
fn changes(document: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), String::new(), document)];
    while let Some((path, name, part)) = open.pop() {
        let mut change_to = |changed: Value, name: String| {
            if changed != *part {
                found.push((path.clone(), name, changed));
            }
        };
        // Of numbers and lists.
        let mut change = |changed: Value| change_to(changed, name.clone());
        match part {
            Value::Number(number) => {
                let number = number.as_i64().expect("an integer");
                [-2, -1, 1, 2].into_iter().for_each(|more| change(json!(number + more)));
            }
            Value::String(text) => {
                let others: &[&str] = match name.as_str() {
                    "numeration.name" => NUMERATIONS,
                    "ruleset" => GAMES,
                    "sets[].set" => SETS,
                    "convention" => &["normal", "misere", "other"],
                    _ => &["other"],
                };
                for other in others.iter().filter(|other| **other != text) {
                    change_to(json!(other), format!("{name}: {other}"));
                }
            }
            Value::Array(items) => {
                for index in 0..items.len() {
                    let (mut fewer, mut more) = (items.clone(), items.clone());
                    fewer.remove(index);
                    more.push(items[index].clone());
                    change(Value::Array(fewer));
                    change(Value::Array(more));
                }
                let within = items.iter().enumerate();
                open.extend(
                    within.map(|(at, item)| (format!("{path}/{at}"), format!("{name}[]"), item)),
                );
            }
            Value::Object(fields) => {
                let mut more = fields.clone();
                more.insert("other".into(), json!(1));
                change_to(Value::Object(more), format!("{name} with another key"));
                for (key, field) in fields {
                    let mut fewer = fields.clone();
                    fewer.remove(key);
                    let longer =
                        if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                    change_to(Value::Object(fewer), format!("{longer} removed"));
                    open.push((format!("{path}/{key}"), longer, field));
                }
            }
            Value::Bool(_) | Value::Null => {}
        }
    }
    found
}
