//! The program `grundytab`.

use std::process::ExitCode;

use grundytab_cli::commands::Program;

fn main() -> ExitCode {
    grundytab_cli::commands::share_heap_where_addresses_are_few();
    if let Ok(path) = std::env::current_exe() {
        grundytab_cli::commands::starts_as(Program { path, arguments: Vec::new() });
    }
    grundytab_cli::commands::main(std::env::args_os()).into()
}
