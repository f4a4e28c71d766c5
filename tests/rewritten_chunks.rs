//! Chunks that other programs have written in place of those of this program: whatever the codecs of `zarr.json`
//! allow is read.
//!
//! `scripts/test` installs zarr-python, and numcodecs with it; without them these tests fail.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod common;

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;
use common::chunks::metadata;
use common::python::{printed_by, python_program};
use common::{plan, stored};
use grundytab::Control;
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, Sharding, TableError, TableReader, TableWriter};
use grundytab::values::Values;
use grundytab::verify::{Extent, verify, verify_with_engine};
use serde::Deserialize;

/// What Python says of a chunk that it has written.
#[derive(Deserialize)]
struct Encoded {
    /// The file that holds it.
    chunk: String,
    /// The file that holds what it holds.
    content: String,
    /// How numcodecs was asked to write it.
    mode: String,
    compressor: String,
    is_copied: bool,
    is_split: bool,
}

/// Catches a form of Blosc that is refused or misread: numcodecs writes small and large chunks, like those of a
/// table, random and constant, by every compressor, shuffling and level, with many sizes of blocks and values.
#[test]
fn blosc_is_read_in_all_modes_of_numcodecs() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path();
    let mut tables = Vec::new();
    for (game, domain, quantity, tile) in [
        ("wythoff", "7x7", "grundy", 7),
        ("wythoff", "100x100", "grundy", 100),
        ("wythoff", "301x301", "grundy", 301),
        ("vector:1/3+points=-70000/250000", "3001", "score", 3001),
    ] {
        let plan = plan(game, domain, quantity, Some(tile));
        let at = path.join(format!("{}.zarr", tables.len()));
        let table = stored(&at, &plan, Codec::Blosc, &CpuEngine);
        let index = plan.tiling().tiles().next().expect("a tile");
        let values = table.tile(index).expect("a tile");
        assert_eq!(plan.tiling().tiles().count(), 1);
        fs::write(path.join(format!("{}.values", tables.len())), values.bytes()).expect("written");
        let file = at.join(table.chunk_key(index));
        tables.push((at, file, index, values));
    }
    let printed = printed_by(python_program("rewritten_chunks.py").arg("encode").arg(path));
    let mut forms = std::collections::BTreeSet::new();
    for line in printed.lines() {
        let encoded: Encoded = serde_json::from_str(line).expect("a line of JSON");
        let (number, _) = encoded.content.split_once('.').expect("a name");
        let (at, file, index, _) = &tables[number.parse::<usize>().expect("a number")];
        let mut chunk = fs::read(path.join(&encoded.chunk)).expect("a chunk");
        fs::remove_file(path.join(&encoded.chunk)).expect("removed");
        let content = fs::read(path.join(&encoded.content)).expect("its content");
        chunk.extend(crc32c::crc32c(&chunk).to_le_bytes());
        fs::write(file, chunk).expect("written");
        let found = TableReader::open(at).and_then(|table| table.tile(*index));
        let found = found.unwrap_or_else(|error| panic!("{}: {error}", encoded.mode));
        assert!(found.bytes() == content, "{}: other values", encoded.mode);
        forms.insert((encoded.compressor, encoded.is_copied, encoded.is_split));
    }
    // Every compressor that numcodecs has, each copied, split and in one piece.
    for compressor in ["BloscLZ", "LZ4", "Zlib", "Zstd"] {
        for (is_copied, is_split) in [(true, false), (false, false), (false, true)] {
            let form = (compressor.to_owned(), is_copied, is_split);
            assert!(forms.contains(&form), "{form:?} is not tried: {forms:?}");
        }
    }
}

/// Catches a table that is not read any more when zarr-python has written its values into it once more.
#[test]
fn tables_that_zarr_python_has_rewritten_are_verified() {
    let folder = tempfile::tempdir().expect("a directory");
    let mut tables: Vec<(TableReader, Vec<Values>)> = Vec::new();
    for codec in Codec::ALL {
        for (game, domain, quantity) in [
            ("wythoff", "70x50", "grundy"),
            ("wythoff", "300x20", "grundy"),
            ("wythoff", "16x30", "outcome"),
            ("nim:3", "tokens 40", "grundy"),
            ("wythoff+points=2/-1/3", "30x25", "score"),
            ("vector:1/3+points=-70000/250000", "3000", "score"),
        ] {
            for edge in [0, 32] {
                let plan = plan(game, domain, quantity, Some(16));
                let sharding = Sharding::with_edge(&plan, edge).expect("shards");
                let options = TableWriter::options(&plan).codec(codec).sharding(sharding);
                let path = folder.path().join(format!("{}.zarr", tables.len()));
                let writer = options.engine(&CpuEngine).create(&path).expect("a writer");
                grundytab::tabulate(&plan, &CpuEngine, Some(writer), &Control::default())
                    .expect("tabulated");
                let table = TableReader::open(&path).expect("a table");
                let tiles = plan.tiling().tiles().map(|tile| table.tile(tile).expect("a tile"));
                let values = tiles.collect();
                tables.push((table, values));
            }
        }
    }
    let printed =
        printed_by(python_program("rewritten_chunks.py").arg("rewrite").arg(folder.path()));
    assert_eq!(printed.lines().count(), tables.len(), "{printed}");
    // Its zstd is not another, and what is not compressed is as it was.
    assert!(printed.lines().any(|line| line.ends_with("is changed")), "{printed}");
    for (before, values) in tables {
        let table = TableReader::open(before.path()).expect("a table");
        for (tile, values) in table.plan().tiling().tiles().zip(&values) {
            assert_eq!(&table.tile(tile).expect("a tile"), values, "{}", table.path().display());
        }
        verify(&table, Extent::Sample(10), &Control::default()).expect("true");
    }
}

