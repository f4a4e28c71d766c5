//! Points: where the positions of a table lie in a plane whose coordinates are two expressions.
//!
//! Few positions are points of their own. Many are counted in cells, all of one size, and no more of them than a picture
//! shows, so that the memory does not grow with the table.

use super::leaves::LooksAround as _;
use super::{Filter, NumberExpression, Summaries, WithoutValue};
use grundytab::control::Control;
use grundytab::table::{Block, OtherTables, Pass, Selection, TableError, TableReader};

/// How many positions, and how many values of a coordinate, are drawn one by one.
#[derive(Debug, Clone, Copy)]
pub struct Resolution {
    /// The most positions that are points of their own.
    pub points: u64,
    /// The most cells along each coordinate of others.
    pub cells: [u32; 2],
}

/// Where positions lie.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Points {
    /// The least corners of the cells that hold a position, upwards and from left to right, with the number of positions in
    /// each.
    pub cells: Vec<([i64; 2], u64)>,
    /// The integers along each coordinate that a cell takes together: 1 if points lie where their expressions say.
    pub steps: [u64; 2],
    /// The least and the largest value of each expression; `None` if no position counts.
    pub bounds: Option<[[i64; 2]; 2]>,
    /// How many positions there are.
    pub positions: u64,
    /// At how many positions an expression, or the condition, has no value.
    pub without_value: WithoutValue,
}

impl Points {
    /// Returns the largest number of positions in a cell.
    pub fn most(&self) -> u64 {
        self.cells.iter().map(|(_, count)| *count).max().unwrap_or(0)
    }
}

/// Finds where the positions lie that count by a filter. The table is read twice.
///
/// # Errors
/// When a table is incomplete or damaged, or when the reading is interrupted.
pub fn points_at(
    table: &TableReader,
    others: &OtherTables,
    expressions: &[NumberExpression; 2],
    filter: &Filter,
    resolution: Resolution,
    control: &Control,
) -> Result<Points, TableError> {
    let job = table.plan().job();
    let found =
        table.pass(others, Summaries::new(job, expressions, filter), &control.silently())?;
    let [x, y] = Summaries::found(found).try_into().unwrap_or_default();
    let bounds = |summary: &super::Summary| {
        Some([summary.minimum.as_ref()?.value, summary.maximum.as_ref()?.value])
    };
    let without_value = if x.positions < y.positions { x.without_value } else { y.without_value };
    let Some(bounds) = bounds(&x).zip(bounds(&y)).map(|(x, y)| [x, y]) else {
        return Ok(Points { without_value, ..Points::default() });
    };
    let of_axis = |axis: usize| {
        let length = bounds[axis][1].abs_diff(bounds[axis][0]);
        // Rounded up, of one integer more, without an overflow.
        length / u64::from(resolution.cells[axis].max(1)) + 1
    };
    let is_few = x.positions.min(y.positions) <= resolution.points;
    let steps = if is_few { [1; 2] } else { [of_axis(0), of_axis(1)] };
    let sides = [0, 1]
        .map(|axis: usize| (bounds[axis][1].abs_diff(bounds[axis][0]) / steps[axis]) as usize + 1);
    let origin = bounds.map(|[least, _]| least);
    let pass = Placing { expressions, filter, is_few, origin, steps, sides };
    let place = |index: usize| {
        let at = [index % sides[0], index / sides[0]];
        [0, 1]
            .map(|axis: usize| origin[axis].saturating_add_unsigned(at[axis] as u64 * steps[axis]))
    };
    let mut cells: Vec<([i64; 2], u64)> = match table.pass(others, pass, control)? {
        Placed::Each(points) => points.into_iter().map(|point| (point, 1)).collect(),
        Placed::Counted(counts) => {
            let counts = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
            counts.map(|(index, count)| (place(index), count)).collect()
        }
    };
    cells.sort_unstable_by_key(|&([x, y], _)| (y, x));
    cells.dedup_by(|next, cell| {
        let is_same = next.0 == cell.0;
        cell.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    let positions = cells.iter().map(|(_, count)| count).sum();
    Ok(Points { cells, steps, bounds: Some(bounds), positions, without_value })
}

/// The pass that places positions.
struct Placing<'a> {
    expressions: &'a [NumberExpression; 2],
    filter: &'a Filter,
    is_few: bool,
    origin: [i64; 2],
    steps: [u64; 2],
    /// The cells along each coordinate.
    sides: [usize; 2],
}

/// Positions that were placed.
#[derive(serde::Serialize, serde::Deserialize)]
enum Placed {
    Each(Vec<[i64; 2]>),
    /// How many are in each cell.
    Counted(Vec<u64>),
}

impl Pass for Placing<'_> {
    type State = Placed;

    fn begin(&self) -> Placed {
        match self.is_few {
            true => Placed::Each(Vec::new()),
            false => Placed::Counted(vec![0; self.sides[0] * self.sides[1]]),
        }
    }

    fn visit_block(&self, placed: &mut Placed, block: &Block) {
        let [x, y] = [0, 1].map(|axis: usize| self.expressions[axis].0.on(block, block.wanted()));
        for lane in block.lanes() {
            let (Ok(x), Ok(y)) = (x.at(lane), y.at(lane)) else { continue };
            match placed {
                Placed::Each(points) => points.push([x, y]),
                Placed::Counted(counts) => {
                    let [column, row] = [(x, 0), (y, 1)].map(|(at, axis): (i64, usize)| {
                        (at.abs_diff(self.origin[axis]) / self.steps[axis]) as usize
                    });
                    if let Some(count) = counts.get_mut(row * self.sides[0] + column) {
                        *count += 1;
                    }
                }
            }
        }
    }

    fn merge(&self, placed: &mut Placed, other: Placed) {
        match (placed, other) {
            (Placed::Each(points), Placed::Each(others)) => points.extend(others),
            (Placed::Counted(counts), Placed::Counted(others)) => {
                counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
            }
            _ => {}
        }
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.filter.selection()
    }

    fn keeps_tiles(&self) -> bool {
        self.expressions.iter().any(|expression| expression.0.looks_around())
    }
}
