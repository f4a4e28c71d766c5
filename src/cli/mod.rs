//! The command line: what was typed ([`args`]), and one file per command.
//!
//! Results go to stdout, progress and notes to stderr. This is the only place that prints.

mod args;
mod choose;
mod devices;
mod game;
mod games;
mod info;
mod outcome;
mod output;
mod play;
mod progress;
mod selftest;
mod tabulate;
mod theorems;
mod verify;

use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::Parser as _;
use clap::error::ErrorKind;
use grundytab::InvalidInput;

pub use args::Command;
use outcome::Usage;
pub use outcome::{exit_code, print_error};

/// Reads the command line. Asked for help or the version, it prints them and exits.
pub fn parse() -> Result<Command> {
    let arguments = args::Arguments::try_parse();
    let error = match arguments {
        Ok(arguments) => return Ok(arguments.command),
        Err(error) => error,
    };
    // A value that could not be read has a refusal of our own, which says it all in one line.
    if let Some(refusal) = error.source().and_then(|source| source.downcast_ref::<InvalidInput>()) {
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
        Command::Query(args) => play::query(args),
        Command::Sum(args) => play::sum(args),
        Command::Info(args) => info::run(args),
        Command::Games => games::run(),
        Command::Theorems(args) => theorems::run(args),
        Command::Devices(args) => devices::run(args),
        Command::Selftest => selftest::run(),
    }
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
