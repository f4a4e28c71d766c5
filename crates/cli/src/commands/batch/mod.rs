//! `grundytab batch`

mod admission;
pub(super) mod display;
pub(super) mod dry_run;
mod filling;
mod listing;
mod run;
pub(super) mod status;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::jobs::batch::{Batch, BatchJob, Part};
use clap::Args;
use grundytab::Control;
use grundytab::table::check_outside_tables;
use grundytab::wording::counted;

use admission::Admission;
use display::Shown;
use listing::Listing;
use run::{Ended, State};

use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, Result};
use super::sweep::{Entry, Parts, Sweep, TableFile, There};
use super::terminal::Terminal;
use super::{call, game, ranks, text_file};
use crate::commands::option::option;
use grundytab::sync::lock;

/// Fill the tables of a file of jobs, repair damaged ones, and skip those that are complete.
#[derive(Args)]
pub struct BatchArgs {
    /// The TOML file of the jobs.
    pub jobs: PathBuf,
    /// Run one of several parts of the jobs, as in 2/8. The parts take about equal work, and each part has the same
    /// jobs in every run.
    #[arg(long, value_name = "I/N")]
    pub part: Option<Part>,
    /// Print the progress of the jobs, from the files in the folder, and stop.
    #[arg(long, conflicts_with = "overwrite")]
    pub status: bool,
    /// Print for each job what it would take, and the time, the memory and the disk space of all, and stop. Nothing is
    /// computed, and nothing made.
    #[arg(long, conflicts_with = "status")]
    pub dry_run: bool,
    /// Write a table with a row for each job into this file when all have ended, with what `grundytab analyze` finds of
    /// tables in a group.
    #[arg(long, value_name = "FILE.csv|.json|.parquet", conflicts_with_all = ["status", "dry_run"])]
    pub table: Option<TableFile>,
    /// Compute all tables anew, and replace those that exist, unfinished ones too.
    #[arg(long)]
    pub overwrite: bool,
}

impl Command for BatchArgs {
    const NAME: &'static str = "batch";
    const FLAGS: &'static [Flag] = &[Flag::JsonLines, Flag::Quiet, Flag::Threads];
    const IS_DIVIDED: bool = true;
    const EXAMPLES: Examples = &[
        ("batch jobs.toml", "runs all jobs, and skips complete tables"),
        ("batch jobs.toml --status", "prints the progress of the jobs"),
        (
            "batch jobs.toml --dry-run",
            "prints the time, memory and disk space that they would take",
        ),
        ("batch jobs.toml --table sweep.csv", "writes a row for each job when all have ended"),
    ];

    fn may_use_gpu(&self) -> bool {
        !self.status
    }

    fn run(&self, flags: &Flags) -> Result<()> {
        let path = self.jobs.display().to_string();
        let batch = Batch::parse(&path, &text_file::read(&path, &path)?, &game::read_file)?;
        let own: Vec<usize> = match self.part {
            Some(part) => batch.part(part),
            None => (0..batch.jobs.len()).collect(),
        };
        let own: Vec<&BatchJob> = own.into_iter().map(|job| &batch.jobs[job]).collect();
        if self.status {
            return status::print_status(&own, &batch.skipped, flags.json);
        }
        let ranks = ranks::network().size();
        if ranks > 1 {
            let problem = format!("a batch does not divide its jobs among {ranks} ranks");
            let hint = format!("run its parts as the jobs of an array, with {}", option("--part"));
            return Err(Failure::usage("batch", &problem, &hint));
        }
        let terminal = Terminal::open(flags)?;
        if self.dry_run {
            return dry_run::print_plans((&batch, &own), terminal, self.overwrite, flags.json);
        }
        let control = terminal.control();
        make_folders(&own)?;
        let listing = Listing::begin(&batch)?;
        display::tell_of_others(&batch, flags.quiet, flags.json);
        let shown = Shown::new(own.len(), flags.quiet, flags.json);
        let ended = run_all(&own, &shown, &listing, terminal, self.overwrite);
        listing.of_all()?;
        if !flags.json {
            display::print_table(&own, &ended, &batch.skipped);
        }
        if let Some(file) = self.table.as_ref().filter(|_| !control.is_interrupted()) {
            let sweep = Sweep::of(&entries(&own, &ended), &Parts::ALL, terminal)?;
            terminal.note(file.write(&sweep)?);
        }
        conclusion(&own, &ended, control)
    }
}

