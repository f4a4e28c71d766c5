//! Faults that tests inject into a GPU run in order to check that the program notices them: a wrong value, and a device
//! that is lost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use grundytab::domain::tiling::{Tile, TileIndex};
use grundytab::engine::cluster::Share;
use grundytab::engine::{
    Engine, EngineError, EngineKind, GpuWork, Memory, Prepared, RunReport, Sink, Stop, Wanted,
};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::plan::Plan;
use grundytab::totals::Statistics;
use grundytab::values::Values;

/// `wrong-value:N` or `lost:N`, where N is the number of correct tiles before the fault.
const VARIABLE: &str = "GRUNDYTAB_INJECTED_FAULT";

#[derive(Debug, Clone, Copy)]
enum Fault {
    /// One value of a tile is wrong. The engine does not notice the error, because it reports no totals.
    WrongValue,
    /// The device is lost.
    Lost,
}

/// Returns the engine, with the fault that the environment variable requests.
///
/// # Errors
/// If the variable is malformed.
pub(in crate::jobs::run) fn inject(
    engine: Box<dyn Engine>,
) -> Result<Box<dyn Engine>, InvalidInput> {
    let Some(text) = std::env::var_os(VARIABLE) else { return Ok(engine) };
    let text = text.to_string_lossy();
    let parsed = text.split_once(':').and_then(|(fault, tiles)| {
        let fault = match fault {
            "wrong-value" => Fault::WrongValue,
            "lost" => Fault::Lost,
            _ => return None,
        };
        Some((fault, tiles.parse().ok()?))
    });
    let unreadable = || {
        InvalidInput::new(
            InvalidInputKind::Syntax,
            format!("{VARIABLE}={text}"),
            "not read",
            "lost:3",
        )
    };
    let (fault, tiles) = parsed.ok_or_else(unreadable)?;
    Ok(Box::new(Faulty { engine, fault, tiles }))
}

struct Faulty {
    engine: Box<dyn Engine>,
    fault: Fault,
    tiles: u64,
}

impl Engine for Faulty {
    fn kind(&self) -> EngineKind {
        self.engine.kind()
    }

    fn adapter(&self) -> Option<String> {
        self.engine.adapter()
    }

    fn prepare<'a>(
        &'a self,
        plan: &'a Plan,
        _: Wanted,
    ) -> Result<Box<dyn Prepared + 'a>, EngineError> {
        // Faults are those of tiles, whatever is wanted.
        Ok(Box::new(FaultyPrepared {
            of: self,
            prepared: self.engine.prepare(plan, Wanted::Values)?,
        }))
    }

    fn fit_tiles(&self, plan: Plan) -> Plan {
        self.engine.fit_tiles(plan)
    }
}

struct FaultyPrepared<'a> {
    of: &'a Faulty,
    prepared: Box<dyn Prepared + 'a>,
}

impl Prepared for FaultyPrepared<'_> {
    fn plan(&self) -> &Plan {
        self.prepared.plan()
    }

    fn memory(&self) -> Memory {
        self.prepared.memory()
    }

    fn gpu_work(&self) -> Option<GpuWork> {
        self.prepared.gpu_work()
    }

    fn expected(&self) -> Duration {
        self.prepared.expected()
    }

    fn run(&self, sink: &dyn Sink) -> Result<RunReport, EngineError> {
        let Faulty { fault, tiles, .. } = *self.of;
        let faulty = FaultySink {
            sink,
            fault,
            tiles,
            come: AtomicU64::new(0),
            is_lost: AtomicBool::new(false),
        };
        let outcome = self.prepared.run(&faulty);
        if faulty.is_lost.into_inner() {
            return Err(EngineError::DeviceLost {
                adapter: self.of.adapter().unwrap_or_default(),
                reason: "a test asked for it".into(),
            });
        }
        let mut report = outcome?;
        if let Fault::WrongValue = fault {
            report.totals = None;
        }
        Ok(report)
    }
}

/// Forwards everything to the real sink until the fault occurs.
struct FaultySink<'a> {
    sink: &'a dyn Sink,
    fault: Fault,
    tiles: u64,
    /// The number of tiles so far.
    come: AtomicU64,
    is_lost: AtomicBool,
}

impl Sink for FaultySink<'_> {
    fn share(&self) -> Share<'_> {
        self.sink.share()
    }

    fn tile(&self, mut tile: Tile) -> Result<(), Stop> {
        let come = self.come.fetch_add(1, Ordering::Relaxed);
        match self.fault {
            Fault::WrongValue if come == self.tiles => {
                // The first value is that of a position.
                let wrong = u32::from(tile.values.get(0) == 0);
                tile.values.write(0, &[wrong]);
            }
            Fault::Lost if come >= self.tiles => {
                self.is_lost.store(true, Ordering::Relaxed);
                return Err(Stop);
            }
            Fault::WrongValue | Fault::Lost => (),
        }
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
        self.sink.proceed()
    }
}
