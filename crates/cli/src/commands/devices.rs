//! `grundytab devices`

use clap::Args;
use serde::Serialize;

use super::adapter_report::AdapterReport;
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
