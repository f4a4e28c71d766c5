//! Grundy values and outcomes of digraph games on at most three vertices, layer by layer: positions of one token sum.
//!
//! Along an edge from S to T a player takes tokens from S and returns fewer to T; the third heap stays. With s and t
//! tokens there, the options are all (s', t') with t' >= t and s' + t' < s + t. So an option with the value v exists
//! exactly if t' >= t at some position of an earlier layer that has this value and this third heap. For each edge,
//! third heap and value the largest such t' is kept. Along a loop the options are all with fewer tokens on that heap,
//! whose values are a set, as on a line.

use rayon::prelude::*;

use super::Judge;
use super::seen::Seen;
use crate::control::Control;
use crate::domain::Coordinates;
use crate::plan::Plan;
use crate::quantity::{Convention, Quantity};
use crate::ruleset::DigraphGame;
use crate::table::{Lookup, TableError, TableReader};

/// Values that are compared at a time: a compiler makes a few instructions of it.
const LANES: usize = 16;

/// The axes of three heaps. A game on fewer leaves the first ones empty.
const AXES: [usize; 3] = [1, 2, 3];

pub(in crate::verify) struct Layers {
    /// The axes of both ends of each edge that is no loop.
    edges: Vec<[usize; 2]>,
    /// The axes of the loops.
    loops: Vec<usize>,
    /// The largest coordinates along the axes.
    corner: Coordinates,
    tokens: u32,
    is_outcome: bool,
    is_misere: bool,
    /// No value of a true table is larger.
    largest: u32,
}

/// What an edge leads to from the layers that were passed.
struct Edge {
    to: usize,
    third: usize,
    /// For each size of the third heap and each value, one more than the largest heap at the end of the edge among
    /// the positions that have these; 0 if there are none.
    reach: Vec<Vec<[u32; LANES]>>,
    /// For each size of the third heap and of the heap at the end of the edge, in the layer that is checked: the least
    /// value that no option along the edge has.
    first_free: Vec<Vec<u32>>,
}

/// The values that were met on the lines of a loop, by the other two heaps.
struct Loop {
    others: [usize; 2],
    lines: Vec<Vec<Seen>>,
}

/// The values of a layer, by the first two of three heaps.
type Layer = Vec<Vec<u32>>;

impl Layers {
    /// Returns the layers of a game; `None` on more than three vertices.
    pub(super) fn of(game: &DigraphGame, plan: &Plan) -> Option<Self> {
        let job = plan.job();
        let padding = Coordinates::ZERO.0.len() - game.heaps();
        let ends = || game.edges().iter().map(|edge| [edge.from + padding, edge.to + padding]);
        (padding > 0).then(|| Layers {
            edges: ends().filter(|[from, to]| from != to).collect(),
            loops: ends().filter(|[from, to]| from == to).map(|[from, _]| from).collect(),
            corner: Coordinates(job.domain().sides().map(|side| side - 1)),
            tokens: job.domain().largest_token_sum(),
            is_outcome: job.quantity() == Quantity::Outcome,
            is_misere: job.convention() == Convention::Misere,
            largest: u32::try_from(plan.bound().largest_value).unwrap_or(u32::MAX),
        })
    }

    /// Returns how many values are told from one another: of outcomes those of P-positions alone, as the value 0.
    fn values(&self) -> usize {
        if self.is_outcome { 1 } else { self.largest as usize + 1 }
    }

    /// Returns about the most bytes that the layers take.
    pub(super) fn bytes(&self) -> u64 {
        let side = |axis: usize| u64::from(self.corner[axis]) + 1;
        let values = self.values() as u64;
        let layer = side(1).saturating_mul(side(2));
        let of_edge = |&[from, to]: &[usize; 2]| {
            side(other_than(from, to)).saturating_mul(values.saturating_add(side(to)))
        };
        let of_loop = |&axis: &usize| {
            let lines = AXES.iter().filter(|&&other| other != axis).map(|&other| side(other));
            lines.fold(Seen::bytes(values, false), u64::saturating_mul)
        };
        let numbers = self.edges.iter().map(of_edge).fold(layer, u64::saturating_add);
        let of_numbers = numbers.saturating_mul(size_of::<u32>() as u64);
        self.loops.iter().map(of_loop).fold(of_numbers, u64::saturating_add)
    }

