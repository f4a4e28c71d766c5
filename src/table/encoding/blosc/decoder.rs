//! Reading Blosc: bits shuffled, blocks of any size in one piece or several, LZ4.

use std::ops::Range;

use super::super::bit_shuffle::unshuffle;
use super::{
    BITS_SHUFFLED, COMPRESSOR_SHIFT, COMPRESSOR_VERSION, COPIED, FORMAT_VERSION, HEADER_BYTES, LZ4,
    UNSPLIT,
};

/// The flags of every container that is compressed by LZ4 with bit shuffling, be its blocks split or not.
const FLAGS: u8 = BITS_SHUFFLED | LZ4 << COMPRESSOR_SHIFT;
/// Blocks of values of more bytes are never split.
const MOST_PIECES: usize = 16;
/// Blocks are not split into pieces of fewer bytes.
const LEAST_PIECE_BYTES: usize = 128;

/// Decompresses a container, which holds `bytes` bytes. Allocates no more than that and a block, whatever the
/// container says of sizes.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn decode(container: &[u8], bytes: usize) -> Result<Vec<u8>, String> {
    let header = Header::read(container, bytes)?;
    if header.is_copied {
        let content = &container[HEADER_BYTES..];
        return if content.len() == bytes {
            Ok(content.to_vec())
        } else {
            Err("it has a wrong length".into())
        };
    }
    let mut values = vec![0; bytes];
    let mut shuffled = vec![0; header.block_bytes];
    for (number, block) in values.chunks_mut(header.block_bytes).enumerate() {
        let shuffled = &mut shuffled[..block.len()];
        decompress_block(container, &header, number, shuffled)
            .map_err(|reason| format!("block {number} of Blosc {reason}"))?;
        header.unshuffle(shuffled, block);
    }
    Ok(values)
}

/// What the header of a container says.
struct Header {
    is_copied: bool,
    is_split: bool,
    type_bytes: usize,
    block_bytes: usize,
}

impl Header {
    /// Reads the header of a container which holds `bytes` bytes.
    fn read(container: &[u8], bytes: usize) -> Result<Self, String> {
        let Some((&[version, version_of_compressor, flags, type_bytes, ..], _)) =
            container.split_first_chunk::<HEADER_BYTES>()
        else {
            return Err("it is shorter than the header of Blosc".into());
        };
        let is_copied = flags & COPIED != 0;
        let is_lz4 = flags & !UNSPLIT == FLAGS && version_of_compressor == COMPRESSOR_VERSION;
        if version != FORMAT_VERSION || !(is_copied || is_lz4) {
            return Err("its header is not that of Blosc with LZ4 and bit shuffling".into());
        }
        let size = |place: usize| number_at(container, place).unwrap_or_default();
        let (stored_bytes, block_bytes, length) = (size(4), size(8), size(12));
        if stored_bytes != bytes {
            return Err(format!("it claims to hold {stored_bytes} bytes, a tile has {bytes}"));
        }
        if length != container.len() {
            return Err(format!("it claims to have {length} bytes, it has {}", container.len()));
        }
        if !is_copied && !(1..=bytes).contains(&block_bytes) {
            return Err(format!("it claims to have blocks of {block_bytes} bytes"));
        }
        if type_bytes == 0 {
            return Err("it claims to have values of 0 bytes".into());
        }
        let (is_split, type_bytes) = (flags & UNSPLIT == 0, usize::from(type_bytes));
        Ok(Header { is_copied, is_split, type_bytes, block_bytes })
    }

    /// Returns the number of pieces in which a block of this many bytes is compressed.
    fn pieces(&self, bytes: usize) -> usize {
        let is_whole = bytes == self.block_bytes;
        let is_split = self.is_split
            && is_whole
            && self.type_bytes <= MOST_PIECES
            && bytes / self.type_bytes >= LEAST_PIECE_BYTES;
        if is_split { self.type_bytes } else { 1 }
    }

    /// Undoes the shuffling of a block. Bytes behind the last whole value are not shuffled.
    fn unshuffle(&self, shuffled: &[u8], block: &mut [u8]) {
        let whole = block.len() - block.len() % self.type_bytes;
        let (values, rest) = block.split_at_mut(whole);
        unshuffle(&shuffled[..whole], self.type_bytes, values);
        rest.copy_from_slice(&shuffled[whole..]);
    }
}

/// Decompresses a block into `shuffled`, which has its length. Says what is wrong with it.
fn decompress_block(
    container: &[u8],
    header: &Header,
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
            decompress(content, piece)?;
        }
    }
    Ok(())
}

/// Decompresses a piece, which must fill `piece`.
fn decompress(content: &[u8], piece: &mut [u8]) -> Result<(), String> {
    match lz4_flex::block::decompress_into(content, piece) {
        Ok(written) if written == piece.len() => Ok(()),
        Ok(_) => Err("is too short".into()),
        Err(error) => Err(format!("is damaged: {error}")),
    }
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
