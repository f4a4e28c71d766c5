//! A kernel in the interpreter, wave by wave, as `stream/` runs it on a device.

use crate::engine::Wanted;
use shader_races::naga::Span;
use shader_races::{Fault, Machine, Permission, Program};

use super::cases::HARDWARE;
use crate::domain::{Coordinates, Position};
use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::schedule::WaveUniform;
use crate::engine::gpu::testing::plan;
use crate::engine::gpu::tiles::{values, words_per_tile, wrong_position};
use crate::engine::gpu::totals::{self, TOTAL_WORDS};
use crate::plan::Plan;
use crate::table::InMemoryTable;
use crate::totals::{Statistics, checksum_of_tile};

/// Workgroups of a row at most: few, so that dispatches have several rows.
const COLUMNS: u32 = 3;

/// A table that a kernel fills, in workgroups of a shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case {
    pub(super) game: &'static str,
    pub(super) domain: &'static str,
    pub(super) quantity: &'static str,
    /// Memory of a workgroup in bytes, and its invocations at most.
    pub(super) shape: (u32, u32),
    /// Bytes of a binding at most.
    pub(super) binding: u64,
    /// The place among those that take turns, and how many do.
    pub(super) turn: usize,
    pub(super) turns: usize,
}

/// A case with what is made of it.
pub(super) struct Loaded {
    pub(super) case: Case,
    wanted: Wanted,
    pub(super) plan: Plan,
    pub(super) kernel: Kernel,
    pub(super) program: Program,
}

impl Case {
    /// Returns a table that is computed in each run, in workgroups of hardware's shape and with bindings as every adapter
    /// has them.
    pub(super) fn new(game: &'static str, domain: &'static str, quantity: &'static str) -> Self {
        Case { game, domain, quantity, shape: HARDWARE, binding: 1 << 27, turn: 0, turns: 1 }
    }

    pub(super) fn load(self, wanted: Wanted) -> Loaded {
        let plan = plan(self.game, self.domain, self.quantity);
        let (bytes, invocations) = self.shape;
        let limits = wgpu::Limits {
            max_compute_workgroup_storage_size: bytes,
            max_compute_invocations_per_workgroup: invocations,
            max_storage_buffer_binding_size: self.binding,
            max_storage_buffers_per_shader_stage: 16,
            ..Default::default()
        };
        let kernel = crate::engine::gpu::kernel(&plan, wanted, &limits).expect("a kernel");
        let program = program(&kernel, &kernel.source(), false);
        Loaded { case: self, wanted, plan, kernel, program }
    }
}

/// Reads the shader of a kernel, or a faulty one in its place.
pub(super) fn program(kernel: &Kernel, source: &str, replays: bool) -> Program {
    Program::new(source, &kernel.constants_of(replays, true)).expect("a shader")
}

