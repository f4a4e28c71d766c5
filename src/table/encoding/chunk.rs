//! Chunks: how the values of a tile become bytes and are read back.
//!
//! The steps are those of the chain in the metadata ([`Codec::chain`]): values in little-endian order, the
//! compressor, and the crc32c checksum of what it made. Zarr libraries take the same steps.

use std::borrow::Cow;

use super::blosc;
use super::codec::{Codec, ZSTD_LEVEL};
use crate::domain::tiling::TileIndex;
use crate::plan::Plan;
use crate::values::{ValueType, Values};

/// Bytes of the crc32c checksum at the end of a chunk.
const CHECKSUM_BYTES: usize = 4;

/// Encodes and decodes the chunks of a plan.
#[derive(Debug)]
pub(in crate::table) struct ChunkCodec {
    codec: Codec,
    value_type: ValueType,
    cells: u64,
}

impl ChunkCodec {
    /// Makes the codec of the chunks of a plan.
    pub(in crate::table) fn new(plan: &Plan, codec: Codec) -> Self {
        ChunkCodec::of_cells(codec, plan.value_type(), plan.tiling().tile_cells())
    }

    /// Makes the codec of chunks with this number of values.
    pub(in crate::table) fn of_cells(codec: Codec, value_type: ValueType, cells: u64) -> Self {
        ChunkCodec { codec, value_type, cells }
    }

    /// Returns how chunks are compressed.
    pub(in crate::table) fn codec(&self) -> Codec {
        self.codec
    }

    /// Returns the bytes of a chunk before it is compressed.
    fn decoded_bytes(&self) -> u64 {
        self.cells * self.value_type.bytes() as u64
    }

    /// Returns the most bytes that an encoded chunk can have. A compressor adds little to what it cannot
    /// compress.
    pub(in crate::table) fn most_bytes(&self) -> u64 {
        2 * self.decoded_bytes() + (1 << 20)
    }

    /// Encodes a tile.
    ///
    /// # Errors
    /// When the codec fails.
    pub(in crate::table) fn encode(&self, values: &Values) -> Result<Vec<u8>, String> {
        let values = little_endian(values.bytes(), self.value_type);
        let mut chunk = match self.codec {
            Codec::Blosc => blosc::encode(&values, self.value_type.bytes())?,
            Codec::Zstd => zstd::bulk::compress(&values, ZSTD_LEVEL)
                .map_err(|error| format!("zstd: {error}"))?,
            Codec::None => values.into_owned(),
        };
        let checksum = crc32c::crc32c(&chunk);
        chunk.extend_from_slice(&checksum.to_le_bytes());
        Ok(chunk)
    }

    /// Decodes a chunk, and checks its checksum and its size.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(in crate::table) fn decode(&self, chunk: &[u8]) -> Result<Values, String> {
        let (content, checksum) = chunk
            .split_last_chunk::<CHECKSUM_BYTES>()
            .ok_or_else(|| format!("it has {} bytes, not even a checksum", chunk.len()))?;
        if crc32c::crc32c(content) != u32::from_le_bytes(*checksum) {
            return Err("its checksum is wrong".into());
        }
        let decoded_bytes = self.decoded_bytes() as usize;
        let bytes = match self.codec {
            Codec::Blosc => {
                Cow::Owned(blosc::decode(content, self.value_type.bytes(), decoded_bytes)?)
            }
            Codec::Zstd => {
                self.check_claimed_size(content)?;
                let decoded = zstd::bulk::decompress(content, decoded_bytes);
                Cow::Owned(decoded.map_err(|error| format!("zstd: {error}"))?)
            }
            Codec::None => Cow::Borrowed(content),
        };
        if bytes.len() != decoded_bytes {
            return Err(format!("it holds {} bytes, a tile has {decoded_bytes}", bytes.len()));
        }
        Ok(match self.value_type {
            ValueType::Bool | ValueType::U8 => Values::U8(bytes.into_owned()),
            ValueType::U16 => {
                Values::U16(bytes.as_chunks().0.iter().map(|&v| u16::from_le_bytes(v)).collect())
            }
            ValueType::U32 => {
                Values::U32(bytes.as_chunks().0.iter().map(|&v| u32::from_le_bytes(v)).collect())
            }
            ValueType::I8 => Values::I8(bytes.iter().map(|&v| v.cast_signed()).collect()),
            ValueType::I16 => {
                Values::I16(bytes.as_chunks().0.iter().map(|&v| i16::from_le_bytes(v)).collect())
            }
            ValueType::I32 => {
                Values::I32(bytes.as_chunks().0.iter().map(|&v| i32::from_le_bytes(v)).collect())
            }
        })
    }

    /// Checks the size that a frame of zstd claims to have. A decoder allocates that much before it
    /// can find out that the claim is false.
    fn check_claimed_size(&self, content: &[u8]) -> Result<(), String> {
        let claimed = zstd::bulk::Decompressor::upper_bound(content);
        // For a chunk that records no size, the bound is a multiple of zstd's blocks of 128 KiB.
        match claimed {
            Some(claimed) if claimed as u64 > self.most_bytes() => Err(format!(
                "it claims to hold {claimed} bytes, a tile has {}",
                self.decoded_bytes()
            )),
            _ => Ok(()),
        }
    }
}

/// Returns the bytes of values, which are those of this machine's memory, in little-endian order.
fn little_endian(bytes: &[u8], value_type: ValueType) -> Cow<'_, [u8]> {
    let width = value_type.bytes();
    if cfg!(target_endian = "little") || width == 1 {
        return Cow::Borrowed(bytes);
    }
    let mut swapped = bytes.to_vec();
    swapped.chunks_exact_mut(width).for_each(<[u8]>::reverse);
    Cow::Owned(swapped)
}

/// Returns the key of a chunk or of a shard, which is its path within the table: `c/3/0`.
pub(in crate::table) fn key(heaps: usize, index: TileIndex) -> String {
    let mut key = crate::table::format::CHUNK_DIRECTORY.to_owned();
    for i in index.unpadded(heaps) {
        key.push('/');
        key.push_str(&i.to_string());
    }
    key
}
