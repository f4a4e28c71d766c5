//! Batches of waves that are submitted together: as many as the watchdog and the user of a desktop allow.

use std::iter::Peekable;
use std::time::Duration;

use serde::Serialize;

use super::batch_time::BatchTime;
use super::replay::Replay;
use crate::domain::tiling::TileIndex;
use crate::engine::gpu::schedule::Wave;
use crate::engine::gpu::tiles::TilesPlan;

/// Batches in flight, each with a staging buffer, and submissions.
pub(super) const STAGING_BUFFERS: usize = 3;
/// The longest intended time of all submissions in flight together. What other programs draw waits behind them, and a desktop's
/// watchdog resets a GPU that is busy for seconds.
const IN_FLIGHT: Duration = Duration::from_millis(200);
/// The same on adapters that share the machine's memory: most of these draw the desktop, which is usable at some twenty
/// pictures a second.
const IN_FLIGHT_INTEGRATED: Duration = Duration::from_millis(50);
/// The number of workgroups of the first submission, unless they look up many options; later submissions grow or shrink
/// according to their time.
const FIRST_WORKGROUPS: u64 = 1 << 10;
/// The options that the first submission looks up at most: a slow GPU looks up as many in 60 ms.
const FIRST_OPTIONS: u64 = 1 << 26;
/// The options that any submission looks up at most, however quick those before it were: later positions may have more
/// options. A fast GPU looks up as many in half a second.
const MOST_OPTIONS: u64 = 1 << 35;
/// The largest number of waves of a batch; each wave has a uniform and totals.
pub(super) const MOST_WAVES: usize = 512;

/// A batch: waves, and the tiles that are gathered after them. Their results are read back together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// Waves whose slots of the ring are cleared first, if tiles come back.
    pub(super) cleared: Vec<Wave>,
    /// Finished tiles that are scattered before the waves.
    pub(super) scattered: Vec<TileIndex>,
    pub(super) waves: Vec<Wave>,
    /// Whether these waves are replayed.
    pub(super) replays: bool,
    /// Tiles that are gathered after the waves.
    pub(super) tiles: Vec<TileIndex>,
    /// The number of submissions of each dispatch; more than 1 only for a single wave.
    pub(super) parts: u32,
}

impl Batch {
    /// Returns the number of workgroups of each submission.
    pub(super) fn workgroups(&self) -> u64 {
        let all: u64 = self.waves.iter().map(|wave| wave.workgroups as u64).sum();
        all.div_ceil(self.parts.into())
    }

    /// Lowers the number of parts where there are more than rows of workgroups, of which no dimension of a dispatch
    /// exceeds `largest`: no part is empty.
    pub(super) fn limit_parts(&mut self, largest: u32) {
        if let ([wave], 2..) = (self.waves.as_slice(), self.parts) {
            let (_, rows) = wave.grid(largest, self.parts);
            self.parts = self.parts.min(rows);
        }
    }
}

/// The waves of a schedule, batch by batch.
pub(super) struct Batches<'a> {
    waves: Peekable<Box<dyn Iterator<Item = Wave> + 'a>>,
    /// Those whose slots have not been cleared, as far as they are replayed.
    uncleared: Peekable<Box<dyn Iterator<Item = Wave> + 'a>>,
    replay: Replay,
    /// The waves of a batch that is replayed, some of whose tiles are still to be scattered.
    waiting: Option<(Vec<Wave>, u32)>,
    tiles: Option<PendingTiles>,
    limits: Limits,
    /// The largest number of workgroups of a submission so far.
    most_workgroups: u64,
}

/// How many workgroups submissions may have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The first one, and the first one after waves that were replayed.
    first: u64,
    /// Any of them.
    all: u64,
    /// The longest intended time of a submission.
    target: Duration,
}

/// The limits of submissions, those of the engine on a device that draws the desktop too: a page does not know.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct RecordedSubmissions {
    /// How many are in flight.
    pub in_flight: usize,
    /// The milliseconds that each is to take at most.
    pub milliseconds: f64,
    /// Waves of each at most.
    pub most_waves: usize,
}

