//! What a run over several ranks is expected to take, computed from its plan before anything runs.

use std::time::Duration;

use serde::Serialize;

use super::Partition;
use super::pipeline::{OfRank, Schedule};
use crate::engine::expected::duration;
use crate::engine::{Prepared, Traffic};

/// Bytes that the network brings to a rank in a second, at 100 Gb/s.
pub const NETWORK_BYTES_PER_SECOND: f64 = 12.5e9;
/// Seconds that a gather takes, however little it brings.
const SECONDS_OF_GATHER: f64 = 3e-5;

/// What a run over several ranks is expected to take. No rank takes more than the numbers for one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Forecast {
    /// How many strips the table is cut into, if it is.
    pub strips: Option<u64>,
    /// Tiles that a rank stores.
    pub most_tiles: u64,
    /// Bytes that the engine keeps in memory on a rank. An estimate from above.
    #[serde(skip)]
    pub memory_bytes: u64,
    /// How many of them have come in messages, and wait until their tiles are computed.
    pub waiting_bytes: u64,
    /// Messages that a rank sends. What all ranks gather together is one of each.
    pub most_messages: u64,
    /// Bytes that a rank sends.
    pub most_bytes: u64,
    /// Messages of all ranks.
    pub messages: u64,
    /// Bytes of all ranks.
    pub bytes: u64,
    /// The time that the threads of all ranks compute, as a share of the time until the last one is done. Messages are
    /// left out.
    pub efficiency: f64,
    /// How long the run is expected to take, the messages included.
    #[serde(skip)]
    pub time: Duration,
}

impl Forecast {
    /// Makes a forecast of what a simulation has shown. `seconds` is the time of the run on one thread, `threads` the
    /// number of threads of a rank, and `bytes_beside_lines` what a rank keeps in addition to the states of lines.
    pub(crate) fn of_pipeline(
        prepared: &impl Prepared,
        partition: &Partition,
        schedule: &Schedule,
        [seconds, threads]: [f64; 2],
        bytes_beside_lines: u64,
    ) -> Self {
        let forecast = Forecast::of_traffic(prepared, partition);
        let most =
            |of: fn(&OfRank) -> f64| schedule.ranks.iter().map(of).fold(0.0, f64::max) as u64;
        let computing = seconds * schedule.end / schedule.work;
        let network = forecast.most_bytes as f64 / NETWORK_BYTES_PER_SECOND;
        Forecast {
            memory_bytes: bytes_beside_lines.saturating_add(most(|rank| rank.line_bytes)),
            waiting_bytes: most(|rank| rank.waiting_bytes),
            efficiency: seconds / (computing * threads * partition.ranks() as f64),
            time: duration(computing + network),
            ..forecast
        }
    }

    /// Expects of a run whose ranks gather what each has computed that so large a share of its work is done by every
    /// rank. Alone, a rank has the efficiency `alone`.
    pub(crate) fn of_gathers(
        prepared: &(impl Prepared + ?Sized),
        partition: &Partition,
        alone: f64,
        undivided: f64,
    ) -> Self {
        let forecast = Forecast::of_traffic(prepared, partition);
        let ranks = partition.ranks() as f64;
        let share = undivided + (1.0 - undivided) / ranks;
        // What is gathered comes to all.
        let network = forecast.bytes as f64 / NETWORK_BYTES_PER_SECOND
            + forecast.most_messages as f64 * SECONDS_OF_GATHER;
        Forecast {
            memory_bytes: prepared.memory().host_bytes,
            efficiency: alone / (share * ranks),
            time: duration(prepared.expected().as_secs_f64() * share + network),
            ..forecast
        }
    }

    fn of_traffic(prepared: &(impl Prepared + ?Sized), partition: &Partition) -> Self {
        let (plan, traffic) = (prepared.plan(), prepared.traffic(partition));
        let most = |of: fn(&Traffic) -> u64| traffic.iter().map(of).max().unwrap_or(0);
        let mut tiles = vec![0; partition.ranks()];
        plan.tiling().tiles().for_each(|tile| tiles[partition.owner(tile)] += 1);
        Forecast {
            strips: partition.strips(plan).map(|(strips, _)| strips),
            most_tiles: tiles.into_iter().max().unwrap_or(0),
            memory_bytes: 0,
            waiting_bytes: 0,
            most_messages: most(|traffic| traffic.messages),
            most_bytes: most(|traffic| traffic.bytes),
            messages: traffic.iter().map(|traffic| traffic.messages).sum(),
            bytes: traffic.iter().map(|traffic| traffic.bytes).sum(),
            efficiency: 0.0,
            time: Duration::ZERO,
        }
    }
}
