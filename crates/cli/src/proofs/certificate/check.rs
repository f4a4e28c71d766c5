//! The check: is what a certificate claims true?

use super::Certificate;
use super::choice::Choice;
use super::constraint::{Constraint, Sign};
use super::definition::{CountCondition, CountedOptions, SetName, conditions};
use super::fibonacci_odd::check_moves;
use super::game::Game;
use super::limits::{CheckError, CheckLimits};
use super::moore_machine::{MooreMachine, shortest_word};
use super::refutation::{Refutation, written};
use super::words::Words;

/// What a check came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The sets are what the certificate says, for all positions.
    Proved,
    /// They are not, or the numeration is none.
    Refuted(Refutation),
}

/// Checks a certificate.
pub(super) fn check(
    certificate: &Certificate,
    limits: &CheckLimits,
) -> Result<Verdict, CheckError> {
    let Certificate { ruleset, convention, words, sets } = certificate;
    let names: Vec<SetName> = sets.iter().map(|(set, ..)| *set).collect();
    let conditions = conditions(ruleset, *convention, &names)
        .map_err(|reason| CheckError::NotCovered(reason.into()))?;
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
    let game = Game::read(ruleset, words, least.clone(), limits)?;
    if let Some(refutation) = game.refute(limits)? {
        return Ok(Verdict::Refuted(refutation));
    }
    let valid = words.all_valid(heaps, limits)?;
    // Sets ask for the same options again and again.
    let mut known: Vec<(CountedOptions, MooreMachine)> = Vec::new();
    for ((set, machine), condition) in names.iter().zip(&least).zip(&conditions) {
        let CountCondition { counted, is_member } = condition;
        let mut machines = vec![&valid, machine, game.positions(), game.terminal()];
        for counted in counted {
            if known.iter().all(|(of, _)| of != counted) {
                let CountedOptions { player, target, limit } = *counted;
                known.push((*counted, game.options(player, target, limit, limits)?));
            }
        }
        let count_of = |counted| known.iter().find(|(of, _)| of == counted).map(|(_, of)| of);
        machines.extend(counted.iter().filter_map(count_of));
        let is_wrong = |outputs: &[u32]| match outputs {
            &[1, is_in, is_position, is_terminal, ref counts @ ..] => {
                let none = vec![0; counts.len()];
                let counts = if is_terminal == 1 { &none } else { counts };
                (is_in == 1) != (is_position == 1 && is_member(counts))
            }
            _ => false,
        };
        if let Some(letters) = shortest_word(&machines, is_wrong, limits)? {
            let position = written(words, &letters, heaps);
            return Ok(Verdict::Refuted(Refutation::Contradiction(*set, position)));
        }
    }
    Ok(Verdict::Proved)
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
            Constraint::Linear(vec![(1, 0), (-1, 1)], 0, Sign::Zero),
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
        Constraint::Linear(vec![(1, next), (-1, 0), (-1, one)], 0, Sign::Zero),
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
    set: SetName,
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
