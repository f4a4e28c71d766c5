//! Measures a job on an engine: computed alone, then stored.

use std::fmt::Display;
use std::fs;
use std::time::{Duration, Instant};

use crate::jobs::run::check_memory;
use grundytab::engine::cluster::Share;
use grundytab::engine::{Engine, EngineKind, Prepared, Wanted};
use grundytab::table::{Codec, TableError, TableWriter};
use grundytab::wording::bytes_text;
use grundytab::{Control, Error, Plan, Report, tabulate_prepared};
use serde::Serialize;

use super::checked::Checked;
use super::folder::Folder;
use super::storing::Stored;
use crate::commands::failure::Result;
use crate::commands::output::as_seconds;

/// Larger tables are not stored: measuring them would take minutes, and wear the disk.
const MOST_STORED_BYTES: u64 = 256_000_000;
/// How often a job is computed. A value that is wrong only sometimes hints at a race.
const ROUNDS: usize = 2;

/// The measurements of a job on an engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Measured {
    /// The seconds that the engine expected of the whole.
    #[serde(rename = "seconds_whole_expected", serialize_with = "as_seconds")]
    #[cfg_attr(test, schemars(with = "f64"))]
    pub expected: Duration,
    /// The seconds of the shaders; `None` if the adapter has no clock. The shortest of all rounds, as the next.
    #[serde(rename = "seconds_kernel", serialize_with = "as_seconds")]
    #[cfg_attr(test, schemars(with = "Option<f64>"))]
    pub kernel: Option<Duration>,
    /// The seconds from the plan to the totals, with nothing stored.
    #[serde(rename = "seconds_whole", serialize_with = "as_seconds")]
    #[cfg_attr(test, schemars(with = "f64"))]
    pub whole: Duration,
    /// The dispatches of the GPU engine.
    pub dispatches: Option<u64>,
    /// The seconds of a dispatch: those of the shaders, or of the whole without a clock, by the number of dispatches.
    pub seconds_dispatch: Option<f64>,
    /// The table, stored without compression.
    pub stored_none: Stored,
    /// The table, stored with zstd.
    pub stored_zstd: Stored,
    /// The faults of the results; empty if all are right.
    #[serde(skip)]
    pub faults: Vec<String>,
}

/// What all measurements have in common.
pub struct Bench<'a> {
    /// Where tables are stored, if they are.
    pub folder: Option<&'a Folder>,
    pub control: Control<'a>,
}

