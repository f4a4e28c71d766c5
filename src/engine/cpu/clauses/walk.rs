//! The options of a position, clause by clause and along the loops of each.

use super::cells::Geometry;
use super::listed::{Numbers, Places};
use super::prepared::{Clause, Heap, Target};
use super::scalar::Environment;
use super::tally::{Halt, LaneValues, Run, Tally};
use crate::domain::MAX_HEAPS;

/// A run of options that is being put together, heap by heap.
pub(super) struct Ends {
    pub(super) index: i64,
    pub(super) step: i64,
    sums: [i64; 2],
}

/// The clauses of a player.
pub(super) struct Walk<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) clauses: &'a [Clause],
}

impl Walk<'_> {
    /// Lists the options of a position, whose heaps the environment has.
    pub(super) fn options(
        &self,
        at: &mut Environment,
        lanes: &mut LaneValues,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        self.clauses.iter().try_for_each(|clause| self.descend(clause, 0, at, lanes, tally))
    }

    /// Lists the options of a clause where its first `depth` variables are known.
    fn descend(
        &self,
        clause: &Clause,
        depth: usize,
        at: &mut Environment,
        lanes: &mut LaneValues,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        for test in &clause.tests[depth] {
            if !test.at(at).ok_or(Halt::Noticed)? {
                return Ok(());
            }
        }
        let Some(of_loop) = clause.loops.get(depth) else {
            return self.innermost(clause, Numbers::Between(0, 0), at, lanes, tally);
        };
        let mut places = Places::default();
        let Some(numbers) = of_loop.numbers(at, &mut places)? else { return Ok(()) };
        if depth + 1 == clause.loops.len() {
            return self.innermost(clause, numbers, at, lanes, tally);
        }
        if depth + 2 == clause.loops.len()
            && clause.has_planes
            && let Numbers::Between(low, high) = numbers
        {
            return self.plane(clause, [low, high], at, tally);
        }
        numbers.try_for_each(|number| {
            at[of_loop.place] = number;
            self.descend(clause, depth + 1, at, lanes, tally)
        })
    }

    /// Lists the options for some numbers of the innermost variable.
    fn innermost(
        &self,
        clause: &Clause,
        numbers: Numbers,
        at: &mut Environment,
        lanes: &mut LaneValues,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        if let Some(summands) = &clause.sum {
            return self.sums(clause, summands, numbers, at, tally);
        }
        if clause.lane_test.is_some() || !clause.is_piecewise_linear() {
            return self.lanes(clause, numbers, at, lanes, tally);
        }
        match numbers {
            Numbers::Between(mut low, high) => {
                while low <= high {
                    let hole = clause.loops.last().map(|of| of.next_hole([low, high], at));
                    let hole = hole.unwrap_or(high + 1);
                    if hole == low {
                        low += 1;
                        continue;
                    }
                    let (run, last) = self.run(clause, low, hole - 1, at)?;
                    tally.run(run);
                    low = last + 1;
                }
            }
            Numbers::Set(mut numbers) => {
                while let [low, .., high] | [low @ high] = *numbers {
                    let (run, last) = self.run(clause, low, high, at)?;
                    let (piece, rest) =
                        numbers.split_at(numbers.partition_point(|&number| number <= last));
                    lanes.scatter(run, piece);
                    tally.each(&lanes.indices, &lanes.points);
                    numbers = rest;
                }
            }
        }
        if tally.is_decided() { Err(Halt::Decided) } else { Ok(()) }
    }

    /// Returns the run of the options from a number of the innermost variable on, up to another one at most, and the
    /// number up to which it goes.
    #[inline]
    pub(super) fn run(
        &self,
        clause: &Clause,
        low: i64,
        high: i64,
        at: &mut Environment,
    ) -> Result<(Run, i64), Halt> {
        let variable = clause.innermost;
        at[variable] = low;
        let (ends, last) = self.piece(&clause.option, variable, [low, high], at)?;
        let (points, more_points) = match &clause.pays {
            None => (0, 0),
            Some((_, Some(form))) => (form.value(at), form.at(variable)),
            Some((_, None)) => return Err(Halt::Noticed),
        };
        let is_one = ends.step == 0 && more_points == 0;
        let run = Run {
            first: ends.index as usize,
            step: ends.step as isize,
            count: if is_one { 1 } else { (last - low) as usize + 1 },
            points,
            more_points,
        };
        Ok((run, last))
    }

    /// Returns the piece of a run to positions from a number of a variable on, up to another one at most, and the number up to which
    /// it goes. The environment has the first number.
    #[inline]
    pub(super) fn piece(
        &self,
        target: &Target,
        variable: usize,
        [low, high]: [i64; 2],
        at: &mut Environment,
    ) -> Result<(Ends, i64), Halt> {
        // Numbers, and not pieces: these would be copied.
        let (mut values, mut slopes, mut last) = ([0; MAX_HEAPS], [0; MAX_HEAPS], high);
        for (axis, heap) in target.heaps.iter().enumerate() {
            match heap {
                Heap::Same => values[axis] = at[axis],
                Heap::Shape(shape) => {
                    let piece = shape.piece(at, variable).ok_or(Halt::Noticed)?;
                    (values[axis], slopes[axis]) = (piece.value, piece.slope);
                    last = last.min(piece.last);
                }
                Heap::Column => return Err(Halt::Noticed),
            }
        }
        let ends = self.ends(values, slopes, last - low).ok_or(Halt::Noticed)?;
        Ok((ends, last))
    }

    /// Returns where a run of so many steps begins and how far its options lie apart, if both its ends are inside. A
    /// linear number lies between its ends.
    #[inline]
    fn ends(&self, values: [i64; MAX_HEAPS], slopes: [i64; MAX_HEAPS], steps: i64) -> Option<Ends> {
        let Geometry { heaps, sides, strides, tokens } = self.geometry;
        let mut ends = Ends { index: 0, step: 0, sums: [0; 2] };
        for axis in 0..*heaps {
            let (value, slope) = (values[axis], slopes[axis]);
            let other = value.checked_add(slope.checked_mul(steps)?)?;
            if value as u64 >= sides[axis] as u64 || other as u64 >= sides[axis] as u64 {
                return None;
            }
            ends.index += value * strides[axis];
            ends.step += slope * strides[axis];
            ends.sums = [ends.sums[0] + value, ends.sums[1] + other];
        }
        (ends.sums[0].max(ends.sums[1]) <= *tokens).then_some(ends)
    }
}
