//! What rules bring in under a name: lists, and the graph on whose vertices a game is played. A number that has a name is
//! written in its place when the rules are read.

use std::fmt;

use super::text::set_text;
use crate::language::Syntax;

/// A list, and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenData {
    /// The name.
    pub name: String,
    /// What is in it.
    pub value: WrittenValue,
}

/// What is in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenValue {
    /// Numbers.
    Numbers(Vec<i64>),
    /// Sets, each of which is the number whose binary digits 1 stand at the places in the set.
    Sets(Vec<Vec<i64>>),
}

/// The graph on whose vertices a game is played. These are called 0, 1, 2, ...
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenGraph {
    /// Edges, which have two vertices, and single vertices.
    Edges(Vec<Vec<i64>>),
    /// A graph that has a name and sizes.
    Known {
        /// The name, one of [`KNOWN_GRAPHS`].
        name: String,
        /// The sizes.
        sizes: Vec<Syntax>,
    },
}

/// The graphs that have a name, and how many sizes they have.
pub const KNOWN_GRAPHS: [(&str, usize); 4] =
    [("path", 1), ("cycle", 1), ("complete", 1), ("grid", 2)];

impl fmt::Display for WrittenData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "let {} = ", self.name)?;
        match &self.value {
            WrittenValue::Numbers(numbers) => {
                write!(f, "[{}]", joined(numbers.iter().map(i64::to_string)))
            }
            WrittenValue::Sets(sets) => {
                write!(f, "[{}]", joined(sets.iter().map(|set| format!("{{{}}}", set_text(set)))))
            }
        }
    }
}

impl fmt::Display for WrittenGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrittenGraph::Known { name, sizes } => {
                write!(f, "graph {name}({})", joined(sizes.iter().map(Syntax::to_string)))
            }
            WrittenGraph::Edges(edges) => {
                let edge =
                    |edge: &Vec<i64>| edge.iter().map(i64::to_string).collect::<Vec<_>>().join("-");
                write!(f, "graph {{{}}}", joined(edges.iter().map(edge)))
            }
        }
    }
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
