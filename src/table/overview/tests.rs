//! Overviews against counts over the values of the table.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::grid::Grid;
use super::pixels::Channel;
use super::whole::Overview;
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::engine::cpu::CpuEngine;
use crate::plan::Plan;
use crate::table::Sharding;
use crate::table::error::TableError;
use crate::table::reading::reader::TableReader;
use crate::table::writing::writer::TableWriter;
use crate::tabulate::tabulate;

/// Makes a table in tiles of 32 by 32 cells.
fn table(folder: &std::path::Path, game: &str, domain: &str, quantity: &str) -> TableReader {
    let plan = Plan::parse(game, domain, quantity).and_then(|plan| plan.with_tile(32));
    let (plan, path) = (plan.expect("a plan"), folder.join("table.zarr"));
    let options = TableWriter::options(&plan).sharding(Sharding::NONE).overwrite(true);
    let writer = options.create(&path).expect("a writer");
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("a table");
    TableReader::open(&path).expect("a table")
}

/// Returns an overview whose pixels of the first level have 8 by 8 cells, and whose blocks have 32 by 32.
fn overview(table: &TableReader) -> Overview<'_> {
    Overview::of_grid(table, |sides| Grid::of_levels(sides, 3, 5)).expect("two heaps")
}

/// Returns what a channel shows of a square of cells, counted value by value.
fn counted(table: &TableReader, channel: Channel, level: u32, column: u32, row: u32) -> f32 {
    let factor = 1 << level;
    let cells = (column * factor..(column + 1) * factor)
        .flat_map(|x| (row * factor..(row + 1) * factor).map(move |y| [x, y]));
    let values: Vec<u32> = cells.filter_map(|at| table.value(&at).ok()).collect();
    let count = |is_counted: &dyn Fn(u32) -> bool| {
        values.iter().filter(|&&value| is_counted(value)).count() as f64
    };
    let number = |value| table.plan().job().quantity().number(value);
    let part = match channel {
        Channel::PShare => count(&|value| table.plan().job().is_p_position(value)),
        Channel::Mean => values.iter().map(|&value| number(value) as f64).sum(),
        Channel::LShare => count(&|value| value == 2),
        Channel::RShare => count(&|value| value == 3),
    };
    (part / values.len() as f64) as f32
}

fn assert_alike(found: f32, counted: f32, what: &str) {
    assert!(found == counted || found.is_nan() && counted.is_nan(), "{what}: {found} {counted}");
}

/// Compares some pixels of a level with what is counted.
fn compare(overview: &Overview, table: &TableReader, level: u32, pixels: &Rectangle) {
    let mut found = overview.pixels(level, pixels).into_iter();
    for &channel in overview.channels() {
        for row in pixels.rows.clone() {
            for column in pixels.columns.clone() {
                let what =
                    format!("{} level {level} at {column}, {row}", table.plan().job().domain());
                let counted = counted(table, channel, level, column, row);
                assert_alike(found.next().expect("a pixel"), counted, &what);
            }
        }
    }
    assert_eq!(found.next(), None);
}

/// Catches pixels that count other cells than theirs, on any level: at the edges of blocks, of the table and of a
/// simplex, in every quantity; smaller than blocks, and larger.
#[test]
fn every_pixel_shows_its_cells() {
    let folder = tempfile::tempdir().expect("a directory");
    for (game, domain, quantity) in [
        ("wythoff", "100x37", "grundy"),
        ("wythoff", "tokens 200", "outcome"),
        ("wythoff+block=2", "33x64", "palaces"),
        ("wythoff", "9x300", "remoteness"),
        // Negative values.
        ("nim:2+points=3/-1+alter=1,1:5", "70x90", "score"),
        // Each player wins some positions, whoever begins.
        ("partizan:1,0/1,1:0,1/2,1", "40x50", "outcome-class"),
    ] {
        let table = table(folder.path(), game, domain, quantity);
        let overview = overview(&table);
        overview.make(&Control::default()).expect("made");
        assert!((overview.progress() - 1.0).abs() < 1e-9, "{domain}");
        for level in 3..9 {
            let [width, height] = overview.grid.shape(level);
            compare(&overview, &table, level, &Rectangle { columns: 0..width, rows: 0..height });
            // Not from the corner, so that parts of blocks are read.
            let part = Rectangle { columns: width / 3..width, rows: height / 4..height };
            compare(&overview, &table, level, &part);
        }
    }
}