/// Catches a table that is refused or read as other values because its type or the settings of its codecs are not those
/// that this program would write: zarr-python stores it in a wider or narrower type, at other levels.
#[test]
fn tables_of_other_types_and_settings_are_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let folder = directory.path();
    let run = |line: &str| {
        let output = cargo_bin_cmd!().current_dir(folder).args(line.split(' ')).output();
        let output = output.expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {stderr}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let said = |number: usize| {
        let name = format!("{number}.zarr");
        run(&format!("export {name} --format csv --out values.csv"));
        run(&format!("export {name} --format npy --out values.npy"));
        run(&format!("export {name} --format parquet --out values.parquet"));
        let written = ["values.csv", "values.npy", "values.parquet"];
        let written = written.map(|name| fs::read(folder.join(name)).expect("values"));
        let heaps =
            TableReader::open(folder.join(&name)).expect("a table").plan().job().domain().heaps();
        let query = run(&format!("query {name} {}", vec!["7"; heaps].join(",")));
        (written, query)
    };
    let metadata = |table: &TableReader| metadata(&table.array_folder());
    let mut tables = Vec::new();
    for codec in Codec::ALL {
        for (game, domain, quantity, data_type) in [
            ("wythoff", "70x50", "grundy", "uint16"),
            ("wythoff", "300x20", "grundy", "uint32"),
            ("wythoff+block=2", "40x30", "palaces", "uint8"),
            ("nim:3", "tokens 40", "grundy misere", "uint32"),
            ("nim:2+points=-3/2", "tokens 44", "score", "int8"),
            ("wythoff+points=2/-1/3", "30x25", "score", "int32"),
            ("wythoff", "16x30", "outcome", "bool"),
        ] {
            for edge in [0, 32] {
                let plan = plan(game, domain, quantity, Some(16));
                let sharding = Sharding::with_edge(&plan, edge).expect("shards");
                let options = TableWriter::options(&plan).codec(codec).sharding(sharding);
                let number = tables.len();
                let path = folder.join(format!("{number}.zarr"));
                fs::write(folder.join(format!("{number}.type")), data_type).expect("written");
                let writer = options.engine(&CpuEngine).create(&path).expect("a writer");
                grundytab::tabulate(&plan, &CpuEngine, Some(writer), &Control::default())
                    .expect("tabulated");
                let table = TableReader::open(&path).expect("a table");
                let tiles = plan.tiling().tiles().map(|tile| table.tile(tile).expect("a tile"));
                let values: Vec<Values> = tiles.collect();
                tables.push((metadata(&table), values, said(number), data_type));
            }
        }
    }
    printed_by(python_program("rewritten_chunks.py").arg("store").arg(folder));
    for (number, (before, values, said_before, data_type)) in tables.iter().enumerate() {
        let table = TableReader::open(folder.join(format!("{number}.zarr"))).expect("a table");
        let now = metadata(&table);
        assert_eq!(now["data_type"], *data_type);
        let is_same = now["data_type"] == before["data_type"];
        assert_eq!(is_same, *data_type == "bool", "{before}");
        if table.codec() != Codec::None {
            assert_ne!(now["codecs"], before["codecs"], "the settings are others");
        }
        for (tile, values) in table.plan().tiling().tiles().zip(values) {
            assert_eq!(&table.tile(tile).expect("a tile"), values, "{now}");
        }
        verify(&table, Extent::Full, &Control::default()).expect("true");
        verify_with_engine(&table, &CpuEngine, &Control::default()).expect("true");
        run(&format!("verify {number}.zarr --full --quiet"));
        assert_eq!(said(number), *said_before, "{now}");
    }
}

/// Catches a chunk that is called damaged because this program does not know its compressor.
#[test]
fn what_is_not_read_is_not_called_damaged() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("table.zarr");
    let plan = plan("wythoff", "20x20", "grundy", Some(20));
    let table = stored(&path, &plan, Codec::Blosc, &CpuEngine);
    let index = plan.tiling().tiles().next().expect("a tile");
    let file = path.join(table.chunk_key(index));
    let mut chunk = fs::read(&file).expect("a chunk");
    chunk.truncate(chunk.len() - 4);
    // The number of Snappy in the flags, which do not say that the content is copied.
    chunk[2] = 2 << 5;
    chunk.extend(crc32c::crc32c(&chunk).to_le_bytes());
    fs::write(&file, chunk).expect("written");
    let error = table.tile(index).expect_err("refused");
    assert!(
        matches!(&error, TableError::Unread { chunk, .. } if chunk == "grundy/c/0/0"),
        "{error:?}"
    );
    let message = error.to_string();
    assert!(
        message.contains("compressed by Snappy, which this program does not read"),
        "{message}"
    );
    assert!(!message.contains("damaged"), "{message}");
}
