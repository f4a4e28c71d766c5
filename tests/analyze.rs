//! Analyses of stored tables, against brute force on the values and against published numbers.
#![allow(clippy::expect_used, reason = "tests fail by panicking")]

use std::collections::BTreeMap;

use grundytab::analyze::{self, Band, ValueCount};
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{TableReader, TableWriter};
use grundytab::{Control, Job, Plan, Position, tabulate};
use tempfile::TempDir;

/// Tabulates a game in tiles of this edge and opens the table.
fn table(game: &str, domain: &str, quantity: &str, edge: u32) -> (TempDir, TableReader) {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("t.zarr");
    let plan = Plan::parse(game, domain, quantity).expect("a plan");
    let plan = Plan::new(plan.job().clone(), Some(edge)).expect("a plan");
    let writer = TableWriter::options(&plan).create(&path).expect("a writer");
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("a table");
    (folder, TableReader::open(&path).expect("it opens"))
}

/// Returns the positions of a table and their values, one by one.
fn cells(table: &TableReader) -> Vec<(Position, u32)> {
    let shape = table.plan().job().domain().shape().to_vec();
    let mut heaps = vec![vec![]];
    for side in shape {
        heaps = heaps
            .into_iter()
            .flat_map(|heaps: Vec<u32>| (0..side).map(move |heap| [&heaps[..], &[heap]].concat()))
            .collect();
    }
    let with_value = |heaps: Vec<u32>| Some((Position::new(&heaps), table.value(&heaps).ok()?));
    heaps.into_iter().filter_map(with_value).collect()
}

/// The rank as the glossary has it.
fn rank(job: &Job, position: &Position) -> u64 {
    match job.rank_name() {
        "heap" => position.heaps()[0].into(),
        _ => position.token_sum(),
    }
}

/// Catches positions that are counted twice or not at all, also in tiles that the domain cuts, a first
/// position of another tile, and layers by another rank.
#[test]
fn surveys_count_every_position_once() {
    for (game, domain, quantity) in [
        ("wythoff", "23x40", "grundy"),
        ("triangle", "tokens 14", "grundy"),
        ("fibonacci", "30x30", "grundy"),
        ("wythoff+block=2", "20x20", "palaces"),
        ("nim:3", "tokens 9", "outcome"),
        ("subtraction:2,4,7", "50", "grundy"),
        ("partizan:1,0/0,1:1,1/2,1", "12x12", "outcome-class"),
    ] {
        let (_folder, table) = table(game, domain, quantity, 7);
        let job = table.plan().job();
        let found = analyze::survey(&table, &Control::default()).expect("a survey");
        let mut values: BTreeMap<u32, ValueCount> = BTreeMap::new();
        let mut layers: BTreeMap<u64, Band> = BTreeMap::new();
        for (position, value) in cells(&table) {
            let layer = layers.entry(rank(job, &position)).or_default();
            layer.positions += 1;
            layer.p_positions += u64::from(job.is_p_position(value));
            layer.maximum = layer.maximum.max(value);
            let new = ValueCount { value, positions: 0, first: position };
            let count = values.entry(value).or_insert(new);
            count.positions += 1;
            let key = |at: &Position| (rank(job, at), at.heaps().to_vec());
            if key(&position) < key(&count.first) {
                count.first = position;
            }
        }
        assert_eq!(found.values, Vec::from_iter(values.into_values()), "{game}");
        assert_eq!(found.bands, Vec::from_iter(layers.into_values()), "{game}");
        assert_eq!((found.layers_in_band, found.positions_of_larger_values), (1, 0), "{game}");
    }
}

/// Catches layers that are not counted together where there are more of them than are kept, and
/// values beyond the limit that are lost: on one heap of Nim every position has its own.
#[test]
fn very_many_layers_and_values_are_counted_together() {
    let side = 2 * analyze::MOST_BANDS + 3;
    let (_folder, table) = table("nim:1", &side.to_string(), "grundy", 1 << 16);
    let found = analyze::survey(&table, &Control::default()).expect("a survey");
    assert_eq!(found.layers_in_band, 3);
    assert_eq!(found.bands.iter().map(|band| band.positions).sum::<u64>(), u64::from(side));
    assert_eq!((found.bands[5].positions, found.bands[5].maximum), (3, 17));
    assert_eq!(found.values.len(), analyze::MOST_VALUES as usize);
    assert_eq!(found.positions_of_larger_values, u64::from(side - analyze::MOST_VALUES));
}

/// Catches a survey that goes on although it was interrupted.
#[test]
fn surveys_can_be_interrupted() {
    let (_folder, table) = table("wythoff", "64x64", "grundy", 16);
    let stop = std::sync::atomic::AtomicBool::new(true);
    let control = Control::default().interrupted_by(&stop);
    assert!(analyze::survey(&table, &control).is_err());
}
