//! `grundytab info`

use std::path::PathBuf;

use clap::Args;
use grundytab::table::TableReader;
use grundytab::{bytes_text, counted};
use serde_json::json;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::game;
use super::output::{self, print, print_json};

/// Print what a table holds.
#[derive(Args)]
pub struct InfoArgs {
    /// The table.
    pub path: PathBuf,
}

impl Command for InfoArgs {
    const NAME: &'static str = "info";
    const FLAGS: &'static [Flag] = &[Flag::Json];
    const EXAMPLES: Examples = &[("info wythoff.zarr", "the game, the domain, the totals")];

    fn run(&self, flags: &Flags) -> Result<()> {
        let table = TableReader::open_any(&self.path)?;
        let (plan, attributes) = (table.plan(), table.attributes());
        let codec = table.codec().name();
        let files = table.chunk_files()?;
        let sharding = table.sharding();
        let shard_shape = (!sharding.is_none()).then(|| sharding.shard_shape(plan));
        let on_disk: u64 = files.iter().map(|(_, bytes)| bytes).sum();
        if flags.json {
            let mut object = json!(attributes);
            object["shape"] = json!(plan.job().domain().shape());
            object["tile_shape"] = json!(plan.tiling().chunk_shape());
            object["tiles"] = json!(plan.tiling().count());
            object["shard_shape"] = json!(shard_shape);
            object["files_on_disk"] = json!(files.len());
            object["value_type"] = json!(plan.value_type());
            object["codec"] = json!(codec);
            object["bytes_on_disk"] = json!(on_disk);
            print_json(&object);
            return Ok(());
        }
        let join = |sides: &[u32]| sides.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        let totals = match attributes.totals {
            Some(totals) if attributes.difference.is_some() => {
                counted(totals.sum, "differing position")
            }
            Some(totals) => output::totals(&totals),
            None => "unknown, the table is incomplete: its run has not finished".into(),
        };
        let adapter = attributes.adapter.as_ref().map(|name| format!(" on {name}"));
        let interruptions = match attributes.interruptions.len() {
            0 => String::new(),
            1 => "\ninterrupted  once, and resumed".into(),
            times => format!("\ninterrupted  {times} times, and resumed"),
        };
        if let Some(compared) = &attributes.difference {
            print(format!(
                "difference   of {}: true where {} and {} differ; the game is the first one's",
                compared.quantity.values_name(),
                compared.first,
                compared.second
            ));
        }
        print(format!(
            "game         {}\n\
         domain       {} ({})\n\
         quantity     {}, {}\n\
         totals       {totals}\n\
         array        {} of {}, tiles of {} ({}, crc32c){}\n\
         disk         {} in {} of {}\n\
         computed by  {}, engine {}{}{interruptions}",
            game::shown(plan.job().ruleset()),
            plan.job().domain(),
            counted(plan.job().domain().positions(), "position"),
            attributes.quantity,
            attributes.convention.play(),
            join(plan.job().domain().shape()),
            plan.value_type(),
            join(plan.tiling().chunk_shape()),
            codec,
            shard_shape.map_or(String::new(), |shape| format!(", shards of {}", join(&shape))),
            bytes_text(on_disk),
            files.len(),
            counted(sharding.files(plan), "file"),
            attributes.program,
            attributes.engine,
            adapter.unwrap_or_default(),
        ));
        Ok(())
    }
}
