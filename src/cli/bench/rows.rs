//! What `grundytab bench` prints: a Markdown table, or JSON.

use std::time::Duration;

use grundytab::counted;
use grundytab::engine::EngineKind;
use serde::Serialize;

use super::measure::{Measured, Stored};
use crate::cli::output::{seconds, three_digits};

/// A job on an engine.
pub struct Row<'a> {
    pub job: &'static str,
    pub size: u32,
    pub positions: u64,
    pub engine: &'a str,
    pub measured: Measured,
    /// The time that the CPU engine has taken for the same, if it was measured.
    pub cpu: Option<Duration>,
}

/// The columns of the table. `expected` is the time that the engine expected of the whole; `share` is its share of the
/// time that it took.
const HEAD: &str = "\
| job | size | engine | kernel | kernel rate | whole | rate | expected | share | to cpu | none | zstd | results |
|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// What `--json` prints.
#[derive(Serialize)]
pub struct Report {
    pub program: &'static str,
    pub threads: usize,
    pub tables: String,
    pub engines: Vec<EngineReport>,
    pub rows: Vec<RowReport>,
    pub faults: Vec<String>,
}

/// An engine that is measured; of the GPU engine with what is known of its adapter.
#[derive(Clone, Serialize)]
pub struct EngineReport {
    /// What it is called in the rows.
    pub name: String,
    pub engine: EngineKind,
    pub adapter: Option<String>,
}

/// A row for programs.
#[derive(Serialize)]
pub struct RowReport {
    job: &'static str,
    size: u32,
    positions: u64,
    engine: String,
    seconds_kernel: Option<f64>,
    seconds_whole: f64,
    seconds_whole_expected: f64,
    stored_none: StoredReport,
    stored_zstd: StoredReport,
    right: bool,
}

#[derive(Default, Serialize)]
struct StoredReport {
    seconds: Option<f64>,
    bytes: Option<u64>,
    not_stored: Option<String>,
}

impl StoredReport {
    fn of(stored: &Stored) -> Self {
        match stored {
            Stored::In { time, bytes } => StoredReport {
                seconds: Some(time.as_secs_f64()),
                bytes: Some(*bytes),
                ..StoredReport::default()
            },
            Stored::Not(reason) => {
                StoredReport { not_stored: Some(reason.clone()), ..StoredReport::default() }
            }
        }
    }
}

/// Returns the lines that stand before the rows.
pub fn introduction(report: &Report) -> Vec<String> {
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
            if measured.faults.is_empty() { "right" } else { "WRONG" }.to_owned(),
        ];
        format!("| {} |", cells.join(" | "))
    }

    /// Describes the row for programs.
    pub fn report(&self) -> RowReport {
        let measured = &self.measured;
        let seconds = |time: Duration| time.as_secs_f64();
        RowReport {
            job: self.job,
            size: self.size,
            positions: self.positions,
            engine: self.engine.to_owned(),
            seconds_kernel: measured.kernel.map(seconds),
            seconds_whole: seconds(measured.whole),
            seconds_whole_expected: seconds(measured.expected),
            stored_none: StoredReport::of(&measured.stored_none),
            stored_zstd: StoredReport::of(&measured.stored_zstd),
            right: measured.faults.is_empty(),
        }
    }
}

/// Formats how a table was stored: `1.20 s, 840 MB/s`, or why it was not.
fn stored(stored: &Stored) -> String {
    match stored {
        Stored::In { time, bytes } => {
            let rate = *bytes as f64 / time.as_secs_f64() / 1e6;
            format!("{}, {rate:.0} MB/s", seconds(*time))
        }
        Stored::Not(reason) => format!("not stored: {reason}"),
    }
}

/// Formats positions per second: `1.23 G/s`, `45.6 M/s`.
fn rate(positions: u64, time: Duration) -> String {
    let rate = positions as f64 / time.as_secs_f64().max(1e-9);
    if rate >= 0.9995e9 {
        format!("{} G/s", three_digits(rate / 1e9))
    } else {
        format!("{} M/s", three_digits(rate / 1e6))
    }
}

fn percent(part: Duration, of: Duration) -> String {
    format!("{:.0} %", 100.0 * part.as_secs_f64() / of.as_secs_f64().max(1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_digits() {
        assert_eq!(rate(3_000_000_000, Duration::from_secs(2)), "1.50 G/s");
        assert_eq!(rate(24_680, Duration::from_millis(1)), "24.7 M/s");
    }

    /// Catches a column without a heading, and numbers in each other's place.
    #[test]
    fn rows_fit_the_head() {
        let measured = Measured {
            expected: Duration::from_millis(3),
            kernel: Some(Duration::from_millis(2)),
            whole: Duration::from_millis(4),
            stored_none: Stored::In { time: Duration::from_millis(10), bytes: 1_000_000 },
            stored_zstd: Stored::Not("it is large".into()),
            faults: Vec::new(),
        };
        let cpu = Some(Duration::from_millis(40));
        let row =
            Row { job: "wythoff", size: 100, positions: 10_000, engine: "gpu", measured, cpu };
        assert_eq!(
            row.markdown(),
            "| wythoff | 100 | gpu | 2.00 ms | 5.00 M/s | 4.00 ms | 2.50 M/s | 3.00 ms | 75 % \
             | 10.00 x | 10.0 ms, 100 MB/s | not stored: it is large | right |"
        );
        let columns = |line: &str| line.matches('|').count();
        for line in HEAD.lines() {
            assert_eq!(columns(line), columns(&row.markdown()));
        }
        assert_eq!(row.report().stored_none.bytes, Some(1_000_000));
    }
}
