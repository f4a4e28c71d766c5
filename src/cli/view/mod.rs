//! `grundytab view`: a page to explore a table, served to the browsers of this machine alone.
//!
//! The page ([`page`]) draws values itself. Viewers of images exist, but they show colours, and what a
//! researcher wants to know of a cell is its position, its value and its winning moves; they could not change
//! the palette without asking for all images again either. So the server sends values, and the page, some
//! hundred lines on a canvas, makes the colours.
//!
//! | to find out | look at |
//! |---|---|
//! | who may ask | [`guard`] |
//! | how requests come in and answers go out | [`http`], [`deadline`], [`server`] |
//! | what can be asked | [`request`], [`dispatch`], [`answer`] |
//! | how a table, its cells and a position are described | [`description`], [`cells`], [`position`] |
//! | what is shown from afar | [`overview`] |
//! | the page | [`page`], and the files in `page/` |

mod answer;
mod cells;
mod deadline;
mod description;
mod dispatch;
mod guard;
mod http;
mod overview;
mod page;
mod position;
mod request;
mod server;
mod subject;

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;
use grundytab::Control;
use grundytab::table::TableReader;

use super::failure::{Failure, Result};
use super::output::{note, print};
use super::{interrupt_flag, use_threads, values};
use overview::{Overview, OverviewArg};
use server::Server;
use subject::Subject;

/// The most bytes of tiles that the reader keeps while the page is open.
const KEPT_BYTES: u64 = 1 << 29;

/// How long is waited until it is looked again whether an overview is to be made.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Args)]
pub struct ViewArgs {
    /// The table, of two or three heaps.
    pub path: PathBuf,
    /// The port; by default one that is free.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Whether pixels of many cells are made once and stored beside the table, as NAME.overview.zarr: for
    /// tables of more than 67 million positions, always or never.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = OverviewArg::Auto)]
    pub overview: OverviewArg,
    /// Threads; all cores by default.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_hyphen_values = true)]
    pub threads: Option<u32>,
    /// Print no notes.
    #[arg(long)]
    pub quiet: bool,
}

/// Serves the page until ctrl-C, which is how it is meant to end: that is a success.
pub fn run(args: &ViewArgs) -> Result<()> {
    use_threads(args.threads)?;
    let table = TableReader::open(&args.path)?.keeping_at_most(KEPT_BYTES);
    table.require_complete()?;
    let domain = table.plan().job().domain();
    if domain.heaps() == 1 {
        let path = args.path.display();
        return Err(Failure::usage(
            path.to_string(),
            "it is a table of one heap, a line that the page does not show",
            &format!(
                "print its values by `grundytab list {path}`, or plot them by `grundytab analyze {path} --plot line.svg`"
            ),
        ));
    }
    if domain.heaps() > 3 {
        return Err(Failure::usage(
            args.path.display(),
            "it is a table of four heaps, whose planes the page does not show",
            "draw one by `grundytab render --plane z=5,w=1`",
        ));
    }
    let interrupt = interrupt_flag()?;
    let server = Server::start(args.port)?;
    let overview = Overview::open(&table, args.overview, args.quiet);
    // Threads of their own, so that what is looked at need not wait for the overview.
    let making =
        rayon::ThreadPoolBuilder::new().num_threads(rayon::current_num_threads()).build()?;
    let control = Control::default().interrupted_by(&interrupt);
    print(server.address());
    note(args.quiet, "open this address in a browser of this machine; ctrl-C ends the page");
    thread::scope(|scope| {
        if let Some(overview) = &overview {
            let make = || {
                while !control.is_interrupted() {
                    if overview.is_in_the_making() {
                        making.install(|| overview.make(&control));
                    }
                    // It is made anew if it turns out to be damaged.
                    thread::sleep(PAUSE);
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, make) {
                overview.fail(format!("no thread can be started: {error}"));
            }
        }
        server.serve(&Subject { table: &table, overview: overview.as_ref(), control }, &interrupt);
    });
    Ok(())
}