impl Bench<'_> {
    /// Returns the results of the CPU engine, with which the results of all engines are compared. This run is not
    /// measured, because it adds up checksums.
    ///
    /// # Errors
    /// If the job does not fit into memory, or if it is interrupted.
    pub fn truth(&self, engine: &dyn Engine, plan: &Plan) -> Result<Checked> {
        let prepared = engine.prepare(plan, Wanted::Values)?;
        check_memory(engine, prepared.as_ref(), 0, None).map_err(Error::from)?;
        Ok(Checked::run(prepared.as_ref(), self.control)?)
    }

    /// Measures a job on an engine, and compares the results with the truth; without one, runs with one another. The
    /// error says why the engine cannot take it.
    ///
    /// # Errors
    /// If the job is interrupted or does not fit into memory, or if the engine fails.
    pub fn measure(
        &self,
        engine: &dyn Engine,
        plan: &Plan,
        truth: Option<Checked>,
    ) -> Result<Measured> {
        let mut faults = Vec::new();
        let plan = &engine.fit_tiles(plan.clone());
        let expected = self.prepared(engine, plan)?.expected();
        let mut rounds = Vec::new();
        let mut dispatches = None;
        let mut totals = truth.map(|truth| truth.totals);
        for _ in 0..ROUNDS {
            let began = Instant::now();
            let report = self.run(self.prepared(engine, plan)?.as_ref(), None)?;
            rounds.push((began.elapsed(), report.gpu.and_then(|gpu| gpu.kernel_time)));
            dispatches = report.gpu.map(|gpu| gpu.work.dispatches);
            compare("totals", &report.totals, totals.get_or_insert(report.totals), &mut faults);
        }
        if let Some(truth) = truth.filter(|_| engine.kind() == EngineKind::Gpu) {
            // Totals come from the kernels, with a checksum that is not measured; tiles take another way.
            for (what, prepared) in [
                ("totals", engine.prepare(plan, Wanted::Totals)?),
                ("tiles", engine.prepare(plan, Wanted::Values)?),
            ] {
                let found = Checked::run(prepared.as_ref(), self.control)?;
                compare(what, &found, &truth, &mut faults);
            }
        }
        let stored_none = self.store(engine, plan, Codec::None, truth, &mut faults)?;
        let stored_zstd = self.store(engine, plan, Codec::Zstd, truth, &mut faults)?;
        let kernel = rounds.iter().filter_map(|&(_, kernel)| kernel).min();
        let whole = rounds.iter().map(|&(whole, _)| whole).min().unwrap_or_default();
        let of_dispatch = |count| kernel.unwrap_or(whole).as_secs_f64() / count as f64;
        Ok(Measured {
            expected,
            kernel,
            whole,
            dispatches,
            seconds_dispatch: dispatches.filter(|&count| count > 0).map(of_dispatch),
            stored_none,
            stored_zstd,
            faults,
        })
    }

    fn prepared<'a>(
        &self,
        engine: &'a dyn Engine,
        plan: &'a Plan,
    ) -> Result<Box<dyn Prepared + 'a>> {
        let prepared = engine.prepare(plan, Wanted::Totals)?;
        check_memory(engine, prepared.as_ref(), 0, None).map_err(Error::from)?;
        Ok(prepared)
    }

    fn run(
        &self,
        prepared: &dyn Prepared,
        writer: Option<TableWriter>,
    ) -> std::result::Result<Report, Error> {
        tabulate_prepared(prepared, Share::ALL, writer, &self.control)
    }

    /// Stores the table in the folder and removes it again.
    fn store(
        &self,
        engine: &dyn Engine,
        plan: &Plan,
        codec: Codec,
        truth: Option<Checked>,
        faults: &mut Vec<String>,
    ) -> Result<Stored> {
        let Some((folder, truth)) = self.folder.zip(truth) else {
            return Ok(Stored::not("no table is"));
        };
        let needed = plan.table_bytes();
        if needed > MOST_STORED_BYTES {
            let [needed, most] = [needed, MOST_STORED_BYTES].map(bytes_text);
            return Ok(Stored::not(format!("it has {needed}, more than {most}")));
        }
        // Half of the disk is left to others.
        let available = folder.available_bytes();
        if needed > available / 2 {
            let (needed, available) = (bytes_text(needed), bytes_text(available));
            return Ok(Stored::not(format!("it has {needed}, {available} are free")));
        }
        let prepared = match engine.prepare(plan, Wanted::Values) {
            Ok(prepared) => prepared,
            Err(error) => return Ok(Stored::not(error.to_string())),
        };
        if check_memory(engine, prepared.as_ref(), 0, None).is_err() {
            return Ok(Stored::not("there is too little memory"));
        }
        drop(prepared);
        let path = folder.path().join("table.zarr");
        let began = Instant::now();
        let prepared = engine.prepare(plan, Wanted::Values)?;
        let writer = TableWriter::options(plan).codec(codec).engine(engine).create(&path)?;
        let report = self.run(prepared.as_ref(), Some(writer))?;
        let time = began.elapsed();
        let what = format!("stored ({})", codec.name());
        compare(&what, &report.totals, &truth.totals, faults);
        fs::remove_dir_all(&path).map_err(|source| TableError::Io {
            path,
            attempt: "remove the table",
            source,
        })?;
        Ok(Stored { time: Some(time), bytes: Some(report.bytes_on_disk), not_stored: None })
    }
}

/// Compares totals, with or without a checksum, with the truth. A difference is added to the faults.
fn compare<T: PartialEq + Display>(what: &str, found: &T, truth: &T, faults: &mut Vec<String>) {
    if found != truth {
        faults.push(format!("{what}: {found}, but by the cpu engine {truth}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::engine::cpu::CpuEngine;

    /// Catches a comparison that overlooks a checksum, or a total.
    #[test]
    fn wrong_results_are_told() {
        let plan = Plan::parse("wythoff", "20x20", "grundy").expect("a plan");
        let folder = Folder::new().expect("a folder");
        let bench = Bench { folder: Some(&folder), control: Control::default() };
        let truth = bench.truth(&CpuEngine, &plan).expect("it runs");
        let right = bench.measure(&CpuEngine, &plan, Some(truth)).expect("it runs");
        assert_eq!(right.faults, [""; 0]);
        assert!(right.stored_none.bytes.is_some_and(|bytes| bytes > 400));
        let faults_of = |change: fn(&mut Checked)| {
            let (mut found, mut faults) = (truth, Vec::new());
            change(&mut found);
            compare("tiles", &found, &truth, &mut faults);
            faults.len()
        };
        assert_eq!(faults_of(|_| ()), 0);
        assert_eq!(faults_of(|found| found.checksum ^= 1), 1);
        assert_eq!(faults_of(|found| found.totals.sum += 1), 1);
        assert_eq!(faults_of(|found| found.totals.p_positions = None), 1);
    }
}
