//! Chunk files: the encoded chunks of a table, wherever they lie in its files.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::files::{RegularFile, Unreadable};
use super::shard::{self, ShardIndex};
use super::sharding::Sharding;
use crate::control::Control;
use crate::domain::tiling::TileIndex;
use crate::plan::Plan;
use crate::sync::lock;
use crate::table::encoding::chunk::{ChunkCodec, key};
use crate::table::error::TableError;
use crate::table::layout::Layout;
use crate::values::Values;

/// The files of a table.
#[derive(Debug)]
pub(crate) struct ChunkFiles {
    /// The directory of the table.
    pub(crate) root: PathBuf,
    /// Where its array lies in it.
    pub(in crate::table) layout: Layout,
    heaps: usize,
    pub(crate) chunks: ChunkCodec,
    pub(crate) sharding: Sharding,
    /// The indexes of the shards that were read, if the files do not change.
    indexes: Option<Mutex<HashMap<TileIndex, Arc<ShardIndex>>>>,
}

impl ChunkFiles {
    pub(in crate::table) fn new(
        (root, layout): (&Path, Layout),
        plan: &Plan,
        chunks: ChunkCodec,
        sharding: Sharding,
    ) -> Self {
        let heaps = plan.job().domain().heaps();
        ChunkFiles { root: root.to_owned(), layout, heaps, chunks, sharding, indexes: None }
    }

    /// Makes it keep the indexes of the shards that it reads. The files must not change.
    pub(crate) fn keeping_indexes(self) -> Self {
        ChunkFiles { indexes: Some(Mutex::default()), ..self }
    }

    /// Makes it read the index of a shard whenever it reads a chunk of it: a run may put a fuller shard in its place.
    pub(in crate::table) fn reading_indexes_anew(&self) -> Self {
        ChunkFiles {
            root: self.root.clone(),
            layout: self.layout.clone(),
            heaps: self.heaps,
            chunks: self.chunks.clone(),
            sharding: self.sharding,
            indexes: None,
        }
    }

    /// Returns the key of the file that holds the chunk of a tile.
    pub(crate) fn key_of(&self, tile: TileIndex) -> String {
        self.key_of_shard(self.sharding.locate(tile).0)
    }

    /// Returns the key of a shard; without shards, of the chunk of a tile.
    pub(crate) fn key_of_shard(&self, shard: TileIndex) -> String {
        self.layout.key(&key(self.heaps, shard))
    }

    /// Reads a tile and checks its checksum. Returns `None` if its chunk is not there.
    ///
    /// # Errors
    /// When it cannot be read or does not decode.
    pub(crate) fn tile(&self, tile: TileIndex) -> Result<Option<Values>, TableError> {
        let encoded = self.encoded(tile).map_err(|failure| self.failure(tile, failure))?;
        encoded.map(|chunk| self.decode(tile, &chunk)).transpose()
    }

    /// Decodes the chunk of a tile.
    ///
    /// # Errors
    /// When it does not decode.
    pub(crate) fn decode(&self, tile: TileIndex, chunk: &[u8]) -> Result<Values, TableError> {
        self.chunks.decode(chunk).map_err(|reason| self.damaged(tile, reason))
    }

    /// Makes an error of what is wrong with the chunk of a tile.
    fn failure(&self, tile: TileIndex, failure: Unreadable) -> TableError {
        let key = self.key_of(tile);
        match failure {
            Unreadable::Io(error) => TableError::io(&self.root.join(key), "read the file")(error),
            Unreadable::Odd(reason) => self.damaged(tile, reason),
        }
    }

    /// Makes an error of what is wrong with the chunk of a tile, which names its file and its place.
    pub(crate) fn damaged(&self, tile: TileIndex, reason: String) -> TableError {
        // A file may hold several tiles.
        let reason = if self.sharding.is_none() {
            reason
        } else {
            let names: Vec<String> = tile.unpadded(self.heaps).iter().map(u32::to_string).collect();
            format!("tile {}: {reason}", names.join("/"))
        };
        TableError::Damaged { path: self.root.clone(), chunk: self.key_of(tile), reason }
    }

    /// Reads the chunk of a tile.
    pub(crate) fn encoded(&self, tile: TileIndex) -> Result<Option<Vec<u8>>, Unreadable> {
        let (shard, number) = self.sharding.locate(tile);
        let Some(mut file) = self.open(shard)? else { return Ok(None) };
        if self.sharding.is_none() {
            return file.read_all().map(Some);
        }
        let index = self.kept_index(shard, &mut file)?;
        index.chunk(number).map(|(offset, length)| file.read_at(offset, length)).transpose()
    }

    /// Opens the file of a shard, if it is there.
    pub(crate) fn open(&self, shard: TileIndex) -> Result<Option<RegularFile>, Unreadable> {
        let tiles = self.sharding.tiles_per_shard();
        let chunks = tiles.saturating_mul(self.chunks.most_bytes());
        let most_bytes = chunks.saturating_add(shard::index_bytes(tiles));
        RegularFile::open(&self.root.join(self.key_of_shard(shard)), most_bytes)
    }

    /// Returns the index of a shard, which is read only once if indexes are kept.
    fn kept_index(
        &self,
        shard: TileIndex,
        file: &mut RegularFile,
    ) -> Result<Arc<ShardIndex>, Unreadable> {
        let Some(indexes) = &self.indexes else { return self.index(file).map(Arc::new) };
        if let Some(index) = lock(indexes).get(&shard) {
            return Ok(Arc::clone(index));
        }
        let index = Arc::new(self.index(file)?);
        lock(indexes).insert(shard, Arc::clone(&index));
        Ok(index)
    }

