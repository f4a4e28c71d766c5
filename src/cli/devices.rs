//! `grundytab devices`

use clap::Args;

use super::call::quietly;
use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::gpu;
use super::output::{print, print_json};

/// Print the adapters that the GPU engine can run on.
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
            print_json(&quietly(gpu::adapters_json));
            return Ok(());
        }
        for paragraph in gpu::describe_adapters() {
            print(paragraph);
        }
        Ok(())
    }
}
