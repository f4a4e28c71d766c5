//! The reader: tables are opened, and their tiles and values read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zarrs::array::{Array, ArrayToBytesCodecTraits, CodecOptions};
use zarrs::filesystem::FilesystemStore;

use super::codec::Codec;
use super::error::TableError;
use super::format::{Attributes, CHUNK_DIRECTORY, METADATA_FILE, metadata};
use super::tile_cache::TileCache;
use crate::domain::Position;
use crate::domain::tiling::TileIndex;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::plan::Plan;
use crate::values::{ValueType, Values};

/// Bytes of the crc32c checksum at the end of a chunk.
const CHECKSUM_BYTES: usize = 4;

/// The keys of a `zarr.json` that the plan and the codec determine.
const DETERMINED_KEYS: [&str; 6] =
    ["shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs"];

/// An open table.
///
/// Single values ([`value`](TableReader::value)), slices ([`slice`](TableReader::slice)) and scans
/// ([`scan`](TableReader::scan)) keep the tiles that they read, as many as fit into half of the
/// memory that is available at the first of them, until the reader is dropped.
#[derive(Debug)]
pub struct TableReader {
    path: PathBuf,
    plan: Plan,
    codec: Codec,
    attributes: Attributes,
    array: Array<FilesystemStore>,
    cache: TileCache,
}