    /// Reads the index of a shard.
    pub(crate) fn index(&self, file: &mut RegularFile) -> Result<ShardIndex, Unreadable> {
        let tiles = self.sharding.tiles_per_shard();
        let length = shard::index_bytes(tiles).min(file.length);
        let end = file.read_at(file.length - length, length)?;
        let index = ShardIndex::read(&end, tiles as usize, file.length, self.chunks.most_bytes());
        index.map_err(Unreadable::Odd)
    }

    /// Returns the tiles whose chunks are there. A shard whose index is damaged has none.
    pub(in crate::table) fn stored_tiles(
        &self,
        plan: &Plan,
    ) -> Result<HashSet<TileIndex>, TableError> {
        let of_shard = |shard: TileIndex| {
            let found = self.stored_tiles_of(plan, shard);
            let path = || self.root.join(self.key_of_shard(shard));
            found.map_err(|error| TableError::io(&path(), "read the file")(error))
        };
        let shards = self.sharding.shards(plan).into_par_iter().map(of_shard);
        Ok(shards.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn stored_tiles_of(&self, plan: &Plan, shard: TileIndex) -> io::Result<Vec<TileIndex>> {
        let tiles = self.sharding.tiles_within(plan, shard);
        let index = self.open(shard).and_then(|file| match file {
            Some(_) if self.sharding.is_none() => Ok(None),
            Some(mut file) => self.index(&mut file).map(Some),
            None => Err(Unreadable::Odd("it is missing".into())),
        });
        let is_stored = |number: usize| match &index {
            Ok(Some(index)) => index.chunk(number).is_some(),
            Ok(None) => true,
            Err(_) => false,
        };
        let stored = tiles.filter(|(number, _)| is_stored(*number)).map(|(_, tile)| tile).collect();
        match index {
            Err(Unreadable::Io(error)) => Err(error),
            _ => Ok(stored),
        }
    }

    /// Checks that the chunks of all tiles are there: those of shards by the index, which must agree with the
    /// length of the file, others by their checksums.
    pub(crate) fn check_files(&self, plan: &Plan) -> Result<(), TableError> {
        self.sharding.shards(plan).into_par_iter().try_for_each(|shard| {
            let tiles: Vec<_> = self.sharding.tiles_within(plan, shard).collect();
            let (index, mut file) = self.checked_index(shard, &tiles)?;
            match (index, tiles.first()) {
                (None, Some(&(_, tile))) => self.check_chunk(tile, || file.read_all()),
                _ => Ok(()),
            }
        })
    }

    /// Checks that the chunks of all tiles are there and have their checksums. Their positions are reported to `control`.
    pub(in crate::table) fn check_chunks(
        &self,
        plan: &Plan,
        control: &Control,
    ) -> Result<(), TableError> {
        self.sharding.shards(plan).into_par_iter().with_max_len(1).try_for_each(|shard| {
            let tiles: Vec<_> = self.sharding.tiles_within(plan, shard).collect();
            let (index, mut file) = self.checked_index(shard, &tiles)?;
            for &(number, tile) in &tiles {
                control.proceed()?;
                self.check_chunk(tile, || match index.as_ref().map(|index| index.chunk(number)) {
                    Some(place) => {
                        let (offset, length) = place.unwrap_or_default();
                        file.read_at(offset, length)
                    }
                    None => file.read_all(),
                })?;
                control.report(plan.tiling().positions_in(tile));
            }
            Ok(())
        })
    }

    /// Opens a shard of these tiles, and reads its index, in which all of them must be; without shards there is none.
    fn checked_index(
        &self,
        shard: TileIndex,
        tiles: &[(usize, TileIndex)],
    ) -> Result<(Option<ShardIndex>, RegularFile), TableError> {
        // A shard of no tiles is none of the plan.
        let first = tiles.first().map_or(self.sharding.first_tile(shard), |&(_, tile)| tile);
        let failure = |failure| self.failure(first, failure);
        let Some(mut file) = self.open(shard).map_err(failure)? else {
            return Err(self.damaged(first, "its file is missing".into()));
        };
        if self.sharding.is_none() {
            return Ok((None, file));
        }
        let index = self.index(&mut file).map_err(failure)?;
        match tiles.iter().find(|(number, _)| index.chunk(*number).is_none()) {
            None => Ok((Some(index), file)),
            Some(&(_, tile)) => Err(self.damaged(tile, "it is missing".into())),
        }
    }

    /// Checks that a chunk has its checksum.
    fn check_chunk(
        &self,
        tile: TileIndex,
        read: impl FnOnce() -> Result<Vec<u8>, Unreadable>,
    ) -> Result<(), TableError> {
        let chunk = read().map_err(|failure| self.failure(tile, failure))?;
        if shard::has_checksum(&chunk) {
            return Ok(());
        }
        Err(self.damaged(tile, "its checksum is wrong".into()))
    }

    /// Checks that the shards hold no chunk outside the domain: it would be one to other readers.
    pub(crate) fn check_no_stray_chunk(&self, plan: &Plan) -> Result<(), TableError> {
        for shard in self.sharding.shards(plan) {
            let outside = |tile: &TileIndex| !plan.tiling().holds(*tile);
            let Some(first_outside) = self.sharding.tiles_of(shard).find(outside) else { continue };
            let failure = |failure| self.failure(first_outside, failure);
            let Some(mut file) = self.open(shard).map_err(failure)? else { continue };
            let index = self.index(&mut file).map_err(failure)?;
            for (number, tile) in self.sharding.tiles_of(shard).enumerate() {
                if outside(&tile) && index.chunk(number).is_some() {
                    return Err(TableError::Stray {
                        path: self.root.clone(),
                        chunk: format!("in {}, the chunk {number}", self.key_of_shard(shard)),
                        remedy: "have the table replaced",
                    });
                }
            }
        }
        Ok(())
    }
}
