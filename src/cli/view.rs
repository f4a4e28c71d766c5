//! `grundytab view`: starts the page of a table.

use std::path::PathBuf;

use clap::Args;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::open_part;
use super::failure::{Failure, Result};
use super::language;
use super::option::option;
use super::output::print;
use super::terminal::Terminal;
use crate::view::{Kind, Server, Tables, Wanted, require_few, require_set, serve};

/// Serve a page to explore a table in a browser of this machine.
#[derive(Args)]
#[command(after_long_help = language::of_expressions())]
pub struct ViewArgs {
    /// The table. Of an unfinished table, as in wythoff.zarr.partial, the part that is stored is read.
    pub path: PathBuf,
    /// The port; by default any free one.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Draw the P-positions of this table over those of the first. Both tables have the same number of heaps; their
    /// games may differ. May be given several times.
    #[arg(long, value_name = "PATH")]
    pub with: Vec<PathBuf>,
    /// Draw the counterexamples to this claim, as in 'g <= x + y'; may be given several times. The language is
    /// described below.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub claim: Vec<String>,
    /// Draw the positions that satisfy this condition, as in 'g == 1'; may be given several times.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub list: Vec<String>,
}

impl ViewArgs {
    /// Returns what is drawn over the table at first.
    fn sets(&self) -> Result<Vec<Wanted>> {
        let path = |path: &PathBuf| match path.to_str() {
            Some(text) => Ok(Wanted { kind: Kind::With, text: text.into() }),
            None => Err(Failure::usage(
                option("--with").value(path.display()),
                "the path is no text, so that the page cannot name it",
                "give the table another name",
            )),
        };
        let typed = |kind| move |text: &String| Ok(Wanted { kind, text: text.clone() });
        let with = self.with.iter().map(path);
        let claims = self.claim.iter().map(typed(Kind::Claim));
        with.chain(claims).chain(self.list.iter().map(typed(Kind::List))).collect()
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
        require_few(sets.len())?;
        let tables = Tables::new(open_part(&self.path, flags)?);
        for set in &sets {
            require_set(&tables, set)?;
        }
        let terminal = Terminal::open(flags)?;
        if let Some(table) = tables.get(0).filter(|table| table.is_part()) {
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
        Ok(serve(&tables, &sets, &server, terminal.control())?)
    }
}