    /// Was measured on the Triangle Game; the more values there are, the longer it takes to pass those of options.
    pub(super) fn nanoseconds_of_position(&self) -> f64 {
        let values = self.values() as f64;
        40.0 + (20.0 + 0.03 * values) * (self.edges.len() + 2 * self.loops.len()) as f64
    }

    /// Passes all layers, and suspects the positions whose values do not agree with those before them.
    pub(in crate::verify) fn check(
        &self,
        table: &TableReader,
        control: &Control,
        judge: &dyn Judge,
    ) -> Result<(), TableError> {
        let largest = |axis: usize| self.corner[axis] as usize;
        let edge = |&[from, to]: &[usize; 2]| {
            let third = other_than(from, to);
            let reach = vec![vec![[0; LANES]; self.values().div_ceil(LANES)]; largest(third) + 1];
            Edge { to, third, reach, first_free: vec![Vec::new(); largest(third) + 1] }
        };
        let of_loop = |&axis: &usize| {
            let mut others = AXES.into_iter().filter(|&other| other != axis);
            let others = [others.next().unwrap_or(0), others.next().unwrap_or(0)];
            let [rows, columns] = others.map(|other| largest(other) + 1);
            let blank = || (0..columns).map(|_| Seen::default()).collect();
            Loop { others, lines: (0..rows).map(|_| blank()).collect() }
        };
        let mut edges: Vec<Edge> = self.edges.iter().map(edge).collect();
        let mut loops: Vec<Loop> = self.loops.iter().map(of_loop).collect();
        for sum in 0..=self.tokens {
            control.proceed()?;
            if judge.is_settled(sum) {
                return Ok(());
            }
            let layer = self.read(table, sum)?;
            edges.iter_mut().for_each(|edge| edge.find_first_free(sum));
            let rows = layer.par_iter().enumerate().with_max_len(16);
            rows.try_for_each(|(x, row)| {
                for (y, &stored) in row.iter().enumerate() {
                    let at = position(sum, x, y);
                    if !self.agrees(at, stored, &edges, &loops) {
                        judge.suspect(at)?;
                    }
                }
                control.report(row.len() as u64);
                control.proceed().map_err(TableError::from)
            })?;
            self.add(sum, &layer, &mut edges, &mut loops);
        }
        Ok(())
    }

    /// Reads a layer.
    fn read(&self, table: &TableReader, sum: u32) -> Result<Layer, TableError> {
        let tiling = table.plan().tiling();
        let [_, band, rows, columns] = tiling.edges().0;
        let row = |x: u32, lookup: &Lookup| {
            let last = self.corner[2].min(sum - x);
            let mut values = Vec::with_capacity(last as usize + 1);
            let mut y = 0;
            while y <= last {
                let at = position(sum, x as usize, y as usize);
                let (index, cell) = tiling.locate(at);
                // The next cells lie a row below and a column to the left, as far as the tile goes.
                let steps = (rows - y % rows).min(at[3] % columns + 1).min(last - y + 1);
                let cells = (0..steps as usize).map(|step| cell + step * (columns as usize - 1));
                let read = lookup.in_tile(index, |tile| {
                    values.extend(cells.map(|cell| tile.get(cell)));
                });
                // The look-up reports a tile that cannot be read at the end.
                y += read.map_or(last + 1, |()| steps);
            }
            values
        };
        let planes: Vec<u32> = (0..=self.corner[1].min(sum)).collect();
        // Rows that lie in the same tiles.
        let bands = planes.par_chunks(band as usize).map(|band| {
            let lookup = table.lookup();
            let values: Layer = band.iter().map(|&x| row(x, &lookup)).collect();
            lookup.finish().map(|()| values)
        });
        Ok(bands.collect::<Result<Vec<Layer>, TableError>>()?.concat())
    }

