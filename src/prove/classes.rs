//! Classes of words: how many states an automaton must have at least, by the P-positions that are known.
//!
//! Two words belong to different classes if some continuation leads to a P-position from one of them alone (Myhill and
//! Nerode). If an automaton accepts the P-positions, the number of classes stays below that of its states, however long the
//! words are. If no automaton does, the classes often grow with each digit as the numbers themselves do.

use std::fmt;

use crate::automata::{ListedWords, Numeration};
use crate::wording::{counted, joined};

/// How many classes of words the P-positions with at most some number of digits tell apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Classes {
    /// The most digits of the heaps of the P-positions that are known.
    pub digits: usize,
    /// How many classes there are of words of no digit, of one digit, and so on up to half of these digits: longer ones have
    /// few known continuations.
    pub counts: Vec<usize>,
    /// How many P-positions are known.
    pub members: usize,
    /// How many times as many numbers there are of one digit more.
    root: f64,
}

/// The growth is measured over this many digits, the last ones.
const DIGITS_OF_GROWTH: usize = 4;

/// Fewer P-positions show too little of how the classes grow: those of Maharaja Nim, which has an automaton of 1975
/// states, grow up to here as the numbers do.
const ENOUGH: usize = 1 << 16;

/// Classes grow as the numbers do if their growth is the root of the numeration to this power, or more.
const NEARLY: f64 = 0.9;

impl Classes {
    /// Counts the classes of listed words.
    pub(super) fn of<const HEAPS: usize>(
        numeration: &Numeration,
        words: &ListedWords<HEAPS>,
        members: usize,
    ) -> Self {
        let classes = words.classes();
        let digits = classes.len() - 1;
        let least = |digits: usize| numeration.least_of(digits).map_or(0.0, f64::from);
        Classes {
            digits,
            counts: classes[..=digits / 2].to_vec(),
            members,
            root: least(digits + 1) / least(digits),
        }
    }

    /// Returns how many times as many classes there are for another digit, by the longest of the words.
    pub fn growth(&self) -> f64 {
        let last = self.counts.len() - 1;
        let digits = DIGITS_OF_GROWTH.min(last);
        let [before, after] = [last - digits, last].map(|at| self.counts[at] as f64);
        if digits == 0 { 1.0 } else { (after / before).powf(1.0 / digits as f64) }
    }

    /// Whether the classes grow as the numbers do, as far as P-positions are known. That there is no automaton is not
    /// proved by it.
    pub fn grow_as_numbers(&self) -> bool {
        self.growth() >= self.root.powf(NEARLY)
    }

    /// Whether the classes suggest that there is no automaton: they grow as the numbers do, and enough P-positions are known.
    pub fn suggest_no_automaton(&self) -> bool {
        self.members >= ENOUGH && self.grow_as_numbers()
    }
}

impl fmt::Display for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.counts.len() - 1;
        let first = last.saturating_sub(DIGITS_OF_GROWTH);
        let (counts, growth) = (joined(&self.counts[first..], ", "), self.growth());
        let known = counted(self.digits, "digit");
        write!(
            f,
            "the positions of {known} tell {counts} classes of words of {first} to {last} digits apart, {growth:.2} times as \
             many for each digit, and an automaton has at least as many states"
        )
    }
}
