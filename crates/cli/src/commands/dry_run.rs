//! `grundytab tabulate --dry-run`: the plan, with the expected time; the plan in a line of the log.

use std::time::Duration;

use crate::jobs::run::{Observer, Tabulation, memory_bytes};
use grundytab::engine::{Engine, EngineKind, GpuWork, Prepared};
use grundytab::wording::{bytes_text, counted, joined};
use grundytab::{Error, Job, ValueType};
use serde::Serialize;

use super::failure::{Failure, Result, conclude_in_json};
use super::output::{as_seconds, print};
use super::run_report::gpu_work;
use super::{expected_time, game};

/// A plan that an engine has prepared, and what it takes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlanReport<'a> {
    #[serde(flatten)]
    job: &'a Job,
    /// The engine that would run.
    engine: EngineKind,
    /// Its adapter; `None` on other engines than that on a GPU.
    adapter: Option<String>,
    /// How many positions.
    positions: u64,
    /// How many layers.
    layers: u64,
    /// How many tiles.
    tiles: u64,
    /// The sides of a tile.
    tile_shape: &'a [u32],
    /// The type in which a value is stored.
    value_type: ValueType,
    /// The proven bound on the values.
    value_bound: u64,
    #[serde(skip)]
    bound_reason: &'static str,
    /// The bytes of the table before compression.
    disk_bytes: u64,
    /// The bytes of memory, estimated from above; those of each rank, if there are several.
    memory_bytes: u64,
    /// The bytes of GPU memory.
    gpu_memory_bytes: u64,
    /// The expected time without storing.
    #[serde(rename = "seconds_expected", serialize_with = "as_seconds")]
    #[cfg_attr(test, schemars(with = "f64"))]
    expected: Duration,
    /// By how much longer it takes to store the table, on a disk that takes 500 MB/s; `None` if none is stored.
    #[serde(rename = "seconds_storing_expected", serialize_with = "as_seconds")]
    #[cfg_attr(test, schemars(with = "Option<f64>"))]
    storing: Option<Duration>,
    /// The work of the GPU; `None` on other engines.
    gpu: Option<GpuWork>,
    /// How many processes of MPI fill the table; the memory is that of each of them.
    ranks: usize,
}

impl<'a> PlanReport<'a> {
    /// Describes a plan. `expected` is the time without storing, and `waiting` the bytes of chunks whose shards are not
    /// complete yet.
    pub fn of(
        engine: &dyn Engine,
        prepared: &'a dyn Prepared,
        expected: Duration,
        waiting: u64,
    ) -> Self {
        let plan = prepared.plan();
        PlanReport {
            job: plan.job(),
            engine: engine.kind(),
            adapter: engine.adapter(),
            positions: plan.job().domain().positions(),
            layers: plan.job().layer_count(),
            tiles: plan.tiling().count(),
            tile_shape: plan.tiling().chunk_shape(),
            value_type: plan.value_type(),
            value_bound: plan.bound().largest_value,
            bound_reason: plan.bound().reason,
            disk_bytes: plan.table_bytes(),
            memory_bytes: memory_bytes(prepared, waiting),
            gpu_memory_bytes: prepared.memory().device_bytes,
            expected,
            storing: None,
            gpu: prepared.gpu_work(),
            ranks: 1,
        }
    }

    /// Describes the plan of a tabulation.
    pub fn of_tabulation(tabulation: &'a Tabulation<'_, impl Observer>) -> Self {
        let (engine, prepared) = (tabulation.engine(), tabulation.prepared());
        let waiting = tabulation.waiting_bytes();
        let storing = tabulation.expected_to_store();
        PlanReport { storing, ..PlanReport::of(engine, prepared, tabulation.expected(), waiting) }
    }

    /// Describes the plan for several ranks, with the memory of one of them. The time stays that of one process.
    ///
    /// # Errors
    /// If the shards do not fit the plan.
    pub fn over_ranks(
        self,
        tabulation: &Tabulation<'_, impl Observer>,
        ranks: usize,
    ) -> Result<Self> {
        let memory_bytes = tabulation.memory_bytes_of_rank(ranks)?;
        Ok(PlanReport { memory_bytes, ranks, ..self })
    }

    /// Prints the plan, and whether the machine has the resources for it.
    ///
    /// # Errors
    /// If the machine lacks the memory or the disk space. A program that reads JSON gets one object, which holds the plan and the error.
    pub fn print(&self, json: bool, has_resources: std::result::Result<(), Error>) -> Result<()> {
        let failure = has_resources.map_err(Failure::from).err();
        if json {
            return conclude_in_json(self, failure);
        }
        self.print_text();
        failure.map_or(Ok(()), Err)
    }

    /// Writes the plan into the log.
    pub fn log(&self) {
        log::info!(
            "plan: {}, engine {}; {}, {} of {}, {} on disk before compression, memory {}, GPU memory {}, {}",
            game::job_text(self.job),
            self.engine,
            counted(self.positions, "position"),
            counted(self.tiles, "tile"),
            joined(self.tile_shape, "x"),
            bytes_text(self.disk_bytes),
            bytes_text(self.memory_bytes),
            bytes_text(self.gpu_memory_bytes),
            expected_time::in_words(self.expected),
        );
    }

    fn print_text(&self) {
        print(format!(
            "{}, engine {}\n\
             positions    {}\n\
             layers       {}\n\
             tiles        {} of {}\n\
             values       {}, at most {} ({})\n\
             disk         {}, before compression{}\n\
             memory       {}{}\n\
             GPU memory   {}",
            game::job_text(self.job),
            self.engine,
            self.positions,
            self.layers,
            self.tiles,
            joined(self.tile_shape, "x"),
            self.value_type,
            self.value_bound,
            self.bound_reason,
            bytes_text(self.disk_bytes),
            self.storing
                .map(|time| format!("; {}", expected_time::of_storing(time)))
                .unwrap_or_default(),
            bytes_text(self.memory_bytes),
            if self.ranks > 1 {
                format!(" on each of {} ranks", self.ranks)
            } else {
                String::new()
            },
            bytes_text(self.gpu_memory_bytes),
        ));
        if let Some(work) = self.gpu {
            print(format!("GPU work     {}", gpu_work(work)));
        }
        let by = if self.ranks > 1 { ", by one process" } else { "" };
        print(format!("time         {}{by}", expected_time::in_words(self.expected)));
    }
}
