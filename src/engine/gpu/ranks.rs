//! Several ranks, each with a GPU: every one computes all cells, and hands over its own tiles alone.
//!
//! So what is divided is what takes longest for a stored table: reading tiles back, encoding them and writing them.
//! Neither the computing nor the memory of the GPU is.
//!
//! *Why the cells are not divided.* Values, or the states of lines, would have to pass through the memory of the hosts,
//! which wgpu does not go around. By the rates of `engine/expected.rs`, which are careful guesses, a GPU with memory of
//! its own takes 0.14 nanoseconds for a step of an invocation that searches for a Grundy value, and 0.1 nanoseconds to
//! bring a byte to the host, or back: a value of two bytes that another rank has found costs more than the search that
//! it saves. And on two heaps searches are not what takes the time, but that steps follow one another: of Wythoff Nim a
//! front has at most 61 blocks at side 32768, and 185 at side 100,000, which one GPU computes at once. Everything but
//! Grundy values is computed faster still.
//!
//! So ranks exchange no values, and none waits for another one. They only tell one another that they have ended or
//! stopped.

use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::cluster::Share;
use crate::engine::cluster::mailbox::Mailbox;
use crate::engine::{Sink, Stop};
use crate::totals::Statistics;
use crate::values::Values;

/// The sink of a rank, which stops it when another rank has stopped, too.
pub(super) struct RankSink<'a> {
    pub(super) sink: &'a dyn Sink,
    pub(super) mailbox: &'a Mailbox<'a>,
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
