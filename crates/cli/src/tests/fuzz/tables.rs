//! Tables of which a file is not as it was written: never a wrong value, where a checksum can tell.

use std::fs;
use std::path::Path;

use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, Sharding, TableReader, TableWriter};
use grundytab::values::Values;
use grundytab::{Control, Plan, tabulate};
use tempfile::TempDir;

use crate::tests::common::mutation::fuzz;

/// Stores a small table, with all tiles in one shard or each in a file of its own.
fn store(path: &Path, sharded: bool) {
    let plan = Plan::parse("wythoff", "20x20", "grundy").expect("a plan");
    let plan = plan.with_tile(8).expect("a plan");
    let sharding = match sharded {
        true => Sharding::with_edge(&plan, 24).expect("shards"),
        false => Sharding::with_edge(&plan, 0).expect("no shards"),
    };
    let options = TableWriter::options(&plan).codec(Codec::Zstd).sharding(sharding);
    let writer = options.create(path).expect("a writer");
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("a table");
}

/// Reads all tiles, `None` for those that cannot be read.
fn tiles(table: &TableReader) -> Vec<Option<Values>> {
    table.plan().tiling().tiles().map(|index| table.tile(index).ok()).collect()
}

/// Checks that the tiles that can be read have the right values.
fn assert_right_or_unread(found: &[Option<Values>], right: &[Option<Values>]) {
    for (found, right) in found.iter().zip(right) {
        assert!(found.is_none() || found == right);
    }
}

/// Puts the right crc32c of what is before it at the end of `bytes`, from the byte `begin` on.
fn with_checksum(bytes: &[u8], begin: usize) -> Vec<u8> {
    let content = bytes.len().saturating_sub(4);
    let checksum = crc32c::crc32c(&bytes[begin.min(content)..content]).to_le_bytes();
    [&bytes[..content], &checksum].concat()
}

#[test]
fn attributes() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("table.zarr");
    store(&path, true);
    let right = TableReader::open(&path).expect("a table");
    let (plan, values) = (right.plan().clone(), tiles(&right));
    let file = right.array_folder().join("zarr.json");
    let text = fs::read(&file).expect("metadata");
    let words = [
        "\"shape\": ",
        "\"box\": ",
        "wythoff",
        "nim:3",
        "\"complete\": ",
        "\"outcome\"",
        "zstd",
        "blosc",
        "\"uint16\"",
        "65535",
        "\"configuration\": ",
        "\"endian\": ",
        "\"little\"",
    ];
    fuzz("attributes", &[text], &words, |bytes| {
        fs::write(&file, bytes).expect("written");
        let Ok(table) = TableReader::open(&path) else { return };
        let found = tiles(&table);
        if *table.plan() == plan {
            assert_right_or_unread(&found, &values);
        }
    });
}

/// Changes a file of a small table: no other values are read. Then what is behind `begin`, which is given the length
/// of the file, has the right checksum, and is believed as far as can be.
fn fuzz_file(target: &str, sharded: bool, begin: impl Fn(usize) -> usize) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("table.zarr");
    store(&path, sharded);
    let table = TableReader::open(&path).expect("a table");
    let (right, file) = (tiles(&table), table.array_folder().join("c/0/0"));
    let bytes = fs::read(&file).expect("a file");
    fuzz(target, &[bytes], &[], |bytes| {
        fs::write(&file, bytes).expect("written");
        let table = TableReader::open(&path).expect("the metadata are right");
        assert_right_or_unread(&tiles(&table), &right);
        fs::write(&file, with_checksum(bytes, begin(bytes.len()))).expect("written");
        tiles(&table);
    });
}

#[test]
fn shards() {
    // Behind the chunks an entry of 16 bytes for each of 9 tiles, and a checksum: the index, which is believed only
    // within the file.
    fuzz_file("shards", true, |length| length.saturating_sub(9 * 16 + 4));
}

#[test]
fn chunks() {
    // The decoder has to find out by itself.
    fuzz_file("chunks", false, |_| 0);
}

#[test]
fn chunks_of_blosc() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("table.zarr");
    let plan = Plan::parse("wythoff", "16x16", "grundy").expect("a plan");
    let options = TableWriter::options(&plan).codec(Codec::Blosc);
    let writer = options.create(&path).expect("a writer");
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("a table");
    let file = TableReader::open(&path).expect("a table").array_folder().join("c/0/0");
    let written = fs::read(&file).expect("a chunk");
    // LZ4, bits shuffled: a block in one piece, in several pieces, and copied.
    let seeds = [0x34, 0x24, 0x36].map(|flags| {
        let mut seed = written.clone();
        seed[2] = flags;
        seed
    });
    fuzz("chunks of Blosc", &seeds, &[], |bytes| {
        // The checksum, the size of the container and of what it holds are right, so that more of it is read.
        let mut chunk = bytes.to_vec();
        let content = (chunk.len().saturating_sub(4) as u32).to_le_bytes();
        for (place, number) in [(4, 256_u32.to_le_bytes()), (12, content)] {
            if let Some(bytes) = chunk.get_mut(place..place + 4) {
                bytes.copy_from_slice(&number);
            }
        }
        for bytes in [bytes, &chunk] {
            fs::write(&file, with_checksum(bytes, 0)).expect("written");
            let table = TableReader::open(&path).expect("the metadata are right");
            tiles(&table);
        }
    });
}
