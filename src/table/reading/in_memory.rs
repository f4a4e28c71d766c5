//! Tables that were tabulated into memory and never stored: they are read as stored ones are.

use std::path::Path;
use std::sync::Arc;

use super::decoded::Decoded;
use super::grundy_values::Beside;
use super::ranks::Ranks;
use super::reader::TableReader;
use super::tile_cache::{TileCache, Tiles};
use crate::domain::tiling::TileIndex;
use crate::engine::{Engine, InfiniteSets};
use crate::plan::Plan;
use crate::table::encoding::chunk::ChunkCodec;
use crate::table::encoding::codec::Codec;
use crate::table::format::Attributes;
use crate::table::layout::Layout;
use crate::table::storage::chunk_files::ChunkFiles;
use crate::table::storage::sharding::Sharding;
use crate::totals::Statistics;
use crate::values::Values;

impl TableReader {
    /// Makes a table of all its tiles. The name stands in the place of a path where texts name the table.
    pub(crate) fn in_memory(
        (name, plan, engine): (&Path, &Plan, &dyn Engine),
        tiles: Tiles,
        totals: Statistics,
        infinite_sets: Option<InfiniteSets>,
    ) -> Self {
        let (kind, adapter) = (engine.kind().to_string(), engine.adapter());
        let mut attributes = Attributes::of_unfinished(plan.job(), kind, adapter);
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

    /// Whether the table was never stored, so that it has no files.
    pub fn is_in_memory(&self) -> bool {
        self.in_memory.is_some()
    }

    /// Returns a tile of such a table.
    pub(super) fn tile_in_memory(&self, index: TileIndex) -> Option<Arc<Values>> {
        self.in_memory.as_ref()?.get(&index).map(Arc::clone)
    }
}
