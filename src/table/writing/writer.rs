//! The writer: nothing unfinished ever has the name of a finished file or table.
//!
//! The files of a table are written into the directory `NAME.partial`, which is renamed when the table is
//! complete and all its files are on the disk. Until then the directory is the checkpoint of the run: every
//! chunk in it is whole, and a resumed run goes on from them.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::destination;
use super::lock::TableLock;
use super::read_back::{ReadBack, possible_totals};
use super::repair::Damaged;
use crate::control::Control;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::cluster::Share;
use crate::engine::{Engine, InfiniteSets};
use crate::plan::Plan;
use crate::sync::lock;
use crate::table::error::TableError;
use crate::table::format::{Attributes, Interruption, METADATA_FILE, metadata};
use crate::table::names::REPLACED;
use crate::table::reading::reader::TableReader;
use crate::table::root;
use crate::table::storage::chunk_files::ChunkFiles;
use crate::table::storage::files::{
    folders_above, sync_file, sync_folder, with_suffix, write_durably, write_whole,
};
use crate::table::storage::open_shards::OpenShards;
use crate::totals::Statistics;
use crate::values::Values;
use crate::wording::counted_as;

/// What an unfinished table names as its engine until the engine is known.
pub(crate) const UNSPECIFIED: &str = "unspecified";
/// How a run has ended that could not say so.
const WITHOUT_NOTICE: &str = "without notice";

/// A table that is being written, in a directory next to its final path.
#[derive(Debug)]
pub struct TableWriter {
    pub(super) path: PathBuf,
    pub(super) overwrite: bool,
    pub(super) plan: Plan,
    /// How often files are to be made durable.
    pub(super) sync_interval: Duration,
    pub(crate) checked_share: f64,
    /// The tiles that this run has stored.
    pub(super) stored: Mutex<HashSet<TileIndex>>,
    pub(super) attributes: Attributes,
    pub(super) files: ChunkFiles,
    pub(super) open_shards: OpenShards,
    /// Files that may not be on the disk yet, by their keys.
    pub(super) unsynced: Mutex<BTreeSet<String>>,
    /// The sets of the infinite values of a loopy game, once its engine has found them.
    pub(crate) infinite_sets: Mutex<Option<InfiniteSets>>,
    /// What an earlier run has stored, whichever rank has the tiles.
    pub(crate) read_back: ReadBack,
    /// Whether an earlier run has begun the table.
    pub(crate) is_resumed: bool,
    /// The complete table that is to be repaired.
    pub(super) damaged: Option<Damaged>,
    /// Keeps other runs away from the table. One rank has it, and writes the metadata.
    pub(super) lock: Option<TableLock>,
}

