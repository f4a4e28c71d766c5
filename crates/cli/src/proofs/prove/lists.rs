//! Longer and longer lists of P-positions, or of the positions of a Grundy value, of games of which these are listed without a
//! table, and the automata that are read off their words.

use std::sync::Arc;

use super::caps::Caps;
use super::classes::Classes;
use super::columns::{Columns, List};
use crate::automata::{
    Arithmetic, AutomataError, Automaton, Formula, Limits, ListedWords, Numeration, evaluate,
};
use grundytab::memory::available_memory_bytes;

/// A list may have this many times as many positions as a table: it takes less memory and time.
const MEMBERS_FOR_A_POSITION: u64 = 16;

/// And it may take this many steps, in each of which 64 positions are looked at or more.
const STEPS_FOR_A_POSITION: u64 = 1024;

/// If a column takes more steps, its number of steps grows with the side.
const STEPS_OF_COLUMN: f64 = 32.0;

/// Guesses from the longest list in which more transitions are ambiguous are not decided, and others in which any is: a wrong
/// guess may take long to decide, and the next list is longer.
const MOST_AMBIGUOUS: usize = 4;

/// A guess from a list has at most this many states, each of which is compared with all others.
const MOST_STATES: usize = 30_000;

/// The lists of a set of a game in a numeration.
pub(super) struct Lists<'a> {
    columns: &'a Columns,
    /// The Grundy value of the positions, 0 of P-positions.
    value: u32,
    numeration: &'a Arc<Numeration>,
    caps: &'a Caps<'a>,
    last: Option<Last>,
}

/// What the last list has taken.
struct Last {
    side: u32,
    members: usize,
    steps: u64,
}

/// What a list has shown.
pub(super) struct Listed {
    pub(super) classes: Classes,
    /// `None` if too much is ambiguous, or the automaton too large, or longer lists will show more.
    pub(super) guess: Option<Automaton>,
}

impl<'a> Lists<'a> {
    pub(super) fn new(
        columns: &'a Columns,
        value: u32,
        numeration: &'a Arc<Numeration>,
        caps: &'a Caps<'a>,
    ) -> Self {
        Lists { columns, value, numeration, caps, last: None }
    }

    /// Returns the number of digits of the next list, and whether no longer one will follow; `None` if the next one has more
    /// positions than the caps allow, or does not fit into memory.
    pub(super) fn next(&self) -> Option<(usize, bool)> {
        // Each list is longer by four digits of base fibonacci or so, and begins where tables end.
        let (least, times) = if self.columns.heaps() == 2 { (200, 5) } else { (20, 2) };
        let memory = available_memory_bytes() as f64;
        let wanted = self.last.as_ref().map_or(least, |last| last.side.saturating_mul(times));
        let sides = (1..).map_while(|digits| Some((digits, self.numeration.least_of(digits + 1)?)));
        let fitting: Vec<(usize, u32)> =
            sides.take_while(|&(_, side)| self.fits(side, memory)).collect();
        let longer = |side: u32| self.last.as_ref().is_none_or(|last| side > last.side);
        let &(longest, side) = fitting.last().filter(|&&(_, side)| longer(side))?;
        match fitting.iter().find(|&&(_, side)| side >= wanted) {
            Some(&(digits, _)) => Some((digits, digits == longest)),
            None if side >= least => Some((longest, true)),
            None => None,
        }
    }

    fn fits(&self, side: u32, memory: f64) -> bool {
        let Some(last) = &self.last else { return side < 1 << 16 };
        let columns = self.columns.heaps() as i32 - 1;
        let ratio = f64::from(side) / f64::from(last.side);
        let members = last.members as f64 * ratio.powi(columns);
        let steps_of_column = last.steps as f64 / f64::from(last.side).powi(columns);
        let grow = if steps_of_column > STEPS_OF_COLUMN { ratio } else { 1.0 };
        let steps = last.steps as f64 * ratio.powi(columns) * grow;
        let bytes =
            members * 4.0 * self.columns.heaps() as f64 + self.columns.bytes(self.value, side);
        let caps = [MEMBERS_FOR_A_POSITION, STEPS_FOR_A_POSITION];
        let [most_members, most_steps] =
            caps.map(|factor| self.caps.positions.saturating_mul(factor) as f64);
        members <= most_members && steps <= most_steps && 1.05 * bytes <= memory
    }

    /// Makes the list of this many digits, and reads an automaton off it.
    pub(super) fn list(&mut self, digits: usize, is_last: bool) -> Result<Listed, AutomataError> {
        match self.columns.heaps() {
            2 => self.list_of::<2>(digits, is_last),
            _ => self.list_of::<3>(digits, is_last),
        }
    }

    fn list_of<const HEAPS: usize>(
        &mut self,
        digits: usize,
        is_last: bool,
    ) -> Result<Listed, AutomataError> {
        let side = self.numeration.least_of(digits + 1).unwrap_or(u32::MAX);
        let list = self.columns.below::<HEAPS>(self.value, side, &self.caps.control);
        let List { members, steps } = list.map_err(|_| AutomataError::Interrupted)?;
        let count = members.len();
        self.last = Some(Last { side, members: count, steps });
        let limits = self.caps.limits();
        let words = ListedWords::of(self.numeration, digits, members, &limits)?;
        let classes = Classes::of(&words, self.value);
        // Where the classes still grow as the words do, longer lists are needed.
        if classes.grow_as_words() && !is_last {
            return Ok(Listed { classes, guess: None });
        }
        let most_states = Limits { states: limits.states.min(MOST_STATES), ..limits };
        let guess = match words.guess(&most_states) {
            Err(AutomataError::Interrupted) => return Err(AutomataError::Interrupted),
            Ok(guess) if guess.ambiguous <= if is_last { MOST_AMBIGUOUS } else { 0 } => {
                Some(self.with_images(guess.automaton)?)
            }
            Ok(_) | Err(_) => None,
        };
        Ok(Listed { classes, guess })
    }

    /// Adds the mirror images of the words, if only half of the positions are listed.
    fn with_images(&self, half: Automaton) -> Result<Automaton, AutomataError> {
        if !self.columns.is_symmetric {
            return Ok(half);
        }
        let half = Arc::new(half);
        let images = [[0, 1], [1, 0]].map(|at| Formula::Accepts(Arc::clone(&half), at.to_vec()));
        let limits = self.caps.limits();
        let arithmetic = Arithmetic::of(self.numeration, &limits)?;
        evaluate(&Formula::Any(images.to_vec()), &arithmetic, &limits)?.over(2, &limits)
    }
}
