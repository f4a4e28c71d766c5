//! Reading Blosc as the usual library does, whoever wrote it: with any sizes of values and blocks, any shuffling,
//! blocks in one piece or several, and compressed by BloscLZ, LZ4, zlib or zstd.
//!
//! Snappy is not read: neither zarr-python nor numcodecs have it, so that nobody could read such a table with
//! them.

use std::ops::Range;

use super::super::bit_shuffle;
use super::super::byte_shuffle;
use super::super::undecodable::Undecodable;
use super::{
    BITS_SHUFFLED, BYTES_SHUFFLED, COMPRESSOR_SHIFT, COMPRESSOR_VERSION, COPIED, FORMAT_VERSION,
    HEADER_BYTES, LATER_VERSION, LZ4, UNSPLIT, blosclz,
};

/// Blocks of values of more bytes are never split.
const MOST_PIECES: usize = 16;
/// Blocks are not split into pieces of fewer bytes.
const LEAST_PIECE_BYTES: usize = 128;

/// Decompresses a container, which holds `bytes` bytes. Allocates no more than that and a block, whatever the
/// container says of sizes.
///
/// # Errors
/// What is wrong with it, or which part of the format this program does not read.
pub(crate) fn decode(container: &[u8], bytes: usize) -> Result<Vec<u8>, Undecodable> {
    let header = Header::read(container, bytes)?;
    if header.flags & COPIED != 0 {
        let content = &container[HEADER_BYTES..];
        return if content.len() == bytes {
            Ok(content.to_vec())
        } else {
            Err(Undecodable::Damaged("it has a wrong length".into()))
        };
    }
    let mut compressor = Compressor::of(&header)?;
    let mut values = vec![0; bytes];
    let mut shuffled = vec![0; header.block_bytes];
    for (number, block) in values.chunks_mut(header.block_bytes).enumerate() {
        let shuffled = &mut shuffled[..block.len()];
        decompress_block(container, &header, &mut compressor, number, shuffled)
            .map_err(|reason| Undecodable::Damaged(format!("block {number} of Blosc {reason}")))?;
        header.unshuffle(shuffled, block);
    }
    Ok(values)
}

/// What the header of a container says.
struct Header {
    version_of_compressor: u8,
    flags: u8,
    type_bytes: usize,
    block_bytes: usize,
}

impl Header {
    /// Reads the header of a container which holds `bytes` bytes.
    fn read(container: &[u8], bytes: usize) -> Result<Self, Undecodable> {
        let Some((&[version, version_of_compressor, flags, type_bytes, ..], _)) =
            container.split_first_chunk::<HEADER_BYTES>()
        else {
            return Err(Undecodable::Damaged("it is shorter than the header of Blosc".into()));
        };
        if version != FORMAT_VERSION {
            return Err(Undecodable::unread(format!("in version {version} of Blosc's format")));
        }
        if flags & LATER_VERSION != 0 {
            return Err(Undecodable::unread("in a later version of Blosc's format"));
        }
        let size = |place: usize| number_at(container, place).unwrap_or_default();
        let (stored_bytes, block_bytes, length) = (size(4), size(8), size(12));
        let damaged = |reason: String| Err(Undecodable::Damaged(reason));
        if stored_bytes != bytes {
            return damaged(format!("it claims to hold {stored_bytes} bytes, a tile has {bytes}"));
        }
        if length != container.len() {
            return damaged(format!(
                "it claims to have {length} bytes, it has {}",
                container.len()
            ));
        }
        if flags & COPIED == 0 && !(1..=bytes).contains(&block_bytes) {
            return damaged(format!("it claims to have blocks of {block_bytes} bytes"));
        }
        if type_bytes == 0 {
            return damaged("it claims to have values of 0 bytes".into());
        }
        let type_bytes = usize::from(type_bytes);
        Ok(Header { version_of_compressor, flags, type_bytes, block_bytes })
    }

    /// Returns the number of pieces in which a block of this many bytes is compressed.
    fn pieces(&self, bytes: usize) -> usize {
        let is_whole = bytes == self.block_bytes;
        let is_split = self.flags & UNSPLIT == 0
            && is_whole
            && self.type_bytes <= MOST_PIECES
            && bytes / self.type_bytes >= LEAST_PIECE_BYTES;
        if is_split { self.type_bytes } else { 1 }
    }

