//! A Vulkan loader that does not complain.
//!
//! Where `XDG_RUNTIME_DIR` is not set, as on servers, a layer of Mesa complains on stderr whenever adapters are
//! listed, although nothing is wrong. So the variable names a folder that does not exist meanwhile; no
//! adapter is lost. The variable belongs to the whole process: threads that list adapters take turns,
//! and what anybody else sets stays.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;

const VARIABLE: &str = "XDG_RUNTIME_DIR";
const NO_FOLDER: &str = "/nonexistent";

/// Held while the variable is set here.
static TURN: Mutex<()> = Mutex::new(());

/// The time in which adapters are listed. Python's global lock must not be held, since threads wait for one another here.
pub struct Quiet {
    // Dropped in this order: the variable is removed before the turn ends.
    _variable: Option<SetVariable>,
    _turn: MutexGuard<'static, ()>,
}

impl Quiet {
    pub fn new() -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        // Where the variable cannot be set, the loader may complain.
        Quiet { _variable: SetVariable::if_absent().ok().flatten(), _turn: turn }
    }
}

/// The variable, which is removed when this is dropped.
struct SetVariable;

impl SetVariable {
    /// Sets the variable if it is absent. Python does it, which knows how to change the variables of its
    /// process, and whose `os.environ` agrees then.
    fn if_absent() -> PyResult<Option<Self>> {
        if std::env::var_os(VARIABLE).is_some() {
            return Ok(None);
        }
        Python::attach(|py| environment(py)?.set_item(VARIABLE, NO_FOLDER))?;
        Ok(Some(SetVariable))
    }
}

impl Drop for SetVariable {
    fn drop(&mut self) {
        Python::attach(|py| {
            // Another value is that of another thread.
            let remove = || match environment(py)?.get_item(VARIABLE)?.eq(NO_FOLDER)? {
                true => environment(py)?.del_item(VARIABLE),
                false => Ok(()),
            };
            // It may be gone already.
            let _: PyResult<()> = remove();
        });
    }
}

fn environment(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("os")?.getattr("environ")
}
