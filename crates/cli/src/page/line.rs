//! A table of one heap, as the page plots it: of each pixel the least and the largest value and the number of
//! P-positions.

use std::ops::Range;

use grundytab::domain::Coordinates;
use grundytab::error::Error;

use super::answer::Answer;
use super::cells::{MOST, check_count};
use super::subject::Subject;

/// How many heap sizes are read at once.
const READ_AT_ONCE: u32 = 1 << 20;

/// Sends the pixels of 2^level heap sizes each of a range: all least values, all largest ones, then the numbers of
/// P-positions, as 32-bit numbers.
pub fn pixels(subject: &Subject, heaps: Range<u32>, level: u32) -> Result<Answer, Error> {
    let (table, job) = (subject.table, subject.table.plan().job());
    let factor = 1_u32 << level;
    let count = heaps.len().div_ceil(factor as usize);
    check_count(count as u64, MOST, || format!("{heaps:?}"))?;
    let is_less = |one: u32, other: u32| job.quantity().number(one) < job.quantity().number(other);
    // The least and the largest value, and the number of P-positions. A pixel without a position has a least value that is larger than its largest one.
    let empty: [u32; 3] = [1, 0, 0];
    let mut pixels = Vec::with_capacity(count);
    let mut start = heaps.start;
    while start < heaps.end {
        let end = heaps.end.min(start.saturating_add(READ_AT_ONCE));
        let values = table.slice_values(std::slice::from_ref(&(start..end)), &subject.control)?;
        for (at, heap) in (start..end).enumerate() {
            let value = subject.shown(values.get(at));
            if (heap - heaps.start).is_multiple_of(factor) {
                pixels.push(empty);
            }
            if !job.domain().contains(Coordinates::ZERO.with_last(heap)) {
                continue;
            }
            if let Some([least, largest, p_positions]) = pixels.last_mut() {
                let is_first = is_less(*largest, *least);
                if is_first || is_less(value, *least) {
                    *least = value;
                }
                if is_first || is_less(*largest, value) {
                    *largest = value;
                }
                *p_positions += u32::from(job.is_p_position(value));
            }
        }
        start = end;
    }
    let numbers = (0..3).flat_map(|part: usize| pixels.iter().map(move |pixel| pixel[part]));
    Ok(Answer::numbers(numbers.flat_map(u32::to_le_bytes).collect()))
}
