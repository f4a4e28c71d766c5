//! Mutations: good inputs, changed at random until they are bad, and how long that goes on.
#![allow(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "what fails, and how much was tried, is printed"
)]

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::random;

/// What turns numbers, lists and brackets of most formats into their odd cases.
const WORDS: &[&str] = &[
    "0",
    "1",
    "-1",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "1e400",
    "NaN",
    "null",
    "true",
    "{}",
    "[]",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "\"",
    "'",
    ",",
    "/",
    ":",
    "+",
    "=",
    "@",
    "#",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{feff}",
    "\u{7f}",
    "\u{e9}",
    "\u{1f600}",
    "..",
];

/// Tries `one` on mutations of the seeds for as many seconds as `GRUNDYTAB_FUZZ_SECONDS` says, by default
/// one, and prints how many tries there were. The input of a try that fails is printed.
pub fn fuzz(target: &str, seeds: &[Vec<u8>], words: &[&str], one: impl FnMut(&[u8])) {
    fuzz_by(target, seeds, |rng| mutated(rng, seeds, words), one);
}

/// Does the same with inputs that a function makes.
pub fn fuzz_by(
    target: &str,
    seeds: &[Vec<u8>],
    mut make: impl FnMut(&mut Rng) -> Vec<u8>,
    mut one: impl FnMut(&[u8]),
) {
    let seconds = std::env::var("GRUNDYTAB_FUZZ_SECONDS").ok().map(|text| text.parse());
    let seconds: f64 = seconds.map_or(1.0, |seconds| seconds.expect("a number of seconds"));
    let mut rng = Rng::with_seed(random::seed());
    let mut tries = 0_u64;
    // The seeds themselves first.
    for seed in seeds {
        one(seed);
    }
    // At least one, however busy the machine is.
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    while tries == 0 || Instant::now() < end {
        let input = make(&mut rng);
        tries += 1;
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| one(&input))) {
            eprintln!("{target}, try {tries}, fails on \"{}\"", input.escape_ascii());
            resume_unwind(panic);
        }
    }
    println!("{target}: {tries} tries in {seconds} s, none failed");
}

/// Changes a seed in one place or a few.
fn mutated(rng: &mut Rng, seeds: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut input = any(rng, seeds).clone();
    for _ in 0..rng.usize(1..=6) {
        let at = rng.usize(0..=input.len());
        let end = rng.usize(at..=input.len().min(at + 40));
        match rng.u8(0..9) {
            0 if at < input.len() => input[at] ^= 1 << rng.u8(0..8),
            1 if at < input.len() => input[at] = rng.u8(..),
            2 => drop(input.drain(at..end)),
            3 => {
                let piece = input[at..end].repeat(rng.usize(1..=20));
                input.splice(at..at, piece);
            }
            4 => drop(input.splice(at..at, any(rng, WORDS).bytes())),
            5 if !words.is_empty() => drop(input.splice(at..at, any(rng, words).bytes())),
            6 => drop(input.splice(at..end, any(rng, WORDS).bytes())),
            7 => {
                let other = any(rng, seeds);
                let from = rng.usize(0..=other.len());
                input.splice(at.., other[from..].iter().copied());
            }
            _ => input.truncate(at.max(1)),
        }
    }
    input
}

pub fn any<'a, T>(rng: &mut Rng, list: &'a [T]) -> &'a T {
    &list[rng.usize(..list.len())]
}
