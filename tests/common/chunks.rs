//! Changes of stored chunks under which their checksums stay right.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Returns what the `zarr.json` of an array or a group says.
pub fn metadata(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("zarr.json")).expect("metadata");
    serde_json::from_str(&text).expect("JSON")
}

/// Returns the folder of the Zarr array that is a table, complete or not: one in the folder of the table, or that
/// folder itself.
pub fn array_of(table: &Path) -> PathBuf {
    let document = metadata(table);
    let name = document["attributes"]["grundytab"]["array"].as_str();
    name.map_or_else(|| table.to_owned(), |name| table.join(name))
}

/// Changes the bytes of the values of a chunk without shards, compressed by zstd or not at all, and stores
/// them with a checksum that fits: nothing but the mathematics can then find what is wrong.
pub fn edit_chunk(table: &Path, chunk: &str, edit: impl FnOnce(&mut Vec<u8>)) {
    let table = array_of(table);
    let metadata = fs::read_to_string(table.join("zarr.json")).expect("metadata");
    assert!(!metadata.contains("blosc") && !metadata.contains("sharding"), "{metadata}");
    let is_compressed = metadata.contains("zstd");
    let file = table.join(chunk);
    let mut values = fs::read(&file).expect("a chunk");
    values.truncate(values.len() - 4);
    if is_compressed {
        values = zstd::decode_all(values.as_slice()).expect("a frame");
    }
    edit(&mut values);
    if is_compressed {
        values = zstd::encode_all(values.as_slice(), 1).expect("compressed");
    }
    let checksum = crc32c(&values);
    values.extend(checksum.to_le_bytes());
    fs::write(file, values).expect("written");
}

/// CRC-32C (Castagnoli), bit by bit.
pub fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0x82f6_3b78 & (crc & 1).wrapping_neg())
        })
    })
}
