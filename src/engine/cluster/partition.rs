//! Which rank computes and stores which tile.
//!
//! The tables of vector games are cut along the first axis into *strips*, which are dealt to the ranks in rounds: of P
//! ranks, rank r has the strips r, r + P, r + 2P, ... Lines along rows never leave a rank. Lines that leave a strip
//! downwards go to the next rank, so that the ranks work in a pipeline. If there are enough rounds, every second round
//! goes backwards, from the last rank to the first. This divides the work evenly if the time of strips grows or
//! shrinks, and saves messages, because the last strip of a round and the first strip of the next round belong to one
//! rank. If half of a mirror symmetric table is computed, a tile below the diagonal belongs to the rank of its mirror
//! image.
//!
//! In digraph games every rank knows the values of the last layers, so that tiles need only be distributed evenly. The
//! tiles of an orbit are filled together and belong to the same rank. The tables of all other games are computed by
//! every rank; only the stored tiles are distributed. If a period is searched in the values, the first rank has all
//! tiles.
//!
//! A file holds all tiles of a shard, so that the tiles of a shard belong to the same rank.

use super::{Network, SingleRank};
use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::digraph_games::symmetry::Symmetry;
use crate::engine::vector_games::alterations::Alterations;
use crate::engine::vector_games::line_numbering::independent_rays;
use crate::engine::vector_games::mirror::{mirror_image, mirror_rays};
use crate::plan::Plan;
use crate::ruleset::Method;
use crate::totals::provable;

/// The least number of strips for each rank, if there are enough shards. With fewer strips, ranks wait for one another
/// at the beginning and at the end.
const STRIPS_PER_RANK: u32 = 4;
/// The least number of strips of all ranks. If half of a table is computed, its first strips are the longest, and with
/// few strips one rank would have much more work than another.
const LEAST_STRIPS: u32 = 16;

/// With fewer rounds or more ranks, all rounds go forwards, because the first rank waits for nearly two rounds where
/// the direction changes. In a simulation of the pipeline, backward rounds changed the efficiency for half of a table
/// of Wythoff Nim in 4 rounds from 0.78 to 0.81 on 8 ranks, and from 0.82 to 0.78 on 64.
const ROUNDS_TO_TURN: u32 = 4;
const MOST_RANKS_TO_TURN: usize = 16;

/// The largest default number of tiles of a table that several ranks fill in strips.
const MOST_TILES: u64 = 1 << 22;
/// The least number of cells of such a tile.
const LEAST_CELLS: u64 = 1 << 14;
/// The least number of rows of tiles of a rank, where possible; a rank also has at least one row for each thread.
const LEAST_ROWS: usize = 16;

/// The assignment of the tiles of a plan to ranks, which compute and store them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    ranks: usize,
    /// Tiles along each edge of a shard.
    shard: Coordinates,
    rule: Rule,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Rule {
    /// Strips of this many shards along an axis; whether half of the table is computed, and whether every second round
    /// goes backwards.
    Strips { axis: usize, height: u32, is_folded: bool, turns: bool },
    /// All tiles belong to the first rank.
    First,
    /// Shards in turn, with the shards of an orbit together. `grid` has the number of shards along each axis.
    Dealt { symmetry: Symmetry, grid: Coordinates },
}

impl Partition {
    /// The partition for a single rank.
    pub(crate) const SINGLE_RANK: Partition =
        Partition { ranks: 1, shard: Coordinates([1; MAX_HEAPS]), rule: Rule::First };

    /// Divides the tiles of a plan among ranks. A shard has `shard` tiles along each edge.
    pub fn new(plan: &Plan, shard: Coordinates, ranks: usize) -> Self {
        let grid = plan.tiling().grid().div_ceil(shard);
        let rule = match plan.job().method() {
            _ if provable(plan.job()).is_some() => Rule::First,
            // One heap follows another.
            Method::TakeAndBreak(_) => Rule::First,
            Method::VectorGrundy(_)
            | Method::VectorPalaces(_)
            | Method::Partizan(_)
            | Method::Scores(_) => {
                let axis = first_axis(plan);
                let height = grid[axis].div_ceil(least_strips(ranks));
                let rounds = grid[axis].div_ceil(height) / (ranks as u32).max(1);
                let turns = rounds >= ROUNDS_TO_TURN && ranks <= MOST_RANKS_TO_TURN;
                Rule::Strips { axis, height, is_folded: is_folded(plan), turns }
            }
            Method::Digraph(game) => Rule::Dealt { symmetry: Symmetry::of(game), grid },
            Method::Array
            | Method::Clauses(_)
            | Method::DigraphFour(_)
            | Method::Euclid(_)
            | Method::Fibonacci
            | Method::Loopy(_)
            | Method::SubtractionGrundy(_)
            | Method::SubtractionPalaces(_) => Rule::Dealt { symmetry: Symmetry::none(), grid },
        };
        Partition { ranks, shard, rule }
    }

