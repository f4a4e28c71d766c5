//! `grundytab completions` and `grundytab man`: what shells and `man` read, made of the command line as
//! clap knows it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap_complete::Shell;
use grundytab::version::PROGRAM;
use grundytab::wording::did_you_mean;

use super::command::{Command, Examples, Flags};
use super::failure::{Failure, Result};
use super::output::print_bytes;
use super::written_file::{STDOUT, write_file};

/// Print a script that completes commands and flags in a shell.
#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Print the manual page of the program, or of a command, or write all of them.
#[derive(Args)]
pub struct ManArgs {
    /// The command whose page it is; without it the page of the program.
    pub command: Option<String>,
    /// Write all pages into FOLDER, which exists.
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub out: Option<PathBuf>,
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
        ("man --out .", "files of all pages"),
    ];

    fn run(&self, _: &Flags) -> Result<()> {
        let mut program = super::program();
        // Only a command that was built knows how it is called within the program, grundytab-NAME.
        program.build();
        if let Some(folder) = &self.out {
            // `help` has none.
            let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
            for command in commands.chain([&program]) {
                let name = command.get_display_name().unwrap_or(NAME);
                write_file(&folder.join(format!("{name}.1")), |file| write_page(command, file))?;
            }
            return Ok(());
        }
        let command = match &self.command {
            None => &program,
            Some(name) => program.find_subcommand(name).ok_or_else(|| {
                let names: Vec<&str> =
                    program.get_subcommands().map(clap::Command::get_name).collect();
                let meant = did_you_mean(name, names.iter().copied());
                let hint = format!("{meant}it is one of {}", names.join(", "));
                Failure::usage(name, "there is no such command", &hint)
            })?,
        };
        write_file(Path::new(STDOUT), |file| write_page(command, file))
    }
}

/// Writes the page of a command, or of the program.
fn write_page(command: &clap::Command, file: &mut dyn Write) -> io::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).source(PROGRAM).render(&mut page)?;
    file.write_all(&page)
}
