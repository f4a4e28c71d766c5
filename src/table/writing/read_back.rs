//! What an interrupted run has stored: read back before anything rests on it, and held to its checksums and to
//! what values are possible at all.

use std::collections::HashSet;
use std::mem;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::control::{Control, Phase};
use crate::domain::tiling::TileIndex;
use crate::engine::cluster::{Network, Share};
use crate::plan::Plan;
use crate::table::error::TableError;
use crate::table::storage::chunk_files::ChunkFiles;
use crate::table::storage::files::Unreadable;
use crate::table::storage::open_shards::OpenShards;
use crate::totals::Statistics;
use crate::values::Values;

/// The tiles that an earlier run has finished.
#[derive(Debug, Default)]
pub(crate) struct ReadBack {
    pub(crate) finished: HashSet<TileIndex>,
    /// Positions that they hold.
    pub(crate) positions: u64,
    /// The totals of those that this rank has read.
    pub(crate) totals: Statistics,
    /// The time that this rank has taken to read them.
    pub(crate) took: Duration,
    /// Bytes of their chunks.
    pub(crate) bytes: u64,
    /// The files of chunks that are damaged; they will be computed again.
    pub(crate) damaged: Vec<String>,
}

impl ReadBack {
    fn merge(mut self, other: Self) -> Self {
        self.finished.extend(other.finished);
        self.positions += other.positions;
        self.totals = self.totals.merge(other.totals);
        self.bytes += other.bytes;
        self.damaged.extend(other.damaged);
        self
    }

    /// Returns what all ranks have found together, with the totals of this one. All of them call it.
    pub(crate) fn of_all(mut self, network: &dyn Network) -> Self {
        if network.size() == 1 {
            return self;
        }
        let finished = network.tiles_of_all(&mem::take(&mut self.finished));
        let damaged = network.gather_all(self.damaged.join("\n").as_bytes());
        let damaged = damaged.iter().flat_map(|names| str::from_utf8(names).unwrap_or("").lines());
        ReadBack {
            finished,
            positions: network.sum(self.positions),
            bytes: network.sum(self.bytes),
            damaged: damaged.map(str::to_owned).collect(),
            ..self
        }
    }

    /// Reads the chunks of an unfinished table that a rank has, and checks their checksums and values. Shards that are
    /// not whole are opened again.
    ///
    /// # Errors
    /// When a file cannot be read, or on an interruption. A damaged chunk is no error: it counts as
    /// missing.
    pub(crate) fn read(
        files: &ChunkFiles,
        plan: &Plan,
        open_shards: &OpenShards,
        share: Share,
        control: &Control,
    ) -> Result<Self, TableError> {
        let began = Instant::now();
        let mut shards = files.sharding.shards(plan);
        shards.retain(|&shard| share.has(files.sharding.first_tile(shard)));
        let positions = |&shard: &TileIndex| positions_of(files, plan, shard);
        control.begin(Phase::Reading { positions: shards.iter().map(positions).sum() });
        let read = |&shard: &TileIndex| {
            control.proceed()?;
            let found = read_shard(files, plan, open_shards, shard).map_err(|error| {
                let path = files.root.join(files.key_of_shard(shard));
                TableError::io(&path, "read the file")(error)
            })?;
            control.report(found.positions);
            control.report_in_phase(positions_of(files, plan, shard) - found.positions);
            Ok::<_, TableError>(found)
        };
        let found = shards.par_iter().with_max_len(1).map(read);
        let mut found = found.try_reduce(Self::default, |a, b| Ok(a.merge(b)))?;
        found.damaged.sort();
        found.took = began.elapsed();
        Ok(found)
    }
}

/// Returns the positions of the tiles of a shard.
fn positions_of(files: &ChunkFiles, plan: &Plan, shard: TileIndex) -> u64 {
    let tiles = files.sharding.tiles_within(plan, shard);
    tiles.map(|(_, tile)| plan.tiling().positions_in(tile)).sum()
}

fn read_shard(
    files: &ChunkFiles,
    plan: &Plan,
    open_shards: &OpenShards,
    shard: TileIndex,
) -> std::io::Result<ReadBack> {
    let mut found = ReadBack::default();
    let tiles: Vec<(usize, TileIndex)> = files.sharding.tiles_within(plan, shard).collect();
    let chunk = |&(number, tile)| Ok(files.encoded(tile)?.map(|chunk| (number, tile, chunk)));
    let chunks = tiles.iter().map(chunk).filter_map(Result::transpose);
    let stored: Vec<(usize, TileIndex, Vec<u8>)> = match chunks.collect() {
        Ok(chunks) => chunks,
        Err(Unreadable::Io(error)) => return Err(error),
        Err(Unreadable::Odd(_)) => {
            found.damaged.push(files.key_of_shard(shard));
            return Ok(found);
        }
    };
    let mut good = Vec::new();
    for (number, tile, chunk) in stored {
        // The chunk of another tile has a right checksum too, but seldom only values that are possible here.
        let values = files.chunks.decode(&chunk);
        let totals = values.ok().and_then(|values| possible_totals(plan, tile, &values).ok());
        if let Some(totals) = totals {
            found.finished.insert(tile);
            found.positions += totals.positions;
            found.totals = found.totals.merge(totals);
            found.bytes += chunk.len() as u64;
            good.push((number, chunk));
        } else {
            found.damaged.push(files.key_of_shard(shard));
        }
    }
    if !files.sharding.is_none() && good.len() < tiles.len() && !good.is_empty() {
        open_shards.put_stored(plan, shard, good);
    }
    Ok(found)
}

/// Adds up the values of a tile that an earlier run has stored, if they are possible: no value is beyond the
/// bound of the plan, for which engines make room, and cells outside the domain hold the fill value.
///
/// # Errors
/// What is impossible.
pub(super) fn possible_totals(
    plan: &Plan,
    tile: TileIndex,
    values: &Values,
) -> Result<Statistics, String> {
    let region = plan.tiling().region(tile);
    let totals = Statistics::of_tile(plan.job(), &region, values);
    let (found, bound) = (totals.furthest_from_0(), plan.bound());
    if bound.is_exceeded_by(found) {
        return Err(format!("it holds {found}, no value exceeds {}", bound.largest_value));
    }
    let fill = plan.value_type().fill();
    match region.cells_outside().find(|&cell| values.get(cell) != fill) {
        None => Ok(totals),
        Some(_) => Err("it holds a value outside the domain".into()),
    }
}
