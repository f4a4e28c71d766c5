//! Runs that are killed at random moments, again and again, and resumed until they are done.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{assert_alone, assert_whole};
use crate::common::gpu_switch::gpu_tests_are_off;
use crate::common::{plan, random};

/// A digraph game, a vector game, one with altered moves, Fibonacci Nim, and a game on one heap.
const JOBS: &[(&str, &str, &str, &[&str])] = &[
    ("triangle", "tokens 240", "grundy", &["--tokens", "240", "--tile", "16"]),
    ("wythoff", "1500", "grundy", &["--box", "1500", "--tile", "64"]),
    ("wythoff+alter=1,2/2,1", "700", "grundy", &["--box", "700", "--tile", "32"]),
    ("fibonacci", "900", "grundy", &["--box", "900", "--tile", "32"]),
    ("subtraction:2,5,8,31", "4000000", "grundy", &["--box", "4000000", "--tile", "50000"]),
];
/// Kills of each job.
const KILLS: u32 = 10;

/// Runs a job until it ends or `lifetime` has passed; returns whether it has ended.
fn run(game: &str, flags: &[&str], path: &Path, engine: &str, lifetime: Option<Duration>) -> bool {
    let mut run = Command::new(env!("CARGO_BIN_EXE_grundytab"))
        .args([
            "tabulate", game, "--engine", engine, "--resume", "--sync", "0.05", "--quiet", "--out",
        ])
        .arg(path)
        .args(flags)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    if let Some(lifetime) = lifetime {
        sleep(lifetime);
        // It may have ended.
        let _ = run.kill();
    }
    let output = run.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let was_killed = output.status.code().is_none();
    assert!(was_killed || output.status.success(), "{game} on {engine}: {stderr}");
    !was_killed
}

/// Catches values that are lost, computed from what was only half read, or that depend on the engine that
/// went on.
#[test]
#[ignore = "every night"]
fn runs_are_killed_and_resumed_on_another_engine() {
    let engines: &[&str] = if gpu_tests_are_off() { &["cpu"] } else { &["cpu", "gpu"] };
    let mut random = fastrand::Rng::with_seed(random::seed());
    for (game, domain, quantity, flags) in JOBS {
        let plan = plan(game, domain, quantity, None);
        let lasts: Vec<Duration> = engines.iter().map(|engine| time(game, flags, engine)).collect();
        let mut kills = 0;
        while kills < KILLS {
            let folder = TempDir::new().expect("a folder");
            let path = folder.path().join("table.zarr");
            let mut runs = 0;
            loop {
                let which = runs % engines.len();
                runs += 1;
                // Each run is killed somewhere in its course, the last one is not.
                let lifetime = (kills < KILLS).then(|| lasts[which].mul_f64(random.f64()));
                println!("{game} on {}, killed after {lifetime:?}", engines[which]);
                if run(game, flags, &path, engines[which], lifetime) {
                    break;
                }
                kills += 1;
            }
            assert_whole(&path, &plan);
            assert_alone(&path);
        }
    }
}

/// Returns how long an undisturbed run of a job takes.
fn time(game: &str, flags: &[&str], engine: &str) -> Duration {
    let folder = TempDir::new().expect("a folder");
    let began = Instant::now();
    run(game, flags, &folder.path().join("table.zarr"), engine, None);
    began.elapsed()
}
