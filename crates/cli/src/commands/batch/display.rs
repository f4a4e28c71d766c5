//! What a batch shows: bars while it runs, a line or a JSON object as each job ends, a table at the end.

use std::path::Path;

use crate::jobs::batch::{Batch, BatchJob, SkippedJob};
use grundytab::wording::counted;
use indicatif::{MultiProgress, ProgressBar};
use serde::Serialize;

use super::run::{Ended, NO_GAME, State};
use crate::commands::output::{in_columns, note, object, print, seconds, shown_text};
use crate::commands::progress::{self, style};

const TEMPLATE: &str = "{prefix:30} {bar:30} {whole_percent:>3} %  {human_pos} positions";
const SUMMARY: &str = "{pos} of {len} jobs ended, {elapsed}";

/// A line for each job as it ends.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct BatchJobReport<'a> {
    /// Its name.
    job: &'a str,
    /// Its table; `None` if it is skipped.
    path: Option<&'a Path>,
    /// How many positions it has.
    positions: u64,
    #[serde(flatten)]
    ended: &'a Ended,
}

/// What is shown while a batch runs.
pub struct Shown {
    bars: MultiProgress,
    /// How many jobs have ended.
    summary: ProgressBar,
    /// Whether stderr has bars; else it has lines.
    has_bars: bool,
    quiet: bool,
    json: bool,
}

impl Shown {
    pub fn new(jobs: usize, quiet: bool, json: bool) -> Self {
        let quiet = quiet || json;
        let (target, has_bars) = progress::target(quiet);
        let bars = MultiProgress::with_draw_target(target);
        let summary = bars.add(ProgressBar::new(jobs as u64).with_style(style(SUMMARY)));
        Shown { bars, summary, has_bars, quiet, json }
    }

    /// Shows that a job begins; returns its bar.
    pub fn begin(&self, job: &BatchJob) -> ProgressBar {
        let positions = job.plan.job().domain().positions();
        let bar = ProgressBar::new(positions).with_style(style(TEMPLATE));
        let bar = self.bars.insert_before(&self.summary, bar.with_prefix(job.name.clone()));
        self.summary.tick();
        bar
    }

    /// Shows how a job has ended.
    pub fn end(&self, job: &BatchJob, bar: &ProgressBar, ended: &Ended) {
        bar.finish_and_clear();
        self.bars.remove(bar);
        self.summary.inc(1);
        if self.json {
            let positions = job.plan.job().domain().positions();
            let (job, path) = (job.name.as_str(), Some(job.path.as_path()));
            print(object(&BatchJobReport { job, path, positions, ended }));
            return;
        }
        let reason = ended.reason.as_ref().map(|reason| format!(": {reason}"));
        let reason = reason.unwrap_or_default();
        let line = format!("{}: {}, {}{reason}", job.name, ended.state.name(), seconds(ended.took));
        if self.has_bars && ended.state != State::Failed {
            return;
        }
        // Why a job failed is what nobody would find out otherwise.
        let is_hidden = self.quiet && ended.state != State::Failed;
        self.bars.suspend(|| note(is_hidden, line));
    }
}

/// Tells of jobs that are no games, and of how many the conditions have left out.
pub fn tell_of_others(batch: &Batch, quiet: bool, json: bool) {
    for SkippedJob { name, reason } in &batch.skipped {
        let reason = shown_text(&reason.to_string());
        note(quiet || json, format!("{name}: {NO_GAME}, {reason}"));
        if json {
            let ended = Ended { state: State::NoGame, reason: Some(reason), ..Ended::default() };
            let (job, path, positions) = (name.as_str(), None, 0);
            print(object(&BatchJobReport { job, path, positions, ended: &ended }));
        }
    }
    if batch.left_out > 0 {
        let count = counted(batch.left_out, "combination");
        note(quiet || json, format!("{count} of values left out by the condition `if`"));
    }
}

/// Prints how all jobs have ended, and why some failed.
pub fn print_table(jobs: &[&BatchJob], ended: &[Ended], skipped: &[SkippedJob]) {
    let rows = jobs.iter().zip(ended).map(|(job, ended)| {
        let positions = job.plan.job().domain().positions().to_string();
        let engine = ended.engine.map_or(String::new(), |engine| engine.to_string());
        [job.name.clone(), ended.state.name().to_owned(), positions, engine, seconds(ended.took)]
    });
    let none = || NO_GAME.to_owned();
    let others = skipped
        .iter()
        .map(|job| [job.name.clone(), none(), String::new(), String::new(), String::new()]);
    let rows: Vec<_> = rows.chain(others).collect();
    print_columns(["job", "state", "positions", "engine", "time"], &rows);
}

/// Prints rows with a head, in columns.
pub fn print_columns<const COLUMNS: usize>(head: [&str; COLUMNS], rows: &[[String; COLUMNS]]) {
    let head = head.map(str::to_owned);
    let all: Vec<Vec<String>> = [&head].into_iter().chain(rows).map(|row| row.to_vec()).collect();
    print(in_columns(&all, |_| false));
}
