//! Lists for people: columns of texts below their headings.

use grundytab::wording::joined;

/// Digits of a share.
pub const SHARE_DIGITS: u32 = 4;

/// Aligns rows in columns, two spaces apart, below their headings: to the right, but
/// a last column of words to the left.
pub fn aligned(headings: &[&str], rows: &[Vec<String>]) -> String {
    let width_of = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widths = cells.map(|cell| cell.chars().count());
        widths.max().unwrap_or(0).max(headings[column].chars().count())
    };
    let widths: Vec<usize> = (0..headings.len()).map(width_of).collect();
    let is_number =
        |cell: &str| cell.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
    // A dash stands for a number or for words that there are not.
    let mut last_cells = rows.iter().filter_map(|row| row.last()).filter(|cell| *cell != "-");
    let of_words = last_cells.clone().next().is_none() || last_cells.any(|cell| !is_number(cell));
    let line = |cells: Vec<&str>| {
        let last = cells.len().saturating_sub(1);
        let mut text = String::new();
        for (column, (cell, &width)) in cells.into_iter().zip(&widths).enumerate() {
            text += "  ";
            text += &if column < last || !of_words {
                format!("{cell:>width$}")
            } else {
                cell.to_owned()
            };
        }
        text.trim_end().to_owned()
    };
    let first = line(headings.to_vec());
    let rest = rows.iter().map(|row| line(row.iter().map(String::as_str).collect()));
    joined(std::iter::once(first).chain(rest), "\n")
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