    /// Undoes the shuffling of a block. Bytes behind the last whole value are not shuffled.
    fn unshuffle(&self, shuffled: &[u8], block: &mut [u8]) {
        let whole = block.len() - block.len() % self.type_bytes;
        let (values, rest) = block.split_at_mut(whole);
        if self.flags & BYTES_SHUFFLED != 0 && self.type_bytes > 1 {
            byte_shuffle::unshuffle(&shuffled[..whole], self.type_bytes, values);
        } else if self.flags & BITS_SHUFFLED != 0 {
            bit_shuffle::unshuffle(&shuffled[..whole], self.type_bytes, values);
        } else {
            values.copy_from_slice(&shuffled[..whole]);
        }
        rest.copy_from_slice(&shuffled[whole..]);
    }
}

/// What the pieces of a container are compressed by.
enum Compressor {
    BloscLz,
    Lz4,
    Zlib,
    Zstd(zstd::bulk::Decompressor<'static>),
}

impl Compressor {
    fn of(header: &Header) -> Result<Self, Undecodable> {
        let number = header.flags >> COMPRESSOR_SHIFT;
        let (name, compressor) = match number {
            0 => ("BloscLZ", Compressor::BloscLz),
            LZ4 => ("LZ4", Compressor::Lz4),
            2 => return Err(Undecodable::unread("by Snappy")),
            3 => ("zlib", Compressor::Zlib),
            4 => {
                let zstd = zstd::bulk::Decompressor::new();
                let zstd = zstd.map_err(|error| Undecodable::Damaged(format!("zstd: {error}")))?;
                ("zstd", Compressor::Zstd(zstd))
            }
            _ => return Err(Undecodable::unread(format!("by Blosc's compressor {number}"))),
        };
        match header.version_of_compressor {
            COMPRESSOR_VERSION => Ok(compressor),
            version => Err(Undecodable::unread(format!("by version {version} of {name}"))),
        }
    }

    /// Decompresses a piece, which must fill `piece`.
    fn decompress(&mut self, content: &[u8], piece: &mut [u8]) -> Result<(), String> {
        let written = match self {
            Compressor::BloscLz => blosclz::decompress(content, piece),
            Compressor::Lz4 => {
                lz4_flex::block::decompress_into(content, piece).map_err(|error| error.to_string())
            }
            Compressor::Zlib => {
                let content = std::iter::once(content);
                miniz_oxide::inflate::decompress_slice_iter_to_slice(piece, content, true, false)
                    .map_err(|status| format!("{status:?}"))
            }
            Compressor::Zstd(zstd) => {
                zstd.decompress_to_buffer(content, piece).map_err(|error| error.to_string())
            }
        };
        match written {
            Ok(written) if written == piece.len() => Ok(()),
            Ok(_) => Err("is too short".into()),
            Err(error) => Err(format!("is damaged: {error}")),
        }
    }
}

/// Decompresses a block into `shuffled`, which has its length. Says what is wrong with it.
fn decompress_block(
    container: &[u8],
    header: &Header,
    compressor: &mut Compressor,
    number: usize,
    shuffled: &mut [u8],
) -> Result<(), String> {
    let pieces = header.pieces(shuffled.len());
    if !shuffled.len().is_multiple_of(pieces) {
        return Err(format!("has {} bytes, which are not {pieces} pieces", shuffled.len()));
    }
    let piece_bytes = shuffled.len() / pieces;
    let outside = || "lies outside the chunk".to_owned();
    let mut place = number_at(container, HEADER_BYTES + 4 * number).ok_or_else(outside)?;
    for piece in shuffled.chunks_exact_mut(piece_bytes) {
        let range = piece_at(container, place).ok_or_else(outside)?;
        place = range.end;
        let content = &container[range];
        if content.len() == piece.len() {
            piece.copy_from_slice(content);
        } else {
            compressor.decompress(content, piece)?;
        }
    }
    Ok(())
}

/// Returns where the content of the piece at a place lies, if that is within the container.
fn piece_at(container: &[u8], place: usize) -> Option<Range<usize>> {
    let begin = place.checked_add(4)?;
    let end = begin.checked_add(number_at(container, place)?)?;
    (end <= container.len()).then_some(begin..end)
}

/// Reads a number, if there is one.
fn number_at(container: &[u8], place: usize) -> Option<usize> {
    container.get(place..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes) as usize)
}
