//! The catalogue of games.

use grundytab::ruleset::catalogue;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the games that can be tabulated, each with its notation, an example, its moves and its source.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let describe = |entry: &'static catalogue::Entry| {
        let game = PyDict::new(py);
        game.set_item("notation", entry.notation)?;
        game.set_item("example", entry.example)?;
        game.set_item("moves", entry.moves)?;
        game.set_item("source", entry.source)?;
        Ok(game)
    };
    catalogue::entries().map(describe).collect()
}
