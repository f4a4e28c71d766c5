//! The mex, of which the values of impartial games are made (Sprague 1935, Grundy 1939).

/// Returns the least nonnegative integer that is not among `values`.
///
/// ```
/// assert_eq!(grundytab::mex([0, 1, 3, 1]), 2);
/// assert_eq!(grundytab::mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut present: Vec<bool> = Vec::new();
    for value in values {
        let value = value as usize;
        if value >= present.len() {
            present.resize(value + 1, false);
        }
        present[value] = true;
    }
    let first_gap = present.iter().position(|&seen| !seen);
    first_gap.unwrap_or(present.len()) as u32
}
