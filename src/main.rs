//! The program `grundytab`.

use std::process::ExitCode;

fn main() -> ExitCode {
    grundytab::cli::share_heap_where_addresses_are_few();
    grundytab::cli::main(std::env::args_os()).into()
}
