//! The work of a run, counted: P-positions of a small box mark what they would mark there. From a box to one with sides twice as
//! long it grows, and is expected to go on growing.

use super::Rule;
use super::marks::{Marks, Seen};
use super::way_back::{WayBack, Window, Work};
use crate::domain::{Coordinates, Domain, MAX_HEAPS};
use crate::engine::cpu::clauses::cells::Geometry;
use crate::engine::rates::thread;
use crate::plan::Plan;
use crate::ruleset::WrittenRuleset;

/// The most cells of a small box.
const MOST_CELLS: u64 = 1 << 14;
/// Where more is to be done in a small box, marks are not worth it.
const MOST_WORK: f64 = 1e8;

/// What is expected of a position.
pub(super) struct Estimate {
    pub(super) nanoseconds: f64,
    /// The share of P-positions.
    pub(super) share: f64,
    /// The marks of a position, on average: those of its options that are P-positions.
    pub(super) marks: f64,
}

/// Returns what is expected of a table.
pub(super) fn estimate(
    plan: &Plan,
    game: &WrittenRuleset,
    ways: &[WayBack],
    rule: Rule,
) -> Option<Estimate> {
    let domain = plan.job().domain();
    let shape = domain.shape();
    let small = |log: u32| -> Vec<u32> { shape.iter().map(|&side| side.min(1 << log)).collect() };
    let cells = |log: u32| small(log).iter().map(|&side| u64::from(side)).product::<u64>();
    let log = (0..31).rev().find(|&log| cells(log) <= MOST_CELLS)?;
    let counted = |log: u32| count(plan, game, ways, rule, &small(log));
    let mut expected = counted(log)?;
    if small(log) != shape {
        let before = counted(log.checked_sub(1)?)?;
        let growing = |size: u32| shape.iter().filter(|&&side| side > size).count();
        let of_one = std::array::from_fn(|part| {
            let grows: f64 = expected[part] / before[part].max(1.0);
            root(grows.clamp(1.0, 64.0), growing(1 << (log - 1)))
        });
        let mut size = 1 << log;
        while let axes @ 1.. = growing(size) {
            // The last box is not twice as large.
            let largest = shape.iter().copied().max().unwrap_or(size);
            let part = f64::from(largest.min(2 * size) - size) / f64::from(size);
            for (expected, of_one) in expected.iter_mut().zip::<[f64; 3]>(of_one) {
                let whole = (0..axes).fold(1.0, |product, _| product * of_one);
                *expected *= 1.0 + (whole - 1.0) * part;
            }
            size *= 2;
        }
    }
    let positions = domain.positions().max(1) as f64;
    let [nanoseconds, options, marks] = expected;
    Some(Estimate {
        nanoseconds: thread::MARKED_CELL + nanoseconds / positions,
        share: (options / positions).min(1.0),
        marks: marks / positions,
    })
}

/// Returns the root of a number from 1 on, by halving: so every machine finds the same.
fn root(number: f64, degree: usize) -> f64 {
    let [mut low, mut high] = [1.0, number];
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        match (0..degree).fold(1.0, |product, _| product * middle) <= number {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

/// Returns the nanoseconds of the marks in a box, the number of P-positions there, and that of the marks; `None` if it takes too
/// long.
fn count(
    plan: &Plan,
    game: &WrittenRuleset,
    ways: &[WayBack],
    rule: Rule,
    shape: &[u32],
) -> Option<[f64; 3]> {
    let small = Domain::boxed(shape).ok()?;
    let geometry = Geometry::new(&small);
    let grade = |at: &Coordinates| game.rules().grade(at.unpadded(geometry.heaps)).unwrap_or(0);
    let mut positions: Vec<Coordinates> = Coordinates::cells_of_box(small.sides()).collect();
    positions.retain(|&at| plan.job().domain().contains(at));
    if !ways.iter().all(|way| way.goes_back) {
        positions.sort_by_cached_key(grade);
    }
    let mut cells = vec![0_u32; small.sides().cells()];
    let mut window = Window { least: [0; MAX_HEAPS], largest: geometry.sides };
    window.largest.iter_mut().for_each(|side| *side -= 1);
    let (mut work, mut options, mut seen) = (Work::default(), 0.0, Seen::of(cells.len()));
    for at in positions {
        if cells[at.row_major_index(small.sides())] > rule.most {
            continue;
        }
        options += 1.0;
        mark::<_, true>(
            ways,
            at,
            &window,
            &geometry,
            Marks { cells: &mut cells, first: 0, seen: &mut seen },
            &mut work,
        );
        if work.nanoseconds(rule) > MOST_WORK {
            return None;
        }
    }
    Some([work.nanoseconds(rule), options, (work.near + work.far) as f64])
}

/// Marks the positions in a window that have a move to an option.
pub(super) fn mark<T: crate::values::Value, const COUNTED: bool>(
    ways: &[WayBack],
    option: Coordinates,
    window: &Window,
    geometry: &Geometry,
    mut marks: Marks<T, COUNTED>,
    work: &mut Work,
) {
    let mut heaps = [0; MAX_HEAPS];
    for (heap, &size) in heaps.iter_mut().zip(option.unpadded(geometry.heaps)) {
        *heap = size.into();
    }
    for way in ways {
        way.cells(&heaps, window, geometry, &mut marks, work);
    }
    marks.seen.clear();
}

impl Work {
    /// Returns the nanoseconds of the work.
    fn nanoseconds(&self, rule: Rule) -> f64 {
        let (near, far) = match rule.is_counted {
            true => (thread::COUNTED_MARK, thread::COUNTED_MARK),
            false => (thread::NEAR_MARK, thread::FAR_MARK),
        };
        thread::WAY_BACK * self.visits as f64
            + near * self.near as f64
            + far * self.far as f64
            + thread::OPTION_IN_LANE * self.lanes as f64
            + thread::OPERATION * self.operations as f64
    }
}
