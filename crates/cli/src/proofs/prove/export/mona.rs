//! MONA (Klarlund and Møller, MONA Version 1.4 User Manual, 2001): the automata as files that it imports,
//! and programs that state the sentences, which MONA finds valid or refutes by a counterexample.
//!
//! MONA decides the monadic second-order theory of one successor: a number is written as the set of the places
//! of its digits 1, the least significant place being 0. Where there are more digits than two, a
//! number is several sets: one for each bit of a digit. MONA's automata read the places upwards, the least significant
//! digits first, so that ours are reversed. Then further zeros are read at the end, and nothing
//! bounds the numbers that a sentence speaks of. Some sentences are harder in this direction: that of the
//! Triangle Game MONA does not decide in minutes.
//!
//! The variables of an imported automaton must be in the order in which the program declares them. So
//! there is a file for each order in which the tracks of an automaton occur: `sum-bca.dfa`
//! accepts the numbers a, b, c with b + c = a.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::addition::laws_of_addition;
use super::dfa::dfa_text;
use super::names::Names;
use super::sentence::{Language, name, written};
use super::{Exported, ExportedFile};
use crate::automata::{
    Arithmetic, AutomataError, Automaton, Formula, Limits, Numeration, Variable, evaluate,
};
use crate::proofs::prove::Proof;
use grundytab::wording::joined;

impl Proof {
    /// Returns the files by which MONA repeats the proof, which lie in one folder: `addition.mona`, which says
    /// that addition is addition, a program for each set, the automata, and `files.mona`, which says that files of
    /// the same automaton agree. MONA must say of each program that its formula is valid.
    ///
    /// # Errors
    /// When a reversed automaton grows beyond the limits.
    pub fn mona(&self, limits: &Limits) -> Result<Vec<ExportedFile>, AutomataError> {
        let Some(first) = self.automata.first() else { return Ok(Vec::new()) };
        let numeration = first.numeration();
        let mut mona = Mona {
            names: Names::of(self),
            numeration,
            heaps: self.definition.ruleset().heaps(),
            order: Vec::new(),
            relations: BTreeMap::new(),
        };
        let mut files = Vec::new();
        let mut laws = Vec::new();
        for (law, formula) in laws_of_addition() {
            mona.order.clear();
            laws.push(format!("# {law}\n{};\n", written(&mut mona, &formula)));
        }
        let program = format!("{}\n{}", mona.preamble(), laws.join("\n"));
        files.push(ExportedFile::new("addition.mona", program));
        for Exported { name, automaton, condition } in self.exported() {
            mona.order = (0..mona.heaps as Variable).collect();
            let position = mona.order.clone();
            let names = joined(position.iter().flat_map(|&x| mona.bits(x)), ", ");
            let are_numbers = joined(position.iter().map(|&x| mona.is_number(x)), " & ");
            let is_in = mona.accepts(automaton, &position);
            let condition = written(&mut mona, &condition).replace('\n', "\n ");
            let program = format!(
                "{}\n# A position is in the set exactly if it satisfies the condition that defines the set.\n\
                 var2 {names};\n({are_numbers}) =>\n({is_in} <=>\n {condition});\n",
                mona.preamble(),
            );
            files.push(ExportedFile::new(format!("{name}.mona"), program));
        }
        let program = format!("{}{}", mona.preamble(), mona.agreement());
        files.push(ExportedFile::new("files.mona", program));
        let is_number = Automaton::all(numeration, 1, limits)?;
        files.push(dfa_file("number", &is_number, limits)?);
        let arithmetic = Arithmetic::of(numeration, limits)?;
        for (name, formula) in &mona.relations {
            let automaton = evaluate(formula, &arithmetic, limits)?.automaton;
            files.push(dfa_file(name, &automaton, limits)?);
        }
        Ok(files)
    }
}

fn dfa_file(
    name: &str,
    automaton: &Automaton,
    limits: &Limits,
) -> Result<ExportedFile, AutomataError> {
    let numeration = automaton.numeration();
    let names: Vec<Vec<String>> =
        (0..automaton.tracks()).map(|track| with_bits(&letter(track), numeration)).collect();
    let text = dfa_text(automaton, &names, limits)?;
    Ok(ExportedFile::new(format!("{name}.dfa"), text))
}

