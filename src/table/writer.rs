//! The writer: nothing unfinished ever has the name of a finished file or table.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zarrs::array::{Array, ArrayBytes, ArrayMetadata, ArrayToBytesCodecTraits, CodecOptions};
use zarrs::filesystem::FilesystemStore;

use super::codec::Codec;
use super::destination::{self, TEMPORARY};
use super::error::TableError;
use super::format::{Attributes, METADATA_FILE, metadata};
use crate::analysis::Statistics;
use crate::domain::tiling::Tile;
use crate::engine::Engine;
use crate::plan::Plan;

/// A table that is being written, in a directory next to its final path.
#[derive(Debug)]
pub struct TableWriter {
    path: PathBuf,
    partial: PathBuf,
    overwrite: bool,
    plan: Plan,
    codec: Codec,
    attributes: Attributes,
    array: Array<FilesystemStore>,
    /// Keeps other runs away from the directory, as long as the file is open.
    lock: File,
}

/// How a table is to be written, see [`TableWriter::options`].
#[derive(Debug, Clone)]
#[must_use]
pub struct WriterOptions<'a> {
    plan: &'a Plan,
    codec: Codec,
    engine: String,
    adapter: Option<String>,
    overwrite: bool,
}

impl<'a> WriterOptions<'a> {
    /// Sets how chunks are compressed. The default is [`Codec::Zstd`].
    pub fn codec(self, codec: Codec) -> Self {
        WriterOptions { codec, ..self }
    }

    /// Sets the engine, and its adapter, that the table names as those that computed it. The default
    /// is the engine that [`tabulate`](fn@crate::tabulate) runs.
    pub fn engine(self, engine: &dyn Engine) -> Self {
        WriterOptions { engine: engine.kind().to_string(), adapter: engine.adapter(), ..self }
    }

    /// Sets whether a table at the path and the unfinished table of an interrupted run are replaced.
    /// By default they are not. A table is replaced only when the new one is complete.
    pub fn overwrite(self, overwrite: bool) -> Self {
        WriterOptions { overwrite, ..self }
    }

    /// Begins a table at `path`: makes the directory `path` + `.partial` with the metadata of an
    /// incomplete table.
    ///
    /// # Errors
    /// [`TableError::Destination`] when something stands in the way that may not be replaced; else
    /// on I/O errors.
    pub fn create(self, path: impl AsRef<Path>) -> Result<TableWriter, TableError> {
        let path = destination::table_path(path.as_ref())?;
        let partial = with_suffix(&path, ".partial");
        destination::check_final(&path, self.overwrite)?;
        destination::check_replaced(&with_suffix(&path, REPLACED))?;
        destination::clear_partial(&partial, self.overwrite)?;
        let attributes = Attributes::of_unfinished(self.plan.job(), self.engine, self.adapter);
        let document = metadata(self.plan, self.codec, &attributes);
        let internal = |error: String| TableError::not_a_table(&path, error);
        let parsed: ArrayMetadata =
            serde_json::from_value(document).map_err(|error| internal(error.to_string()))?;
        let store = FilesystemStore::new(&partial).map_err(|error| internal(error.to_string()))?;
        let array = Array::new_with_metadata(Arc::new(store), "/", parsed)
            .map_err(|error| internal(error.to_string()))?;
        fs::create_dir(&partial).map_err(TableError::io(&partial, "create the directory"))?;
        let lock = destination::lock(&partial)?;
        let (plan, codec, overwrite) = (self.plan.clone(), self.codec, self.overwrite);
        let writer = TableWriter { path, partial, overwrite, plan, codec, attributes, array, lock };
        writer.store_metadata()?;
        Ok(writer)
    }
}

/// What an unfinished table names as its engine until the engine is known.
const UNSPECIFIED: &str = "unspecified";
/// The end of the name that a replaced table has until the new one has its name.
const REPLACED: &str = ".replaced";

impl TableWriter {
    /// Returns options for a table of this plan: zstd, nothing is replaced.
    ///
    /// ```
    /// use grundytab::engine::cpu::CpuEngine;
    /// use grundytab::table::{Codec, TableWriter};
    /// # use grundytab::Plan;
    /// # let plan = Plan::parse("wythoff", "20x30", "grundy")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// let writer = TableWriter::options(&plan)
    ///     .codec(Codec::None)
    ///     .engine(&CpuEngine)
    ///     .overwrite(true)
    ///     .create(&path)?;
    /// # drop(writer);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options(plan: &Plan) -> WriterOptions<'_> {
        let engine = UNSPECIFIED.to_owned();
        WriterOptions { plan, codec: Codec::default(), engine, adapter: None, overwrite: false }
    }

    /// Returns the plan that the table is written by.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Records the engine that computes the table, unless the options have named one.
    pub(crate) fn computed_by(mut self, engine: &dyn Engine) -> Self {
        if self.attributes.engine == UNSPECIFIED {
            self.attributes.engine = engine.kind().to_string();
            self.attributes.adapter = engine.adapter();
        }
        self
    }

    /// Returns the path of the table until it is finished.
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

    /// Marks the table as complete, records its totals, and gives it its final name.
    ///
    /// # Errors
    /// On I/O errors; the table then keeps its unfinished name, and the table that it should replace
    /// stays too.
    pub fn finish(mut self, totals: Statistics) -> Result<(), TableError> {
        self.attributes.complete = true;
        self.attributes.totals = Some(totals);
        self.store_metadata()?;
        // Something that is no table may have appeared at the path in the meantime.
        destination::check_final(&self.path, self.overwrite)?;
        destination::unlock(self.lock, &self.partial)?;
        let attempt = "give the table its final name";
        if !self.path.exists() {
            return fs::rename(&self.partial, &self.path)
                .map_err(TableError::io(&self.partial, attempt));
        }
        let replaced = with_suffix(&self.path, REPLACED);
        fs::rename(&self.path, &replaced).map_err(TableError::io(&self.path, attempt))?;
        fs::rename(&self.partial, &self.path)
            // The old table gets its name back; if even that fails, it keeps the other one.
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

/// Writes a file of the table in `root` under a temporary name and renames it, so that it has its
/// name only when it is whole. Makes the folders it needs below `root`, but never `root` itself: if
/// that is gone, someone has removed the table.
fn write_whole(root: &Path, key: &str, bytes: &[u8]) -> Result<(), TableError> {
    let path = root.join(key);
    let temporary = with_suffix(&path, TEMPORARY);
    let written = match fs::write(&temporary, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create_folders(root, key).and_then(|()| fs::write(&temporary, bytes))
        }
        other => other,
    };
    written
        .and_then(|()| fs::rename(&temporary, &path))
        // The error of the write is the one to report, whether or not this succeeds.
        .inspect_err(|_| drop(fs::remove_file(&temporary)))
        .map_err(TableError::io(&path, "write the file"))
}

/// Makes the folders between `root` and the file `root`/`key`.
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

/// Returns the path whose last name has this suffix too.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
