//! How many random cases a test draws, and from which seed.
//!
//! Without variables of the environment every run draws the same few. `GRUNDYTAB_CASES` is the factor by which there
//! are more, `GRUNDYTAB_SEED` draws others.
#![allow(clippy::print_stdout, reason = "the seed of a failed case is printed")]
#![allow(clippy::panic, reason = "a test that cannot be set up fails")]

use proptest::test_runner::{Config, RngSeed};

/// Returns the seed, and prints it, which the harness shows where a test fails.
pub fn seed() -> u64 {
    let seed = number("GRUNDYTAB_SEED", 1);
    println!("the random cases are those of GRUNDYTAB_SEED={seed}");
    seed
}

/// Returns how many cases a test draws that draws this many without variables of the environment.
pub fn count(cases: u32) -> u32 {
    cases * number("GRUNDYTAB_CASES", 1) as u32
}

/// Draws this many of some cases, and as many times more as are asked for; every night, which asks for twenty times as many,
/// takes all.
pub fn sample<T>(mut cases: Vec<T>, few: usize) -> Vec<T> {
    const NIGHTLY: u64 = 20;
    let times = number("GRUNDYTAB_CASES", 1);
    fastrand::Rng::with_seed(seed()).shuffle(&mut cases);
    if times < NIGHTLY {
        cases.truncate(few * times as usize);
    }
    cases
}

/// Makes proptest draw this many cases. It writes no file of seeds: a case that fails becomes a fixed one.
pub fn cases(cases: u32) -> Config {
    Config {
        cases: count(cases),
        rng_seed: RngSeed::Fixed(seed()),
        failure_persistence: None,
        ..Config::default()
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => otherwise,
    }
}