impl Loaded {
    /// Prepares one of the programs to run.
    pub(super) fn machine<'a>(
        &'a self,
        program: &'a Program,
        permissions: &'a [Permission],
        left_out: &[Span],
    ) -> Machine<'a> {
        let (slot_words, waves) = self.kernel.schedule.extent();
        let tiles = self.plan.tiling().count() as usize;
        let value_words: Vec<usize> = match (&self.kernel.table, self.wanted) {
            (Some(table), _) => {
                table.buffers("values").map(|(_, bytes)| bytes as usize / 4).collect()
            }
            (None, Wanted::Values) => vec![slot_words * waves as usize],
            // As little as `StreamPlan` gives it.
            (None, Wanted::Totals) if self.kernel.reads_values => vec![slot_words],
            (None, Wanted::Totals) => vec![1],
        };
        let words = |group, binding: u32| match (group, binding) {
            (0, 0) => vec![0; size_of::<WaveUniform>() / 4],
            (0, 1) => vec![0; value_words[0]],
            (3, number) => vec![0; value_words[1 + number as usize]],
            (0, _) => {
                let buffer = &self.kernel.buffers[binding as usize - 2];
                let words = buffer.first_bytes().map(|bytes| bytemuck::pod_collect_to_vec(&bytes));
                words.unwrap_or_else(|| vec![0; buffer.bytes() as usize / 4])
            }
            (1, _) => vec![0; TOTAL_WORDS],
            (_, 0) => vec![0; 4 * waves as usize],
            (_, 1) => vec![0; 4 * tiles],
            (_, 2) => vec![0; tiles * words_per_tile(&self.plan) as usize],
            _ => vec![0; tiles],
        };
        Machine::new(program, words, permissions, left_out)
    }

    /// Lists group and binding of the buffers of values.
    pub(super) fn value_buffers(&self) -> Vec<(u32, u32)> {
        let further = self.kernel.further_bindings().map_or(0, |bindings| bindings.types.len());
        let further = (0..further as u32).map(|binding| (3, binding));
        [(0, 1)].into_iter().chain(further).collect()
    }

    /// Runs all waves. The ring has a slot for each of them, if values come back. The totals of all waves are added
    /// to the same words.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn run(&self, machine: &mut Machine) -> Result<(), Fault> {
        self.place_waves(machine);
        let (slot_words, _) = self.kernel.schedule.extent();
        let mut bound = self.kernel.buffer_order(0);
        for wave in self.kernel.schedule.waves() {
            let first_word = match self.wanted {
                Wanted::Values => wave.index * slot_words as u32,
                Wanted::Totals => 0,
            };
            let count = wave.workgroups.max(1) as u32;
            let grid = [count.min(COLUMNS), count.div_ceil(COLUMNS), 1];
            let uniform = WaveUniform {
                slots: wave.slots,
                index: wave.index,
                workgroup_columns: grid[0],
                first_word,
                ..Default::default()
            };
            machine.buffer(0, 0).copy_from_slice(bytemuck::cast_slice(&[uniform]));
            for (place, buffer) in self.kernel.buffer_order(wave.index).into_iter().enumerate() {
                let from = bound.iter().position(|&other| other == buffer).expect("every buffer");
                bound.swap(place, from);
                machine.exchange_buffers((0, 2 + place as u32), (0, 2 + from as u32));
            }
            for entry_point in self.kernel.entry_points {
                machine.dispatch(entry_point, grid)?;
            }
        }
        Ok(())
    }

    /// Says where the values of all waves lie.
    fn place_waves(&self, machine: &mut Machine) {
        let (slot_words, _) = self.kernel.schedule.extent();
        for wave in self.kernel.schedule.waves() {
            let place = wave.place(wave.index * slot_words as u32);
            machine.buffer(2, 0)[4 * wave.index as usize..][..4]
                .copy_from_slice(bytemuck::cast_slice(&[place]));
        }
    }

    /// Returns the words of `tile_origins` for all tiles, of which this number of waves is scattered.
    fn origins(&self, waves: u32) -> Vec<u32> {
        let tiling = self.plan.tiling();
        let origin = |index| {
            let Coordinates([_, x, y, z]) = tiling.region(index).origin;
            [x, y, z, waves]
        };
        tiling.tiles().flat_map(origin).collect()
    }

    /// Replays all waves, from the tiles that a machine has gathered, and compares what is left with what
    /// that machine left: the states of lines or thresholds, and the totals.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn replay_and_compare(
        &self,
        ran: &mut Machine,
        permissions: &[Permission],
    ) -> Result<(), Fault> {
        let replaying = program(&self.kernel, &self.kernel.source(), true);
        let mut machine = self.machine(&replaying, permissions, &[]);
        self.place_waves(&mut machine);
        *machine.buffer(2, 1) = self.origins(self.kernel.schedule.extent().1);
        machine.buffer(2, 2).clone_from(ran.buffer(2, 2));
        machine.dispatch("scatter", [2, self.plan.tiling().count() as u32, 1])?;
        for (group, binding) in self.value_buffers() {
            let (found, expected) = (machine.buffer(group, binding), ran.buffer(group, binding));
            assert_eq!(found, expected, "the values of {:?}", self.case);
        }
        self.run(&mut machine)?;
        assert_eq!(machine.buffer(1, 0), ran.buffer(1, 0), "the totals of {:?}", self.case);
        for (binding, buffer) in (2..).zip(&self.kernel.buffers) {
            let (found, expected) = (machine.buffer(0, binding), ran.buffer(0, binding));
            assert!(found == expected, "{} of {:?}", buffer.name, self.case);
        }
        Ok(())
    }

    /// Gathers all tiles.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn gather(&self, machine: &mut Machine) -> Result<(), Fault> {
        let tiling = self.plan.tiling();
        *machine.buffer(2, 1) = self.origins(0);
        machine.buffer(2, 3).fill(0);
        machine.dispatch("gather", [2, tiling.count() as u32, 1])
    }

    /// Returns the positions of the first wrong cells of tiles, as a run on a device reports them.
    pub(super) fn wrong_positions(&self, machine: &mut Machine) -> Vec<Position> {
        let tiles = self.plan.tiling().tiles();
        let faults = tiles.zip(machine.buffer(2, 3).clone());
        faults.filter_map(|(index, fault)| wrong_position(&self.plan, index, fault)).collect()
    }

    /// Returns the table of the CPU engine.
    pub(super) fn truth(&self) -> InMemoryTable {
        InMemoryTable::run(&CpuEngine, &self.plan).expect("the CPU engine runs")
    }

    /// Returns the totals that all waves have added up, with their checksum.
    pub(super) fn totals(&self, machine: &mut Machine) -> (Statistics, u32) {
        let words = machine.buffer(1, 0).first_chunk::<TOTAL_WORDS>();
        totals::of_wave(&self.plan, words.expect("the totals of a wave"))
    }

    /// Returns the totals of a table, with their checksum, which the host computes.
    pub(super) fn totals_of(&self, table: &InMemoryTable) -> (Statistics, u32) {
        let (tiling, job) = (self.plan.tiling(), self.plan.job());
        let of_tile = |index| {
            let (region, mut values) = (tiling.region(index), self.plan.blank_tile());
            for (at, cell) in region.runs().flat_map(|run| run.cells().collect::<Vec<_>>()) {
                let value = table.values()[at.row_major_index(job.domain().sides())];
                values.write(cell, &[value]);
            }
            let statistics = Statistics::of_tile(job, &region, &values);
            (statistics, checksum_of_tile(&region, &values))
        };
        tiling.tiles().map(of_tile).fold(Default::default(), |(all, sum), (of_tile, checksum)| {
            (Statistics::merge(all, of_tile), u32::wrapping_add(sum, checksum))
        })
    }

    /// Runs all waves, gathers all tiles and compares them, and the totals, with the table of the CPU engine.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn run_and_compare(&self, machine: &mut Machine) -> Result<(), Fault> {
        let truth = self.truth();
        self.run(machine)?;
        assert_eq!(self.totals(machine), self.totals_of(&truth), "{:?}", self.case);
        self.gather(machine)?;
        assert_eq!(self.wrong_positions(machine), [], "{:?}", self.case);
        let (tiling, sides) = (self.plan.tiling(), self.plan.job().domain().sides());
        let words = machine.buffer(2, 2).clone();
        for (index, words) in tiling.tiles().zip(words.chunks(words_per_tile(&self.plan) as usize))
        {
            let values = values(&self.plan, bytemuck::cast_slice(words));
            for run in tiling.region(index).runs() {
                for (at, cell) in run.cells() {
                    let expected = truth.values()[at.row_major_index(sides)];
                    assert_eq!(values.get(cell), expected, "{at:?} of {:?}", self.case);
                }
            }
        }
        Ok(())
    }
}
