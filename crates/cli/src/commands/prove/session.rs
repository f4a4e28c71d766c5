//! What a call of `prove` has: its arguments, the terminal, and how far the search may go.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use crate::proofs::prove::{Caps, Given, Step, prove_given};
use grundytab::Error;

use super::args::ProveArgs;
use super::attempts::{Attempts, Reached, doing};
use crate::commands::command::Flags;
use crate::commands::terminal::Terminal;

/// A search for a theorem.
#[derive(Clone, Copy)]
pub(super) struct Session<'a> {
    pub(super) args: &'a ProveArgs,
    pub(super) flags: &'a Flags,
    pub(super) terminal: Terminal,
    pub(super) began: Instant,
}

impl<'a> Session<'a> {
    /// Begins a search.
    pub(super) fn open(
        args: &'a ProveArgs,
        flags: &'a Flags,
    ) -> crate::commands::failure::Result<Self> {
        Ok(Session { args, flags, terminal: Terminal::open(flags)?, began: Instant::now() })
    }

    /// Does something under a line that says what is being done.
    pub(super) fn with_line<T>(&self, task: impl FnOnce(&dyn Fn(String), &AtomicUsize) -> T) -> T {
        self.terminal.with_line(self.args.seconds, task)
    }

    /// Decides about given automata, under a line that begins with a name for them.
    pub(super) fn decide_given(
        &self,
        given: &Given,
        name: &dyn Display,
    ) -> Result<Attempts, Error> {
        let mut reached = Reached::default();
        let search = self.with_line(|show, states| {
            let caps = Caps { states_so_far: Some(states), ..self.caps() };
            let mut tell = |step: &Step| {
                reached.take(step);
                show(format!("{name}: {}", doing(step)));
            };
            prove_given(given, &caps, &mut tell)
        })?;
        Ok(Attempts { numeration: Arc::clone(&given.numeration), search, reached })
    }

    /// Returns how far all that is sought may go, until the time is over.
    pub(super) fn caps(&self) -> Caps<'static> {
        self.caps_of_exports().with_share_of_time(Some(self.args.seconds), self.began, 1)
    }

    /// Returns how far the computation of files may go of what is proved: the time is that of the search.
    pub(super) fn caps_of_exports(&self) -> Caps<'static> {
        Caps {
            positions: self.args.positions,
            states: self.args.states(),
            control: self.terminal.control(),
            ..Caps::default()
        }
    }
}
