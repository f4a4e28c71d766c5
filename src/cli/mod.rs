//! The command line: what was typed ([`args`]), and one file per command.
//!
//! Results go to stdout, progress and notes to stderr. This is the only place that prints.

mod args;
mod choose;
mod devices;
mod games;
mod info;
mod output;
mod progress;
mod selftest;
mod tabulate;
mod verify;

use std::error::Error as _;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::Parser as _;
use clap::error::ErrorKind;
use grundytab::engine::EngineError;
use grundytab::table::TableError;
use grundytab::verify::VerifyError;
use grundytab::{Refusal, TabulateError};

pub use args::Command;

/// A check that failed has printed what there is to say.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct CheckFailed(String);

/// Flags that do not fit together.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

/// Reads the command line. Asked for help or the version, it prints them and exits.
pub fn parse() -> Result<Command> {
    let arguments = args::Arguments::try_parse();
    let error = match arguments {
        Ok(arguments) => return Ok(arguments.command),
        Err(error) => error,
    };
    // A value that could not be read has a refusal of our own, which says it all in one line.
    if let Some(refusal) = error.source().and_then(|source| source.downcast_ref::<Refusal>()) {
        return Err(refusal.clone().into());
    }
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    // Of clap's message the first paragraph says what is wrong.
    let text = error.render().to_string();
    let wrong: Vec<&str> =
        text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let wrong = wrong.join(" ");
    let wrong = wrong.strip_prefix("error: ").unwrap_or(&wrong);
    Err(Usage(format!("{wrong}; see grundytab --help")).into())
}

/// Runs a command.
pub fn run(command: &Command) -> Result<()> {
    match command {
        Command::Tabulate(args) => tabulate::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Info(args) => info::run(args),
        Command::Games => games::run(),
        Command::Devices(args) => devices::run(args),
        Command::Selftest => selftest::run(),
    }
}

/// Prints an error, unless it only says that nobody reads our output any more.
pub fn print_error(error: &anyhow::Error) {
    if !is_broken_pipe(error) {
        output::complain(format!("error: {error}"));
    }
}

/// 0 done and true, 1 a check failed, 2 bad input, 3 no suitable device, 4 I/O or a damaged
/// table, 130 interrupted.
pub fn exit_code(error: &anyhow::Error) -> ExitCode {
    let code = if is_broken_pipe(error) {
        0
    } else if error.is::<Refusal>() || error.is::<Usage>() {
        2
    } else if error.is::<CheckFailed>() {
        1
    } else if let Some(error) = error.downcast_ref::<EngineError>() {
        of_engine(error)
    } else if let Some(error) = error.downcast_ref::<TableError>() {
        of_table(error)
    } else if let Some(error) = error.downcast_ref::<TabulateError>() {
        match error {
            TabulateError::Interrupted => 130,
            TabulateError::Engine(error) => of_engine(error),
            TabulateError::Table(error) => of_table(error),
        }
    } else if let Some(error) = error.downcast_ref::<VerifyError>() {
        match error {
            VerifyError::False(_) => 1,
            VerifyError::Interrupted => 130,
            VerifyError::Engine(error) => of_engine(error),
            VerifyError::Table(error) => of_table(error),
        }
    } else {
        4
    };
    ExitCode::from(code)
}

fn of_engine(error: &EngineError) -> u8 {
    match error {
        EngineError::TooLarge(_) => 2,
        EngineError::Incomplete { .. } => 1,
        _ => 3,
    }
}

fn of_table(error: &TableError) -> u8 {
    match error {
        TableError::Occupied { .. } => 2,
        _ => 4,
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A flag that ctrl-C raises. A second ctrl-C ends the program at once.
fn interrupt_flag() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(flag)
}

/// Sets the number of threads of the CPU engine and of encoding.
fn use_threads(threads: Option<u32>) -> Result<()> {
    let threads = threads.unwrap_or(0) as usize;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    Ok(())
}
