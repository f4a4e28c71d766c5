//! Sharding: which tiles lie in one file.
//!
//! A small file costs more than what it holds takes to compute, and clusters count files. So the chunks
//! of neighbouring tiles lie in one file, a *shard* ([`shard`](super::shard)), which is a box of tiles.

use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::cluster::{axis_of_strips, least_strips};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::plan::Plan;

/// A shard takes at most this many bytes before compression.
const USUAL_SHARD_BYTES: u64 = 1 << 25;
/// There are at least this many shards along the longest side. A shard is written when its last tile is
/// finished, so that large ones would all be written at the end, and be kept in memory until then.
const SHARDS_ALONG_DOMAIN: u32 = 8;
/// A shard holds at most this many tiles: its index is read whole.
const MOST_TILES: u64 = 1 << 16;

/// How the tiles of a plan lie in shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sharding {
    /// Tiles along each edge of a shard, padded on the left with 1.
    tiles: Coordinates,
}

impl Sharding {
    /// A file for each tile.
    pub const NONE: Sharding = Sharding { tiles: Coordinates([1; MAX_HEAPS]) };

    /// Chooses shards for a plan: of at most 32 MiB before compression, at least eight along the longest
    /// side. Tables of few tiles have a file for each.
    ///
    /// ```
    /// use grundytab::Plan;
    /// use grundytab::table::Sharding;
    /// let plan = Plan::parse("wythoff", "8192", "grundy")?;
    /// assert_eq!(Sharding::of_plan(&plan).shard_shape(&plan), [1024, 1024]);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn of_plan(plan: &Plan) -> Self {
        Sharding::for_ranks(plan, 1)
    }

    /// Chooses shards for a table that this many ranks fill together. Where they have strips of it, shards are so small
    /// that there are enough strips for all ranks, as far as tiles allow.
    ///
    /// ```
    /// use grundytab::Plan;
    /// use grundytab::table::Sharding;
    /// let plan = Plan::parse("wythoff", "8192", "grundy")?;
    /// assert_eq!(Sharding::for_ranks(&plan, 4).shard_shape(&plan), [512, 512]);
    /// # Ok::<(), grundytab::InvalidInput>(())
    /// ```
    pub fn for_ranks(plan: &Plan, ranks: usize) -> Self {
        let grid = plan.tiling().grid();
        let longest = grid.largest();
        let axis_of_strips = (ranks > 1).then(|| axis_of_strips(plan)).flatten();
        let has_few_strips = |tiles: u32| {
            axis_of_strips.is_some_and(|axis| grid[axis].div_ceil(tiles) < least_strips(ranks))
        };
        let mut chosen = Sharding::NONE;
        for log in 1..31 {
            let tiles = 1u32 << log;
            let next = Sharding { tiles: Coordinates(grid.map(|count| count.min(tiles))) };
            let bytes = next.tiles_per_shard().saturating_mul(plan.tile_bytes());
            if bytes > USUAL_SHARD_BYTES
                || next.tiles_per_shard() > MOST_TILES
                || longest.div_ceil(tiles) < SHARDS_ALONG_DOMAIN
                || has_few_strips(tiles)
            {
                break;
            }
            chosen = next;
        }
        chosen
    }

    /// Makes shards of edge `edge`, in cells, or none for 0. A table of a single tile, which may have been cut
    /// to the domain, has none either where the edge is a longer one.
    ///
    /// # Errors
    /// When the edge is no multiple of the tiles', or a shard would hold more than 2^16 tiles.
    pub fn with_edge(plan: &Plan, edge: u32) -> Result<Self, InvalidInput> {
        let tiling = plan.tiling();
        let longest = tiling.edges().largest();
        if edge == 0 || tiling.count() == 1 && edge >= longest {
            return Ok(Sharding::NONE);
        }
        let refuse = |kind, problem: String, hint: String| {
            Err(InvalidInput::new(kind, format!("shard {edge}"), problem, hint))
        };
        if !edge.is_multiple_of(longest) {
            return refuse(
                InvalidInputKind::OutOfRange,
                format!("shards of edge {edge} cannot be filled with tiles of edge {longest}"),
                format!("give a multiple of {longest}, or 0 for a file for each tile"),
            );
        }
        let tiles = edge / longest;
        let sharding = Sharding { tiles: Coordinates(tiling.grid().map(|count| count.min(tiles))) };
        let held = sharding.tiles_per_shard();
        if held > MOST_TILES {
            return refuse(
                InvalidInputKind::TooLarge,
                format!("a shard of edge {edge} would hold {held} tiles"),
                format!("choose a smaller edge: at most {MOST_TILES} tiles lie in a shard"),
            );
        }
        Ok(sharding)
    }

    /// Returns the sharding whose shards have this shape in cells, if there is one.
    pub(crate) fn of_shape(plan: &Plan, shape: &[u32]) -> Option<Self> {
        let edges = plan.tiling().chunk_shape();
        if shape.len() != edges.len() {
            return None;
        }
        let is_multiple = |(shard, tile): (&u32, &u32)| *shard > 0 && shard.is_multiple_of(*tile);
        if !shape.iter().zip(edges).all(is_multiple) {
            return None;
        }
        let counts: Vec<u32> = shape.iter().zip(edges).map(|(shard, tile)| shard / tile).collect();
        let tiles = Coordinates::padded(&counts, 1);
        let fits = tiles.iter().zip(plan.tiling().grid().iter()).all(|(count, grid)| count <= grid);
        let sharding = Sharding { tiles };
        (fits && sharding.tiles_per_shard() <= MOST_TILES).then_some(sharding)
    }

    /// Returns whether each tile has a file of its own.
    pub fn is_none(&self) -> bool {
        self.tiles_per_shard() == 1
    }

    /// Returns the number of tiles that a shard has room for.
    pub fn tiles_per_shard(&self) -> u64 {
        self.tiles.iter().map(|&count| u64::from(count)).product()
    }

    /// Returns how many tiles lie along each edge of a shard.
    pub fn tiles(&self) -> Coordinates {
        self.tiles
    }

    /// Returns the edges of a shard in cells, one for each heap.
    pub fn shard_shape(&self, plan: &Plan) -> Vec<u32> {
        let tiling = plan.tiling();
        let heaps = plan.job().domain().heaps();
        (self.tiles * tiling.edges()).unpadded(heaps).to_vec()
    }

    /// Returns the number of files that a complete table of the plan has, besides the metadata.
    pub fn files(&self, plan: &Plan) -> u64 {
        if self.is_none() { plan.tiling().count() } else { self.shards(plan).len() as u64 }
    }

    /// Returns the first tile that a shard has room for.
    pub(crate) fn first_tile(&self, shard: TileIndex) -> TileIndex {
        shard * self.tiles
    }

    /// Returns the shard of a tile, and the number of the tile in it.
    pub(crate) fn locate(&self, tile: TileIndex) -> (TileIndex, usize) {
        (tile / self.tiles, (tile % self.tiles).row_major_index(self.tiles))
    }

    /// Lists the tiles that a shard has room for, in the order of their numbers.
    pub(crate) fn tiles_of(&self, shard: TileIndex) -> impl Iterator<Item = TileIndex> + use<> {
        let origin = self.first_tile(shard);
        Coordinates::cells_of_box(self.tiles).map(move |step| origin + step)
    }

    /// Lists the tiles of a shard that meet the domain, with their numbers in it.
    pub(crate) fn tiles_within(
        &self,
        plan: &Plan,
        shard: TileIndex,
    ) -> impl Iterator<Item = (usize, TileIndex)> {
        let tiling = plan.tiling();
        self.tiles_of(shard).enumerate().filter(move |&(_, tile)| tiling.holds(tile))
    }

    /// Lists the shards that hold a tile of the plan.
    pub(crate) fn shards(&self, plan: &Plan) -> Vec<TileIndex> {
        let mut shards: Vec<TileIndex> =
            plan.tiling().tiles().map(|tile| self.locate(tile).0).collect();
        shards.sort_unstable();
        shards.dedup();
        shards
    }

    /// Estimates from above the bytes of the chunks that wait for their shards to be whole, when tiles
    /// are finished front by front, and of the shards that threads write: their chunks, and the file they make.
    pub fn open_bytes(&self, plan: &Plan) -> u64 {
        if self.is_none() {
            return 0;
        }
        // For each front, the change in the number of tiles that lie in open shards.
        let fronts = plan.tiling().grid().sum() as usize + 1;
        let mut change = vec![0i64; fronts + 1];
        for shard in self.shards(plan) {
            let tiles: Vec<usize> =
                self.tiles_within(plan, shard).map(|(_, tile)| tile.sum() as usize).collect();
            let last = tiles.iter().copied().max().unwrap_or(0);
            tiles.iter().for_each(|&front| change[front] += 1);
            change[last + 1] -= tiles.len() as i64;
        }
        let open = change.iter().scan(0, |open, change| {
            *open += change;
            Some(*open)
        });
        let waiting = (open.max().unwrap_or(0) as u64).saturating_mul(plan.tile_bytes());
        let shard = self.tiles_per_shard().saturating_mul(plan.tile_bytes());
        let writing = (2 * rayon::current_num_threads() as u64).saturating_mul(shard);
        waiting.saturating_add(writing.min(plan.table_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(game: &str, side: u32, tile: u32) -> Plan {
        let plan = Plan::parse(game, &side.to_string(), "grundy").expect("a plan");
        plan.with_tile(tile).expect("tiles")
    }

    /// Catches each of the three limits on a usual shard that is missed, or taken for a smaller one.
    #[test]
    fn usual_shards_reach_their_limits() {
        for (game, side, tile, bytes, shard, why) in [
            // 64 tiles take 32 MiB.
            ("nim:2", 32_768, 512, 2 * 512 * 512, 4096, "bytes, and shards along the domain"),
            ("nim:2", 60_000, 512, 4 * 512 * 512, 2048, "bytes"),
            ("nim:1", 1 << 22, 4, 4 * 4, 1 << 18, "tiles"),
            ("nim:2", 512, 4, 2 * 4 * 4, 64, "shards along the domain"),
            ("nim:2", 28, 4, 4 * 4, 4, "shards along the domain, where tiles are few"),
        ] {
            let plan = plan(game, side, tile);
            assert_eq!(plan.tile_bytes(), bytes);
            assert_eq!(Sharding::of_plan(&plan).shard_shape(&plan)[0], shard, "{why}");
        }
    }

    /// Catches ranks that have too few strips, shards that are smaller than ranks need, and shards of one process that
    /// depend on ranks.
    #[test]
    fn ranks_have_enough_strips() {
        for (game, side, tile, ranks, shard) in [
            ("nim:2", 512, 4, 1, 64),
            ("nim:2", 512, 4, 2, 32),
            ("nim:2", 512, 4, 3, 32),
            ("nim:2", 512, 4, 4, 32),
            // 16 strips of a tile are all that there are.
            ("nim:2", 64, 4, 100, 4),
            // Tiles are dealt.
            ("euclid", 512, 4, 8, 64),
        ] {
            let plan = plan(game, side, tile);
            let sharding = Sharding::for_ranks(&plan, ranks);
            assert_eq!(sharding.shard_shape(&plan)[0], shard, "{game} {side} on {ranks} ranks");
        }
    }

    /// Catches a shard that holds more tiles than its index may have, and one that is refused with as many.
    #[test]
    fn shards_hold_at_most_so_many_tiles() {
        let plan = plan("nim:1", 1 << 22, 4);
        let sharding = Sharding::with_edge(&plan, 1 << 18).expect("it holds 2^16 tiles");
        assert_eq!(sharding.tiles_per_shard(), MOST_TILES);
        let refused = Sharding::with_edge(&plan, (1 << 18) + 4).expect_err("it holds more");
        assert_eq!(refused.kind, InvalidInputKind::TooLarge);
        assert_eq!(Sharding::of_shape(&plan, &[1 << 18]), Some(sharding));
        assert_eq!(Sharding::of_shape(&plan, &[(1 << 18) + 4]), None);
    }

    /// Catches a shape that no shard of the plan has.
    #[test]
    fn other_shapes_are_no_shards() {
        let plan = plan("nim:2", 40, 4);
        assert!(Sharding::of_shape(&plan, &[40, 40]).is_some());
        for shape in [&[8, 0][..], &[0, 8], &[8, 6], &[44, 8], &[8], &[8, 8, 8]] {
            assert_eq!(Sharding::of_shape(&plan, shape), None, "{shape:?}");
        }
    }
}
