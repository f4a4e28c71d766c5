//! Stored tables, of which boxes are read as arrays. Indices, and the rest of what a table does, are written in Python.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use grundytab::invalid_input::shortened;
use grundytab::table::{TableError, TableReader};
use grundytab::{Control, Error};
use grundytab_cli::commands::call::Call;
use grundytab_cli::commands::call::ready::Failed;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::json;

use crate::array;
use crate::failure::raised;
use crate::host::Host;
use crate::running::{run, threads};

/// The most bytes of tiles that an open table keeps: it lives as long as the notebook that has opened it,
/// beside the arrays of its user.
const KEPT_BYTES: u64 = 512 << 20;

/// A stored table, open. The tiles that were read are kept, up to 512 MiB of them.
#[pyclass(frozen, module = "grundytab")]
pub struct Reader {
    reader: TableReader,
}

#[pymethods]
impl Reader {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let reader = TableReader::open_any(path).map_err(|error| failure(py, error))?;
        Ok(Reader { reader: reader.keeping_at_most(KEPT_BYTES) })
    }

    #[getter]
    fn path(&self) -> PathBuf {
        self.reader.path().to_owned()
    }

    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.reader.plan().job().domain().shape())
    }

    /// The sides of a tile.
    #[getter]
    fn chunks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.reader.plan().tiling().chunk_shape())
    }

    /// The name that numpy has for the type of the values.
    #[getter]
    fn dtype(&self) -> String {
        array::dtype_name(self.reader.plan().value_type())
    }

    /// Whether every cell of the array is a position.
    #[getter]
    fn is_whole(&self) -> bool {
        array::is_whole(self.reader.plan().job().domain())
    }

    /// What the table says of itself, as JSON.
    #[getter]
    fn attributes(&self) -> String {
        json!(self.reader.attributes()).to_string()
    }

    /// What it is in a line.
    #[getter]
    fn title(&self) -> String {
        let job = self.reader.plan().job();
        let comment = self.reader.attributes().notes.comment.as_deref();
        let game = match job.ruleset().are_moves_known() {
            true => job.ruleset().short_text(8),
            false => shortened(comment.unwrap_or("values given as an array"), 60),
        };
        let domain = job.domain();
        format!("{game}, {domain}, {}, {}", job.quantity(), job.convention().play())
    }

    /// Reads a box: for each heap the first size, and the end of the sizes.
    fn read<'py>(&self, py: Python<'py>, ranges: Vec<(u32, u32)>) -> PyResult<Bound<'py, PyAny>> {
        let ranges: Vec<_> = ranges.into_iter().map(|(start, end)| start..end).collect();
        let reader = &self.reader;
        // To start threads would take longer than to look up a value.
        let values = if reader.is_small_slice(&ranges) {
            py.detach(|| reader.slice_values(&ranges, &Control::default()))
        } else {
            let stop = AtomicBool::new(false);
            let read = || reader.slice_values(&ranges, &Control::default().interrupted_by(&stop));
            let interrupt = || stop.store(true, Ordering::Relaxed);
            run(py, &threads(None, || ())?, |_| Ok(()), interrupt, read)?
        };
        let values = values.map_err(|error| failure(py, error))?;
        let plan = reader.plan();
        array::of_values(py, values, plan.value_type(), plan.job().domain(), &ranges)
    }
}

fn failure(py: Python<'_>, error: TableError) -> PyErr {
    raised(py, Failed::of_error(&Call::new(&Host, false), Error::from(error)))
}
