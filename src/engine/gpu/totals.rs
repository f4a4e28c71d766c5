//! Totals that the kernels add up, as they come back. Host half of the second part of
//! `shaders/output.wgsl`.

use crate::job::Job;
use crate::totals::Statistics;

/// Words of a set of totals.
pub(super) const TOTAL_WORDS: usize = 8;
/// Sets of totals of a stage: workgroups take turns, so that fewer wait for one another.
pub(super) const TOTAL_STRIPES: usize = 8;
/// Words of the totals of a stage.
pub(super) const STAGE_WORDS: usize = TOTAL_STRIPES * TOTAL_WORDS;

/// Returns the constants that say which values are those of P-positions.
pub(super) fn constants(job: &Job) -> [(&'static str, u32); 2] {
    let (first, last) = job.p_values();
    [("FIRST_P_VALUE", first), ("LAST_P_VALUE", last)]
}

/// Returns the totals of a stage and their checksum. `words` are its stripes, one after another.
pub(super) fn of_stage(words: &[u32]) -> (Statistics, u32) {
    let mut totals = Statistics::default();
    let mut checksum = 0u32;
    for stripe in words.as_chunks::<TOTAL_WORDS>().0 {
        let &[positions, sum_low, sum_high, p_positions, maximum, part, _, _] = stripe;
        totals = totals.merge(Statistics {
            positions: positions.into(),
            sum: i64::from(sum_high) << 32 | i64::from(sum_low),
            p_positions: Some(p_positions.into()),
            minimum: 0,
            maximum: maximum.into(),
        });
        checksum = checksum.wrapping_add(part);
    }
    (totals, checksum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a word that is taken for another, and a stripe that is left out.
    #[test]
    fn stripes_are_merged() {
        let mut words = vec![0; STAGE_WORDS];
        words[..6].copy_from_slice(&[3, 7, 1, 2, 9, u32::MAX]);
        words[STAGE_WORDS - TOTAL_WORDS..][..6].copy_from_slice(&[1, 5, 0, 1, 5, 2]);
        let expected = Statistics {
            positions: 4,
            sum: (1 << 32) + 12,
            p_positions: Some(3),
            minimum: 0,
            maximum: 9,
        };
        assert_eq!(of_stage(&words), (expected, 1));
    }
}
