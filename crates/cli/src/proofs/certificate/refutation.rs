//! Why a certificate is false, with the word or the position that shows it.

use super::definition::SetName;
use super::words::Words;

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
    InvalidWord(SetName, Vec<Vec<usize>>),
    /// The automaton of a set treats this position differently when a zero is put before it.
    #[error("the automaton of the {0} treats {at} differently when a zero is put before it", at = position_text(.1))]
    LeadingZero(SetName, WrittenPosition),
    /// The rules ask for a number that is none at this position, or its grade is negative.
    #[error("at {at} the rules are not defined: an expression has no value, or the grade is negative", at = position_text(.0))]
    NoValue(WrittenPosition),
    /// The rules have a move at this position that they may not have.
    #[error("at {at} the rules have a move to a negative heap, or one that does not make the grade smaller", at = position_text(.0))]
    Misstep(WrittenPosition),
    /// The values of sums are not defined, since this position is in none of the sets of values.
    #[error(
        "{at} is in none of the sets, and options are sums of positions, whose values follow if every position has one of them",
        at = position_text(.0)
    )]
    InNoSet(WrittenPosition),
    /// The condition that defines a set contradicts the automata at this position.
    #[error("refuted at {at}, for the {0}", at = position_text(.1))]
    Contradiction(SetName, WrittenPosition),
}

impl Refutation {
    /// Whether the rules define no game, so that no sets are its sets.
    pub fn is_of_rules(&self) -> bool {
        matches!(self, Refutation::NoValue(_) | Refutation::Misstep(_))
    }
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

/// Returns the position whose heaps are written by the letters.
pub(super) fn written(words: &Words, letters: &[usize], tracks: usize) -> WrittenPosition {
    let tracks = words.tracks_of(letters, tracks);
    tracks
        .into_iter()
        .map(|word| {
            let value = words.value_of(&word);
            (word, value)
        })
        .collect()
}
