//! The ranks of the program, of which this process is one.

use std::sync::OnceLock;

use grundytab::Plan;
use grundytab::engine::cluster::{self, Network, SingleRank};

static RANKS: OnceLock<Box<dyn Network + Send>> = OnceLock::new();

/// Sets the ranks of the program, once.
#[cfg(feature = "mpi")]
pub fn set(ranks: impl Network + Send + 'static) {
    // The first ones are as good as any others.
    let _ = RANKS.set(Box::new(ranks));
}

/// Returns the ranks of the program: those of MPI, if a launcher of MPI has started the program, else this process
/// alone.
pub fn network() -> &'static dyn Network {
    RANKS.get().map_or(&SingleRank, |ranks| &**ranks)
}

/// Whether this is the first rank, which prints notes, progress and results, and runs commands that are not divided.
pub fn is_first() -> bool {
    network().rank() == 0
}

/// Returns how many ranks a plan is made for: the number that was asked for, or that of the program.
pub fn planned(asked: Option<u32>) -> usize {
    asked.map_or(network().size(), |ranks| ranks as usize)
}

/// Makes the tiles of a plan small enough that each of the planned ranks has some for each of its threads. All ranks call
/// this.
pub fn fit_tiles(plan: Plan, asked: Option<u32>) -> Plan {
    cluster::fit_tiles(plan, planned(asked), largest(rayon::current_num_threads()))
}

/// Returns the maximum of a number of each rank. All ranks call this.
fn largest(mine: usize) -> usize {
    let all =
        network().gather(&(mine as u64).to_le_bytes(), &vec![size_of::<u64>(); network().size()]);
    let all = all.as_chunks().0.iter().map(|&number| u64::from_le_bytes(number) as usize);
    all.max().unwrap_or(mine)
}

/// Returns the prefix of messages: `rank 3: `, or nothing if there is one rank.
pub fn prefix() -> String {
    match network() {
        ranks if ranks.size() > 1 => format!("rank {}: ", ranks.rank()),
        _ => String::new(),
    }
}
