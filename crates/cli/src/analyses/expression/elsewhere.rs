//! The stored values of other positions, and of other tables.
//!
//! Where the heaps are linear in the position, as in `g(x - 1, y)` and `g(y, x)`, the values are read in pieces that
//! lie in one tile; else each of them is looked up.

use std::borrow::Cow;

use heap_rules::column::{Column, Faults, Lanes, NoValue, Wanted, is_wanted};

use super::leaves::Place;
use grundytab::domain::{Coordinates, MAX_HEAPS};
use grundytab::table::{Block, Source};

/// Returns the stored values at a place for the positions of a block.
pub(super) fn stored<'a>(
    place: &Place,
    source: &Source,
    block: &Block<'a>,
    wanted: Wanted,
) -> (Cow<'a, [u32]>, Faults) {
    let heaps: Vec<Column> = match &place.heaps {
        None if place.table.is_none() => return (Cow::Borrowed(block.values), Faults::default()),
        None => {
            let first = block.first.unpadded(block.job().domain().heaps());
            let is_last = |axis| i64::from(axis + 1 == first.len());
            (0..first.len()).map(|axis| Column::linear(first[axis].into(), is_last(axis))).collect()
        }
        Some(heaps) => heaps.iter().map(|heap| heap.on(block, wanted)).collect(),
    };
    let (values, faults) = match line(&heaps) {
        Some((first, step)) => along(source, first, step, block.length(), wanted),
        None => one_by_one(source, &heaps, block.length(), wanted),
    };
    (Cow::Owned(values), faults)
}

/// Returns where the positions begin and by which steps they go on, if all heaps are linear.
fn line(heaps: &[Column]) -> Option<([i64; MAX_HEAPS], [i64; MAX_HEAPS])> {
    let (mut firsts, mut steps) = ([0; MAX_HEAPS], [0; MAX_HEAPS]);
    for (axis, heap) in (MAX_HEAPS.checked_sub(heaps.len())?..).zip(heaps) {
        let Lanes::Linear { first, step } = heap.lanes else { return None };
        // Steps that leave every domain at once are looked at one by one, and cannot overflow here.
        if !heap.faults.are_none() || i32::try_from(step).is_err() {
            return None;
        }
        (firsts[axis], steps[axis]) = (first, step);
    }
    Some((firsts, steps))
}

/// Reads the values on a line of positions.
fn along(
    source: &Source,
    first: [i64; MAX_HEAPS],
    step: [i64; MAX_HEAPS],
    length: usize,
    wanted: Wanted,
) -> (Vec<u32>, Faults) {
    let (tiling, domain) = (source.lookup.tiling, source.job.domain());
    let edges = tiling.edges();
    let (mut values, mut faults) = (Vec::with_capacity(length), Faults::default());
    while values.len() < length {
        let lane = values.len();
        let sizes = std::array::from_fn(|axis| first[axis] + step[axis] * lane as i64);
        let Some(at) = coordinates(sizes).filter(|&at| source.has(at)) else {
            faults.add(lane, NoValue::OutsideTable, length);
            values.push(0);
            continue;
        };
        let (index, offset) = tiling.locate(at);
        // The lanes up to the side of the tile, or of the domain.
        let mut count = (length - lane) as i64;
        let mut stride = 0;
        for axis in 0..MAX_HEAPS {
            let start = index[axis] * edges[axis];
            let end = domain.sides()[axis].min(start + edges[axis]);
            count = count.min(lanes_until(at[axis], step[axis], (start, end)));
            stride = stride * i64::from(edges[axis]) + step[axis];
        }
        let most = domain.largest_token_sum().saturating_add(1);
        count = count.min(lanes_until(at.sum(), step.iter().sum(), (0, most)));
        let count = count as usize;
        let is_read = wanted.is_none_or(|wanted| wanted[lane..lane + count].contains(&true));
        let read = is_read
            && source
                .lookup
                .in_tile(index, |tile| tile.append_to(&mut values, offset, stride as isize, count))
                .is_some();
        if !read {
            values.resize(lane + count, 0);
        }
        if let Some(mask) = domain.mask() {
            for (lane, value) in values.iter_mut().enumerate().skip(lane) {
                let sizes = std::array::from_fn(|axis| first[axis] + step[axis] * lane as i64);
                if coordinates(sizes).is_none_or(|at| !mask.contains(at)) {
                    faults.add(lane, NoValue::OutsideTable, length);
                    *value = 0;
                }
            }
        }
    }
    (values, faults)
}

/// Returns how many numbers from `at` on, at least one, lie from `start` to below `end`.
fn lanes_until(at: u32, step: i64, (start, end): (u32, u32)) -> i64 {
    match step {
        0 => i64::MAX,
        1.. => i64::from(end - 1 - at) / step + 1,
        _ => i64::from(at - start) / step.saturating_neg() + 1,
    }
}

/// Looks up the values at positions that may be anywhere.
fn one_by_one(
    source: &Source,
    heaps: &[Column],
    length: usize,
    wanted: Wanted,
) -> (Vec<u32>, Faults) {
    let mut faults = Faults::default();
    let value = |lane| -> Result<u32, NoValue> {
        let mut sizes = [0; MAX_HEAPS];
        for (axis, heap) in (MAX_HEAPS - heaps.len()..).zip(heaps) {
            sizes[axis] = heap.at(lane)?;
            if u32::try_from(sizes[axis]).is_err() {
                return Err(NoValue::OutsideTable);
            }
        }
        let at = coordinates(sizes).filter(|&at| source.has(at));
        Ok(source.lookup.value(at.ok_or(NoValue::OutsideTable)?))
    };
    let of_lane = |lane| match is_wanted(wanted, lane).then(|| value(lane)) {
        Some(Ok(value)) => value,
        Some(Err(fault)) => {
            faults.add(lane, fault, length);
            0
        }
        None => 0,
    };
    ((0..length).map(of_lane).collect(), faults)
}

/// Returns heap sizes as coordinates, if all of them can be heap sizes.
fn coordinates(sizes: [i64; MAX_HEAPS]) -> Option<Coordinates> {
    let mut at = Coordinates::ZERO;
    for (axis, size) in sizes.into_iter().enumerate() {
        at[axis] = u32::try_from(size).ok()?;
    }
    Some(at)
}
