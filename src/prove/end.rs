//! Why a search ends without having proved everything.

use std::fmt;

use crate::automata::AutomataError;
use crate::control::Control;
use crate::domain::Domain;
use crate::error::Error;

/// Which cap a search has met. `Display` says it in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// This table was needed, which has more positions than [`Caps::positions`](super::Caps::positions).
    Positions(Domain),
    /// This table was needed, which does not fit into memory.
    Memory(Domain),
    /// No larger table can be filled.
    LargestTable,
    /// The stored table has been used up: values outside it are needed.
    StoredTable(Domain),
    /// An automaton grew too large.
    Automata(AutomataError),
    /// The time was over.
    Time,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Positions(domain) => write!(
                f,
                "the next guess needs a table of {domain}, which has {} positions, more than are allowed",
                domain.positions()
            ),
            End::Memory(domain) => {
                write!(
                    f,
                    "the next guess needs a table of {domain}, which does not fit into memory"
                )
            }
            End::LargestTable => f.write_str("the next guess needs a table that is too large"),
            End::StoredTable(domain) => {
                write!(f, "the next guess needs values outside the table of {domain}")
            }
            End::Automata(error) => error.fmt(f),
            End::Time => f.write_str("the time is over"),
        }
    }
}

/// What stops a search: a cap, of which it tells what has been proved until then, or an error.
pub(super) enum Halt {
    End(End),
    Error(Error),
}

impl Halt {
    /// Tells an interruption from outside from the end of the time.
    pub(super) fn of_interruption(control: &Control) -> Halt {
        match control.is_stopped() {
            true => Halt::Error(Error::Interrupted),
            false => Halt::End(End::Time),
        }
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
