//! Overviews against counts over the values of the table.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use serde_json::json;

use super::build::OverviewBuild;
use super::levels::{FIRST_LEVEL, Levels};
use super::metadata::of_group;
use super::pixels::Channel;
use super::store::StoredOverview;
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::engine::cpu::CpuEngine;
use crate::plan::Plan;
use crate::table::error::{Obstacle, TableError};
use crate::table::reading::reader::TableReader;
use crate::table::writing::writer::TableWriter;
use crate::tabulate::tabulate;

/// The metadata of a group of tables.
const GROUP: &str = r#"{"zarr_format":3,"node_type":"group","attributes":{}}"#;

fn table(folder: &std::path::Path, game: &str, domain: &str, quantity: &str) -> TableReader {
    let plan = Plan::parse(game, domain, quantity).expect("a plan");
    let path = folder.join("table.zarr");
    let writer = TableWriter::options(&plan).overwrite(true).create(&path).expect("a writer");
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect("a table");
    TableReader::open(&path).expect("a table")
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
    let part = match channel {
        Channel::PShare => count(&|value| table.plan().job().is_p_position(value)),
        Channel::Mean => values.iter().map(|&value| f64::from(value)).sum(),
        Channel::LShare => count(&|value| value == 2),
        Channel::RShare => count(&|value| value == 3),
    };
    (part / values.len() as f64) as f32
}

fn assert_alike(found: f32, counted: f32, what: &str) {
    assert!(found == counted || found.is_nan() && counted.is_nan(), "{what}: {found} {counted}");
}

