//! `grundytab devices`

use clap::Args;
use serde_json::json;

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
            let mut report = quietly(gpu::adapters_json);
            let network = ranks::network();
            report["mpi"] = json!({
                "library": cluster::library(),
                "rank": network.rank(),
                "ranks": network.size(),
            });
            print_json(&report);
            return Ok(());
        }
        for paragraph in gpu::describe_adapters() {
            print(paragraph);
        }
        print(cluster::description());
        Ok(())
    }
}
