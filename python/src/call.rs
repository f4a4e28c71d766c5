//! A command of the program, called in this process.

use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};

use grundytab_cli::commands::call;
use grundytab_cli::commands::call::ready::{Failed, Ready};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::Value;

use crate::array;
use crate::failure::raised;
use crate::host::Host;
use crate::running::{run, threads};

/// A command of the program with its arguments, as they are typed behind its name. With `array` the values that
/// `tabulate` would discard are returned.
#[pyclass(frozen, module = "grundytab")]
pub struct Call {
    call: Arc<call::Call>,
    command: Mutex<Option<Ready>>,
}

#[pymethods]
impl Call {
    #[new]
    #[pyo3(signature = (command, arguments, array=false))]
    fn new(py: Python<'_>, command: &str, arguments: Vec<OsString>, array: bool) -> PyResult<Self> {
        let call = call::Call::new(&Host, array);
        let ready = Ready::read(&call, command, arguments).map_err(|failed| raised(py, failed))?;
        Ok(Call { call, command: Mutex::new(Some(ready)) })
    }

    /// Runs the command, and returns what it prints, or the array. Meanwhile `tell` is called with what is being done,
    /// how many positions are done and of how many, and the notes that nobody must miss.
    fn run<'py>(&self, py: Python<'py>, tell: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let command = self.command.lock().unwrap_or_else(PoisonError::into_inner).take();
        let command = command.ok_or_else(|| PyRuntimeError::new_err("a call runs once"))?;
        let (call, tell) = (&self.call, tell.clone().unbind());
        let watch = |py: Python<'_>| {
            let progress = call.progress();
            let told = (progress.doing, progress.done, progress.length, call.take_notes());
            tell.call1(py, told).map(drop)
        };
        let enter = {
            let call = Arc::clone(call);
            move || call.enter()
        };
        let needs_no_threads = command.needs_no_threads();
        let outcome = match threads(command.threads(), enter) {
            Ok(threads) => run(py, &threads, watch, || call.interrupt(), || command.run(call))?,
            Err(_) if needs_no_threads => py.detach(|| command.run(call)),
            Err(error) => return Err(error),
        };
        let answer = match outcome {
            Ok(()) => None,
            Err(failed) => match found(&failed) {
                Some(found) => Some(found.into_bytes()),
                None => {
                    let exception = raised(py, failed);
                    // What is wrong matters more than a note of which Python makes an exception.
                    let _ = watch(py);
                    // A batch prints how each job has ended.
                    let _ = exception.value(py).setattr("printed", self.printed(py));
                    return Err(exception);
                }
            },
        };
        watch(py)?;
        if let Some((values, plan)) = call.take_array() {
            let domain = plan.job().domain();
            let ranges: Vec<_> = domain.shape().iter().map(|&side| 0..side).collect();
            return array::of_values(py, values, plan.value_type(), domain, &ranges);
        }
        let printed = answer.unwrap_or_else(|| call.take_printed());
        Ok(PyBytes::new(py, &printed).into_any())
    }

    /// Interrupts the command.
    fn interrupt(&self) {
        self.call.interrupt();
    }

    /// Returns what was printed since the last time.
    fn printed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.call.take_printed())
    }
}

/// Returns what a command has found that has done its work: that a claim is false, or that a sentence was not decided,
/// is an answer. It has the keys that `--json` prints then, as the message, which says why.
fn found(failed: &Failed) -> Option<String> {
    let is_answer = failed.error.is_none() && [1, 5].contains(&failed.exit_code);
    let found = failed.found.as_object().filter(|found| is_answer && !found.is_empty())?;
    let mut found = found.clone();
    found.insert("kind".into(), failed.kind.clone().into());
    found.insert("message".into(), failed.message.clone().into());
    found.insert("exit_code".into(), failed.exit_code.into());
    Some(Value::Object(found).to_string())
}
