//! Writing a table, so that nothing half-written ever stands under a final name.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zarrs::array::{Array, ArrayBytes, ArrayMetadata, ArrayToBytesCodecTraits, CodecOptions};
use zarrs::filesystem::FilesystemStore;

use super::format::{Attributes, Codec, METADATA_FILE, metadata};
use super::{TableError, destination};
use crate::analysis::Statistics;
use crate::domain::tiling::Tile;
use crate::engine::EngineKind;
use crate::plan::Plan;

/// A table in the making, in a directory beside its final path.
#[derive(Debug)]
pub struct TableWriter {
    path: PathBuf,
    partial: PathBuf,
    overwrite: bool,
    plan: Plan,
    codec: Codec,
    attributes: Attributes,
    array: Array<FilesystemStore>,
    /// Keeps other runs away from the partial directory, as long as it is open.
    lock: File,
}

impl TableWriter {
    /// Begins a table at `path`: makes the directory `path` + `.partial` with the metadata of an
    /// incomplete table. With `overwrite`, what an interrupted run has left there is replaced, and
    /// the table at `path` too, but that only when the new one is complete.
    ///
    /// # Errors
    /// When something stands in the way that may not be replaced, or on I/O errors.
    pub fn create(
        path: &Path,
        plan: &Plan,
        codec: Codec,
        engine: EngineKind,
        adapter: Option<String>,
        overwrite: bool,
    ) -> Result<Self, TableError> {
        let path = destination::table_path(path)?;
        let partial = with_suffix(&path, ".partial");
        destination::check_final(&path, overwrite)?;
        destination::check_replaced(&with_suffix(&path, ".replaced"))?;
        destination::clear_partial(&partial, overwrite)?;
        let attributes = Attributes::of_unfinished(plan.job(), engine, adapter);
        let document = metadata(plan, codec, &attributes);
        let internal = |error: String| TableError::not_a_table(&path, error);
        let parsed: ArrayMetadata =
            serde_json::from_value(document).map_err(|error| internal(error.to_string()))?;
        let store = FilesystemStore::new(&partial).map_err(|error| internal(error.to_string()))?;
        let array = Array::new_with_metadata(Arc::new(store), "/", parsed)
            .map_err(|error| internal(error.to_string()))?;
        fs::create_dir(&partial).map_err(TableError::io(&partial, "create the directory"))?;
        let lock = destination::lock(&partial)?;
        let plan = plan.clone();
        let writer = TableWriter { path, partial, overwrite, plan, codec, attributes, array, lock };
        writer.store_metadata()?;
        Ok(writer)
    }

    /// Returns the plan that the table is written by.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where the table is until it is finished.
    pub fn partial_path(&self) -> &Path {
        &self.partial
    }

    /// Stores a tile as a chunk; returns its size on disk in bytes. May be called from several
    /// threads.
    ///
    /// # Errors
    /// On I/O errors; a chunk that could not be written whole is not there at all.
    pub fn store(&self, tile: &Tile) -> Result<u64, TableError> {
        let heaps = self.plan.job().domain().heaps();
        let index: Vec<u64> = tile.index.unpadded(heaps).iter().map(|&i| i.into()).collect();
        let key = self.array.chunk_key(&index);
        let damaged = |reason: String| TableError::Damaged {
            path: self.path.clone(),
            chunk: key.to_string(),
            reason,
        };
        let shape = self.array.chunk_shape(&index).map_err(|error| damaged(error.to_string()))?;
        let encoded = self
            .array
            .codecs()
            .encode(
                ArrayBytes::new_flen(tile.values.bytes()),
                &shape,
                self.array.data_type(),
                self.array.fill_value(),
                &CodecOptions::default().with_concurrent_target(1),
            )
            .map_err(|error| damaged(error.to_string()))?;
        write_whole(&self.partial, key.as_str(), &encoded)?;
        Ok(encoded.len() as u64)
    }

    /// Marks the table complete, with its totals, and gives it its final name.
    ///
    /// # Errors
    /// On I/O errors; the table then stays where it is, and what it should replace stays too.
    pub fn finish(mut self, totals: Statistics) -> Result<(), TableError> {
        self.attributes.complete = true;
        self.attributes.totals = Some(totals);
        self.store_metadata()?;
        // What appeared at the path in the meantime is not ours to replace.
        destination::check_final(&self.path, self.overwrite)?;
        destination::unlock(self.lock, &self.partial)?;
        let attempt = "give the table its final name";
        if !self.path.exists() {
            return fs::rename(&self.partial, &self.path)
                .map_err(TableError::io(&self.partial, attempt));
        }
        let replaced = with_suffix(&self.path, ".replaced");
        fs::rename(&self.path, &replaced).map_err(TableError::io(&self.path, attempt))?;
        fs::rename(&self.partial, &self.path)
            // The old table goes back to its place; if even that fails, it is kept where it is.
            .inspect_err(|_| drop(fs::rename(&replaced, &self.path)))
            .map_err(TableError::io(&self.partial, attempt))?;
        destination::remove_table(&replaced)
    }

    fn store_metadata(&self) -> Result<(), TableError> {
        let document = metadata(&self.plan, self.codec, &self.attributes);
        let text = format!("{document:#}\n");
        write_whole(&self.partial, METADATA_FILE, text.as_bytes())
    }
}

/// Writes a file of the table in `root` under a temporary name and renames it, so that it appears
/// only when whole. Makes the folders it needs below `root`, but never `root` itself: if that is
/// gone, someone has removed the table.
fn write_whole(root: &Path, key: &str, bytes: &[u8]) -> Result<(), TableError> {
    let path = root.join(key);
    let temporary = with_suffix(&path, ".tmp");
    let written = match fs::write(&temporary, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create_folders(root, key).and_then(|()| fs::write(&temporary, bytes))
        }
        other => other,
    };
    written
        .and_then(|()| fs::rename(&temporary, &path))
        // The write has failed already; the leftover is removed if that is possible.
        .inspect_err(|_| drop(fs::remove_file(&temporary)))
        .map_err(TableError::io(&path, "write the file"))
}

/// Makes the folders of `root`/`key` that are below `root`.
fn create_folders(root: &Path, key: &str) -> io::Result<()> {
    let mut folder = root.to_owned();
    for name in Path::new(key).parent().into_iter().flatten() {
        folder.push(name);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
