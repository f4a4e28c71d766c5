//! Comparisons with the golden ratio phi, in integers.

/// Returns whether y > phi x, for x, y >= 0: in integers, whether y^2 - xy - x^2 > 0.
pub(super) fn exceeds_phi_times(y: u32, x: u32) -> bool {
    let (x, y) = (i128::from(x), i128::from(y));
    y * y - x * y - x * x > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phi_lies_between_quotients_of_fibonacci_numbers() {
        for (y, x, exceeds) in [(0, 0, false), (1, 0, true), (1, 1, false), (2, 1, true)] {
            assert_eq!(exceeds_phi_times(y, x), exceeds);
        }
        // By Cassini's identity F(n+1)^2 - F(n+1) F(n) - F(n)^2 is (-1)^n; these are n = 46, 45.
        assert!(exceeds_phi_times(2_971_215_073, 1_836_311_903));
        assert!(!exceeds_phi_times(1_836_311_903, 1_134_903_170));
    }
}
