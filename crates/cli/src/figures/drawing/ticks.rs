//! Ticks: round numbers along an axis.

use std::ops::Range;

/// Returns the least of the round steps 1, 2, 5, 10, 20, 50, ... by which a range has at most `most` ticks.
pub(crate) fn round_step(range: &Range<u32>, most: u32) -> u32 {
    let length = u64::from(range.end.saturating_sub(range.start));
    let steps = (0..10).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
    let fits = |step: &u64| length.div_ceil(*step) <= u64::from(most.max(1));
    steps.into_iter().find(fits).and_then(|step| u32::try_from(step).ok()).unwrap_or(u32::MAX)
}

/// Returns the multiples of a step in a range.
pub(crate) fn multiples(range: &Range<u32>, step: u32) -> impl Iterator<Item = u32> + use<> {
    let first = range.start.div_ceil(step).checked_mul(step).unwrap_or(range.end);
    (first..range.end).step_by(step as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches ticks that are no round numbers, too many or too few.
    #[test]
    fn ticks_are_round_numbers() {
        for (range, most, expected) in [
            (0..10, 10, vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
            (0..11, 10, vec![0, 2, 4, 6, 8, 10]),
            (0..1024, 8, vec![0, 200, 400, 600, 800, 1000]),
            (130..180, 6, vec![130, 140, 150, 160, 170]),
            (131..180, 6, vec![140, 150, 160, 170]),
            (7..8, 1, vec![7]),
            (0..65_536, 7, vec![0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000]),
        ] {
            let step = round_step(&range, most);
            assert_eq!(multiples(&range, step).collect::<Vec<_>>(), expected, "{range:?}");
        }
        assert_eq!(multiples(&(5..9), u32::MAX).count(), 0);
    }
}
