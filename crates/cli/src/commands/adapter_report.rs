//! The report on an adapter of the GPU engine, in JSON.

use crate::jobs::run::SelftestOutcome;
use serde::Serialize;

/// An adapter of the GPU engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AdapterReport {
    /// Its name.
    pub(super) name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub(super) kind: String,
    /// Whether it is hardware.
    pub(super) hardware: bool,
    /// The interface, as in `Vulkan`.
    pub(super) backend: String,
    /// The driver.
    pub(super) driver: String,
    /// The most bytes of a buffer binding.
    pub(super) largest_binding_bytes: u64,
    /// The most workgroups in a dimension.
    pub(super) largest_dispatch: u32,
    /// Its latest selftest with this driver, by this version.
    pub(super) selftest: SelftestReport,
}

/// The latest selftest of an adapter with its driver, by this version. All is null if there was none.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SelftestReport {
    /// How it ended.
    pub(super) outcome: Option<SelftestOutcome>,
    /// What was compared, or each thing that was wrong.
    pub(super) what: Option<Vec<String>>,
    /// When that was, in UTC.
    pub(super) time: Option<String>,
}
