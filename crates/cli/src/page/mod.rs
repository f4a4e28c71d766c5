//! A page to explore a table, served to the browsers of this machine alone: what `grundytab view` starts.
//!
//! The page ([`html`]) draws values itself. Viewers of images exist, but they show colours, and what a
//! researcher wants to know of a cell is its position, its value and its winning moves; they could not change
//! the palette without asking for all images again either. So the server sends values, and the page, some
//! thousand lines on a canvas, makes the colours.
//!
//! | to find out | look at |
//! |---|---|
//! | who may ask | [`guard`] |
//! | how requests come in and answers go out | [`http`], [`deadline`], [`server`] |
//! | requests | [`request`], [`dispatch`], [`answer`] |
//! | the tables that are open | [`tables`], [`service`] |
//! | how a table, its cells and a position are described | [`description`], [`cells`], [`position`], [`board`] |
//! | the nim heap beside the positions | [`subject`] |
//! | the values of a table of one heap | [`line`] |
//! | what is drawn over the table | [`set`], [`sets`] |
//! | what is shown from afar | [`overview`] |
//! | pictures of what is seen | [`figure`] |
//! | the page | [`html`], and the files in `html/` |

mod answer;
mod board;
mod cells;
mod deadline;
mod description;
mod dispatch;
mod figure;
mod guard;
mod html;
mod http;
mod line;
mod open_connections;
mod overview;
mod position;
mod request;
mod server;
mod service;
mod set;
mod sets;
mod subject;
mod tables;

use std::thread;

use grundytab::Control;
use grundytab::error::Error;
pub use server::Server;
use service::Service;
use set::Set;
pub use set::{Kind, Wanted};
use sets::Sets;
pub use tables::Tables;

/// Checks that the page of the first table can draw a set.
///
/// # Errors
/// When the set cannot be read, or is not one of such positions.
pub fn require_set(tables: &Tables, wanted: &Wanted) -> Result<(), Error> {
    Set::new(tables, 0, wanted.clone()).map(drop)
}

/// Serves the page of the first table until the control interrupts it. At first it draws `started` over the table.
///
/// # Errors
/// When no threads can be started.
pub fn serve(
    tables: &Tables,
    started: &[Wanted],
    server: &Server,
    control: Control,
) -> Result<(), rayon::ThreadPoolBuildError> {
    let (sets, searched) = Sets::new(tables);
    let (service, made) = Service::new(tables, sets, control);
    // Threads of their own, so that what is looked at need not wait for the overview.
    let making =
        rayon::ThreadPoolBuilder::new().num_threads(rayon::current_num_threads()).build()?;
    let (service, making) = (&service, &making);
    thread::scope(|scope| {
        // Where no thread can be started, what comes to the channel is said to have failed.
        let make =
            move || made.iter().for_each(|number| making.install(|| service.make_overview(number)));
        let _ = thread::Builder::new().spawn_scoped(scope, make);
        let search = move || searched.iter().for_each(|set| making.install(|| set.find()));
        let _ = thread::Builder::new().spawn_scoped(scope, search);
        server.serve(service, started);
        service.end();
    });
    Ok(())
}
