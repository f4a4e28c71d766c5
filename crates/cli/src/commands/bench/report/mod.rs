//! `grundytab bench --report`: what a GPU computes and how fast, found in a few minutes by whoever has one.
//!
//! This process opens no device. Each step is a child ([`task`]) under a time limit, so that a driver may crash or hang, and
//! adds a line to the file ([`file`]). The time that is left is dealt to the steps that are left.

mod file;
mod task;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::built;
use crate::jobs::run::{NotTested, find_in_child, test_adapter};
use grundytab::engine::gpu::Adapter;
use grundytab::version::PROGRAM;
use grundytab::wording::{counted, counted_as, joined};
use serde_json::{Value, json};

use super::args::BenchArgs;
use super::jobs::{self, Job};
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result};
use crate::commands::gpu;
use crate::commands::output::{object, print, seconds, three_digits};
use crate::commands::terminal::Terminal;
use file::ReportFile;
use task::Task;
pub use task::do_task;

const USUAL_SECONDS: u32 = 180;
/// A step that hangs is ended so long after its time.
const GRACE: Duration = Duration::from_secs(10);
/// A selftest takes longer than this on many a machine; another step does nothing in less than the second.
const LEAST_FOR_SELFTEST: Duration = Duration::from_secs(20);
const LEAST_FOR_STEP: Duration = Duration::from_millis(500);

/// Makes a report, and says what it says.
///
/// # Errors
/// If there is no GPU, if the file cannot be written, when interrupted, and if a result is wrong.
pub fn write(args: &BenchArgs, path: Option<&Path>, flags: &Flags) -> Result<()> {
    let jobs = jobs::chosen_or(&args.job, jobs::IN_REPORT)?;
    let adapter = gpu::adapter_to_report(args.adapter.as_deref())?;
    let at_most = args.seconds.unwrap_or(USUAL_SECONDS).into();
    let mut report = Reporter {
        terminal: Terminal::open(flags)?,
        file: ReportFile::create(path)?,
        adapter,
        is_quick: args.quick,
        until: Instant::now() + Duration::from_secs(at_most),
        steps_left: 2 + jobs.len() as u32 * if args.quick { 1 } else { 2 },
    };
    let done = report.run(&jobs, at_most);
    if done.is_err() {
        let path = report.file.path.display();
        report.terminal.note(format!("{path} has what was done until then"));
    }
    done.and_then(|()| report.conclude())
}

struct Reporter {
    terminal: Terminal,
    file: ReportFile,
    adapter: Adapter,
    is_quick: bool,
    until: Instant,
    steps_left: u32,
}

