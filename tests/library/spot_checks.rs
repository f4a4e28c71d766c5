//! Spot checks: an engine that computes a wrong value is found out while its job runs.

use crate::common::plan;
use crate::common::tampering::with_wrong_value;
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Obstacle, Resumed, TableError, TableWriter};
use grundytab::{Control, Coordinates, Error, Plan, Report, WrongValue, tabulate};
use tempfile::TempDir;

fn run(engine: &dyn Engine, plan: &Plan, folder: &TempDir, share: f64) -> Result<Report, Error> {
    let options = TableWriter::options(plan).check(share);
    let writer = options.create(folder.path().join("table.zarr")).expect("begun");
    tabulate(plan, engine, Some(writer), &Control::default())
}

/// Catches a wrong value that is not found although all tiles are checked, one that is found in another
/// place or without its values, and a run that goes on with the wrong table.
#[test]
fn a_wrong_value_ends_the_job() {
    for (game, domain, quantity, at) in [
        ("wythoff", "6x6", "grundy", Coordinates([0, 0, 2, 3])),
        ("triangle", "tokens 4", "grundy", Coordinates([0, 1, 1, 0])),
        ("wythoff+block=1", "6x6", "palaces", Coordinates([0, 0, 3, 3])),
        ("partizan:1,0/0,1:1,1/2,1", "6x6", "score-right", Coordinates([0, 0, 3, 3])),
    ] {
        // Tiles of a single cell: every position is drawn.
        let plan = plan(game, domain, quantity, Some(1));
        let folder = TempDir::new().expect("a folder");
        let outcome = run(&with_wrong_value(at, |value| value ^ 1), &plan, &folder, 1.0);
        let Err(Error::WrongValue(WrongValue { position, computed, expected })) = outcome else {
            panic!("{game}: {outcome:?}");
        };
        assert_ne!(computed, expected);
        // The wrong value itself, or one that it makes look wrong.
        if position == plan.job().domain().position(at) {
            assert_eq!(computed, expected ^ 1);
        }
        assert!(!folder.path().join("table.zarr").exists());

        let path = folder.path().join("table.zarr");
        let resumed = TableWriter::options(&plan).resume(&path, &Control::default());
        let Err(TableError::Destination { obstacle, .. }) = resumed else {
            panic!("{game} is resumed");
        };
        let Obstacle::WrongValues(wrong) = obstacle else { panic!("{obstacle}") };
        assert!(wrong.contains(&position.to_string()), "{wrong}");
        let anew = TableWriter::options(&plan).overwrite(true).resume(&path, &Control::default());
        let Ok(Resumed::Unfinished(writer)) = anew else { panic!("{game} is not begun anew") };
        tabulate(&plan, &CpuEngine, Some(*writer), &Control::default()).expect("true");
    }
}

/// Catches checks that find true values wrong, checks that are not made, and a share that means nothing.
#[test]
fn true_tables_pass_and_the_share_is_kept() {
    for (game, domain, quantity) in [
        ("wythoff", "90x70", "grundy"),
        ("wythoff+alter=1,2/2,1", "90x90", "grundy misere"),
        ("triangle", "tokens 50", "grundy"),
        ("digraph:XY/YX/ZZ", "tokens 40", "outcome"),
        ("fibonacci", "90x90", "grundy"),
        ("euclid", "90x90", "grundy"),
        ("partizan:1,0/0,1:1,1/2,1", "80x80", "outcome-class"),
        // Of 64 tiles a share of a quarter is empty once in 10^8 runs.
        ("partizan:1,0/0,1:1,1/2,1", "80x80", "score-left"),
        ("wythoff+block=3", "70x70", "palaces"),
        ("subtraction:2,5,8", "3000", "grundy"),
    ] {
        let plan = plan(game, domain, quantity, Some(10));
        let tiles = plan.tiling().count();
        for (share, at_least, at_most) in
            [(0.0, 0, 0), (0.25, 1, 16 * tiles * 2 / 3), (1.0, tiles, 16 * tiles)]
        {
            let folder = TempDir::new().expect("a folder");
            let report = run(&CpuEngine, &plan, &folder, share).expect("true");
            let checked = report.positions_checked;
            assert!((at_least..=at_most).contains(&checked), "{game}, {share}: {checked}");
        }
    }
}
