//! Engines of which every rank computes the whole table, and hands over its own tiles alone: the reference engine, which
//! knows nothing of ranks, and the GPU engine.
//!
//! So what is divided is what takes longest for a stored table: reading tiles back from a GPU, encoding them and writing
//! them. Neither the computing nor the memory of a GPU is.
//!
//! *Why the cells of GPUs are not divided.* Values, or the states of lines, would have to pass through the memory of the
//! hosts, which wgpu does not go around. By the rates of `engine/expected.rs`, which are careful guesses, a GPU with
//! memory of its own takes 0.14 nanoseconds for a step of an invocation that searches for a Grundy value, and 0.1
//! nanoseconds to bring a byte to the host, or back: a value of two bytes that another rank has found costs more than the
//! search that it saves. And on two heaps searches are not what takes the time, but that steps follow one another: of
//! Wythoff Nim a front has at most 61 blocks at side 32768, and 185 at side 100,000, which one GPU computes at once.
//! Everything but Grundy values is computed faster still.
//!
//! So ranks exchange no values, and none waits for another one. They only tell one another that they have ended or
//! stopped.

use std::time::Duration;

use super::mailbox::{Mailbox, with_mailbox};
use super::{Forecast, Partition, Share};
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::{
    Engine, EngineError, EngineKind, GpuWork, Memory, Prepared, RunReport, Sink, Stop, Traffic,
};
use crate::plan::Plan;
use crate::totals::Statistics;
use crate::values::Values;

/// An engine that knows nothing of other ranks, and stops all the same when one of them has stopped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Undivided<E>(pub(crate) E);

impl<E: Engine> Engine for Undivided<E> {
    fn kind(&self) -> EngineKind {
        self.0.kind()
    }

    fn adapter(&self) -> Option<String> {
        self.0.adapter()
    }

    fn prepare<'a>(&'a self, plan: &'a Plan) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        Ok(Box::new(PreparedUndivided(self.0.prepare(plan)?)))
    }

    fn prepare_totals<'a>(&'a self, plan: &'a Plan) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        Ok(Box::new(PreparedUndivided(self.0.prepare_totals(plan)?)))
    }

    fn fit_tiles(&self, plan: Plan) -> Plan {
        self.0.fit_tiles(plan)
    }
}

struct PreparedUndivided<'a>(Box<dyn Prepared + 'a>);

impl Prepared for PreparedUndivided<'_> {
    fn plan(&self) -> &Plan {
        self.0.plan()
    }

    fn memory(&self) -> Memory {
        self.0.memory()
    }

    fn gpu_work(&self) -> Option<GpuWork> {
        self.0.gpu_work()
    }

    fn expected(&self) -> Duration {
        self.0.expected()
    }

    fn traffic(&self, partition: &Partition) -> Vec<Traffic> {
        self.0.traffic(partition)
    }

    fn forecast(&self, partition: &Partition) -> Forecast {
        self.0.forecast(partition)
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let mut report = RunReport::default();
        let traffic = with_mailbox(sink.share().network, |mailbox| {
            report = self.0.run(&RankSink { sink, mailbox })?;
            Ok(())
        })?;
        Ok(RunReport { traffic, ..report })
    }
}

/// The sink of a rank, which stops it when another rank has stopped, too.
pub(crate) struct RankSink<'a> {
    pub(crate) sink: &'a dyn Sink,
    pub(crate) mailbox: &'a Mailbox<'a>,
}

impl Sink for RankSink<'_> {
    fn share(&self) -> Share<'_> {
        self.sink.share()
    }

    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        self.sink.tile(tile)
    }

    fn totals(&self, totals: Statistics, checksum: Option<u32>) -> Result<(), Stop> {
        self.sink.totals(totals, checksum)
    }

    fn takes_checksums(&self) -> bool {
        self.sink.takes_checksums()
    }

    fn is_finished(&self, tile: TileIndex) -> bool {
        self.sink.is_finished(tile)
    }

    fn finished_tile(&self, tile: TileIndex) -> Result<Values, Stop> {
        self.sink.finished_tile(tile)
    }

    fn computes(&self) {
        self.sink.computes();
    }

    fn proceed(&self) -> Result<(), Stop> {
        self.sink.proceed()?;
        self.mailbox.receive().map(drop)
    }
}