/// Catches pixels that count other cells than theirs, on any level, stored or in the mosaic: at the edges of
/// chunks, of the table and of a simplex, in every quantity.
#[test]
fn every_pixel_shows_its_cells() {
    let folder = tempfile::tempdir().expect("a directory");
    for (game, domain, quantity) in [
        ("wythoff", "100x37", "grundy"),
        ("wythoff", "tokens 90", "outcome"),
        ("wythoff+block=2", "33x64", "palaces"),
        // Each player wins some positions, whoever begins.
        ("partizan:1,0/1,1:0,1/2,1", "40x50", "outcome-class"),
    ] {
        let table = table(folder.path(), game, domain, quantity);
        // The usual chunks have 256 pixels.
        let build = OverviewBuild::of_chunks(&table, Some(256), 3).expect("two heaps");
        let levels = build.levels;
        let stored = build.store(&Control::default()).expect("an overview");
        assert!((build.progress() - 1.0).abs() < 1e-9);
        let reopened = StoredOverview::open(&table).expect("it is that of the table");
        for &channel in Channel::of(table.plan().job().quantity()) {
            for level in stored.levels() {
                let [width, height] = levels.shape(level);
                let all = Rectangle { columns: 0..width, rows: 0..height };
                let found = reopened.pixels(level, channel, &all).expect("pixels");
                for (at, found) in (0..).zip(&found) {
                    let (column, row) = (at % width, at / width);
                    let what = format!("{game} {domain} level {level} at {column}, {row}");
                    assert_alike(*found, counted(&table, channel, level, column, row), &what);
                }
            }
            assert!(levels.shape(build.mosaic_level()).iter().all(|&side| side <= 3));
            for level in build.mosaic_level()..build.mosaic_level() + 3 {
                let [width, height] = levels.shape(level);
                // Not from the corner, where there is more than one pixel.
                let part = Rectangle { columns: width / 2..width, rows: height / 2..height };
                let mosaic = build.mosaic(level, &part);
                for (at, found) in (0..).zip(mosaic.channel(channel)) {
                    let width = width - part.columns.start;
                    let (column, row) =
                        (part.columns.start + at % width, part.rows.start + at / width);
                    let what = format!("mosaic {game} {domain} level {level} at {column}, {row}");
                    assert_alike(found, counted(&table, channel, level, column, row), &what);
                }
            }
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
        let pixels = table.pixels(&plane, &cells, factor, false, &Control::default());
        let pixels = pixels.expect("the table is whole");
        let width = cells.columns.len() as u32;
        let width = width.div_ceil(factor);
        for (at, found) in (0..).zip(pixels.channel(Channel::Mean)) {
            let of_pixel = |range: &std::ops::Range<u32>, pixel: u32| {
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

/// Catches pixels that other programs put beside their cells: cells have their middles at 0, 1, 2, ...
#[test]
fn the_first_pixel_lies_in_the_middle_of_its_cells() {
    let folder = tempfile::tempdir().expect("a directory");
    let table = table(folder.path(), "wythoff", "100x37", "grundy");
    let levels = Levels::of_chunks([100, 37], 4);
    let group = of_group(table.attributes(), &levels, &[Channel::Mean]);
    let datasets = &group["attributes"]["ome"]["multiscales"][0]["datasets"];
    for (at, level) in (FIRST_LEVEL..=levels.last).enumerate() {
        let side = f64::from(1u32 << level);
        let middle = (0..1u32 << level).map(f64::from).sum::<f64>() / side;
        let placed = &datasets[at]["coordinateTransformations"];
        assert_eq!(placed[0]["scale"], json!([side, side]));
        assert_eq!(placed[1]["translation"], json!([middle, middle]));
    }
}

/// Catches chunks of several levels that are put together wrongly: here there are many small ones.
#[test]
fn chunks_are_made_of_those_of_the_level_below() {
    let folder = tempfile::tempdir().expect("a directory");
    for (domain, edge) in [("300x170", 2), ("tokens 250", 4), ("9x400", 4)] {
        let table = table(folder.path(), "wythoff", domain, "grundy");
        let build = OverviewBuild::of_chunks(&table, Some(edge), 5).expect("two heaps");
        let levels = build.levels;
        assert!(levels.last > FIRST_LEVEL + 1, "{levels:?}");
        let stored = build.store(&Control::default()).expect("an overview");
        for level in stored.levels() {
            let [width, height] = levels.shape(level);
            // Not from the corner, so that parts of chunks are read too.
            let part = Rectangle { columns: width / 3..width, rows: height / 4..height };
            for &channel in Channel::of(table.plan().job().quantity()) {
                let found = stored.pixels(level, channel, &part).expect("pixels");
                let mut found = found.into_iter();
                for row in part.rows.clone() {
                    for column in part.columns.clone() {
                        let what = format!("{domain} level {level} at {column}, {row}");
                        let counted = counted(&table, channel, level, column, row);
                        assert_alike(found.next().expect("a pixel"), counted, &what);
                    }
                }
            }
        }
    }
}

/// Catches cells that count twice in the mosaic, and a progress beyond 1, after a making that failed midway.
#[test]
fn a_mosaic_after_a_failure_counts_each_cell_once() {
    let folder = tempfile::tempdir().expect("a directory");
    let table = table(folder.path(), "wythoff", "300x170", "grundy");
    let build = OverviewBuild::of_chunks(&table, Some(4), 5).expect("two heaps");
    let written = AtomicU32::new(0);
    // As on a disk that is full after ten chunks.
    let failing = build.make(&Control::default(), &|_, _| {
        if written.fetch_add(1, Ordering::Relaxed) < 10 {
            return Ok(());
        }
        let error = std::io::Error::from(std::io::ErrorKind::StorageFull);
        Err(TableError::io(folder.path(), "write the file")(error))
    });
    assert!(matches!(failing, Err(TableError::Io { .. })));
    assert!(build.progress() > 0.0);
    build.fill_mosaic(&Control::default()).expect("a mosaic");
    assert!((build.progress() - 1.0).abs() < 1e-9, "{}", build.progress());
    let [width, height] = build.levels.shape(build.mosaic_level());
    let mosaic =
        build.mosaic(build.mosaic_level(), &Rectangle { columns: 0..width, rows: 0..height });
    let positions: u64 = mosaic.totals().iter().map(|totals| totals.positions).sum();
    assert_eq!(positions, 300 * 170);
}

/// Catches a chunk that is missing and is shown as a region without positions, and one without positions, which
/// is never stored, that is missed.
#[test]
fn a_missing_chunk_is_an_error_unless_it_has_no_position() {
    let folder = tempfile::tempdir().expect("a directory");
    let table = table(folder.path(), "wythoff", "tokens 250", "grundy");
    // A chunk of level 3 has 32 by 32 cells.
    let build = OverviewBuild::of_chunks(&table, Some(4), 5).expect("two heaps");
    let stored = build.store(&Control::default()).expect("an overview");
    let (mut with_positions, mut without) = (0, 0);
    for x in 0..8 {
        for y in 0..8 {
            let chunk = stored.path().join(format!("p-share/3/c/{x}/{y}"));
            let first = Rectangle { columns: 4 * x..4 * x + 1, rows: 4 * y..4 * y + 1 };
            let pixel = || stored.pixels(3, Channel::PShare, &first);
            // The first cell of the chunk has the least token sum.
            if 32 * (x + y) <= 250 {
                with_positions += 1;
                assert!(!pixel().expect("a pixel")[0].is_nan(), "{x} {y}");
                std::fs::remove_file(&chunk).expect("it is stored");
                let error = pixel().expect_err("it is missing").to_string();
                assert!(error.contains(&format!("p-share/3/c/{x}/{y}")), "{error}");
                assert!(error.contains("missing") && error.contains("made anew"), "{error}");
            } else {
                without += 1;
                assert!(!chunk.exists() && pixel().expect("a pixel")[0].is_nan(), "{x} {y}");
            }
        }
    }
    assert!(with_positions > 20 && without > 20);
}

/// Returns the names in a folder, sorted.
fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// Catches an overview that is shown although the table is another by now, one that takes the place of what
/// is not its own, and rests of one that was interrupted; in the group of a table, and beside an array.
#[test]
fn an_overview_is_that_of_its_table() {
    for is_array in [false, true] {
        let folder = tempfile::tempdir().expect("a directory");
        if is_array {
            std::fs::write(folder.path().join("zarr.json"), GROUP).expect("written");
        }
        let overview = folder.path().join(if is_array {
            "table.overview.zarr"
        } else {
            "table.zarr/overview"
        });
        let beside = overview.parent().expect("a folder");
        let first = table(folder.path(), "wythoff", "100x100", "grundy");
        let bare = names(beside);
        let whole =
            [bare.clone(), vec![overview.file_name().expect("a name").to_string_lossy().into()]];
        let mut whole = whole.concat();
        whole.sort();
        let stop = AtomicBool::new(true);
        let stopped = Control::default().interrupted_by(&stop);
        let build = OverviewBuild::new(&first).expect("two heaps");
        assert!(matches!(build.store(&stopped), Err(TableError::Interrupted)));
        assert_eq!(names(beside), bare);
        stop.store(false, Ordering::Relaxed);
        build.store(&stopped).expect("an overview");
        assert_eq!(names(beside), whole);
        assert!(StoredOverview::open(&first).is_some());

        // Another table under the same name: its overview replaces the first.
        let second = table(folder.path(), "maharaja", "100x100", "grundy");
        assert!(StoredOverview::open(&second).is_none());
        assert_eq!(names(beside), if is_array { whole.clone() } else { bare });
        // Nothing of the second table is stored as the overview of the first.
        let error = build.store(&stopped).expect_err("the table is another");
        assert!(matches!(error, TableError::Replaced { .. }), "{error}");
        OverviewBuild::new(&second).expect("two heaps").store(&stopped).expect("an overview");
        assert!(StoredOverview::open(&second).is_some());
        assert!(StoredOverview::open(&first).is_none());

        // A damaged chunk is an error, not a picture.
        std::fs::write(overview.join("mean/3/c/0/0"), b"nonsense").expect("written");
        let stored = StoredOverview::open(&second).expect("an overview");
        let pixel = Rectangle { columns: 0..1, rows: 0..1 };
        assert!(stored.pixels(3, Channel::Mean, &pixel).is_err());

        // What is not an overview keeps its name.
        std::fs::remove_dir_all(&overview).expect("removed");
        std::fs::create_dir(&overview).expect("a folder");
        std::fs::write(overview.join("thesis.tex"), b"years of work").expect("written");
        let error = OverviewBuild::new(&second).expect("two heaps").store(&stopped);
        assert!(error.is_err());
        assert_eq!(std::fs::read(overview.join("thesis.tex")).expect("read"), b"years of work");
        assert_eq!(names(beside), whole);
    }
}

/// Catches an overview that is written into a table while a run replaces it.
#[test]
fn an_overview_waits_for_no_run() {
    let folder = tempfile::tempdir().expect("a directory");
    let table = table(folder.path(), "wythoff", "40x40", "grundy");
    let options = TableWriter::options(table.plan()).overwrite(true);
    let _writer = options.create(table.path()).expect("a run");
    let stored = OverviewBuild::new(&table).expect("two heaps").store(&Control::default());
    let Err(TableError::Destination { obstacle, .. }) = stored else {
        panic!("{stored:?}");
    };
    assert!(matches!(obstacle, Obstacle::Locked(_)), "{obstacle}");
    assert!(!table.path().join("overview.partial").exists());
}

/// Catches an overview whose lock is written through a link, or over somebody's own file.
#[cfg(unix)]
#[test]
fn what_has_the_name_of_the_lock_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a directory");
    let table = table(folder.path(), "wythoff", "40x40", "grundy");
    let [precious, lock] = ["precious", "table.zarr.lock"].map(|n| folder.path().join(n));
    std::fs::write(&precious, "precious").expect("written");
    std::os::unix::fs::symlink(&precious, &lock).expect("linked");
    let stored = OverviewBuild::new(&table).expect("two heaps").store(&Control::default());
    let Err(TableError::Destination { obstacle, .. }) = stored else {
        panic!("{stored:?}");
    };
    assert_eq!(obstacle, Obstacle::ForeignLock);
    assert_eq!(std::fs::read(&precious).expect("there"), b"precious");
    assert!(lock.is_symlink() && folder.path().read_dir().expect("a folder").count() == 3);
}

/// Catches somebody's file in an older overview that goes with it.
#[test]
fn an_overview_with_a_file_of_somebody_stays() {
    let folder = tempfile::tempdir().expect("a directory");
    let first = table(folder.path(), "wythoff", "40x40", "grundy");
    let make = |table: &TableReader| {
        OverviewBuild::new(table).expect("two heaps").store(&Control::default()).map(drop)
    };
    make(&first).expect("an overview");
    make(&first).expect("it is replaced");
    let notes = folder.path().join("table.zarr/overview/p-share/notes.txt");
    std::fs::write(&notes, "precious").expect("written");
    let Err(TableError::Destination { obstacle, .. }) = make(&first) else {
        panic!("it is replaced");
    };
    assert!(obstacle.to_string().contains("notes.txt"), "{obstacle}");
    assert_eq!(std::fs::read(&notes).expect("there"), b"precious");
}
