//! A grid as CSV, in parts: however wide and high it is, few of its cells are in memory at a time.

use grundytab::domain::{Plane, Rectangle};
use grundytab::table::TableError;
use grundytab::{Control, Quantity};

use crate::commands::failure::Result;
use crate::commands::output::{print_bytes, stdout_is_closed};

/// The most cells that are in memory at once.
const CELLS_AT_ONCE: u32 = 1 << 22;

/// Prints the values of a rectangle of a plane; cells that `read` knows no value of are empty.
pub fn print_csv(
    quantity: Quantity,
    read_values: &impl Fn(&Rectangle, &Control) -> std::result::Result<Vec<Option<u32>>, TableError>,
    plane: &Plane,
    cells: &Rectangle,
    control: &Control,
) -> Result<()> {
    let [column_name, row_name] = plane.axis_names();
    let corner = format!("{row_name}\\{column_name}");
    let read = |part: &Rectangle| {
        let values = read_values(part, control)?.into_iter();
        Ok(values.map(|value| value.map(|value| quantity.number(value))).collect())
    };
    write_parts(&corner, cells, CELLS_AT_ONCE, read, |text| {
        control.proceed()?;
        print_bytes(text.as_bytes());
        Ok(!stdout_is_closed())
    })
}

/// Gives the text of a grid to `write`, part by part, until that returns false. At most `most` cells are read
/// at a time: several rows or, where a row has more cells, a part of one.
fn write_parts(
    corner: &str,
    cells: &Rectangle,
    most: u32,
    mut read: impl FnMut(&Rectangle) -> Result<Vec<Option<i64>>>,
    mut write: impl FnMut(&str) -> Result<bool>,
) -> Result<()> {
    let Rectangle { columns, rows } = cells;
    let (first, end) = (columns.start, columns.end);
    let parts = || {
        let starts = columns.clone().step_by(most as usize);
        starts.map(|start| start..start.saturating_add(most).min(end))
    };
    if !write(corner)? {
        return Ok(());
    }
    for columns in parts() {
        if !write(&columns.map(|column| format!(",{column}")).collect::<String>())? {
            return Ok(());
        }
    }
    if !write("\n")? {
        return Ok(());
    }
    // It is 1 where a row is read in several parts.
    let height = (most / (end - first).max(1)).max(1);
    for start in rows.clone().step_by(height as usize) {
        let rows = start..start.saturating_add(height).min(rows.end);
        for columns in parts() {
            let part = Rectangle { columns: columns.clone(), rows: rows.clone() };
            let values = read(&part)?;
            for (row, values) in rows.clone().zip(values.chunks(columns.len())) {
                let mut text = String::new();
                if columns.start == first {
                    text += &row.to_string();
                }
                for value in values {
                    text.push(',');
                    text += &value.map_or_else(String::new, |value| value.to_string());
                }
                if columns.end == end {
                    text.push('\n');
                }
                if !write(&text)? {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches cells that are lost, repeated or in another order where rows are cut, and parts that are larger
    /// than they may be: memory would grow with the width of a table.
    #[test]
    fn parts_make_up_the_grid_and_are_small() {
        let cells = Rectangle { columns: 3..8, rows: 10..13 };
        // The value at column c and row r is 100 r + c; the last cell is outside the domain.
        let expected = "y\\x,3,4,5,6,7\n\
                        10,1003,1004,1005,1006,1007\n\
                        11,1103,1104,1105,1106,1107\n\
                        12,1203,1204,1205,1206,\n";
        for most in [1, 2, 3, 4, 5, 6, 10, 14, 15, 1000] {
            let mut text = String::new();
            let read = |part: &Rectangle| {
                assert!(part.count() <= most.into(), "{most}: {part:?}");
                let rows = part.rows.clone();
                let all = rows.flat_map(|row| part.columns.clone().map(move |c| (row, c)));
                let value =
                    |(row, column)| Some(i64::from(100 * row + column)).filter(|&v| v != 1207);
                Ok(all.map(value).collect())
            };
            let written = write_parts("y\\x", &cells, most, read, |part| {
                assert!(part.matches(',').count() <= most as usize, "{most}: {part}");
                text += part;
                Ok(true)
            });
            assert!(written.is_ok());
            assert_eq!(text, expected, "{most}");
        }
    }

    /// Catches a grid that is read on although nobody reads what is printed.
    #[test]
    fn nothing_is_read_after_the_last_reader_has_gone() {
        let cells = Rectangle { columns: 0..4, rows: 0..4 };
        let (mut reads, mut writes) = (0, 0);
        let read = |part: &Rectangle| {
            reads += 1;
            Ok(vec![Some(0); part.count() as usize])
        };
        // The corner, two parts of the head, its end and a part of the first row.
        let written = write_parts("y\\x", &cells, 2, read, |_| {
            writes += 1;
            Ok(writes < 5)
        });
        assert!(written.is_ok());
        assert_eq!((reads, writes), (1, 5));
    }
}
