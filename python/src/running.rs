//! Work in the background: other Python threads go on meanwhile, and ctrl-C ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use grundytab::Control;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// How often Python is asked whether ctrl-C was pressed.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// The most threads that can be asked for.
const MOST_THREADS: usize = 1024;

/// Runs `work` on this many threads, by default one for each core, without Python's global lock. When
/// Python raises an exception for a signal, as ctrl-C does, the [`Control`] is interrupted, and the
/// exception is returned when `work` has ended.
///
/// The threads live as long as the work, so that a process can be forked afterwards.
///
/// # Errors
/// That of the signal or of `work`, and when no thread can be started.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: Option<i64>,
    work: impl FnOnce(&Control) -> PyResult<T> + Send,
) -> PyResult<T> {
    let threads = number_of_threads(threads)?;
    let failed = |reason: String| {
        PyRuntimeError::new_err(format!("the threads cannot be started: {reason}"))
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| failed(error.to_string()))?;
    let interrupt = AtomicBool::new(false);
    py.detach(|| {
        let (ended, end) = mpsc::channel::<()>();
        let work = || {
            // Dropped at the end of the work, however it ends.
            let _ended = ended;
            pool.install(|| work(&Control::default().interrupted_by(&interrupt)))
        };
        thread::scope(|scope| {
            let worker = thread::Builder::new()
                .spawn_scoped(scope, work)
                .map_err(|error| failed(error.to_string()))?;
            let mut signal = None;
            while end.recv_timeout(BETWEEN_SIGNALS) == Err(RecvTimeoutError::Timeout) {
                if signal.is_none() {
                    signal = Python::attach(|py| py.check_signals()).err();
                    interrupt.store(signal.is_some(), Ordering::Relaxed);
                }
            }
            let outcome = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            signal.map_or(outcome, Err)
        })
    })
}

/// Runs `work` that takes little time, and starts no threads, on the thread that calls, without Python's global
/// lock. To start threads would take longer than to look up a value.
pub fn run_alone<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> PyResult<T> + Send,
) -> PyResult<T> {
    py.detach(work)
}

/// Returns the number of threads; 0 stands for one for each core.
fn number_of_threads(asked: Option<i64>) -> PyResult<usize> {
    let Some(asked) = asked else { return Ok(0) };
    usize::try_from(asked).ok().filter(|threads| (1..=MOST_THREADS).contains(threads)).ok_or_else(
        || {
            PyValueError::new_err(format!(
                "threads={asked}: the number of threads is out of range; it is from 1 to {MOST_THREADS}"
            ))
        },
    )
}