/// Returns the limits for a page.
pub(in crate::engine::gpu) fn recorded_submissions() -> RecordedSubmissions {
    let milliseconds = Limits::new(true, 0).target.as_secs_f64() * 1000.0;
    RecordedSubmissions { in_flight: STAGING_BUFFERS, milliseconds, most_waves: MOST_WAVES }
}

impl Limits {
    /// Returns the limits for workgroups that look up at most this many options.
    pub(super) fn new(is_integrated: bool, options_of_workgroup: u64) -> Self {
        let options = options_of_workgroup.max(1);
        let first = (FIRST_OPTIONS / options).clamp(1, FIRST_WORKGROUPS);
        let all = (MOST_OPTIONS / options).max(1);
        let in_flight = if is_integrated { IN_FLIGHT_INTEGRATED } else { IN_FLIGHT };
        Limits { first, all, target: in_flight / STAGING_BUFFERS as u32 }
    }
}

/// The tiles that are still to be gathered.
struct PendingTiles {
    /// With the last wave that each crosses, the one that is complete first last.
    by_last_wave: Vec<(u32, TileIndex)>,
    longest: u32,
    waves_per_batch: usize,
    tiles_per_batch: usize,
    /// The number of waves that earlier batches have computed.
    computed: u32,
}

impl PendingTiles {
    /// Returns the number of tiles that are complete after this many waves, at most as many as a batch holds.
    fn complete_after(&self, waves: u32) -> usize {
        let last_first = self.by_last_wave.iter().rev().take(self.tiles_per_batch);
        last_first.take_while(|&&(last, _)| last < waves).count()
    }

    /// Returns how many tiles are scattered by a batch at most. They are read, uploaded and waited for by
    /// turns, and together they are no more than the tiles of a batch that are gathered.
    fn most_scattered(&self) -> usize {
        (self.tiles_per_batch / 4).max(1)
    }

    /// Takes the tiles that are complete, as many as a batch holds.
    fn take(&mut self) -> Vec<TileIndex> {
        let count = self.complete_after(self.computed);
        let taken = self.by_last_wave.split_off(self.by_last_wave.len() - count);
        taken.into_iter().rev().map(|(_, index)| index).collect()
    }
}

impl<'a> Batches<'a> {
    /// Lists the batches of the waves that `waves` lists, the first of which are replayed, within the limits; and of the
    /// tiles of a plan that are gathered, if values come back.
    pub(super) fn new(
        waves: impl Fn() -> Box<dyn Iterator<Item = Wave> + 'a>,
        limits: Limits,
        tiles: Option<&TilesPlan>,
        replay: Replay,
        is_gathered: impl Fn(TileIndex) -> bool,
    ) -> Self {
        let pending = |plan: &TilesPlan| PendingTiles {
            by_last_wave: {
                let tiles = plan.by_last_wave.iter();
                tiles.filter(|&&(_, index)| is_gathered(index)).copied().collect()
            },
            longest: plan.longest,
            waves_per_batch: plan.waves_per_batch as usize,
            tiles_per_batch: plan.tiles_per_batch,
            computed: 0,
        };
        Batches {
            waves: waves().peekable(),
            uncleared: waves().peekable(),
            replay,
            waiting: None,
            tiles: tiles.map(pending),
            limits,
            most_workgroups: limits.first,
        }
    }

    /// Returns the next batch. A wave that is too large for a submission of its own comes alone, in
    /// parts. Tiles that are too many for the batch of their last wave come in batches without
    /// waves, before the ring moves on.
    pub(super) fn next(&mut self) -> Option<Batch> {
        if let Some((waves, parts)) = self.waiting.take() {
            return Some(self.replayed(waves, parts));
        }
        let left = self.take_tiles(0);
        if !left.is_empty() {
            return Some(Batch { tiles: left, parts: 1, ..Batch::default() });
        }
        let is_replayed = |wave: &Wave| wave.index < self.replay.waves;
        let replays = self.waves.peek().is_some_and(is_replayed);
        let (waves, parts) = self.next_waves(replays)?;
        if replays {
            return Some(self.replayed(waves, parts));
        }
        let tiles = self.take_tiles(waves.len());
        let cleared = waves.clone();
        Some(Batch { cleared, waves, tiles, parts, ..Batch::default() })
    }

