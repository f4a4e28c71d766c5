//! Why a search ends without having proved everything.

use super::classes::Classes;
use super::definition::SetName;
use crate::automata::AutomataError;
use grundytab::control::Control;
use grundytab::domain::Domain;
use grundytab::engine::EngineError;
use grundytab::error::Error;
use grundytab::wording::joined;

/// Which cap a search has met. `Display` says it in words.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum End {
    /// This table was needed, which has more positions than [`Caps::positions`](super::Caps::positions).
    #[error(
        "the next guess needs a table of {0}, which has {count} positions, more than are allowed",
        count = .0.positions()
    )]
    Positions(Domain),
    /// This table was needed, which does not fit into memory.
    #[error("the next guess needs a table of {0}, which does not fit into memory")]
    Memory(Domain),
    /// No larger table can be filled.
    #[error("the next guess needs a table that is too large")]
    LargestTable,
    /// Moves lead out of this table to more positions than [`Caps::positions`](super::Caps::positions), or further than 32
    /// bits reach.
    #[error(
        "the next guess needs a table of {0}, from which moves lead to more positions than are allowed, or to heaps or grades \
         beyond 32 bits"
    )]
    Open(Domain),
    /// A position has a larger Grundy value than all that are to be proved, which define one another only if every position has
    /// one of them: the moves lead to sums of positions.
    #[error("({position}) has Grundy value {0}, and the values of sums are proved all together", position = joined(.1, ", "))]
    LargerValue(u32, Vec<u64>),
    /// The stored table has been used up: values outside it are needed.
    #[error("the next guess needs values outside the table of {0}")]
    StoredTable(Domain),
    /// The lists of this set have been used up: longer ones have more positions than are allowed, or do not fit into memory.
    #[error("the {0} of {1} digits do not suffice for a guess, and a longer list has too many")]
    Lists(SetName, usize),
    /// The words of the set fall into more and more classes.
    #[error("{0}, so that no automaton of fewer than about {least} states seems to be right", least = .0.least_states())]
    Classes(Classes),
    /// An automaton grew too large.
    #[error(transparent)]
    Automata(AutomataError),
    /// The automaton of this set was given, and this position contradicts it.
    #[error("the given automaton is not that of the {0}: at ({position}) it is wrong", position = joined(.1, ", "))]
    Refuted(SetName, Vec<u64>),
    /// The automaton of this set was given, and accepts this word, by heaps, which is none of numbers.
    #[error(
        "the given automaton is not that of the {0}: it accepts ({heaps}), which are no words of the numeration",
        heaps = joined(.1.iter().map(|word| joined(word, " ")), ", ")
    )]
    InvalidWord(SetName, Vec<Vec<u32>>),
    /// The time was over.
    #[error("the time is over")]
    Time,
}

impl End {
    /// Whether automata were given that are wrong.
    pub fn is_refutation(&self) -> bool {
        matches!(self, End::Refuted(..) | End::InvalidWord(..))
    }
}

/// What stops a search: a cap, of which it tells what has been proved until then, or an error.
pub(super) enum Halt {
    End(End),
    Error(Error),
}

impl Halt {
    /// Returns which cap a search has met; `None` if it has gone to its end.
    pub(super) fn end_of(ended: Result<(), Halt>) -> Result<Option<End>, Error> {
        match ended {
            Ok(()) => Ok(None),
            Err(Halt::End(end)) => Ok(Some(end)),
            Err(Halt::Error(error)) => Err(error),
        }
    }

    /// Tells an interruption from outside from the end of the time.
    pub(super) fn of_interruption(control: &Control) -> Halt {
        match control.is_stopped() {
            true => Halt::Error(Error::Interrupted),
            false => Halt::End(End::Time),
        }
    }

    /// Whether the rules are found faulty while a table is filled: since a move leads out of it, if they define a game.
    pub(super) fn is_of_rules(&self) -> bool {
        matches!(self, Halt::Error(Error::Engine(EngineError::FaultyRules { .. })))
    }

    /// Returns why a search ends in which the last guess could not be decided: then no larger table is to
    /// blame.
    pub(super) fn of_undecided(self, error: Option<AutomataError>) -> Halt {
        match (self, error) {
            (Halt::End(_), Some(error)) => Halt::End(End::Automata(error)),
            (halt, _) => halt,
        }
    }

    /// Returns why automata were not computed.
    pub(super) fn of_automata(error: AutomataError, control: &Control) -> Halt {
        match error {
            AutomataError::Interrupted => Halt::of_interruption(control),
            error => Halt::End(End::Automata(error)),
        }
    }
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Error(error)
    }
}
