//! Which jobs run side by side: as many as there are cores and memory for.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::jobs::batch::BatchJob;
use grundytab::engine::EngineKind;
use grundytab::memory::available_memory_bytes;

use grundytab::sync::lock;

/// With fewer tiles for each core a job leaves cores idle while its first and last tiles are computed.
const TILES_PER_CORE: u64 = 16;

/// Whether a job leaves cores idle: the reference engine and one heap take one core, a table of few
/// tiles hardly more.
pub fn leaves_cores_idle(job: &BatchJob) -> bool {
    let cores = rayon::current_num_threads() as u64;
    let on_gpu = job.engine == Some(EngineKind::Gpu) || job.adapter.is_some();
    let of_one_core = job.engine == Some(EngineKind::Reference)
        || job.plan.job().ruleset().heaps() == 1
        || job.plan.tiling().count() < TILES_PER_CORE * cores;
    of_one_core && !on_gpu
}

/// The cores and the memory that jobs share.
pub struct Admission {
    cores: usize,
    memory: u64,
    taken: Mutex<Taken>,
    changed: Condvar,
}

#[derive(Default)]
struct Taken {
    cores: usize,
    memory: u64,
    /// The job that is admitted next: they are admitted in the order in which they ask.
    next: u64,
    tickets: u64,
}

/// A share that is given back when it is dropped.
pub struct Share<'a> {
    admission: &'a Admission,
    cores: usize,
    memory: u64,
}

impl Admission {
    pub fn new(cores: usize) -> Self {
        let memory = available_memory_bytes();
        Admission { cores, memory, taken: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until there is room for a job that takes `memory` bytes, and one core or all. A job
    /// that needs more than there is runs alone; whether it fits is checked then.
    pub fn wait(&self, job: &BatchJob, memory: u64, is_stopped: &dyn Fn() -> bool) -> Share<'_> {
        let cores = if leaves_cores_idle(job) { 1 } else { self.cores };
        let mut taken = lock(&self.taken);
        let ticket = taken.tickets;
        taken.tickets += 1;
        let has_room = |taken: &Taken| {
            let is_alone = taken.cores == 0;
            let fits = taken.cores + cores <= self.cores
                && taken.memory.saturating_add(memory) <= self.memory;
            taken.next == ticket && (is_alone || fits || is_stopped())
        };
        while !has_room(&taken) {
            // Nobody tells of an interruption, so that it is looked for.
            let waited = self.changed.wait_timeout(taken, Duration::from_millis(100));
            taken = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        taken.next += 1;
        taken.cores += cores;
        taken.memory = taken.memory.saturating_add(memory);
        self.changed.notify_all();
        Share { admission: self, cores, memory }
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        let mut taken = lock(&self.admission.taken);
        taken.cores -= self.cores;
        taken.memory -= self.memory;
        self.admission.changed.notify_all();
    }
}
