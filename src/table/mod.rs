//! Tables on disk: one Zarr v3 array in a directory, one chunk per tile.
//!
//! [`TableWriter`] fills a directory `NAME.partial` beside the final path and renames it when the
//! table is complete, so that what stands under the final name is always whole. [`TableReader`]
//! opens any table, complete or not, and knows the plan that it was written by.

mod background;
mod destination;
mod error;
mod format;
mod in_memory;
mod reader;
mod stored;
mod writer;

pub(crate) use background::{Storing, beside as store_beside};
pub use error::TableError;
pub use format::{Attributes, Codec};
pub use in_memory::{Difference, InMemoryTable};
pub use reader::TableReader;
pub(crate) use stored::{Lookup, StoredValues};
pub use writer::TableWriter;

use std::io;
use std::path::Path;

/// Free space of the file system that holds the folder, in bytes.
///
/// # Errors
/// When the folder cannot be looked at.
pub fn available_disk_bytes(folder: &Path) -> io::Result<u64> {
    fs4::available_space(folder)
}
