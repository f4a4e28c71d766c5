//! Games whose sets are listed cell by cell ([`Cells`](crate::automata::Cells)): those on two heaps without bounds, and perhaps
//! a few that the rules bound, whose moves lie on lines.

use super::columns::Columns;
use super::definition::{Definition, SetName};
use crate::automata::{Feed, Line, Rule};
use grundytab::quantity::Convention;

/// How much else counts at a position (x, y) for the value 0 of a layer.
type More = Box<dyn Fn([u32; 2], usize) -> i64>;

/// More than lies on any lines.
const ALWAYS: i64 = 1 << 32;

/// A game whose sets are listed cell by cell.
pub(super) struct CellGame {
    /// The heaps without bounds.
    pub(super) free: [usize; 2],
    /// The other heaps, and their sizes, in each layer.
    pub(super) layers: Vec<Vec<(usize, u32)>>,
    /// The lines as they are for the value 0, whose sets are the layers.
    lines: Vec<Line>,
    more: More,
    exact_below: u32,
    blocked: u32,
    pub(super) shear: u32,
}

impl CellGame {
    /// Returns the game of a definition, if it is one of these.
    pub(super) fn of(definition: &Definition) -> Option<Self> {
        let is_listed = |set: &SetName| matches!(set, SetName::P | SetName::Value(_));
        if !definition.sets().iter().all(is_listed) {
            return None;
        }
        CellGame::of_columns(Columns::of(definition)?)
    }

    /// Returns the game whose columns are listed, if it has two heaps.
    fn of_columns(columns: Columns) -> Option<Self> {
        if columns.heaps() != 2 {
            return None;
        }
        let [_, rays @ ..] = [0, 1, 2].map(|axis| columns.rays.iter().map(move |ray| ray[axis]));
        let rays: Vec<(i64, i64)> = rays[0].clone().zip(rays[1].clone()).collect();
        // Lines that lead down lead up, or to the right, when what lies above x is moved up by it.
        let slope = |&(a, b): &(i64, i64)| if b < 0 { (-b as u64).div_ceil(a as u64) as u32 } else { 0 };
        let shear = rays.iter().map(slope).max().unwrap_or(0);
        let line = |a: i64, b: i64| Line {
            step: [a as u32, (b + i64::from(shear) * a) as u32],
            carries: true,
            feed: Feed::Set(0),
            target: 0,
            is_removed: false,
        };
        let mut lines: Vec<Line> = rays.iter().map(|&(a, b)| line(a, b)).collect();
        for &([_, a, b], change) in &columns.altered {
            let altered = Line {
                carries: false,
                is_removed: change < 0,
                ..line(a.into(), b.into())
            };
            lines.extend(vec![altered; change.unsigned_abs() as usize]);
        }
        let parts = rays.iter().flat_map(|&(a, b)| [a.unsigned_abs() as u32, b.unsigned_abs() as u32]);
        let special = columns.terminals.iter().chain(&columns.to_zero);
        let altered = columns.altered.iter().map(|(vector, _)| vector);
        let far = |vectors: &mut dyn Iterator<Item = u32>| vectors.max().unwrap_or(0);
        let is_misere = columns.convention == Convention::Misere;
        let exact_below = match is_misere || special.clone().next().is_some() {
            // A vector fits into what is given as this number as into any larger one.
            true => {
                far(&mut special.chain(altered).flatten().copied()) + far(&mut parts.into_iter()) + 1
            }
            false => 0,
        };
        let blocked = columns.blocked as u32;
        let more = move |[x, y]: [u32; 2], _: usize| {
            let at = [0, x, y];
            let is_terminal = columns.terminals.contains(&at);
            let leads_to_zero = columns.to_zero.contains(&at);
            match columns.convention {
                Convention::Normal if is_terminal => -ALWAYS,
                Convention::Normal => i64::from(leads_to_zero),
                Convention::Misere => {
                    let is_end = is_terminal || columns.has_no_move(at) && !leads_to_zero;
                    if is_end { ALWAYS } else { 0 }
                }
            }
        };
        Some(CellGame {
            free: [0, 1],
            layers: vec![Vec::new()],
            lines,
            more: if exact_below == 0 { Box::new(|_, _| 0) } else { Box::new(more) },
            exact_below,
            blocked,
            shear,
        })
    }

    /// Returns the rule of the sets of all values up to one: for each layer one after the other.
    pub(super) fn rule(&self, largest: u32) -> Rule<'_> {
        let values = largest as usize + 1;
        let of_value = |value: usize| {
            self.lines.iter().map(move |line| Line {
                feed: match line.feed {
                    Feed::Set(layer) => Feed::Set(layer * values + value),
                    Feed::Line(line) => Feed::Line(value * self.lines.len() + line),
                },
                target: line.target * values + value,
                ..*line
            })
        };
        Rule {
            lines: (0..values).flat_map(of_value).collect(),
            groups: (0..self.layers.len()).map(|layer| layer * values..(layer + 1) * values).collect(),
            blocked: self.blocked,
            more: Box::new(move |at, set| match set % values {
                0 => (self.more)(at, set / values),
                _ => 0,
            }),
            exact_below: self.exact_below,
            shear: self.shear,
        }
    }
}
