//! `grundytab info`

use std::path::PathBuf;

use clap::Args;
use grundytab::play::Mover;
use grundytab::table::{Attributes, TableReader};
use grundytab::{Position, ValueType, bytes_text, counted, joined};
use serde::Serialize;

use super::command::{Command, Examples, Flag, Flags};
use super::failure::Result;
use super::game::Alteration;
use super::output::{self, print, print_json};

/// Print what a table holds.
#[derive(Args)]
pub struct InfoArgs {
    /// The table.
    pub path: PathBuf,
}

/// The attributes of a table, and how it is stored.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct InfoReport<'a> {
    #[serde(flatten)]
    attributes: &'a Attributes,
    /// The sides of the array.
    shape: &'a [u32],
    /// The sides of a tile, which is a chunk.
    tile_shape: &'a [u32],
    /// How many tiles.
    tiles: u64,
    /// The sides of a shard; `None` if each chunk is a file.
    shard_shape: Option<Vec<u32>>,
    /// How many files of chunks exist.
    files_on_disk: usize,
    /// The type in which the values are stored.
    value_type: ValueType,
    /// How the chunks are compressed: `blosc`, `zstd` or `none`.
    codec: &'static str,
    /// The bytes of the files of chunks.
    bytes_on_disk: u64,
    /// How many positions can be read: fewer than there are in an unfinished table; `None` if values are wrong.
    positions_there: Option<u64>,
    /// Whether at every position, of any heap sizes, both players have moves or neither has; true of impartial games.
    dicot: bool,
    /// A position at which one player alone has a move; `None` if there is none.
    one_sided_at: Option<Position>,
    /// For each player with rays and altered vectors what these do to the moves.
    alterations: Vec<Alteration>,
}

impl Command for InfoArgs {
    const NAME: &'static str = "info";
    const FLAGS: &'static [Flag] = &[Flag::Json];
    const EXAMPLES: Examples = &[("info wythoff.zarr", "the game, the domain, the totals")];

    fn run(&self, flags: &Flags) -> Result<()> {
        let table = TableReader::open_any(&self.path)?;
        let (plan, attributes) = (table.plan(), table.attributes());
        let there = positions_there(&table)?;
        let codec = table.codec().name();
        let files = table.chunk_files()?;
        let sharding = table.sharding();
        let shard_shape = (!sharding.is_none()).then(|| sharding.shard_shape(plan));
        let one_sided = plan.job().ruleset().partizan_game().map(|game| {
            let found = game.one_sided_position();
            found.map(|(mover, at)| (mover, plan.job().domain().position(at)))
        });
        let on_disk: u64 = files.iter().map(|(_, bytes)| bytes).sum();
        if flags.json {
            print_json(&InfoReport {
                attributes,
                shape: plan.job().domain().shape(),
                tile_shape: plan.tiling().chunk_shape(),
                tiles: plan.tiling().count(),
                shard_shape,
                files_on_disk: files.len(),
                value_type: plan.value_type(),
                codec,
                bytes_on_disk: on_disk,
                positions_there: there,
                dicot: one_sided.flatten().is_none(),
                one_sided_at: one_sided.flatten().map(|(_, at)| at),
                alterations: Alteration::of(plan.job().ruleset()),
            });
            return Ok(());
        }
        let dicot = match one_sided {
            None => String::new(),
            Some(None) => {
                "\ndicot        yes: for all heap sizes both players have moves, or neither has"
                    .into()
            }
            Some(Some((mover, at))) => {
                let who = if mover == Mover::Left { "Left" } else { "Right" };
                format!("\ndicot        no: at {at} {who} alone has a move")
            }
        };
        let alterations = Alteration::of(plan.job().ruleset());
        let altered: String =
            alterations.iter().map(|player| format!("\naltered      {}", player.text())).collect();
        let totals = match attributes.totals {
            Some(totals) if attributes.difference.is_some() => {
                counted(totals.sum, "differing position")
            }
            Some(totals) => output::totals(&totals),
            None => {
                let there = there.map(|there| format!(", {there} positions are there"));
                let there = there.unwrap_or_default();
                format!("unknown, the table is incomplete: its run has not finished{there}")
            }
        };
        let adapter = attributes.adapter.as_ref().map(|name| format!(" on {name}"));
        let times = |count: usize| match count {
            1 => "once".into(),
            count => format!("{count} times"),
        };
        let repairs = attributes.interruptions.iter().filter(|one| one.is_repair()).count();
        let interruptions = match attributes.interruptions.len() - repairs {
            0 => String::new(),
            count => format!("\ninterrupted  {}, and resumed", times(count)),
        };
        let repairs = match repairs {
            0 => String::new(),
            count => format!("\nrepaired     {}", times(count)),
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
            "game         {}{altered}{dicot}\n\
         domain       {} ({})\n\
         quantity     {}, {}\n\
         totals       {totals}\n\
         array        {} of {}, tiles of {} ({}, crc32c){}\n\
         disk         {} in {} of {}\n\
         computed by  {}, engine {}{}{interruptions}{repairs}",
            plan.job().ruleset().shown(),
            plan.job().domain(),
            counted(plan.job().domain().positions(), "position"),
            attributes.quantity,
            attributes.convention.play(),
            joined(plan.job().domain().shape(), "x"),
            plan.value_type(),
            joined(plan.tiling().chunk_shape(), "x"),
            codec,
            shard_shape
                .map_or(String::new(), |shape| format!(", shards of {}", joined(shape, "x"))),
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

/// Counts the positions of a table that can be read; `None` if its run has found that values are wrong.
fn positions_there(table: &TableReader) -> Result<Option<u64>> {
    if table.attributes().wrong.is_some() {
        return Ok(None);
    }
    Ok(Some(TableReader::open_any(table.path())?.as_far_as_stored()?.positions_there()))
}
