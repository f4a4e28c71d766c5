//! `grundytab games`

use anyhow::Result;
use grundytab::ruleset::catalogue::ENTRIES;

use super::output::print;

pub fn run() -> Result<()> {
    for entry in ENTRIES {
        print(format!(
            "{}\n    {}\n    example: {}\n    source:  {}",
            entry.notation, entry.moves, entry.example, entry.source
        ))?;
    }
    Ok(())
}