    /// Returns the number of ranks.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Returns the rank that computes and stores a tile.
    pub fn owner(&self, tile: TileIndex) -> usize {
        if self.ranks == 1 {
            return 0;
        }
        let shard = Coordinates::from_fn(|axis| tile[axis] / self.shard[axis]);
        match &self.rule {
            Rule::First => 0,
            Rule::Strips { axis, height, is_folded, turns } => {
                // Along the last two axes, of which a folded table may have the first one as its own.
                let row = if *is_folded {
                    shard[*axis].min(mirror_image(shard)[*axis])
                } else {
                    shard[*axis]
                };
                let strip = (row / height) as usize;
                let (round, place) = (strip / self.ranks, strip % self.ranks);
                if *turns && round % 2 == 1 { self.ranks - 1 - place } else { place }
            }
            Rule::Dealt { symmetry, grid } => {
                symmetry.canonical_image(shard).row_major_index(*grid) % self.ranks
            }
        }
    }
}

/// Returns into how many strips a table is cut for this many ranks, if it has as many shards.
pub(crate) fn least_strips(ranks: usize) -> u32 {
    STRIPS_PER_RANK.saturating_mul(ranks as u32).max(LEAST_STRIPS)
}

fn first_axis(plan: &Plan) -> usize {
    MAX_HEAPS - plan.job().domain().heaps()
}

/// Returns the axis along which the table of a plan is cut into strips, if it is.
pub(crate) fn axis_of_strips(plan: &Plan) -> Option<usize> {
    let partition = Partition::new(plan, Coordinates([1; MAX_HEAPS]), 1);
    matches!(partition.rule, Rule::Strips { .. }).then(|| first_axis(plan))
}

/// Returns the plan with smaller tiles, where several ranks have strips of its table and no edge was requested: a tile is
/// computed by one thread, after its neighbours, so that no more threads of a rank have work than it has rows of tiles.
/// Each rank has at most this many threads. A table that is gone on with keeps its tiles.
pub fn fit_tiles(plan: Plan, ranks: usize, threads: usize) -> Plan {
    let axis = axis_of_strips(&plan).filter(|_| ranks > 1 && plan.asked_tile().is_none());
    let Some(axis) = axis else { return plan };
    let rows = (ranks * threads.max(LEAST_ROWS)) as u64;
    let own = plan.tiling().edges().largest();
    let edges = (4..31).map(|log| 1 << log).take_while(|&edge| edge < own);
    let cut = |edge: u32| plan.clone().with_tile(edge).ok();
    let is_allowed = |plan: &Plan| {
        plan.tiling().tile_cells() >= LEAST_CELLS && plan.tiling().count() <= MOST_TILES
    };
    let has_rows = |plan: &Plan| u64::from(plan.tiling().grid()[axis]) >= rows;
    let mut allowed = edges.filter_map(cut).filter(is_allowed).chain([plan.clone()]);
    // The largest tiles that leave enough rows, since they take less time for a cell; else the smallest.
    let Some(smallest) = allowed.next() else { return plan };
    if !has_rows(&smallest) {
        return smallest;
    }
    allowed.take_while(has_rows).last().unwrap_or(smallest)
}

/// Returns whether half of the plan's table is computed, and the other half is its mirror image.
fn is_folded(plan: &Plan) -> bool {
    let Method::VectorGrundy(game) = plan.job().method() else { return false };
    let sides = plan.job().domain().sides();
    let alterations = Alterations::new(game, sides);
    mirror_rays(plan, &[alterations], &independent_rays(game, sides)).is_some()
}

/// What a rank has of a table: its own tiles, and the way to the ranks that have the others.
#[derive(Clone, Copy)]
pub struct Share<'a> {
    /// The ranks.
    pub network: &'a dyn Network,
    /// Who has which tile.
    pub partition: &'a Partition,
}

impl Share<'_> {
    /// The whole table.
    pub const ALL: Share<'static> =
        Share { network: &SingleRank, partition: &Partition::SINGLE_RANK };

    /// Returns whether this rank computes and stores a tile.
    pub fn has(&self, tile: TileIndex) -> bool {
        self.partition.owner(tile) == self.network.rank()
    }

    /// Returns whether there are other ranks.
    pub fn is_divided(&self) -> bool {
        self.network.size() > 1
    }
}
