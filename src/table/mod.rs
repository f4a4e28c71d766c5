//! Tables on disk: one Zarr v3 array in a directory, one chunk for each tile, many chunks in a file.
//!
//! [`TableWriter`] fills a directory `NAME.partial` next to the final path and renames it when the
//! table is complete, so that a directory with a final name always holds a whole table. The unfinished
//! table is the checkpoint from which an interrupted run is resumed ([`WriterOptions::resume`]).
//! [`TableReader`] opens any table, complete or not, and restores the plan that it was written by.
//! [`InMemoryTable`] keeps the values of a run in memory instead, to compare engines.
//!
//! | to find out | look at |
//! |---|---|
//! | what a table says of itself | `format`, `group` (many tables in one) |
//! | how a tile becomes bytes | `chunk`, `codec`, `blosc`, `bit_shuffle` |
//! | how chunks lie in files | `sharding` (which), `shard` (the bytes), `chunk_files`, `files` |
//! | how a table begins, is filled and gets its name | `begin`, `writer`, `background`, `open_shards`, `destination` |
//! | how a run goes on, and how two keep out of each other's way | `read_back`, `lock` |
//! | how values are read | `reader`, `lookup`, `scan`, `view`, `slice`, `plane`, `tile_cache`, `first` |

mod background;
mod begin;
mod bit_shuffle;
mod blosc;
mod chunk;
mod chunk_files;
mod codec;
mod destination;
mod error;
mod files;
mod first;
mod format;
mod group;
mod in_memory;
mod lock;
mod lookup;
mod open_shards;
mod plane;
mod read_back;
mod reader;
mod scan;
mod shard;
mod sharding;
mod slice;
mod tile_cache;
mod view;
mod writer;

pub(crate) use background::{BackgroundWriter, with_background_writer};
pub use begin::{Resumed, WriterOptions};
pub use codec::Codec;
pub use error::{Foreign, Obstacle, TableError};
pub(crate) use first::FirstFinding;
pub use format::{Attributes, DomainText, Interruption};
pub use group::{Member, write_group};
pub use in_memory::{Difference, InMemoryTable};
pub(crate) use lookup::Lookup;
pub use plane::PlaneTile;
pub use reader::TableReader;
pub use scan::ScanError;
pub(crate) use scan::TileScan;
pub use sharding::Sharding;
pub use view::PositionView;
pub use writer::TableWriter;

use std::io;
use std::path::Path;

/// Returns the free space of the file system that holds a folder, in bytes.
///
/// # Errors
/// When the folder cannot be looked at.
pub fn available_disk_bytes(folder: impl AsRef<Path>) -> io::Result<u64> {
    fs4::available_space(folder.as_ref())
}
