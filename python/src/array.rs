//! Values as numpy arrays, without a copy.

use grundytab::ValueType;
use grundytab::Values;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// Makes an array of this shape from values in row-major order: of `bool`, `uint8`, `uint16` or `uint32`, or
/// with a sign of `int8`, `int16` or `int32`.
///
/// # Errors
/// When numpy refuses, as where it is not installed.
pub fn of_values<'py>(
    py: Python<'py>,
    values: Values,
    value_type: ValueType,
    shape: &[u32],
) -> PyResult<Bound<'py, PyAny>> {
    let shape: Vec<usize> = shape.iter().map(|&side| side as usize).collect();
    let array = match values {
        Values::U8(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::U16(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::U32(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::I8(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::I16(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
        Values::I32(values) => PyArray1::from_vec(py, values).reshape(shape)?.into_any(),
    };
    if value_type == ValueType::Bool { array.call_method1("view", ("bool",)) } else { Ok(array) }
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
