//! Batches of stages that are submitted together: as many as a desktop's watchdog allows.

use std::iter::Peekable;
use std::time::Duration;

use super::replay::Replay;
use crate::domain::tiling::TileIndex;
use crate::engine::gpu::schedule::Stage;
use crate::engine::gpu::tiles::TilesPlan;

/// The intended time of a submission: a desktop's watchdog resets a GPU that is busy for seconds.
const SUBMISSION_TARGET: Duration = Duration::from_millis(200);
/// The number of workgroups of the first submission, unless they look up many options; later submissions grow or shrink
/// according to their time.
const FIRST_WORKGROUPS: u64 = 1 << 10;
/// The options that the first submission looks up at most: a slow GPU looks up as many in a quarter of a second.
const FIRST_OPTIONS: u64 = 1 << 28;
/// The options that any submission looks up at most, however quick those before it were: later positions may have more
/// options. A fast GPU looks up as many in half a second.
const MOST_OPTIONS: u64 = 1 << 35;
/// The largest number of stages of a batch; each stage has a uniform and totals.
pub(super) const MOST_STAGES: usize = 512;

/// A batch: stages, and the tiles that are gathered after them. Their results are read back together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// Stages whose slots of the ring are cleared first, if tiles come back.
    pub(super) cleared: Vec<Stage>,
    /// Finished tiles that are scattered before the stages.
    pub(super) scattered: Vec<TileIndex>,
    pub(super) stages: Vec<Stage>,
    /// Whether these stages are replayed.
    pub(super) replays: bool,
    /// Tiles that are gathered after the stages.
    pub(super) tiles: Vec<TileIndex>,
    /// The number of submissions of each dispatch; more than 1 only for a single stage.
    pub(super) parts: u32,
}

impl Batch {
    /// Returns the number of workgroups of each submission.
    pub(super) fn workgroups(&self) -> u64 {
        let all: u64 = self.stages.iter().map(|stage| stage.workgroups as u64).sum();
        all.div_ceil(self.parts.into())
    }

    /// Lowers the number of parts where there are more than rows of workgroups, of which no dimension of a dispatch
    /// exceeds `largest`: no part is empty.
    pub(super) fn limit_parts(&mut self, largest: u32) {
        if let ([stage], 2..) = (self.stages.as_slice(), self.parts) {
            let (_, rows) = stage.grid(largest, self.parts);
            self.parts = self.parts.min(rows);
        }
    }
}

/// The stages of a schedule, batch by batch.
pub(super) struct Batches<'a> {
    stages: Peekable<Box<dyn Iterator<Item = Stage> + 'a>>,
    /// Those whose slots have not been cleared, as far as they are replayed.
    uncleared: Peekable<Box<dyn Iterator<Item = Stage> + 'a>>,
    replay: Replay,
    /// The stages of a batch that is replayed, some of whose tiles are still to be scattered.
    waiting: Option<(Vec<Stage>, u32)>,
    tiles: Option<PendingTiles>,
    limits: Limits,
    /// The largest number of workgroups of a submission so far.
    most_workgroups: u64,
}

/// How many workgroups submissions may have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The first one, and the first one after stages that were replayed.
    first: u64,
    /// Any of them.
    all: u64,
}

impl Limits {
    /// Returns the limits for workgroups that look up at most this many options.
    pub(super) fn for_options(of_workgroup: u64) -> Self {
        match of_workgroup {
            0 => Limits { first: FIRST_WORKGROUPS, all: u64::MAX },
            options => Limits {
                first: (FIRST_OPTIONS / options).clamp(1, FIRST_WORKGROUPS),
                all: (MOST_OPTIONS / options).max(1),
            },
        }
    }
}

/// The tiles that are still to be gathered.
struct PendingTiles {
    /// With the last stage that each crosses, the one that is complete first last.
    by_last_stage: Vec<(u32, TileIndex)>,
    longest: u32,
    stages_per_batch: usize,
    tiles_per_batch: usize,
    /// The number of stages that earlier batches have computed.
    computed: u32,
}

impl PendingTiles {
    /// Returns the number of tiles that are complete after this many stages, at most as many as a batch holds.
    fn complete_after(&self, stages: u32) -> usize {
        let last_first = self.by_last_stage.iter().rev().take(self.tiles_per_batch);
        last_first.take_while(|&&(last, _)| last < stages).count()
    }

    /// Returns how many tiles are scattered by a batch at most. They are read, uploaded and waited for by
    /// turns, and together they are no more than the tiles of a batch that are gathered.
    fn most_scattered(&self) -> usize {
        (self.tiles_per_batch / 4).max(1)
    }

    /// Takes the tiles that are complete, as many as a batch holds.
    fn take(&mut self) -> Vec<TileIndex> {
        let count = self.complete_after(self.computed);
        let taken = self.by_last_stage.split_off(self.by_last_stage.len() - count);
        taken.into_iter().rev().map(|(_, index)| index).collect()
    }
}

