//! Tables on disk: a Zarr v3 group with one array, one chunk for each tile, many chunks in a file.
//!
//! [`TableWriter`] fills a directory `NAME.partial` next to the final path and renames it when the
//! table is complete, so that a directory with a final name always holds a whole table. The unfinished
//! table is the checkpoint from which an interrupted run is resumed ([`WriterOptions::resume`]).
//! [`TableReader`] opens any table, complete or not, and restores the plan that it was written by.
//! [`InMemoryTable`](crate::InMemoryTable) keeps the values of a run in memory instead, to compare engines.
//!
//! | to find out | look at |
//! |---|---|
//! | where the array of a table lies | `layout`; `root` for other readers; `group` of many tables in one, `members` lists them |
//! | what a table says of itself | `format` |
//! | how the values of a tile become bytes | `encoding/` |
//! | how files are written whole, how chunks lie in files and in shards | `storage/` |
//! | how a table begins, is filled and gets its name; how a run goes on, and how two keep out of each other's way | `writing/` |
//! | how values are read: one, a slice, a plane, all | `reading/` |
//! | how a table looks from afar | `overview/` |
//! | which names files of the program have, and which those of other programs | `names`, `other_format` |

mod encoding;
mod error;
mod format;
mod group;
pub(crate) mod in_memory;
mod layout;
mod members;
mod names;
mod other_format;
mod overview;
mod reading;
mod root;
mod storage;
mod writing;

pub use encoding::codec::Codec;
pub use error::{Foreign, Obstacle, TableError};
pub use format::{Attributes, ComparedTables, Interruption};
pub use group::{Member, write_group};
#[cfg(test)]
pub(crate) use in_memory::InMemoryTable;
pub use members::tables_of_group;
pub use names::reserved_for;
pub use other_format::OtherFormat;
pub use overview::{Channel, Overview};
pub use reading::counted::{Counted, WithoutValue};
pub use reading::first::FirstFindings;
pub use reading::grundy_values::GrundyValues;
pub use reading::lookup::Lookup;
pub use reading::others::OtherTables;
pub use reading::others::PARTNER;
pub use reading::pass::{AnyPass, Pass, Running, Selection, TileInHand};
pub use reading::plane::PlaneTile;
pub use reading::reader::TableReader;
pub(crate) use reading::tile_cache::Tiles;
pub use reading::view::PositionView;
pub use reading::view::{Block, Source, Views};
pub use storage::files::has_other_names;
pub use storage::sharding::Sharding;
pub use storage::whole_file::WholeFile;
pub(crate) use writing::background::{BackgroundWriter, with_background_writer};
pub use writing::begin::{Resumed, WriterOptions};
pub use writing::destination::check_final;
pub use writing::destination::check_outside_tables;
pub use writing::destination::remove_unfinished;
pub use writing::destination::table_path;
pub use writing::writer::TableWriter;

use std::io;
use std::path::Path;

/// Returns the free space of the file system that holds a folder, in bytes.
///
/// # Errors
/// When the folder cannot be looked at.
pub fn available_disk_bytes(folder: impl AsRef<Path>) -> io::Result<u64> {
    fs4::available_space(folder.as_ref())
}
