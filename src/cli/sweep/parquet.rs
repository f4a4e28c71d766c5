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
