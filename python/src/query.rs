//! Questions about positions.

use grundytab::play::{self, Mover, WinningMoves};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::{Sides, number};
use crate::failure::raised;
use crate::running::run_alone;
use crate::table::TableArgument;

/// What a table says of a position.
#[pyclass(frozen, get_all, module = "grundytab")]
pub struct Answer {
    position: Py<PyTuple>,
    value: i64,
    /// A score does not determine it.
    outcome: Option<&'static str>,
    winning_moves: Option<Vec<Py<PyTuple>>>,
    /// The best moves in a scoring game.
    best_moves: Option<Vec<Py<PyTuple>>>,
    winning_moves_of_left: Option<Vec<Py<PyTuple>>>,
    winning_moves_of_right: Option<Vec<Py<PyTuple>>>,
}

#[pymethods]
impl Answer {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let position = self.position.bind(py).repr()?;
        let mut text = format!("Answer(position={position}, value={}", self.value);
        if let Some(outcome) = self.outcome {
            text.push_str(&format!(", outcome={outcome:?}"));
        }
        for (name, moves) in [
            ("winning_moves", &self.winning_moves),
            ("best_moves", &self.best_moves),
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

/// Looks up a position: its value, its outcome and its winning moves; in a table of scores the best moves.
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
        .map_err(raised)?;
    let answer = run_alone(py, || play::query(&table, &heaps).map_err(raised))?;
    let job = table.plan().job();
    let quantity = job.quantity();
    let is_score = quantity.is_score();
    let outcome = || quantity.outcome_class(answer.value, job.ruleset().blocking_number());
    let tuple = |heaps: &[u32]| Ok(PyTuple::new(py, heaps)?.unbind());
    let tuples = |moves: Option<&WinningMoves>| -> PyResult<Option<Vec<Py<PyTuple>>>> {
        let tuples = moves.map(|moves| moves.options.iter().map(|option| tuple(option.heaps())));
        tuples.map(Iterator::collect).transpose()
    };
    // In a scoring game they are the best moves, of the player who begins.
    let winning = if is_score { &[][..] } else { &answer.winning };
    let winning_of = |mover: Mover| tuples(winning.iter().find(|moves| moves.mover == mover));
    Ok(Answer {
        position: tuple(answer.position.heaps())?,
        value: quantity.number(answer.value),
        outcome: quantity.has_p_positions().then(outcome),
        winning_moves: winning_of(Mover::Next)?,
        best_moves: tuples(answer.winning.first().filter(|_| is_score))?,
        winning_moves_of_left: winning_of(Mover::Left)?,
        winning_moves_of_right: winning_of(Mover::Right)?,
    })
}