impl Reporter {
    fn run(&mut self, jobs: &[&'static Job], at_most: u64) -> Result<()> {
        let (path, adapter) = (self.file.path.display(), self.adapter.to_string());
        self.terminal.note(format!("{adapter}: a report into {path}, {at_most} s at most"));
        self.file.append(&json!({
            "program": PROGRAM,
            "target": built::TARGET,
            "threads": rayon::current_num_threads(),
            "seconds_at_most": at_most,
            "engines": [
                { "name": "cpu", "engine": "cpu", "adapter": null },
                { "name": "gpu", "engine": "gpu", "adapter": adapter },
            ],
            "limits": self.adapter.limits(),
            "rows": [],
            "faults": [],
        }))?;
        self.selftest()?;
        self.step("calibration", None, None)?;
        for &job in jobs {
            self.step(&format!("{}, compared with the CPU engine", job.name), Some(job), None)?;
            let of_job = |row: &&Value| row["engine"] == "gpu" && row["job"] == job.name;
            let row = self.file.list("rows").iter().rev().find(of_job);
            let number = |key| row.and_then(|row| row[key].as_f64());
            let slower = number("seconds_whole").zip(number("seconds_whole_expected"));
            let slower = slower.map_or(1.0, |(found, expected)| found / expected);
            let fills = (slower, number("size").unwrap_or(0.0));
            if !self.is_quick {
                self.step(&format!("{}, larger", job.name), Some(job), Some(fills))?;
            }
        }
        self.file.append(&json!({ "is_complete": true }))
    }

    /// Returns the time of the next step, which leaves something for one that hangs.
    fn next(&mut self) -> Duration {
        let left = self.until.saturating_duration_since(Instant::now() + GRACE / 2);
        let share = left / self.steps_left.max(1);
        self.steps_left = self.steps_left.saturating_sub(1);
        share
    }

    fn selftest(&mut self) -> Result<()> {
        // It is as long as three steps.
        let limit = 3 * self.next();
        let left_out = |why| json!({ "left_out": [format!("selftest: {why}")] });
        if self.is_quick || limit < LEAST_FOR_SELFTEST {
            return self.tell(&left_out("it takes longer".to_owned()));
        }
        self.terminal.note(format!("selftest, {} s at most", limit.as_secs()));
        let mut line = match test_adapter(&self.adapter, limit, &self.terminal) {
            Err(NotTested::Interrupted) => return Err(Failure::interruption()),
            Err(NotTested::NoVerdict(why)) => return self.tell(&left_out(why)),
            Ok(verdict) => json!({ "selftest": object(&gpu::selftest_report(Some(verdict))) }),
        };
        let what =
            joined(line["selftest"]["what"].as_array().into_iter().flatten().map(text), "; ");
        let list = match line["selftest"]["outcome"].as_str() {
            Some("passed") => "passed",
            Some("not_done" | "unavailable") => "left_out",
            _ => "faults",
        };
        line[list] = json!([format!("selftest 1 on gpu: {what}")]);
        self.tell(&line)
    }

    /// Does a step in a child: the calibration, or a job, which at first is compared and then `fills` the card.
    fn step(&mut self, name: &str, job: Option<&Job>, fills: Option<(f64, f64)>) -> Result<()> {
        let time = self.next();
        if time < LEAST_FOR_STEP {
            return self.tell(&json!({ "left_out": [format!("{name}: no time is left")] }));
        }
        self.terminal.note(format!("{name}, {} at most", seconds(time)));
        let task = Task {
            adapter: self.adapter.identity(),
            job: job.map(|job| job.name.into()),
            fills,
            seconds: time.as_secs_f64(),
            is_quick: self.is_quick,
        };
        let arguments = ["bench", "--child", &json!(task).to_string()];
        let line = match find_in_child(&arguments, time + GRACE, &self.terminal) {
            Err(NotTested::Interrupted) => return Err(Failure::interruption()),
            Err(NotTested::NoVerdict(why)) => return Err(Failure::system(why)),
            Ok(Ok(line)) => line,
            Ok(Err((computing, why))) => {
                let first = || format!("{} 1 on gpu", job.map_or("calibration", |job| job.name));
                let computing = computing.unwrap_or_else(first);
                json!({ "faults": [format!("{computing}: {why}")] })
            }
        };
        self.tell(&line)
    }

    /// Adds a line to the file, and says what is in it.
    fn tell(&mut self, line: &Value) -> Result<()> {
        self.file.append(line)?;
        let each = |key: &str, say: &dyn Fn(&Value) -> String| {
            for value in line[key].as_array().into_iter().flatten() {
                self.terminal.note(format!("  {}", say(value)));
            }
        };
        each("calibration", &|rate| {
            let [found, assumed] = ["measured", "assumed"].map(|key| rate[key].as_f64());
            let [found, assumed] = [found, assumed].map(Option::unwrap_or_default);
            format!("{}: {found:.1e}, assumed {assumed:.1e}", text(&rate["rate"]))
        });
        each("rows", &|row| {
            let time = Duration::from_secs_f64(row["seconds_whole"].as_f64().unwrap_or_default());
            let verdict = match row["right"].as_bool() {
                Some(true) => "right",
                Some(false) => "WRONG",
                None => "not compared",
            };
            format!("{}: {}, {verdict}", label(row), seconds(time))
        });
        each("passed", &|what| format!("passed: {}", text(what)));
        each("faults", &|what| format!("fault: {}", text(what)));
        each("left_out", &|what| format!("left out: {}", text(what)));
        Ok(())
    }

    /// Says what the report says, and how it is sent.
    fn conclude(&self) -> Result<()> {
        let (rows, faults) = (self.file.list("rows"), self.file.list("faults").len());
        let of_gpu = rows.iter().filter(|row| row["engine"] == "gpu");
        let compared: Vec<&Value> = of_gpu.filter(|row| row["right"].is_boolean()).collect();
        let right = compared.iter().filter(|row| row["right"] == true).count();
        let jobs = counted(compared.len(), "compared job");
        let found = counted_as(faults, "fault was found", "faults were found");
        let verdict =
            format!("Of {jobs} {right} {} right; {found}.", if right == 1 { "is" } else { "are" });
        let ratio = |row: &&Value| {
            let is_same = |other: &&Value| {
                other["engine"] == "cpu" && ["job", "size"].iter().all(|key| other[key] == row[key])
            };
            let of_cpu = rows.iter().find(is_same)?["seconds_whole"].as_f64()?;
            let ratio = three_digits(of_cpu / row["seconds_whole"].as_f64()?);
            Some(format!("{ratio} for {} {}", text(&row["job"]), row["size"]))
        };
        let ratios: Vec<String> = compared.iter().filter_map(ratio).collect();
        let threads = counted(rayon::current_num_threads(), "thread");
        let ratios = if ratios.is_empty() { "not known".to_owned() } else { joined(ratios, ", ") };
        let speed = format!("The CPU engine's time ({threads}) divided by the GPU's is {ratios}.");
        let path = self.file.path.display();
        let address = file::form(
            &format!("GPU: {}", self.adapter),
            &format!("(Drag the file {path} here.)\n\n{verdict}\n{speed}"),
            if self.file.list("passed").is_empty() { "see the file" } else { "passed" },
        );
        print(format!(
            "{path}\n{verdict} {speed}\n\nTo send it, open this address and drag the file into the form:\n{address}"
        ));
        if faults > 0 { Err(Failure::check(found)) } else { Ok(()) }
    }
}

fn label(row: &Value) -> String {
    format!("{} {} on {}", text(&row["job"]), row["size"], text(&row["engine"]))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
