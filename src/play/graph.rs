//! Game graphs: the positions that are reached from some position by a few moves, and the moves between them.

use std::collections::HashMap;
use std::fmt;

use super::query::distinct_options;
use crate::domain::Position;
use crate::error::Error;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::quantity::Mover;
use crate::table::TableReader;
use crate::wording::counted;

/// The positions that are reached from some positions by at most a number of moves. A position that is
/// reached in several ways is one node.
///
/// Its [`Display`](fmt::Display) is a digraph in the DOT language of Graphviz: P-positions are black, and a
/// dashed frame has a position whose moves are not shown. In a partizan game the moves of Left are blue and
/// solid, those of Right red and dashed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameGraph {
    /// What it is called: the game and the first positions.
    name: String,
    nodes: Vec<Node>,
    edges: Vec<MoveEdge>,
}

/// A position of a game graph.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The position.
    pub position: Position,
    /// Its stored value.
    pub value: u32,
    /// The outcome class: `P`, `N`, `L` or `R`.
    pub outcome: &'static str,
    /// Whether its moves are in the graph.
    pub has_moves: bool,
    /// What is written for its value.
    label: String,
}

/// A move of a game graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveEdge {
    /// The index of the node that it leads from.
    pub from: usize,
    /// The index of the node that it leads to.
    pub to: usize,
    /// Who makes the move.
    pub mover: Mover,
}

impl GameGraph {
    /// Finds the positions that are reached from some positions by at most `depth` moves.
    ///
    /// # Errors
    /// When a position is not in the table, when there are more than `most_nodes` of them, and when the
    /// table is incomplete or damaged.
    pub fn of(
        table: &TableReader,
        from: &[&[u32]],
        depth: u32,
        most_nodes: usize,
    ) -> Result<Self, Error> {
        table.require_complete()?;
        let job = table.plan().job();
        let movers = job.ruleset().movers();
        let mut reached =
            Reached { table, numbers: HashMap::new(), positions: Vec::new(), most_nodes };
        for heaps in from {
            reached.number(table.position(heaps)?)?;
        }
        let names: Vec<String> = reached.positions.iter().map(Position::to_string).collect();
        let name = format!("{} from {}", job.ruleset().short_text(32), names.join(", "));
        let mut edges = Vec::new();
        let mut expanded = 0;
        for _ in 0..depth {
            let end = reached.positions.len();
            for from in expanded..end {
                for &mover in movers {
                    let position = reached.positions[from];
                    for option in distinct_options(table, position, mover, |_| true) {
                        edges.push(MoveEdge { from, to: reached.number(option)?, mover });
                    }
                }
            }
            if expanded == end {
                break;
            }
            expanded = end;
        }
        let is_terminal = |position: Position| {
            movers
                .iter()
                .all(|&mover| distinct_options(table, position, mover, |_| true).is_empty())
        };
        let lookup = table.lookup();
        let block = job.ruleset().blocking_number();
        let node = |(number, &position): (usize, &Position)| {
            let value = lookup.value(position.coordinates());
            let outcome = job.quantity().outcome_class(value, block);
            let label = job.quantity().value_text(value, block);
            let has_moves = number < expanded || is_terminal(position);
            Node { position, value, outcome, has_moves, label }
        };
        let nodes = reached.positions.iter().enumerate().map(node).collect();
        lookup.finish()?;
        Ok(GameGraph { name, nodes, edges })
    }

    /// Returns the positions, those with fewer moves from the first ones first.
    #[cfg(test)]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the moves.
    #[cfg(test)]
    pub fn edges(&self) -> &[MoveEdge] {
        &self.edges
    }
}

/// The positions that were reached so far, numbered in the order in which they were.
struct Reached<'a> {
    table: &'a TableReader,
    numbers: HashMap<Position, usize>,
    positions: Vec<Position>,
    most_nodes: usize,
}

impl Reached<'_> {
    /// Returns the number of a position, which it gets now if it has none.
    fn number(&mut self, position: Position) -> Result<usize, InvalidInput> {
        if let Some(&number) = self.numbers.get(&position) {
            return Ok(number);
        }
        let number = self.positions.len();
        if number == self.most_nodes {
            return Err(InvalidInput::new(
                InvalidInputKind::TooLarge,
                self.table.path().display(),
                format!("the game graph has more than {}", counted(number, "position")),
                "choose a smaller depth, or a position with fewer tokens",
            ));
        }
        self.numbers.insert(position, number);
        self.positions.push(position);
        Ok(number)
    }
}

impl fmt::Display for GameGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name: String = self.name.escape_default().collect();
        writeln!(f, "digraph \"{name}\" {{")?;
        writeln!(f, "  node [shape=box, fontname=\"sans-serif\"];")?;
        for (number, node) in self.nodes.iter().enumerate() {
            let mut style = String::new();
            if node.outcome == "P" {
                style += ", style=filled, fillcolor=black, fontcolor=white";
            }
            if !node.has_moves {
                // The frame of a filled node is not visible, so it has two.
                style += if node.outcome == "P" { ", peripheries=2" } else { ", style=dashed" };
            }
            let (position, label) = (node.position, &node.label);
            writeln!(f, "  n{number} [label=\"{position}\\n{label}\"{style}];")?;
        }
        for MoveEdge { from, to, mover } in &self.edges {
            let style = match mover {
                Mover::Next => "",
                Mover::Left => " [color=blue]",
                Mover::Right => " [color=red, style=dashed]",
            };
            writeln!(f, "  n{from} -> n{to}{style};")?;
        }
        f.write_str("}")
    }
}
