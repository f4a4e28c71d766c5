//! The report of a GPU, and a line of its file.

use serde::Serialize;
use serde_json::Value;

use crate::commands::adapter_report::SelftestReport;
use crate::commands::bench::rows::EngineReport;

/// A report of a GPU. Each line of its file is such an object, of which most keys are absent or lists are empty; the report is
/// their union, in which lists are joined.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GpuReport {
    #[serde(flatten)]
    pub head: Option<ReportHead>,
    /// The selftest on the adapter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selftest: Option<SelftestReport>,
    /// What dispatches, steps and bytes take: for each the name of the rate, what `--engine auto` assumes, and what was
    /// measured, in seconds.
    pub calibration: Vec<Value>,
    /// What was measured of each job on each engine, as `bench` has it.
    #[cfg_attr(test, schemars(with = "Vec<crate::commands::bench::rows::Row<'static>>"))]
    pub rows: Vec<Value>,
    /// What is wrong with the results, or has failed.
    pub faults: Vec<String>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
    /// The seconds that the report has taken; absent if it was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// What is known at first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReportHead {
    /// The program and its version.
    pub program: &'static str,
    /// The platform for which it was built.
    pub target: &'static str,
    /// The threads of the CPU engine.
    pub threads: usize,
    /// The most seconds that the report may take.
    pub seconds_at_most: u64,
    /// The CPU engine, and the GPU engine with its adapter.
    pub engines: Vec<EngineReport>,
    /// The limits of the adapter, under their names in WebGPU.
    pub limits: Value,
}
