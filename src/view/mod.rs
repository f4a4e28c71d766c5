//! A page to explore a table, served to the browsers of this machine alone: what `grundytab view` starts.
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
//! | requests | [`request`], [`dispatch`], [`answer`] |
//! | how a table, its cells and a position are described | [`description`], [`cells`], [`position`], [`board`] |
//! | the values of a table of one heap | [`line`] |
//! | what is drawn over the table | [`overlays`] |
//! | what is shown from afar | [`overview`] |
//! | the page | [`page`], and the files in `page/` |

mod answer;
mod board;
mod cells;
mod deadline;
mod description;
mod dispatch;
mod guard;
mod http;
mod line;
mod overlays;
mod overview;
mod page;
mod position;
mod request;
mod server;
mod subject;

use std::thread;

use crate::Control;
use crate::table::{OtherTables, TableReader};
pub use overlays::Overlay;
use overview::Overview;
pub use server::Server;
use subject::Subject;

/// Serves the page of a table until the control interrupts it. Overlays may read other tables.
///
/// # Errors
/// When no threads can be started.
pub fn serve(
    table: &TableReader,
    others: &OtherTables,
    overlays: &[Overlay],
    server: &Server,
    control: Control,
) -> Result<(), rayon::ThreadPoolBuildError> {
    let overview = Overview::of(table);
    // Threads of their own, so that what is looked at need not wait for the overview.
    let making =
        rayon::ThreadPoolBuilder::new().num_threads(rayon::current_num_threads()).build()?;
    thread::scope(|scope| {
        if let Some(overview) = &overview {
            let make = || making.install(|| overview.make(&control));
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, make) {
                overview.fail(format!("no thread can be started: {error}"));
            }
        }
        let find = || {
            for overlay in overlays {
                making.install(|| overlay.find(table, others, &control));
            }
        };
        if let Err(error) = thread::Builder::new().spawn_scoped(scope, find) {
            overlays.iter().for_each(|overlay| overlay.fail(format!("no thread starts: {error}")));
        }
        server.serve(&Subject { table, overview: overview.as_ref(), overlays, control });
    });
    Ok(())
}
