//! The overview on disk: written under a temporary name, read chunk by chunk.
//!
//! It gets its name when all of it is on the disk. Chunks without positions are not stored; that another chunk
//! is missing is an error, and no picture of an empty region.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::super::encoding::chunk::ChunkCodec;
use super::super::encoding::undecodable::Undecodable;
use super::super::error::{Foreign, Obstacle, TableError};
use super::super::format::METADATA_FILE;
use super::super::layout::{overview_path, read_metadata};
use super::super::names::{OVERVIEW_FOLDER, PARTIAL};
use super::super::reading::reader::TableReader;
use super::super::root::{self, ShownOverview};
use super::super::storage::files::{
    Unreadable, read_file, sync_folder, sync_tree, with_suffix, write_durably, write_whole,
};
use super::super::writing::destination::{check_outside_tables, foreign_below, is_of_overview};
use super::super::writing::lock::TableLock;
use super::levels::{ChunkIndex, FIRST_LEVEL, Levels};
use super::metadata::{self, CODEC, STORED_AS};
use super::pixels::{Channel, Pixels};
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::values::Values;

/// An overview that is stored with its table, or in the making.
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
        let path = overview_path(table.path(), table.layout());
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
pub(super) struct OverviewWriter<'a> {
    table: &'a TableReader,
    /// Where it is until it is finished.
    pub(super) partial: StoredOverview,
    path: PathBuf,
    /// Held until the overview has its name.
    _lock: TableLock,
}

impl<'a> OverviewWriter<'a> {
    /// Begins the overview of a table.
    ///
    /// # Errors
    /// When the folder cannot be written to, when another program writes the overview, or when something
    /// else has its name, which is never removed.
    pub(super) fn create(
        table: &'a TableReader,
        plane: &Plane,
        levels: Levels,
        channels: &'static [Channel],
    ) -> Result<Self, TableError> {
        let path = overview_path(table.path(), table.layout());
        let partial = with_suffix(&path, PARTIAL);
        check_replaceable(&path)?;
        let locked = if table.layout().array().is_some() {
            // In its folder: nobody replaces the table meanwhile, whatever link led to it.
            let found = fs::canonicalize(table.path());
            found.map_err(TableError::io(table.path(), "look at it"))?
        } else {
            check_outside_tables(&path)?;
            path.clone()
        };
        let mut lock = TableLock::take(&locked)?;
        check_replaceable(&partial)?;
        lock.go_on();
        remove(&partial)?;
        let writer = OverviewWriter {
            table,
            partial: StoredOverview::new(partial, plane.clone(), levels, channels),
            path,
            _lock: lock,
        };
        let folder = &writer.partial.folder;
        fs::create_dir(folder).map_err(TableError::io(folder, "create the directory"))?;
        for (number, (path, document)) in writer.metadata().into_iter().enumerate() {
            let text = format!("{document:#}\n");
            match number {
                // First, so that what an interruption leaves is known to be an overview.
                0 => write_durably(folder, METADATA_FILE, text.as_bytes())?,
                _ => write_whole(folder, &format!("{path}/{METADATA_FILE}"), text.as_bytes())?,
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
        if self.path.exists() {
            self.show(ShownOverview::default())?;
        }
        remove(&self.path)?;
        let renamed = fs::rename(&self.partial.folder, &self.path);
        renamed.map_err(TableError::io(&self.path, "give the overview its name"))?;
        sync_folder(self.path.parent().unwrap_or(Path::new("")))?;
        self.show(self.shown())?;
        Ok(StoredOverview { folder: self.path.clone(), ..self.partial.clone() })
    }
}

impl OverviewWriter<'_> {
    fn metadata(&self) -> Vec<(String, Json)> {
        let StoredOverview { levels, channels, .. } = &self.partial;
        metadata::of_all(self.table.attributes(), levels, channels)
    }

    /// Returns what the group of the table shows of this overview.
    fn shown(&self) -> ShownOverview {
        let channel = Channel::of_values(self.table.plan().job().quantity());
        let path =
            |channel: Channel, level| format!("{OVERVIEW_FOLDER}/{}/{level}", channel.name());
        let levels = self.partial.levels();
        let arrays = channel.map(|channel| levels.map(move |level| (level, path(channel, level))));
        let below = |path: String| match path.as_str() {
            "" => OVERVIEW_FOLDER.to_owned(),
            path => format!("{OVERVIEW_FOLDER}/{path}"),
        };
        let metadata = self.metadata().into_iter();
        ShownOverview {
            arrays: arrays.into_iter().flatten().collect(),
            metadata: metadata.map(|(path, document)| (below(path), document)).collect(),
        }
    }

    /// Shows an overview in the group of the table, if the table has one: other viewers do not look for it.
    fn show(&self, overview: ShownOverview) -> Result<(), TableError> {
        let table = self.table;
        let Some(name) = table.layout().array() else { return Ok(()) };
        let mut group = read_metadata(table.path())?;
        let array = read_metadata(&table.array_folder())?;
        root::describe(&mut group, name, &array, overview);
        write_durably(table.path(), METADATA_FILE, format!("{group:#}\n").as_bytes())
    }
}

impl Drop for OverviewWriter<'_> {
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

/// Removes an overview, if there is one.
fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(TableError::io(path, "remove the overview")(error))
        }
        _ => Ok(()),
    }
}
