//! Work in the background: other Python threads go on meanwhile, and ctrl-C ends it.

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Python is asked whether ctrl-C was pressed.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// Makes the threads of some work, which live as long as the work, so that a process can be forked afterwards: this
/// many, or one for each core. Each begins with `enter`.
///
/// # Errors
/// `RuntimeError`, when they cannot be started.
pub fn threads(
    threads: Option<u32>,
    enter: impl Fn() + Send + Sync + 'static,
) -> PyResult<rayon::ThreadPool> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0) as usize);
    builder.start_handler(move |_| enter()).build().map_err(not_started)
}

/// Runs `work` on threads without Python's global lock. Meanwhile `watch` is called again and again, on the thread that
/// calls. When it fails, or Python raises an exception for a signal, as ctrl-C does, `interrupt` is called, and the
/// exception is returned when `work` has ended.
///
/// # Errors
/// That of the signal, of `watch` or of `work`; `RuntimeError`, when no thread can be started.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: &rayon::ThreadPool,
    watch: impl Fn(Python<'_>) -> PyResult<()> + Sync,
    interrupt: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let (ended, end) = mpsc::channel::<()>();
        let work = || {
            // Dropped at the end of the work, however it ends.
            let _ended = ended;
            threads.install(work)
        };
        thread::scope(|scope| {
            let started = thread::Builder::new().spawn_scoped(scope, work);
            let worker = started.map_err(not_started::<io::Error>)?;
            let mut exception = None;
            while end.recv_timeout(BETWEEN_SIGNALS) == Err(RecvTimeoutError::Timeout) {
                if exception.is_some() {
                    continue;
                }
                let look = |py: Python<'_>| py.check_signals().and_then(|()| watch(py));
                exception = Python::attach(look).err();
                if exception.is_some() {
                    interrupt();
                }
            }
            let fault = |_| PyRuntimeError::new_err("a fault of this program ended the work");
            let outcome = worker.join().map_err(fault);
            exception.map_or(outcome, Err)
        })
    })
}

fn not_started<E: std::fmt::Display>(error: E) -> PyErr {
    PyRuntimeError::new_err(format!("the threads cannot be started: {error}"))
}
