//! Game graphs: the positions that are reached from some position by a few moves, and the moves between them.

use std::collections::HashMap;
use std::fmt;

use super::option_values::OptionValues;
use super::query::distinct_options;
use grundytab::control::Control;
use grundytab::domain::{Position, Sum};
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::quantity::Mover;
use grundytab::table::TableReader;
use grundytab::wording::counted;

/// The positions that are reached from some positions by at most a number of moves. A position that is
/// reached in several ways is one node. Where a move leads to a sum of positions, that is a node too, whose moves are those in
/// each of its positions.
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
    /// The position, or sum of positions.
    pub position: Sum<Position>,
    /// Its value.
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
            reached.number(table.position(heaps)?.into())?;
        }
        let first: Vec<Position> = reached.positions.iter().filter_map(Sum::single).collect();
        let names: Vec<String> = first.iter().map(Position::to_string).collect();
        let name = format!("{} from {}", job.ruleset().short_text(32), names.join(", "));
        let mut edges = Vec::new();
        let mut expanded = 0;
        for _ in 0..depth {
            let end = reached.positions.len();
            for from in expanded..end {
                for &mover in movers {
                    let position = reached.positions[from].clone();
                    for option in options_of_sum(table, &position, mover) {
                        edges.push(MoveEdge { from, to: reached.number(option)?, mover });
                    }
                }
            }
            if expanded == end {
                break;
            }
            expanded = end;
        }
        let is_terminal = |position: &Sum<Position>| {
            movers.iter().all(|&mover| options_of_sum(table, position, mover).is_empty())
        };
        let values = OptionValues::of(table, &first, &Control::default())?;
        let block = job.ruleset().blocking_number();
        let node = |(number, position): (usize, &Sum<Position>)| {
            let value = values.value(&position.map(|part| part.coordinates()));
            let outcome = job.quantity().outcome_class(value, block);
            let label = job.quantity().value_text(value, block);
            let has_moves = number < expanded || is_terminal(position);
            Node { position: position.clone(), value, outcome, has_moves, label }
        };
        let nodes = reached.positions.iter().enumerate().map(node).collect();
        values.finish()?;
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

/// Lists the options of a sum of positions for a player: a move is one in one of them, which its option replaces.
fn options_of_sum(table: &TableReader, sum: &Sum<Position>, mover: Mover) -> Vec<Sum<Position>> {
    let after = |(number, &moved): (usize, &Position)| {
        let others = sum.parts().iter().enumerate().filter(move |&(other, _)| other != number);
        let others: Vec<Position> = others.map(|(_, &part)| part).collect();
        let options = distinct_options(table, moved, mover, |_| true).into_iter();
        options.map(move |option| Sum::new(option.into_parts().chain(others.iter().copied())))
    };
    let mut all: Vec<_> = sum.parts().iter().enumerate().flat_map(after).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The positions that were reached so far, numbered in the order in which they were.
struct Reached<'a> {
    table: &'a TableReader,
    numbers: HashMap<Sum<Position>, usize>,
    positions: Vec<Sum<Position>>,
    most_nodes: usize,
}

impl Reached<'_> {
    /// Returns the number of a position, which it gets now if it has none.
    fn number(&mut self, position: Sum<Position>) -> Result<usize, InvalidInput> {
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
        self.numbers.insert(position.clone(), number);
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
            let (position, label) = (&node.position, &node.label);
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
