//! `grundytab devices`

use clap::Args;
use grundytab::run::SelftestOutcome;
use serde::Serialize;

use super::call::quietly;
use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::gpu;
use super::output::{print, print_json};
use super::{cluster, ranks};

/// Print the adapters that the GPU engine can run on, and the ranks of MPI.
#[derive(Args)]
pub struct DevicesArgs {}

impl Command for DevicesArgs {
    const NAME: &'static str = "devices";
    const FLAGS: &'static [Flag] = &[Flag::Json];
    const EXAMPLES: Examples = &[("devices", "what the GPU engine can run on")];

    fn may_use_gpu(&self) -> bool {
        true
    }

    fn run(&self, flags: &Flags) -> Result<()> {
        if flags.json {
            let (adapters, missing_driver) = quietly(gpu::adapter_reports);
            let network = ranks::network();
            let (library, rank, ranks) = (cluster::library(), network.rank(), network.size());
            let mpi = MpiReport { library, rank, ranks };
            print_json(&DevicesReport { adapters, missing_driver, mpi });
            return Ok(());
        }
        for paragraph in gpu::describe_adapters() {
            print(paragraph);
        }
        print(cluster::description());
        Ok(())
    }
}

/// What the GPU engine can run on, and the ranks of MPI.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct DevicesReport {
    /// The adapters that the GPU engine can run on.
    adapters: Vec<AdapterReport>,
    /// What to do where a driver is missing; `None` if none is.
    missing_driver: Option<String>,
    /// The processes that were started together ([docs/cluster.md](cluster.md)).
    mpi: MpiReport,
}

/// An adapter of the GPU engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "there is none without the GPU engine"))]
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
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "there is none without the GPU engine"))]
pub(super) struct SelftestReport {
    /// How it ended.
    pub(super) outcome: Option<SelftestOutcome>,
    /// What was compared, or each thing that was wrong.
    pub(super) what: Option<Vec<String>>,
    /// When that was, in UTC.
    pub(super) time: Option<String>,
}

/// The processes that were started together.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct MpiReport {
    /// The MPI library and its version; `None` in a program built without MPI.
    library: Option<String>,
    /// The number of this process, from 0 on.
    rank: usize,
    /// How many there are.
    ranks: usize,
}
