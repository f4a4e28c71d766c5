//! Reads a command that is called, and runs it.

use std::ffi::OsString;
use std::sync::Arc;

use grundytab::Error;
use serde_json::Value;

use super::Call;
use crate::commands::command::Typed;
use crate::commands::failure::Failure;
use crate::commands::{COMMANDS, program, unreadable};

/// A command with its arguments.
pub struct Ready {
    words: Vec<OsString>,
    typed: Typed,
}

/// Why a call failed.
pub struct Failed {
    /// The kind of the error, for programs.
    pub kind: String,
    /// The message, in which options are written as keywords of Python.
    pub message: String,
    /// The exit code that the program would have.
    pub exit_code: u8,
    /// What the command found before, as its `--json` prints it.
    pub found: Box<Value>,
    /// The error of the library, if it is one.
    pub error: Option<Box<Error>>,
}

impl Ready {
    /// Reads the arguments of a command, as they are typed behind its name.
    ///
    /// # Errors
    /// When there is no such command, or the arguments make no sense.
    pub fn read(call: &Arc<Call>, command: &str, arguments: Vec<OsString>) -> Result<Self, Failed> {
        call.within(|| Ready::read_within(command, arguments).map_err(Failed::of))
    }

    fn read_within(command: &str, arguments: Vec<OsString>) -> Result<Self, Failure> {
        let words = ["grundytab", command].map(OsString::from);
        let words: Vec<OsString> = words.into_iter().chain(arguments).collect();
        let unreadable = |error| {
            // Clap shows the arguments of a command that is built alone.
            let mut program = program();
            program.build();
            unreadable::failure(&error, &words, &program)
        };
        let Some(entry) = COMMANDS.iter().find(|entry| entry.name == command) else {
            return Err(Failure::unreadable(format!("there is no command named {command}")));
        };
        // Without the first word the second is the name of the program.
        let matches = entry.to_clap().try_get_matches_from(words.iter().skip(1));
        let typed = matches.and_then(|matches| entry.read(&matches)).map_err(unreadable)?;
        Ok(Ready { words, typed })
    }

    /// Returns the number of threads that the command is to have; none stands for one for each core.
    pub fn threads(&self) -> Option<u32> {
        if self.typed.takes_threads { self.typed.flags.threads() } else { Some(1) }
    }

    /// Whether the command does with the thread that calls.
    pub fn needs_no_threads(&self) -> bool {
        !self.typed.takes_threads
    }

    /// Runs the command in this thread.
    ///
    /// # Errors
    /// When it fails, or what it checked is false.
    pub fn run(self, call: &Arc<Call>) -> Result<(), Failed> {
        call.remember(self.words);
        call.within(|| self.typed.run().map_err(Failed::of))
    }
}

impl Failed {
    /// Describes an error of the library for whoever makes this call.
    pub fn of_error(call: &Arc<Call>, error: Error) -> Self {
        call.within(|| Failed::of(error.into()))
    }

    /// Describes a failure, within the call that failed: the message names options as the caller writes them.
    fn of(failure: Failure) -> Self {
        let (kind, message, exit_code) = (failure.kind(), failure.message(), failure.exit_code());
        let (found, error) = failure.into_parts();
        Failed { kind, message, exit_code, found: Box::new(found), error: error.map(Box::new) }
    }
}
