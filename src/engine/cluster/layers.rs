//! Layers whose rows are dealt to the ranks in turn: each rank computes its own rows, then all ranks gather the values
//! of all rows.
//!
//! Most cells of a layer have the same value; in digraph games it is the token sum. A bitmap marks these cells, and the
//! values of the other cells follow. The ranks exchange no lengths: all ranks know the lengths of the bitmaps, and the
//! bitmaps show the number of other values.
//!
//! A rank that stops still takes part in the next gather, for which the others wait: there all ranks learn that it has
//! stopped, and stop too.

use std::array::from_fn;

use rayon::prelude::*;

use super::Network;
use crate::engine::{Stop, Traffic};
use crate::values::Value;

/// The least number of rows that a thread takes at once.
const ROWS_PER_TASK: usize = 8;

/// The first byte of a rank's message: whether the rank has stopped.
const GOES_ON: u8 = 0;
const STOPPED: u8 = 1;

/// The gathers of a run, layer by layer.
pub(crate) struct Layers<'a> {
    network: &'a dyn Network,
    /// The messages of this rank. A gather counts as one message, whose bytes are counted once.
    pub(crate) traffic: Traffic,
}

impl<'a> Layers<'a> {
    pub(crate) fn new(network: &'a dyn Network) -> Self {
        Layers { network, traffic: Traffic::default() }
    }

    /// Returns whether this rank computes a row.
    pub(crate) fn has(&self, row: usize) -> bool {
        row % self.network.size() == self.network.rank()
    }

    /// Gathers the values of all rows of the next layer, which come in order. This rank has filled in its own rows,
    /// unless it stops.
    ///
    /// # Errors
    /// If a rank has stopped.
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
        let lengths: Vec<usize> = lengths.collect();
        let mut message = vec![if goes_on.is_ok() { GOES_ON } else { STOPPED }];
        message.resize(lengths[rank], 0);
        let mut rest = &mut message[1..];
        let bitmaps = by_rank[rank].iter().map(|row| (row, take_mut(&mut rest, bitmap_bytes(row))));
        each(bitmaps.collect(), |(row, bitmap)| write_bitmap(row, usual, bitmap));
        let known = self.send(&message, &lengths);

        // The bitmaps of all rows, with how many cells of each have other values.
        let mut bitmaps = Vec::new();
        let mut rest = &known[..];
        let mut have_stopped = false;
        for rows in &by_rank {
            have_stopped |= take(&mut rest, 1) == [STOPPED];
            let mut next = |row: &&mut [T]| {
                let bitmap = take(&mut rest, bitmap_bytes(row));
                (bitmap, bitmap.iter().map(|byte| byte.count_zeros() as usize).sum())
            };
            bitmaps.push(rows.iter().map(&mut next).collect::<Vec<(&[u8], usize)>>());
        }
        if have_stopped {
            return Err(Stop);
        }
        let counts = bitmaps.iter().map(|rows| rows.iter().map(|&(_, others)| others).sum());
        let counts: Vec<usize> = counts.collect();
        let mut message = vec![usual; counts[rank]];
        let mut rest = &mut message[..];
        let mine = by_rank[rank].iter().zip(&bitmaps[rank]);
        let mine = mine.map(|(row, &(bitmap, count))| (row, bitmap, take_mut(&mut rest, count)));
        each(mine.collect(), |(row, bitmap, others)| {
            let mut others = others.iter_mut();
            for_each_other(bitmap, |cell| {
                if let (Some(&value), Some(other)) = (row.get(cell), others.next()) {
                    *other = value;
                }
            });
        });
        let lengths: Vec<usize> = counts.iter().map(|count| count * size_of::<T>()).collect();
        let others = self.send(bytemuck::cast_slice(&message), &lengths);
        let others: Vec<T> = bytemuck::pod_collect_to_vec(&others);

        let mut rest = &others[..];
        let mut gathered = Vec::new();
        for (owner, (rows, bitmaps)) in by_rank.into_iter().zip(bitmaps).enumerate() {
            let others = bitmaps.iter().map(|&(_, count)| take(&mut rest, count));
            let rows = rows.into_iter().zip(&bitmaps).zip(others);
            let rows = rows.map(|((row, &(bitmap, _)), others)| (row, bitmap, others));
            // This rank has its own already.
            gathered.extend(rows.filter(|_| owner != rank));
        }
        each(gathered, |(row, bitmap, others)| {
            row.fill(usual);
            let mut others = others.iter();
            for_each_other(bitmap, |cell| {
                if let (Some(cell), Some(&value)) = (row.get_mut(cell), others.next()) {
                    *cell = value;
                }
            });
        });
        Ok(())
    }

    fn send(&mut self, message: &[u8], lengths: &[usize]) -> Vec<u8> {
        self.traffic.messages += 1;
        self.traffic.bytes += message.len() as u64;
        self.network.gather(message, lengths)
    }
}

/// Returns the length of the first message, which all ranks know, for rows of these lengths.
fn known_bytes(rows: impl Iterator<Item = usize>) -> usize {
    1 + rows.map(|cells: usize| cells.div_ceil(8)).sum::<usize>()
}

/// Applies a function to every row, on all threads.
fn each<R: Send>(rows: Vec<R>, work: impl Fn(R) + Sync + Send) {
    rows.into_par_iter().with_min_len(ROWS_PER_TASK).for_each(work);
}

/// Returns the length of the bitmap of a row: a bit for each cell, in whole bytes.
fn bitmap_bytes<T>(row: &[T]) -> usize {
    row.len().div_ceil(8)
}

/// Writes the bitmap of the cells with the usual value. The bits beyond the end of the row are set.
fn write_bitmap<T: Value>(row: &[T], usual: T, bitmap: &mut [u8]) {
    let (whole, last) = row.as_chunks::<8>();
    let bits = |cells: &[T; 8]| {
        let bits: [u8; 8] = from_fn(|bit| u8::from(cells[bit] == usual) << bit);
        bits.into_iter().fold(0, |byte, bit| byte | bit)
    };
    bitmap.iter_mut().zip(whole).for_each(|(byte, cells)| *byte = bits(cells));
    if let (Some(byte), false) = (bitmap.last_mut(), last.is_empty()) {
        let mut cells = [usual; 8];
        cells[..last.len()].copy_from_slice(last);
        *byte = bits(&cells);
    }
}

/// Calls `visit` with the number of every cell whose value is not the usual one.
fn for_each_other(bitmap: &[u8], mut visit: impl FnMut(usize)) {
    for (place, byte) in bitmap.iter().enumerate() {
        let mut others = !byte;
        while others != 0 {
            visit(8 * place + others.trailing_zeros() as usize);
            others &= others - 1;
        }
    }
}

/// Takes up to this number of elements from the beginning of a slice.
fn take<'b, T>(rest: &mut &'b [T], count: usize) -> &'b [T] {
    rest.split_off(..count.min(rest.len())).unwrap_or_default()
}

/// Like [`take`], for a mutable slice.
fn take_mut<'b, T>(rest: &mut &'b mut [T], count: usize) -> &'b mut [T] {
    rest.split_off_mut(..count.min(rest.len())).unwrap_or_default()
}
