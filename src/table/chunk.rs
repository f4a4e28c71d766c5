//! Chunks: how the values of a tile become bytes and are read back.

use std::sync::Arc;

use zarrs::array::{Array, ArrayBytes, ArrayMetadata, ArrayToBytesCodecTraits, CodecOptions};

use super::codec::Codec;
use super::format::chunk_metadata;
use crate::domain::tiling::TileIndex;
use crate::plan::Plan;
use crate::values::{ValueType, Values};

/// Bytes of the crc32c checksum at the end of a chunk.
const CHECKSUM_BYTES: usize = 4;

/// Encodes and decodes the chunks of a plan.
#[derive(Debug)]
pub(super) struct ChunkCodec {
    codec: Codec,
    value_type: ValueType,
    cells: u64,
    /// An array of the same chunks without storage, for its codecs.
    array: Array<()>,
}

impl ChunkCodec {
    /// Makes the codec of the chunks of a plan.
    ///
    /// # Errors
    /// When the Zarr library does not know it.
    pub(super) fn new(plan: &Plan, codec: Codec) -> Result<Self, String> {
        let parsed: ArrayMetadata = serde_json::from_value(chunk_metadata(plan, codec))
            .map_err(|error| error.to_string())?;
        let array = Array::new_with_metadata(Arc::new(()), "/", parsed)
            .map_err(|error| error.to_string())?;
        let (value_type, cells) = (plan.value_type(), plan.tiling().tile_cells());
        Ok(ChunkCodec { codec, value_type, cells, array })
    }

    /// Returns how chunks are compressed.
    pub(super) fn codec(&self) -> Codec {
        self.codec
    }

    /// Returns the bytes of a chunk before it is compressed.
    fn decoded_bytes(&self) -> u64 {
        self.cells * self.value_type.bytes() as u64
    }

    /// Returns the most bytes that an encoded chunk can have. A compressor adds little to what it cannot
    /// compress.
    pub(super) fn most_bytes(&self) -> u64 {
        2 * self.decoded_bytes() + (1 << 20)
    }

    /// Encodes a tile.
    ///
    /// # Errors
    /// When the codec fails.
    pub(super) fn encode(&self, values: &Values) -> Result<Vec<u8>, String> {
        let shape = self.shape()?;
        let values = ArrayBytes::new_flen(values.bytes());
        let (data_type, fill_value) = (self.array.data_type(), self.array.fill_value());
        let encoded =
            self.array.codecs().encode(values, &shape, data_type, fill_value, &one_thread());
        encoded.map(|bytes| bytes.into_owned()).map_err(|error| error.to_string())
    }

    /// Decodes a chunk, and checks its checksum and its size.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn decode(&self, encoded: Vec<u8>) -> Result<Values, String> {
        self.check_claimed_size(&encoded)?;
        let shape = self.shape()?;
        let (data_type, fill_value) = (self.array.data_type(), self.array.fill_value());
        let chunk = self
            .array
            .codecs()
            .decode(encoded.into(), &shape, data_type, fill_value, &one_thread())
            .map_err(|error| error.to_string())?;
        let bytes = chunk.into_fixed().map_err(|error| error.to_string())?;
        let values = match self.value_type {
            ValueType::Bool | ValueType::U8 => Values::U8(bytes.into_owned()),
            ValueType::U16 => Values::U16(bytemuck::pod_collect_to_vec(&bytes)),
            ValueType::U32 => Values::U32(bytemuck::pod_collect_to_vec(&bytes)),
        };
        if values.len() as u64 == self.cells {
            Ok(values)
        } else {
            Err(format!("it holds {} cells, not {}", values.len(), self.cells))
        }
    }

    /// Checks the size that a compressed chunk claims to have. A decoder allocates that much before
    /// it can find out that the claim is false.
    fn check_claimed_size(&self, encoded: &[u8]) -> Result<(), String> {
        if self.codec == Codec::None {
            return Ok(());
        }
        let compressed = encoded.len().saturating_sub(CHECKSUM_BYTES);
        let claimed = zstd::bulk::Decompressor::upper_bound(&encoded[..compressed]);
        // For a chunk that records no size, the bound is a multiple of zstd's blocks of 128 KiB.
        match claimed {
            Some(claimed) if claimed as u64 > self.most_bytes() => Err(format!(
                "it claims to hold {claimed} bytes, a tile has {}",
                self.decoded_bytes()
            )),
            _ => Ok(()),
        }
    }

    fn shape(&self) -> Result<Vec<std::num::NonZeroU64>, String> {
        let origin = vec![0; self.array.dimensionality()];
        self.array.chunk_shape(&origin).map_err(|error| error.to_string())
    }
}

/// Chunks are encoded and decoded by several threads, each by one.
fn one_thread() -> CodecOptions {
    CodecOptions::default().with_concurrent_target(1)
}

/// Returns the key of a chunk or of a shard, which is its path within the table: `c/3/0`.
pub(super) fn key(heaps: usize, index: TileIndex) -> String {
    let mut key = super::format::CHUNK_DIRECTORY.to_owned();
    for i in index.unpadded(heaps) {
        key.push('/');
        key.push_str(&i.to_string());
    }
    key
}
