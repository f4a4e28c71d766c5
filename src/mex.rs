//! The mex, of which the values of impartial games are made (Sprague 1935, Grundy 1939).

/// Returns the least nonnegative integer that is not among `values`.
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: Vec<u32> = values.into_iter().collect();
    // The mex of k values is at most k: larger values, which a damaged table may hold, take no space.
    let mut present = vec![false; values.len()];
    for value in values {
        if let Some(mark) = present.get_mut(value as usize) {
            *mark = true;
        }
    }
    let first_gap = present.iter().position(|&seen| !seen);
    first_gap.unwrap_or(present.len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mark for every number up to the largest value would take 4 GB for the last of these.
    #[test]
    fn large_values_take_no_space() {
        for (values, expected) in [
            (vec![0, 1, 2], 3),
            (vec![2, 1, 0, 0], 3),
            (vec![1, 2, 3], 0),
            (vec![0, 2], 1),
            (vec![u32::MAX, 0, u32::MAX - 1], 1),
        ] {
            assert_eq!(mex(values.clone()), expected, "{values:?}");
        }
    }
}
