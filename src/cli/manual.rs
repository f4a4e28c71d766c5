//! `grundytab completions` and `grundytab man`: what shells and `man` read, made of the command line as
//! clap knows it.

use std::io::Write as _;

use clap::Args;
use clap_complete::Shell;
use grundytab::did_you_mean;
use grundytab::version::PROGRAM;

use super::command::{Command, Examples, Flags};
use super::failure::{Failure, Result};
use super::output::print_bytes;

/// Print a script that completes commands and flags in a shell.
#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Print the manual page of the program, or of a command.
#[derive(Args)]
pub struct ManArgs {
    /// The command whose page it is; without it the page of the program.
    pub command: Option<String>,
}

const NAME: &str = "grundytab";

impl Command for CompletionsArgs {
    const NAME: &'static str = "completions";
    const EXAMPLES: Examples = &[(
        "completions bash > grundytab.bash",
        "a file to source, or to put where bash looks for completions",
    )];

    fn run(&self, _: &Flags) -> Result<()> {
        let mut program = super::program();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, NAME, &mut script);
        print_bytes(&script);
        Ok(())
    }
}

impl Command for ManArgs {
    const NAME: &'static str = "man";
    const EXAMPLES: Examples = &[
        ("man > grundytab.1", "the page of the program"),
        ("man tabulate > grundytab-tabulate.1", "the page of a command"),
    ];

    fn run(&self, _: &Flags) -> Result<()> {
        let mut program = super::program();
        // Only a command that was built knows how it is called within the program.
        program.build();
        let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        let command = match &self.command {
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
            .source(PROGRAM)
            .render(&mut page)
            .and_then(|()| page.flush());
        rendered.map_err(|error| Failure::check(format!("the page cannot be made: {error}")))?;
        print_bytes(&page);
        Ok(())
    }
}
