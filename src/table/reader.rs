//! Reading a table.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zarrs::array::{Array, ArrayToBytesCodecTraits, CodecOptions};
use zarrs::filesystem::FilesystemStore;

use super::TableError;
use super::format::{Attributes, CHUNK_DIRECTORY, Codec, METADATA_FILE, metadata};
use crate::domain::tiling::TileIndex;
use crate::plan::Plan;
use crate::values::{ValueType, Values};

/// Bytes of the crc32c checksum behind a chunk.
const CHECKSUM_BYTES: usize = 4;

/// An open table.
#[derive(Debug)]
pub struct TableReader {
    path: PathBuf,
    plan: Plan,
    codec: Codec,
    attributes: Attributes,
    array: Array<FilesystemStore>,
}

impl TableReader {
    /// Opens the table at `path`, complete or not, and checks that its metadata describe a table
    /// of this program. No chunk is read.
    ///
    /// # Errors
    /// When there is no such table, or its metadata contradict one another.
    pub fn open(path: &Path) -> Result<Self, TableError> {
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
        let codecs = document["codecs"].as_array().into_iter().flatten();
        let codec = match codecs.clone().any(|codec| codec["name"] == "zstd") {
            true => Codec::Zstd,
            false => Codec::None,
        };
        if !codecs.clone().any(|codec| codec["name"] == "crc32c") {
            return Err(refuse("its chunks have no checksum (crc32c)".into()));
        }
        // The plan determines the array; what else a user notes in the metadata is their own.
        let expected = metadata(&plan, codec, &attributes);
        for key in ["shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value"] {
            if document[key] != expected[key] {
                let (found, right) = (&document[key], &expected[key]);
                return Err(refuse(format!("its {key} is {found}, its attributes say {right}")));
            }
        }
        let store = FilesystemStore::new(path).map_err(|error| refuse(error.to_string()))?;
        let array = Array::open(Arc::new(store), "/").map_err(|error| refuse(error.to_string()))?;
        Ok(TableReader { path: path.to_owned(), plan, codec, attributes, array })
    }

    /// Where the table is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The plan that the table was written by.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How its chunks are compressed.
    pub fn codec(&self) -> Codec {
        self.codec
    }

    /// What the table says about itself.
    pub fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    /// The error for a table whose run did not finish.
    ///
    /// # Errors
    /// When the table is incomplete.
    pub fn require_complete(&self) -> Result<(), TableError> {
        match self.attributes.complete {
            true => Ok(()),
            false => Err(TableError::Incomplete { path: self.path.clone() }),
        }
    }

    /// Key of a tile's chunk, which is its path within the table: `c/3/0`.
    pub fn chunk_key(&self, index: TileIndex) -> String {
        self.array.chunk_key(&self.chunk_index(index)).to_string()
    }

    /// Reads one tile and checks its checksum.
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
        match values.len() as u64 == cells {
            true => Ok(values),
            false => Err(damaged(format!("it holds {} cells, not {cells}", values.len()))),
        }
    }

    /// A chunk that claims to hold far more than a tile would be given that much memory before it
    /// is found out.
    fn check_decoded_size(&self, encoded: &[u8]) -> Result<(), String> {
        if self.codec == Codec::None {
            return Ok(());
        }
        let compressed = encoded.len().saturating_sub(CHECKSUM_BYTES);
        let claimed = zstd::bulk::Decompressor::upper_bound(&encoded[..compressed]);
        // Without a recorded size the bound is a multiple of a block of 128 KiB.
        let most = 2 * self.plan.tile_bytes() + (1 << 20);
        match claimed {
            Some(claimed) if claimed as u64 > most => Err(format!(
                "it claims to hold {claimed} bytes, a tile has {}",
                self.plan.tile_bytes()
            )),
            _ => Ok(()),
        }
    }

    /// All files below the chunk directory: path within the table, and bytes.
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
