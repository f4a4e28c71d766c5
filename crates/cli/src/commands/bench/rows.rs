//! The output of `grundytab bench`: a Markdown table, or JSON.

use std::time::Duration;

use grundytab::engine::EngineKind;
use grundytab::wording::counted;
use serde::Serialize;

use super::measure::Measured;
use super::storing::Stored;
use crate::commands::output::{seconds, three_digits};

/// A job on an engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Row<'a> {
    /// The name of the job.
    pub job: &'static str,
    /// Its size.
    pub size: u32,
    /// Its positions.
    pub positions: u64,
    /// The name of the engine, as `engines` has it.
    pub engine: &'a str,
    #[serde(flatten)]
    pub measured: Measured,
    /// Whether all results are those of the CPU engine; `None` if they are not compared with it.
    pub right: Option<bool>,
    /// The time of the CPU engine for the same job, if measured.
    #[serde(skip)]
    pub cpu: Option<Duration>,
}

/// The columns of the table. `expected` is the expected time of the whole; `share` is the expected time divided by the
/// measured one.
const HEAD: &str = "\
| job | size | engine | kernel | kernel rate | whole | rate | expected | share | to cpu | none | zstd | results |
|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// How fast engines are on this machine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BenchReport<'a> {
    /// The program and its version.
    pub program: &'static str,
    /// The threads of the CPU engine.
    pub threads: usize,
    /// The folder in which tables are stored, and its disk.
    pub tables: String,
    /// The engines that are measured.
    pub engines: Vec<&'a EngineReport>,
    /// What was measured of each job on each engine.
    pub rows: Vec<Row<'a>>,
    /// What is wrong with the results; empty if nothing is.
    pub faults: Vec<String>,
}

/// A measured engine, with the adapter of the GPU engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EngineReport {
    /// Its name in the rows.
    pub name: String,
    /// Which engine.
    pub engine: EngineKind,
    /// Its adapter; `None` without a GPU.
    pub adapter: Option<String>,
}

/// Returns the lines that stand before the rows.
pub fn introduction(report: &BenchReport) -> Vec<String> {
    let threads = counted(report.threads, "thread");
    let mut lines = vec![format!("{}, {threads}, tables in {}", report.program, report.tables)];
    for engine in &report.engines {
        if let Some(adapter) = &engine.adapter {
            lines.push(format!("{}: {adapter}", engine.name));
        }
    }
    lines.extend([String::new(), HEAD.to_owned()]);
    lines
}

impl Row<'_> {
    /// Returns the row of the Markdown table.
    pub fn markdown(&self) -> String {
        let measured = &self.measured;
        let rate_in = |time| rate(self.positions, time);
        let is_cpu = self.engine == "cpu";
        let to_cpu = self.cpu.filter(|_| !is_cpu).map(|cpu| {
            let times = cpu.as_secs_f64() / measured.whole.as_secs_f64();
            format!("{times:.2} x")
        });
        let cells = [
            self.job.to_owned(),
            self.size.to_string(),
            self.engine.to_owned(),
            measured.kernel.map(seconds).unwrap_or_default(),
            measured.kernel.map(rate_in).unwrap_or_default(),
            seconds(measured.whole),
            rate_in(measured.whole),
            seconds(measured.expected),
            percent(measured.expected, measured.whole),
            to_cpu.unwrap_or_default(),
            stored(&measured.stored_none),
            stored(&measured.stored_zstd),
            self.right
                .map_or("not compared", |right| if right { "right" } else { "WRONG" })
                .to_owned(),
        ];
        format!("| {} |", cells.join(" | "))
    }
}

/// Formats the time and rate of storing, as in `1.20 s, 840 MB/s`, or the reason why the table was not stored.
fn stored(Stored { time, bytes, not_stored }: &Stored) -> String {
    let Some((time, bytes)) = time.zip(*bytes) else {
        return format!("not stored: {}", not_stored.as_deref().unwrap_or_default());
    };
    let rate = bytes as f64 / time.as_secs_f64() / 1e6;
    format!("{}, {rate:.0} MB/s", seconds(time))
}

/// Formats positions per second: `1.23 G/s`, `45.6 M/s`.
fn rate(positions: u64, time: Duration) -> String {
    let rate = positions as f64 / time.as_secs_f64().max(1e-9);
    match rate {
        ..0.9995e3 => format!("{}/s", three_digits(rate)),
        ..0.9995e6 => format!("{} k/s", three_digits(rate / 1e3)),
        ..0.9995e9 => format!("{} M/s", three_digits(rate / 1e6)),
        _ => format!("{} G/s", three_digits(rate / 1e9)),
    }
}

fn percent(part: Duration, of: Duration) -> String {
    format!("{:.0} %", 100.0 * part.as_secs_f64() / of.as_secs_f64().max(1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::output::object;

    #[test]
    fn rates_have_three_digits() {
        assert_eq!(rate(3_000_000_000, Duration::from_secs(2)), "1.50 G/s");
        assert_eq!(rate(24_680, Duration::from_millis(1)), "24.7 M/s");
        assert_eq!(rate(24_680, Duration::from_secs(20)), "1.23 k/s");
        assert_eq!(rate(400, Duration::from_secs(20)), "20.0/s");
    }

    /// Catches a column without a heading, and numbers in each other's place.
    #[test]
    fn rows_fit_the_head() {
        let measured = Measured {
            expected: Duration::from_millis(3),
            kernel: Some(Duration::from_millis(2)),
            whole: Duration::from_millis(4),
            dispatches: Some(20),
            seconds_dispatch: Some(1e-4),
            stored_none: Stored {
                time: Some(Duration::from_millis(10)),
                bytes: Some(1_000_000),
                not_stored: None,
            },
            stored_zstd: Stored::not("it is large"),
            faults: Vec::new(),
        };
        let cpu = Some(Duration::from_millis(40));
        let row = Row {
            job: "wythoff",
            size: 100,
            positions: 10_000,
            engine: "gpu",
            measured,
            right: Some(true),
            cpu,
        };
        assert_eq!(
            row.markdown(),
            "| wythoff | 100 | gpu | 2.00 ms | 5.00 M/s | 4.00 ms | 2.50 M/s | 3.00 ms | 75 % \
             | 10.00 x | 10.0 ms, 100 MB/s | not stored: it is large | right |"
        );
        let columns = |line: &str| line.matches('|').count();
        for line in HEAD.lines() {
            assert_eq!(columns(line), columns(&row.markdown()));
        }
        assert_eq!(object(&row)["stored_none"]["bytes"], 1_000_000);
    }
}
