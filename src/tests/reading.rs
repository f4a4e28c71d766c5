//! Reading stored tables: values, slices and scans against the definition.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, Once};

use crate::tests::common::chunks::array_of;
use crate::tests::common::{plan, stored};
use grundytab::domain::{Plane, Rectangle};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::table::{Codec, PlaneTile, TableError, TableReader, write_group};
use grundytab::{Control, Coordinates, InMemoryTable, InvalidInputKind, Plan, Position};
use tempfile::TempDir;

/// Games, domains and quantities of one to four heaps, cut into many tiles, some of them ragged.
const TABLES: &[(&str, &str, &str)] = &[
    ("subtraction:2,5,7", "50", "grundy"),
    ("wythoff", "20x13", "grundy"),
    ("wythoff", "tokens 17", "outcome"),
    ("wythoff+block=2", "9x16", "palaces"),
    ("nim:3", "9x5x12", "grundy misere"),
    ("triangle", "tokens 12", "grundy"),
    ("fibonacci", "15x15", "grundy"),
    ("vector:1,0,0,0/0,1,0,0/0,0,1,0/0,0,0,1/1,0,1,1", "5x6x7x9", "grundy"),
    ("digraph:XY/YZ/ZW/WX", "tokens 9", "grundy"),
];

/// A table of the CPU engine, and the values of the reference engine.
fn table_and_truth(game: &str, domain: &str, quantity: &str) -> (TempDir, TableReader, Truth) {
    let directory = TempDir::new().expect("a directory");
    let plan = plan(game, domain, quantity, Some(4));
    let table = stored(&directory.path().join("table.zarr"), &plan, Codec::Zstd, &CpuEngine);
    (directory, table, Truth::of(&plan))
}

/// The values of the reference engine by position.
struct Truth {
    values: BTreeMap<Position, u32>,
}

impl Truth {
    fn of(plan: &Plan) -> Self {
        let domain = plan.job().domain();
        let table = InMemoryTable::run(&ReferenceEngine, plan).expect("the reference engine runs");
        let cells = Coordinates::cells_of_box(domain.sides()).zip(table.values());
        let positions = cells.filter(|&(at, _)| domain.contains(at));
        Truth { values: positions.map(|(at, &value)| (domain.position(at), value)).collect() }
    }

    /// The values of a slice in row-major order, `fill` outside the domain.
    fn slice(&self, ranges: &[Range<u32>], fill: u32) -> Vec<u32> {
        let mut positions = vec![Vec::new()];
        for range in ranges {
            positions = positions
                .into_iter()
                .flat_map(|heaps| {
                    range.clone().map(move |heap| [heaps.clone(), vec![heap]].concat())
                })
                .collect();
        }
        let value = |heaps: Vec<u32>| self.values.get(&Position::new(&heaps)).copied();
        positions.into_iter().map(|heaps| value(heaps).unwrap_or(fill)).collect()
    }
}

#[test]
fn values_are_those_of_the_definition() {
    for &(game, domain, quantity) in TABLES {
        let (_directory, table, truth) = table_and_truth(game, domain, quantity);
        for (position, &value) in &truth.values {
            let found = table.value(position.heaps()).expect("it is in the table");
            assert_eq!(found, value, "{game} at {position}");
        }
    }
}

#[test]
fn scans_visit_every_position_once() {
    for &(game, domain, quantity) in TABLES {
        let (_directory, table, truth) = table_and_truth(game, domain, quantity);
        let visited = Mutex::new(Vec::new());
        let reported = AtomicU64::new(0);
        let report = |positions| {
            reported.fetch_add(positions, Ordering::Relaxed);
        };
        table
            .scan(&Control::default().reporting(&report), |position, value| {
                visited.lock().expect("no visit panics").push((position, value));
            })
            .expect("the table is whole");
        let mut visited = visited.into_inner().expect("no visit panics");
        visited.sort_unstable();
        assert_eq!(visited, truth.values.into_iter().collect::<Vec<_>>(), "{game} on {domain}");
        assert_eq!(reported.into_inner(), visited.len() as u64);
    }
}