/// Returns what each job has a row of.
fn entries<'a>(jobs: &[&'a BatchJob], ended: &[Ended]) -> Vec<Entry<'a>> {
    let there = |job: &'a BatchJob, ended: &Ended| match ended.state {
        State::Skipped | State::Complete => There::Table(job.path.clone()),
        State::Interrupted | State::Failed | State::NoGame => {
            There::Nothing(job.plan.job(), ended.state.name(), ended.reason.clone())
        }
    };
    let entry = |(job, ended): (&&'a BatchJob, &Ended)| Entry {
        name: job.name.clone(),
        there: there(job, ended),
        placeholders: Some(&job.notes.placeholders),
    };
    jobs.iter().zip(ended).map(entry).collect()
}

/// Makes the folders that the tables go to.
fn make_folders(own: &[&BatchJob]) -> Result<()> {
    let folders = own.iter().filter_map(|job| job.path.parent());
    let folders: BTreeSet<_> = folders.filter(|folder| !folder.as_os_str().is_empty()).collect();
    for folder in folders {
        check_outside_tables(folder)?;
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::usage(
                folder.display(),
                &format!("the folder cannot be made: {error}"),
                "see `out`",
            )
        })?;
    }
    Ok(())
}

/// Runs jobs, several at a time where one leaves cores idle and the program is its own. Returns how each has ended.
fn run_all(
    jobs: &[&BatchJob],
    shown: &Shown,
    listing: &Listing,
    terminal: Terminal,
    overwrite: bool,
) -> Vec<Ended> {
    let admission = Admission::new(rayon::current_num_threads());
    let next = AtomicUsize::new(0);
    let ended: Vec<Mutex<Option<Ended>>> = jobs.iter().map(|_| Mutex::default()).collect();
    // Those that fill all cores first: the others then run side by side to the end.
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&job| admission::leaves_cores_idle(jobs[job]));
    let called = call::current();
    if let Some(call) = &called {
        call.begin(0, jobs.iter().map(|job| job.plan.job().domain().positions()).sum());
    }
    let work = || {
        while let Some(&job) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let bar = shown.begin(jobs[job]);
            let advance = |positions| {
                bar.inc(positions);
                if let Some(call) = &called {
                    call.advance(positions);
                }
            };
            let control = terminal.control().reporting(&advance);
            let outcome = run::run_job(jobs[job], &admission, terminal, &control, overwrite);
            shown.end(jobs[job], &bar, &outcome);
            if outcome.state == State::Complete {
                listing.add(jobs[job]);
            }
            *lock(&ended[job]) = Some(outcome);
        }
    };
    // The threads of a call are those of its pool: there one job follows the other.
    let most = if called.is_some() { 1 } else { rayon::current_num_threads() };
    std::thread::scope(|scope| {
        for _ in 1..most.min(jobs.len()) {
            // Where the system has no more threads, the others do the work.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    ended.into_iter().map(|ended| lock(&ended).take().unwrap_or_default()).collect()
}

/// Returns what the program ends with: an interruption, or failed jobs.
fn conclusion(jobs: &[&BatchJob], ended: &[Ended], control: Control) -> Result<()> {
    let failed = jobs.iter().zip(ended).filter(|(_, ended)| ended.state == State::Failed);
    let failed: Vec<(&&BatchJob, &Ended)> = failed.collect();
    control.proceed()?;
    let Some((job, first)) = failed.first() else { return Ok(()) };
    let reason = first.reason.as_deref().unwrap_or_default();
    let again = match failed.iter().all(|(_, ended)| ended.is_refused) {
        true => "",
        false => "; the same command runs what failed again",
    };
    Err(Failure::check(format!(
        "{} of {} failed, the first is {}: {reason}{again}",
        failed.len(),
        counted(jobs.len(), "job"),
        job.name
    )))
}
