//! Chunks that zarr-python has written in place of those of this program, by the same codecs: they are read, whatever the
//! level.
//!
//! `scripts/test` installs zarr-python, and numcodecs with it; without them this test fails.

use crate::common::chunks::metadata;
use crate::common::plan;
use crate::common::python::{printed_by, python_program};
use grundytab::Control;
use grundytab::Values;
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, Sharding, TableReader, TableWriter};
use grundytab::verify::{Extent, verify};

/// Catches a table that is not read any more when zarr-python has written its values into it once more, or has stored
/// its array anew at another level.
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
    let python =
        |what| printed_by(python_program("rewritten_chunks.py").arg(what).arg(folder.path()));
    let assert_read = || {
        for (before, values) in &tables {
            let table = TableReader::open(before.path()).expect("a table");
            for (tile, values) in table.plan().tiling().tiles().zip(values) {
                let found = table.tile(tile).expect("a tile");
                assert_eq!(&found, values, "{}", table.path().display());
            }
            verify(&table, Extent::Sample(10), &Control::default()).expect("true");
        }
    };
    let printed = python("rewrite");
    assert_eq!(printed.lines().count(), tables.len(), "{printed}");
    // Its zstd is not another, and what is not compressed is as it was.
    assert!(printed.lines().any(|line| line.ends_with("is changed")), "{printed}");
    assert_read();

    let codecs = |table: &TableReader| metadata(&table.array_folder())["codecs"].clone();
    let before: Vec<_> = tables.iter().map(|(table, _)| codecs(table)).collect();
    python("store");
    for ((table, _), before) in tables.iter().zip(before) {
        assert_eq!(codecs(table) == before, table.codec() == Codec::None, "{before}");
    }
    assert_read();
}
