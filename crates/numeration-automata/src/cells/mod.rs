//! Sets of pairs of numbers that a rule defines along lines, cell by cell: lists of all members below a bound, without looking
//! at the numbers one by one.
//!
//! The P-positions (x, y) of a game such as Wythoff Nim are those from which no line leads to an earlier one. What must be
//! known of the earlier ones is, for each line, how many lie on it. So (x, y) takes some small numbers from its neighbours on
//! the left and below, and hands others to those on the right and above, like a Wang tile. The same is true of a rectangle of
//! positions: it takes a string of letters on its left side and one at its bottom, and what it holds, and hands on, is a
//! function of these.
//!
//! The words of x and y that begin with some digits are such a rectangle, a *cell*, and the cells of one digit more are its
//! parts. A cell that takes the same strings as an earlier one of its size is equal to it, and is filled once: this is what
//! Gosper (Exploiting regularities in large cellular spaces, Physica D 10, 1984) does for cellular automata. Strings are
//! trees, which follow the digits, too, and equal ones are stored once. If an automaton accepts the members, there are
//! boundedly many different cells of each size, and as many digits as are wanted cost little; and if not, their number grows
//! as that of the classes of words does, which is what the list is to show.
//!
//! The members of a cell are stored in the same way: this is the minimal acyclic automaton of their words.

mod fill;
mod moved;
mod strings;
#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "most rules have one group of sets")]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use super::automaton::Automaton;
use super::limits::{AutomataError, Limits};
use super::listed::ListedWords;
use super::numeration::Numeration;
use fill::Filling;

/// A line along which positions count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// From a position (x, y) to the next one on the line. Both zero: the position itself, as it is in a set that is filled
    /// before the one that this line counts for.
    pub step: [u32; 2],
    /// Whether what lies on the line counts for all positions that follow, or for the next one alone.
    pub carries: bool,
    /// What counts.
    pub feed: Feed,
    /// The set for which it counts.
    pub target: usize,
    /// Whether it is taken off instead: options that no move leads to although they lie on another line.
    pub is_removed: bool,
}

/// What counts on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feed {
    /// The members of a set.
    Set(usize),
    /// Pairs that are excluded, by the index of their automaton.
    Excluded(usize),
    /// What arrives on another line, one that carries nothing: the line begins some steps away from the members.
    Line(usize),
}

/// A rule that defines sets of pairs of numbers.
pub struct Rule<'a> {
    /// The lines.
    pub lines: Vec<Line>,
    /// The sets in the order in which a position is asked, in groups: a position is a member of the first one of its group for
    /// which not more than `blocked` count. There are at most 64 sets.
    pub groups: Vec<Range<usize>>,
    /// How many may count for a member.
    pub blocked: u32,
    /// How much more counts at (x, y) for a set, where something does that lies on no line. Numbers from `exact_below` on are
    /// given as this number; if one of both is that large, less must not count.
    pub more: Box<dyn Fn([u32; 2], usize) -> i64 + 'a>,
    /// What else counts depends on numbers below this.
    pub exact_below: u32,
    /// Pairs that one of these accepts, as they are listed, are members of no set, unless less counts there.
    pub excluded: Vec<Arc<Automaton>>,
    /// The pairs that are listed are (x, y + shear x): so lines that lead down as x grows do not. Those with y < 0 are none.
    pub shear: u32,
}

/// The lists of the sets of a rule in a numeration, of more and more digits.
pub struct Cells<'a> {
    filling: Filling<'a>,
    /// The number of digits that have been filled, and the members.
    filled: Option<(usize, u32)>,
}

impl<'a> Cells<'a> {
    /// Begins with the lists of a rule. The cells may take this much memory, in bytes.
    pub fn new(rule: Rule<'a>, numeration: &Arc<Numeration>, most_bytes: usize) -> Self {
        Cells { filling: Filling::new(rule, numeration, most_bytes), filled: None }
    }

    /// Returns how many different cells have been filled.
    pub fn count(&self) -> usize {
        self.filling.count()
    }

    /// Lists all members of numbers that have at most this many digits.
    ///
    /// # Errors
    /// When there are more different cells than the limits allow states, when they take too much memory, and when it is
    /// interrupted.
    pub fn fill(&mut self, digits: usize, limits: &Limits) -> Result<(), AutomataError> {
        self.filled = None;
        let members = self.filling.below(digits, limits);
        if members.is_err() {
            // Cells that were begun are not filled.
            self.filling.clear();
        }
        self.filled = Some((digits, members?));
        Ok(())
    }

    /// Returns the words of the members of a set, in the list that was made last.
    pub fn words(&self, set: usize) -> ListedWords<2> {
        let (digits, members) = self.filled.unwrap_or((0, fill::NO_MEMBERS));
        self.filling.words(set, digits, members)
    }
}
