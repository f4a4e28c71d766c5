//! How long a run will take, estimated from the first half second of it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use grundytab::domain::tiling::Tile;
use grundytab::engine::{Prepared, Sink, Stop};
use grundytab::{Plan, Statistics};

use super::work::Work;

/// How long an engine is tried.
const TRIAL: Duration = Duration::from_millis(500);
/// How long it is waited for a first and a second tile, which tell more than the model.
const LONGEST_TRIAL: Duration = Duration::from_secs(3);

/// Runs an engine for half a second, and estimates the seconds of the whole run, nothing stored: of the
/// speed between the first tile and the last one that came, and of how the work grows. A run that is over
/// sooner has taken what it has taken. Returns `None` if too few tiles came to tell.
pub fn seconds(prepared: &dyn Prepared, work: &Work) -> Option<f64> {
    let trial = Trial {
        began: Instant::now(),
        done: AtomicU64::new(0),
        tiles: Mutex::default(),
        plan: prepared.plan(),
    };
    let outcome = prepared.run(&trial);
    let whole = trial.began.elapsed().as_secs_f64();
    let done = trial.done.into_inner();
    if outcome.is_ok() && done == work.positions() {
        return Some(whole);
    }
    let tiles = trial.tiles.into_inner().ok()?;
    let (Some(first), Some(last)) = (tiles.first, tiles.last) else { return None };
    let until = |mark: Mark| work.until(mark.positions);
    let speed = (until(last) - until(first)) / (last.time - first.time).as_secs_f64();
    let rest = (work.whole() - until(first)) / speed;
    (speed > 0.0).then_some(first.time.as_secs_f64() + rest)
}

/// How many positions were done at a time of the trial.
#[derive(Clone, Copy)]
struct Mark {
    time: Duration,
    positions: u64,
}

#[derive(Default)]
struct Tiles {
    first: Option<Mark>,
    last: Option<Mark>,
}

/// Counts positions, and stops the engine when enough is known.
struct Trial<'a> {
    began: Instant,
    done: AtomicU64,
    tiles: Mutex<Tiles>,
    plan: &'a Plan,
}

impl Trial<'_> {
    fn add(&self, positions: u64) -> Result<(), Stop> {
        let positions = self.done.fetch_add(positions, Ordering::Relaxed) + positions;
        let mark = Mark { time: self.began.elapsed(), positions };
        if let Ok(mut tiles) = self.tiles.lock() {
            tiles.first.get_or_insert(mark);
            if tiles.last.is_none_or(|last| last.positions < mark.positions) {
                tiles.last = Some(mark);
            }
        }
        self.proceed()
    }

    /// Whether the speed can be told: some time has passed since the first tile.
    fn is_enough(&self) -> bool {
        let Ok(tiles) = self.tiles.lock() else { return true };
        match (tiles.first, tiles.last) {
            (Some(first), Some(last)) => last.time - first.time > TRIAL / 5,
            _ => false,
        }
    }
}

impl Sink for Trial<'_> {
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        let region = self.plan.tiling().region(tile.index);
        self.add(Statistics::of_tile(self.plan.job(), &region, &tile.values).positions)
    }

    fn totals(&self, totals: Statistics, _checksum: u32) -> Result<(), Stop> {
        self.add(totals.positions)
    }

    fn proceed(&self) -> Result<(), Stop> {
        let passed = self.began.elapsed();
        // The last tiles are waited for: then the time of the whole run is known.
        let positions = self.plan.job().domain().positions();
        let nearly_done = self.done.load(Ordering::Relaxed) > positions / 8 * 7;
        let limit = if nearly_done || !self.is_enough() { LONGEST_TRIAL } else { TRIAL };
        if passed > limit { Err(Stop) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundytab::engine::Engine as _;
    use grundytab::engine::cpu::CpuEngine;

    /// A run that ends within the trial is timed, not estimated.
    #[test]
    fn a_short_run_is_measured() {
        let plan = Plan::parse("wythoff", "64x64", "grundy").expect("a plan");
        let prepared = CpuEngine.prepare(&plan).expect("prepared");
        let seconds = seconds(prepared.as_ref(), &Work::of(&CpuEngine, &plan)).expect("a time");
        assert!((1e-6..5.0).contains(&seconds), "{seconds}");
    }

    /// Catches a trial that runs to the end, and an estimate of the trial instead of the run.
    #[test]
    fn a_long_run_is_estimated_soon() {
        let plan = Plan::parse("wythoff", "100000x100000", "outcome").expect("a plan");
        let prepared = CpuEngine.prepare(&plan).expect("prepared");
        let began = Instant::now();
        let seconds = seconds(prepared.as_ref(), &Work::of(&CpuEngine, &plan)).expect("a time");
        assert!(began.elapsed() < Duration::from_secs(10));
        assert!((2.0..100_000.0).contains(&seconds), "{seconds}");
    }
}