impl<'a> Batches<'a> {
    /// Lists the batches of the stages that `stages` lists, the first of which are replayed, within the limits; and of
    /// the tiles of a plan that are gathered, if values come back.
    pub(super) fn new(
        stages: impl Fn() -> Box<dyn Iterator<Item = Stage> + 'a>,
        limits: Limits,
        tiles: Option<&TilesPlan>,
        replay: Replay,
        is_gathered: impl Fn(TileIndex) -> bool,
    ) -> Self {
        let pending = |plan: &TilesPlan| PendingTiles {
            by_last_stage: {
                let tiles = plan.by_last_stage.iter();
                tiles.filter(|&&(_, index)| is_gathered(index)).copied().collect()
            },
            longest: plan.longest,
            stages_per_batch: plan.stages_per_batch as usize,
            tiles_per_batch: plan.tiles_per_batch,
            computed: 0,
        };
        Batches {
            stages: stages().peekable(),
            uncleared: stages().peekable(),
            replay,
            waiting: None,
            tiles: tiles.map(pending),
            limits,
            most_workgroups: limits.first,
        }
    }

    /// Returns the next batch. A stage that is too large for a submission of its own comes alone, in
    /// parts. Tiles that are too many for the batch of their last stage come in batches without
    /// stages, before the ring moves on.
    pub(super) fn next(&mut self) -> Option<Batch> {
        if let Some((stages, parts)) = self.waiting.take() {
            return Some(self.replayed(stages, parts));
        }
        let left = self.take_tiles(0);
        if !left.is_empty() {
            return Some(Batch { tiles: left, parts: 1, ..Batch::default() });
        }
        let is_replayed = |stage: &Stage| stage.index < self.replay.stages;
        let replays = self.stages.peek().is_some_and(is_replayed);
        let (stages, parts) = self.next_stages(replays)?;
        if replays {
            return Some(self.replayed(stages, parts));
        }
        let tiles = self.take_tiles(stages.len());
        let cleared = stages.clone();
        Some(Batch { cleared, stages, tiles, parts, ..Batch::default() })
    }

    /// Takes the stages of the next batch, all of which are replayed or none, and the number of
    /// submissions for them.
    fn next_stages(&mut self, replays: bool) -> Option<(Vec<Stage>, u32)> {
        let past = if replays { self.replay.stages } else { u32::MAX };
        let first = self.stages.next()?;
        let mut workgroups = first.workgroups as u64;
        let parts = workgroups.div_ceil(self.most_workgroups).max(1);
        let mut stages = vec![first];
        let most_stages = self.tiles.as_ref().map_or(MOST_STAGES, |tiles| tiles.stages_per_batch);
        while stages.len() < MOST_STAGES.min(most_stages) && !self.is_full_with(stages.len()) {
            let fits = |next: &Stage| {
                let together = workgroups + next.workgroups as u64;
                next.index < past && together <= self.most_workgroups
            };
            let Some(next) = self.stages.next_if(fits) else { break };
            workgroups += next.workgroups as u64;
            stages.push(next);
        }
        Some((stages, u32::try_from(parts).unwrap_or(u32::MAX)))
    }

    /// Returns the batch that replays these stages; or one that scatters some of the tiles that they
    /// need, if there are too many for a batch, and keeps the stages waiting.
    ///
    /// A tile is scattered as a whole, before the first stage that it meets. So the slots of later stages
    /// are cleared before, as far as tiles reach: there are enough slots for these and for the stages
    /// of a batch, which are needed no more once it is done.
    fn replayed(&mut self, stages: Vec<Stage>, parts: u32) -> Batch {
        let past = stages.last().map_or(0, |last| last.index + 1);
        let longest = self.tiles.as_ref().map_or(1, |tiles| tiles.longest);
        let reach = self.replay.stages.min(past + longest - 1);
        let mut cleared = Vec::new();
        while let Some(stage) = self.uncleared.next_if(|stage| stage.index < reach) {
            cleared.push(stage);
        }
        let most = self.tiles.as_ref().map_or(1, PendingTiles::most_scattered);
        let scattered = self.replay.take(past, most);
        let is_ready = !self.replay.has_more(past);
        if !is_ready {
            self.waiting = Some((stages, parts));
            return Batch { cleared, scattered, parts: 1, ..Batch::default() };
        }
        // None of the tiles that are gathered is complete, but stages count.
        let tiles = self.take_tiles(stages.len());
        if past == self.replay.stages {
            // The stages that follow are searched, which takes longer.
            self.most_workgroups = self.limits.first;
        }
        Batch { cleared, scattered, stages, replays: true, tiles, parts }
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

    /// Adapts the size of submissions after one of this many workgroups has taken `elapsed`. Replayed stages are
    /// ignored, since they do not show the time of searched ones.
    pub(super) fn learn(&mut self, replays: bool, workgroups: u64, elapsed: Duration) {
        let is_replayed = |stage: &Stage| stage.index < self.replay.stages;
        if replays == self.stages.peek().is_some_and(is_replayed) {
            let adapted = adapted(self.most_workgroups, workgroups, elapsed);
            self.most_workgroups = adapted.min(self.limits.all);
        }
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
mod tests;
