//! The command line program: parses, runs, maps the outcome to an exit code.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    let outcome = cli::parse().and_then(|command| cli::run(&command));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            cli::print_error(&error);
            cli::exit_code(&error)
        }
    }
}
