//! The network of ranks, as one of them sees it.

use std::collections::HashSet;

use crate::domain::tiling::TileIndex;
use crate::domain::{Coordinates, MAX_HEAPS};

/// The ranks that fill a table together, as one of them sees them: processes of MPI, threads in tests, or a single
/// process.
///
/// If the network fails, the process ends. MPI has no survivors: the table is the checkpoint.
pub trait Network: Sync {
    /// Returns the number of this rank, from 0.
    fn rank(&self) -> usize;

    /// Returns the number of ranks.
    fn size(&self) -> usize;

    /// Sends a message to another rank, and may wait until that rank receives it. Messages from one rank to another
    /// arrive in order.
    fn send(&self, to: usize, message: &[u8]);

    /// Receives a message that has arrived from any rank: the sender and the bytes. Does not wait.
    fn receive(&self) -> Option<(usize, Vec<u8>)>;

    /// Gathers the bytes of all ranks, in the order of the ranks: `lengths[r]` bytes of rank r. Waits until all ranks
    /// have called this. All ranks make their calls in the same order.
    fn gather(&self, mine: &[u8], lengths: &[usize]) -> Vec<u8>;

    /// Returns the name and version of the library that carries the messages.
    fn library(&self) -> String;
}

impl dyn Network + '_ {
    /// Returns the tiles of all ranks together. All ranks call this.
    pub(crate) fn tiles_of_all(&self, own: &HashSet<TileIndex>) -> HashSet<TileIndex> {
        let bytes: Vec<u8> =
            own.iter().flat_map(|tile| tile.0).flat_map(u32::to_le_bytes).collect();
        let number = |bytes: &[u8; 4]| u32::from_le_bytes(*bytes);
        let tile = |bytes: &[u8; 4 * MAX_HEAPS]| {
            let numbers = bytes.as_chunks().0;
            Coordinates::from_fn(|axis| number(&numbers[axis]))
        };
        self.gather_all(&bytes).concat().as_chunks().0.iter().map(tile).collect()
    }

    /// Gathers the bytes of all ranks, in the order of the ranks, if the lengths are not known in advance. All ranks
    /// call this.
    pub fn gather_all(&self, mine: &[u8]) -> Vec<Vec<u8>> {
        let length = (mine.len() as u64).to_le_bytes();
        let lengths = self.gather(&length, &vec![length.len(); self.size()]);
        let lengths: Vec<usize> = lengths
            .as_chunks()
            .0
            .iter()
            .map(|&length| u64::from_le_bytes(length) as usize)
            .collect();
        let all = self.gather(mine, &lengths);
        let mut rest = &all[..];
        let of_rank = |&length: &usize| {
            let (first, others) = rest.split_at(length);
            rest = others;
            first.to_vec()
        };
        lengths.iter().map(of_rank).collect()
    }

    /// Adds up a number of every rank. All ranks call this.
    pub fn sum(&self, mine: u64) -> u64 {
        let all = self.gather(&mine.to_le_bytes(), &vec![size_of::<u64>(); self.size()]);
        all.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).fold(0, u64::wrapping_add)
    }
}

/// The network of a single process.
#[derive(Debug, Clone, Copy, Default)]
pub struct SingleRank;

impl Network for SingleRank {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn send(&self, _: usize, _: &[u8]) {}

    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        None
    }

    fn gather(&self, mine: &[u8], _: &[usize]) -> Vec<u8> {
        mine.to_vec()
    }

    fn library(&self) -> String {
        "none".into()
    }
}
