//! The reader: tables are opened, and their tiles and values read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::decoded::Decoded;
use super::grundy_values::Beside;
use super::ranks::Ranks;
use super::stored_part::StoredPart;
use super::tile_cache::{TileCache, Tiles};
use crate::control::Control;
use crate::domain::Position;
use crate::domain::tiling::TileIndex;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::plan::Plan;
use crate::table::encoding::chunk::ChunkCodec;
use crate::table::encoding::codec::Codec;
use crate::table::error::{Obstacle, TableError};
use crate::table::format::{
    Attributes, CHUNK_DIRECTORY, METADATA_FILE, StoredChunks, check_type, metadata, shape_of,
};
use crate::table::layout::{Found, Layout, Stamp, find_table};
use crate::table::names::is_hidden;
use crate::table::storage::chunk_files::ChunkFiles;
use crate::table::storage::sharding::Sharding;
use crate::values::Values;
use crate::wording::counted;

/// The keys of a `zarr.json` that the plan and the codec determine, besides the type.
const DETERMINED_KEYS: [&str; 5] =
    ["shape", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs"];
/// What can be done about an array that this program would not have written.
const OF_OTHERS: &str = "read it with zarr-python, or tabulate the game anew";

/// A file in the folder of a table.
struct FoundFile {
    /// Its path within the table.
    key: String,
    bytes: u64,
    is_hidden: bool,
}

/// An open table.
///
/// Single values ([`value`](TableReader::value)), slices ([`slice`](TableReader::slice)) and scans
/// ([`scan`](TableReader::scan)) keep the tiles that they read, as many as fit into half of the
/// memory that is available at the first of them, until the reader is dropped.
#[derive(Debug)]
pub struct TableReader {
    pub(super) path: PathBuf,
    pub(super) plan: Plan,
    pub(super) attributes: Attributes,
    pub(crate) files: ChunkFiles,
    pub(super) cache: TileCache,
    pub(super) decoded: Decoded,
    /// The stamp of the metadata, taken before they were read.
    pub(super) stamp: Option<Stamp>,
    pub(super) ranks: Ranks,
    /// What there is of an unfinished table that is read as far as it is there.
    pub(super) part: Option<StoredPart>,
    /// What is computed and not stored.
    pub beside: Beside,
    /// All tiles of a table that was never stored.
    pub(super) in_memory: Option<Tiles>,
}

impl TableReader {
    /// Opens the table at `path`, complete or not, and checks that its metadata describe a table
    /// of this program. No chunk is read.
    ///
    /// # Errors
    /// When there is no such table, its metadata contradict one another, or it is the difference of two
    /// tables, whose values are not those of a game.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TableError> {
        let table = TableReader::open_any(path)?;
        table.require_game().map_err(TableError::Refused)?;
        Ok(table)
    }

    /// Checks that the values are those of a game: that it is not the difference of two tables, which has
    /// neither moves nor P-positions.
    pub fn require_game(&self) -> Result<(), InvalidInput> {
        if self.attributes.difference.is_none() {
            return Ok(());
        }
        Err(InvalidInput::new(
            InvalidInputKind::NoValuesOfGame,
            self.path.display(),
            "it is the difference of two tables, whose values are not those of a game",
            "give one of the two tables; a difference can be drawn and exported, but has neither moves \
             nor P-positions",
        ))
    }

    /// Checks that the moves are known: that the values are those of a game, and no array that a user gave.
    ///
    /// # Errors
    /// When there are none, with what can be done without them.
    pub fn require_moves(&self) -> Result<(), InvalidInput> {
        self.require_game()?;
        if self.plan.job().ruleset().are_moves_known() {
            return Ok(());
        }
        Err(InvalidInput::new(
            InvalidInputKind::NoValuesOfGame,
            self.path.display(),
            "its values were given without the rules of a game, so that no moves are known",
            "give the rules too; without them a table can be drawn, listed, analyzed, compared, exported, and checked for claims",
        ))
    }

    /// Opens the table at `path`, or the difference of two tables, as
    /// [`open`](TableReader::open) does.
    ///
    /// # Errors
    /// When there is none, or its metadata contradict one another.
    pub fn open_any(path: impl AsRef<Path>) -> Result<Self, TableError> {
        let Found { path, layout, mut document, stamp } = find_table(path.as_ref())?;
        let refuse = |reason: String| TableError::not_a_table(&path, reason);
        let attributes = Attributes::find(&document).map_err(&refuse)?;
        let job = attributes.job().map_err(|refusal| refuse(refusal.to_string()))?;
        attributes.check_positions(&job).map_err(&refuse)?;
        let stored = StoredChunks::find(&document);
        let edge = shape_of(stored.shape).into_iter().max().unwrap_or(0);
        let plan = Plan::new(job, Some(edge)).map_err(|refusal| refuse(refusal.to_string()))?;
        let refuse = |reason: String| refuse(format!("{reason}; {OF_OTHERS}"));
        check_type(&document, &plan).map_err(&refuse)?;
        let codec = Codec::detect(stored.codecs, plan.value_type()).map_err(&refuse)?;
        let sharding = match stored.shard_shape.map(shape_of) {
            None => Sharding::NONE,
            Some(shape) => Sharding::of_shape(&plan, &shape).ok_or_else(|| {
                refuse(format!("shards of shape {shape:?} cannot hold its chunks"))
            })?,
        };
        // The level of a compressor makes no difference.
        if let Some(codecs) = document.pointer_mut(stored.codecs_at) {
            *codecs = codec.chain(plan.value_type());
        }
        // These keys are determined. Other keys a user may add or change.
        let expected = metadata(&plan, codec, sharding, &attributes);
        for key in DETERMINED_KEYS {
            if document[key] != expected[key] {
                let (found, right) = (&document[key], &expected[key]);
                return Err(refuse(format!("its {key:?} is {found}, not {right}")));
            }
        }
        let chunks = ChunkCodec::new(&plan, codec);
        let files = ChunkFiles::new((&path, layout), &plan, chunks, sharding).keeping_indexes();
        let cache = TileCache::default();
        let decoded = Decoded::of(path.clone());
        let (ranks, part) = (Ranks::SINGLE_RANK, None);
        let beside = Beside::default();
        Ok(TableReader {
            path,
            plan,
            attributes,
            files,
            cache,
            decoded,
            stamp,
            ranks,
            part,
            beside,
            in_memory: None,
        })
    }

    /// Sets the most bytes of tiles that are kept, for programs that run for long; at least one tile is.
    #[must_use]
    pub fn keeping_at_most(self, bytes: u64) -> Self {
        TableReader { cache: TileCache::of_bytes(bytes), ..self }
    }

    /// Returns the path that was opened; if it is that of a group of one table, the path of the table in it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns where the array lies in the folder of the table.
    pub(in crate::table) fn layout(&self) -> &Layout {
        &self.files.layout
    }

    /// Returns the folder of the Zarr array, which is the table for other programs.
    pub fn array_folder(&self) -> PathBuf {
        self.layout().array_folder(&self.path)
    }

    /// Returns the plan of the table.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns how the chunks are compressed.
    pub fn codec(&self) -> Codec {
        self.files.chunks.codec()
    }

    /// Returns how the chunks lie in files.
    pub fn sharding(&self) -> Sharding {
        self.files.sharding
    }

    /// Returns the description of the table.
    pub fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    /// Writes a stored value as people read it: as [`Job::value_text`](crate::Job::value_text), and infinity with its set.
    pub fn value_text(&self, value: u32) -> String {
        let job = self.plan.job();
        match (job.first_infinite(), &self.attributes.infinite_sets) {
            (Some(first), Some(sets)) => sets.text(value, first),
            _ => job.value_text(value),
        }
    }

    /// Checks that the run that wrote the table has finished.
    ///
    /// # Errors
    /// [`TableError::Incomplete`] when it has not.
    pub fn require_complete(&self) -> Result<(), TableError> {
        if self.attributes.complete {
            Ok(())
        } else {
            Err(TableError::Incomplete { path: self.path.clone() })
        }
    }

    /// Checks that the table at the path is still the one that was opened: that its description, with the
    /// checksum of all values, its tiles and their encoding are the same. For programs that run for long: what was
    /// read before this check is of one table. The run of an unfinished table may change what the description says of
    /// the run.
    ///
    /// # Errors
    /// [`TableError::Replaced`] when it is another; other errors when there is none any more, or when the run of an
    /// unfinished one has finished it or found that it is wrong.
    pub fn require_unchanged(&self) -> Result<(), TableError> {
        let has_stamp = || Stamp::of(&self.array_folder().join(METADATA_FILE)) == self.stamp;
        if self.is_in_memory() || self.stamp.is_some() && has_stamp() {
            return Ok(());
        }
        if let Some(error) = self.finished_meanwhile() {
            return Err(error);
        }
        let now = TableReader::open_any(&self.path)?;
        if let (true, Some(wrong)) = (self.is_part(), &now.attributes.wrong) {
            let obstacle = Obstacle::WrongValues(wrong.clone());
            return Err(TableError::destination(&self.path, obstacle));
        }
        let is_same = (now.attributes == self.attributes || self.is_part())
            && now.plan == self.plan
            && now.codec() == self.codec()
            && now.sharding() == self.sharding();
        if is_same { Ok(()) } else { Err(TableError::Replaced { path: self.path.clone() }) }
    }

    /// Returns the key of the file that holds a tile's chunk, which is its path within the table: `grundy/c/3/0`.
    pub fn chunk_key(&self, index: TileIndex) -> String {
        self.files.key_of(index)
    }

    /// Returns the value of the position with these heaps. Keeps the tile that it reads.
    ///
    /// # Errors
    /// [`TableError::Refused`] when the position is not in the table, [`TableError::NotComputed`] when it is not there
    /// yet; else when the table is incomplete or damaged.
    ///
    /// ```
    /// # use grundytab::{Control, Plan, tabulate};
    /// # use grundytab::engine::cpu::CpuEngine;
    /// # use grundytab::table::{TableReader, TableWriter};
    /// # let plan = Plan::parse("wythoff", "20x30", "grundy")?;
    /// # let directory = tempfile::tempdir()?;
    /// # let path = directory.path().join("table.zarr");
    /// # let writer = TableWriter::options(&plan).create(&path)?;
    /// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
    /// let table = TableReader::open(&path)?;
    /// assert_eq!(table.value(&[3, 5])?, 0);
    /// assert!(table.value(&[20, 0]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, heaps: &[u32]) -> Result<u32, TableError> {
        let position = self.known_position(heaps)?;
        let (index, offset) = self.plan.tiling().locate(position.coordinates());
        Ok(self.cached_tile(index)?.get(offset))
    }

    /// Returns the position with these heaps, if its value can be read.
    ///
    /// # Errors
    /// As for [`value`](TableReader::value).
    pub fn known_position(&self, heaps: &[u32]) -> Result<Position, TableError> {
        self.require_readable()?;
        let position = self.position(heaps).map_err(TableError::Refused)?;
        if self.is_there(position) {
            return Ok(position);
        }
        Err(TableError::NotComputed { path: self.path.clone(), position })
    }

    /// Returns the position with these heaps, if the table holds it.
    ///
    /// # Errors
    /// When it does not, with the domain of the table.
    pub fn position(&self, heaps: &[u32]) -> Result<Position, InvalidInput> {
        let domain = self.plan.job().domain();
        let text = heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        if heaps.len() != domain.heaps() {
            return Err(InvalidInput::new(
                InvalidInputKind::WrongHeapCount,
                text,
                format!(
                    "the position has {}, the table {}",
                    counted(heaps.len(), "heap"),
                    domain.heaps()
                ),
                "give one heap size for each, separated by commas",
            ));
        }
        let position = Position::new(heaps);
        if domain.contains(position.coordinates()) {
            return Ok(position);
        }
        if domain.encloses(position.coordinates()) {
            return Err(InvalidInput::new(
                InvalidInputKind::OutsideDomain,
                text,
                format!("{position} is no position of the game"),
                "`positions` in its rules says which cells are; the table has no value at others",
            ));
        }
        Err(InvalidInput::new(
            InvalidInputKind::OutsideDomain,
            text,
            format!("the position {position} is not in the table"),
            format!("the table holds {domain}"),
        ))
    }

    /// Returns a tile from the cache, or reads it and keeps it.
    pub(crate) fn cached_tile(&self, index: TileIndex) -> Result<Arc<Values>, TableError> {
        if let Some(tile) = self.tile_in_memory(index) {
            return Ok(tile);
        }
        self.cache.get(index, self.plan.tile_bytes(), || self.tile(index))
    }

    /// Returns a tile from the cache, or reads it, and keeps it if it is `kept`.
    pub(super) fn tile_in_hand(
        &self,
        index: TileIndex,
        kept: bool,
    ) -> Result<Arc<Values>, TableError> {
        match kept || self.is_in_memory() {
            true => self.cached_tile(index),
            false => self.cache.find(index).map_or_else(|| self.tile(index).map(Arc::new), Ok),
        }
    }

    /// Drops the tiles that are kept, so that their memory is free: for those who know that they have read
    /// each of them for the last time.
    pub fn forget_tiles(&self) {
        self.cache.clear();
    }

    /// Reads a tile from its file and checks its checksum.
    ///
    /// # Errors
    /// When the chunk is missing or does not decode, or the run of an unfinished table has finished it meanwhile.
    pub fn tile(&self, index: TileIndex) -> Result<Values, TableError> {
        if let Some(tile) = self.tile_in_memory(index) {
            return Ok(Values::clone(&tile));
        }
        let missing = || {
            let what =
                if self.files.sharding.is_none() { "its file is missing" } else { "it is missing" };
            self.files.damaged(index, what.into())
        };
        self.decoded.add_one();
        match self.files.tile(index) {
            Ok(Some(values)) => Ok(values),
            found => Err(self
                .finished_meanwhile()
                .unwrap_or_else(|| found.err().unwrap_or_else(missing))),
        }
    }

    /// Checks that the files of all tiles are there and have the lengths that they should have; without shards, by
    /// their checksums. No value is looked at.
    ///
    /// # Errors
    /// [`TableError::Damaged`] for a file of which that is not so; else when one cannot be read.
    pub fn check_files(&self) -> Result<(), TableError> {
        self.files.check_files(&self.plan)
    }

    /// Checks that all chunks are there and have their checksums. Their positions are reported to `control`.
    ///
    /// # Errors
    /// [`TableError::Damaged`] for the first that is found to be damaged; else when a file cannot be read, or when
    /// interrupted.
    pub(in crate::table) fn check_chunks(&self, control: &Control) -> Result<(), TableError> {
        self.files.check_chunks(&self.plan, control)
    }

    /// Checks that no chunk lies outside the domain.
    pub(crate) fn check_no_stray_chunk(&self) -> Result<(), TableError> {
        if self.files.sharding.is_none() {
            // Such a chunk is a file, which `chunk_files` lists.
            return Ok(());
        }
        self.files.check_no_stray_chunk(&self.plan)
    }

    /// Lists all files below the chunk directory: their paths within the table, and their bytes. A file that a
    /// run renames or removes at this moment may be missing. Hidden files are none of the table.
    ///
    /// # Errors
    /// When the directory cannot be listed.
    pub fn chunk_files(&self) -> Result<Vec<(String, u64)>, TableError> {
        let of_chunks = self.files_below(&self.array_folder().join(CHUNK_DIRECTORY))?.into_iter();
        let shown = of_chunks.filter(|file| !file.is_hidden);
        Ok(shown.map(|file| (file.key, file.bytes)).collect())
    }

    /// Lists the files of the table's folder whose names, or those of their folders, begin with a dot: their paths
    /// within the table. Systems make such files, and no command reads them.
    ///
    /// # Errors
    /// When the folder cannot be listed.
    pub fn hidden_files(&self) -> Result<Vec<String>, TableError> {
        let hidden = self.files_below(&self.path)?.into_iter().filter(|file| file.is_hidden);
        Ok(hidden.map(|file| file.key).collect())
    }

    /// Lists the files below a folder of the table, by their paths.
    fn files_below(&self, folder: &Path) -> Result<Vec<FoundFile>, TableError> {
        let mut files = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            if !folder.exists() {
                continue;
            }
            let mut list = || {
                for entry in fs::read_dir(&folder)? {
                    let entry = entry?;
                    let metadata = match entry.metadata() {
                        // A chunk that is written has a name of its own until it is whole.
                        Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                        metadata => metadata?,
                    };
                    if metadata.is_dir() {
                        folders.push(entry.path());
                    } else {
                        let path = entry.path();
                        let key = path.strip_prefix(&self.path).unwrap_or(&path);
                        let is_hidden = key.iter().any(is_hidden);
                        let names = key.iter().map(|name| name.to_string_lossy());
                        let key = names.collect::<Vec<_>>().join("/");
                        files.push(FoundFile { key, bytes: metadata.len(), is_hidden });
                    }
                }
                Ok(())
            };
            list().map_err(TableError::io(&folder.clone(), "list the chunks"))?;
        }
        files.sort_by(|one, other| one.key.cmp(&other.key));
        Ok(files)
    }
}