/// Catches pixels of a part of a table that count other cells than theirs: it begins and ends within tiles.
#[test]
fn pixels_of_a_part_show_its_cells() {
    let folder = tempfile::tempdir().expect("a directory");
    let plan = Plan::parse("wythoff", "100x37", "grundy").and_then(|plan| plan.with_tile(8));
    let (plan, path) = (plan.expect("a plan"), folder.path().join("table.zarr"));
    let writer = TableWriter::options(&plan).create(&path).expect("a writer");
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("a table");
    let table = TableReader::open(&path).expect("a table");
    let plane = Plane::whole(plan.job().domain()).expect("two heaps");
    let cells = Rectangle { columns: 5..95, rows: 7..36 };
    for factor in [1, 3, 10] {
        let pixels = table.pixels(&plane, &cells, factor, 0, false, &Control::default());
        let pixels = pixels.expect("the table is whole");
        let width = cells.columns.len() as u32;
        let width = width.div_ceil(factor);
        for (at, found) in (0..).zip(pixels.channel(Channel::Mean)) {
            let of_pixel = |range: &Range<u32>, pixel: u32| {
                let start = range.start + pixel * factor;
                start..range.end.min(start + factor)
            };
            let (columns, rows) =
                (of_pixel(&cells.columns, at % width), of_pixel(&cells.rows, at / width));
            let cells = columns.flat_map(|x| rows.clone().map(move |y| [x, y]));
            let values: Vec<u32> = cells.map(|at| table.value(&at).expect("a value")).collect();
            let sum: f64 = values.iter().copied().map(f64::from).sum();
            assert_alike(found, (sum / values.len() as f64) as f32, &format!("{factor}, {at}"));
        }
    }
}

/// Catches parts that are not made although they are looked at, or are shown before that, and cells that count twice.
#[test]
fn what_is_looked_at_is_made() {
    let folder = tempfile::tempdir().expect("a directory");
    let table = table(folder.path(), "wythoff", "300x170", "grundy");
    let overview = overview(&table);
    let all = |level: u32| {
        let [width, height] = overview.grid.shape(level);
        Rectangle { columns: 0..width, rows: 0..height }
    };
    assert!(overview.pixels(3, &all(3)).iter().all(|number| number.is_nan()));
    assert_eq!(overview.cells_missing(3, &all(3)), 300 * 170);
    // Pixels of 8 by 8 cells in blocks of 32 by 32: from x = 48 to 80, and from y = 40 to 48.
    let part = Rectangle { columns: 6..10, rows: 5..6 };
    assert_eq!(overview.cells_missing(3, &part), 2 * 32 * 32);
    for _ in 0..2 {
        overview.make_part(3, &part, &Control::default()).expect("made");
        assert_eq!(overview.cells_missing(3, &part), 0);
        assert_eq!(overview.cells_missing(9, &all(9)), 300 * 170 - 2 * 32 * 32);
        compare(&overview, &table, 3, &part);
        let shown = overview.pixels(3, &all(3)).iter().filter(|number| !number.is_nan()).count();
        assert_eq!(shown, 2 * 2 * 4 * 4, "of two channels, two blocks of 4 by 4 pixels");
        assert!((overview.progress() - 2048.0 / 51_000.0).abs() < 1e-9);
    }
    let stop = AtomicBool::new(true);
    let stopped = overview.make(&Control::default().interrupted_by(&stop));
    assert!(matches!(stopped, Err(TableError::Interrupted)));
    overview.make(&Control::default()).expect("made");
    assert!((overview.progress() - 1.0).abs() < 1e-9);
    (3..9).for_each(|level| compare(&overview, &table, level, &all(level)));
}

/// Catches a damaged chunk that is not told of, or that hides what else there is.
#[test]
fn what_cannot_be_read_is_left_out() {
    let folder = tempfile::tempdir().expect("a directory");
    let table = table(folder.path(), "wythoff", "300x170", "grundy");
    std::fs::write(table.path().join("grundy/c/2/1"), b"nonsense").expect("written");
    let overview = overview(&table);
    let error = overview.make(&Control::default()).expect_err("it is damaged").to_string();
    assert!(error.contains("grundy/c/2/1"), "{error}");
    let [width, height] = overview.grid.shape(3);
    let all = Rectangle { columns: 0..width, rows: 0..height };
    assert_eq!(overview.cells_missing(3, &all), 32 * 32);
    let shown = overview.pixels(3, &all);
    for (at, number) in (0..width * height).zip(shown) {
        let is_damaged = (8..12).contains(&(at % width)) && (4..8).contains(&(at / width));
        assert_eq!(number.is_nan(), is_damaged, "{at}");
    }
}
