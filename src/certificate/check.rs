//! The check: is what a certificate claims true?

use super::Certificate;
use super::choice::Choice;
use super::constraint::{Constraint, Sign};
use super::definition::{CountCondition, CountedOptions, ProvedSet, conditions};
use super::fibonacci_odd::check_moves;
use super::limits::{CheckError, CheckLimits};
use super::moore_machine::{MooreMachine, shortest_word};
use super::moves::options;
use super::words::Words;

/// What a check came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The sets are what the certificate says, for all positions.
    Proved,
    /// They are not, or the numeration is none.
    Refuted(Refutation),
}

/// Why a certificate is false.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refutation {
    /// A word of the numeration is valid, but not with a zero before it, or the other way round.
    #[error("the numeration treats words differently when a zero is put before them")]
    LeadingZeroInNumeration,
    /// The empty word, which is the word of 0, is not valid.
    #[error("the numeration has no word of 0")]
    NoZero,
    /// Two different valid words have this value.
    #[error("the numeration has two words of {}", shown(.0))]
    TwoWords(WrittenNumber),
    /// This number has a valid word, the next one has none.
    #[error("the numeration has a word of {}, but none of the next number", shown(.0))]
    NoSuccessor(WrittenNumber),
    /// The automaton of a set accepts a word that the numeration does not allow.
    #[error("the automaton of the {0} accepts {at}, which the numeration does not allow", at = tracks_text(.1))]
    InvalidWord(ProvedSet, Vec<Vec<usize>>),
    /// The automaton of a set treats this position differently when a zero is put before it.
    #[error("the automaton of the {0} treats {at} differently when a zero is put before it", at = position_text(.1))]
    LeadingZero(ProvedSet, WrittenPosition),
    /// The condition that defines a set contradicts the automata at this position.
    #[error("refuted at {at}, for the {0}", at = position_text(.1))]
    Contradiction(ProvedSet, WrittenPosition),
}

/// A number as a word, with its value unless that is very large.
pub type WrittenNumber = (Vec<usize>, Option<u128>);

/// The heaps of a position.
pub type WrittenPosition = Vec<WrittenNumber>;

