//! Limits of the process: refusals with what would fit, or fewer threads, never an abort.
#![cfg(target_os = "linux")]

use crate::permissions::Place;
use crate::{in_shell, temporary};

/// Runs a line in a shell with a limit; returns exit code and stderr. A program that is ended by a signal
/// has no exit code of its own: the shell's is above 128.
fn run_with(limit: &str, line: &str) -> (i32, String) {
    let (_directory, path) = temporary();
    let script = format!("{limit}; \"$0\" {}", line.replace("{}", "\"$1\""));
    let (code, _, stderr) = in_shell(&script, &path);
    (code, stderr)
}

/// Catches an allocation that aborts because only the machine's memory was looked at.
#[test]
fn a_job_beyond_the_address_space_is_refused_with_what_would_fit() {
    for (line, words) in [
        ("tabulate nim:3 --box 1000 --engine cpu --discard", " would fit"),
        ("tabulate triangle --tokens 6000 --engine cpu --discard", " would fit"),
        ("tabulate wythoff --box 60000 --tile 16384 --engine cpu --discard", " would fit"),
        ("tabulate wythoff --box 16384 --tile 16384 --engine cpu --out {}", " would fit"),
        ("tabulate wythoff --box 30000 --engine reference --discard", " would fit"),
        ("tabulate wythoff --box 1000000000 --quantity outcome --engine cpu --discard", ""),
    ] {
        let (code, stderr) = run_with("ulimit -v 400000", line);
        assert_eq!(code, 2, "{line}: {stderr}");
        assert!(stderr.contains("B are available"), "{line}: {stderr}");
        assert!(stderr.contains(words), "{line}: {stderr}");
    }
}

/// What is said to fit does.
#[test]
fn what_would_fit_fits() {
    let line = "tabulate wythoff --box 20000 --quantity outcome --tile 16384 --engine cpu --dry-run \
                --threads 1";
    let (code, stderr) = run_with("ulimit -v 800000", line);
    assert_eq!(code, 2, "{stderr}");
    let (_, fitting) = stderr.split_once("--tile ").expect("a tile that fits");
    let tile = fitting.split(' ').next().expect("a number");
    let again = line.replace("16384", tile);
    let (code, stderr) = run_with("ulimit -v 800000", &again);
    assert_eq!(code, 0, "{again}: {stderr}");
}

/// Catches a job that is begun and then finds no addresses: for its own values, because less was announced than it
/// takes, or because the heaps of the threads that it starts have taken them.
#[test]
fn whatever_the_limit_a_job_ends_or_is_refused() {
    let mut codes = Vec::new();
    for line in [
        "tabulate wythoff+alter=1,1 --box 700 --engine cpu --out {}",
        "tabulate nim:3 --box 110 --engine cpu --threads 4 --out {}",
        "tabulate nim:4+alter=1,1,1,1 --box 44 --engine cpu --threads 2 --out {}",
        "tabulate wythoff --box 4200 --quantity outcome --engine cpu --discard",
    ] {
        for limit in [80_000, 100_000, 150_000, 220_000, 310_000] {
            let (code, stderr) = run_with(&format!("ulimit -v {limit}"), line);
            // Where not even the program fits, the shell says so.
            assert!(matches!(code, 0 | 2 | 126 | 127), "{limit}: {line}: {code} {stderr}");
            codes.push(code);
        }
    }
    assert!(codes.contains(&0) && codes.contains(&2), "{codes:?}");
}

#[test]
fn jobs_that_fit_run_within_their_limits() {
    for limit in ["ulimit -v 400000", "ulimit -d 200000", "ulimit -v 600000"] {
        for line in [
            "tabulate wythoff --box 2000 --engine cpu --threads 64 --out {}",
            "tabulate triangle --tokens 300 --engine cpu --discard",
        ] {
            let (code, stderr) = run_with(limit, line);
            assert_eq!(code, 0, "{limit}: {line}: {stderr}");
        }
    }
    let (_, stderr) =
        run_with("ulimit -v 400000", "tabulate nim --box 9 --engine cpu --threads 64 --discard");
    assert!(stderr.contains("of 64 threads is used"), "{stderr}");
}

/// Catches a thread whose start is taken for granted: the pool's, the writer's, the one for ctrl-C. What
/// other processes of the user run at the same time counts too, so that a run may be refused.
#[test]
fn a_limit_of_processes_means_fewer_threads_or_a_refusal() {
    let place = Place::new();
    let mut codes = Vec::new();
    for processes in [1, 2, 3, 4, 6, 9, 3000] {
        let line = "tabulate wythoff --box 99 --engine cpu --threads 8 --overwrite --out t.zarr";
        let limit = format!("prlimit --nproc={processes}");
        let (code, stderr) = place.run_under(&limit, line);
        assert!(matches!(code, Some(0 | 4)), "{processes}: {stderr}");
        assert!(!stderr.contains("panicked"), "{processes}: {stderr}");
        codes.push(code);
    }
    assert_eq!(codes.last(), Some(&Some(0)), "{codes:?}");
}