/// Returns the name of a track in a file.
fn letter(track: usize) -> String {
    char::from(b'a' + (track % 26) as u8).to_string()
}

/// Returns the names of the sets that stand for a number, the highest bit of the digits first.
fn with_bits(name: &str, numeration: &Numeration) -> Vec<String> {
    match bits_of_a_digit(numeration) {
        1 => vec![name.into()],
        bits => (0..bits).rev().map(|bit| format!("{name}_{bit}")).collect(),
    }
}

/// Returns the import of a file, whose variables stand for others.
fn import(file: &str, formals: &[String], actuals: &[String]) -> String {
    let pairs = formals.iter().zip(actuals).map(|(a, x)| format!("{a}->{x}"));
    format!("import(\"{file}.dfa\", {})", joined(pairs, ", "))
}

/// Says what several statements about bits say.
fn all_of(statements: impl Iterator<Item = String>) -> String {
    let statements: Vec<String> = statements.collect();
    match statements.as_slice() {
        [statement] => statement.clone(),
        _ => format!("({})", statements.join(" & ")),
    }
}

/// Returns how many bits write a digit.
fn bits_of_a_digit(numeration: &Numeration) -> u32 {
    (numeration.digit_count() - 1).ilog2() + 1
}

/// MONA's language.
struct Mona<'a> {
    names: Names,
    numeration: &'a Arc<Numeration>,
    heaps: usize,
    /// The variables in the order of their declarations.
    order: Vec<Variable>,
    /// The automata that are imported, as formulas, by the names of their files.
    relations: BTreeMap<String, Formula>,
}

impl Mona<'_> {
    fn bits(&self, x: Variable) -> Vec<String> {
        with_bits(&name(x, self.heaps), self.numeration)
    }

    fn is_number(&self, x: Variable) -> String {
        format!("number({})", self.bits(x).join(", "))
    }

    /// Returns what every program begins with.
    fn preamble(&self) -> String {
        let [a, b] = ["a", "b"].map(|name| with_bits(name, self.numeration));
        let bits = |place: &str, is: &str| -> Vec<String> {
            let bits = a.iter().zip(&b);
            bits.map(|(a, b)| format!("({place} in {a} {is} {place} in {b})")).collect()
        };
        // The digits of a and b at a place: the highest bits that differ decide.
        let equal = bits("place", "<=>");
        let is_less = (0..a.len()).map(|bit| {
            let less = format!("place notin {} & place in {}", a[bit], b[bit]);
            let parts: Vec<String> = equal[..bit].iter().cloned().chain([less]).collect();
            parts.join(" & ")
        });
        let digits = match a.len() {
            1 => "its digits 1",
            _ => "the digits that have a bit, for each bit",
        };
        format!(
            "ws1s;\n\
             # A number in numeration {} is the set of the places of {digits};\n\
             # place 0 is the least significant.\n\
             pred number(var2 {}) = {};\n\
             # The highest place where digits differ decides.\n\
             pred less(var2 {}) =\n  ex1 place: ({}) &\n    \
             (all1 higher: higher > place => {});\n",
            self.numeration,
            a.join(", "),
            import("number", &a, &a),
            [a.as_slice(), &b].concat().join(", "),
            is_less.collect::<Vec<_>>().join(" | "),
            bits("higher", "<=>").join(" & "),
        )
    }

    /// Returns the statement that files of the same automaton, with its tracks in another order or some of them
    /// equal, accept the same numbers.
    fn agreement(&self) -> String {
        let mut text = String::from(
            "\n# Files that differ in the order of the tracks accept the same numbers.\n",
        );
        for file in self.relations.keys() {
            let Some((name, tracks)) = file.split_once('-') else { continue };
            let first: String = (0..tracks.len()).map(letter).collect();
            if tracks == first {
                continue;
            }
            let names = |track: &str| with_bits(track, self.numeration);
            let formals = |tracks: &[String]| -> Vec<String> {
                tracks.iter().flat_map(|track| names(track)).collect()
            };
            let mut own: Vec<String> = tracks.chars().map(String::from).collect();
            let arguments = own.clone();
            own.sort_unstable();
            own.dedup();
            let plain: Vec<String> = first.chars().map(|c| format!("{c}{c}")).collect();
            let equal = formals(&plain).into_iter().zip(formals(&arguments));
            // Equality itself would be rewritten, and the order of the variables mistaken.
            let equal = equal.map(|(x, a)| format!("{x} sub {a} & {a} sub {x}"));
            let of_first: Vec<String> = first.chars().flat_map(|c| names(&c.to_string())).collect();
            text += &format!(
                "all2 {}: {} <=>\n  (ex2 {}: {} &\n    {});\n",
                formals(&own).join(", "),
                import(file, &formals(&own), &formals(&own)),
                formals(&plain).join(", "),
                equal.collect::<Vec<_>>().join(" & "),
                import(&format!("{name}-{first}"), &of_first, &formals(&plain)),
            );
        }
        text
    }

    /// Returns the import of an automaton over variables in the order of their declarations.
    fn import(
        &mut self,
        name: &str,
        variables: &[Variable],
        over: impl Fn(&[Variable]) -> Formula,
    ) -> String {
        let place = |x: &Variable| self.order.iter().position(|other| other == x).unwrap_or(0);
        let mut places: Vec<usize> = variables.iter().map(place).collect();
        let tracks = places.clone();
        places.sort_unstable();
        places.dedup();
        let tracks: Vec<Variable> = tracks
            .iter()
            .map(|track| places.binary_search(track).unwrap_or(0) as Variable)
            .collect();
        let order: String = tracks.iter().map(|&track| letter(track as usize)).collect();
        let file = format!("{name}-{order}");
        let formals =
            (0..places.len()).flat_map(|track| with_bits(&letter(track), self.numeration));
        let actuals = places.iter().flat_map(|&place| self.bits(self.order[place]));
        let text = import(&file, &formals.collect::<Vec<_>>(), &actuals.collect::<Vec<_>>());
        self.relations.entry(file).or_insert_with(|| over(&tracks));
        text
    }
}

