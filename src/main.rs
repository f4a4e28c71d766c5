//! The program `grundytab`.

use std::process::ExitCode;

fn main() -> ExitCode {
    grundytab::cli::main(std::env::args_os()).into()
}
