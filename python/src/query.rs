//! Questions about positions.

use grundytab::play::{self, Mover};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Sides, number};
use crate::failure::{of_input, of_play};
use crate::running::run_alone;
use crate::table::TableArgument;

/// What a table says of a position.
#[pyclass(frozen, get_all, module = "grundytab")]
pub struct Answer {
    position: Py<PyTuple>,
    value: u32,
    outcome: &'static str,
    winning_moves: Option<Vec<Py<PyTuple>>>,
    winning_moves_of_left: Option<Vec<Py<PyTuple>>>,
    winning_moves_of_right: Option<Vec<Py<PyTuple>>>,
}

#[pymethods]
impl Answer {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!(
            "Answer(position={}, value={}, outcome={:?}",
            self.position.bind(py).repr()?,
            self.value,
            self.outcome
        );
        for (name, moves) in [
            ("winning_moves", &self.winning_moves),
            ("winning_moves_of_left", &self.winning_moves_of_left),
            ("winning_moves_of_right", &self.winning_moves_of_right),
        ] {
            if let Some(moves) = moves {
                let moves = moves.iter().map(|option| Ok(option.bind(py).repr()?.to_string()));
                let moves = moves.collect::<PyResult<Vec<_>>>()?.join(", ");
                text.push_str(&format!(", {name}=[{moves}]"));
            }
        }
        Ok(text + ")")
    }
}

/// Looks up a position: its value, its outcome and its winning moves.
///
/// >>> grundytab.query("wythoff.zarr", (4, 5)).winning_moves
/// [(1, 2), (3, 5)]
#[pyfunction]
#[pyo3(signature = (table, position))]
pub fn query(py: Python<'_>, table: TableArgument<'_>, position: Sides) -> PyResult<Answer> {
    let table = table.open()?;
    let heaps = match position {
        Sides::One(heap) => vec![heap],
        Sides::Each(heaps) => heaps,
    };
    let heaps = heaps
        .into_iter()
        .map(|heap| number("position", heap, "a heap size is a number of the table"))
        .collect::<Result<Vec<u32>, _>>()
        .map_err(of_input)?;
    let answer = run_alone(py, || play::query(&table, &heaps).map_err(of_play))?;
    let job = table.plan().job();
    let tuple = |heaps: &[u32]| Ok(PyTuple::new(py, heaps)?.unbind());
    let moves_of = |mover: Mover| -> PyResult<Option<Vec<Py<PyTuple>>>> {
        let moves = answer.winning.iter().find(|moves| moves.mover == mover);
        let tuples = moves.map(|moves| moves.options.iter().map(|option| tuple(option.heaps())));
        tuples.map(Iterator::collect).transpose()
    };
    Ok(Answer {
        position: tuple(answer.position.heaps())?,
        value: answer.value,
        outcome: job.quantity().outcome_class(answer.value, job.ruleset().blocking_number()),
        winning_moves: moves_of(Mover::Next)?,
        winning_moves_of_left: moves_of(Mover::Left)?,
        winning_moves_of_right: moves_of(Mover::Right)?,
    })
}
