//! Limits of a computation with automata, and what it says when it meets one.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// What ends a computation from outside: a flag, or something of the caller's own, such as a deadline.
pub trait Interrupt: fmt::Debug + Sync {
    /// Returns whether the computation is to end soon. It is asked often, from any thread.
    fn is_interrupted(&self) -> bool;
}

impl Interrupt for AtomicBool {
    fn is_interrupted(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// How large automata may grow, and whether to go on.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The most states of an automaton, minimal or not.
    pub states: usize,
    /// Ends the computation from outside.
    pub interrupt: Option<&'a dyn Interrupt>,
    /// Holds the number of states of the automaton that is being computed, for others to watch it grow.
    pub states_so_far: Option<&'a AtomicUsize>,
    /// Keeps what the largest automaton on the way was.
    pub largest: Option<&'a Largest>,
}

/// What makes an automaton of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// What two say together.
    And,
    /// What one of two says.
    Or,
    /// What one does not say.
    Not,
    /// That there are numbers of which one says something.
    Exists,
}

/// An automaton on the way of an evaluation, before it is made the least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Making {
    /// How many states it has, or would have at least.
    pub states: usize,
    /// Whether it grew beyond the limits.
    pub is_too_large: bool,
    /// What made it.
    pub operation: Operation,
    /// How many numbers it reads.
    pub tracks: usize,
    /// Which alternative of the outermost *or* it belongs to, from 1 on, and how many there are; `None` if to none.
    pub part: Option<Part>,
}

/// An alternative, by its place from 1 on, and how many there are.
type Part = (usize, usize);

/// What the largest automaton of evaluations was, as far as they have come.
#[derive(Debug, Default)]
pub struct Largest(Mutex<(Option<Making>, Option<Part>)>);

impl Largest {
    /// Returns what it was; `None` before there is one.
    pub fn get(&self) -> Option<Making> {
        self.0.lock().ok().and_then(|known| known.0)
    }
}

/// For instance `16594 states, of 3 numbers: there are numbers such that ..., in part 3 of 4`.
impl fmt::Display for Making {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Making { states, is_too_large, operation, tracks, part } = self;
        let operation = match operation {
            Operation::And => "and",
            Operation::Or => "or",
            Operation::Not => "not",
            Operation::Exists => "there are numbers such that ...",
        };
        let [more, s] =
            [if *is_too_large { "more than " } else { "" }, if *tracks == 1 { "" } else { "s" }];
        write!(f, "{more}{states} states, of {tracks} number{s}: {operation}")?;
        part.map_or(Ok(()), |(part, count)| write!(f, ", in part {part} of {count}"))
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { states: 4_000_000, interrupt: None, states_so_far: None, largest: None }
    }
}

/// The most memory that an automaton may take while it is computed: a GB.
const MOST_BYTES: usize = 1 << 30;

/// Why an automaton was not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AutomataError {
    /// It would have more states than [`Limits::states`].
    #[error("an automaton grew beyond {states} state{s}", states = .0, s = if *.0 == 1 { "" } else { "s" })]
    TooManyStates(usize),
    /// Its states and transitions would take too much memory.
    #[error("an automaton grew beyond {:.2} GB", MOST_BYTES as f64 / 1e9)]
    TooMuchMemory,
    /// Arithmetic in a numeration is not what it should be.
    #[error("the numeration is not proved to satisfy: {0}")]
    NotProved(&'static str),
    /// Too many numbers are read at once: letters are tuples of digits, and there would be too many.
    #[error("{0} numbers would be read at once, which are too many")]
    TooManyTracks(usize),
    /// Two automata differ, first at numbers of more than 64 bits.
    #[error("two sets differ, but first at numbers of more than 64 bits")]
    LargeNumbers,
    /// The computation was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl Limits<'_> {
    /// Checks that an automaton with this many states and letters is within the limits and fits into memory,
    /// and that nobody asks to end.
    pub(super) fn check_table(&self, states: usize, letters: usize) -> Result<(), AutomataError> {
        self.check_memory(states, states.saturating_mul(letters).saturating_mul(size_of::<u32>()))
    }

    /// Checks that an automaton with this many states, which takes this much memory, is within the limits,
    /// and that nobody asks to end.
    pub(super) fn check_memory(&self, states: usize, bytes: usize) -> Result<(), AutomataError> {
        match bytes > MOST_BYTES {
            true => Err(AutomataError::TooMuchMemory),
            false => self.check(states),
        }
    }

    /// Checks that an automaton with this many states is within the limits, and that nobody asks to end.
    ///
    /// # Errors
    /// When one of the two is not so.
    pub fn check(&self, states: usize) -> Result<(), AutomataError> {
        if let Some(states_so_far) = self.states_so_far {
            states_so_far.store(states, Ordering::Relaxed);
        }
        if states > self.states {
            return Err(AutomataError::TooManyStates(self.states));
        }
        match self.is_interrupted() {
            true => Err(AutomataError::Interrupted),
            false => Ok(()),
        }
    }

    /// Keeps what an automaton was, or would have been, if it is the largest one so far, and returns it.
    pub(super) fn noted<Made>(
        &self,
        operation: Operation,
        tracks: usize,
        automaton: Result<Made, AutomataError>,
        states: impl Fn(&Made) -> usize,
    ) -> Result<Made, AutomataError> {
        let (states, is_too_large) = match &automaton {
            Ok(automaton) => (states(automaton), false),
            Err(AutomataError::TooManyStates(states)) => (*states, true),
            Err(_) => return automaton,
        };
        if let Some(mut known) = self.largest.and_then(|largest| largest.0.lock().ok())
            // One that grew too large and was not the end was made in another way.
            && known.0.is_none_or(|known| {
                known.states <= states || known.is_too_large && !is_too_large
            })
        {
            known.0 = Some(Making { states, is_too_large, operation, tracks, part: known.1 });
        }
        automaton
    }

    /// Enters an alternative, if it is not within another one, or leaves it. Returns whether it is one that is entered.
    pub(super) fn enter(&self, part: Option<Part>) -> bool {
        let Some(mut known) = self.largest.and_then(|largest| largest.0.lock().ok()) else {
            return false;
        };
        let is_new = known.1.is_none() || part.is_none();
        if is_new {
            known.1 = part;
        }
        is_new
    }

    /// Returns whether somebody asks to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(Interrupt::is_interrupted)
    }
}
