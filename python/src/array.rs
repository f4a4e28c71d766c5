//! Values as numpy arrays, without a copy, and arrays as tables.

use std::ops::Range;
use std::path::PathBuf;

use grundytab::ValueType;
use grundytab::Values;
use grundytab::domain::{Coordinates, Domain};
use grundytab_cli::commands::call::Call;
use grundytab_cli::commands::call::given;
use grundytab_cli::commands::call::ready::Failed;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::failure::raised;
use crate::host::Host;

/// Makes an array of the values of a box, which are in row-major order: of `bool`, `uint8`, `uint16` or `uint32`, or
/// with a sign of `int8`, `int16` or `int32`; a masked array, if some cells of the box are no positions.
///
/// # Errors
/// When numpy refuses, as where it is not installed.
pub fn of_values<'py>(
    py: Python<'py>,
    values: Values,
    value_type: ValueType,
    domain: &Domain,
    ranges: &[Range<u32>],
) -> PyResult<Bound<'py, PyAny>> {
    let shape: Vec<usize> = ranges.iter().map(|range| range.len()).collect();
    let missing = missing(domain, ranges);
    let shape_of_mask = shape.clone();
    let array = match values {
        Values::U8(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::U16(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::U32(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::I8(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::I16(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::I32(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
    };
    let array = match value_type {
        ValueType::Bool => array.call_method1("view", ("bool",))?,
        _ => array,
    };
    let Some(missing) = missing else { return Ok(array) };
    let mask = PyArray1::from_vec(py, missing).reshape(shape_of_mask)?;
    let options = PyDict::new(py);
    options.set_item("mask", mask)?;
    // What masked arrays are filled with where nothing else is said.
    if value_type == ValueType::Bool {
        options.set_item("fill_value", false)?;
    }
    py.import("numpy.ma")?.call_method("MaskedArray", (array,), Some(&options))
}

/// Returns for each cell of a box whether it is no position; `None` if all are.
fn missing(domain: &Domain, ranges: &[Range<u32>]) -> Option<Vec<bool>> {
    if is_whole(domain) {
        return None;
    }
    let starts: Vec<u32> = ranges.iter().map(|range| range.start).collect();
    let sides: Vec<u32> = ranges.iter().map(|range| range.end - range.start).collect();
    let (start, sides) = (Coordinates::padded(&starts, 0), Coordinates::padded(&sides, 1));
    let cells = Coordinates::cells_of_box(sides);
    let missing: Vec<bool> = cells.map(|within| !domain.contains(start + within)).collect();
    missing.contains(&true).then_some(missing)
}

/// Whether every cell of the bounding box of a domain is a position.
pub fn is_whole(domain: &Domain) -> bool {
    domain.mask().is_none() && (domain.is_box() || domain.heaps() == 1)
}

/// Returns the name that numpy has for a type of values.
pub fn dtype_name(value_type: ValueType) -> String {
    let bits = 8 * value_type.bytes();
    match value_type {
        ValueType::Bool => "bool".into(),
        _ if value_type.is_signed() => format!("int{bits}"),
        _ => format!("uint{bits}"),
    }
}

/// Stores an array as a table: of a game, or of values whose moves are not known. Cells that hold the least number of 64 bits
/// are no positions. `quantity` is its name, and whether it is that of misère play.
#[pyfunction]
#[pyo3(signature = (array, path, *, game, quantity, comment, overwrite))]
pub fn store_array(
    py: Python<'_>,
    array: PyReadonlyArrayDyn<'_, i64>,
    path: PathBuf,
    game: Option<&str>,
    quantity: (String, bool),
    comment: Option<String>,
    overwrite: bool,
) -> PyResult<()> {
    let shape: Result<Vec<u32>, _> = array.shape().iter().map(|&side| side.try_into()).collect();
    let shape = shape.map_err(|_| PyValueError::new_err("a side of the array is too long"))?;
    let values =
        array.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?.to_vec();
    let stored = py.detach(|| {
        given::store_array(
            (&shape, values),
            game,
            (&quantity.0, quantity.1),
            comment,
            (&path, overwrite),
        )
    });
    stored.map_err(|error| raised(py, Failed::of_error(&Call::new(&Host, false), error)))
}
