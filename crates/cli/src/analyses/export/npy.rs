//! NumPy's array files, version 1.0 of the format: a header that says type, order and shape, and the values
//! in row-major order.
//!
//! Source: the documentation of `numpy.lib.format`. The header is padded with spaces to a multiple of 64
//! bytes, so that the values can be mapped into memory.

use std::io::Write;

use super::exported_positions::{Only, Written};
use super::selection::Selection;
use grundytab::control::Control;
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::table::TableReader;
use grundytab::values::ValueType;

/// Writes a part of a table as an array of NumPy, in the given type or that of the table.
///
/// Cells outside the domain, and positions that do not count, hold the largest value of the type, of scores the least;
/// outcomes, whatever their type, hold 0 or false there, as at N-positions. Returns the number of cells.
///
/// # Errors
/// When the values do not fit in the type; when the table is incomplete or damaged; when interrupted, and
/// when nothing more can be written.
pub fn write_npy(
    table: &TableReader,
    selection: &Selection,
    value_type: Option<ValueType>,
    only: &Only,
    control: &Control,
    out: &mut impl Write,
) -> Result<Written, Error> {
    table.require_complete()?;
    let mut written = Written::default();
    let stored = table.plan().value_type();
    let wanted = value_type.unwrap_or(stored);
    check_type(table, wanted)?;
    out.write_all(&header(wanted, &selection.shape()))?;
    for piece in selection.pieces(table) {
        control.proceed()?;
        let mut values = selection.read(table, &piece, control)?;
        let (cells, instead) = (piece.cells() as u64, stored.fill());
        written.without_value +=
            only.mask(table, selection, &piece, (&mut values, instead), control)?;
        if wanted.bytes() == stored.bytes() && wanted.fill() == stored.fill() {
            out.write_all(values.bytes())?;
        } else {
            let converted = values.converted(stored, wanted).map_err(|value| {
                let problem =
                    format!("the table has the value {value}, beyond the extremes that it states");
                let kind = InvalidInputKind::OutOfRange;
                InvalidInput::new(kind, wanted, problem, "verify the table")
            });
            out.write_all(converted?.bytes())?;
        }
        written.count += cells;
        control.report(cells);
    }
    Ok(written)
}

/// Checks that the values of a table fit in a type: the largest must leave the largest of the type free,
/// for cells outside the domain.
fn check_type(table: &TableReader, wanted: ValueType) -> Result<(), InvalidInput> {
    let stored = table.plan().value_type();
    let refuse = |problem: String, hint: &str| {
        Err(InvalidInput::new(InvalidInputKind::OutOfRange, wanted, problem, hint))
    };
    match (stored, wanted) {
        (ValueType::Bool, _) => Ok(()),
        _ if stored.is_signed() && !wanted.is_signed() => refuse(
            format!("the table holds {}", table.plan().job().quantity().values_name()),
            "values that may be negative need i8, i16 or i32",
        ),
        (_, ValueType::Bool) => refuse(
            format!("the table holds {}", table.plan().job().quantity().values_name()),
            "only outcomes are true or false",
        ),
        _ => match table.attributes().totals {
            Some(totals) if !wanted.holds(totals.maximum) => {
                refuse(format!("the largest value is {}", totals.maximum), "choose a wider type")
            }
            Some(totals) if !wanted.holds(totals.minimum) => {
                refuse(format!("the least value is {}", totals.minimum), "choose a wider type")
            }
            _ => Ok(()),
        },
    }
}

/// Returns the header of an array of this type and shape.
fn header(value_type: ValueType, shape: &[u32]) -> Vec<u8> {
    const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
    const LENGTH_BYTES: usize = 2;
    const ALIGNMENT: usize = 64;
    // Values are written as they lie in memory.
    let order = if cfg!(target_endian = "big") { '>' } else { '<' };
    let descr = match value_type {
        ValueType::Bool => "|b1".into(),
        ValueType::U8 => "|u1".into(),
        ValueType::I8 => "|i1".into(),
        ValueType::U16 | ValueType::U32 => format!("{order}u{}", value_type.bytes()),
        ValueType::I16 | ValueType::I32 => format!("{order}i{}", value_type.bytes()),
    };
    // A tuple of one has a comma at its end.
    let sides: String = shape.iter().map(|side| format!("{side}, ")).collect();
    let sides = if shape.len() > 1 { sides.trim_end_matches(", ") } else { sides.trim_end() };
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({sides}), }}");
    let before = MAGIC.len() + LENGTH_BYTES;
    let length = (before + text.len() + 1).next_multiple_of(ALIGNMENT) - before;
    text.push_str(&" ".repeat(length - 1 - text.len()));
    text.push('\n');
    [MAGIC, &(length as u16).to_le_bytes(), text.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a header that NumPy does not read: the specification's fields, their order and the padding.
    #[test]
    fn headers_are_as_specified() {
        for (value_type, shape, text) in [
            (ValueType::Bool, vec![5], "{'descr': '|b1', 'fortran_order': False, 'shape': (5,), }"),
            (
                ValueType::U8,
                vec![3, 4],
                "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 4), }",
            ),
        ] {
            let header = header(value_type, &shape);
            assert_eq!(header.len() % 64, 0);
            assert_eq!(&header[..8], b"\x93NUMPY\x01\x00");
            let length = u16::from_le_bytes([header[8], header[9]]);
            assert_eq!(usize::from(length), header.len() - 10);
            assert!(header.ends_with(b" \n"));
            assert_eq!(String::from_utf8_lossy(&header[10..]).trim_end(), text);
        }
    }
}
