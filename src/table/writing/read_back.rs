//! What an interrupted run has stored: read back and held to its checksums before anything rests on it.

use std::collections::HashSet;

use rayon::prelude::*;

use crate::control::Control;
use crate::domain::tiling::TileIndex;
use crate::plan::Plan;
use crate::table::error::TableError;
use crate::table::reading::scan::ScanError;
use crate::table::storage::chunk_files::ChunkFiles;
use crate::table::storage::files::Unreadable;
use crate::table::storage::open_shards::OpenShards;
use crate::table::storage::shard;

/// The tiles that an earlier run has finished.
#[derive(Debug, Default)]
pub(in crate::table) struct ReadBack {
    pub(in crate::table) finished: HashSet<TileIndex>,
    /// Positions that they hold.
    pub(in crate::table) positions: u64,
    /// Bytes of their chunks.
    pub(in crate::table) bytes: u64,
    /// The files of chunks that are damaged; they will be computed again.
    pub(in crate::table) damaged: Vec<String>,
}

impl ReadBack {
    fn merge(mut self, other: Self) -> Self {
        self.finished.extend(other.finished);
        self.positions += other.positions;
        self.bytes += other.bytes;
        self.damaged.extend(other.damaged);
        self
    }

    /// Reads all chunks of an unfinished table and checks their checksums. Shards that are not whole are
    /// opened again.
    ///
    /// # Errors
    /// When a file cannot be read, or on an interruption. A damaged chunk is no error: it counts as
    /// missing.
    pub(in crate::table) fn read(
        files: &ChunkFiles,
        plan: &Plan,
        open_shards: &OpenShards,
        control: &Control,
    ) -> Result<Self, ScanError> {
        let shards = files.sharding.shards(plan);
        let read = |&shard: &TileIndex| {
            if control.is_interrupted() {
                return Err(ScanError::Interrupted);
            }
            let found = read_shard(files, plan, open_shards, shard).map_err(|error| {
                let path = files.root.join(files.key_of_shard(shard));
                TableError::io(&path, "read the file")(error)
            })?;
            control.report(found.positions);
            Ok(found)
        };
        let found = shards.par_iter().with_max_len(1).map(read);
        let mut found = found.try_reduce(Self::default, |a, b| Ok(a.merge(b)))?;
        found.damaged.sort();
        Ok(found)
    }
}

fn read_shard(
    files: &ChunkFiles,
    plan: &Plan,
    open_shards: &OpenShards,
    shard: TileIndex,
) -> std::io::Result<ReadBack> {
    let mut found = ReadBack::default();
    let tiles: Vec<(usize, TileIndex)> = files.sharding.tiles_within(plan, shard).collect();
    let stored = match encoded_chunks(files, shard, &tiles) {
        Ok(chunks) => chunks,
        Err(Unreadable::Io(error)) => return Err(error),
        Err(Unreadable::Odd(_)) => {
            found.damaged.push(files.key_of_shard(shard));
            return Ok(found);
        }
    };
    let mut good = Vec::new();
    for (number, tile, chunk) in stored {
        // Chunks are decoded when an engine asks for their values.
        if shard::has_checksum(&chunk) {
            found.finished.insert(tile);
            let region = plan.tiling().region(tile);
            found.positions += region.runs().map(|run| run.length as u64).sum::<u64>();
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

/// Reads the chunks of a shard that are there.
fn encoded_chunks(
    files: &ChunkFiles,
    shard: TileIndex,
    tiles: &[(usize, TileIndex)],
) -> Result<Vec<(usize, TileIndex, Vec<u8>)>, Unreadable> {
    let Some(mut file) = files.open(shard)? else {
        return Ok(Vec::new());
    };
    if files.sharding.is_none() {
        let chunk = file.read_all()?;
        return Ok(tiles.iter().map(|&(number, tile)| (number, tile, chunk.clone())).collect());
    }
    let index = files.index(&mut file)?;
    let mut chunks = Vec::new();
    for &(number, tile) in tiles {
        if let Some((offset, length)) = index.chunk(number) {
            chunks.push((number, tile, file.read_at(offset, length)?));
        }
    }
    Ok(chunks)
}
