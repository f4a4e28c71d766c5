//! Open shards: encoded chunks that wait in memory until their shard is whole and is written in one go.
//!
//! At intervals, and when a run stops, a shard is also written as far as it is: it then is a valid shard
//! with fewer chunks, and a resumed run goes on from them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::files::write_whole;
use super::shard;
use super::sharding::Sharding;
use crate::domain::tiling::TileIndex;
use crate::plan::Plan;
use crate::sync::lock;
use crate::table::error::TableError;

/// The bytes of a chunk.
type Chunk = Arc<[u8]>;

/// The shards of a table that some, but not all chunks are known of.
#[derive(Debug)]
pub(crate) struct OpenShards {
    sharding: Sharding,
    shards: Mutex<HashMap<TileIndex, OpenShard>>,
}

#[derive(Debug)]
struct OpenShard {
    chunks: Vec<Option<Chunk>>,
    /// Tiles of the domain whose chunks are not there yet.
    missing: usize,
    /// Whether chunks came since the file was written.
    is_changed: bool,
    /// Held while the file is written.
    file: Arc<Mutex<()>>,
}

impl OpenShards {
    pub(crate) fn new(sharding: Sharding) -> Self {
        OpenShards { sharding, shards: Mutex::default() }
    }

    /// Takes a chunk. Returns the shard if that was its last one; it is to be written now.
    pub(crate) fn put(&self, plan: &Plan, tile: TileIndex, chunk: Vec<u8>) -> Option<TileIndex> {
        let (index, number) = self.sharding.locate(tile);
        let mut shards = lock(&self.shards);
        let shard = shards.entry(index).or_insert_with(|| OpenShard::new(plan, self, index));
        if shard.chunks[number].replace(chunk.into()).is_none() {
            shard.missing -= 1;
        }
        shard.is_changed = true;
        (shard.missing == 0).then_some(index)
    }

    /// Takes the chunks of a shard that an earlier run has written as far as it came.
    pub(crate) fn put_stored(&self, plan: &Plan, index: TileIndex, chunks: Vec<(usize, Vec<u8>)>) {
        let mut shard = OpenShard::new(plan, self, index);
        shard.missing -= chunks.len();
        for (number, chunk) in chunks {
            shard.chunks[number] = Some(chunk.into());
        }
        lock(&self.shards).insert(index, shard);
    }

    /// Returns the chunk of a tile, if its shard is open and has it.
    pub(crate) fn chunk(&self, tile: TileIndex) -> Option<Chunk> {
        let (index, number) = self.sharding.locate(tile);
        lock(&self.shards).get(&index)?.chunks[number].clone()
    }

    /// Lists the shards that have changed since they were written.
    pub(crate) fn changed(&self) -> Vec<TileIndex> {
        let shards = lock(&self.shards);
        shards.iter().filter(|(_, shard)| shard.is_changed).map(|(&index, _)| index).collect()
    }

    /// Writes a shard as far as its chunks are there into the file `root`/`key`, and forgets it if it is whole.
    /// Returns whether it has written it.
    ///
    /// # Errors
    /// On I/O errors. The shard then stays open.
    pub(crate) fn write(
        &self,
        (root, key): (&Path, &str),
        index: TileIndex,
    ) -> Result<bool, TableError> {
        let Some(file) = lock(&self.shards).get(&index).map(|shard| Arc::clone(&shard.file)) else {
            return Ok(false);
        };
        // Another thread may write the same shard, and may have fewer chunks of it.
        let _writing = lock(&file);
        let (chunks, is_whole) = {
            let mut shards = lock(&self.shards);
            let Some(shard) = shards.get_mut(&index).filter(|shard| shard.is_changed) else {
                return Ok(false);
            };
            shard.is_changed = false;
            (shard.chunks.clone(), shard.missing == 0)
        };
        let bytes = shard::assemble(chunks.iter().map(Option::as_deref));
        if let Err(error) = write_whole(root, key, &bytes) {
            if let Some(shard) = lock(&self.shards).get_mut(&index) {
                shard.is_changed = true;
            }
            return Err(error);
        }
        if is_whole {
            lock(&self.shards).remove(&index);
        }
        Ok(true)
    }
}

impl OpenShard {
    fn new(plan: &Plan, open: &OpenShards, index: TileIndex) -> Self {
        OpenShard {
            chunks: vec![None; open.sharding.tiles_per_shard() as usize],
            missing: open.sharding.tiles_within(plan, index).count(),
            is_changed: false,
            file: Arc::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches chunks that are lost when a shard is written before it is whole, and a shard that is kept for ever.
    #[test]
    fn a_shard_that_grows_keeps_its_chunks() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = Plan::parse("wythoff", "16x16", "grundy").and_then(|plan| plan.with_tile(8));
        let plan = plan.expect("a plan");
        let sharding = Sharding::with_edge(&plan, 16).expect("a shard of four tiles");
        let open = OpenShards::new(sharding);
        for (number, tile) in plan.tiling().tiles().enumerate() {
            let content = |number: usize| [100 + number as u8; 9];
            let whole = open.put(&plan, tile, content(number).to_vec());
            assert_eq!(whole.is_some(), number == 3);
            let place = (folder.path(), "c/0/0");
            assert!(open.write(place, sharding.locate(tile).0).expect("written"));
            let shard = std::fs::read(folder.path().join("c/0/0")).expect("a shard");
            for earlier in 0..=number {
                assert!(shard.windows(9).any(|bytes| bytes == content(earlier)), "{earlier}");
            }
            assert_eq!(open.chunk(tile).is_some(), number < 3);
        }
    }
}
