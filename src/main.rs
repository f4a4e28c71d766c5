//! The program `grundytab`.

use std::process::ExitCode;

use grundytab::cli::Program;

fn main() -> ExitCode {
    grundytab::cli::share_heap_where_addresses_are_few();
    if let Ok(path) = std::env::current_exe() {
        grundytab::cli::starts_as(Program { path, arguments: Vec::new() });
    }
    grundytab::cli::main(std::env::args_os()).into()
}
