//! The submission of a batch: its commands, in one submission or, where a wave would take too long, in
//! several.

use std::ops::Range;
use std::time::Instant;

use super::super::clock::TIMESTAMP_BYTES;
use super::super::device::Fault;
use super::super::schedule::{Wave, WaveUniform};
use super::super::totals::TOTAL_WORDS;
use super::batches::{Batch, STAGING_BUFFERS};
use super::plan::{HEAD_BYTES, NUMBER_BYTES};
use super::work::{work_of_tiles, work_of_wave};
use super::{InFlight, Staging, Stream, TIMEOUT};
use crate::domain::tiling::Tile;
use crate::engine::{EngineError, Sink};

impl Stream<'_> {
    /// Returns the uniforms of all dispatches of a part of a batch, each of which begins at a multiple
    /// of the stride.
    fn uniforms(&self, batch: &Batch, part: u32) -> Vec<u8> {
        let stride = self.buffers.uniform_stride;
        let mut uniforms = vec![0; batch.waves.len() * stride];
        let mut first_total = 0;
        for (wave, bytes) in batch.waves.iter().zip(uniforms.chunks_mut(stride)) {
            let (workgroup_columns, rows) = wave.grid(self.largest_dispatch, batch.parts);
            let uniform = WaveUniform {
                slots: wave.slots,
                index: wave.index,
                first_workgroup_row: rows_of_part(rows, batch.parts, part).start,
                workgroup_columns,
                first_word: self.first_word(wave),
                first_total,
            };
            bytes[..size_of::<WaveUniform>()].copy_from_slice(bytemuck::bytes_of(&uniform));
            first_total += TOTAL_WORDS as u32;
        }
        uniforms
    }

    /// Returns the word at which the values of a wave begin.
    fn first_word(&self, wave: &Wave) -> u32 {
        self.buffers.tiles.as_ref().map_or(0, |tiles| tiles.first_word(wave.index))
    }

    /// Submits a batch and asks for its output to be mapped. `finished` are the tiles that it scatters.
    pub(super) fn submit(
        &mut self,
        mut batch: Batch,
        finished: &[Tile],
        sink: &dyn Sink,
    ) -> Result<InFlight, EngineError> {
        let began = Instant::now();
        // New staging buffers hold zeros.
        let number = self.number.checked_add(1).unwrap_or(1);
        self.number = number;
        batch.limit_parts(self.largest_dispatch);
        let staging = self.idle.pop().ok_or_else(|| self.device.error("no idle buffer"))?;
        for _ in &batch.waves {
            self.usage.work += work_of_wave(self.kernel);
        }
        if let (Some(transfer), Some(plan)) = (&self.transfer, &self.buffers.tiles) {
            self.usage.work += work_of_tiles(plan, batch.tiles.len());
            for wave in &batch.cleared {
                transfer.place(self.device, plan, wave);
            }
            if finished.is_empty() {
                transfer.choose(self.device, self.plan, &batch.tiles);
            } else {
                transfer.upload(self.device, self.plan, finished);
            }
        }
        let entry_points = self.loaded.entry_points();
        let submissions = if batch.parts == 1 { 1 } else { batch.parts * entry_points as u32 };
        self.usage.submissions += u64::from(submissions);
        let fails = self.device.fault == Some(Fault::Fails(self.usage.submissions));
        for index in 0..submissions {
            let (part, entry_points) = if submissions == 1 {
                (0, 0..entry_points)
            } else {
                // All parts of an entry point come before those of the next one.
                let entry_point = (index / batch.parts) as usize;
                (index % batch.parts, entry_point..entry_point + 1)
            };
            let uniforms = self.uniforms(&batch, part);
            let (is_first, is_last) = (index == 0, index + 1 == submissions);
            let most = if self.device.one_submission_in_flight { 1 } else { STAGING_BUFFERS };
            while self.submissions.len() >= most
                && let Some(oldest) = self.submissions.pop_front()
            {
                self.usage.waited += self.device.wait(&oldest, TIMEOUT, || sink.proceed())?;
            }
            let submission = self.device.scoped("submit a batch", || {
                // Written before the commands below run, and after those of earlier submissions.
                self.device.queue.write_buffer(&self.uniforms, 0, &uniforms);
                self.device.queue.write_buffer(&self.mark, 0, &number.to_ne_bytes());
                let mut encoder = self.device.device.create_command_encoder(&Default::default());
                if is_first {
                    self.clear(&mut encoder, &batch);
                    if let Some(transfer) = &self.transfer {
                        transfer.scatter(&mut encoder, finished.len());
                    }
                }
                let clock = self.clock.as_ref();
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: None,
                    timestamp_writes: clock
                        .and_then(|clock| clock.around(staging.index, is_first, is_last)),
                });
                for (index, wave) in batch.waves.iter().enumerate() {
                    let (columns, rows) = wave.grid(self.largest_dispatch, batch.parts);
                    let rows = rows_of_part(rows, batch.parts, part).len() as u32;
                    let offset = (index * self.buffers.uniform_stride) as u32;
                    for entry_point in entry_points.clone() {
                        self.loaded.dispatch(
                            &mut pass,
                            entry_point,
                            (wave.index, batch.replays),
                            offset,
                            (columns, rows),
                        );
                    }
                }
                drop(pass);
                if is_last {
                    self.bring_back(&mut encoder, &batch, &staging);
                }
                let commands = (!fails).then_some(encoder.finish());
                let submission = self.device.queue.submit(commands);
                if is_last {
                    // A failure shows when the buffer is read.
                    let bytes = 0..self.buffers.bytes_of(&batch);
                    staging.buffer.map_async(wgpu::MapMode::Read, bytes, |_| ());
                }
                submission
            })?;
            self.submissions.push_back(submission);
        }
        let submission = self.submissions.back().cloned();
        let submission =
            submission.ok_or_else(|| self.device.error("a batch without submissions"))?;
        Ok(InFlight { batch, number, staging, submission, began })
    }

    /// Clears the output of a batch.
    fn clear(&self, encoder: &mut wgpu::CommandEncoder, batch: &Batch) {
        if self.transfer.is_some() {
            // The values of a table that stays as a whole are zeros from the first on.
            for wave in batch.cleared.iter().filter(|wave| wave.words > 0) {
                let offset = 4 * u64::from(self.first_word(wave));
                encoder.clear_buffer(&self.values[0], offset, Some(4 * wave.words as u64));
            }
        }
        if !batch.waves.is_empty() {
            encoder.clear_buffer(&self.totals, 0, Some(self.buffers.totals_bytes_of(batch)));
        }
    }

    /// Copies the timestamps and the totals of a batch to its staging buffer, gathers its tiles and copies them too, and
    /// then its number.
    fn bring_back(&self, encoder: &mut wgpu::CommandEncoder, batch: &Batch, staging: &Staging) {
        let target = &staging.buffer;
        if let Some(clock) = &self.clock {
            clock.copy(encoder, staging.index, (target, 0));
        }
        let totals_bytes = self.buffers.totals_bytes_of(batch);
        if totals_bytes > 0 {
            encoder.copy_buffer_to_buffer(&self.totals, 0, target, HEAD_BYTES, totals_bytes);
        }
        if let Some(transfer) = &self.transfer {
            let offset = HEAD_BYTES + totals_bytes;
            transfer.gather(encoder, batch.tiles.len(), (target, offset));
        }
        encoder.copy_buffer_to_buffer(&self.mark, 0, target, TIMESTAMP_BYTES, NUMBER_BYTES);
    }
}

