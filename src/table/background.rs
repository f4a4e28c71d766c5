//! Tiles are encoded and written by threads of their own, while the engine computes the next.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::{TableError, TableWriter};
use crate::domain::tiling::Tile;
use crate::engine::Stop;
use crate::sync::{into_inner, lock};

/// A queue of tiles for the threads that store them. It holds one tile for each thread: an engine
/// that is faster than the disk waits.
pub(crate) struct Storing<'a> {
    queue: SyncSender<Tile>,
    failure: &'a Mutex<Option<TableError>>,
    waited_nanos: AtomicU64,
}

impl Storing<'_> {
    /// Passes a tile on. Waits while the queue is full.
    ///
    /// # Errors
    /// When a tile could not be stored; [`beside`] tells why.
    pub(crate) fn store(&self, tile: Tile) -> Result<(), Stop> {
        let start = Instant::now();
        self.queue.send(tile).map_err(|_| Stop)?;
        let nanos = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.waited_nanos.fetch_add(nanos, Ordering::Relaxed);
        if lock(self.failure).is_some() { Err(Stop) } else { Ok(()) }
    }

    /// How long the engine's threads have waited, on average.
    pub(crate) fn waited(&self) -> Duration {
        let nanos = self.waited_nanos.load(Ordering::Relaxed);
        Duration::from_nanos(nanos) / rayon::current_num_threads() as u32
    }
}

/// Calls `compute` while as many threads as compute store its tiles. Returns what it returned, and
/// the bytes of the chunks, when all are stored; without a writer, `compute` gets no queue.
///
/// # Errors
/// The first error of a tile that could not be stored.
pub(crate) fn beside<R>(
    writer: Option<&TableWriter>,
    compute: impl FnOnce(Option<&Storing<'_>>) -> R,
) -> Result<(R, u64), TableError> {
    let Some(writer) = writer else {
        return Ok((compute(None), 0));
    };
    let (failure, bytes) = (Mutex::new(None), AtomicU64::new(0));
    let threads = rayon::current_num_threads();
    let (queue, tiles) = mpsc::sync_channel(threads);
    let tiles = Arc::new(Mutex::new(tiles));
    let result = thread::scope(|scope| {
        for _ in 0..threads {
            // When the last of them ends, and only then, the queue is closed.
            let tiles = Arc::clone(&tiles);
            scope.spawn(|| store_all(writer, tiles, &failure, &bytes));
        }
        drop(tiles);
        compute(Some(&Storing { queue, failure: &failure, waited_nanos: AtomicU64::new(0) }))
    });
    match into_inner(failure) {
        Some(error) => Err(error),
        None => Ok((result, bytes.into_inner())),
    }
}

/// Stores tiles until there will be no more, or one cannot be stored.
fn store_all(
    writer: &TableWriter,
    tiles: Arc<Mutex<Receiver<Tile>>>,
    failure: &Mutex<Option<TableError>>,
    bytes: &AtomicU64,
) {
    // The lock is given up before the tile is stored.
    let next = || lock(&tiles).recv().ok();
    while let Some(tile) = next() {
        if lock(failure).is_some() {
            return;
        }
        match writer.store(&tile) {
            Ok(size) => drop(bytes.fetch_add(size, Ordering::Relaxed)),
            Err(error) => drop(lock(failure).get_or_insert(error)),
        }
    }
}
