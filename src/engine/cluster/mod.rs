//! One table, filled by several processes: the *ranks*, as MPI calls them. They may run on many machines.
//!
//! | file | idea |
//! |---|---|
//! | `network` | what a rank knows of the others: messages, and what all ranks gather together |
//! | `partition` | which rank computes and stores which tile |
//! | `launcher` | what a launcher tells the processes that it starts |
//! | `mpi` | the network of MPI, with the Cargo feature `mpi` |
//! | `mailbox` | messages of a run, to and from the other ranks, until all of them have ended |
//! | `layers` | layers of which each rank computes some rows, and gathers the others |
//!
//! An engine learns its own tiles from its sink ([`Sink::share`](super::Sink::share)) and hands over only these. Values
//! of other ranks arrive as messages.

mod launcher;
pub(crate) mod layers;
pub(crate) mod mailbox;
#[cfg(feature = "mpi")]
pub mod mpi;
mod network;
mod partition;
#[cfg(test)]
pub(crate) mod tests;

pub use launcher::{COUNTS, Launched};
pub(crate) use mailbox::PAUSE;
pub use network::{Network, SingleRank};
pub use partition::{Partition, Share, fit_tiles};
pub(crate) use partition::{axis_of_strips, least_strips};

#[cfg(test)]
pub(crate) use crate::tests::common::threads;
