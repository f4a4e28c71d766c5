//! The program `grundytab`: the list of its commands, each a file or a folder of its own, and how it starts and
//! ends.
//!
//! Results go to stdout, progress and notes to stderr. This is the only room that prints. The program
//! is a function, [`main`], so that the Python package has it too.
#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "the program prints; the library does not"
)]

mod adapter_report;
mod advice;
mod analyze;
mod batch;
mod bench;
#[doc(hidden)]
pub mod call;
mod certificate_file;
mod cluster;
mod command;
mod conditions;
mod coordinates;
mod csv_text;
mod data_file;
mod decide;
mod devices;
mod diff;
mod dry_run;
mod expected_time;
mod export;
mod failure;
mod figure;
mod flag_values;
mod game;
mod game_or_table;
mod games;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(not(feature = "gpu"))]
#[path = "no_gpu.rs"]
mod gpu;
mod info;
#[cfg(all(test, feature = "gpu"))]
mod json_schema_tests;
mod language;
mod list;
mod logging;
mod manual;
mod option;
mod output;
mod planes;
mod progress;
mod prove;
mod query;
mod ranks;
mod render;
mod run_report;
mod selftest;
mod set_report;
mod sets;
mod star;
mod sum;
mod sweep;
mod tabulate;
mod terminal;
mod text_file;
mod theorems;
mod threads;
mod unreadable;
mod verify;
mod view;
mod vulkan_loader;
mod written_file;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::sync::OnceLock;

use crate::built;
pub use crate::jobs::run::Program;
use clap::error::ErrorKind;
use clap::{Args as _, FromArgMatches as _};
use grundytab::version;

use command::{Entry, Typed};
use failure::{EXIT_CODES, Failure, Result};
use logging::LogArgs;
use threads::use_threads;

