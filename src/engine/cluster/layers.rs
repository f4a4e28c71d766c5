//! Layers whose rows are dealt to the ranks in turn: each rank computes its own, then all gather the values of all.
//!
//! Most cells of a layer have the same value, in digraph games the token sum. So a bitmap says which ones, and the
//! values of the others follow. All ranks know how long the bitmaps are, and from the bitmaps how many other values
//! there are: they exchange no lengths.
//!
//! A rank that stops goes on to the next gather, where the others wait for it: there all learn of it, and stop.

use rayon::prelude::*;

use super::Network;
use crate::engine::{Stop, Traffic};
use crate::values::Value;

/// Rows that a thread takes at once, at least.
const ROWS_PER_TASK: usize = 8;

/// The first byte of a rank's message says whether it has stopped.
const GOES_ON: u8 = 0;
const STOPPED: u8 = 1;

/// The gathers of a run, layer by layer.
pub(crate) struct Layers<'a> {
    network: &'a dyn Network,
    /// What this rank has sent. A gather counts as a message, whose bytes are counted once.
    pub(crate) traffic: Traffic,
}

/// A row, and what was gathered of it.
struct Gathered<'r, 'b, T> {
    row: &'r mut [T],
    /// A bit for each cell, in whole bytes: whether it has the usual value. The bits beyond the row are set.
    bitmap: &'b [u8],
    others: &'b [T],
}

impl<'a> Layers<'a> {
    pub(crate) fn new(network: &'a dyn Network) -> Self {
        Layers { network, traffic: Traffic::default() }
    }

    /// Returns whether this rank computes the row with this number.
    pub(crate) fn has(&self, row: usize) -> bool {
        row % self.network.size() == self.network.rank()
    }

    /// Gathers the values of the next layer's rows, given in the order of their numbers. This rank has filled in its
    /// own, unless it does not go on.
    ///
    /// # Errors
    /// When a rank has stopped.
    pub(crate) fn gather<'r, T: Value>(
        &mut self,
        goes_on: Result<(), Stop>,
        rows: impl Iterator<Item = &'r mut [T]>,
        usual: T,
    ) -> Result<(), Stop> {
        let (rank, ranks) = (self.network.rank(), self.network.size());
        if ranks == 1 {
            return goes_on;
        }
        let mut by_rank: Vec<Vec<&mut [T]>> = (0..ranks).map(|_| Vec::new()).collect();
        rows.enumerate().for_each(|(number, row)| by_rank[number % ranks].push(row));

        let lengths = by_rank.iter().map(|rows| known_bytes(rows.iter().map(|row| row.len())));
        let mine = by_rank[rank].par_iter().with_min_len(ROWS_PER_TASK);
        let mut message = vec![if goes_on.is_ok() { GOES_ON } else { STOPPED }];
        message.par_extend(mine.clone().flat_map_iter(|row| bitmap(row, usual)));
        let known = self.send(&message, lengths.collect());
        let mut message: Vec<T> = Vec::new();
        message.par_extend(mine.flat_map_iter(|row| row.iter().filter(|&&v| v != usual)));

        let mut rest = &known[..];
        let mut have_stopped = false;
        let mut gathered = Vec::new();
        let mut lengths = vec![0; ranks];
        for (rows, length) in by_rank.into_iter().zip(&mut lengths) {
            have_stopped |= take(&mut rest, 1) == [STOPPED];
            for row in rows {
                let bitmap = take(&mut rest, row.len().div_ceil(8));
                let others = bitmap.iter().map(|byte| byte.count_zeros() as usize).sum::<usize>();
                *length += others * size_of::<T>();
                gathered.push((row, bitmap, others));
            }
        }
        if have_stopped {
            return Err(Stop);
        }
        let others = self.send(bytemuck::cast_slice(&message), lengths);
        let others: Vec<T> = bytemuck::pod_collect_to_vec(&others);
        let mut rest = &others[..];
        let rows = gathered.into_iter().map(|(row, bitmap, others)| Gathered {
            row,
            bitmap,
            others: take(&mut rest, others),
        });
        let rows: Vec<_> = rows.collect();
        rows.into_par_iter().with_min_len(ROWS_PER_TASK).for_each(|row| row.fill(usual));
        Ok(())
    }

    fn send(&mut self, message: &[u8], lengths: Vec<usize>) -> Vec<u8> {
        self.traffic.messages += 1;
        self.traffic.bytes += message.len() as u64;
        self.network.gather(message, &lengths)
    }
}

impl<T: Value> Gathered<'_, '_, T> {
    fn fill(self, usual: T) {
        let mut others = self.others.iter();
        for (cells, byte) in self.row.chunks_mut(8).zip(self.bitmap) {
            cells.fill(usual);
            let mut differing = !byte;
            while differing != 0 {
                let cell = differing.trailing_zeros() as usize;
                differing &= differing - 1;
                if let (Some(cell), Some(&value)) = (cells.get_mut(cell), others.next()) {
                    *cell = value;
                }
            }
        }
    }
}

/// Returns the length of the message of which all know how long it is, for rows of these lengths.
fn known_bytes(rows: impl Iterator<Item = usize>) -> usize {
    1 + rows.map(|cells| cells.div_ceil(8)).sum::<usize>()
}

/// Lists the bytes that say which cells of a row have the usual value.
fn bitmap<T: Value>(row: &[T], usual: T) -> impl Iterator<Item = u8> {
    row.chunks(8).map(move |cells| {
        let differing = cells.iter().zip(0..).map(|(&value, bit)| u8::from(value != usual) << bit);
        !differing.fold(0, |byte, bit| byte | bit)
    })
}

/// Takes this number of elements from the beginning of a slice, or all if it has fewer.
fn take<'b, T>(rest: &mut &'b [T], count: usize) -> &'b [T] {
    rest.split_off(..count.min(rest.len())).unwrap_or_default()
}

/// Returns what each rank is expected to send: of layers whose rows have these lengths, and of whose cells, of which
/// each has `value_bytes` bytes, this share has the usual value.
pub(crate) fn expected_traffic<R: Iterator<Item = usize>>(
    ranks: usize,
    layers: impl ParallelIterator<Item = R>,
    usual_share: f64,
    value_bytes: usize,
) -> Vec<Traffic> {
    if ranks == 1 {
        return vec![Traffic::default()];
    }
    let none = || vec![Traffic::default(); ranks];
    let add = |sum: &mut Traffic, sent: Traffic| {
        sum.messages += sent.messages;
        sum.bytes += sent.bytes;
    };
    let with_layer = |mut sum: Vec<Traffic>, rows: R| {
        let mut lengths = vec![Vec::new(); ranks];
        rows.enumerate().for_each(|(number, cells)| lengths[number % ranks].push(cells));
        for (sum, lengths) in sum.iter_mut().zip(lengths) {
            let cells: usize = lengths.iter().sum();
            let others = (1.0 - usual_share) * (cells * value_bytes) as f64;
            let bytes = known_bytes(lengths.into_iter()) as u64 + others as u64;
            add(sum, Traffic { messages: 2, bytes });
        }
        sum
    };
    let merge = |mut a: Vec<Traffic>, b: Vec<Traffic>| {
        a.iter_mut().zip(b).for_each(|(sum, sent)| add(sum, sent));
        a
    };
    layers.fold(none, with_layer).reduce(none, merge)
}
