//! The network of MPI keeps its promises: run by `mpirun` with several numbers of ranks (`scripts/test-cluster`).
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "it fails by panicking, and says on what it ran"
)]

#[path = "common/network.rs"]
mod network;

use grundytab::engine::cluster::Network;
use grundytab::engine::cluster::mpi::Session;

/// MPI starts and ends once in a process, and on its main thread.
fn main() {
    let session = Session::start().expect("an MPI library with threads");
    let ranks = session.ranks();
    network::check(&ranks);
    // Messages and gathers in many pieces, as of more than 2 GiB.
    network::check(&session.ranks_counting_to(1000));
    assert!(session.wait_for_all(None));
    if ranks.rank() == 0 {
        println!("{} ranks of {} keep what a network promises", ranks.size(), ranks.library());
    }
}
