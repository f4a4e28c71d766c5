//! `grundytab tabulate --dry-run`: the plan, with the expected time; the plan in a line of the log.

use std::time::Duration;

use crate::jobs::run::{Chosen, Observer, Tabulation, memory_bytes};
use grundytab::engine::{EngineKind, GpuWork};
use grundytab::wording::{bytes_text, counted, joined};
use grundytab::{Error, Job, ValueType};
use serde::Serialize;

use super::failure::{Failure, Result, conclude_in_json};
use super::output::{as_seconds, print, print_rows};
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
    /// In which way the options of each clause of written rules are found.
    clauses: Vec<String>,
    /// How many processes of MPI fill the table; the memory is that of each of them.
    ranks: usize,
}

impl<'a> PlanReport<'a> {
    /// Describes a plan, of which nothing is stored.
    pub fn of(chosen: &'a Chosen) -> Self {
        let Chosen { engine, prepared, expected } = chosen;
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
            memory_bytes: memory_bytes(prepared.as_ref(), 1, 0),
            gpu_memory_bytes: prepared.memory().device_bytes,
            expected: *expected,
            storing: None,
            gpu: prepared.gpu_work(),
            clauses: game::clauses_in_words(plan),
            ranks: 1,
        }
    }

    /// Describes the plan of a tabulation by this many ranks, with the memory of one of them. The time is that of one
    /// process.
    ///
    /// # Errors
    /// If the shards do not fit the plan.
    pub fn of_tabulation(
        tabulation: &'a Tabulation<'_, impl Observer>,
        ranks: usize,
    ) -> Result<Self> {
        let memory_bytes = tabulation.memory_bytes(ranks)?;
        let storing = tabulation.expected_to_store();
        Ok(PlanReport { memory_bytes, storing, ranks, ..PlanReport::of(&tabulation.chosen) })
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
        for (number, clause) in (1..).zip(&self.clauses) {
            log::info!("clause {number}: {clause}");
        }
    }

    fn print_text(&self) {
        let storing = self.storing.map(|time| format!("; {}", expected_time::of_storing(time)));
        let (of_rank, by) = match self.ranks {
            1 => (String::new(), ""),
            ranks => (format!(" on each of {ranks} ranks"), ", by one process"),
        };
        let (value_type, bound, reason) = (self.value_type, self.value_bound, self.bound_reason);
        let [disk, memory, gpu_memory] =
            [self.disk_bytes, self.memory_bytes, self.gpu_memory_bytes].map(bytes_text);
        print(format!("{}, engine {}", game::job_text(self.job), self.engine));
        print_rows([
            ("positions", Some(self.positions.to_string())),
            ("layers", Some(self.layers.to_string())),
            ("clauses", game::in_rows(&self.clauses)),
            ("tiles", Some(format!("{} of {}", self.tiles, joined(self.tile_shape, "x")))),
            ("values", Some(format!("{value_type}, at most {bound} ({reason})"))),
            ("disk", Some(format!("{disk}, before compression{}", storing.unwrap_or_default()))),
            ("memory", Some(memory + &of_rank)),
            ("GPU memory", Some(gpu_memory)),
            ("GPU work", self.gpu.map(gpu_work)),
            ("time", Some(expected_time::in_words(self.expected) + by)),
        ]);
    }
}
