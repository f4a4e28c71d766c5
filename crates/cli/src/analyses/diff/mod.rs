//! Differences: where two tables have different values, over the positions that both have.
//!
//! The tables may be of different games, domains, play conventions and tilings: from where on do these games
//! differ? What is compared are their values, if both tables hold the same quantity, or their outcomes:
//! whether a position is a P-position.
//!
//! A difference can be stored ([`store`]) as a table of true and false, true where the tables differ. It is a
//! Zarr array as any other table, of the first table's game on the common domain, and says in its attributes
//! what was compared ([`ComparedTables`](grundytab::table::ComparedTables)). Since its values are not those of any game,
//! [`TableReader::open`](grundytab::table::TableReader::open) refuses it, so that nobody verifies it, asks it for
//! winning moves or takes its trues for P-positions;
//! [`TableReader::open_any`](grundytab::table::TableReader::open_any) opens it for pictures and exports.

mod common;
mod compare;
mod store;

pub use common::Comparison;
pub use compare::{DiffReport, compare};
pub use store::store;
