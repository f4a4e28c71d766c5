//! Which stages are submitted together: as many as a desktop's watchdog allows, and their output.

use std::iter::Peekable;
use std::time::Duration;

use crate::domain::tiling::TileIndex;
use crate::engine::gpu::schedule::Stage;
use crate::engine::gpu::tiles::TilesPlan;

/// A submission should take about this long: a desktop's watchdog resets a GPU that is busy for
/// seconds.
const SUBMISSION_TARGET: Duration = Duration::from_millis(200);
/// Workgroups of the first submission; later ones grow or shrink with the time they take.
const FIRST_WORKGROUPS: u64 = 1 << 10;
/// Stages of a batch at most; each has a uniform, and totals.
pub(super) const MOST_STAGES: usize = 512;

/// Stages, and the tiles that are gathered after them. Their output comes back together.
pub(super) struct Batch {
    pub(super) stages: Vec<Stage>,
    pub(super) tiles: Vec<TileIndex>,
    /// Submissions that a dispatch is cut into; more than 1 only for a single stage.
    pub(super) parts: u32,
}

impl Batch {
    /// Returns the workgroups of each of its submissions.
    pub(super) fn workgroups(&self) -> u64 {
        let all: u64 = self.stages.iter().map(|stage| stage.workgroups as u64).sum();
        all.div_ceil(self.parts.into())
    }
}

/// The stages of a schedule, batch by batch.
pub(super) struct Batches<'a> {
    stages: Peekable<Box<dyn Iterator<Item = Stage> + 'a>>,
    tiles: Option<PendingTiles>,
    /// Workgroups that a submission may have.
    most_workgroups: u64,
}

/// The tiles that have not been gathered yet.
struct PendingTiles {
    /// With the last stage that each crosses, the one that is complete first last.
    by_last_stage: Vec<(u32, TileIndex)>,
    stages_per_batch: usize,
    tiles_per_batch: usize,
    /// The number of stages that earlier batches have computed.
    computed: u32,
}

impl PendingTiles {
    /// Returns how many tiles are complete after this many stages, as far as a batch holds them.
    fn complete_after(&self, stages: u32) -> usize {
        let last_first = self.by_last_stage.iter().rev().take(self.tiles_per_batch);
        last_first.take_while(|&&(last, _)| last < stages).count()
    }

    /// Takes the tiles that are complete, as many as a batch holds.
    fn take(&mut self) -> Vec<TileIndex> {
        let count = self.complete_after(self.computed);
        let taken = self.by_last_stage.split_off(self.by_last_stage.len() - count);
        taken.into_iter().rev().map(|(_, index)| index).collect()
    }
}

impl<'a> Batches<'a> {
    /// Lists the batches of these stages, and of the tiles of a plan if values come back.
    pub(super) fn new(
        stages: Box<dyn Iterator<Item = Stage> + 'a>,
        tiles: Option<&TilesPlan>,
    ) -> Self {
        let pending = |plan: &TilesPlan| PendingTiles {
            by_last_stage: plan.by_last_stage.clone(),
            stages_per_batch: plan.stages_per_batch as usize,
            tiles_per_batch: plan.tiles_per_batch,
            computed: 0,
        };
        Batches {
            stages: stages.peekable(),
            tiles: tiles.map(pending),
            most_workgroups: FIRST_WORKGROUPS,
        }
    }

    /// Returns the next batch. A stage that is too large for a submission of its own comes alone, in
    /// parts. Tiles that are too many for the batch of their last stage come in batches without
    /// stages, before the ring moves on.
    pub(super) fn next(&mut self) -> Option<Batch> {
        let left = self.take_tiles(0);
        if !left.is_empty() {
            return Some(Batch { stages: Vec::new(), tiles: left, parts: 1 });
        }
        let first = self.stages.next()?;
        let mut workgroups = first.workgroups as u64;
        let parts = workgroups.div_ceil(self.most_workgroups).max(1);
        let mut stages = vec![first];
        let most_stages = self.tiles.as_ref().map_or(MOST_STAGES, |tiles| tiles.stages_per_batch);
        while stages.len() < MOST_STAGES.min(most_stages) && !self.is_full_with(stages.len()) {
            let Some(next) = self
                .stages
                .next_if(|next| workgroups + next.workgroups as u64 <= self.most_workgroups)
            else {
                break;
            };
            workgroups += next.workgroups as u64;
            stages.push(next);
        }
        let tiles = self.take_tiles(stages.len());
        Some(Batch { stages, tiles, parts: u32::try_from(parts).unwrap_or(u32::MAX) })
    }