impl Language for Mona<'_> {
    const TRUE: &'static str = "true";
    const FALSE: &'static str = "false";

    fn accepts(&mut self, automaton: &Arc<Automaton>, tracks: &[Variable]) -> String {
        let name = self.names.name(automaton);
        self.import(&name, tracks, |tracks| Formula::Accepts(Arc::clone(automaton), tracks.into()))
    }

    fn sum(&mut self, terms: [Variable; 3]) -> String {
        self.import("sum", &terms, |tracks| match tracks {
            &[x, y, z] => Formula::Sum([x, y, z]),
            _ => Formula::Any(Vec::new()),
        })
    }

    fn less(&mut self, x: Variable, y: Variable) -> String {
        format!("less({})", [self.bits(x), self.bits(y)].concat().join(", "))
    }

    fn equal(&mut self, x: Variable, y: Variable) -> String {
        let pairs = self.bits(x).into_iter().zip(self.bits(y));
        all_of(pairs.map(|(x, y)| format!("{x} = {y}")))
    }

    fn is(&mut self, x: Variable, number: u64) -> String {
        let digits = self.numeration.digits_of(number);
        let names = self.bits(x);
        all_of(names.iter().rev().enumerate().map(|(bit, name)| {
            let places = digits.iter().rev().enumerate();
            let places: Vec<String> = places
                .filter(|(_, digit)| *digit >> bit & 1 == 1)
                .map(|(place, _)| place.to_string())
                .collect();
            let set = if places.is_empty() {
                "empty".into()
            } else {
                format!("{{{}}}", places.join(", "))
            };
            format!("{name} = {set}")
        }))
    }

    fn exists(&mut self, x: Variable) -> String {
        self.order.push(x);
        format!("ex2 {}: {} &", self.bits(x).join(", "), self.is_number(x))
    }

    fn for_all(&mut self, x: Variable) -> String {
        self.order.push(x);
        format!("all2 {}: {} =>", self.bits(x).join(", "), self.is_number(x))
    }
}
