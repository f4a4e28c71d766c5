//! Moves of a sum, each in one of its components.

use grundytab::Position;
use grundytab::play::describe_move;
use grundytab::table::TableReader;
use serde::Serialize;

use crate::cli::output::print;

/// A move in one component of a sum.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ComponentMove {
    /// The number of the component, from 0 on.
    component: usize,
    /// The position to which it leads.
    to: Position,
}

impl ComponentMove {
    /// Returns moves of which the number of the component and the option are known.
    pub fn list(moves: &[(usize, Position)]) -> Vec<Self> {
        moves.iter().map(|&(component, to)| ComponentMove { component, to }).collect()
    }
}

/// Prints moves in words.
pub fn print_moves(
    which: &str,
    components: &[(&TableReader, &[u32])],
    moves: &[(usize, Position)],
) {
    print(format!("{which} moves: {}", moves.len()));
    for &(component, option) in moves {
        let (table, heaps) = components[component];
        let from = Position::new(heaps);
        let words = describe_move(table.plan().job().ruleset(), from, option);
        print(format!("  in {}@{from}: {words} -> {option}", table.path().display()));
    }
}
