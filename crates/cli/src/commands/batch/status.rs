//! The progress of a batch, from the files in its folder alone. The files of complete tables are looked at,
//! no values.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::jobs::batch::{BatchJob, SkippedJob};
use grundytab::InvalidInput;
use grundytab::table::TableReader;
use grundytab::wording::{bytes_text, counted_as};
use serde::Serialize;

use super::display::print_columns;
use super::run::NO_GAME;
use crate::commands::failure::{Failure, Result};
use crate::commands::output::{object, print, shown_text};

/// The state of a table that is there.
pub const COMPLETE: &str = "complete";

/// A line for each job.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct BatchStatusReport<'a> {
    /// Its name.
    job: &'a str,
    /// Its table; `None` if it is skipped.
    path: Option<&'a Path>,
    #[serde(flatten)]
    found: &'a JobState,
}

/// What there is of a job's table.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JobState {
    /// The state: `complete`, `unfinished`, `not begun` or `odd`; `skipped` of a job that is no game.
    pub state: &'static str,
    /// The bytes of the stored chunks.
    #[serde(rename = "bytes_on_disk")]
    bytes: u64,
    /// How the last run has ended that left it unfinished, or what is odd, or why it is skipped.
    pub about: String,
    /// Whether what is there keeps a run from going on.
    #[serde(skip)]
    pub is_in_the_way: bool,
}

impl JobState {
    fn new(state: &'static str, bytes: u64, about: String) -> Self {
        JobState { state, bytes, about, is_in_the_way: false }
    }
}

/// Prints how far each job is.
///
/// # Errors
/// When a job is not complete.
pub fn print_status(jobs: &[&BatchJob], skipped: &[SkippedJob], json: bool) -> Result<()> {
    let found = jobs.iter().map(|job| (&job.name, Some(&*job.path), find(job)));
    let no_game =
        |reason: &InvalidInput| JobState::new(NO_GAME, 0, shown_text(&reason.to_string()));
    let others = skipped.iter().map(|job| (&job.name, None, no_game(&job.reason)));
    let found: Vec<(&String, Option<&Path>, JobState)> = found.chain(others).collect();
    let complete = found.iter().filter(|(.., found)| found.state == COMPLETE).count();
    if json {
        for (job, path, found) in &found {
            print(object(&BatchStatusReport { job, path: *path, found }));
        }
    } else {
        let row = |(job, _, found): &(&String, Option<&Path>, JobState)| {
            let (state, bytes) = (found.state.to_owned(), bytes_text(found.bytes));
            [(*job).clone(), state, bytes, found.about.clone()]
        };
        let rows: Vec<_> = found.iter().map(row).collect();
        print_columns(["job", "state", "on disk", ""], &rows);
    }
    if complete == jobs.len() {
        return Ok(());
    }
    let of_jobs = counted_as(jobs.len(), "job is", "jobs are");
    Err(Failure::check(format!("{complete} of {of_jobs} complete")))
}

/// Looks for the table of a job, then for an unfinished one.
pub fn find(job: &BatchJob) -> JobState {
    if job.path.exists() {
        return look_at(job, &job.path);
    }
    let mut partial: OsString = job.path.clone().into();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    if partial.exists() {
        return look_at(job, &partial);
    }
    JobState::new("not begun", 0, String::new())
}

fn look_at(job: &BatchJob, path: &Path) -> JobState {
    let odd = |about: String| JobState::new("odd", 0, about);
    let table = match TableReader::open(path) {
        Ok(table) => table,
        // What a run that has ended early has left may be no table yet.
        Err(error) => {
            return JobState { is_in_the_way: path == job.path, ..odd(error.to_string()) };
        }
    };
    if table.plan().job() != job.plan.job() {
        return JobState { is_in_the_way: true, ..odd("this is the table of another job".into()) };
    }
    let files = match table.chunk_files() {
        Ok(files) => files,
        Err(error) => return odd(error.to_string()),
    };
    let bytes = files.iter().map(|(_, bytes)| bytes).sum();
    let attributes = table.attributes();
    if attributes.complete
        && let Err(error) = table.check_files()
    {
        return JobState::new("odd", bytes, error.to_string());
    }
    let state = if attributes.complete { COMPLETE } else { "unfinished" };
    JobState::new(state, bytes, attributes.ended.clone().unwrap_or_default())
}
