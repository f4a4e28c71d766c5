//! The overview on disk: written under a temporary name, read chunk by chunk.
//!
//! It gets its name when all of it is on the disk. Chunks without positions are not stored; that another chunk
//! is missing is an error, and no picture of an empty region.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::encoding::chunk::ChunkCodec;
use super::super::encoding::undecodable::Undecodable;
use super::super::error::{Foreign, Obstacle, TableError};
use super::super::format::{CHUNK_DIRECTORY, METADATA_FILE};
use super::super::names::{OVERVIEW, PARTIAL};
use super::super::reading::reader::{TableReader, read_metadata};
use super::super::storage::files::{
    Unreadable, read_file, sync_folder, sync_tree, with_suffix, write_durably, write_whole,
};
use super::super::writing::destination::foreign_below;
use super::super::writing::lock::TableLock;
use super::levels::{ChunkIndex, FIRST_LEVEL, Levels};
use super::metadata::{self, CODEC, STORED_AS};
use super::pixels::{Channel, Pixels};
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::values::Values;

/// Returns the path of the overview of a table: `wythoff.overview.zarr` beside `wythoff.zarr`.
fn overview_path(table: &Path) -> PathBuf {
    let name = table.file_stem().filter(|_| table.extension().is_some_and(|end| end == "zarr"));
    let name = name.or(table.file_name()).unwrap_or_default();
    with_suffix(&table.with_file_name(name), OVERVIEW)
}

/// An overview that is stored beside its table, or in the making.
#[derive(Debug, Clone)]
pub struct StoredOverview {
    folder: PathBuf,
    plane: Plane,
    levels: Levels,
    channels: &'static [Channel],
    codec: ChunkCodec,
}

impl StoredOverview {
    fn new(folder: PathBuf, plane: Plane, levels: Levels, channels: &'static [Channel]) -> Self {
        let cells = u64::from(levels.chunk_edge).pow(2);
        let codec = ChunkCodec::of_cells(CODEC, STORED_AS, cells);
        StoredOverview { folder, plane, levels, channels, codec }
    }