/// Slices that begin and end within tiles and on their edges, of single cells, planes and the whole
/// table; in a simplex also of cells outside the domain.
#[test]
fn slices_are_parts_of_the_table() {
    for &(game, domain, quantity) in TABLES {
        let (_directory, table, truth) = table_and_truth(game, domain, quantity);
        let fill = table.plan().value_type().fill();
        let shape = table.plan().job().domain().shape().to_vec();
        let mut slices: Vec<Vec<Range<u32>>> = vec![
            shape.iter().map(|&side| 0..side).collect(),
            shape.iter().map(|&side| side / 3..side - side / 4).collect(),
            shape.iter().map(|&side| 4.min(side)..8.min(side)).collect(),
            shape.iter().map(|&side| side - 1..side).collect(),
            shape.iter().map(|&side| side..side).collect(),
        ];
        for axis in 0..shape.len() {
            let mut plane: Vec<Range<u32>> = shape.iter().map(|&side| 0..side).collect();
            plane[axis] = 3..4;
            slices.push(plane);
        }
        for ranges in slices {
            let found = table.slice(&ranges).expect("it is in the table");
            assert_eq!(found, truth.slice(&ranges, fill), "{game} on {domain}: {ranges:?}");
        }
    }
}

/// Catches a slice beyond the few bytes that one thread reads which is put together wrongly from many tiles.
/// The values are Bouton's: x xor y.
#[test]
fn large_slices_are_parts_of_the_table() {
    let directory = TempDir::new().expect("a directory");
    let plan = plan("nim", "1100x900", "grundy", Some(96));
    let table = stored(&directory.path().join("table.zarr"), &plan, Codec::Zstd, &CpuEngine);
    for (columns, rows, is_small) in
        [(0..1100, 0..900, false), (5..1099, 95..898, false), (95..97, 0..900, true)]
    {
        let ranges = [columns.clone(), rows.clone()];
        assert_eq!(table.is_small_slice(&ranges), is_small, "{ranges:?}");
        let expected: Vec<u32> = columns.flat_map(|x| rows.clone().map(move |y| x ^ y)).collect();
        assert!(table.slice(&ranges).expect("it is in the table") == expected, "{ranges:?}");
    }
    // What does not fit is no small slice, and no panic.
    let of_each = |heaps, side: u32| vec![0..side; heaps];
    for ranges in [of_each(0, 1), of_each(1, 1), of_each(2, u32::MAX), of_each(9, 1)] {
        assert!(!table.is_small_slice(&ranges), "{ranges:?}");
    }
}

/// Planes and rectangles of them that begin and end within tiles; of a plane that is scanned every cell
/// comes once.
#[test]
fn planes_are_parts_of_the_table() {
    for &(game, domain, quantity) in TABLES.iter().filter(|(game, ..)| !game.starts_with("subtr")) {
        let (_directory, table, truth) = table_and_truth(game, domain, quantity);
        let domain = table.plan().job().domain();
        // A plane of four heaps fixes two of them, or one and the token sum.
        let names: &[&str] = match domain.heaps() {
            ..=3 => &["x", "y", "z", "sum"],
            _ => &["w=2,x", "x=1,z", "y=3,w", "z=0,y", "w=1,sum", "x=2,sum"],
        };
        let texts = (0..30).flat_map(|n| names.iter().map(move |name| format!("{name}={n}")));
        let planes: Vec<Plane> = match domain.heaps() {
            2 => vec![Plane::whole(domain).expect("two heaps")],
            _ => texts.filter_map(|text| Plane::parse(&text, domain).ok()).collect(),
        };
        assert!(domain.heaps() == 2 || planes.len() > 30);
        for plane in planes {
            let [width, height] = [plane.columns(), plane.rows()];
            for cells in [
                Rectangle { columns: 0..width, rows: 0..height },
                Rectangle { columns: width / 3..width - width / 5, rows: height / 4..height },
                Rectangle { columns: width - 1..width, rows: 0..1 },
                Rectangle { columns: 0..0, rows: 0..height },
            ] {
                let value = |(row, column)| {
                    let at = plane.position(column, row)?;
                    truth.values.get(&domain.position(at)).copied()
                };
                let columns = || cells.columns.clone();
                let all = cells.rows.clone().flat_map(|row| columns().map(move |c| (row, c)));
                let expected: Vec<_> = all.clone().map(value).collect();
                let found = table
                    .plane_values(&plane, &cells, &Control::default())
                    .expect("the table is whole");
                assert_eq!(found, expected, "{game} on {domain}, {plane}, {cells:?}");
                let visited = Mutex::new(Vec::new());
                let visit = |tile: &PlaneTile| {
                    tile.visit(|column, row, value| {
                        assert!(tile.cells().contains(column, row));
                        visited.lock().expect("no visit panics").push((row, column, value));
                    });
                    Ok(())
                };
                table.scan_plane(&plane, &cells, false, &Control::default(), visit).expect("whole");
                let mut visited = visited.into_inner().expect("no visit panics");
                visited.sort_unstable();
                let inside =
                    all.filter_map(|(row, column)| Some((row, column, value((row, column))?)));
                assert!(visited.into_iter().eq(inside), "{game} on {domain}, {plane}");
            }
        }
    }
}