/// Returns the rows of workgroups that belong to a part of a dispatch.
fn rows_of_part(rows: u32, parts: u32, part: u32) -> Range<u32> {
    let at = |part: u32| (u64::from(rows) * u64::from(part) / u64::from(parts)) as u32;
    at(part)..at(part + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a submission without a workgroup, and a row that belongs to no part.
    #[test]
    fn no_part_is_empty() {
        for (workgroups, parts) in [(1000, 1000), (1000, 7), (255, 4), (300_000_000, 100_000)] {
            let waves = vec![Wave { workgroups, ..Wave::default() }];
            let mut batch = Batch { waves, parts, ..Batch::default() };
            batch.limit_parts(65_535);
            let (columns, rows) = batch.waves[0].grid(65_535, batch.parts);
            let mut past = 0;
            for part in 0..batch.parts {
                let of_part = rows_of_part(rows, batch.parts, part);
                assert!(of_part.start == past && !of_part.is_empty(), "{workgroups} {parts}");
                past = of_part.end;
            }
            assert_eq!(past, rows);
            assert!(columns as usize * rows as usize >= workgroups);
            // As many as were requested, where a dispatch has as many rows.
            assert_eq!(batch.parts, parts.min(65_535).min(rows), "{workgroups}");
        }
    }
}
