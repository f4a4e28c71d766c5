//! A kernel in the interpreter, stage by stage, as `stream/` runs it on a device.

use crate::domain::Coordinates;
use crate::engine::cpu::CpuEngine;
use crate::engine::gpu::Output;
use crate::engine::gpu::buffer::Content;
use crate::engine::gpu::kernel::Kernel;
use crate::engine::gpu::schedule::DispatchUniform;
use crate::engine::gpu::testing::{Collected, plan};
use crate::engine::gpu::tests::interpreter::{Fault, Machine, Permission, Program};
use crate::engine::gpu::totals::STAGE_WORDS;
use crate::plan::Plan;
use crate::table::InMemoryTable;

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
}

/// A case with what is made of it.
pub(super) struct Loaded {
    pub(super) case: Case,
    pub(super) plan: Plan,
    pub(super) kernel: Kernel,
    pub(super) program: Program,
}

impl Case {
    pub(super) fn load(self) -> Loaded {
        let plan = plan(self.game, self.domain, self.quantity);
        let (bytes, invocations) = self.shape;
        let limits = wgpu::Limits {
            max_compute_workgroup_storage_size: bytes,
            max_compute_invocations_per_workgroup: invocations,
            ..Default::default()
        };
        let kernel = crate::engine::gpu::kernel(&plan, Output::Values, &limits).expect("a kernel");
        let program = Program::new(kernel.source(), &kernel.constants);
        Loaded { case: self, plan, kernel, program }
    }
}

impl Loaded {
    /// Prepares the kernel to run.
    pub(super) fn machine<'a>(
        &'a self,
        permissions: &'a [Permission],
        left_out: &[naga::Span],
    ) -> Machine<'a> {
        let stages = self.kernel.schedule.stages();
        let most_words = stages.map(|stage| stage.words).max().unwrap_or(0);
        let words = |group, binding: u32| match binding {
            0 if group == 1 => vec![0; STAGE_WORDS],
            0 => vec![0; self.kernel.schedule.uniform_bytes() / 4],
            1 => vec![0; most_words],
            _ => match &self.kernel.buffers[binding as usize - 2].content {
                Content::Given(bytes) => bytemuck::pod_collect_to_vec(bytes),
                Content::Zeros(bytes) => vec![0; *bytes as usize / 4],
            },
        };
        Machine::new(&self.program, words, permissions, left_out)
    }

    /// Runs all stages and gives the values of each to `take`.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn run(
        &self,
        machine: &mut Machine,
        mut take: impl FnMut(&crate::engine::gpu::schedule::Stage, &[u32]),
    ) -> Result<(), Fault> {
        let schedule = &self.kernel.schedule;
        for stage in schedule.stages() {
            let count = stage.workgroups.count().max(1) as u32;
            let grid = (count.min(COLUMNS), count.div_ceil(COLUMNS));
            let dispatch = DispatchUniform { workgroup_columns: grid.0, ..Default::default() };
            let uniform = schedule.uniform(&stage, dispatch);
            machine.buffer(0).copy_from_slice(bytemuck::cast_slice(&uniform));
            machine.buffer(1).fill(0);
            for entry_point in self.kernel.entry_points {
                machine.dispatch(entry_point, grid)?;
            }
            for (binding, buffer) in (2..).zip(&self.kernel.buffers) {
                if buffer.changes_places {
                    machine.exchange_with_the_next(binding);
                }
            }
            take(&stage, &machine.buffer(1)[..stage.words]);
        }
        Ok(())
    }

    /// Runs all stages and compares the table with that of the CPU engine.
    ///
    /// # Errors
    /// The first fault.
    pub(super) fn run_and_compare(&self, machine: &mut Machine) -> Result<(), Fault> {
        let truth = InMemoryTable::run(&CpuEngine, &self.plan).expect("the CPU engine runs");
        let sides = self.plan.job().domain().sides();
        let found = Collected::default();
        let mut assembler = self.kernel.schedule.assembler(&self.plan, &found);
        self.run(machine, |stage, words| {
            assembler.take(stage, words).expect("every value is written and within the bound");
            assembler.hand_over(stage).expect("no stop");
        })?;
        drop(assembler);
        let expected = |at: Coordinates| truth.values()[at.row_major_index(sides)];
        found.assert_complete(&self.plan, expected);
        Ok(())
    }
}
