//! Certificates for tests: automata that are guessed from what positions are in a set, and brute force by the definition of
//! rules.

use std::collections::HashMap;

use super::super::moore_machine::MooreMachine;
use super::super::words::Words;
use super::super::{Certificate, CheckError, CheckLimits, SetName, Verdict};
use super::{BINARY, EQUAL, ZECKENDORF, document};
use grundytab::quantity::Convention;
use grundytab::ruleset::{Ruleset, WrittenRuleset};

/// Numbers by the weights of `ostrowski:3`: 1, 3, 10, 33, ..., where a digit 3 is followed by 0.
pub(super) const OSTROWSKI_3: &str = r#"{ "name": "ostrowski:3", "digits": 4, "recurrence": [3, 1], "weights": [1, 0],
    "valid": { "tracks": 1, "states": 3, "accepting": [0, 1],
        "transitions": [[0, [0], 0], [0, [1], 1], [0, [2], 1], [0, [3], 2],
            [1, [0], 0], [1, [1], 1], [1, [2], 1], [1, [3], 2], [2, [0], 0]] } }"#;

/// Numbers by the weights 1, 3, 8, 22, ..., before the first of which 1/2 stands; a digit 2 is followed by 0 or 1.
pub(super) const FRAENKEL_2_1: &str = r#"{ "name": "fraenkel:2,1", "digits": 3, "recurrence": [2, 2], "weights": [2, 1],
    "valid": { "tracks": 1, "states": 2, "accepting": [0, 1],
        "transitions": [[0, [0], 0], [0, [1], 0], [0, [2], 1], [1, [0], 0], [1, [1], 0]] } }"#;

/// Returns a numeration.
pub(super) fn words(numeration: &str) -> Words {
    let document = document("nim:2", "normal", numeration, "p", EQUAL);
    super::read(&document).expect("a numeration").words
}

/// Returns base 2 and Zeckendorf representations.
pub(super) fn binary_and_zeckendorf() -> [Words; 2] {
    [words(BINARY), words(ZECKENDORF)]
}

/// Guesses the automaton of a set: two beginnings of words are one state if no continuation of at most `depth` letters
/// distinguishes them.
pub(super) fn learned(
    words: &Words,
    heaps: usize,
    depth: usize,
    is_member: &dyn Fn(&[u64]) -> bool,
) -> MooreMachine {
    let letters = words.digits.pow(heaps as u32);
    let accepts = |word: &[usize]| {
        let tracks = words.tracks_of(word, heaps);
        let end = |track: &Vec<usize>| {
            track.iter().fold(0, |state, &digit| words.valid.after(state, digit))
        };
        let values = tracks.iter().filter(|track| words.valid.output(end(track)) == 1);
        let values = values.map(|track| words.value_of(track).expect("it is small") as u64);
        let values: Vec<u64> = values.collect();
        values.len() == heaps && is_member(&values)
    };
    let continuations: Vec<Vec<usize>> = (0..=depth)
        .flat_map(|length| {
            let count = letters.pow(length as u32);
            let of = move |number: usize| {
                (0..length).map(|place| number / letters.pow(place as u32) % letters).collect()
            };
            (0..count).map(of)
        })
        .collect();
    let mut known: HashMap<Vec<bool>, Vec<usize>> = HashMap::new();
    let mut state_of = |word: Vec<usize>| {
        let signature: Vec<bool> = continuations
            .iter()
            .map(|more| accepts(&[word.as_slice(), more.as_slice()].concat()))
            .collect();
        known.entry(signature).or_insert(word).clone()
    };
    let first = state_of(Vec::new());
    let step = |word: &Vec<usize>, letter: usize| state_of([word.as_slice(), &[letter]].concat());
    let output = |word: &Vec<usize>| u32::from(accepts(word));
    MooreMachine::explore(letters, first, step, output, &CheckLimits::default())
        .expect("it is small")
}

/// Returns the certificate of sets that are guessed.
pub(super) fn certificate(
    ruleset: &str,
    convention: Convention,
    words: &Words,
    sets: Vec<(SetName, MooreMachine)>,
) -> Certificate {
    let ruleset = Ruleset::parse(ruleset).unwrap_or_else(|error| panic!("{ruleset}: {error}"));
    let sets = sets.into_iter().map(|(set, machine)| (set, machine.states(), machine)).collect();
    Certificate { ruleset, convention, words: words.clone(), sets }
}

/// Checks a certificate.
pub(super) fn verdict(certificate: &Certificate) -> Result<Verdict, CheckError> {
    certificate.check(&CheckLimits::default())
}

/// The outcomes of a game without sums, by its definition. What is asked for once is remembered.
pub(super) struct BruteForce<'a> {
    game: &'a WrittenRuleset,
    convention: Convention,
    /// Whether the player, of two if the game is partizan, wins moving first.
    known: HashMap<(usize, Vec<u32>), bool>,
}

impl<'a> BruteForce<'a> {
    pub(super) fn of(game: &'a WrittenRuleset, convention: Convention) -> Self {
        BruteForce { game, convention, known: HashMap::new() }
    }

    /// Returns whether a player wins moving first; `None` if the cell is no position.
    ///
    /// # Errors
    /// When the rules have a fault there, or where play may lead to.
    pub(super) fn wins(&mut self, player: usize, at: &[u32]) -> Result<Option<bool>, String> {
        let rules = self.game.rules();
        let fault = |fault: heap_rules::rules::Fault| format!("{fault:?} at {at:?}");
        if !rules.is_position(at).map_err(fault)? {
            return Ok(None);
        }
        if let Some(&known) = self.known.get(&(player, at.to_vec())) {
            return Ok(Some(known));
        }
        rules.grade(at).map_err(fault)?;
        let moves = rules.moves(player, at, &|_| true).map_err(fault)?;
        let other = if self.game.is_partizan() { 1 - player } else { player };
        let mut wins = moves.is_empty() && self.convention == Convention::Misere;
        for option in moves {
            let [option] = &option.option[..] else { return Err("a sum".into()) };
            wins |= self.wins(other, option)? == Some(false);
        }
        self.known.insert((player, at.to_vec()), wins);
        Ok(Some(wins))
    }
}

/// Returns all positions with heaps below a side.
pub(super) fn cube(heaps: usize, side: u32) -> Vec<Vec<u32>> {
    let count = side.pow(heaps as u32);
    let heap = |number: u32, heap: usize| number / side.pow(heap as u32) % side;
    (0..count).map(|number| (0..heaps).map(|of| heap(number, of)).collect()).collect()
}
