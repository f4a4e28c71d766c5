//! What a call of `prove` has: its arguments, the terminal, and how far the search may go.

use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use crate::proofs::prove::Caps;

use super::args::ProveArgs;
use crate::commands::command::Flags;
use crate::commands::failure::Result;
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
    pub(super) fn open(args: &'a ProveArgs, flags: &'a Flags) -> Result<Self> {
        Ok(Session { args, flags, terminal: Terminal::open(flags)?, began: Instant::now() })
    }

    /// Does something under a line that says what is being done.
    pub(super) fn with_line<T>(&self, task: impl FnOnce(&dyn Fn(String), &AtomicUsize) -> T) -> T {
        self.terminal.with_line(self.args.seconds, task)
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
