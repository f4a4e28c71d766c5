//! Lists for people: columns of texts below their headings.

use grundytab::joined;

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
    let of_words = rows.iter().any(|row| !row.last().is_some_and(|cell| is_number(cell)));
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

/// Formats a share of a whole in percent, with four digits after leading zeros: `12.34 %`.
pub fn percent(part: u64, whole: u64) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    match part {
        0 => "0 %".into(),
        _ if part == whole => "100 %".into(),
        _ => {
            let before = percent.log10().floor().max(-9.0) as i32;
            // A part of the whole is never shown as 0 or 100.
            let digits = (3 - before).clamp(2, 12) as usize;
            format!("{percent:.digits$} %")
        }
    }
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
    }

    #[test]
    fn shares_have_four_digits() {
        let shares = [(0, 5), (5, 5), (1, 3), (1, 8000), (1, 1_000_000)];
        let texts = ["0 %", "100 %", "33.33 %", "0.01250 %", "0.0001000 %"];
        assert_eq!(shares.map(|(part, whole)| percent(part, whole)), texts);
    }
}
