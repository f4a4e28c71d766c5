//! Stored tables: their metadata, and their values as arrays.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use grundytab::table::TableReader;
use grundytab::{Control, counted};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyEllipsis, PySlice, PyTuple};
use serde_json::json;

use crate::array;
use crate::failure::raised;
use crate::running::{run, run_alone};

/// The most bytes of tiles that an open table keeps: it lives as long as the notebook that has opened it,
/// beside the arrays of its user.
const KEPT_BYTES: u64 = 512 << 20;

/// A stored table, which is indexed as a numpy array. What is requested is read, and no more. The tiles that
/// were read are kept, up to 512 MiB of them.
#[pyclass(frozen, module = "grundytab")]
pub struct Table {
    reader: Arc<TableReader>,
}

/// A table that is open, or the path of one.
pub enum TableArgument<'py> {
    Open(Bound<'py, Table>),
    Path(PathBuf),
}

impl<'py> FromPyObject<'_, 'py> for TableArgument<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(table) = given.cast::<Table>() {
            return Ok(TableArgument::Open(table.to_owned()));
        }
        given.extract().map(TableArgument::Path).map_err(|_| {
            PyTypeError::new_err("a table is expected: its path, or what grundytab.open returned")
        })
    }
}

impl TableArgument<'_> {
    /// Returns the table, opened if need be.
    ///
    /// # Errors
    /// `OSError`, when there is no table.
    pub fn open(&self) -> PyResult<Arc<TableReader>> {
        match self {
            TableArgument::Open(table) => Ok(Arc::clone(&table.get().reader)),
            TableArgument::Path(path) => TableReader::open(path).map(Arc::new).map_err(raised),
        }
    }
}

/// Opens a stored table. Its values are read when they are requested.
///
/// >>> table = grundytab.open("wythoff.zarr")
/// >>> table[3, 5]
/// >>> table[:10, :10]
#[pyfunction]
pub fn open(path: PathBuf) -> PyResult<Table> {
    Table::open(path)
}

impl Table {
    /// Opens a stored table.
    ///
    /// # Errors
    /// `OSError`, when there is none.
    pub fn open(path: PathBuf) -> PyResult<Table> {
        let reader = TableReader::open(path).map_err(raised)?.keeping_at_most(KEPT_BYTES);
        Ok(Table { reader: reader.into() })
    }

    fn sides(&self) -> &[u32] {
        self.reader.plan().job().domain().shape()
    }
}

/// A part of a table, as an index chooses it.
struct Part<'py> {
    /// The heap sizes that are read.
    ranges: Vec<Range<u32>>,
    /// The index into the array that is read.
    within: Vec<Bound<'py, PyAny>>,
}

#[pymethods]
impl Table {
    /// The path of the table.
    #[getter]
    fn path(&self) -> PathBuf {
        self.reader.path().to_owned()
    }

    /// The sides of the array, one for each heap.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.sides())
    }

    /// The number of heaps.
    #[getter]
    fn ndim(&self) -> usize {
        self.sides().len()
    }

    /// The numpy type of the values.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let name = array::dtype_name(self.reader.plan().value_type());
        py.import("numpy")?.getattr("dtype")?.call1((name,))
    }

    /// What the table says of itself: game, domain, quantity, totals, engine.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let plan = self.reader.plan();
        let mut object = json!(self.reader.attributes());
        object["shape"] = json!(self.sides());
        object["value_type"] = json!(plan.value_type());
        object["tile_shape"] = json!(plan.tiling().chunk_shape());
        object["codec"] = json!(self.reader.codec().name());
        py.import("json")?.call_method1("loads", (object.to_string(),))
    }

    fn __len__(&self) -> usize {
        self.sides().first().map_or(0, |&side| side as usize)
    }

    fn __repr__(&self) -> String {
        let job = self.reader.plan().job();
        format!(
            "<grundytab.Table {}: {}, {}, {}, {}>",
            self.reader.path().display(),
            job.ruleset().short_text(8),
            job.domain(),
            job.quantity(),
            job.convention().play()
        )
    }

    /// Reads a part of the table, as numpy's indices choose it.
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        let Part { ranges, within } = self.part(key)?;
        let lengths: Vec<u32> = ranges.iter().map(|range| range.end - range.start).collect();
        let reader = &self.reader;
        let read = |control: &Control| reader.slice_values(&ranges, control).map_err(raised);
        let values = if reader.is_small_slice(&ranges) {
            run_alone(py, || read(&Control::default()))?
        } else {
            run(py, None, read)?
        };
        let value_type = reader.plan().value_type();
        array::of_values(py, values, value_type, &lengths)?.get_item(PyTuple::new(py, within)?)
    }

    /// Compares every value of the table, as numpy does.
    fn __richcmp__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.get_item(PyEllipsis::get(slf.py()))?.rich_compare(other, operator)
    }

    /// Reads the whole table for numpy.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            let text = "a table is read into a new array, which is a copy; leave out copy=False";
            return Err(PyValueError::new_err(text));
        }
        let whole = slf.get_item(PyEllipsis::get(slf.py()))?;
        match dtype {
            Some(dtype) => {
                // The array is new, and needs no second copy if it has this type.
                let options = PyDict::new(slf.py());
                options.set_item("copy", false)?;
                whole.call_method("astype", (dtype,), Some(&options))
            }
            None => Ok(whole),
        }
    }
}

