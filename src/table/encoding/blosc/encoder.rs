//! The part of Blosc that this program writes: bits shuffled, blocks in one piece, LZ4.

use super::super::bit_shuffle::shuffle;
use super::{
    BITS_SHUFFLED, BLOCK_BYTES, COMPRESSOR_SHIFT, COMPRESSOR_VERSION, COPIED, FORMAT_VERSION,
    HEADER_BYTES, LZ4, UNSPLIT,
};

const FLAGS: u8 = BITS_SHUFFLED | UNSPLIT | LZ4 << COMPRESSOR_SHIFT;
/// Less than this the usual library does not compress either.
const LEAST_COMPRESSED_BYTES: usize = 128;

/// Compresses values of this many bytes each.
///
/// # Errors
/// When they are too many for the format.
pub(crate) fn encode(values: &[u8], type_bytes: usize) -> Result<Vec<u8>, String> {
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
    container[..4].copy_from_slice(&[FORMAT_VERSION, COMPRESSOR_VERSION, flags, type_bytes as u8]);
    let length = container.len();
    for (place, number) in [(4, bytes), (8, BLOCK_BYTES.min(bytes)), (12, length)] {
        write_number(container, place, number);
    }
}

/// Writes a number, which is less than 2^31.
fn write_number(container: &mut [u8], place: usize, number: usize) {
    container[place..place + 4].copy_from_slice(&(number as u32).to_le_bytes());
}
