//! `grundytab bench --report`: what a GPU computes and how fast, found in a few minutes by whoever has one.
//!
//! This process opens no device. Each step is a child ([`task`]) under a time limit, so that a driver may crash or hang, and
//! adds a [`line`] to the file ([`file`]). The time that is left is dealt to the steps that are left.

mod file;
pub(in crate::commands) mod line;
mod task;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::built;
use crate::jobs::run::{MOST_PATIENCE, NotTested, SelftestOutcome, find_in_child, test_adapter};
use grundytab::engine::EngineKind;
use grundytab::engine::gpu::Adapter;
use grundytab::version::PROGRAM;
use grundytab::wording::{counted, counted_as, joined};
use serde::Serialize;
use serde_json::{Value, json};

use super::args::BenchArgs;
use super::jobs::{self, Job};
use super::rows::EngineReport;
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result, conclude_in_json};
use crate::commands::gpu;
use crate::commands::output::{print, seconds, three_digits};
use crate::commands::terminal::Terminal;
use file::ReportFile;
use line::{GpuReport, ReportHead};
pub use task::do_task;
use task::{Step, Task};

const USUAL_SECONDS: u32 = 180;
/// A step that hangs is ended so long after its time.
const GRACE: Duration = Duration::from_secs(10);
/// A selftest takes longer than this on many a machine; a step does nothing in less than the other.
const LEAST_FOR_SELFTEST: Duration = Duration::from_secs(20);
const LEAST_FOR_STEP: Duration = Duration::from_millis(500);

/// Makes a report, and says what it says.
///
/// # Errors
/// If there is no GPU, if the file cannot be written, when interrupted, and if a result is wrong.
pub fn write(args: &BenchArgs, path: Option<&Path>, flags: &Flags) -> Result<()> {
    let jobs = jobs::chosen_or(&args.job, jobs::IN_REPORT)?;
    let adapter = gpu::adapter_to_report(args.adapter.as_deref())?;
    let terminal = Terminal::open(flags)?;
    let began = Instant::now();
    let at_most = args.seconds.unwrap_or(USUAL_SECONDS).into();
    let mut report = Reporter {
        file: ReportFile::create(path)?,
        terminal,
        adapter,
        is_quick: args.quick,
        until: began + Duration::from_secs(at_most),
        steps_left: 2 + jobs.len() as u32 * if args.quick { 1 } else { 2 },
    };
    let done = report.run(&jobs, at_most);
    if done.is_err() {
        let path = report.file.path.display();
        terminal.note(format!("{path} has what was done until then"));
    }
    done?;
    let took = began.elapsed().as_secs_f64();
    report.file.append(&GpuReport { seconds: Some(took), ..GpuReport::default() })?;
    report.conclude(flags)
}

struct Reporter {
    file: ReportFile,
    terminal: Terminal,
    adapter: Adapter,
    is_quick: bool,
    until: Instant,
    steps_left: u32,
}