    /// Whether the value of a position is what the definition makes of those of its options.
    fn agrees(&self, at: Coordinates, stored: u32, edges: &[Edge], loops: &[Loop]) -> bool {
        let mut movable = self.edges.iter().map(|[from, _]| from).chain(&self.loops);
        if self.is_misere && movable.all(|&axis| at[axis] == 0) {
            return stored == u32::from(!self.is_outcome);
        }
        // An N-position has an option of the value 0, and any value but this one.
        let (value, is_exact) = match (self.is_outcome, stored) {
            (false, value) => (value, true),
            (true, 1) => (0, true),
            (true, 0) => (1, false),
            (true, _) => return false,
        };
        if value > self.largest {
            return false;
        }
        // For each value of a block 1 if an option has it, else 0.
        let of_options = |block: usize| {
            let mut has = [0; LANES];
            for edge in edges {
                if let Some(reach) = edge.reach[at[edge.third] as usize].get(block) {
                    let own = at[edge.to];
                    has.iter_mut().zip(reach).for_each(|(has, &to)| *has |= u32::from(to > own));
                }
            }
            for line in loops.iter().map(|of_loop| of_loop.line(at)) {
                let values = (block * LANES) as u32..;
                has.iter_mut().zip(values).for_each(|(has, v)| *has |= u32::from(line.contains(v)));
            }
            has
        };
        let are_all = |has: &[u32]| has.iter().fold(1, |all, has| all & has) == 1;
        let first_free = edges.iter().map(|edge| edge.first_free_at(at)).max().unwrap_or(0);
        // The values below the first one that is free along some edge are those of options.
        if first_free > value {
            return false;
        }
        let (first, last) = (first_free as usize / LANES, value as usize / LANES);
        if !(first..last).all(|block| are_all(&of_options(block))) {
            return false;
        }
        let (smaller, own) = (value as usize % LANES, of_options(last));
        are_all(&own[..smaller]) && !(is_exact && own[smaller] == 1)
    }

    /// Adds a layer to what edges and loops lead to.
    fn add(&self, sum: u32, layer: &Layer, edges: &mut [Edge], loops: &mut [Loop]) {
        // A P-position is added as the value 0; other outcomes are not added.
        let added = |at: Coordinates| {
            let stored = layer[at[1] as usize][at[2] as usize];
            let value = if self.is_outcome { u32::from(stored != 1) } else { stored };
            Some(value).filter(|&value| (value as usize) < self.values())
        };
        let corner = self.corner;
        for Edge { to, third, reach, .. } in edges {
            let (to, third) = (*to, *third);
            let from = other_than(to, third);
            reach.par_iter_mut().enumerate().take(sum as usize + 1).for_each(|(size, reach)| {
                let rest = sum - size as u32;
                for end in 0..=rest.min(corner[to]) {
                    let mut at = Coordinates::ZERO;
                    (at[third], at[to], at[from]) = (size as u32, end, rest - end);
                    if let Some(value) = added(at) {
                        // They grow.
                        let reach = &mut reach[value as usize / LANES][value as usize % LANES];
                        *reach = (*reach).max(end + 1);
                    }
                }
            });
        }
        for Loop { others: [one, other], lines } in loops {
            let (one, other) = (*one, *other);
            let axis = other_than(one, other);
            lines.par_iter_mut().enumerate().take(sum as usize + 1).for_each(|(size, lines)| {
                let rest = sum - size as u32;
                for (end, line) in (0..=rest).zip(lines) {
                    let mut at = Coordinates::ZERO;
                    (at[one], at[other], at[axis]) = (size as u32, end, rest - end);
                    if let Some(value) = added(at) {
                        line.insert(value);
                    }
                }
            });
        }
    }
}

impl Edge {
    /// Returns the least value that no option along the edge has.
    #[inline]
    fn first_free_at(&self, at: Coordinates) -> u32 {
        self.first_free[at[self.third] as usize][at[self.to] as usize]
    }

    /// Finds the least value that no option along the edge has, for the positions of a layer.
    fn find_first_free(&mut self, sum: u32) {
        let sizes = self.reach.par_iter().zip(&mut self.first_free).enumerate();
        sizes.take(sum as usize + 1).for_each(|(size, (reach, first_free))| {
            first_free.resize(sum as usize + 1 - size, 0);
            let (reach, mut value) = (reach.as_flattened(), 0);
            // The fewer tokens are at the end of the edge, the more values its options have.
            for (end, free) in first_free.iter_mut().enumerate().rev() {
                while reach.get(value).is_some_and(|&reach| reach as usize > end) {
                    value += 1;
                }
                *free = value as u32;
            }
        });
    }
}

impl Loop {
    fn line(&self, at: Coordinates) -> &Seen {
        let [one, other] = self.others.map(|axis| at[axis] as usize);
        &self.lines[one][other]
    }
}

/// Returns the axis of three heaps that is neither of two.
fn other_than(one: usize, other: usize) -> usize {
    AXES.iter().sum::<usize>() - one - other
}

/// Returns the position of a layer with these sizes of the first two of three heaps.
fn position(sum: u32, x: usize, y: usize) -> Coordinates {
    Coordinates([0, x as u32, y as u32, sum - x as u32 - y as u32])
}
