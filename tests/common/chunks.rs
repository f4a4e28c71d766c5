//! Changes of stored chunks under which their checksums stay right.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

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

/// Stores the integers of a table without shards and compression in another type of Zarr, in which cells outside the
/// domain hold what they hold in tables of this type.
pub fn store_as(table: &Path, data_type: &str) {
    let array = array_of(table);
    let mut metadata = metadata(&array);
    let bytes_of = |data_type: &str| {
        let bits = data_type.trim_start_matches("uint").trim_start_matches("int");
        bits.parse::<usize>().expect("bits") / 8
    };
    let is_signed = data_type.starts_with("int");
    let bits = 8 * bytes_of(data_type);
    let fill = if is_signed { -(1_i64 << (bits - 1)) } else { (1 << bits) - 1 };
    let old_fill = metadata["fill_value"].as_i64().expect("a number");
    let old_bytes = bytes_of(metadata["data_type"].as_str().expect("a type"));
    let number = |bytes: &[u8]| {
        let sign = if is_signed && bytes.last().is_some_and(|&last| last > 127) { 255 } else { 0 };
        let mut wide = [sign; 8];
        wide[..bytes.len()].copy_from_slice(bytes);
        i64::from_le_bytes(wide)
    };
    let mut folders = vec![array.join("c")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let key = path.strip_prefix(&array).expect("within").to_str().expect("text").to_owned();
            edit_chunk(table, &key, |values| {
                let numbers = values.chunks_exact(old_bytes).map(number);
                let numbers = numbers.map(|number| if number == old_fill { fill } else { number });
                *values = numbers
                    .flat_map(|value| {
                        let stored = value.to_le_bytes()[..bits / 8].to_vec();
                        assert_eq!(number(&stored), value, "it does not fit");
                        stored
                    })
                    .collect();
            });
        }
    }
    metadata["data_type"] = data_type.into();
    metadata["fill_value"] = fill.into();
    metadata["codecs"][0] = json!({"name": "bytes", "configuration": {"endian": "little"}});
    fs::write(array.join("zarr.json"), metadata.to_string()).expect("written");
}

/// CRC-32C (Castagnoli), bit by bit.
pub fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0x82f6_3b78 & (crc & 1).wrapping_neg())
        })
    })
}
