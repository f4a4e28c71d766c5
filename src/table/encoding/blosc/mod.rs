//! Blosc: bit shuffling and LZ4, in the container of Blosc 1 that readers of Zarr know.
//!
//! Grundy values and palace numbers are compressed several times as fast as by zstd, and to less. The usual
//! library is written in C. Here is the part of its format that suits tables, in safe Rust. [`decode`] also reads what
//! that library makes of LZ4 and bit shuffling at any level, since other Zarr libraries may have rewritten a chunk:
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 3 | version of the format, version of the compressor's format, flags, bytes of a value |
//! | 4 to 7 | bytes before compression |
//! | 8 to 11 | bytes of a block before compression; the last one may be shorter |
//! | 12 to 15 | bytes of the container |
//! | from 16 | for each block, where it begins in the container |
//! | behind | the blocks, each of one or several pieces: length, then the compressed bytes, or the bytes as they are if that is their length |
//!
//! Numbers are little-endian and take 32 bits. What does not become smaller is stored as it is, behind the
//! header (flag [`COPIED`]). A block is shuffled as a whole and then cut into pieces: into one for each byte of a
//! value, or not at all (flag [`UNSPLIT`]). See `README_CHUNK_FORMAT.rst` and `blosc.c` of c-blosc 1.21.

mod decoder;
mod encoder;
#[cfg(test)]
mod tests;

pub(crate) use decoder::decode;
pub(crate) use encoder::encode;

/// Bytes of a block that is written: more take LZ4's table of earlier matches out of the nearest cache, fewer
/// give it less to find.
pub(crate) const BLOCK_BYTES: usize = 1 << 15;
/// The level that is named in the metadata. LZ4 has one here; readers do not use the number.
pub(crate) const LEVEL: u32 = 5;

const HEADER_BYTES: usize = 16;
const FORMAT_VERSION: u8 = 2;
/// The version of every compressor's format.
const COMPRESSOR_VERSION: u8 = 1;
/// Flag: the content follows the header as it is.
const COPIED: u8 = 0x02;
/// Flag: the bits of the same weight of all values stand together.
const BITS_SHUFFLED: u8 = 0x04;
/// Flag: a block is compressed as one piece.
const UNSPLIT: u8 = 0x10;
/// The flags from this bit on are the number of the compressor.
const COMPRESSOR_SHIFT: u32 = 5;
/// The number of LZ4, which LZ4HC shares: it is another way to write the same format.
const LZ4: u8 = 1;
