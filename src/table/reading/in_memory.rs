//! Tables that were tabulated into memory and never stored: they are read as stored ones are.

use std::path::Path;
use std::sync::Arc;

use super::decoded::Decoded;
use super::grundy_values::Beside;
use super::ranks::Ranks;
use super::reader::TableReader;
use super::tile_cache::{TileCache, Tiles};
use crate::domain::tiling::{TileIndex, TileRegion};
use crate::engine::InfiniteSets;
use crate::plan::Plan;
use crate::ruleset::GameNotes;
use crate::table::encoding::chunk::ChunkCodec;
use crate::table::encoding::codec::Codec;
use crate::table::format::{Attributes, GIVEN};
use crate::table::layout::Layout;
use crate::table::storage::chunk_files::ChunkFiles;
use crate::table::storage::sharding::Sharding;
use crate::totals::Statistics;
use crate::values::Values;

impl TableReader {
    /// Makes a table of all its tiles. The name stands in the place of a path where texts name the table.
    pub(crate) fn in_memory(
        (name, plan, engine): (&Path, &Plan, (String, Option<String>)),
        tiles: Tiles,
        totals: Statistics,
        infinite_sets: Option<InfiniteSets>,
    ) -> Self {
        let mut attributes = Attributes::of_unfinished(plan.job(), engine.0, engine.1);
        attributes.complete = true;
        (attributes.totals, attributes.infinite_sets) = (Some(totals), infinite_sets);
        let chunks = ChunkCodec::new(plan, Codec::of_plan(plan));
        TableReader {
            path: name.to_owned(),
            plan: plan.clone(),
            attributes,
            files: ChunkFiles::new((name, Layout::ARRAY), plan, chunks, Sharding::NONE),
            cache: TileCache::default(),
            decoded: Decoded::of(name.to_owned()),
            stamp: None,
            ranks: Ranks::SINGLE_RANK,
            part: None,
            beside: Beside::default(),
            in_memory: Some(tiles),
        }
    }

    /// Makes a table of values that a user gives: `fill` writes those of a tile. The name stands in the place of a path where texts
    /// name the table.
    pub fn of_values(
        (name, plan): (&Path, &Plan),
        notes: GameNotes,
        fill: impl Fn(&TileRegion, &mut Values),
    ) -> Self {
        let (mut tiles, mut totals) = (Tiles::default(), Statistics::default());
        for index in plan.tiling().tiles() {
            let region = plan.tiling().region(index);
            let mut values = plan.blank_tile();
            fill(&region, &mut values);
            totals = totals.merge(Statistics::of_tile(plan.job(), &region, &values));
            tiles.insert(index, Arc::new(values));
        }
        let mut table =
            Self::in_memory((name, plan, (GIVEN.to_owned(), None)), tiles, totals, None);
        table.attributes.notes = notes;
        table
    }

    /// Whether a user gave the values, so that nobody knows whether they are those of the game.
    pub fn are_values_given(&self) -> bool {
        self.attributes.engine == GIVEN
    }

    /// Whether the table was never stored, so that it has no files.
    pub fn is_in_memory(&self) -> bool {
        self.in_memory.is_some()
    }

    /// Returns a tile of such a table.
    pub(super) fn tile_in_memory(&self, index: TileIndex) -> Option<Arc<Values>> {
        self.in_memory.as_ref()?.get(&index).map(Arc::clone)
    }
}
