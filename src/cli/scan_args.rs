//! The arguments of commands that read whole tables.

use clap::Args;

use super::values;

/// What every command that reads a whole table can be told.
#[derive(Args)]
pub struct ScanArgs {
    /// Threads; all cores by default.
    #[arg(long, value_name = "N", value_parser = values::threads, allow_hyphen_values = true)]
    pub threads: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Print no progress and no notes.
    #[arg(long)]
    pub quiet: bool,
}

impl ScanArgs {
    /// Whether neither progress nor notes are printed: programs that read the object want none.
    pub fn is_silent(&self) -> bool {
        self.quiet || self.json
    }
}