    /// Takes the waves of the next batch, all of which are replayed or none, and the number of
    /// submissions for them.
    fn next_waves(&mut self, replays: bool) -> Option<(Vec<Wave>, u32)> {
        let past = if replays { self.replay.waves } else { u32::MAX };
        let first = self.waves.next()?;
        let mut workgroups = first.workgroups as u64;
        let parts = workgroups.div_ceil(self.most_workgroups).max(1);
        let mut waves = vec![first];
        let most_waves = self.tiles.as_ref().map_or(MOST_WAVES, |tiles| tiles.waves_per_batch);
        while waves.len() < MOST_WAVES.min(most_waves) && !self.is_full_with(waves.len()) {
            let fits = |next: &Wave| {
                let together = workgroups + next.workgroups as u64;
                next.index < past && together <= self.most_workgroups
            };
            let Some(next) = self.waves.next_if(fits) else { break };
            workgroups += next.workgroups as u64;
            waves.push(next);
        }
        Some((waves, u32::try_from(parts).unwrap_or(u32::MAX)))
    }

    /// Returns the batch that replays these waves; or one that scatters some of the tiles that they
    /// need, if there are too many for a batch, and keeps the waves waiting.
    ///
    /// A tile is scattered as a whole, before the first wave that it meets. So the slots of later waves
    /// are cleared before, as far as tiles reach: there are enough slots for these and for the waves
    /// of a batch, which are needed no more once it is done.
    fn replayed(&mut self, waves: Vec<Wave>, parts: u32) -> Batch {
        let past = waves.last().map_or(0, |last| last.index + 1);
        let longest = self.tiles.as_ref().map_or(1, |tiles| tiles.longest);
        let reach = self.replay.waves.min(past + longest - 1);
        let mut cleared = Vec::new();
        while let Some(wave) = self.uncleared.next_if(|wave| wave.index < reach) {
            cleared.push(wave);
        }
        let most = self.tiles.as_ref().map_or(1, PendingTiles::most_scattered);
        let scattered = self.replay.take(past, most);
        let is_ready = !self.replay.has_more(past);
        if !is_ready {
            self.waiting = Some((waves, parts));
            return Batch { cleared, scattered, parts: 1, ..Batch::default() };
        }
        // None of the tiles that are gathered is complete, but waves count.
        let tiles = self.take_tiles(waves.len());
        if past == self.replay.waves {
            // The waves that follow are searched, which takes longer.
            self.most_workgroups = self.limits.first;
        }
        Batch { cleared, scattered, waves, replays: true, tiles, parts }
    }

    /// Whether this many further waves complete as many tiles as a batch holds.
    fn is_full_with(&self, waves: usize) -> bool {
        self.tiles.as_ref().is_some_and(|tiles| {
            tiles.complete_after(tiles.computed + waves as u32) == tiles.tiles_per_batch
        })
    }

    /// Takes the tiles that are complete after this many further waves.
    fn take_tiles(&mut self, waves: usize) -> Vec<TileIndex> {
        self.tiles.as_mut().map_or_else(Vec::new, |tiles| {
            tiles.computed += waves as u32;
            tiles.take()
        })
    }

    /// Adapts the size of submissions after one of this many workgroups has taken `time`. Replayed waves are
    /// ignored, since they do not show the time of searched ones.
    pub(super) fn learn(&mut self, replays: bool, workgroups: u64, time: BatchTime) {
        let is_replayed = |wave: &Wave| wave.index < self.replay.waves;
        if replays == self.waves.peek().is_some_and(is_replayed) {
            let adapted = adapted(self.most_workgroups, workgroups, time, self.limits.target);
            self.most_workgroups = adapted.min(self.limits.all);
        }
    }
}

/// Returns the workgroups that a submission may have, after one of `workgroups` took `time`: at most twice as many as one
/// that is known to be short, however many are in flight.
fn adapted(most: u64, workgroups: u64, time: BatchTime, target: Duration) -> u64 {
    if time.at_most < target / 2 {
        most.max(workgroups.saturating_mul(2))
    } else if time.at_least > target {
        (most.min(workgroups) / 2).max(1)
    } else {
        most
    }
}

#[cfg(test)]
mod tests;
