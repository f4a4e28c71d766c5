//! The output of a batch: read from its staging buffer, checked, and handed on.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::super::bias;
use super::super::clock::TIMESTAMP_BYTES;
use super::super::device::Fault;
use super::super::kernels::rules;
use super::super::schedule::Wave;
use super::super::tiles::{self, TilesPlan};
use super::super::totals::{self, TOTAL_WORDS};
use super::batches::Batch;
use super::plan::HEAD_BYTES;
use super::{InFlight, Stream};
use crate::domain::tiling::TileIndex;
use crate::engine::{EngineError, Sink, recomputed};
use crate::totals::Statistics;

impl Stream<'_> {
    /// Hands on the results of a finished batch. Returns the time of the batch by the clock of the GPU, if it has one.
    pub(super) fn read(
        &mut self,
        done: InFlight,
        sink: &dyn Sink,
    ) -> Result<Option<Duration>, EngineError> {
        let began = Instant::now();
        let buffer = &done.staging.buffer;
        let mapped = buffer.get_mapped_range(0..self.buffers.bytes_of(&done.batch));
        let mapped =
            mapped.map_err(|error| self.device.error(format!("reading a batch back: {error}")))?;
        let (head, output) = mapped.split_at(HEAD_BYTES as usize);
        let (timestamps, number) = head.split_at(TIMESTAMP_BYTES as usize);
        if number != done.number.to_ne_bytes() {
            return Err(self.device.error(
                "the driver has reported a batch as done whose results are missing: the GPU has failed, or was reset",
            ));
        }
        let mut timestamps: Vec<u64> = bytemuck::pod_collect_to_vec(timestamps);
        if self.device.fault == Some(Fault::HasNoTime) {
            timestamps.fill(0);
        }
        let took = self.clock.as_ref().and_then(|clock| clock.between(&timestamps));
        let (totals, tiles) = output.split_at(self.buffers.totals_bytes_of(&done.batch) as usize);
        let totals = done.batch.waves.iter().zip(totals.chunks(4 * TOTAL_WORDS));
        for (wave, bytes) in totals {
            self.sum = self.sum.merge(self.totals_of(wave, done.batch.replays, bytes, sink)?);
        }
        if let Some(plan) = &self.buffers.tiles {
            self.hand_over(plan, &done.batch, tiles, sink)?;
        }
        drop(mapped);
        buffer.unmap();
        self.idle.push(done.staging);
        self.usage.host_time += began.elapsed();
        Ok(took)
    }

    /// Returns the bound on the values, without a bias.
    fn bound(&self) -> u64 {
        self.kernel.largest_value - u64::from(bias::of(self.plan))
    }

    /// Returns the totals of a wave, and hands them to the sink if no tiles are read back.
    fn totals_of(
        &self,
        wave: &Wave,
        replays: bool,
        bytes: &[u8],
        sink: &dyn Sink,
    ) -> Result<Statistics, EngineError> {
        let mut words = [0; TOTAL_WORDS];
        bytemuck::cast_slice_mut(&mut words).copy_from_slice(bytes);
        let of_rules = self.kernel.rules.as_ref().filter(|_| !replays);
        if let Some((game, index)) = of_rules.zip(rules::first_fault(self.plan, &words)) {
            let position = rules::check_position(self.plan, game, index)?;
            return Err(self.device.impossible_value(format!(
                "the shader noticed something wrong at {position}, where the rules have no fault; its driver may end long \
                 loops early, as llvmpipe does after 65,535 rounds"
            )));
        }
        let (totals, checksum) = totals::of_wave(self.plan, &words);
        let largest_value = self.bound();
        let furthest = totals.furthest_from_0();
        if furthest.unsigned_abs() > largest_value {
            let layer = wave.index;
            return Err(self.device.impossible_value(if replays {
                format!(
                    "in layer {layer}, a tile that an earlier run has finished has no value, or one beyond the \
                     bound {largest_value}"
                )
            } else {
                format!("the shader computed {furthest} in layer {layer}, beyond the bound {largest_value}")
            }));
        }
        if self.transfer.is_none() {
            sink.totals(totals, sink.takes_checksums().then_some(checksum))?;
        }
        Ok(totals)
    }

    /// Checks the tiles of a batch and hands them to the sink, several at once. Tiles of an earlier run are compared
    /// with the stored ones.
    fn hand_over(
        &self,
        plan: &TilesPlan,
        batch: &Batch,
        bytes: &[u8],
        sink: &dyn Sink,
    ) -> Result<(), EngineError> {
        let (faults, tiles) = bytes.split_at(4 * batch.tiles.len());
        let faults: Vec<u32> = bytemuck::pod_collect_to_vec(faults);
        for (&index, &fault) in batch.tiles.iter().zip(&faults) {
            if let Some(position) = tiles::wrong_position(self.plan, index, fault) {
                return Err(self.device.impossible_value(format!(
                    "the shader wrote no value for {position}, or one beyond the bound {}",
                    self.bound()
                )));
            }
        }
        let hand_over = |(&index, bytes): (&TileIndex, &[u8])| -> Result<(), EngineError> {
            recomputed::hand_over_or_compare(
                self.plan,
                sink,
                index,
                tiles::values(self.plan, bytes),
            )
        };
        let mut tiles = batch.tiles.iter().zip(tiles.chunks(4 * plan.words_per_tile as usize));
        if self.plan.job().domain().heaps() == 1 {
            // The period of a subtraction game is looked for in tiles that come in order.
            tiles.try_for_each(hand_over)?;
        } else {
            tiles.collect::<Vec<_>>().into_par_iter().try_for_each(hand_over)?;
        }
        Ok(())
    }
}
