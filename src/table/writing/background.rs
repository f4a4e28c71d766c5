//! The background writer: tiles are encoded and written by threads of their own, while the engine
//! computes the next ones.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::writer::TableWriter;
use crate::domain::tiling::Tile;
use crate::engine::Stop;
use crate::sync::{into_inner, lock};
use crate::table::error::TableError;

/// The queue of tiles to the threads that write them. It holds one tile for each thread, so that an
/// engine that is faster than the disk has to wait.
pub(crate) struct BackgroundWriter<'a> {
    queue: SyncSender<Tile>,
    failure: &'a Mutex<Option<TableError>>,
    waited_nanos: AtomicU64,
}

impl BackgroundWriter<'_> {
    /// Puts a tile into the queue. Waits while the queue is full.
    ///
    /// # Errors
    /// When an earlier tile could not be written; [`with_background_writer`] returns the reason.
    pub(crate) fn write(&self, tile: Tile) -> Result<(), Stop> {
        let start = Instant::now();
        self.queue.send(tile).map_err(|_| Stop)?;
        let nanos = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.waited_nanos.fetch_add(nanos, Ordering::Relaxed);
        if lock(self.failure).is_some() { Err(Stop) } else { Ok(()) }
    }

    /// Returns how long the threads of the engine have waited for the queue, on average.
    pub(crate) fn waited(&self) -> Duration {
        let nanos = self.waited_nanos.load(Ordering::Relaxed);
        Duration::from_nanos(nanos) / rayon::current_num_threads() as u32
    }
}

/// Calls `compute` with a queue to the threads that write its tiles, as many as there are threads
/// that compute. When all tiles are written, returns what `compute` returned and the bytes of the
/// chunks. Without a writer, `compute` gets no queue.
///
/// # Errors
/// The first error of a tile that could not be written. Where there is no thread to write, the queue takes no tile.
pub(crate) fn with_background_writer<R>(
    writer: Option<&TableWriter>,
    compute: impl FnOnce(Option<&BackgroundWriter<'_>>) -> R,
) -> Result<(R, u64), TableError> {
    let Some(writer) = writer else {
        return Ok((compute(None), 0));
    };
    let (failure, bytes) = (Mutex::new(None), AtomicU64::new(0));
    let threads = rayon::current_num_threads();
    let (queue, tiles) = mpsc::sync_channel(threads);
    let tiles = Arc::new(Mutex::new(tiles));
    let result = thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            // Each thread owns a share of the receiver: the queue is closed when the last one ends.
            let tiles = Arc::clone(&tiles);
            let write = || write_tiles(writer, tiles, &failure, &bytes);
            match thread::Builder::new().spawn_scoped(scope, write) {
                Ok(_) => started += 1,
                // Fewer threads will do.
                Err(_) if started > 0 => break,
                Err(error) => {
                    let path = writer.partial_path();
                    let error = TableError::io(path, "start a thread that writes it")(error);
                    lock(&failure).get_or_insert(error);
                    break;
                }
            }
        }
        drop(tiles);
        // Dropped when all is computed, which ends the thread.
        let (_computing, computed) = mpsc::channel();
        let failure = &failure;
        if !writer.sync_interval.is_zero() {
            // Without this thread the table is made durable at the end only.
            let _ = thread::Builder::new()
                .spawn_scoped(scope, move || sync_at_intervals(writer, &computed, failure));
        }
        let waited_nanos = AtomicU64::new(0);
        compute(Some(&BackgroundWriter { queue, failure, waited_nanos }))
    });
    match into_inner(failure) {
        Some(error) => Err(error),
        None => Ok((result, bytes.into_inner())),
    }
}

/// Writes tiles from the queue until it is closed, or until one cannot be written.
fn write_tiles(
    writer: &TableWriter,
    tiles: Arc<Mutex<Receiver<Tile>>>,
    failure: &Mutex<Option<TableError>>,
    bytes: &AtomicU64,
) {
    // A function of its own, so that the receiver is unlocked again before the tile is written.
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

/// Makes the table durable at intervals, until `computed` is disconnected.
fn sync_at_intervals(
    writer: &TableWriter,
    computed: &Receiver<()>,
    failure: &Mutex<Option<TableError>>,
) {
    while computed.recv_timeout(writer.sync_interval) == Err(RecvTimeoutError::Timeout) {
        if let Err(error) = writer.sync() {
            lock(failure).get_or_insert(error);
            return;
        }
    }
}