    /// Opens the overview of a table; `None` if there is none, or only that of another table that had the
    /// same name.
    pub fn open(table: &TableReader) -> Option<Self> {
        let path = overview_path(table.path());
        let job = table.plan().job();
        let plane = Plane::whole(job.domain()).ok()?;
        let levels =
            Levels::new([plane.columns(), plane.rows()], table.plan().tiling().edges().largest());
        let channels = Channel::of(job.quantity());
        let expected = metadata::of_group(table.attributes(), &levels, channels);
        let found = read_metadata(&path).ok()?;
        metadata::is_of_table(&found, &expected)
            .then(|| StoredOverview::new(path, plane, levels, channels))
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Returns the levels that are stored.
    pub fn levels(&self) -> std::ops::RangeInclusive<u32> {
        FIRST_LEVEL..=self.levels.last
    }

    /// Returns a channel of the pixels of a level in a rectangle of pixels, row after row; pixels outside the
    /// table are no numbers.
    ///
    /// # Errors
    /// When a chunk is damaged, missing although it has positions, or cannot be read.
    pub fn pixels(
        &self,
        level: u32,
        channel: Channel,
        pixels: &Rectangle,
    ) -> Result<Vec<f32>, TableError> {
        let [width, height] = pixels.sides().map(|side| side as usize);
        let mut found = vec![f32::NAN; width * height];
        let edge = self.levels.chunk_edge;
        let [grid_width, grid_height] = self.levels.grid(level);
        let chunks = |range: &std::ops::Range<u32>, end: u32| {
            range.start / edge..range.end.div_ceil(edge).min(end)
        };
        for x in chunks(&pixels.columns, grid_width) {
            for y in chunks(&pixels.rows, grid_height) {
                let index = ChunkIndex { level, x, y };
                let stored = self.read(channel, index)?;
                let part = self.levels.pixels(index).intersection(pixels);
                for column in part.columns {
                    for row in part.rows.clone() {
                        let at = (row - pixels.rows.start) as usize * width
                            + (column - pixels.columns.start) as usize;
                        found[at] = stored[((column % edge) * edge + row % edge) as usize];
                    }
                }
            }
        }
        Ok(found)
    }

    fn key(channel: Channel, index: ChunkIndex) -> String {
        format!("{}/{}/c/{}/{}", channel.name(), index.level, index.x, index.y)
    }

    /// Writes a chunk of every channel: x is the first axis, as in the table.
    pub(super) fn write(&self, index: ChunkIndex, pixels: &Pixels) -> Result<(), TableError> {
        let edge = self.levels.chunk_edge as usize;
        for &channel in self.channels {
            let mut stored = vec![f32::NAN.to_bits(); edge * edge];
            for (at, value) in pixels.channel(channel).enumerate() {
                let (column, row) = (at % pixels.columns(), at / pixels.columns());
                stored[column * edge + row] = value.to_bits();
            }
            let key = StoredOverview::key(channel, index);
            let chunk = self.codec.encode(&Values::U32(stored));
            let chunk = chunk.map_err(|reason| self.damaged(&key, reason))?;
            write_whole(&self.folder, &key, &chunk)?;
        }
        Ok(())
    }

    /// Reads a chunk: the pixels of x = 0, then those of x = 1, ...
    fn read(&self, channel: Channel, index: ChunkIndex) -> Result<Vec<f32>, TableError> {
        let key = StoredOverview::key(channel, index);
        let path = self.folder.join(&key);
        let edge = self.levels.chunk_edge as usize;
        match read_file(&path, self.codec.most_bytes()) {
            Ok(None) if self.levels.is_outside(index, &self.plane) => {
                Ok(vec![f32::NAN; edge * edge])
            }
            Ok(None) => Err(self.damaged(&key, "it is missing".into())),
            Ok(Some(chunk)) => match self.codec.decode(&chunk) {
                Ok(Values::U32(stored)) => Ok(stored.into_iter().map(f32::from_bits).collect()),
                Ok(_) => Err(self.damaged(&key, "it is of another type".into())),
                Err(Undecodable::Damaged(reason) | Undecodable::Unread(reason)) => {
                    Err(self.damaged(&key, reason))
                }
            },
            Err(Unreadable::Odd(reason)) => Err(self.damaged(&key, reason)),
            Err(Unreadable::Io(error)) => Err(TableError::io(&path, "read the chunk")(error)),
        }
    }

    fn damaged(&self, key: &str, reason: String) -> TableError {
        TableError::DamagedOverview { path: self.folder.clone(), chunk: key.to_owned(), reason }
    }
}

/// An overview that is being written. It is removed when dropped, unless it is finished.
#[derive(Debug)]
pub(super) struct OverviewWriter {
    /// Where it is until it is finished.
    pub(super) partial: StoredOverview,
    path: PathBuf,
    /// Held until the overview has its name.
    _lock: TableLock,
}

impl OverviewWriter {
    /// Begins the overview of a table.
    ///
    /// # Errors
    /// When the folder cannot be written to, when another program writes the overview, or when something
    /// else has its name, which is never removed.
    pub(super) fn create(
        table: &TableReader,
        plane: &Plane,
        levels: Levels,
        channels: &'static [Channel],
    ) -> Result<Self, TableError> {
        let path = overview_path(table.path());
        let partial = with_suffix(&path, PARTIAL);
        check_replaceable(&path)?;
        let mut lock = TableLock::take(&path)?;
        check_replaceable(&partial)?;
        lock.go_on();
        remove(&partial)?;
        let group = metadata::of_group(table.attributes(), &levels, channels);
        let writer = OverviewWriter {
            partial: StoredOverview::new(partial, plane.clone(), levels, channels),
            path,
            _lock: lock,
        };
        let folder = &writer.partial.folder;
        fs::create_dir(folder).map_err(TableError::io(folder, "create the directory"))?;
        // First, so that what an interruption leaves is known to be an overview.
        write_durably(folder, METADATA_FILE, format!("{group:#}\n").as_bytes())?;
        for channel in channels {
            let text = metadata::group(&serde_json::json!({})).to_string();
            write_whole(folder, &format!("{}/{METADATA_FILE}", channel.name()), text.as_bytes())?;
            for level in FIRST_LEVEL..=levels.last {
                let key = format!("{}/{level}/{METADATA_FILE}", channel.name());
                let text = metadata::of_array(&levels, level).to_string();
                write_whole(folder, &key, text.as_bytes())?;
            }
        }
        Ok(writer)
    }

    /// Waits until the overview is on the disk, and gives it its name, in place of an older one.
    pub(super) fn finish(self, control: &Control) -> Result<StoredOverview, TableError> {
        if !sync_tree(&self.partial.folder, &|| control.is_interrupted())? {
            return Err(TableError::Interrupted);
        }
        check_replaceable(&self.path)?;
        remove(&self.path)?;
        let renamed = fs::rename(&self.partial.folder, &self.path);
        renamed.map_err(TableError::io(&self.path, "give the overview its name"))?;
        sync_folder(self.path.parent().unwrap_or(Path::new("")))?;
        Ok(StoredOverview { folder: self.path.clone(), ..self.partial.clone() })
    }
}

impl Drop for OverviewWriter {
    fn drop(&mut self) {
        // It is gone if it has got its name; what is left is replaced the next time.
        let _ = remove(&self.partial.folder);
    }
}

/// Checks that nothing is at a path but an overview.
fn check_replaceable(path: &Path) -> Result<(), TableError> {
    if fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    if !path.is_symlink()
        && read_metadata(path).is_ok_and(|document| metadata::is_overview(&document))
    {
        return match foreign_below(path, &is_of_overview) {
            None => Ok(()),
            Some(file) => {
                Err(TableError::destination(path, Obstacle::Foreign(Foreign::InTable(file))))
            }
        };
    }
    Err(TableError::destination(path, Obstacle::Foreign(Foreign::OtherDirectory)))
}

/// Returns whether files and folders of an overview have this name.
fn is_of_overview(name: &str) -> bool {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    is_number
        || [METADATA_FILE, CHUNK_DIRECTORY].contains(&name)
        || Channel::ALL.iter().any(|channel| channel.name() == name)
}

/// Removes an overview, if there is one.
fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(TableError::io(path, "remove the overview")(error))
        }
        _ => Ok(()),
    }
}
