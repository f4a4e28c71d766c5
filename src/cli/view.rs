//! `grundytab view`: starts the page of a table.

use std::path::PathBuf;

use clap::Args;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::open_part;
use super::failure::{Failure, Result};
use super::language;
use super::option::option;
use super::output::print;
use super::sets::SetArgs;
use super::terminal::Terminal;
use crate::view::{Overlay, Server, serve};

/// The most bytes of tiles that the reader keeps while the page is open.
const KEPT_BYTES: u64 = 1 << 29;

/// Serve a page to explore a table in a browser of this machine.
#[derive(Args)]
#[command(after_long_help = language::of_expressions())]
pub struct ViewArgs {
    /// The table. Of an unfinished table, as in wythoff.zarr.partial, the part that is stored is read.
    pub path: PathBuf,
    /// The port; by default any free one.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    #[command(flatten)]
    pub sets: SetArgs,
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
        let table = open_part(&self.path, flags)?.keeping_at_most(KEPT_BYTES);
        if !self.sets.claim.is_empty() {
            // A claim is about all positions.
            table.require_complete()?;
        }
        let tables = self.sets.open(KEPT_BYTES)?;
        let sets = self.sets.sets(table.plan().job(), &tables)?;
        let overlays: Vec<Overlay> = sets.into_iter().map(Overlay::of).collect();
        let terminal = Terminal::open(flags)?;
        if table.is_part() {
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
        Ok(serve(&table, &tables.others()?, &overlays, &server, terminal.control())?)
    }
}
