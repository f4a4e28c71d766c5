//! Walnut (Mousavi, Automatic theorem proving in Walnut, 2016; Shallit, The Logical Approach to Automatic
//! Sequences, 2022): the automata as text files, and commands that repeat the proof.
//!
//! Walnut reads words as this program does: all numbers in parallel, most significant digits first. It computes base k
//! by itself, as `msd_k`. Every other numeration is a custom base, which it reads from a folder: an automaton of the valid
//! words and one of addition. Which ones a Walnut has in this folder depends on its version, so the files are written
//! with the proof, and its commands first prove that addition is addition. Fibonacci, Pell and Tribonacci numeration are
//! called as in Walnut's folder, where the files of these names say the same.

use std::fmt::Write as _;
use std::sync::Arc;

use super::addition::laws_of_addition;
use super::names::Names;
use super::sentence::{Language, name, written};
use super::{Exported, ExportedFile};
use crate::automata::{Arithmetic, AutomataError, Automaton, Limits, Numeration, Variable};
use crate::proofs::prove::Proof;
use grundytab::wording::joined;

impl Proof {
    /// Returns the files by which Walnut repeats the proof. Their folders have the names of Walnut's own:
    /// they are copied into it, and `load prove.txt;` is typed. Every answer must be TRUE. A `README-grundytab.txt` says so.
    ///
    /// # Errors
    /// When addition in a numeration that is not a base k grows beyond the limits.
    pub fn walnut(&self, limits: &Limits) -> Result<Vec<ExportedFile>, AutomataError> {
        let Some(first) = self.automata.first() else { return Ok(Vec::new()) };
        let numeration = first.numeration();
        let system = name_of_system(numeration);
        let heaps = self.definition.ruleset().heaps();
        let mut language = Walnut { names: Names::of(self), heaps };
        let mut files = Vec::new();
        let mut commands = String::new();
        if !is_base(numeration) {
            files.extend(custom_base(numeration, &system, limits)?);
            for (law, formula) in laws_of_addition() {
                let sentence = written(&mut language, &formula);
                let law = law.replace(' ', "_");
                let _ = writeln!(commands, "eval {law} \"?{system} {sentence}\":");
            }
        }
        let position = joined((0..heaps as Variable).map(|x| name(x, heaps)), ",");
        for Exported { name, automaton, condition } in self.exported() {
            files.push(automaton_file("Automata Library", &name, automaton, &system));
            let condition = written(&mut language, &condition).replace('\n', "\n  ");
            let _ = writeln!(
                commands,
                "eval {name}_proved \"?{system} A {position} (${name}({position}) <=>\n  {condition})\":"
            );
        }
        let moves = language.names.moves().iter();
        files.extend(moves.map(|(name, of)| automaton_file("Automata Library", name, of, &system)));
        files.push(ExportedFile::new("Command Files/prove.txt", commands));
        files.push(ExportedFile::new("README-grundytab.txt", instructions(&files)));
        Ok(files)
    }
}

/// Says what to do with the files.
fn instructions(files: &[ExportedFile]) -> String {
    let mut text = String::from(
        "Walnut repeats a proof. Copy each of these files into the folder of the same name in Walnut's own\n\
         folder - or in its folder of a session -, start Walnut and type\n\n    load prove.txt;\n\n\
         Every answer must be TRUE.\n\n",
    );
    for file in files {
        let _ = writeln!(text, "{}", file.path);
    }
    text
}

/// Says whether a numeration is one in base k.
fn is_base(numeration: &Numeration) -> bool {
    Numeration::base(numeration.digit_count()).is_ok_and(|base| base == *numeration)
}

/// Returns what Walnut calls a numeration; one that no Walnut brings along has a name that is surely free.
fn name_of_system(numeration: &Numeration) -> String {
    if is_base(numeration) {
        format!("msd_{}", numeration.digit_count())
    } else if *numeration == Numeration::fibonacci() {
        "msd_fib".into()
    } else if *numeration == Numeration::pell() {
        "msd_pell".into()
    } else if *numeration == Numeration::tribonacci() {
        "msd_trib".into()
    } else {
        let letters = numeration.to_string();
        let letters: String = letters.chars().filter(char::is_ascii_alphanumeric).collect();
        format!("msd_grundytab{letters}")
    }
}

/// Returns the files of a custom base: its valid words and its addition. Without a third one Walnut compares numbers by
/// the first digit that differs, as is right in all our numerations.
fn custom_base(
    numeration: &Arc<Numeration>,
    system: &str,
    limits: &Limits,
) -> Result<[ExportedFile; 2], AutomataError> {
    let alphabet = format!("{{{}}}", joined(0..numeration.digit_count(), ","));
    let valid = Automaton::all(numeration, 1, limits)?;
    let arithmetic = Arithmetic::of(numeration, limits)?;
    let file = |name: &str, automaton: &Automaton| {
        automaton_file("Custom Bases", &format!("{system}{name}"), automaton, &alphabet)
    };
    Ok([file("", &valid), file("_addition", arithmetic.sum())])
}

/// Returns the file of an automaton, whose tracks read words of an alphabet.
fn automaton_file(folder: &str, name: &str, of: &Automaton, alphabet: &str) -> ExportedFile {
    ExportedFile::new(format!("{folder}/{name}.txt"), text_of(of, alphabet))
}

/// Returns an automaton in Walnut's text format: the alphabets of the tracks, then each state with 1 if words
/// may end in it, and its transitions. The first state is the initial one.
fn text_of(automaton: &Automaton, alphabet: &str) -> String {
    let mut text = vec![alphabet; automaton.tracks()].join(" ") + "\n";
    let mut states: Vec<String> = (0..automaton.states())
        .map(|state| format!("\n{state} {}\n", u8::from(automaton.is_accepting(state))))
        .collect();
    for (from, digits, to) in automaton.transitions() {
        let _ = writeln!(states[from], "{} -> {to}", joined(digits, " "));
    }
    text.extend(states);
    text
}

/// Walnut's language.
struct Walnut {
    names: Names,
    heaps: usize,
}

impl Walnut {
    fn variables<const N: usize>(&self, variables: [Variable; N]) -> [String; N] {
        variables.map(|variable| name(variable, self.heaps))
    }
}

impl Language for Walnut {
    const TRUE: &'static str = "0=0";
    const FALSE: &'static str = "0=1";

    fn accepts(&mut self, automaton: &Arc<Automaton>, tracks: &[Variable]) -> String {
        let tracks: Vec<String> = tracks.iter().map(|&x| name(x, self.heaps)).collect();
        format!("${}({})", self.names.name(automaton), tracks.join(","))
    }

    fn sum(&mut self, terms: [Variable; 3]) -> String {
        let [x, y, z] = self.variables(terms);
        format!("{x}+{y}={z}")
    }

    fn less(&mut self, x: Variable, y: Variable) -> String {
        let [x, y] = self.variables([x, y]);
        format!("{x}<{y}")
    }

    fn equal(&mut self, x: Variable, y: Variable) -> String {
        let [x, y] = self.variables([x, y]);
        format!("{x}={y}")
    }

    fn is(&mut self, x: Variable, number: u64) -> String {
        let [x] = self.variables([x]);
        format!("{x}={number}")
    }

    fn exists(&mut self, x: Variable) -> String {
        let [x] = self.variables([x]);
        format!("E {x}")
    }

    fn for_all(&mut self, x: Variable) -> String {
        let [x] = self.variables([x]);
        format!("A {x}")
    }
}
