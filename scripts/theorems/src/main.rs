//! Theorems about hundreds of games: guesses automata of their P-positions, proves them, checks their certificates by
//! the other method, and writes `docs/theorems.md` and its data: `docs/data/theorems.tsv` and `docs/data/certificates.jsonl.gz`.
//!
//! ```text
//! cargo run --release -p grundytab-theorems -- docs/theorems.md --keep target/theorems.jsonl
//! ```
//!
//! Findings are kept in the file of `--keep`; a run that was ended goes on from there. Page and data are written when
//! all games have been tried, and replace the old ones at once. Without a path the first class is printed.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints what it found")]
#![cfg_attr(test, allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking"))]

mod classes;
mod digraphs;
mod kept;
mod literature;
mod page;
mod search;
#[cfg(test)]
mod tests;
mod vectors;

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use clap::Parser;
use flate2::Compression;
use flate2::write::GzEncoder;
use grundytab::Convention;

use classes::{Class, classes};
use kept::{Kept, Record};
use search::{Effort, search};

/// Writes the page of theorems and its data.
#[derive(Parser)]
struct Arguments {
    /// The page; its data are written into the folder `data` beside it. Without a path the first class is printed.
    page: Option<PathBuf>,
    /// Keep findings in this file, from which a run that was ended goes on.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// The most seconds that a game may take. Most proofs are found within one.
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { page, keep, seconds } = Arguments::parse();
    let classes = match page {
        Some(_) => classes(),
        None => classes().into_iter().take(1).collect(),
    };
    let kept = Mutex::new(Kept::open(keep.as_deref())?);
    let effort = Effort::of_prove(seconds);
    search_all(&classes, &kept, effort)?;
    let kept = kept.into_inner().map_err(|_| "a search panicked")?;
    let text = page::page(&classes, &kept, effort);
    match page {
        None => print!("{text}"),
        Some(path) => {
            let data = path.with_file_name("data").join("theorems.tsv");
            replace(&data, page::data(&classes, &kept).as_bytes())?;
            let certificates = path.with_file_name("data").join("certificates.jsonl.gz");
            replace(&certificates, &compressed(&page::certificates(&classes, &kept))?)?;
            replace(&path, text.as_bytes())?;
        }
    }
    Ok(())
}

/// Searches for the proofs that are not known yet, on all cores.
fn search_all(classes: &[Class], kept: &Mutex<Kept>, effort: Effort) -> Result<(), Box<dyn Error>> {
    let jobs = classes.iter().flat_map(|class| {
        let games = class.games.iter();
        games.flat_map(move |game| class.conventions.iter().map(move |&c| (class, game, c)))
    });
    let is_new = |(_, game, convention): &(&Class, &String, Convention)| {
        kept.lock().is_ok_and(|kept| kept.of(game, *convention).is_none())
    };
    let jobs: Vec<_> = jobs.filter(is_new).collect();
    let (count, queue) = (jobs.len(), Mutex::new(jobs.into_iter().enumerate()));
    let work = || -> Result<(), String> {
        loop {
            let next = queue.lock().map_err(|_| "a search panicked")?.next();
            let Some((number, (class, game, convention))) = next else { return Ok(()) };
            let began = Instant::now();
            let numerations = class.numerations(game).map_err(|error| error.to_string())?;
            let finding = search(game, convention, numerations, effort)
                .map_err(|error| format!("{game}: {error}"))?;
            let seconds = began.elapsed().as_secs_f64();
            let number = number + 1;
            eprintln!(
                "{number} of {count}: {game}, {convention}: {} ({seconds:.1} s)",
                page::brief(&finding)
            );
            let is_misere = convention == Convention::Misere;
            let record = Record { game: game.clone(), is_misere, seconds, finding };
            let mut kept = kept.lock().map_err(|_| "a search panicked")?;
            kept.keep(record).map_err(|error| error.to_string())?;
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let ends =
            workers.into_iter().map(|worker| worker.join().map_err(|_| "a search panicked")?);
        ends.collect::<Result<Vec<()>, String>>()
    })?;
    Ok(())
}

fn compressed(text: &str) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}

/// Puts a text in the place of a file, as a whole.
fn replace(path: &Path, text: &[u8]) -> std::io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    std::fs::write(&partial, text)?;
    std::fs::rename(&partial, path)
}
