//! Blosc: bit shuffling and LZ4, in the container of Blosc 1 that readers of Zarr know.
//!
//! Grundy values and palace numbers are compressed several times as fast as by zstd, and to less. The usual
//! library is written in C++; this is the part of its format that this program writes, in safe Rust:
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 3 | version of the format, version of LZ4's format, flags, bytes of a value |
//! | 4 to 7 | bytes before compression |
//! | 8 to 11 | bytes of a block before compression; the last one may be shorter |
//! | 12 to 15 | bytes of the container |
//! | from 16 | for each block, where it begins in the container |
//! | behind | the blocks: length, then the shuffled bytes as an LZ4 block, or as they are if that has their length |
//!
//! Numbers are little-endian and take 32 bits. What does not become smaller is stored as it is, behind the
//! header (flag [`COPIED`]). See `README_CHUNK_FORMAT.rst` of c-blosc 1.21.

use std::ops::Range;

use super::bit_shuffle::{shuffle, unshuffle};

/// Bytes of a block: more take LZ4's table of earlier matches out of the nearest cache, fewer give it less
/// to find.
pub(in crate::table) const BLOCK_BYTES: usize = 1 << 15;
/// The level that is named in the metadata. LZ4 has one here; readers do not use the number.
pub(in crate::table) const LEVEL: u32 = 5;

const HEADER_BYTES: usize = 16;
const FORMAT_VERSION: u8 = 2;
const LZ4_VERSION: u8 = 1;
/// The content follows the header as it is.
const COPIED: u8 = 0x02;
/// Bits are shuffled, a block is compressed as one piece, by LZ4.
const FLAGS: u8 = 0x04 | 0x10 | 0x20;
/// Less than this the usual library does not compress either.
const LEAST_COMPRESSED_BYTES: usize = 128;

/// Compresses values of this many bytes each.
///
/// # Errors
/// When they are too many for the format.
pub(in crate::table) fn encode(values: &[u8], type_bytes: usize) -> Result<Vec<u8>, String> {
    let most = i32::MAX as usize - HEADER_BYTES;
    if values.len() > most {
        return Err(format!(
            "a tile of {} bytes is too large for Blosc, which holds {most}",
            values.len()
        ));
    }
    let compressed =
        if values.len() < LEAST_COMPRESSED_BYTES { None } else { compress(values, type_bytes)? };
    Ok(compressed.unwrap_or_else(|| {
        let mut copy = Vec::with_capacity(HEADER_BYTES + values.len());
        copy.extend_from_slice(&[0; HEADER_BYTES]);
        copy.extend_from_slice(values);
        write_header(&mut copy, FLAGS | COPIED, type_bytes, values.len());
        copy
    }))
}

/// Compresses block by block. Returns `None` if that makes nothing smaller.
fn compress(values: &[u8], type_bytes: usize) -> Result<Option<Vec<u8>>, String> {
    let blocks = values.len().div_ceil(BLOCK_BYTES);
    let mut container = Vec::with_capacity(values.len() / 2);
    container.resize(HEADER_BYTES + 4 * blocks, 0);
    let mut shuffled = vec![0; BLOCK_BYTES.min(values.len())];
    let mut compressed = vec![0; lz4_flex::block::get_maximum_output_size(shuffled.len())];
    for (number, block) in values.chunks(BLOCK_BYTES).enumerate() {
        let shuffled = &mut shuffled[..block.len()];
        shuffle(block, type_bytes, shuffled);
        let length = lz4_flex::block::compress_into(shuffled, &mut compressed)
            .map_err(|error| format!("LZ4: {error}"))?;
        let content = if length < block.len() { &compressed[..length] } else { shuffled };
        let start = container.len();
        write_number(&mut container, HEADER_BYTES + 4 * number, start);
        container.extend_from_slice(&(content.len() as u32).to_le_bytes());
        container.extend_from_slice(content);
        if container.len() >= HEADER_BYTES + values.len() {
            return Ok(None);
        }
    }
    write_header(&mut container, FLAGS, type_bytes, values.len());
    Ok(Some(container))
}

fn write_header(container: &mut [u8], flags: u8, type_bytes: usize, bytes: usize) {
    container[..4].copy_from_slice(&[FORMAT_VERSION, LZ4_VERSION, flags, type_bytes as u8]);
    let length = container.len();
    for (place, number) in [(4, bytes), (8, BLOCK_BYTES.min(bytes)), (12, length)] {
        write_number(container, place, number);
    }
}

/// Writes a number, which is less than 2^31.
fn write_number(container: &mut [u8], place: usize, number: usize) {
    container[place..place + 4].copy_from_slice(&(number as u32).to_le_bytes());
}

/// Decompresses values of this many bytes each, which take `bytes` bytes. Believes nothing that the
/// container says of sizes.
///
/// # Errors
/// What is wrong with it.
pub(in crate::table) fn decode(
    container: &[u8],
    type_bytes: usize,
    bytes: usize,
) -> Result<Vec<u8>, String> {
    let Some((&[version, lz4_version, flags, stored_type, ref sizes @ ..], _)) =
        container.split_first_chunk::<HEADER_BYTES>()
    else {
        return Err("it is shorter than the header of Blosc".into());
    };
    let is_copied = flags & COPIED != 0;
    if (version, lz4_version, flags & !COPIED) != (FORMAT_VERSION, LZ4_VERSION, FLAGS)
        || usize::from(stored_type) != type_bytes
    {
        return Err("it is not what this program writes with Blosc".into());
    }
    let sizes = sizes.as_chunks::<4>().0.iter();
    let sizes: Vec<usize> = sizes.map(|&size| u32::from_le_bytes(size) as usize).collect();
    let [stored_bytes, block_bytes, length] = sizes[..] else {
        return Err("it is shorter than the header of Blosc".into());
    };
    if stored_bytes != bytes {
        return Err(format!("it claims to hold {stored_bytes} bytes, a tile has {bytes}"));
    }
    if length != container.len() {
        return Err(format!("it claims to have {length} bytes, it has {}", container.len()));
    }
    if is_copied {
        let content = &container[HEADER_BYTES..];
        if content.len() == bytes {
            Ok(content.to_vec())
        } else {
            Err("it has a wrong length".into())
        }
    } else if block_bytes == 0 || block_bytes > bytes || !block_bytes.is_multiple_of(type_bytes) {
        Err(format!("it claims to have blocks of {block_bytes} bytes"))
    } else {
        decompress(container, type_bytes, bytes, block_bytes)
    }
}

