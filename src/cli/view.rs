//! `grundytab view`: starts the page of a table.

use std::path::PathBuf;

use clap::Args;
use grundytab::Job;
use grundytab::table::TableReader;

use super::command::{Command, Examples, Flag, Flags};
use super::conditions::open_part;
use super::failure::{Failure, Result};
use super::language;
use super::option::option;
use super::output::print;
use super::terminal::Terminal;
use crate::view::{Overlay, Server, require_few, serve};

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
    /// Reads what is drawn over the table.
    fn overlays(&self, job: &Job) -> Result<Vec<Overlay>> {
        require_few(self.with.len() + self.claim.len() + self.list.len())?;
        let mut all = Vec::new();
        for path in &self.with {
            let other = TableReader::open(path)?.keeping_at_most(KEPT_BYTES);
            all.push(Overlay::p_positions(other, job)?);
        }
        let counterexamples = self.claim.iter().map(|claim| Overlay::counterexamples(claim, job));
        let listed = self.list.iter().map(|condition| Overlay::list(condition, job));
        for overlay in counterexamples.chain(listed) {
            all.push(overlay?);
        }
        Ok(all)
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
        let table = open_part(&self.path, flags)?.keeping_at_most(KEPT_BYTES);
        if !self.claim.is_empty() {
            // A claim is about all positions.
            table.require_complete()?;
        }
        let overlays = self.overlays(table.plan().job())?;
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
        Ok(serve(&table, &overlays, &server, terminal.control())?)
    }
}
