//! The sum of a position and a nim heap, which needs no table of its own: a heap of size n has the value n, and its
//! options are all smaller heaps.

use super::option_values::OptionValues;
use super::query::distinct_options;
use grundytab::control::Control;
use grundytab::domain::{Position, Sum};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::quantity::{Convention, Mover, Quantity};
use grundytab::table::TableReader;

/// The answer of a table to the question about the sum of a position and a nim heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BesideNimHeap {
    /// The position.
    pub position: Position,
    /// Its own value g. The sum with a heap of size n has the value g xor n.
    pub value: u32,
    /// The winning moves in the position: the options with the value n.
    pub options: Vec<Sum<Position>>,
    /// The winning move in the heap, to the size g, if there is one.
    pub smaller_heap: Option<u32>,
}

/// Looks up the sum of a position and a nim heap of size `heap`, in normal play.
///
/// # Errors
/// Those of [`require_nim_values`]; when the position is not in the table, or the table is damaged.
pub fn beside_nim_heap(
    table: &TableReader,
    heaps: &[u32],
    heap: u32,
) -> Result<BesideNimHeap, Error> {
    require_nim_values(table)?;
    let position = table.known_position(heaps)?;
    let values = OptionValues::of(table, &[position], &Control::default())?;
    let value = values.stored.value(position.coordinates());
    let options = if value == heap {
        Vec::new()
    } else {
        distinct_options(table, position, Mover::Next, |option| {
            values.has(option) && values.value(option) == heap
        })
    };
    values.finish()?;
    let smaller_heap = (value < heap).then_some(value);
    Ok(BesideNimHeap { position, value, options, smaller_heap })
}

/// Refuses a table whose values do not tell those of sums with nim heaps.
///
/// # Errors
/// When it holds no Grundy values of normal play.
pub fn require_nim_values(table: &TableReader) -> Result<(), InvalidInput> {
    table.require_moves()?;
    let job = table.plan().job();
    let (problem, hint) = if job.quantity() != Quantity::Grundy {
        let values = job.quantity().values_name();
        (format!("it holds {values}; Grundy values alone add up"), "tabulate its Grundy values")
    } else if job.is_loopy() {
        let problem = "its game is loopy, so that some values are infinite".to_owned();
        (problem, "give the nim heap as a component of `sum`, from a table of Nim")
    } else if job.convention() != Convention::Normal {
        let problem = "it is of misère play, in which values do not add up".to_owned();
        (problem, "tabulate the game in normal play")
    } else {
        return Ok(());
    };
    let name = table.path().file_name().unwrap_or_default().to_string_lossy();
    Err(InvalidInput::new(InvalidInputKind::NoGrundyValues, name, problem, hint))
}
