//! The threads of the program, as many as the system lets it have.

use std::sync::{Condvar, Mutex};
use std::thread;

use grundytab::memory::process_memory_limit_bytes;

use super::failure::{Failure, Result};
use super::output::note;
use grundytab::sync::lock;

/// Threads that the program needs beside those of the CPU engine: one that waits for ctrl-C, those of the
/// progress bar and of writing.
const SPARE: usize = 4;

/// The addresses that a thread takes: its stack, and what the allocator of GNU systems reserves for it.
const BYTES_OF_THREAD: u64 = 66 << 20;

/// Sets the number of threads of the CPU engine and of encoding: as many as were requested, by default one
/// for each core, or fewer where the system does not allow that many, which is noted.
pub fn use_threads(asked: Option<u32>) -> Result<()> {
    let wanted = asked.map_or_else(by_default, |threads| threads as usize);
    // A quarter of the memory is left to stacks and allocators.
    let within_memory = process_memory_limit_bytes().map_or(usize::MAX, |limit| {
        usize::try_from(limit / 4 / BYTES_OF_THREAD).unwrap_or(usize::MAX)
    });
    let possible = wanted.min(within_memory);
    // Every thread that has once run leaves addresses reserved: where these are few, one is spared.
    let spare = if within_memory < usize::MAX { 1 } else { SPARE };
    let started = startable(possible + spare).saturating_sub(spare);
    let threads = started.clamp(1, wanted);
    if threads < wanted {
        note(
            false,
            format!(
                "{threads} of {wanted} threads {} used: the limits of this process allow no more",
                if threads == 1 { "is" } else { "are" }
            ),
        );
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    // Where no thread can be started, this one does all.
    let pool = if started == 0 { pool.use_current_thread() } else { pool };
    pool.build_global().map_err(|error| Failure::threads("the threads", error))?;
    Ok(())
}

/// How the environment tells the allocator of GNU systems how many heaps there may be.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MOST_HEAPS: &str = "MALLOC_ARENA_MAX";

/// Does what [`share_heap_where_addresses_are_few`](super::share_heap_where_addresses_are_few) says.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn share_heap() {
    if process_memory_limit_bytes().is_none() || std::env::var_os(MOST_HEAPS).is_some() {
        return;
    }
    run_anew(MOST_HEAPS, "1");
}

/// Runs the program anew in this process, with a variable set. Comes back only if it cannot be started: then this one
/// goes on.
#[cfg(any(
    all(target_os = "linux", target_env = "gnu"),
    all(feature = "gpu", unix, not(target_vendor = "apple"))
))]
pub fn run_anew(variable: &str, value: &str) {
    use std::os::unix::process::CommandExt as _;
    let Ok(program) = std::env::current_exe() else { return };
    let mut typed = std::env::args_os();
    let mut command = std::process::Command::new(program);
    if let Some(name) = typed.next() {
        command.arg0(name);
    }
    let _ = command.args(typed).env(variable, value).exec();
}

/// Returns the number of threads that is used by default.
fn by_default() -> usize {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    asked.filter(|&threads| threads > 0).unwrap_or_else(cores)
}

/// Returns how many threads can run at once, at most `wanted`: starts them, and ends them again. The pool
/// could not be built a second time.
fn startable(wanted: usize) -> usize {
    let released = (Mutex::new(false), Condvar::new());
    let wait = || {
        let (flag, change) = &released;
        let flag = lock(flag);
        drop(change.wait_while(flag, |released| !*released));
    };
    thread::scope(|scope| {
        let start = || thread::Builder::new().spawn_scoped(scope, wait);
        let threads: Vec<_> = (0..wanted).map_while(|_| start().ok()).collect();
        let (flag, change) = &released;
        *lock(flag) = true;
        change.notify_all();
        // Joined here, so that they are gone when the pool starts its own.
        threads.into_iter().filter_map(|thread| thread.join().ok()).count()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_counted() {
        assert_eq!(startable(0), 0);
        assert_eq!(startable(6), 6);
    }
}
