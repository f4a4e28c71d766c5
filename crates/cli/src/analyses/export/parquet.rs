//! Parquet: a column for each heap and one of the values, compressed, for programs that ask questions of columns.
//!
//! Rows are gathered into groups, which readers skip where their least and largest heaps say so; no more than one
//! group is in memory.

use std::io::{self, Write};
use std::mem::take;
use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use ::parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::{Type, TypePtr};

use super::exported_positions::{Only, Written};
use super::selection::Selection;
use crate::analyses::expression::AtPositions;
use grundytab::control::Control;
use grundytab::domain::HEAP_NAMES;
use grundytab::error::Error;
use grundytab::quantity::ValueKind;
use grundytab::table::TableReader;
use grundytab::values::ValueType;

/// Rows of a group: of four heaps they take 20 MiB.
const ROWS_OF_A_GROUP: usize = 1 << 20;
/// The key of the description of the table, beside those of other programs: the attribute of a table.
const KEY: &str = "grundytab";

/// Writes the positions of a part of a table as a Parquet file, in lexicographic order: a row for each, with the
/// columns `x`, `y`, ... and one of the values, which is called as in [`write_csv`](super::write_csv). Numbers have the
/// type that the table stores them in, outcomes are true at P-positions, outcome classes are letters. The metadata of
/// the file have the description of the table, as JSON. Cells outside the domain, and positions that do
/// not count, have no row. Returns the number of positions.
///
/// # Errors
/// When the table is incomplete or damaged; when interrupted, and when nothing more can be written.
pub fn write_parquet(
    table: &TableReader,
    selection: &Selection,
    only: &Only,
    control: &Control,
    out: &mut (impl Write + Send),
) -> Result<Written, Error> {
    table.require_complete()?;
    let heaps = selection.domain().heaps();
    let description = serde_json::to_string(table.attributes()).map_err(io::Error::from)?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(table.attributes().program.clone())
        .set_key_value_metadata(Some(vec![KeyValue::new(KEY.to_owned(), description)]))
        .build();
    let schema = schema(table, heaps).map_err(failed)?;
    let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(failed)?;
    let mut rows = Rows { heaps: vec![Vec::new(); heaps], values: Vec::new() };
    let mut written = Written::default();
    for piece in selection.pieces(table) {
        control.proceed()?;
        let values = selection.read(table, &piece, control)?;
        let positions_of = AtPositions::of(table, &only.others);
        for index in 0..piece.cells() {
            let Some(at) = selection.position(&piece.cell(index)) else { continue };
            let (position, value) = (selection.domain().position(at), values.get(index));
            if !positions_of.counts(&only.filter, position, value) {
                continue;
            }
            rows.push(at.unpadded(heaps), value);
            if rows.values.len() == ROWS_OF_A_GROUP {
                control.proceed()?;
                written.count += rows.write(&mut file, table).map_err(failed)?;
            }
        }
        written.without_value += positions_of.finish()?;
        control.report(piece.cells() as u64);
    }
    written.count += rows.write(&mut file, table).map_err(failed)?;
    file.close().map_err(failed)?;
    Ok(written)
}

/// Returns the columns of a table of so many heaps.
fn schema(table: &TableReader, heaps: usize) -> Result<TypePtr, ParquetError> {
    let integer = |bits: u32, is_signed: bool| LogicalType::integer(bits as i8, is_signed);
    let (kind, value_type) = (table.plan().job().quantity().kind(), table.plan().value_type());
    let bits = 8 * value_type.bytes() as u32;
    let (physical, logical) = match (kind, value_type) {
        (ValueKind::Class, _) => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        (_, ValueType::Bool) => (PhysicalType::BOOLEAN, None),
        (_, ValueType::U8 | ValueType::U16 | ValueType::U32) => {
            (PhysicalType::INT32, Some(integer(bits, false)))
        }
        (_, ValueType::I8 | ValueType::I16 | ValueType::I32) => {
            (PhysicalType::INT32, Some(integer(bits, true)))
        }
    };
    let column = |name: &str, physical, logical: Option<LogicalType>| {
        let column = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(logical);
        column.build().map(Arc::new)
    };
    let heap = |name: &&str| column(name, PhysicalType::INT32, Some(integer(32, false)));
    let mut columns = HEAP_NAMES[..heaps].iter().map(heap).collect::<Result<Vec<_>, _>>()?;
    columns.push(column(&table.attributes().values_name(), physical, logical)?);
    Type::group_type_builder(KEY).with_fields(columns).build().map(Arc::new)
}

