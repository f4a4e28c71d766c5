//! `grundytab bench`: how fast are the engines on this machine, and do they compute the same?
//!
//! Every job runs on every engine: twice without storing, then with storing. All results are compared with those of the
//! CPU engine: the sum, the number of P-positions, the maximum and, if every value is available, a checksum. Each row
//! is printed as soon as it is measured.

mod args;
mod checked;
mod folder;
mod jobs;
mod measure;
#[cfg(feature = "gpu")]
mod report;
pub(super) mod rows;
mod storing;
#[cfg(feature = "gpu")]
pub(super) mod web;
#[cfg(not(feature = "gpu"))]
#[path = "no_web.rs"]
mod web;
#[cfg(not(feature = "gpu"))]
use web as report;

use crate::jobs::run::open_gpu;
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::version::PROGRAM;
use grundytab::wording::counted_as;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, JobFailure, Result, conclude_in_json};
use super::gpu;
use super::output::{note, print};
use super::terminal::Terminal;
use crate::commands::option::option;
pub use args::BenchArgs;
use args::BenchEngine;
use folder::Folder;
use measure::Bench;
use rows::{BenchReport, EngineReport, Row};

/// An engine that is measured.
struct Contestant {
    about: EngineReport,
    engine: Box<dyn Engine>,
}

impl Contestant {
    fn new(name: String, engine: Box<dyn Engine>) -> Self {
        let about = EngineReport { name, engine: engine.kind(), adapter: engine.adapter() };
        Contestant { about, engine }
    }
}

impl Command for BenchArgs {
    const NAME: &'static str = "bench";
    const FLAGS: &'static [Flag] = &[Flag::Json, Flag::Threads];
    const EXAMPLES: Examples = &[
        ("bench --quick", "checks that everything works, on tiny sizes"),
        ("bench --report", "reports the GPU of this machine in three minutes"),
        ("bench --web page", "a page that does this on the GPU of whoever opens it in a browser"),
    ];

    fn may_use_gpu(&self) -> bool {
        self.web.is_none() && self.measures(BenchEngine::Gpu)
    }

    fn run(&self, flags: &Flags) -> Result<()> {
        if let Some(task) = &self.child {
            return report::do_task(task);
        }
        if let Some(folder) = &self.web {
            return web::write(self, folder.as_path(), flags);
        }
        if self.report {
            return report::write(self, self.out.as_deref(), flags);
        }
        let jobs = jobs::chosen(&self.job)?;
        if self.adapter.is_some() && !self.measures(BenchEngine::Gpu) {
            return Err(Failure::usage(
                option("--adapter"),
                "only the GPU engine runs on an adapter",
                &format!("leave it out, or add gpu to {}", option("--engine")),
            ));
        }
        let contestants = contestants(self)?;
        let folder = Folder::new()?;
        let bench = Bench { folder: Some(&folder), control: Terminal::open(flags)?.control() };
        let mut report = BenchReport {
            program: PROGRAM,
            threads: rayon::current_num_threads(),
            tables: folder.describe(),
            engines: contestants.iter().map(|contestant| &contestant.about).collect(),
            rows: Vec::new(),
            faults: Vec::new(),
        };
        if !flags.json {
            for line in rows::introduction(&report) {
                print(line);
            }
        }
        for job in jobs {
            for size in job.sizes(self.quick, &self.size) {
                let plan = job.plan(size)?;
                let label = format!("{} {size}", job.name);
                let truth = bench.truth(&CpuEngine, &plan);
                let Some(truth) = take(truth, &label, &mut report.faults)? else { continue };
                let mut cpu = None;
                for Contestant { about, engine } in &contestants {
                    let name = &about.name;
                    let label = format!("{label} on {name}");
                    let measured = bench.measure(engine.as_ref(), &plan, Some(truth));
                    let Some(measured) = take(measured, &label, &mut report.faults)? else {
                        continue;
                    };
                    report
                        .faults
                        .extend(measured.faults.iter().map(|fault| format!("{label}: {fault}")));
                    if engine.adapter().is_none() {
                        cpu = Some(measured.whole);
                    }
                    let positions = plan.job().domain().positions();
                    let right = Some(measured.faults.is_empty());
                    let row =
                        Row { job: job.name, size, positions, engine: name, measured, right, cpu };
                    if !flags.json {
                        print(row.markdown());
                    }
                    report.rows.push(row);
                }
            }
        }
        conclude(flags, &report)
    }
}

/// Returns the measurements. Returns `None` if the job is too large, with a note, or if the engine has failed, which is
/// added to the faults.
///
/// # Errors
/// If the job is not the reason of the failure.
fn take<T>(measured: Result<T>, label: &str, faults: &mut Vec<String>) -> Result<Option<T>> {
    let failure = match measured {
        Ok(measured) => return Ok(Some(measured)),
        Err(failure) => failure,
    };
    let text = format!("{label}: {}", failure.message());
    match failure.concerns_the_job() {
        None => return Err(failure),
        Some(JobFailure::Refused) => note(false, format!("left out: {text}")),
        Some(JobFailure::Failed) => faults.push(text),
    }
    Ok(None)
}

/// Returns the engines to measure.
///
/// # Errors
/// If no engine is left, or if a requested adapter cannot be opened.
fn contestants(args: &BenchArgs) -> Result<Vec<Contestant>> {
    let mut contestants = Vec::new();
    if args.measures(BenchEngine::Cpu) {
        contestants.push(Contestant::new("cpu".into(), Box::new(CpuEngine)));
    }
    if args.measures(BenchEngine::Gpu) {
        let is_named = args.engine.contains(&BenchEngine::Gpu);
        let mut engines =
            gpu::open_for_bench(args.adapter.as_deref(), args.quick, args.unbounded_loops)?;
        if engines.is_empty() && is_named {
            // Whoever asks for a GPU gets a software adapter if there is no other, or an error.
            engines.push(open_gpu(None)?);
        }
        for (index, engine) in engines.into_iter().enumerate() {
            let name = if index == 0 { "gpu".into() } else { format!("gpu {}", index + 1) };
            contestants.push(Contestant::new(name, engine));
        }
    }
    Ok(contestants)
}

/// Says whether all results are right.
fn conclude(flags: &Flags, report: &BenchReport) -> Result<()> {
    let count = report.faults.len();
    let wrong = || Failure::check(counted_as(count, "result is wrong", "results are wrong"));
    let failure = (count > 0).then(wrong);
    if flags.json {
        return conclude_in_json(report, failure);
    }
    for fault in &report.faults {
        print(format!("WRONG  {fault}"));
    }
    if count == 0 {
        print("\nall results agree");
    }
    failure.map_or(Ok(()), Err)
}