impl TableWriter {
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
        &self.files.root
    }

    /// Returns whether this is the rank that writes the metadata and finishes the table.
    pub(crate) fn is_first(&self) -> bool {
        self.lock.is_some()
    }

    /// Reads what an earlier run has stored of the tiles of a rank.
    ///
    /// # Errors
    /// When a file cannot be read, or on an interruption.
    pub(crate) fn read_back(
        &self,
        share: Share,
        control: &Control,
    ) -> Result<ReadBack, TableError> {
        let table = TableReader::open(self.partial_path())?;
        ReadBack::read(&table.files, &self.plan, &self.open_shards, share, control)
    }

    /// Goes on from what an earlier run has stored, as all ranks have found it together.
    ///
    /// # Errors
    /// On I/O errors.
    pub(crate) fn go_on_from(&mut self, found: ReadBack) -> Result<(), TableError> {
        let damaged_chunks = match &self.damaged {
            // Those that are lost, too.
            Some(_) => self.plan.tiling().count() - found.finished.len() as u64,
            None => found.damaged.len() as u64,
        };
        self.attributes.interruptions.push(Interruption {
            ended: self.attributes.ended.take().unwrap_or_else(|| WITHOUT_NOTICE.into()),
            positions: found.positions,
            damaged_chunks,
            resumed_by: self.attributes.engine.clone(),
            adapter: self.attributes.adapter.clone(),
        });
        self.read_back = found;
        self.store_metadata_once()
    }

    /// Returns the number of positions that an earlier run has stored.
    pub fn positions_before(&self) -> u64 {
        self.read_back.positions
    }

    /// Lists the tiles of a rank that an earlier run has finished.
    pub fn finished(&self, share: Share) -> impl Iterator<Item = TileIndex> {
        self.read_back.finished.iter().copied().filter(move |&tile| share.has(tile))
    }

    /// Returns the files in which damaged chunks of an earlier run were found. They will be computed
    /// again.
    pub fn damaged_before(&self) -> &[String] {
        &self.read_back.damaged
    }

    /// Returns the path of the complete table that is repaired, if one is, and the first thing that is wrong with it.
    pub fn repairs(&self) -> Option<(&Path, &str)> {
        self.damaged.as_ref().map(|damaged| (damaged.table().path(), damaged.reason.as_str()))
    }

    /// Returns whether a tile is stored, by this run or an earlier one.
    pub(crate) fn is_stored(&self, tile: TileIndex) -> bool {
        self.is_finished(tile) || lock(&self.stored).contains(&tile)
    }

    /// Returns whether an earlier run has finished a tile.
    pub(crate) fn is_finished(&self, tile: TileIndex) -> bool {
        self.read_back.finished.contains(&tile)
    }

    /// Reads a tile that was stored, by this run or an earlier one. Returns `None` if it was not.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn stored_tile(&self, tile: TileIndex) -> Result<Option<Values>, TableError> {
        let Some(chunk) = self.open_shards.chunk(tile) else {
            return self.files.tile(tile);
        };
        self.files.decode(tile, &chunk).map(Some)
    }

    /// Reads a tile that was stored, by this run or an earlier one.
    ///
    /// # Errors
    /// When it cannot be read, or is not there.
    pub(crate) fn required_tile(&self, tile: TileIndex) -> Result<Values, TableError> {
        let missing = || self.files.damaged(tile, "it is missing".into());
        self.stored_tile(tile)?.ok_or_else(missing)
    }

    /// Reads a tile that an earlier run has finished. Returns `None` for others.
    ///
    /// # Errors
    /// When it cannot be read, or holds a value beyond the bound of the plan: engines make room for the
    /// values that the bound admits.
    pub(crate) fn finished_tile(&self, tile: TileIndex) -> Result<Option<Values>, TableError> {
        if !self.is_finished(tile) {
            return Ok(None);
        }
        let values = self.required_tile(tile)?;
        let are_possible = possible_totals(&self.plan, tile, &values);
        are_possible.map_err(|reason| self.files.damaged(tile, reason))?;
        Ok(Some(values))
    }

    /// Stores a tile as a chunk; returns its size on disk in bytes. May be called from several
    /// threads. A chunk of a shard waits in memory until the shard is whole, or [`TableWriter::sync`]
    /// is called.
    ///
    /// # Errors
    /// On I/O errors; a chunk that could not be written whole is not there at all.
    pub fn store(&self, tile: &Tile) -> Result<u64, TableError> {
        let damaged = |reason: String| self.files.damaged(tile.index, reason);
        let encoded = self.files.chunks.encode(&tile.values).map_err(damaged)?;
        let bytes = encoded.len() as u64;
        if self.files.sharding.is_none() {
            let key = self.files.key_of(tile.index);
            write_whole(&self.files.root, &key, &encoded)?;
            lock(&self.unsynced).insert(key);
        } else if let Some(shard) = self.open_shards.put(&self.plan, tile.index, encoded) {
            self.write_shard(shard)?;
        }
        lock(&self.stored).insert(tile.index);
        Ok(bytes)
    }

    fn write_shard(&self, shard: TileIndex) -> Result<(), TableError> {
        let key = self.files.key_of_shard(shard);
        if self.open_shards.write((&self.files.root, &key), shard)? {
            lock(&self.unsynced).insert(key);
        }
        Ok(())
    }

    /// Makes what was stored so far durable: writes shards as far as they are, and waits until all files
    /// are on the disk. What a run has made durable is found by the run that resumes it, whatever
    /// happens.
    ///
    /// # Errors
    /// On I/O errors.
    pub fn sync(&self) -> Result<(), TableError> {
        let began = Instant::now();
        for shard in self.open_shards.changed() {
            self.write_shard(shard)?;
        }
        let keys = std::mem::take(&mut *lock(&self.unsynced));
        let root = &self.files.root;
        let mut folders = BTreeSet::new();
        for key in &keys {
            let file = root.join(key);
            sync_file(&file)?;
            folders.extend(folders_above(&file, root));
        }
        // Folders below come first.
        folders.iter().rev().try_for_each(|folder| sync_folder(folder))?;
        log::info!(
            "{} on the disk, after {:.3} s",
            counted_as(keys.len(), "file is", "files are"),
            began.elapsed().as_secs_f64()
        );
        Ok(())
    }

    /// Ends a run before the table is complete: makes what was stored durable, and records how the run
    /// has ended. The table stays locked.
    ///
    /// # Errors
    /// On I/O errors; what could be stored is there nevertheless.
    pub(crate) fn suspend(&mut self, ended: &str) -> Result<(), TableError> {
        self.attributes.ended = Some(ended.to_owned());
        self.sync()?;
        self.store_metadata_once()
    }

    /// Ends a run that has stored wrong values: no run will go on with them. The table stays locked.
    ///
    /// # Errors
    /// On I/O errors.
    pub(crate) fn condemn(&mut self, wrong: &str) -> Result<(), TableError> {
        self.attributes.wrong = Some(wrong.to_owned());
        self.store_metadata_once()
    }

    /// Ends a run before the table is complete, and removes what it has stored.
    ///
    /// # Errors
    /// On I/O errors.
    pub fn abandon(self) -> Result<(), TableError> {
        destination::remove_table(&self.files.root)
    }

    /// Marks the table as complete, records its totals, and gives it its final name.
    ///
    /// # Errors
    /// On I/O errors, when files of the table were removed or cut while it was written, and when a damaged table
    /// would have other totals if it were repaired; the table then keeps its unfinished name, and the table that it
    /// should replace stays too.
    pub fn finish(mut self, totals: Statistics) -> Result<(), TableError> {
        self.sync()?;
        self.files.check_files(&self.plan)?;
        if let Some(Err(error)) = self.damaged.as_ref().map(|damaged| damaged.check_totals(totals))
        {
            self.condemn(&error.to_string())?;
            return Err(error);
        }
        self.attributes.complete = true;
        self.attributes.totals = Some(totals);
        if let Some(sets) = lock(&self.infinite_sets).take() {
            self.attributes.infinite_sets = Some(sets);
        }
        self.store_metadata()?;
        give_final_name(&self.files.root, &self.path, self.overwrite)
    }

    /// Writes the metadata, if this rank is the one that does.
    fn store_metadata_once(&self) -> Result<(), TableError> {
        if self.is_first() { self.store_metadata() } else { Ok(()) }
    }

    /// Writes the metadata and waits until they are on the disk.
    pub(crate) fn store_metadata(&self) -> Result<(), TableError> {
        let ChunkFiles { root, layout, chunks, sharding, .. } = &self.files;
        let repaired = self.damaged.as_ref().filter(|_| self.attributes.complete);
        let array = match repaired {
            Some(damaged) => damaged.array_with(&self.attributes),
            None => metadata(&self.plan, chunks.codec(), *sharding, &self.attributes),
        };
        let write = |key: &str, document: &Json| {
            write_durably(root, key, format!("{document:#}\n").as_bytes())
        };
        // First, so that whatever lies in the folder is known to be a table; and a table whose array says that it
        // is complete has no work left.
        if let Some(name) = layout.array() {
            let of_damaged = repaired.and_then(Damaged::group).cloned();
            let mut group = of_damaged.unwrap_or_else(|| root::of_table(name));
            if self.attributes.complete {
                root::describe(&mut group, name, &array);
            }
            write(METADATA_FILE, &group)?;
        }
        write(&layout.key(METADATA_FILE), &array)
    }
}

/// Gives a complete table its final name. A table that it replaces is removed afterwards.
///
/// # Errors
/// On I/O errors, and when something stands in the way that may not be replaced.
pub(crate) fn give_final_name(
    partial: &Path,
    path: &Path,
    overwrite: bool,
) -> Result<(), TableError> {
    // Something that is no table may have appeared at the path in the meantime.
    destination::check_final(path, overwrite)?;
    let attempt = "give the table its final name";
    let replaced = with_suffix(path, REPLACED);
    let replaces = path.exists();
    if replaces {
        fs::rename(path, &replaced).map_err(TableError::io(path, attempt))?;
    }
    fs::rename(partial, path)
        // The old table gets its name back; if even that fails, the next run gives it.
        .inspect_err(|_| drop(replaces.then(|| fs::rename(&replaced, path))))
        .map_err(TableError::io(partial, attempt))?;
    sync_folder(path.parent().unwrap_or(Path::new("")))?;
    if replaces { destination::remove_replaced(&replaced) } else { Ok(()) }
}