    /// Whether this many further stages complete as many tiles as a batch holds.
    fn is_full_with(&self, stages: usize) -> bool {
        self.tiles.as_ref().is_some_and(|tiles| {
            tiles.complete_after(tiles.computed + stages as u32) == tiles.tiles_per_batch
        })
    }

    /// Takes the tiles that are complete after this many further stages.
    fn take_tiles(&mut self, stages: usize) -> Vec<TileIndex> {
        self.tiles.as_mut().map_or_else(Vec::new, |tiles| {
            tiles.computed += stages as u32;
            tiles.take()
        })
    }

    /// Learns that a submission of this many workgroups has taken `elapsed`.
    pub(super) fn learn(&mut self, workgroups: u64, elapsed: Duration) {
        self.most_workgroups = adapted(self.most_workgroups, workgroups, elapsed);
    }
}

/// Returns the workgroups that a submission may have, after one of `workgroups` took `elapsed`. It does
/// not grow far beyond what has been tried.
fn adapted(most: u64, workgroups: u64, elapsed: Duration) -> u64 {
    if elapsed < SUBMISSION_TARGET / 2 {
        most.saturating_mul(2).min(workgroups.saturating_mul(4).max(most))
    } else if elapsed > SUBMISSION_TARGET * 2 {
        (most.min(workgroups) / 2).max(1)
    } else {
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Coordinates;

    #[test]
    fn submissions_grow_when_short_and_shrink_when_long() {
        let short = SUBMISSION_TARGET / 10;
        assert_eq!(adapted(400, 400, short), 800);
        assert_eq!(adapted(400, 150, short), 600);
        assert_eq!(adapted(400, 3, short), 400);
        assert_eq!(adapted(800, 800, SUBMISSION_TARGET), 800);
        assert_eq!(adapted(800, 600, SUBMISSION_TARGET * 3), 300);
        assert_eq!(adapted(1, 1, SUBMISSION_TARGET * 3), 1);
    }

    fn batches(workgroups: &[usize], tiles: Option<&TilesPlan>) -> Vec<(usize, usize, u32)> {
        let stage = |(index, &count): (u32, &usize)| Stage { index, words: 10, workgroups: count };
        let stages: Vec<Stage> = (0..).zip(workgroups).map(stage).collect();
        let mut batches = Batches::new(Box::new(stages.into_iter()), tiles);
        let next = || batches.next().map(|b| (b.stages.len(), b.tiles.len(), b.parts));
        std::iter::from_fn(next).collect()
    }

    /// Catches a batch that is longer or larger than allowed, and a long stage that is not cut.
    #[test]
    fn batches_keep_to_their_limits() {
        let most = FIRST_WORKGROUPS as usize;
        assert_eq!(batches(&[most / 2; 5], None), [(2, 0, 1), (2, 0, 1), (1, 0, 1)]);
        assert_eq!(batches(&[1, 5 * most - 1, 1], None), [(1, 0, 1), (1, 0, 5), (1, 0, 1)]);
        assert_eq!(batches(&[0; MOST_STAGES + 1], None), [(MOST_STAGES, 0, 1), (1, 0, 1)]);
    }

    /// Catches a tile that is gathered too early, twice or not at all, and a ring that moves on before
    /// the tiles of its oldest stage are gathered.
    #[test]
    fn tiles_follow_their_last_stage() {
        let by_last_stage = |last: &[u32]| {
            let at = |(number, &last): (usize, &u32)| (last, Coordinates([0, 0, number as u32]));
            last.iter().enumerate().map(at).rev().collect()
        };
        let plan = |last: &[u32], tiles_per_batch, stages_per_batch| TilesPlan {
            ring_stages: 4,
            slot_words: 10,
            stages_per_batch,
            tiles_per_batch,
            words_per_tile: 1,
            by_last_stage: by_last_stage(last),
        };
        let two = plan(&[1, 2, 5], 2, 100);
        assert_eq!(batches(&[1; 6], Some(&two)), [(3, 2, 1), (3, 1, 1)]);
        let crowded = plan(&[1, 1, 1, 1, 1, 3], 2, 100);
        assert_eq!(batches(&[1; 4], Some(&crowded)), [(2, 2, 1), (0, 2, 1), (0, 1, 1), (2, 1, 1)]);
        let short = plan(&[4], 2, 2);
        assert_eq!(batches(&[1; 5], Some(&short)), [(2, 0, 1), (2, 0, 1), (1, 1, 1)]);
    }
}
