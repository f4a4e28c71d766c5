//! Lists for people: columns of texts below their headings.

use crate::commands::output::in_columns;
use grundytab::wording::joined;

/// Digits of a share.
pub const SHARE_DIGITS: u32 = 4;

/// Aligns rows in columns, two spaces apart, below their headings: to the right, but
/// a last column of words to the left.
pub fn aligned(headings: &[&str], rows: &[Vec<String>]) -> String {
    let is_number =
        |cell: &str| cell.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    // A dash stands for a number or for words that there are not.
    let mut last_cells = rows.iter().filter_map(|row| row.last()).filter(|cell| *cell != "-");
    let of_words = last_cells.clone().next().is_none() || last_cells.any(|cell| !is_number(cell));
    let head = headings.iter().map(|&heading| heading.to_owned()).collect();
    let all: Vec<Vec<String>> = [head].into_iter().chain(rows.iter().cloned()).collect();
    let lines = in_columns(&all, |column| column + 1 < headings.len() || !of_words);
    joined(lines.lines().map(|line| format!("  {line}")), "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows =
            [vec!["1".to_owned(), "a".to_owned()], vec!["1000".to_owned(), "b c".to_owned()]];
        assert_eq!(aligned(&["n", "what"], &rows), "     n  what\n     1  a\n  1000  b c");
        let numbers = [vec!["1".to_owned(), "-5".to_owned()], vec!["2".to_owned(), "0".to_owned()]];
        assert_eq!(aligned(&["n", "least"], &numbers), "  n  least\n  1     -5\n  2      0");
        let none = [vec!["1".to_owned(), "-".to_owned()], vec!["2".to_owned(), "30".to_owned()]];
        assert_eq!(aligned(&["n", "least"], &none), "  n  least\n  1      -\n  2     30");
    }
}
