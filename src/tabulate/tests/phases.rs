//! Tests of the phases of a run that goes on with an unfinished table.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::control::Phase;
use crate::engine::cpu::CpuEngine;
use crate::sync::lock;
use crate::table::Resumed;
use crate::tabulate::*;

/// Games of each kind of method.
const JOBS: [(&str, &str, &str); 6] = [
    ("wythoff", "60x60", "grundy"),
    ("wythoff+block=2", "60x50", "palaces"),
    ("wythoff+points=2/-1/3", "60x50", "score"),
    ("triangle", "tokens 40", "grundy"),
    ("fibonacci", "60x60", "grundy"),
    ("subtraction:2,5", "900", "grundy"),
];

fn plan((game, domain, quantity): (&str, &str, &str)) -> Plan {
    Plan::parse(game, domain, quantity).and_then(|plan| plan.with_tile(8)).expect("a plan")
}

/// Begins a table, and stops when half of its positions are stored. Returns how many are.
fn interrupt(plan: &Plan, path: &Path) -> u64 {
    let half = plan.job().domain().positions() / 2;
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let count = |positions| {
        let before = done.fetch_add(positions, Ordering::Relaxed);
        stop.fetch_or(before + positions > half, Ordering::Relaxed);
    };
    let control = Control::default().interrupted_by(&stop).reporting(&count);
    let writer = TableWriter::options(plan).create(path).expect("begun");
    tabulate(plan, &CpuEngine, Some(writer), &control).expect_err("interrupted");
    done.into_inner()
}

/// Goes on with a table.
fn resume(plan: &Plan, path: &Path, control: &Control) -> Report {
    let resumed = TableWriter::options(plan).resume(path, control).expect("resumed");
    let Resumed::Unfinished(writer) = resumed else { panic!("it was complete") };
    tabulate(plan, &CpuEngine, Some(*writer), control).expect("a table")
}

/// Catches a phase that is left out or comes twice, positions that are reported in another phase than theirs, and a
/// phase that does not come to its end: its bar would stand still, or show the pace of another one.
#[test]
fn each_phase_reports_its_own_positions() {
    for job in JOBS {
        let plan = plan(job);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.zarr");
        let stored = interrupt(&plan, &path);
        let all = plan.job().domain().positions();
        assert!((1..all).contains(&stored), "{job:?}");

        let phases: Mutex<Vec<(Phase, u64)>> = Mutex::default();
        let begin = |phase| lock(&phases).push((phase, 0));
        let count = |positions| {
            lock(&phases).last_mut().expect("a phase").1 += positions;
        };
        let control = Control::default().reporting(&count).in_phases(&begin);
        let report = resume(&plan, &path, &control);
        assert_eq!(report.positions_before, stored, "{job:?}");
        assert!(report.reading > Duration::ZERO, "{job:?}");
        let phases = lock(&phases).clone();
        let [reading, (Phase::Checking { positions }, checked), replaying, computing] = phases[..]
        else {
            panic!("{job:?}: {phases:?}")
        };
        assert_eq!(reading, (Phase::Reading { positions: all }, all), "{job:?}");
        assert_eq!(positions, checked, "{job:?}");
        // Those whose options are not stored yet are checked later.
        assert!((1..=report.positions_checked).contains(&checked), "{job:?}: {phases:?}");
        assert_eq!(replaying.0, Phase::Replaying { positions: stored }, "{job:?}");
        // Some methods need not read all that is stored, and others compute before they have read all.
        assert!((1..=stored).contains(&replaying.1), "{job:?}: {phases:?}");
        assert_eq!(computing, (Phase::Computing, all - stored), "{job:?}");
    }
}

/// Catches stored positions that are counted as computed where nobody asks for phases, and phases, or a time of
/// reading, of a run that begins anew.
#[test]
fn without_phases_computed_positions_are_reported() {
    let plan = plan(JOBS[0]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.zarr");
    let stored = interrupt(&plan, &path);
    let done = AtomicU64::new(0);
    let count = |positions| {
        done.fetch_add(positions, Ordering::Relaxed);
    };
    let control = Control::default().reporting(&count);
    let resumed = TableWriter::options(&plan).resume(&path, &control).expect("resumed");
    // Reading back is reported all the same.
    assert_eq!(done.swap(0, Ordering::Relaxed), stored);
    let Resumed::Unfinished(writer) = resumed else { panic!("it was complete") };
    tabulate(&plan, &CpuEngine, Some(*writer), &control).expect("a table");
    assert_eq!(done.into_inner(), plan.job().domain().positions() - stored);

    let begin = |phase| panic!("{phase:?}");
    let control = Control::default().in_phases(&begin);
    let writer = TableWriter::options(&plan).create(folder.path().join("new.zarr"));
    let report = tabulate(&plan, &CpuEngine, Some(writer.expect("begun")), &control);
    assert_eq!(report.expect("a table").reading, Duration::ZERO);
}