fn decompress(
    container: &[u8],
    type_bytes: usize,
    bytes: usize,
    block_bytes: usize,
) -> Result<Vec<u8>, String> {
    let starts_bytes = 4 * bytes.div_ceil(block_bytes);
    if container.len() - HEADER_BYTES < starts_bytes {
        return Err("it has no room for the starts of its blocks".into());
    }
    let mut values = vec![0; bytes];
    let mut shuffled = vec![0; block_bytes];
    for (number, block) in values.chunks_mut(block_bytes).enumerate() {
        let wrong = |what: &str| format!("block {number} of Blosc {what}");
        let content = number_at(container, HEADER_BYTES + 4 * number)
            .and_then(|start| Some(start + 4..start + 4 + number_at(container, start)?))
            .and_then(|place: Range<usize>| container.get(place))
            .ok_or_else(|| wrong("lies outside the chunk"))?;
        let shuffled = &mut shuffled[..block.len()];
        if content.len() == block.len() {
            shuffled.copy_from_slice(content);
        } else {
            let found = lz4_flex::block::decompress_into(content, shuffled);
            let found = found.map_err(|error| wrong(&format!("is damaged: {error}")))?;
            if found != block.len() {
                return Err(wrong("is too short"));
            }
        }
        unshuffle(shuffled, type_bytes, block);
    }
    Ok(values)
}

/// Reads a number that is less than 2^31, if there is one.
fn number_at(container: &[u8], place: usize) -> Option<usize> {
    let bytes = container.get(place..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes) as usize).filter(|&number| number <= i32::MAX as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_bytes(seed: u64, length: usize) -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(seed);
        (0..length).map(|_| random.u8(..)).collect()
    }

    /// Bytes like those of a table: values that differ in their low bits.
    fn smooth_bytes(length: usize, type_bytes: usize) -> Vec<u8> {
        let noise = random_bytes(1, length);
        (0..length).map(|at| if at % type_bytes == 0 { noise[at] % 16 } else { 3 }).collect()
    }

    /// Catches content that comes back changed: of lengths about a block's, of less than is compressed, of a
    /// last block that is not shuffled, and of bytes that cannot be compressed.
    #[test]
    fn what_is_encoded_comes_back() {
        for type_bytes in [1, 2, 4] {
            for count in [0, 1, 8, 100, 4096, 8191, 8192, 8193, 16384, 20000, 40004] {
                let length = count * type_bytes;
                for values in [smooth_bytes(length, type_bytes), random_bytes(2, length)] {
                    let container = encode(&values, type_bytes).expect("encoded");
                    assert!(container.len() <= HEADER_BYTES + length, "{}", container.len());
                    assert_eq!(decode(&container, type_bytes, length), Ok(values));
                }
            }
        }
        let smooth = smooth_bytes(1 << 17, 2);
        let container = encode(&smooth, 2).expect("encoded");
        assert!(3 * container.len() < smooth.len(), "{} bytes", container.len());
    }

    /// Catches damage that makes the decoder panic, or answer with another length. That values may
    /// change, the checksum behind the container finds.
    #[test]
    fn damage_is_told_or_changes_values_alone() {
        let mixed = [smooth_bytes(900, 2), random_bytes(3, 600)].concat();
        let two_blocks = smooth_bytes(BLOCK_BYTES + 160, 2);
        for values in [mixed, random_bytes(4, 90), two_blocks] {
            let container = encode(&values, 2).expect("encoded");
            // Of the long container its ends, where the sizes and the shorter block are.
            let bytes = (0..container.len().min(1600)).chain(container.len() - 60..container.len());
            for bit in bytes.flat_map(|byte| 8 * byte..8 * byte + 8) {
                let mut damaged = container.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                if let Ok(decoded) = decode(&damaged, 2, values.len()) {
                    assert_eq!(decoded.len(), values.len(), "bit {bit}");
                    assert!(bit >= 8 * 8, "bit {bit} of the header is not looked at");
                }
            }
            for length in 0..container.len() {
                assert!(decode(&container[..length], 2, values.len()).is_err(), "{length} bytes");
            }
            let mut longer = container.clone();
            longer.push(0);
            assert!(decode(&longer, 2, values.len()).is_err());
        }
    }

    /// Catches sizes that are believed: of the whole, of a block, of the values.
    #[test]
    fn claimed_sizes_are_compared_with_what_a_tile_has() {
        let values = smooth_bytes(4096, 2);
        let container = encode(&values, 2).expect("encoded");
        assert!(decode(&container, 2, 4094).is_err());
        assert!(decode(&container, 4, 4096).is_err());
        for (place, number) in
            [(4, u32::MAX), (8, 0), (8, 3), (8, 8192), (12, u32::MAX), (16, u32::MAX)]
        {
            let mut lying = container.clone();
            lying[place..place + 4].copy_from_slice(&number.to_le_bytes());
            assert!(decode(&lying, 2, 4096).is_err(), "{number} at {place}");
        }
    }
}