/// Rows that wait for their group to be whole.
struct Rows {
    /// The sizes of each heap.
    heaps: Vec<Vec<i32>>,
    values: Vec<u32>,
}

impl Rows {
    fn push(&mut self, heaps: &[u32], value: u32) {
        for (column, heap) in self.heaps.iter_mut().zip(heaps) {
            column.push(heap.cast_signed());
        }
        self.values.push(value);
    }

    /// Writes the rows as a group, if there are any, and forgets them. Returns how many.
    fn write(
        &mut self,
        file: &mut SerializedFileWriter<impl Write + Send>,
        table: &TableReader,
    ) -> Result<u64, ParquetError> {
        let count = self.values.len() as u64;
        if count == 0 {
            return Ok(0);
        }
        let mut group = file.next_row_group()?;
        for heap in &mut self.heaps {
            write_column::<Int32Type>(&mut group, &take(heap))?;
        }
        let quantity = table.plan().job().quantity();
        let values = take(&mut self.values).into_iter();
        match (quantity.kind(), table.plan().value_type()) {
            (ValueKind::Class, _) => {
                let letter =
                    |value| ByteArray::from(quantity.value_text(value, 0).to_string().as_str());
                write_column::<ByteArrayType>(&mut group, &values.map(letter).collect::<Vec<_>>())
            }
            (_, ValueType::Bool) => write_column::<BoolType>(
                &mut group,
                &values.map(|value| value != 0).collect::<Vec<_>>(),
            ),
            _ => {
                // Scores travel in two's complement already.
                write_column::<Int32Type>(
                    &mut group,
                    &values.map(u32::cast_signed).collect::<Vec<_>>(),
                )
            }
        }?;
        group.close()?;
        Ok(count)
    }
}

/// Writes the next column of a group.
fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, None, None)?;
        column.close()?;
    }
    Ok(())
}

/// Makes an error of what Parquet's writer says: of the file, if it could not be written.
fn failed(error: ParquetError) -> Error {
    Error::Output(match error {
        ParquetError::External(source) => {
            source.downcast::<io::Error>().map_or_else(io::Error::other, |error| *error)
        }
        other => io::Error::other(other),
    })
}

#[cfg(test)]
mod tests {
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;

    use super::*;
    use grundytab::domain::Plane;
    use grundytab::engine::reference::ReferenceEngine;
    use grundytab::plan::Plan;
    use grundytab::table::TableWriter;
    use grundytab::tabulate::tabulate;

    fn exported(
        folder: &tempfile::TempDir,
        plan: &Plan,
        plane: Option<&str>,
    ) -> (TableReader, SerializedFileReader<bytes::Bytes>, u64) {
        let path = folder.path().join("table.zarr");
        let writer = TableWriter::options(plan).overwrite(true).create(&path).expect("a writer");
        let engine: &dyn grundytab::engine::Engine = match plan.job().domain().positions() {
            0..10_000 => &ReferenceEngine,
            _ => &grundytab::engine::cpu::CpuEngine,
        };
        tabulate(plan, engine, Some(writer), &Control::default()).expect("a table");
        let table = TableReader::open(&path).expect("a table");
        let domain = table.plan().job().domain();
        let plane = plane.map(|plane| Plane::parse(plane, domain).expect("a plane"));
        let selection = Selection::new(domain, plane, None).expect("a selection");
        let mut file = Vec::new();
        let rows =
            write_parquet(&table, &selection, &Only::default(), &Control::default(), &mut file);
        let rows = rows.expect("it is written");
        let reader = SerializedFileReader::new(bytes::Bytes::from(file)).expect("a file");
        (table, reader, rows.count)
    }

