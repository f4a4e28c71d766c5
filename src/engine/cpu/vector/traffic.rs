//! What ranks will send to one another, counted before anything runs.

use std::collections::BTreeMap;

use super::mirror::is_on_diagonal;
use super::wavefront::{LineRule, Wavefront};
use crate::domain::tiling::TileIndex;
use crate::engine::Traffic;
use crate::engine::cluster::{Alone, Partition, Share};
use crate::engine::vector_games::line_map::lines_from;

impl<R: LineRule> Wavefront<'_, R> {
    /// Counts what each rank will send. Messages are exact, and so are the bytes of states that all take the same.
    pub(super) fn traffic_of_ranks(&self, partition: &Partition) -> Vec<Traffic> {
        let sources = self.sources(Share { network: &Alone, partition });
        let (edges, rays, altered) =
            (self.plan.tiling().edges(), self.rays(), self.altered_backs());
        let lines_from =
            |back| -> u64 { rays.iter().map(|&ray| lines_from(ray, edges, back)).sum() };
        let lines: BTreeMap<TileIndex, u64> =
            sources.backs.iter().map(|&back| (back, lines_from(back))).collect();
        let mut sent = vec![Traffic::default(); partition.ranks()];
        for index in self.plan.tiling().tiles().filter(|&index| sources.is_computed(index)) {
            let owner = partition.owner(index);
            let takers = sources.takers(index);
            if takers.iter().all(|&taker| partition.owner(taker) == owner) {
                continue;
            }
            let mut parcels: BTreeMap<usize, (u64, bool)> = BTreeMap::new();
            for taker in takers {
                let (lines_taken, has_values) = parcels.entry(partition.owner(taker)).or_default();
                for (&back, &lines) in &lines {
                    let Some(behind) = taker.checked_sub(back) else { continue };
                    // A tile on the diagonal takes the two lines of a pair as one.
                    let is_taken = behind == index
                        || sources.keeper(behind) == index && !is_on_diagonal(taker);
                    *lines_taken += if is_taken { lines } else { 0 };
                }
                *has_values |= sources.looks_up(taker, index, &altered);
            }
            let of_line = self.rule.bytes_sent((index * edges).sum());
            for (_, (lines, has_values)) in parcels.into_iter().filter(|&(rank, _)| rank != owner) {
                let values = if has_values { self.plan.tile_bytes() } else { 0 };
                sent[owner].messages += 1;
                sent[owner].bytes += INDEX_BYTES + (lines as f64 * of_line) as u64 + values;
            }
        }
        sent
    }
}

/// Bytes of the index with which a message begins.
const INDEX_BYTES: u64 = size_of::<TileIndex>() as u64;
