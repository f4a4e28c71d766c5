//! Chunks: how the values of a tile become bytes and are read back.
//!
//! The steps are those of the chain in the metadata ([`Codec::chain`]): values in little-endian order, the
//! compressor, and the crc32c checksum of what it made. Zarr libraries take the same steps.

use std::borrow::Cow;

use zstd::zstd_safe::get_frame_content_size;

use super::blosc;
use super::codec::{Codec, ZSTD_LEVEL};
use crate::domain::tiling::TileIndex;
use crate::plan::Plan;
use crate::values::{ValueType, Values};
use crate::wording::counted;

/// Bytes of the crc32c checksum at the end of a chunk.
const CHECKSUM_BYTES: usize = 4;

/// Encodes and decodes the chunks of a plan.
#[derive(Debug, Clone)]
pub(crate) struct ChunkCodec {
    codec: Codec,
    value_type: ValueType,
    cells: u64,
}

impl ChunkCodec {
    /// Makes the codec of the chunks of a plan.
    pub(crate) fn new(plan: &Plan, codec: Codec) -> Self {
        ChunkCodec::of_cells(codec, plan.value_type(), plan.tiling().tile_cells())
    }

    /// Makes the codec of chunks with this number of values.
    pub(crate) fn of_cells(codec: Codec, value_type: ValueType, cells: u64) -> Self {
        ChunkCodec { codec, value_type, cells }
    }

    /// Returns how chunks are compressed.
    pub(crate) fn codec(&self) -> Codec {
        self.codec
    }

    /// Returns the bytes of a chunk before it is compressed.
    fn decoded_bytes(&self) -> u64 {
        self.cells * self.value_type.bytes() as u64
    }

    /// Returns the most bytes that an encoded chunk can have. A compressor adds little to what it cannot
    /// compress.
    pub(crate) fn most_bytes(&self) -> u64 {
        2 * self.decoded_bytes() + (1 << 20)
    }

    /// Encodes a tile.
    ///
    /// # Errors
    /// When the codec fails.
    pub(crate) fn encode(&self, values: &Values) -> Result<Vec<u8>, String> {
        let values = little_endian(Cow::Borrowed(values.bytes()), self.value_type);
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

    /// Decodes a chunk, and checks its checksum and its size. Another program may have written it, at another level.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn decode(&self, chunk: &[u8]) -> Result<Values, String> {
        let (content, checksum) = chunk.split_last_chunk::<CHECKSUM_BYTES>().ok_or_else(|| {
            format!("it has {}, not even a checksum", counted(chunk.len(), "byte"))
        })?;
        if crc32c::crc32c(content) != u32::from_le_bytes(*checksum) {
            return Err("its checksum is wrong".into());
        }
        let decoded_bytes = self.decoded_bytes() as usize;
        let bytes = match self.codec {
            Codec::Blosc => Cow::Owned(blosc::decode(content, decoded_bytes)?),
            Codec::Zstd => Cow::Owned(decompress_zstd(content, decoded_bytes)?),
            Codec::None => Cow::Borrowed(content),
        };
        if bytes.len() != decoded_bytes {
            let found = counted(bytes.len(), "byte");
            return Err(format!("it holds {found}, a tile has {decoded_bytes}"));
        }
        let bytes = little_endian(bytes, self.value_type);
        Ok(match self.value_type {
            ValueType::Bool | ValueType::U8 => Values::U8(bytes.into_owned()),
            wider => Values::from_bytes(wider, &bytes),
        })
    }
}

/// Decompresses frames of zstd, whether or not they say what they hold, which is at most `most_bytes` bytes.
/// Allocates no more than that.
fn decompress_zstd(content: &[u8], most_bytes: usize) -> Result<Vec<u8>, String> {
    if let Ok(Some(claimed)) = get_frame_content_size(content)
        && claimed > most_bytes as u64
    {
        let claimed = counted(claimed, "byte");
        return Err(format!("it claims to hold {claimed}, a tile has {most_bytes}"));
    }
    let mut decoded = vec![0; most_bytes];
    let written = zstd::bulk::decompress_to_buffer(content, &mut decoded);
    decoded.truncate(written.map_err(|error| format!("zstd: {error}"))?);
    Ok(decoded)
}

/// Returns the bytes of values in little-endian order, of those in this machine's, and the other way round.
fn little_endian(bytes: Cow<'_, [u8]>, value_type: ValueType) -> Cow<'_, [u8]> {
    let width = value_type.bytes();
    if cfg!(target_endian = "little") || width == 1 {
        return bytes;
    }
    let mut swapped = bytes.into_owned();
    swapped.chunks_exact_mut(width).for_each(<[u8]>::reverse);
    Cow::Owned(swapped)
}

/// Returns the key of a chunk or of a shard, which is its path within the table: `c/3/0`.
pub(crate) fn key(heaps: usize, index: TileIndex) -> String {
    let mut key = crate::table::format::CHUNK_DIRECTORY.to_owned();
    for i in index.unpadded(heaps) {
        key.push('/');
        key.push_str(&i.to_string());
    }
    key
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn decoded(frames: &[u8]) -> Result<Values, String> {
        let chunk = [frames, &crc32c::crc32c(frames).to_le_bytes()].concat();
        ChunkCodec::of_cells(Codec::Zstd, ValueType::U8, 5000).decode(&chunk)
    }

    /// Returns a frame that does not say what it holds, in many small blocks.
    fn frame_of_blocks(values: &[u8]) -> Vec<u8> {
        let mut encoder = zstd::stream::Encoder::new(Vec::new(), 1).expect("an encoder");
        encoder.include_checksum(true).expect("a checksum");
        for part in values.chunks(50) {
            encoder.write_all(part).expect("written");
            encoder.flush().expect("written");
        }
        encoder.finish().expect("written")
    }

    /// Catches frames of zstd that are valid and refused: 100 blocks, each of which might hold 128 KiB; several
    /// frames; a frame that is to be skipped.
    #[test]
    fn every_form_of_zstd_is_read() {
        let values: Vec<u8> = (0..5000).map(|at| (at % 61) as u8).collect();
        let compress = |values: &[u8]| zstd::bulk::compress(values, 1).expect("compressed");
        let skipped = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc";
        let (first, second) = values.split_at(1234);
        for frames in [
            compress(&values),
            frame_of_blocks(&values),
            [compress(first), frame_of_blocks(second)].concat(),
            [&skipped[..], &compress(first), skipped, &compress(second), skipped].concat(),
        ] {
            assert_eq!(decoded(&frames), Ok(Values::U8(values.clone())));
        }
    }

    /// Catches frames that hold more or less than a tile, whether or not they say so.
    #[test]
    fn frames_of_another_size_are_refused() {
        for bytes in [0, 4999, 5001, 1 << 20] {
            let values = vec![1; bytes];
            let whole = zstd::bulk::compress(&values, 1).expect("compressed");
            let (first, second) = values.split_at(bytes / 2);
            for frames in [whole, frame_of_blocks(&values), {
                [frame_of_blocks(first), frame_of_blocks(second)].concat()
            }] {
                assert!(decoded(&frames).is_err(), "{bytes} bytes");
            }
        }
    }
}
