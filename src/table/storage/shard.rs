//! Shards: the bytes of a file that holds the chunks of several tiles, as the `sharding_indexed` codec of
//! Zarr v3 defines them.
//!
//! The chunks come first, in any order and without gaps. The index follows: for each tile of the shard in
//! row-major order the offset and the length of its chunk, as little-endian 64-bit numbers, both 2^64 - 1
//! where there is no chunk; then the crc32c checksum of the index. So the file is written in one go, and
//! is a valid shard however many of its chunks are there.

use crate::wording::counted;

/// Bytes of an entry of the index.
const ENTRY_BYTES: usize = 16;
/// Bytes of the checksum of the index.
const CHECKSUM_BYTES: usize = 4;
/// Offset and length of a chunk that is not there.
const MISSING: u64 = u64::MAX;

/// Returns the bytes of the index of a shard with room for this many tiles.
pub(crate) fn index_bytes(tiles: u64) -> u64 {
    tiles * ENTRY_BYTES as u64 + CHECKSUM_BYTES as u64
}

/// Puts a shard together.
pub(crate) fn assemble<'a>(chunks: impl Iterator<Item = Option<&'a [u8]>>) -> Vec<u8> {
    let (mut bytes, mut index) = (Vec::new(), Vec::new());
    for chunk in chunks {
        let (offset, length) = match chunk {
            Some(chunk) => (bytes.len() as u64, chunk.len() as u64),
            None => (MISSING, MISSING),
        };
        bytes.extend_from_slice(chunk.unwrap_or_default());
        index.extend_from_slice(&offset.to_le_bytes());
        index.extend_from_slice(&length.to_le_bytes());
    }
    let checksum = crc32c::crc32c(&index);
    bytes.extend_from_slice(&index);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Returns whether a chunk ends in the checksum of what is before it, as the codecs of every table have
/// it.
pub(crate) fn has_checksum(chunk: &[u8]) -> bool {
    chunk.split_last_chunk().is_some_and(|(content, checksum): (_, &[u8; CHECKSUM_BYTES])| {
        crc32c::crc32c(content) == u32::from_le_bytes(*checksum)
    })
}

/// Where the chunks of a shard lie in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShardIndex {
    /// Offset and length, for each tile.
    chunks: Vec<Option<(u64, u64)>>,
}

impl ShardIndex {
    /// Reads the index of a shard with room for this many tiles, which is the end of a file of
    /// `file_bytes` bytes. A chunk has at most `most_bytes` bytes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(
        end: &[u8],
        tiles: usize,
        file_bytes: u64,
        most_bytes: u64,
    ) -> Result<Self, String> {
        if end.len() as u64 != index_bytes(tiles as u64) {
            return Err("the shard is shorter than its index".into());
        }
        if !has_checksum(end) {
            return Err("the checksum of the shard's index is wrong".into());
        }
        let chunks_end = file_bytes.saturating_sub(end.len() as u64);
        let (entries, _) = end.as_chunks::<ENTRY_BYTES>();
        let chunks = entries.iter().enumerate().map(|(number, entry)| {
            let (offset, length) = entry.split_at(ENTRY_BYTES / 2);
            let number_at = |bytes: &[u8]| bytes.try_into().map_or(MISSING, u64::from_le_bytes);
            let (offset, length) = (number_at(offset), number_at(length));
            if (offset, length) == (MISSING, MISSING) {
                return Ok(None);
            }
            let is_within = offset.checked_add(length).is_some_and(|end| end <= chunks_end);
            if is_within && length <= most_bytes {
                Ok(Some((offset, length)))
            } else {
                Err(format!("the shard's index has chunk {number} where no chunk can be"))
            }
        });
        let chunks = chunks.collect::<Result<Vec<_>, String>>()?;
        // Where bytes were lost or inserted, an offset may lead to another chunk, which has the right
        // checksum.
        let length: u64 = chunks.iter().flatten().map(|(_, length)| length).sum();
        if length != chunks_end {
            return Err(format!(
                "its chunks have {} in all, the shard {chunks_end}",
                counted(length, "byte")
            ));
        }
        Ok(ShardIndex { chunks })
    }

    /// Returns the offset and the length of a tile's chunk, if it is there.
    pub(crate) fn chunk(&self, number: usize) -> Option<(u64, u64)> {
        self.chunks.get(number).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index_of(shard: &[u8], tiles: usize) -> Result<ShardIndex, String> {
        let end = shard.len().saturating_sub(index_bytes(tiles as u64) as usize);
        ShardIndex::read(&shard[end..], tiles, shard.len() as u64, 100)
    }

    /// Catches chunks that are found in another place than where they were put.
    #[test]
    fn chunks_are_found_where_they_were_put() {
        let chunks: [Option<&[u8]>; 4] = [Some(b"first"), None, Some(b""), Some(b"last")];
        let shard = assemble(chunks.into_iter());
        let index = index_of(&shard, 4).expect("an index");
        for (number, chunk) in chunks.into_iter().enumerate() {
            let found = index.chunk(number);
            let found = found.map(|(at, length)| &shard[at as usize..(at + length) as usize]);
            assert_eq!(found, chunk);
        }
        assert_eq!(index.chunk(4), None);
    }

    /// Catches an index that is believed although a bit of it is wrong, or although it leads out of
    /// the file.
    #[test]
    fn a_damaged_index_is_refused() {
        let shard = assemble([Some(&b"some"[..]), Some(b"chunks")].into_iter());
        for bit in 8 * 10..8 * shard.len() {
            let mut damaged = shard.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(index_of(&damaged, 2).is_err(), "bit {bit}");
        }
        for length in 0..shard.len() {
            assert!(index_of(&shard[..length], 2).is_err(), "{length} bytes");
        }
        let with_entry = |offset: u64, length: u64| {
            let mut index = [offset.to_le_bytes(), length.to_le_bytes()].concat();
            index.extend(crc32c::crc32c(&index).to_le_bytes());
            ShardIndex::read(&index, 1, 120, 100)
        };
        assert!(with_entry(0, 100).is_ok());
        for (offset, length) in
            [(0, 101), (0, 99), (1, 99), (1, 100), (101, 0), (MISSING, 1), (1, MISSING)]
        {
            assert!(with_entry(offset, length).is_err(), "{length} bytes at {offset}");
        }
    }
}
