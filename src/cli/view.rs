//! `grundytab view`: starts the page of a table.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use grundytab::table::TableReader;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, Result};
use super::output::print;
use super::terminal::Terminal;
use crate::view::{Server, WhenStored, serve};

/// The most bytes of tiles that the reader keeps while the page is open.
const KEPT_BYTES: u64 = 1 << 29;

/// Serve a page to explore a table in a browser of this machine.
#[derive(Args)]
pub struct ViewArgs {
    /// The table, of two or three heaps.
    pub path: PathBuf,
    /// The port; by default any free one.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Whether to store an overview for zooming out, NAME.overview.zarr, in the folder of the table: for
    /// tables of more than 67 million positions, always or never.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub overview: When,
}

/// Whether an overview is made.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// For large tables.
    Auto,
    /// For all tables of two heaps.
    Always,
    /// Store none.
    Never,
}

impl Command for ViewArgs {
    const NAME: &'static str = "view";
    const FLAGS: &'static [Flag] = &[Flag::Quiet, Flag::Threads];
    const EXAMPLES: Examples = &[("view wythoff.zarr", "a page in the browser, until ctrl-C")];

    /// Serves the page until ctrl-C, which is how it is meant to end: that is a success.
    fn run(&self, flags: &Flags) -> Result<()> {
        let table = TableReader::open(&self.path)?.keeping_at_most(KEPT_BYTES);
        table.require_complete()?;
        let domain = table.plan().job().domain();
        if domain.heaps() == 1 {
            let path = self.path.display();
            return Err(Failure::usage(
                path.to_string(),
                "it is a table of one heap, which the page does not show",
                &format!(
                    "print its values by `grundytab list {path}`, or plot them by `grundytab analyze {path} --plot line.svg`"
                ),
            ));
        }
        if domain.heaps() > 3 {
            return Err(Failure::usage(
                self.path.display(),
                "it is a table of four heaps, which the page does not show",
                "draw one by `grundytab render --plane z=5,w=1`",
            ));
        }
        let terminal = Terminal::open(flags)?;
        let server = Server::start(self.port).map_err(|error| {
            let port = self.port;
            Failure::system(format!(
                "the page cannot be served at port {port}: {error}; choose another with --port"
            ))
        })?;
        print(server.address());
        terminal.note("open this address in a browser of this machine; ctrl-C ends the page");
        let stored = match self.overview {
            When::Auto => WhenStored::IfLarge,
            When::Always => WhenStored::Always,
            When::Never => WhenStored::Never,
        };
        Ok(serve(&table, &server, stored, terminal.control(), &|text| terminal.note(text))?)
    }
}
