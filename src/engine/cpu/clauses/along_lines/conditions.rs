//! What there is to know of the cells of a stretch beside their lines: where conditions are true, and single options.

use heap_rules::rules::{Neighbours, OfRules};
use heap_rules::tree::Truth;

use super::line_moves::LineMoves;
use super::planes::{Newest, Plane, Stretch};
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::cpu::clauses::scalar::Environment;

/// In which cells of a stretch something is true; `None` for all.
type Truths = Option<Vec<bool>>;

#[inline]
fn is_true(truths: &Truths, lane: usize) -> bool {
    truths.as_ref().is_none_or(|truths| truths[lane])
}

/// What there is to know of the cells of a stretch beside their lines.
pub(super) struct Conditions {
    /// Where the lines of each group count.
    guards: Vec<Truths>,
    /// Where there is no move, if the rules say so anywhere.
    terminal: Option<Truths>,
    /// The single options, in the cells that have them.
    steps: Vec<(std::ops::Range<usize>, Newest, Truths)>,
}

impl Conditions {
    /// Evaluates all conditions, if there are any, or single options.
    pub(super) fn new(
        moves: &LineMoves,
        geometry: &Geometry,
        plane: &Plane,
        stretch: &Stretch,
    ) -> Option<Self> {
        let LineMoves { groups, steps, terminal, .. } = moves;
        let has_guards = groups.iter().any(|group| !group.guard.is_empty());
        if !has_guards && terminal.is_none() && steps.is_empty() {
            return None;
        }
        let cells = cells(geometry, stretch);
        let of_step = |&(number, newest): &(usize, Newest)| {
            (stretch.lanes_of(&newest), newest, truths(&cells, &steps[number].guard))
        };
        Some(Conditions {
            guards: groups.iter().map(|group| truths(&cells, &group.guard)).collect(),
            terminal: terminal.as_ref().map(|of| truths(&cells, std::slice::from_ref(of))),
            steps: plane.steps.iter().map(of_step).collect(),
        })
    }

    #[inline]
    pub(super) fn is_terminal(&self, lane: usize) -> bool {
        self.terminal.as_ref().is_some_and(|terminal| is_true(terminal, lane))
    }

    /// Lists the lines of a cell, with the line `none` in the place of those that do not count.
    #[inline]
    pub(super) fn active(&self, lane: usize, lines: &[u32], none: u32, active: &mut Vec<u32>) {
        active.clear();
        let lines = self.guards.iter().zip(lines);
        active.extend(lines.map(|(guard, &line)| if is_true(guard, lane) { line } else { none }));
    }

    /// Lists how far back the single options of a cell lie in the table.
    #[inline]
    pub(super) fn steps(&self, lane: usize) -> impl Iterator<Item = usize> {
        let has = move |(lanes, _, guard): &&(std::ops::Range<usize>, Newest, Truths)| {
            lanes.contains(&lane) && is_true(guard, lane)
        };
        self.steps.iter().filter(has).map(|(_, newest, _)| newest.back)
    }
}

/// Returns the cells of a stretch, to evaluate conditions on them.
fn cells(geometry: &Geometry, stretch: &Stretch) -> Neighbours<Environment> {
    let mut growth = Environment::default();
    let heaps = growth[..geometry.heaps].iter_mut().rev();
    heaps.zip(stretch.growth().into_iter().rev()).for_each(|(heap, by)| *heap = by);
    Neighbours { first: geometry.environment(stretch.first), growth, length: stretch.length }
}

/// Returns in which cells all conditions are true.
fn truths(cells: &Neighbours<Environment>, conditions: &[Truth<OfRules>]) -> Truths {
    let of_all = conditions.iter().map(|condition| condition.on(cells, None).lanes);
    of_all.reduce(|mut one, other| {
        one.iter_mut().zip(other).for_each(|(one, other)| *one &= other);
        one
    })
}
