//! A table of tables as a Parquet file: columns of whole numbers, of numbers, or of texts.

use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::{Type, TypePtr};

use super::{Cell, Sweep};

type Result<T> = std::result::Result<T, ParquetError>;

/// Returns the bytes of the file; the rows of a sweep are few.
pub fn bytes_of(sweep: &Sweep) -> Result<Vec<u8>> {
    let columns: Vec<Vec<&Cell>> = (0..sweep.columns.len())
        .map(|place| sweep.rows.iter().map(|row| &row[place]).collect())
        .collect();
    let fields = sweep.columns.iter().zip(&columns);
    let fields = fields.map(|(name, cells)| field(name, type_of(cells)));
    let schema = Type::group_type_builder("grundytab")
        .with_fields(fields.collect::<Result<_>>()?)
        .build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .build();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    for cells in &columns {
        match type_of(cells) {
            PhysicalType::INT64 => write::<Int64Type>(&mut group, cells, |cell| match cell {
                Cell::Integer(number) => Some(*number),
                _ => None,
            })?,
            PhysicalType::DOUBLE => write::<DoubleType>(&mut group, cells, |cell| match cell {
                Cell::Integer(number) => Some(*number as f64),
                Cell::Number(number) => Some(*number),
                _ => None,
            })?,
            _ => write::<ByteArrayType>(&mut group, cells, |cell| match cell {
                Cell::Empty => None,
                other => Some(ByteArray::from(other.for_programs().as_str())),
            })?,
        }
    }
    group.close()?;
    file.into_inner()
}

/// Returns the type that holds all cells of a column.
fn type_of(cells: &[&Cell]) -> PhysicalType {
    let is_number = |cell: &&&Cell| cell.is_number();
    let mut there = cells.iter().filter(|cell| ***cell != Cell::Empty).peekable();
    if there.peek().is_none() || !there.clone().all(|cell| is_number(&cell)) {
        return PhysicalType::BYTE_ARRAY;
    }
    match there.all(|cell| matches!(cell, Cell::Integer(_))) {
        true => PhysicalType::INT64,
        false => PhysicalType::DOUBLE,
    }
}

fn field(name: &str, physical: PhysicalType) -> Result<TypePtr> {
    let logical = (physical == PhysicalType::BYTE_ARRAY).then_some(LogicalType::String);
    let field = Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical);
    field.build().map(Arc::new)
}

/// Writes the next column; where a cell has no value the column has none.
fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: &[&Cell],
    value: impl Fn(&Cell) -> Option<T::T>,
) -> Result<()> {
    let values: Vec<Option<T::T>> = cells.iter().map(|cell| value(cell)).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(&values, Some(&levels), None)?;
        column.close()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;

    use super::*;

    /// Catches a column of another type, and an empty cell that shifts the others.
    #[test]
    fn columns_have_the_types_of_their_cells() {
        let columns = ["name", "whole", "number", "mixed", "none", "several"].map(str::to_owned);
        let row = |name: &str, whole: Cell, number: Cell, mixed: Cell, several: Vec<f64>| {
            vec![name.into(), whole, number, mixed, Cell::Empty, Cell::Numbers(several)]
        };
        let rows = vec![
            row("a", Cell::Empty, Cell::Number(0.5), 7_i64.into(), vec![1.5, 2.0]),
            row("b", (-3_i64).into(), 2_i64.into(), "300x700".into(), vec![]),
        ];
        let sweep = Sweep { columns: columns.to_vec(), rows, tables: 2, odd: (0, None) };
        let file = bytes::Bytes::from(bytes_of(&sweep).expect("a file"));
        let reader = SerializedFileReader::new(file).expect("a file");
        let read = reader.get_row_iter(None).expect("rows").map(|row| {
            let row = row.expect("a row").into_columns();
            row.into_iter().map(|(_, field)| field).collect::<Vec<_>>()
        });
        let text = |text: &str| Field::Str(text.to_owned());
        let wanted = [
            vec![text("a"), Field::Null, Field::Double(0.5), text("7"), Field::Null, text("1.5 2")],
            vec![
                text("b"),
                Field::Long(-3),
                Field::Double(2.0),
                text("300x700"),
                Field::Null,
                text(""),
            ],
        ];
        assert_eq!(read.collect::<Vec<_>>(), wanted);
    }
}
