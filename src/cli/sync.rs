//! Locks that outlive a panic, as those of the library do.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, whatever another thread has done with it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
