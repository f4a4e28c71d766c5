//! Moves of a sum, each in one of its components.

use crate::analyses::play::describe_move;
use grundytab::table::TableReader;
use grundytab::{Position, Sum};
use serde::Serialize;

use crate::commands::output::print;

/// A move in one component of a sum.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ComponentMove {
    /// The number of the component, from 0 on.
    component: usize,
    /// The position to which it leads, or the list of those of a sum.
    to: Sum<Position>,
}

impl ComponentMove {
    /// Returns moves of which the number of the component and the option are known.
    pub fn list<O: Clone + Into<Sum<Position>>>(moves: &[(usize, O)]) -> Vec<Self> {
        let one = |(component, to): &(usize, O)| ComponentMove {
            component: *component,
            to: to.clone().into(),
        };
        moves.iter().map(one).collect()
    }
}

/// Prints moves in words.
pub fn print_moves<O: Clone + Into<Sum<Position>>>(
    which: &str,
    components: &[(&TableReader, &[u32])],
    moves: &[(usize, O)],
) {
    print(format!("{which} moves: {}", moves.len()));
    for (component, option) in moves {
        let (table, heaps) = components[*component];
        let option: Sum<Position> = option.clone().into();
        let from = Position::new(heaps);
        let words = describe_move(table.plan().job().ruleset(), from, &option);
        print(format!("  in {}@{from}: {words} -> {option}", table.path().display()));
    }
}