fn word_text(word: &[usize]) -> String {
    word.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

fn tracks_text(tracks: &[Vec<usize>]) -> String {
    format!("({})", tracks.iter().map(|word| word_text(word)).collect::<Vec<_>>().join(", "))
}

fn shown((word, value): &WrittenNumber) -> String {
    match value {
        Some(value) => value.to_string(),
        None => format!("the number that is written {}", word_text(word)),
    }
}

fn position_text(position: &[WrittenNumber]) -> String {
    format!("({})", position.iter().map(shown).collect::<Vec<_>>().join(", "))
}

/// Checks a certificate.
pub(super) fn check(
    certificate: &Certificate,
    limits: &CheckLimits,
) -> Result<Verdict, CheckError> {
    let Certificate { ruleset, convention, words, sets } = certificate;
    let names: Vec<ProvedSet> = sets.iter().map(|(set, ..)| *set).collect();
    let conditions = conditions(ruleset, *convention, &names)?;
    if let Some(refutation) = refute_numeration(words, limits)? {
        return Ok(Verdict::Refuted(refutation));
    }
    check_moves(ruleset, words, limits)?;
    let heaps = ruleset.heaps();
    let mut least = Vec::new();
    for (set, _, machine) in sets {
        if let Some(refutation) = refute_words(words, *set, machine, heaps, limits)? {
            return Ok(Verdict::Refuted(refutation));
        }
        least.push(machine.minimized(limits)?);
    }
    let valid = words.all_valid(heaps, limits)?;
    for ((set, machine), condition) in names.iter().zip(&least).zip(&conditions) {
        let CountCondition { counted, is_member } = condition;
        let counts = counted.iter().map(|counted| {
            let choices = options(ruleset, counted.player, counted.target)?;
            total(words, heaps, &choices, &least, counted, limits)
        });
        let counts = counts.collect::<Result<Vec<MooreMachine>, CheckError>>()?;
        let mut machines = vec![&valid, machine];
        machines.extend(&counts);
        let is_wrong =
            |outputs: &[u32]| outputs[0] == 1 && (outputs[1] == 1) != is_member(&outputs[2..]);
        if let Some(letters) = shortest_word(&machines, is_wrong, limits)? {
            let position = written(words, &letters, heaps);
            return Ok(Verdict::Refuted(Refutation::Contradiction(*set, position)));
        }
    }
    Ok(Verdict::Proved)
}

/// Returns the machine that adds up the numbers of several choices, up to the limit.
fn total(
    words: &Words,
    heaps: usize,
    choices: &[Choice],
    sets: &[MooreMachine],
    counted: &CountedOptions,
    limits: &CheckLimits,
) -> Result<MooreMachine, CheckError> {
    let letters = words.digits.pow(heaps as u32);
    let mut total = MooreMachine::explore(letters, (), |&(), _| (), |&()| 0, limits)?;
    for choice in choices {
        let count = choice.count(words, heaps, sets, counted.limit, limits)?;
        total = total.product(&count, |one, two| counted.limit.min(one + two), limits)?;
    }
    Ok(total)
}

/// Checks that the numeration has exactly one valid word for every number, up to zeros before it: one for
/// 0, no two for any number, and one for n + 1 if there is one for n.
fn refute_numeration(
    words: &Words,
    limits: &CheckLimits,
) -> Result<Option<Refutation>, CheckError> {
    let valid = &words.valid;
    if differing_after_zero(valid, limits)?.is_some() {
        return Ok(Some(Refutation::LeadingZeroInNumeration));
    }
    if valid.output(0) == 0 {
        return Ok(Some(Refutation::NoZero));
    }
    let two_words = Choice {
        constraints: vec![
            Constraint::Linear(vec![(1, 0), (-1, 1)], Sign::Zero),
            Constraint::Differ(0, 1),
        ],
        ..Choice::default()
    };
    let two_words = two_words.count(words, 2, &[], 1, limits)?;
    if let Some(letters) = shortest_word(&[&two_words], |outputs| outputs[0] == 1, limits)? {
        return Ok(written(words, &letters, 2).into_iter().next().map(Refutation::TwoWords));
    }
    let Some(_) = words.word_of(1) else {
        return Ok(Some(Refutation::NoSuccessor((Vec::new(), Some(0)))));
    };
    let mut successor = Choice::default();
    let (next, one) = (successor.hide(1), successor.hide(1));
    successor.constraints = vec![
        Constraint::Are(vec![(one, 1)]),
        Constraint::Linear(vec![(1, next), (-1, 0), (-1, one)], Sign::Zero),
    ];
    let successor = successor.count(words, 1, &[], 1, limits)?;
    let is_wrong = |outputs: &[u32]| outputs == [1, 0];
    let without = shortest_word(&[valid, &successor], is_wrong, limits)?;
    Ok(without.and_then(|letters| {
        written(words, &letters, 1).into_iter().next().map(Refutation::NoSuccessor)
    }))
}

/// Checks that an automaton accepts valid words alone, and that zeros before a word change nothing.
fn refute_words(
    words: &Words,
    set: ProvedSet,
    machine: &MooreMachine,
    heaps: usize,
    limits: &CheckLimits,
) -> Result<Option<Refutation>, CheckError> {
    let valid = words.all_valid(heaps, limits)?;
    if let Some(letters) = shortest_word(&[&valid, machine], |out| out == [0, 1], limits)? {
        let tracks = words.tracks_of(&letters, heaps);
        return Ok(Some(Refutation::InvalidWord(set, tracks)));
    }
    let differing = differing_after_zero(machine, limits)?;
    Ok(differing.map(|letters| Refutation::LeadingZero(set, written(words, &letters, heaps))))
}

/// Returns a word whose output is another one when a zero letter is put before it.
fn differing_after_zero(
    machine: &MooreMachine,
    limits: &CheckLimits,
) -> Result<Option<Vec<usize>>, CheckError> {
    let after_zero = MooreMachine::explore(
        machine.letters,
        machine.after(0, 0),
        |&state, letter| machine.after(state, letter),
        |&state| machine.output(state),
        limits,
    )?;
    shortest_word(&[machine, &after_zero], |outputs| outputs[0] != outputs[1], limits)
}

fn written(words: &Words, letters: &[usize], tracks: usize) -> WrittenPosition {
    let tracks = words.tracks_of(letters, tracks);
    tracks
        .into_iter()
        .map(|word| {
            let value = words.value_of(&word);
            (word, value)
        })
        .collect()
}