impl Reporter {
    fn run(&mut self, jobs: &[&'static Job], at_most: u64) -> Result<()> {
        let (cpu, gpu) = (EngineKind::Cpu, EngineKind::Gpu);
        let engine =
            |name: &str, engine, adapter| EngineReport { name: name.into(), engine, adapter };
        let adapter = Some(self.adapter.to_string());
        let head = ReportHead {
            program: PROGRAM,
            target: built::TARGET,
            threads: rayon::current_num_threads(),
            seconds_at_most: at_most,
            engines: vec![engine("cpu", cpu, None), engine("gpu", gpu, adapter)],
            limits: json!(self.adapter.limits()),
        };
        self.file.append(&GpuReport { head: Some(head), ..GpuReport::default() })?;
        let path = self.file.path.display();
        self.terminal.note(format!("{}: a report into {path}, {at_most} s at most", self.adapter));
        self.selftest()?;
        self.step(Step::Calibrate, "calibration 1", (1.0, 0))?;
        for job in jobs {
            let compared = self.step(Step::Compare(job.name.into()), job.name, (1.0, 0))?;
            if self.is_quick {
                continue;
            }
            let row = compared.iter().find(|row| row["engine"] == "gpu");
            let slower = row.and_then(|row| {
                Some(row["seconds_whole"].as_f64()? / row["seconds_whole_expected"].as_f64()?)
            });
            let size = row.and_then(|row| row["size"].as_u64()).unwrap_or_default();
            let slower = slower.filter(|slower| slower.is_finite()).unwrap_or(1.0);
            self.step(Step::Fill(job.name.into()), job.name, (slower, size))?;
        }
        Ok(())
    }

    /// Returns the time of the next step.
    fn next(&mut self) -> Duration {
        let left = self.until.saturating_duration_since(Instant::now() + GRACE / 2);
        let share = left / self.steps_left.max(1);
        self.steps_left = self.steps_left.saturating_sub(1);
        share
    }

    fn selftest(&mut self) -> Result<()> {
        let limit = self.next().mul_f64(3.0);
        if self.is_quick || limit < LEAST_FOR_SELFTEST {
            return self.tell(&leaving_out("the selftest: it takes longer"));
        }
        self.terminal.note(format!("selftest, {} s at most", limit.as_secs()));
        let mut line = GpuReport::default();
        match test_adapter(&self.adapter, limit, &self.terminal) {
            Err(NotTested::Interrupted) => return Err(Failure::interruption()),
            Err(NotTested::NoVerdict(why)) => line = leaving_out(&format!("the selftest: {why}")),
            Ok(verdict) => {
                match verdict.outcome {
                    SelftestOutcome::Passed => {}
                    SelftestOutcome::NotDone | SelftestOutcome::Unavailable => {
                        line = leaving_out(&format!("the selftest: {verdict}"));
                    }
                    _ => line.faults.push(format!("selftest 1 on gpu: {verdict}")),
                }
                line.selftest = Some(gpu::selftest_report(Some(verdict)));
            }
        }
        self.tell(&line)
    }

    /// Does a step in a child, and returns its rows. `name` says what has failed if the child does not; the step is `slower`
    /// than expected, and larger than a size.
    fn step(&mut self, step: Step, name: &str, (slower, above): (f64, u64)) -> Result<Vec<Value>> {
        let time = self.next();
        if time < LEAST_FOR_STEP {
            self.tell(&leaving_out(&format!("{step}: no time is left")))?;
            return Ok(Vec::new());
        }
        self.terminal.note(format!("{step}, {} at most", seconds(time)));
        let (adapter, is_quick) = (self.adapter.identity(), self.is_quick);
        let task = Task { adapter, step, seconds: time.as_secs_f64(), slower, above, is_quick };
        let arguments = ["bench", "--child", &json!(task).to_string()];
        let line = match find_in_child::<Value>(&arguments, time + GRACE, &self.terminal) {
            Err(NotTested::Interrupted) => return Err(Failure::interruption()),
            Err(NotTested::NoVerdict(why)) => return Err(Failure::system(why)),
            Ok(Ok(line)) => line,
            Ok(Err((computing, why))) => {
                let at = computing.unwrap_or_else(|| match name.contains(' ') {
                    true => format!("{name} on gpu"),
                    false => format!("{name} 0 on gpu"),
                });
                json!({ "faults": [format!("{at}: {why}")] })
            }
        };
        self.tell(&line)?;
        Ok(line["rows"].as_array().cloned().unwrap_or_default())
    }

    /// Adds a line to the file, and says what is in it.
    fn tell(&mut self, line: &impl Serialize) -> Result<()> {
        let line = self.file.append(line)?;
        let texts = |key: &str| line[key].as_array().cloned().unwrap_or_default();
        for row in texts("rows") {
            let time =
                seconds(Duration::from_secs_f64(row["seconds_whole"].as_f64().unwrap_or(0.0)));
            let (job, size, engine) = (text(&row["job"]), &row["size"], text(&row["engine"]));
            let verdict = match row["right"].as_bool() {
                Some(true) => "right",
                Some(false) => "WRONG",
                None => "not compared",
            };
            self.terminal.note(format!("  {job} {size} on {engine}: {time}, {verdict}"));
        }
        for rate in texts("calibration") {
            let time = |key| {
                let time = rate[key].as_f64().unwrap_or(0.0);
                // A duration has no part of a nanosecond.
                if time < 1e-8 {
                    format!("{} ps", three_digits(1e12 * time))
                } else {
                    seconds(Duration::from_secs_f64(time))
                }
            };
            let (assumed, measured) = (time("assumed"), time("measured"));
            self.terminal.note(format!("  {}: {measured}, assumed {assumed}", text(&rate["rate"])));
        }
        if let Some(outcome) = line["selftest"]["outcome"].as_str() {
            self.terminal.note(format!("  {outcome}"));
        }
        for (key, what) in [("faults", "WRONG"), ("left_out", "left out")] {
            texts(key)
                .iter()
                .for_each(|why| self.terminal.note(format!("  {what}: {}", text(why))));
        }
        Ok(())
    }

    /// Says what the report says, and how it is sent.
    fn conclude(&self, flags: &Flags) -> Result<()> {
        let whole = self.file.whole();
        let list = |key: &str| whole[key].as_array().cloned().unwrap_or_default();
        let (rows, faults) = (list("rows"), list("faults").len());
        let of_gpu = rows.iter().filter(|row| row["engine"] == "gpu");
        let compared: Vec<&Value> = of_gpu.filter(|row| row["right"].is_boolean()).collect();
        let right = compared.iter().filter(|row| row["right"] == true).count();
        let verdict = match (faults, right) {
            (0, 0) => "Nothing was compared: there was too little time.".to_owned(),
            (0, 1) => "The job that was compared is right.".into(),
            (0, count) => format!("All {count} jobs that were compared are right."),
            (count, right) => {
                let wrong = counted_as(
                    count,
                    "thing is wrong or has failed",
                    "things are wrong or have failed",
                );
                format!(
                    "{wrong}; {right} of {} are right.",
                    counted(compared.len(), "compared job")
                )
            }
        };
        let ratio = |row: &&Value| {
            let same = |other: &&Value| {
                other["engine"] == "cpu"
                    && other["job"] == row["job"]
                    && other["size"] == row["size"]
            };
            let of_cpu = rows.iter().find(same)?["seconds_whole"].as_f64()?;
            let ratio = three_digits(of_cpu / row["seconds_whole"].as_f64()?);
            Some(format!("{ratio} for {} {}", text(&row["job"]), row["size"]))
        };
        let ratios: Vec<String> = compared.iter().filter_map(ratio).collect();
        let speed = match ratios.is_empty() {
            true => "No time can be compared with that of the CPU engine.".to_owned(),
            false => format!(
                "The CPU engine's time ({}) divided by the GPU's is {}.",
                counted(rayon::current_num_threads(), "thread"),
                joined(&ratios, ", ")
            ),
        };
        let failure = (faults > 0).then(|| Failure::check(counted(faults, "fault")));
        if flags.json {
            return conclude_in_json(&whole, failure);
        }
        let path = self.file.path.display();
        print(format!("{path}\n{verdict}\n{speed}"));
        let name = path.to_string();
        let selftest = whole["selftest"]["outcome"].as_str().unwrap_or("left out");
        let summary = format!("{verdict} {speed}\n\n(Drag {name} here.)");
        let address = file::form(&self.adapter.to_string(), &summary, selftest);
        print(format!(
            "To send it, open this address, which is filled in, and attach the file:\n{address}"
        ));
        failure.map_or(Ok(()), Err)
    }
}

fn leaving_out(what: &str) -> GpuReport {
    GpuReport { left_out: vec![what.into()], ..GpuReport::default() }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
