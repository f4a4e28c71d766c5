//! `grundytab completions` and `grundytab man`: what shells and `man` read, made of the command line as
//! clap knows it.

use grundytab::did_you_mean;
use std::io::Write as _;

use clap::{Args, Command};
use clap_complete::Shell;

use super::failure::{Failure, Result};
use super::output::print_bytes;

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

#[derive(Args)]
pub struct ManArgs {
    /// The command whose page it is; without it the page of the program.
    pub command: Option<String>,
}

const NAME: &str = "grundytab";
const VERSION: &str = concat!("grundytab ", env!("CARGO_PKG_VERSION"));

pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, NAME, &mut script);
    print_bytes(&script);
    Ok(())
}

pub fn man(args: &ManArgs, mut program: Command) -> Result<()> {
    // Only a command that was built knows how it is called within the program.
    program.build();
    let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let command = match &args.command {
        None => program.clone(),
        Some(name) => {
            // It is called grundytab-NAME, since the program was built.
            program.find_subcommand(name).cloned().ok_or_else(|| {
                let meant = did_you_mean(name, names.iter().copied());
                let hint = format!("{meant}it is one of {}", names.join(", "));
                Failure::usage(name, "there is no such command", &hint)
            })?
        }
    };
    let mut page = Vec::new();
    let rendered = clap_mangen::Man::new(command)
        .source(VERSION)
        .render(&mut page)
        .and_then(|()| page.flush());
    rendered.map_err(|error| Failure::check(format!("the page cannot be made: {error}")))?;
    print_bytes(&page);
    Ok(())
}
