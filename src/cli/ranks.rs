//! The ranks that the program runs on, of which this process is one.

use std::sync::OnceLock;

use grundytab::engine::cluster::{Network, SingleRank};

static RANKS: OnceLock<Box<dyn Network + Send>> = OnceLock::new();

/// Makes these the ranks of the program, once.
#[cfg(feature = "mpi")]
pub fn set(ranks: impl Network + Send + 'static) {
    // The first ones are as good as any others.
    let _ = RANKS.set(Box::new(ranks));
}

/// Returns the ranks that fill a table together: of MPI, if the program has it and was started by it, else this
/// process alone.
pub fn network() -> &'static dyn Network {
    RANKS.get().map_or(&SingleRank, |ranks| &**ranks)
}

/// Whether this is the rank that prints notes, progress and results, and does alone what is not divided.
pub fn is_first() -> bool {
    network().rank() == 0
}

/// Returns the largest of a number of each rank. All ranks call it.
pub fn largest(mine: usize) -> usize {
    let all =
        network().gather(&(mine as u64).to_le_bytes(), &vec![size_of::<u64>(); network().size()]);
    let all = all.as_chunks().0.iter().map(|&number| u64::from_le_bytes(number) as usize);
    all.max().unwrap_or(mine)
}

/// Returns what stands before a message: `rank 3: `, or nothing if there is one rank.
pub fn prefix() -> String {
    match network() {
        ranks if ranks.size() > 1 => format!("rank {}: ", ranks.rank()),
        _ => String::new(),
    }
}
