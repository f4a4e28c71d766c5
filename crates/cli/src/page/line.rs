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

/// What a pixel shows.
#[derive(Clone, Copy)]
struct Pixel {
    least: u32,
    largest: u32,
    p_positions: u32,
}

/// Sends the pixels of 2^level heap sizes each of a range: all least values, all largest ones, then the numbers of
/// P-positions, as 32-bit numbers.
pub fn pixels(subject: &Subject, heaps: Range<u32>, level: u32) -> Result<Answer, Error> {
    let (table, job) = (subject.table, subject.table.plan().job());
    let factor = 1_u32 << level;
    let count = heaps.len().div_ceil(factor as usize);
    check_count(count as u64, MOST, || format!("{heaps:?}"))?;
    let is_less = |one: u32, other: u32| job.quantity().number(one) < job.quantity().number(other);
    // A pixel without a position has a least value that is larger than its largest one.
    let empty = Pixel { least: 1, largest: 0, p_positions: 0 };
    let mut pixels: Vec<Pixel> = Vec::with_capacity(count);
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
            if let Some(pixel) = pixels.last_mut() {
                let is_first = is_less(pixel.largest, pixel.least);
                if is_first || is_less(value, pixel.least) {
                    pixel.least = value;
                }
                if is_first || is_less(pixel.largest, value) {
                    pixel.largest = value;
                }
                pixel.p_positions += u32::from(job.is_p_position(value));
            }
        }
        start = end;
    }
    let parts: [fn(&Pixel) -> u32; 3] =
        [|pixel| pixel.least, |pixel| pixel.largest, |pixel| pixel.p_positions];
    let numbers = parts.iter().flat_map(|part| pixels.iter().map(part));
    Ok(Answer::numbers(numbers.flat_map(u32::to_le_bytes).collect()))
}
