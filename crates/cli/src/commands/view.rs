//! `grundytab view`: starts the page of a table.

use std::path::PathBuf;

use clap::Args;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::open_part;
use super::failure::{Failure, Result};
use super::game_or_table::GameArgs;
use super::language;
use super::option::option;
use super::output::print;
use super::sets::SetArgs;
use super::terminal::Terminal;
use crate::figures::picture::require_few_sets;
use crate::page::{Kind, Server, Tables, Wanted, require_set, serve};

/// Serve a page to explore a table in a browser of this machine.
#[derive(Args)]
#[command(after_long_help = language::of_expressions())]
pub struct ViewArgs {
    /// The table, or a game, as in wythoff, which is tabulated in memory. Of an unfinished table, as in
    /// wythoff.zarr.partial, the part that is stored is read.
    pub path: PathBuf,
    /// The port; by default any free one.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    #[command(flatten)]
    pub sets: SetArgs,
    #[command(flatten)]
    pub game: GameArgs,
}

impl ViewArgs {
    /// Returns what is drawn over the table at first.
    fn sets(&self) -> Result<Vec<Wanted>> {
        let SetArgs { with, claim, list } = &self.sets;
        let path = |path: &PathBuf| match path.to_str() {
            Some(text) => Ok(Wanted { kind: Kind::With, text: text.into() }),
            None => Err(Failure::usage(
                option("--with").value(path.display()),
                "the path is no text, so that the page cannot name it",
                "give the table another name",
            )),
        };
        let typed = |kind| move |text: &String| Ok(Wanted { kind, text: text.clone() });
        let expressions =
            claim.iter().map(typed(Kind::Claim)).chain(list.iter().map(typed(Kind::List)));
        with.iter().map(path).chain(expressions).collect()
    }
}

impl Command for ViewArgs {
    const NAME: &'static str = "view";
    const FLAGS: &'static [Flag] = &[Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("view wythoff.zarr", "a page in the browser, until ctrl-C"),
        ("view wythoff.zarr --list 'g == 1'", "the positions with the value 1 are marked"),
    ];

    /// Serves the page until ctrl-C, which is how it is meant to end: that is a success.
    fn run(&self, flags: &Flags) -> Result<()> {
        let sets = self.sets()?;
        require_few_sets(sets.len())?;
        let tables = Tables::new(open_part((&self.path, &[]), &self.game, flags)?);
        for set in &sets {
            require_set(&tables, set)?;
        }
        let terminal = Terminal::open(flags)?;
        if let Ok(table) = tables.get(0)
            && table.is_part()
        {
            // The colours are those of the values that are there.
            terminal.with_bar(table.positions_there(), |control| table.add_up(control))?;
        }
        let server = Server::start(self.port).map_err(|error| {
            let port = self.port;
            Failure::system(format!(
                "the page cannot be served at port {port}: {error}; choose another with {}",
                option("--port")
            ))
        })?;
        print(server.address());
        terminal.note("open this address in a browser of this machine; ctrl-C ends the page");
        serve(&tables, &sets, &server, terminal.control())
            .map_err(|error| Failure::threads("the threads", error))
    }
}