#[test]
fn what_is_not_in_the_table_is_refused() {
    let (_directory, table, _) = table_and_truth("wythoff", "tokens 17", "outcome");
    let refusal = |error: Option<TableError>| match error {
        Some(TableError::Refused(refusal)) => refusal.kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(refusal(table.value(&[9, 9]).err()), InvalidInputKind::OutsideDomain);
    assert_eq!(refusal(table.value(&[u32::MAX, u32::MAX]).err()), InvalidInputKind::OutsideDomain);
    assert_eq!(refusal(table.value(&[1, 2, 3]).err()), InvalidInputKind::WrongHeapCount);
    assert_eq!(refusal(table.value(&[]).err()), InvalidInputKind::WrongHeapCount);
    let one_axis = std::slice::from_ref(&(0..1));
    let foreign = Plane::whole(&grundytab::Domain::boxed(&[3, 3]).expect("valid")).expect("valid");
    let cells = foreign.rectangle(None).expect("all cells");
    let of_foreign = table.plane_values(&foreign, &cells, &Control::default());
    assert_eq!(refusal(of_foreign.err()), InvalidInputKind::OutsideDomain);
    assert_eq!(refusal(table.slice(one_axis).err()), InvalidInputKind::WrongHeapCount);
    assert_eq!(refusal(table.slice(&[0..19, 0..1]).err()), InvalidInputKind::OutsideDomain);
    #[allow(clippy::reversed_empty_ranges, reason = "a range that ends before it begins is empty")]
    let empty = table.slice(&[u32::MAX..2, 0..3]);
    assert_eq!(empty.expect("an empty slice"), Vec::<u32>::new());
}

/// Catches a plane that is read to its end after ctrl-C.
#[test]
fn planes_can_be_interrupted() {
    let (_directory, table, _) = table_and_truth("wythoff", "20x13", "grundy");
    let plane = Plane::whole(table.plan().job().domain()).expect("two heaps");
    let cells = plane.rectangle(None).expect("all cells");
    let stop = AtomicBool::new(true);
    let control = Control::default().interrupted_by(&stop);
    let read = table.plane_values(&plane, &cells, &control);
    assert!(matches!(read, Err(TableError::Interrupted)), "{read:?}");
}

#[test]
fn scans_can_be_interrupted() {
    let (_directory, table, _) = table_and_truth("wythoff", "20x13", "grundy");
    let stop = AtomicBool::new(false);
    let control = Control::default().interrupted_by(&stop);
    let outcome = table.scan(&control, |_, _| stop.store(true, Ordering::Relaxed));
    assert!(matches!(outcome, Err(TableError::Interrupted)), "{outcome:?}");
}

/// Catches a scan that takes tiles of two tables for those of one, where another of the same shape takes the place
/// of the first meanwhile.
#[test]
fn scans_of_a_table_that_is_replaced_fail() {
    let (directory, table, _) = table_and_truth("wythoff", "20x13", "grundy");
    let path = directory.path().join("table.zarr");
    let metadata = array_of(&path).join("zarr.json");
    // The same table, whose metadata were written once more.
    let text = fs::read_to_string(&metadata).expect("metadata");
    fs::remove_file(&metadata).expect("removed");
    fs::write(&metadata, format!("{text}\n")).expect("written");
    table.scan(&Control::default(), |_, _| ()).expect("it is the same table");
    // The same values, by other tiles or in other chunks, are another table.
    table.require_unchanged().expect("it is the same table");
    let is_replaced = |error: &TableError| matches!(error, TableError::Replaced { .. });
    let tile = table.plan().tiling().edges().largest();
    for (tile, codec) in [(tile + 1, table.codec()), (tile, Codec::None)] {
        let plan = plan("wythoff", "20x13", "grundy", Some(tile));
        let again = stored(&directory.path().join("again.zarr"), &plan, codec, &CpuEngine);
        fs::copy(array_of(again.path()).join("zarr.json"), &metadata).expect("copied");
        let outcome = table.require_unchanged();
        assert!(matches!(&outcome, Err(error) if is_replaced(error)), "{outcome:?}");
    }
    fs::write(&metadata, &text).expect("written");
    let other = directory.path().join("other.zarr");
    stored(&other, &plan("nim:2", "20x13", "grundy", Some(4)), Codec::Zstd, &CpuEngine);
    let replace = Once::new();
    let outcome = table.scan(&Control::default(), |_, _| {
        replace.call_once(|| {
            fs::remove_dir_all(&path).expect("removed");
            fs::rename(&other, &path).expect("replaced");
        });
    });
    assert!(matches!(&outcome, Err(error) if is_replaced(error)), "{outcome:?}");
}

#[test]
fn a_missing_chunk_is_an_error_wherever_it_is_read() {
    let (directory, table, _) = table_and_truth("wythoff", "20x13", "grundy");
    fs::remove_file(directory.path().join("table.zarr/grundy/c/1/2")).expect("removed");
    let is_damage = |error: &TableError| matches!(error, TableError::Damaged { chunk, .. } if chunk == "grundy/c/1/2");
    assert!(is_damage(&table.value(&[5, 9]).expect_err("its tile is missing")));
    assert!(is_damage(&table.slice(&[0..20, 8..9]).expect_err("a tile is missing")));
    let Err(error) = table.scan(&Control::default(), |_, _| ()) else {
        panic!("a tile is missing");
    };
    assert!(is_damage(&error), "{error}");
    assert_eq!(table.value(&[0, 9]).expect("its tile is there"), 9);
}

/// Catches a path to a group that is refused although there is no doubt which table is meant, and a table that is
/// chosen where there is.
#[test]
fn a_group_of_one_table_is_that_table() {
    let directory = TempDir::new().expect("a temporary directory");
    let group = directory.path();
    write_group(group, &[]).expect("a group");
    let plan = plan("wythoff", "20x20", "grundy", Some(8));
    for name in ["b0", "b1"] {
        let table = stored(&group.join(name), &plan, Codec::Zstd, &CpuEngine);
        assert_eq!(table.array_folder(), table.path(), "it is an array of the group");
    }
    let error = TableReader::open(group).expect_err("there are two").to_string();
    assert!(
        error.contains("several tables; give one of them, as in") && error.contains("b0"),
        "{error}"
    );
    // What a run leaves is no second one.
    fs::rename(group.join("b0"), group.join("b0.partial")).expect("renamed");
    assert_eq!(TableReader::open(group).expect("the only one").path(), group.join("b1"));
    fs::remove_dir_all(group.join("b1")).expect("removed");
    let error = TableReader::open(group).expect_err("there is none").to_string();
    assert!(error.contains("without tables"), "{error}");
}
