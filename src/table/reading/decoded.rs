//! How many chunks of a table were read, for the log.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::wording::counted;

/// How many chunks a reader has decoded. The log gets the number when the reader is closed.
#[derive(Debug)]
pub(super) struct Decoded {
    path: PathBuf,
    chunks: AtomicU64,
}

impl Decoded {
    pub(super) fn of(path: PathBuf) -> Self {
        Decoded { path, chunks: AtomicU64::new(0) }
    }

    /// Counts a chunk.
    pub(super) fn add_one(&self) {
        self.chunks.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Decoded {
    fn drop(&mut self) {
        let chunks = *self.chunks.get_mut();
        if chunks > 0 {
            log::info!("{} read of {}", counted(chunks, "chunk"), self.path.display());
        }
    }
}
