//! One table, filled by several processes: the *ranks*, as MPI calls them. They may run on many machines, or on one
//! machine with several GPUs.
//!
//! | file | idea |
//! |---|---|
//! | `network` | what a rank knows of the others: messages, and what all ranks gather together |
//! | `partition` | which rank computes and stores which tile |
//! | `mailbox` | messages of a run, to and from the other ranks, until all of them have ended |
//!
//! An engine learns from its sink which tiles are its own ([`Sink::share`](super::Sink::share)). It computes these and
//! hands over no others. What it needs of others comes as messages.

pub(crate) mod mailbox;
mod network;
mod partition;
#[cfg(test)]
pub(crate) mod threads;

pub use network::{Alone, Network};
pub use partition::{Partition, Share};
pub(crate) use partition::{STRIPS_PER_RANK, axis_of_strips};
