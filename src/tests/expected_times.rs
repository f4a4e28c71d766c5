//! How long games of rules are expected to take, compared with how long they take, and how far they tell that they are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::common::processor_time::{least_of_three, processor_time};
use crate::control::Control;
use crate::engine::cluster::Share;
use crate::engine::cpu::CpuEngine;
use crate::engine::{Engine, EngineKind, Wanted, expected_nanoseconds_of_one_thread};
use crate::plan::Plan;
use crate::table::{Resumed, TableWriter};
use crate::tabulate::tabulate_prepared;

/// Games of rules that are filled option by option, whose conditions, sets and options are of all kinds.
const GAMES: [(&str, &str, &str); 10] = [
    ("(x - k) for 1 <= k <= x if is_prime(k)", "9000", "grundy"),
    ("(x - k) for 1 <= k <= x if gcd(k, x) == 1", "1500", "grundy"),
    ("(x - k) for 1 <= k <= x if k & 5 == 1", "6000", "grundy"),
    ("(x - k) for 1 <= k <= x if (x - k) % 7 < 3 or is_square(x)", "3000", "grundy"),
    ("(x - k) for 1 <= k <= x if is_prime(x - k)", "1200", "grundy"),
    ("(k * k % (x + 1)) for 0 <= k < x if k * k % (x + 1) < x", "2000", "grundy"),
    ("(x - k, y - l) for 0 <= k <= x, 0 <= l <= y if (k ^ l) % 3 == 1", "60x60", "grundy"),
    ("(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y pays k", "150x150", "score"),
    ("(x - k, min(y, x - k)) for 1 <= k <= x; (x, y - 1) if y > 0", "200x200", "remoteness"),
    ("(x - k) for k in {1..400} if k <= x and zeckendorf_zeros(x - k + 1) == 1", "2500", "grundy"),
];

fn plan((rules, domain, quantity): (&str, &str, &str)) -> Plan {
    Plan::parse(&format!("rules: {rules}"), domain, quantity).expect(rules)
}

/// Catches conditions and options that are not counted: is_prime(k) for 20000 heaps was said to take 0.80 s, and took 18.3 s.
/// How fast the machine is does not matter: times are compared with what they are on the geometric mean of all games. They differ
/// by a factor, since builds for tests optimize crates differently.
#[test]
fn games_take_about_as_long_as_expected() {
    let thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let taken = |plan: &Plan| {
        let fill = || {
            let prepared = CpuEngine.prepare(plan, Wanted::Totals).expect("it fits");
            let control = Control::default();
            tabulate_prepared(prepared.as_ref(), Share::ALL, None, &control).expect("a table");
        };
        thread.install(|| least_of_three(fill))
    };
    if processor_time().is_none() {
        return;
    }
    let expected = |plan: &Plan| expected_nanoseconds_of_one_thread(plan, EngineKind::Cpu);
    let found = GAMES.map(|game| taken(&plan(game)) / expected(&plan(game)));
    let mean = (found.iter().map(|times| times.ln()).sum::<f64>() / found.len() as f64).exp();
    let found = found.map(|times| times / mean);
    let are_near = found.iter().all(|times| (0.2..5.0).contains(times));
    assert!(are_near, "{found:.2?} times as long as expected, of {GAMES:#?}");
}

/// Catches a tile of which nothing is told before it is whole: on one heap it may take hours. In the end each position has been
/// told of once, those of an earlier run not at all.
#[test]
fn positions_are_reported_within_a_tile() {
    let plan = plan(("(x - k) for 1 <= k <= x if is_prime(x - k)", "200", "grundy"));
    assert_eq!(plan.tiling().count(), 1);
    let reports = Mutex::new(Vec::new());
    let report = |positions| reports.lock().expect("no panic").push(positions);
    let prepared = CpuEngine.prepare(&plan, Wanted::Values).expect("it fits");
    let control = Control::default();
    tabulate_prepared(prepared.as_ref(), Share::ALL, None, &control.reporting(&report))
        .expect("a table");
    let reports = reports.into_inner().expect("no panic");
    assert!(reports.len() > 100, "{reports:?}");
    assert_eq!(reports.iter().sum::<u64>(), 200);
}

/// Catches a slow game that has stored nothing when it is interrupted: 60000 heaps were two tiles, of which the first one takes minutes.
/// What is lost is less than two tiles.
#[test]
fn an_interrupted_slow_game_goes_on_with_its_small_tiles() {
    let slow = plan(("(x - k) for 1 <= k <= x if is_prime(x - k)", "60000", "grundy"));
    let plan = CpuEngine.fit_tiles(slow);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.zarr");
    let writer = TableWriter::options(&plan).create(&path).expect("begun");
    let prepared = CpuEngine.prepare(&plan, Wanted::Values).expect("it fits");
    let (done, is_enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let report = |positions: u64| {
        let done = done.fetch_add(positions, Ordering::Relaxed) + positions;
        is_enough.fetch_or(done > 1500, Ordering::Relaxed);
    };
    let control = Control::default().interrupted_by(&is_enough);
    let control = control.reporting(&report);
    tabulate_prepared(prepared.as_ref(), Share::ALL, Some(writer), &control)
        .expect_err("interrupted");
    let resumed = TableWriter::options(&plan).resume(&path, &Control::default()).expect("resumed");
    let Resumed::Unfinished(writer) = resumed else { panic!("it was complete") };
    let (before, done) = (writer.positions_before(), done.into_inner());
    assert!(before > 0 && before + 2 * plan.tiling().tile_cells() > done, "{before} of {done}");
}
