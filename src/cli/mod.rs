//! The program `grundytab`: what was typed (`args`), and one file or folder for each command.
//!
//! Results go to stdout, progress and notes to stderr. This is the only room that prints. The program
//! is a function, [`main`], so that the Python package has it too.
#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "the program prints; the library does not"
)]

mod analyze;
mod args;
mod batch;
mod bench;
mod decide;
mod devices;
mod diff;
mod dry_run;
mod engine_choice;
mod examples;
mod expected_time;
mod export;
mod failure;
mod game;
mod games;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(not(feature = "gpu"))]
#[path = "no_gpu.rs"]
mod gpu;
mod info;
#[cfg(debug_assertions)]
mod injected_fault;
mod list;
mod logging;
mod manual;
#[cfg(feature = "gpu")]
mod missing_driver;
mod numerations;
mod output;
mod progress;
mod prove;
mod query;
mod render;
mod resources;
mod run_report;
mod scan_args;
mod score_sum;
mod selftest;
mod sum;
mod tabulate;
mod text_file;
mod theorems;
mod threads;
mod unreadable;
mod values;
mod verify;
mod view;
mod vulkan_loader;
mod work;
mod written_file;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _};

use args::{Arguments, Command};
use failure::{Failure, Result};
use threads::use_threads;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// The exit code of a program that has done its work but could not write its log.
const LOST_LOG: u8 = 4;

/// Runs the program with these arguments, of which the first is its name. Prints, and returns the exit
/// code: 0 done and true, 1 a check failed, 2 bad input, 3 no suitable device, 4 I/O or a damaged table,
/// 5 neither true nor false, 130 interrupted.
///
/// The program owns its process: it handles ctrl-C, chooses the threads of the process, may end the
/// process, and can run once.
///
/// ```
/// assert_eq!(grundytab::cli::main(["grundytab", "games"]), 0);
/// ```
pub fn main(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> u8 {
    let typed: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    conclude(parse(&typed).and_then(|arguments| run(&arguments)))
}

/// Returns an engine with the fault that a test asks for by the environment; the Python package is tested by it
/// too.
///
/// # Errors
/// When what the environment asks for cannot be read.
#[cfg(debug_assertions)]
#[doc(hidden)]
pub fn with_injected_fault(
    engine: Box<dyn grundytab::engine::Engine>,
) -> std::result::Result<Box<dyn grundytab::engine::Engine>, String> {
    injected_fault::inject(engine).map_err(|failure| failure.message())
}

/// Starts the program anew with one heap for all threads, where a limit of its memory makes addresses few. The
/// allocator of GNU systems reserves 64 MiB of them for each thread, so that an allocation fails, which ends the
/// program, while most of what is reserved is empty. It reads the number of heaps when a program begins. Does
/// nothing where there is no such limit, or where the environment tells the number.
///
/// The program of the Python package does not do this: its process is not its own to start anew.
pub fn share_heap_where_addresses_are_few() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    threads::share_heap();
}

/// Returns the command line as clap knows it.
fn program() -> clap::Command {
    examples::added_to(Arguments::command())
}

/// Reads the command line. Prints help or the version, if asked for them, and exits.
///
/// # Errors
/// When the command line makes no sense.
fn parse(typed: &[OsString]) -> Result<Arguments> {
    let program = program();
    let parsed = program.clone().try_get_matches_from(typed);
    let error = match parsed.and_then(|found| Arguments::from_arg_matches(&found)) {
        Ok(arguments) => return Ok(arguments),
        Err(error) => error,
    };
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        if let Err(error) = error.print() {
            output::stdout_failed(error);
        }
        if let Some(error) = output::failure_of_stdout() {
            return Err(Failure::stdout(error));
        }
        std::process::exit(error.exit_code());
    }
    Err(unreadable::failure(&error, typed, &program))
}

/// Runs a command.
///
/// # Errors
/// When the command does not do what was asked, or what it checked is false.
fn run(Arguments { command, log }: &Arguments) -> Result<()> {
    if command.may_use_gpu() {
        vulkan_loader::keep_quiet();
    }
    survive_file_size_limits();
    logging::start(log).map_err(|failure| failure.in_json(command.json()))?;
    let outcome = match command {
        Command::Tabulate(args) => tabulate::run(args),
        Command::Batch(args) => batch::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Query(args) => query::run(args),
        Command::Analyze(args) => analyze::run(args),
        Command::List(args) => list::run(args),
        Command::Sum(args) => sum::run(args),
        Command::Render(args) => render::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Export(args) => export::run(args),
        Command::Prove(args) => prove::run(args),
        Command::Decide(args) => decide::run(args),
        Command::Info(args) => info::run(args),
        Command::View(args) => view::run(args),
        Command::Games => games::run(),
        Command::Theorems(args) => theorems::run(args),
        Command::Devices(args) => devices::run(args),
        Command::Selftest => selftest::run(),
        Command::Bench(args) => bench::run(args),
        Command::Completions(args) => manual::completions(args, program()),
        Command::Man(args) => manual::man(args, program()),
    };
    outcome.map_err(|failure| failure.in_json(command.json()))
}

/// Ends an interrupted program without the tidying up of the libraries that it is linked to: a GPU may still
/// be at work, and some drivers crash when they are taken down meanwhile. All files are written by now.
fn end_at_once() {
    let _ = io::stdout().flush();
    #[cfg(unix)]
    signal_hook::low_level::exit(INTERRUPTED);
}

/// Makes a file beyond the limit of the process (`ulimit -f`) an error of the write, as a full disk is,
/// instead of the end of the process.
fn survive_file_size_limits() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag::register};
        // Nobody reads the flag. Without the handler the process ends, and the table can be resumed.
        let _ = register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

/// Ends the program: tells why a command failed, and returns the exit code.
///
/// A verdict does not depend on whether somebody reads it: only a command that has nothing else to
/// complain of fails because stdout or the log is full.
fn conclude(outcome: Result<()>) -> u8 {
    match (outcome, output::failure_of_stdout()) {
        (Err(failure), _) => {
            let is_interruption = failure.is_interruption();
            let code = failure.report();
            if is_interruption {
                end_at_once();
            }
            code
        }
        (Ok(()), Some(error)) => Failure::stdout(error).report(),
        (Ok(()), None) => {
            log::info!("done, exit code 0");
            if logging::has_failed() { LOST_LOG } else { 0 }
        }
    }
}

/// Returns a flag that ctrl-C raises. A second ctrl-C ends the program at once.
fn interrupt_flag() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(flag)
}