impl TableReader {
    /// Opens the table at `path`, complete or not, and checks that its metadata describe a table
    /// of this program. No chunk is read.
    ///
    /// # Errors
    /// When there is no such table, or its metadata contradict one another.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TableError> {
        let path = path.as_ref();
        if !path.exists() {
            return Err(TableError::not_a_table(path, "there is nothing at this path"));
        }
        let file = path.join(METADATA_FILE);
        let text = fs::read_to_string(&file).map_err(TableError::io(&file, "read the metadata"))?;
        let refuse = |reason: String| TableError::not_a_table(path, reason);
        let document: serde_json::Value = serde_json::from_str(&text)
            .map_err(|error| refuse(format!("{METADATA_FILE}: {error}")))?;
        let attributes = Attributes::find(&document).map_err(&refuse)?;
        let job = attributes.job().map_err(|refusal| refuse(refusal.to_string()))?;
        let chunk_shape = &document["chunk_grid"]["configuration"]["chunk_shape"];
        let edge = chunk_shape.as_array().into_iter().flatten().filter_map(|n| n.as_u64()).max();
        let edge = edge.and_then(|edge| u32::try_from(edge).ok()).unwrap_or(0);
        let plan = Plan::new(job, Some(edge)).map_err(|refusal| refuse(refusal.to_string()))?;
        let codec = Codec::detect(&document["codecs"], plan.value_type()).map_err(&refuse)?;
        // The plan and the codec determine these keys. Other keys a user may add or change.
        let expected = metadata(&plan, codec, &attributes);
        for key in DETERMINED_KEYS {
            if document[key] != expected[key] {
                let (found, right) = (&document[key], &expected[key]);
                return Err(refuse(format!("its {key:?} is {found}, not {right}")));
            }
        }
        let store = FilesystemStore::new(path).map_err(|error| refuse(error.to_string()))?;
        let array = Array::open(Arc::new(store), "/").map_err(|error| refuse(error.to_string()))?;
        let cache = TileCache::default();
        Ok(TableReader { path: path.to_owned(), plan, codec, attributes, array, cache })
    }

    /// Returns the path that was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the plan that the table was written by.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns how the chunks are compressed.
    pub fn codec(&self) -> Codec {
        self.codec
    }

    /// Returns the description of the table.
    pub fn attributes(&self) -> &Attributes {
        &self.attributes
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

    /// Returns the key of a tile's chunk, which is its path within the table: `c/3/0`.
    pub fn chunk_key(&self, index: TileIndex) -> String {
        self.array.chunk_key(&self.chunk_index(index)).to_string()
    }

    /// Returns the value of the position with these heaps. Keeps the tile that it reads.
    ///
    /// # Errors
    /// [`TableError::Refused`] when the position is not in the table; else when the table is
    /// incomplete or damaged.
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
        self.require_complete()?;
        let position = self.position(heaps).map_err(TableError::Refused)?;
        let (index, offset) = self.plan.tiling().locate(position.coordinates());
        Ok(self.cached_tile(index)?.get(offset))
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
                format!("the position has {} heaps, the table {}", heaps.len(), domain.heaps()),
                "give one heap size for each, separated by commas",
            ));
        }
        let position = Position::new(heaps);
        if domain.contains(position.coordinates()) {
            return Ok(position);
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
        self.cache.get(index, || self.tile(index))
    }

    /// Reads a tile from its file and checks its checksum.
    ///
    /// # Errors
    /// When the chunk is missing or does not decode.
    pub fn tile(&self, index: TileIndex) -> Result<Values, TableError> {
        let damaged = |reason: String| TableError::Damaged {
            path: self.path.clone(),
            chunk: self.chunk_key(index),
            reason,
        };
        let encoded = self
            .array
            .retrieve_encoded_chunk(&self.chunk_index(index))
            .map_err(|error| damaged(error.to_string()))?;
        let Some(encoded) = encoded else {
            return Err(damaged("its file is missing".into()));
        };
        self.check_decoded_size(&encoded).map_err(&damaged)?;
        let shape = self
            .array
            .chunk_shape(&self.chunk_index(index))
            .map_err(|error| damaged(error.to_string()))?;
        let (data_type, fill_value) = (self.array.data_type(), self.array.fill_value());
        let options = CodecOptions::default().with_concurrent_target(1);
        let chunk = self
            .array
            .codecs()
            .decode(encoded.into(), &shape, data_type, fill_value, &options)
            .map_err(|error| damaged(error.to_string()))?;
        let bytes = chunk.into_fixed().map_err(|error| damaged(error.to_string()))?;
        let values = match self.plan.value_type() {
            ValueType::Bool | ValueType::U8 => Values::U8(bytes.into_owned()),
            ValueType::U16 => Values::U16(bytemuck::pod_collect_to_vec(&bytes)),
            ValueType::U32 => Values::U32(bytemuck::pod_collect_to_vec(&bytes)),
        };
        let cells = self.plan.tiling().tile_cells();
        if values.len() as u64 == cells {
            Ok(values)
        } else {
            Err(damaged(format!("it holds {} cells, not {cells}", values.len())))
        }
    }

    /// Checks the size that a compressed chunk claims to have. A decoder allocates that much before
    /// it can find out that the claim is false.
    fn check_decoded_size(&self, encoded: &[u8]) -> Result<(), String> {
        if self.codec == Codec::None {
            return Ok(());
        }
        let compressed = encoded.len().saturating_sub(CHECKSUM_BYTES);
        let claimed = zstd::bulk::Decompressor::upper_bound(&encoded[..compressed]);
        // For a chunk that records no size, the bound is a multiple of zstd's blocks of 128 KiB.
        let most = 2 * self.plan.tile_bytes() + (1 << 20);
        match claimed {
            Some(claimed) if claimed as u64 > most => Err(format!(
                "it claims to hold {claimed} bytes, a tile has {}",
                self.plan.tile_bytes()
            )),
            _ => Ok(()),
        }
    }

    /// Lists all files below the chunk directory: their paths within the table, and their bytes.
    ///
    /// # Errors
    /// When the directory cannot be listed.
    pub fn chunk_files(&self) -> Result<Vec<(String, u64)>, TableError> {
        let mut files = Vec::new();
        let mut folders = vec![self.path.join(CHUNK_DIRECTORY)];
        while let Some(folder) = folders.pop() {
            if !folder.exists() {
                continue;
            }
            let mut list = || {
                for entry in fs::read_dir(&folder)? {
                    let entry = entry?;
                    if entry.file_type()?.is_dir() {
                        folders.push(entry.path());
                    } else {
                        let path = entry.path();
                        let key = path.strip_prefix(&self.path).unwrap_or(&path);
                        let names = key.iter().map(|name| name.to_string_lossy());
                        let key = names.collect::<Vec<_>>().join("/");
                        files.push((key, entry.metadata()?.len()));
                    }
                }
                Ok(())
            };
            list().map_err(TableError::io(&folder.clone(), "list the chunks"))?;
        }
        files.sort();
        Ok(files)
    }

    fn chunk_index(&self, index: TileIndex) -> Vec<u64> {
        let heaps = self.plan.job().domain().heaps();
        index.unpadded(heaps).iter().map(|&i| i.into()).collect()
    }
}