    /// Catches values of another position, sign or type, and cells outside the domain that are written.
    #[test]
    fn rows_are_the_positions() {
        let folder = tempfile::tempdir().expect("a folder");
        for (game, domain, quantity, plane, logical) in [
            ("wythoff", "tokens 20", "grundy", None, Some(LogicalType::integer(8, false))),
            ("nim:2", "2x300", "grundy", None, Some(LogicalType::integer(16, false))),
            ("triangle", "tokens 9", "grundy", Some("y=2"), Some(LogicalType::integer(8, false))),
            ("wythoff", "20x9", "outcome", None, None),
            ("wythoff+points=3/-1/2", "20x20", "score", None, Some(LogicalType::integer(8, true))),
            (
                "wythoff+points=300/-100/2",
                "9x9",
                "score",
                None,
                Some(LogicalType::integer(16, true)),
            ),
            ("partizan:1,0/0,2:1,1/2,0", "20x20", "outcome-class", None, Some(LogicalType::String)),
        ] {
            let what = format!("{game} {domain} {quantity}");
            let plan = Plan::parse(game, domain, quantity).expect("a plan");
            let (table, reader, rows) = exported(&folder, &plan, plane);
            let schema = reader.metadata().file_metadata().schema_descr();
            let column = schema.column(schema.num_columns() - 1);
            assert_eq!(column.name(), quantity.replace('-', "_"));
            assert_eq!(column.logical_type_ref().cloned(), logical, "{what}");
            let mut previous = None;
            let mut count = 0;
            for row in reader.get_row_iter(None).expect("rows") {
                let fields = row.expect("a row").into_columns();
                let heap = |(_, field): &(String, Field)| match field {
                    Field::UInt(heap) => *heap,
                    other => panic!("{other:?}"),
                };
                let at: Vec<u32> = fields[..fields.len() - 1].iter().map(heap).collect();
                assert!(previous.as_ref() < Some(&at), "{what}: sorted");
                let value = table.value(&at).expect("a position");
                let number = table.plan().job().quantity().number(value);
                match &fields[fields.len() - 1].1 {
                    Field::Bool(is_p) => assert_eq!(*is_p, value == 1, "{what}"),
                    Field::UByte(found) => assert_eq!(i64::from(*found), number, "{what}"),
                    Field::UShort(found) => assert_eq!(i64::from(*found), number, "{what}"),
                    Field::Byte(found) => assert_eq!(i64::from(*found), number, "{what}"),
                    Field::Short(found) => assert_eq!(i64::from(*found), number, "{what}"),
                    Field::Str(found) => assert_eq!(found, ["P", "N", "L", "R"][value as usize]),
                    other => panic!("{what}: {other:?}"),
                }
                previous = Some(at);
                count += 1;
            }
            let cells = match plane {
                // Of 9 tokens 2 are in y.
                Some(_) => 8 * 9 / 2,
                None => table.plan().job().domain().positions(),
            };
            assert_eq!((count, rows), (cells, cells), "{what}");
        }
    }

    /// Catches rows that are lost between groups, a group that is as large as the table, and a file that does not say
    /// what it is.
    #[test]
    fn rows_are_gathered_in_groups() {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = Plan::parse("subtraction:1,2", "1200000", "grundy").expect("a plan");
        let (_, reader, rows) = exported(&folder, &plan, None);
        let groups = reader.metadata().row_groups().iter().map(|group| group.num_rows());
        assert_eq!(groups.collect::<Vec<_>>(), [1 << 20, 1_200_000 - (1 << 20)]);
        assert_eq!(rows, 1_200_000);
        let said = reader.metadata().file_metadata().key_value_metadata().expect("metadata");
        let said = said.iter().find(|pair| pair.key == KEY).and_then(|pair| pair.value.clone());
        let said: serde_json::Value = serde_json::from_str(&said.expect("a key")).expect("JSON");
        assert_eq!(
            (&said["ruleset"], &said["positions"]),
            (&"subtraction:1,2".into(), &1_200_000.into())
        );
    }
}
