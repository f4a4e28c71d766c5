//! What the lists are that rules bring in by `let` and `graph`.

use std::sync::Arc;

use super::OfRules;
use crate::clause::{WrittenClauses, WrittenGraph, WrittenValue};
use crate::language::tree::Number;
use crate::language::{Problem, Syntax};

/// Lists under names, and the number of vertices.
#[derive(Debug, Clone, Default)]
pub(super) struct Data {
    /// The number of vertices of the graph.
    pub(super) vertices: Option<i64>,
    /// The lists; that of the neighbours of a vertex among them.
    pub(super) lists: Vec<(String, Arc<[i64]>)>,
}

/// What the number of vertices of the graph is called.
pub(super) const VERTICES: &str = "vertices";
/// What the neighbours of a vertex are called: the number whose binary digits 1 stand at their places.
pub(super) const NEIGHBOURS: &str = "neighbours";

/// The most vertices of a graph, of which numbers tell sets.
const MOST_VERTICES: i64 = crate::clause::LAST_PLACE + 1;

impl Data {
    /// Returns what the names of rules stand for. `constant` evaluates the size of a graph.
    ///
    /// # Errors
    /// When a size has no value, and when a graph is too large.
    pub(super) fn of(
        written: &WrittenClauses,
        constant: impl Fn(&Syntax) -> Result<i64, Problem>,
    ) -> Result<Self, Problem> {
        let mut data = Data::default();
        for one in &written.data {
            let name = one.name.clone();
            match &one.value {
                WrittenValue::Numbers(numbers) => data.lists.push((name, numbers[..].into())),
                WrittenValue::Sets(sets) => {
                    let number = |set: &Vec<i64>| set.iter().fold(0, |all, place| all | 1 << place);
                    data.lists.push((name, sets.iter().map(number).collect()));
                }
            }
        }
        if let Some(graph) = &written.graph {
            let neighbours =
                neighbours(graph, constant).map_err(|problem| format!("in `graph`: {problem}"))?;
            data.vertices = Some(neighbours.len() as i64);
            data.lists.push((NEIGHBOURS.into(), neighbours.into()));
        }
        Ok(data)
    }

    /// Returns the number of a list at a place; `None` if no list has the name.
    pub(super) fn entry(&self, name: &str, place: Number<OfRules>) -> Option<Number<OfRules>> {
        let (_, list) = self.lists.iter().find(|(known, _)| known == name)?;
        Some(Number::Entry(list.clone(), Box::new(place)))
    }
}

/// Returns for each vertex the number whose binary digits 1 stand at the places of its neighbours.
fn neighbours(
    graph: &WrittenGraph,
    size: impl Fn(&Syntax) -> Result<i64, Problem>,
) -> Result<Vec<i64>, Problem> {
    let (vertices, edges) = match graph {
        WrittenGraph::Edges(edges) => {
            let last = edges.iter().flatten().max().copied().unwrap_or(0);
            let two = |edge: &Vec<i64>| <[i64; 2]>::try_from(&edge[..]).ok();
            (last + 1, edges.iter().filter_map(two).collect())
        }
        WrittenGraph::Known { name, sizes } => {
            let sizes: Vec<i64> = sizes.iter().map(size).collect::<Result<_, _>>()?;
            if let Some(size) = sizes.iter().find(|size| !(1..=MOST_VERTICES).contains(*size)) {
                return Err(format!(
                    "a size is from 1 to {MOST_VERTICES}, the most vertices of a graph, and not {size}"
                ));
            }
            known_graph(name, &sizes)
        }
    };
    if vertices > MOST_VERTICES {
        return Err(format!(
            "it has {vertices} vertices, and at most {MOST_VERTICES} are places of binary digits"
        ));
    }
    let mut neighbours = vec![0; vertices as usize];
    for [one, two] in edges {
        neighbours[one as usize] |= 1 << two;
        neighbours[two as usize] |= 1 << one;
    }
    Ok(neighbours)
}

/// Returns the number of vertices of a graph that has a name, and its edges.
fn known_graph(name: &str, sizes: &[i64]) -> (i64, Vec<[i64; 2]>) {
    let path = |length: i64| (1..length).map(|v| [v - 1, v]);
    match (name, sizes) {
        ("path", &[length]) => (length, path(length).collect()),
        // A cycle of two vertices is an edge, and one of a single vertex has none.
        ("cycle", &[length]) => {
            (length, path(length).chain((length > 2).then_some([0, length - 1])).collect())
        }
        ("complete", &[count]) => {
            (count, (0..count).flat_map(|two| (0..two).map(move |one| [one, two])).collect())
        }
        // Rows one after another, each from left to right.
        ("grid", &[rows, columns]) => {
            let cell = |row: i64, column: i64| row * columns + column;
            let along = (0..rows).flat_map(|row| {
                (1..columns).map(move |column| [cell(row, column - 1), cell(row, column)])
            });
            let down = (1..rows).flat_map(|row| {
                (0..columns).map(move |column| [cell(row - 1, column), cell(row, column)])
            });
            (rows * columns, along.chain(down).collect())
        }
        _ => (0, Vec::new()),
    }
}
