//! Sums of scoring games that are played through.

use super::stops::{Component, Stops, SumStops, are_few};
use grundytab::control::{Control, Interrupted};
use grundytab::domain::{Coordinates, Position};
use grundytab::table::TableReader;

/// The stops of a sum, computed by the definition at every position of the sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedStops {
    /// The stops.
    pub stops: Stops,
    /// Left's moves that attain the left stop: the index of the component, and the option to which it is moved.
    pub best_of_left: Vec<(usize, Position)>,
    /// Right's moves that attain the right stop.
    pub best_of_right: Vec<(usize, Position)>,
}

/// Returns a position of a component, of which the coordinates are known.
pub(super) fn position_of(
    tables: &[(&TableReader, &[u32])],
    component: usize,
    at: Coordinates,
) -> (usize, Position) {
    let (table, _) = tables[component];
    (component, table.plan().job().domain().position(at))
}

/// Computes the stops of a sum at each of its positions; `None` if they have too many moves.
///
/// # Errors
/// When it is interrupted.
pub(super) fn play_through(
    tables: &[(&TableReader, &[u32])],
    components: &[Component],
    control: &Control,
) -> Result<Option<PlayedStops>, Interrupted> {
    if !are_few(components) {
        return Ok(None);
    }
    let sum = SumStops::of(components, control)?;
    let [best_of_left, best_of_right] = sum.best().map(|moves| {
        let moves = moves.into_iter().map(|(component, at)| position_of(tables, component, at));
        let mut moves: Vec<(usize, Position)> = moves.collect();
        moves.sort_unstable();
        moves
    });
    Ok(Some(PlayedStops { stops: sum.last(), best_of_left, best_of_right }))
}