/// All commands, in the order of `--help`.
const COMMANDS: &[Entry] = &[
    Entry::of::<tabulate::TabulateArgs>(),
    Entry::of::<batch::BatchArgs>(),
    Entry::of::<verify::VerifyArgs>(),
    Entry::of::<query::QueryArgs>(),
    Entry::of::<analyze::AnalyzeArgs>(),
    Entry::of::<list::ListArgs>(),
    Entry::of::<sum::SumArgs>(),
    Entry::of::<render::RenderArgs>(),
    Entry::of::<diff::DiffArgs>(),
    Entry::of::<star::StarArgs>(),
    Entry::of::<export::ExportArgs>(),
    Entry::of::<info::InfoArgs>(),
    Entry::of::<view::ViewArgs>(),
    Entry::of::<prove::ProveArgs>(),
    Entry::of::<decide::DecideArgs>(),
    Entry::of::<games::GamesArgs>(),
    Entry::of::<theorems::TheoremsArgs>(),
    Entry::of::<devices::DevicesArgs>(),
    Entry::of::<selftest::SelftestArgs>(),
    Entry::of::<bench::BenchArgs>(),
    Entry::of::<manual::CompletionsArgs>(),
    Entry::of::<manual::ManArgs>(),
];

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
pub fn main(arguments: impl IntoIterator<Item = impl Into<OsString>>) -> u8 {
    let typed: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    figure::remember_command_line(&typed);
    let read = read(&typed);
    if read.as_ref().is_ok_and(|arguments| arguments.command.may_use_gpu) {
        // This may start the program anew, which a rank of MPI cannot do.
        vulkan_loader::keep_quiet();
    }
    survive_file_size_limits();
    match cluster::start() {
        Ok(running) => {
            let outcome = match read {
                Ok(arguments) => run(arguments).map(|()| 0),
                Err(error) => print_help(&error, &typed),
            };
            conclude(running, outcome)
        }
        Err(failure) => conclude(cluster::Running::default(), Err(failure)),
    }
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

/// How the program is started.
static PROGRAM: OnceLock<Program> = OnceLock::new();

/// Tells, before [`main`], how the program is started: it tests adapters in processes of its own. Without this it
/// cannot test them, and takes no GPU by itself that another one has not tested.
pub fn starts_as(program: Program) {
    // The first one is as good as any other.
    let _ = PROGRAM.set(program);
}

/// Returns the command line as clap knows it.
fn program() -> clap::Command {
    let program = clap::Command::new("grundytab")
        .version(version::VERSION)
        .max_term_width(100)
        .after_help(EXIT_CODES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(COMMANDS.iter().map(Entry::to_clap));
    // Last, since the arguments of the log bring a description of their own.
    LogArgs::augment_args(program).about("Tabulates combinatorial heap games on the GPU or the CPU")
}

/// What was typed: a command, and where the log goes.
struct Arguments {
    command: Typed,
    log: LogArgs,
}

fn read(typed: &[OsString]) -> std::result::Result<Arguments, clap::Error> {
    let matches = program().try_get_matches_from(typed)?;
    let of_command = matches.subcommand().and_then(|(name, matches)| {
        COMMANDS.iter().find(|entry| entry.name == name).map(|entry| entry.read(matches))
    });
    // clap has seen that there is a command.
    let missing = || Err(clap::Error::new(ErrorKind::MissingSubcommand));
    let command = of_command.unwrap_or_else(missing)?;
    Ok(Arguments { command, log: LogArgs::from_arg_matches(&matches)? })
}

/// Prints help or the version, if asked for them, and returns the exit code.
///
/// # Errors
/// When the command line makes no sense.
fn print_help(error: &clap::Error, typed: &[OsString]) -> Result<u8> {
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if error.use_stderr() && !is_help {
        return Err(unreadable::failure(error, typed, &program()));
    }
    if ranks::is_first() {
        match error.kind() {
            ErrorKind::DisplayVersion if typed.iter().any(|word| logging::is_verbose(word)) => {
                output::print(build_text());
            }
            _ => error.print().unwrap_or_else(output::stdout_failed),
        }
    }
    Ok(error.exit_code() as u8)
}

/// Returns what was built, as `--version --verbose` prints it.
fn build_text() -> String {
    let features = built::features().join(" ");
    let (target, commit) = (built::TARGET, built::COMMIT);
    format!("{}\ncommit: {commit}\ntarget: {target}\nfeatures: {features}", version::PROGRAM)
}

/// Runs a command.
///
/// # Errors
/// When the command fails, or what it checked is false.
fn run(Arguments { command, log }: Arguments) -> Result<()> {
    if !command.is_divided && !ranks::is_first() {
        // The first rank does it alone, and the others end as it does.
        return Ok(());
    }
    let json = command.fails_in_json;
    let start = || {
        if command.is_divided {
            cluster::check_launcher()?;
        }
        logging::start(&log)?;
        if command.takes_threads {
            use_threads(command.flags.threads())?;
        }
        Ok(())
    };
    let done = start().and_then(|()| command.run());
    done.map_err(|failure| failure.in_json(json))
}

/// Ends an interrupted program without the tidying up of the libraries that it is linked to: a GPU may still
/// be at work, and some drivers crash when they are taken down meanwhile. All files are written by now.
fn end_at_once(code: i32) {
    let _ = io::stdout().flush();
    #[cfg(unix)]
    signal_hook::low_level::exit(code);
    #[cfg(not(unix))]
    let _ = code;
}

/// Makes a file beyond the limit of the process (`ulimit -f`) an error of the write, as a full disk is,
/// instead of the end of the process.
fn survive_file_size_limits() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag::register};
        use std::sync::{Arc, atomic::AtomicBool};
        // Nobody reads the flag. Without the handler the process ends, and the table can be resumed.
        let _ = register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

/// Ends the program: prints why a command failed, and returns the exit code.
///
/// A verdict does not depend on whether somebody reads it: only a command that has nothing else to
/// complain of fails because stdout or the log is full.
fn conclude(running: cluster::Running, outcome: Result<u8>) -> u8 {
    let outcome = match (outcome, output::failure_of_stdout()) {
        (Ok(_), Some(error)) => Err(Failure::stdout(error)),
        (outcome, _) => outcome,
    };
    match outcome {
        Err(failure) => {
            let is_interruption = failure.is_interruption();
            let code = running.end(failure.exit_code(), Some(failure));
            if is_interruption {
                end_at_once(INTERRUPTED);
            }
            code
        }
        Ok(code) => {
            log::info!("done, exit code {code}");
            let has_lost_log = code == 0 && logging::has_failed();
            running.end(if has_lost_log { LOST_LOG } else { code }, None)
        }
    }
}