impl Table {
    /// Reads an index.
    ///
    /// # Errors
    /// `IndexError`, when it does not fit the table; `TypeError`, when it is none.
    fn part<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Part<'py>> {
        let py = key.py();
        let sides = self.sides();
        let keys: Vec<Bound<'py, PyAny>> = match key.cast::<PyTuple>() {
            Ok(keys) => keys.iter().collect(),
            Err(_) => vec![key.clone()],
        };
        let is_ellipsis = |key: &&Bound<'py, PyAny>| key.is(PyEllipsis::get(py));
        let ellipses = keys.iter().filter(is_ellipsis).count();
        let given = keys.len() - ellipses;
        if ellipses > 1 {
            return Err(PyIndexError::new_err("an index has one ellipsis at most"));
        }
        if given > sides.len() {
            let heaps = counted(sides.len(), "heap");
            let text = format!("{given} indices are too many: the table has {heaps}");
            return Err(PyIndexError::new_err(text));
        }
        let all = || PySlice::full(py).into_any();
        let left_out = sides.len() - given;
        let at = keys.iter().position(|key| is_ellipsis(&key)).unwrap_or(keys.len());
        let before = keys[..at].iter().cloned();
        let after = keys.iter().skip(at + 1).cloned();
        let filling = std::iter::repeat_with(all).take(left_out);
        let each = before.chain(filling).chain(after);
        let axes = each.zip(sides).map(|(key, &side)| range_of(&key, side));
        let (ranges, within) = axes.collect::<PyResult<Vec<_>>>()?.into_iter().unzip();
        Ok(Part { ranges, within })
    }
}

/// Reads the index of an axis: the range to be read, and the index into what is read.
fn range_of<'py>(key: &Bound<'py, PyAny>, side: u32) -> PyResult<(Range<u32>, Bound<'py, PyAny>)> {
    let py = key.py();
    if let Ok(slice) = key.cast::<PySlice>() {
        let indices = slice.indices(side as isize)?;
        if indices.step < 0 {
            let text = "the step of a slice is negative; read the slice, and turn the array round";
            return Err(PyIndexError::new_err(text));
        }
        let (start, stop) = (indices.start as u32, indices.stop as u32);
        let within = PySlice::new(py, 0, isize::MAX, indices.step);
        return Ok((start..stop.max(start), within.into_any()));
    }
    let index: i64 = key
        .extract()
        .map_err(|_| PyTypeError::new_err("an index is a whole number, a slice or an ellipsis"))?;
    let from_start = if index < 0 { index + i64::from(side) } else { index };
    match u32::try_from(from_start).ok().filter(|&index| index < side) {
        Some(index) => Ok((index..index + 1, 0_i32.into_pyobject(py)?.into_any())),
        None => {
            let text = format!("the heap size {index} is not in the table, whose side is {side}");
            Err(PyIndexError::new_err(text))
        }
    }
}
