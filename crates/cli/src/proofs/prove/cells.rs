//! Games whose sets are listed cell by cell ([`Cells`](crate::automata::Cells)): those on two heaps without bounds, and perhaps
//! a few that the rules bound, whose moves lie on lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::columns::Columns;
use super::definition::Definition;
use super::line_moves::{LineMove, LineMoves};
use crate::automata::{Automaton, Feed, Line, Rule};
use grundytab::control::{Control, Interrupted};
use grundytab::quantity::{Convention, Quantity};

/// How much else counts at a position (x, y) of a layer for a value.
type More = Box<dyn Fn([u32; 2], usize, u32) -> i64>;

/// From a position to another one, where the second heap is moved up.
pub(super) type Step = [u32; 2];

/// Pairs in a layer that are excluded, and the ray on which that goes on, if there is one.
pub(super) type Excluded = (Option<Step>, Arc<Automaton>);

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
    ///
    /// # Errors
    /// When the control interrupts it.
    pub(super) fn of(
        definition: &Definition,
        control: &Control,
    ) -> Result<Option<Self>, Interrupted> {
        match Columns::of(definition) {
            Some(columns) => Ok(CellGame::of_columns(columns)),
            None => match LineMoves::of(definition) {
                Some(moves) => CellGame::of_lines(definition, moves, control),
                None => Ok(None),
            },
        }
    }

    /// Returns the game of these moves.
    fn of_lines(
        definition: &Definition,
        moves: LineMoves,
        control: &Control,
    ) -> Result<Option<Self>, Interrupted> {
        let Some(exceptions) = moves.exceptions(definition, control)? else { return Ok(None) };
        let LineMoves { free, layers, lines: moves, exceptions_below } = moves;
        let vectors =
            moves.iter().flat_map(|line| [Some(line.offset), line.ray].into_iter().flatten());
        let shear = shear(vectors);
        let step = |[a, b]: [i64; 2]| [a as u32, (b + i64::from(shear) * a) as u32];
        let mut lines = Vec::new();
        for LineMove { from, to, offset, ray } in moves {
            let first = Line {
                step: step(offset),
                carries: false,
                feed: Feed::Set(to),
                target: from,
                is_removed: false,
            };
            match ray {
                Some(ray) if ray == offset => lines.push(Line { carries: true, ..first }),
                Some(ray) => {
                    let feed = Feed::Line(lines.len());
                    lines.extend([first, Line { step: step(ray), carries: true, feed, ..first }]);
                }
                None => lines.push(first),
            }
        }
        // P-positions have the outcome 1 and the value 0.
        let is_outcome = definition.quantity() == Quantity::Outcome;
        let more = move |[x, y]: [u32; 2], layer: usize, value: u32| {
            if x.max(y) >= exceptions_below {
                return 0;
            }
            let wanted = if is_outcome { 1 } else { value };
            match exceptions[layer][(x * exceptions_below + y) as usize] {
                Some(known) if known == wanted => -ALWAYS,
                _ => ALWAYS,
            }
        };
        let bounded = |layer: &Vec<u32>| {
            let heaps = (0..layer.len() + 2).filter(|heap| !free.contains(heap));
            heaps.zip(layer.iter().copied()).collect()
        };
        Ok(Some(CellGame {
            free,
            layers: layers.iter().map(bounded).collect(),
            lines,
            more: Box::new(more),
            exact_below: exceptions_below,
            blocked: 0,
            shear,
        }))
    }

    /// Returns the game whose columns are listed, if it has two heaps.
    fn of_columns(columns: Columns) -> Option<Self> {
        if columns.heaps() != 2 {
            return None;
        }
        let rays: Vec<[i64; 2]> = columns.rays.iter().map(|&[_, a, b]| [a, b]).collect();
        let shear = shear(rays.iter().copied());
        let line = |a: i64, b: i64| Line {
            step: [a as u32, (b + i64::from(shear) * a) as u32],
            carries: true,
            feed: Feed::Set(0),
            target: 0,
            is_removed: false,
        };
        let mut lines: Vec<Line> = rays.iter().map(|&[a, b]| line(a, b)).collect();
        for &([_, a, b], change) in &columns.altered {
            let altered =
                Line { carries: false, is_removed: change < 0, ..line(a.into(), b.into()) };
            lines.extend(vec![altered; change.unsigned_abs() as usize]);
        }
        let parts = rays.iter().flatten().map(|part| part.unsigned_abs() as u32);
        let special = columns.terminals.iter().chain(&columns.to_zero);
        let altered = columns.altered.iter().map(|(vector, _)| vector);
        let far = |vectors: &mut dyn Iterator<Item = u32>| vectors.max().unwrap_or(0);
        let is_misere = columns.convention == Convention::Misere;
        let exact_below = match is_misere || special.clone().next().is_some() {
            // A vector fits into what is given as this number as into any larger one.
            true => {
                far(&mut special.chain(altered).flatten().copied()) + far(&mut parts.clone()) + 1
            }
            false => 0,
        };
        let blocked = columns.blocked as u32;
        let more = move |[x, y]: [u32; 2], _: usize, value: u32| {
            let at = [0, x, y];
            if value > 0 {
                return 0;
            }
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
            more: if exact_below == 0 { Box::new(|_, _, _| 0) } else { Box::new(more) },
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
                    Feed::Excluded(index) => Feed::Excluded(index),
                    Feed::Line(line) => Feed::Line(value * self.lines.len() + line),
                },
                target: line.target * values + value,
                ..*line
            })
        };
        Rule {
            lines: (0..values).flat_map(of_value).collect(),
            groups: (0..self.layers.len())
                .map(|layer| layer * values..(layer + 1) * values)
                .collect(),
            blocked: self.blocked,
            more: Box::new(move |at, set| (self.more)(at, set / values, (set % values) as u32)),
            exact_below: self.exact_below,
            excluded: Vec::new(),
            shear: self.shear,
        }
    }

    /// Whether there are several layers, and all lines lead to the same or an earlier one: then these can be listed in turn.
    pub(super) fn is_in_turn(&self) -> bool {
        let leads_back = |line: &Line| match line.feed {
            Feed::Set(to) => to <= line.target,
            Feed::Line(_) | Feed::Excluded(_) => true,
        };
        self.layers.len() > 1 && self.lines.iter().all(leads_back)
    }

    /// Returns the layer to which a line leads.
    fn end(&self, line: &Line) -> usize {
        match line.feed {
            Feed::Set(layer) => layer,
            Feed::Excluded(_) => line.target,
            Feed::Line(feeding) => self.end(&self.lines[feeding]),
        }
    }

    /// Returns the rule of one set alone: that of a value in a layer, where what earlier layers and smaller values exclude is
    /// known, by the rays on which that goes on.
    pub(super) fn rule_of_layer(
        &self,
        layer: usize,
        value: u32,
        excluded: Vec<Excluded>,
    ) -> Rule<'_> {
        let is_within = |&index: &usize| {
            let line = &self.lines[index];
            line.target == layer && self.end(line) == layer
        };
        let within: Vec<usize> = (0..self.lines.len()).filter(is_within).collect();
        let place = |line| within.iter().position(|&other| other == line).unwrap_or(0);
        let line = |&index: &usize| Line {
            feed: match self.lines[index].feed {
                Feed::Line(feeding) => Feed::Line(place(feeding)),
                Feed::Set(_) | Feed::Excluded(_) => Feed::Set(0),
            },
            target: 0,
            ..self.lines[index]
        };
        let on_ray = |(index, (ray, _)): (usize, &(Option<Step>, _))| {
            let feed = Feed::Excluded(index);
            ray.map(|step| Line { step, carries: true, feed, target: 0, is_removed: false })
        };
        let rays = excluded.iter().enumerate().filter_map(on_ray);
        Rule {
            lines: within.iter().map(line).chain(rays).collect(),
            groups: std::iter::once(0..1).collect(),
            blocked: self.blocked,
            more: Box::new(move |at, _| (self.more)(at, layer, value)),
            exact_below: self.exact_below,
            excluded: excluded.into_iter().map(|(_, pairs)| pairs).collect(),
            shear: self.shear,
        }
    }

    /// Returns the lines from a layer to others: by the ray, if there is one, and these, the offsets.
    pub(super) fn between(
        &self,
        layer: usize,
    ) -> BTreeMap<Option<Step>, BTreeMap<usize, Vec<Step>>> {
        let mut between: BTreeMap<_, BTreeMap<usize, Vec<Step>>> = BTreeMap::new();
        for (index, line) in self.lines.iter().enumerate().filter(|(_, of)| of.target == layer) {
            if let Feed::Set(to) = line.feed
                && to != layer
            {
                let fed = self.lines.iter().find(|other| other.feed == Feed::Line(index));
                let ray = if line.carries { Some(line.step) } else { fed.map(|fed| fed.step) };
                between.entry(ray).or_default().entry(to).or_default().push(line.step);
            }
        }
        between
    }
}

/// Returns how far what lies above each x is to be moved up for it, so that vectors that lead down do so no longer.
fn shear(vectors: impl Iterator<Item = [i64; 2]>) -> u32 {
    let slope =
        |[a, b]: [i64; 2]| if b < 0 { (-b as u64).div_ceil(a.unsigned_abs()) as u32 } else { 0 };
    vectors.map(slope).max().unwrap_or(0)
}
