//! `grundytab devices`

use super::args::DevicesArgs;
use super::failure::Result;
use super::gpu;
use super::output::{print, print_json};

pub fn run(args: &DevicesArgs) -> Result<()> {
    if args.json {
        print_json(&gpu::adapters_json());
        return Ok(());
    }
    for paragraph in gpu::describe_adapters() {
        print(paragraph);
    }
    Ok(())
}
