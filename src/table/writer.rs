//! Writing a table, so that nothing half-written ever stands under a final name.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zarrs::array::{Array, ArrayBytes, ArrayMetadata, ArrayToBytesCodecTraits, CodecOptions};
use zarrs::filesystem::FilesystemStore;

use super::TableError;
use super::format::{Attributes, CHUNK_DIRECTORY, Codec, METADATA_FILE, metadata};
use crate::domain::MAX_HEAPS;
use crate::domain::tiling::Tile;
use crate::engine::EngineKind;
use crate::plan::Plan;
use crate::statistics::Statistics;

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
}

impl TableWriter {
    /// Begins a table at `path`: makes the directory `path` + `.partial` with the metadata of an
    /// incomplete table. With `overwrite`, tables at both paths are replaced, the one at `path`
    /// only when the new one is complete.
    ///
    /// # Errors
    /// When something stands at either path that may not be replaced, or on I/O errors.
    pub fn create(
        path: &Path,
        plan: &Plan,
        codec: Codec,
        engine: EngineKind,
        adapter: Option<String>,
        overwrite: bool,
    ) -> Result<Self, TableError> {
        let partial = partial_path(path)?;
        check_vacant(path, overwrite)?;
        check_vacant(&partial, overwrite)?;
        if partial.exists() {
            remove_table(&partial)?;
        }
        let attributes = Attributes::of_unfinished(plan.job(), engine, adapter);
        let document = metadata(plan, codec, &attributes);
        let internal = |error: String| TableError::not_a_table(path, error);
        let parsed: ArrayMetadata =
            serde_json::from_value(document).map_err(|error| internal(error.to_string()))?;
        let store = FilesystemStore::new(&partial).map_err(|error| internal(error.to_string()))?;
        let array = Array::new_with_metadata(Arc::new(store), "/", parsed)
            .map_err(|error| internal(error.to_string()))?;
        fs::create_dir(&partial).map_err(TableError::io(&partial, "create the directory"))?;
        let writer = TableWriter {
            path: path.to_owned(),
            partial,
            overwrite,
            plan: plan.clone(),
            codec,
            attributes,
            array,
        };
        writer.store_metadata()?;
        Ok(writer)
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
        let index: Vec<u64> = tile.index[MAX_HEAPS - heaps..].iter().map(|&i| i.into()).collect();
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
        write_whole(&self.partial.join(key.as_str()), &encoded)?;
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
        check_vacant(&self.path, self.overwrite)?;
        let replaced = with_suffix(&self.path, ".replaced");
        let rename = |from: &Path, to: &Path| {
            fs::rename(from, to).map_err(TableError::io(from, "give the table its final name"))
        };
        if self.path.exists() {
            rename(&self.path, &replaced)?;
            rename(&self.partial, &self.path)?;
            return remove_table(&replaced);
        }
        rename(&self.partial, &self.path)
    }

    fn store_metadata(&self) -> Result<(), TableError> {
        let document = metadata(&self.plan, self.codec, &self.attributes);
        let text = format!("{document:#}\n");
        write_whole(&self.partial.join(METADATA_FILE), text.as_bytes())
    }
}

/// Writes a file under a temporary name and renames it, so that it appears only when whole.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TableError> {
    let temporary = with_suffix(path, ".tmp");
    let written = match fs::write(&temporary, bytes) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&temporary, bytes)),
        other => other,
    };
    written
        .and_then(|()| fs::rename(&temporary, path))
        .inspect_err(|_| {
            // The write has failed already; the leftover is removed if that is possible.
            let _ = fs::remove_file(&temporary);
        })
        .map_err(TableError::io(path, "write the file"))
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The directory in which a table is made, in the folder where it will stand.
fn partial_path(path: &Path) -> Result<PathBuf, TableError> {
    let occupied =
        |found: String, remedy| TableError::Occupied { path: path.to_owned(), found, remedy };
    let Some(name) = path.file_name() else {
        return Err(occupied("not the name of a table".into(), "give a name, as in table.zarr"));
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(occupied(
            format!("there is no folder {}", folder.display()),
            "create it first",
        ));
    }
    Ok(with_suffix(&folder.join(name), ".partial"))
}

/// Checks that nothing is at `path`, or a table that may be replaced.
fn check_vacant(path: &Path, overwrite: bool) -> Result<(), TableError> {
    let occupied =
        |found: String, remedy| Err(TableError::Occupied { path: path.to_owned(), found, remedy });
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(TableError::io(path, "look at what is there")(error)),
        Ok(_) => {}
    }
    let other_remedy = "choose another path; only tables are ever replaced";
    match what_is_not_a_table(path) {
        Some(found) => occupied(found, other_remedy),
        None if overwrite => Ok(()),
        None => occupied(
            "a table is there already".into(),
            "choose another path, or replace it with --overwrite",
        ),
    }
}

/// What keeps a directory from being a table and nothing else; `None` for a table.
fn what_is_not_a_table(path: &Path) -> Option<String> {
    if path.is_symlink() || !path.is_dir() {
        return Some("something that is not a table is there".into());
    }
    let text = fs::read_to_string(path.join(METADATA_FILE)).unwrap_or_default();
    let metadata = serde_json::from_str(&text).unwrap_or_default();
    if Attributes::find(&metadata).is_err() {
        return Some("a directory that is not a table is there".into());
    }
    let entries = fs::read_dir(path).ok()?.filter_map(Result::ok);
    let foreign = entries.map(|entry| entry.file_name()).find(|name| {
        let own = [METADATA_FILE, CHUNK_DIRECTORY, "zarr.json.tmp"];
        own.iter().all(|own| name != own)
    });
    foreign.map(|name| format!("a table is there, and beside it the file {}", name.display()))
}

/// Removes a directory that [`check_vacant`] found to be a table.
fn remove_table(path: &Path) -> Result<(), TableError> {
    fs::remove_dir_all(path).map_err(TableError::io(path, "remove the replaced table"))
}
