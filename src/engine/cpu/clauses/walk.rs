//! The options of a position, clause by clause and along the loops of each.

use super::cells::Geometry;
use super::form::LARGEST_NUMBER;
use super::lanes::LaneValues;
use super::prepared::{Clause, Heap, Loop, LoopRange};
use super::scalar::{Environment, truth_at};
use super::shape::Piece;
use super::tally::{Halt, Run, Tally};
use crate::domain::MAX_HEAPS;

/// The definition tries no more values of a variable at a position.
const MOST_NUMBERS: i64 = 1 << 30;

/// A run of options that is being put together, heap by heap.
struct Ends {
    index: i64,
    step: i64,
    sums: [i64; 2],
}

/// The clauses of a player.
pub(super) struct Walk<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) clauses: &'a [Clause],
}

/// The numbers that the innermost variable takes.
#[derive(Clone, Copy)]
pub(super) enum Innermost<'a> {
    /// From the first to the second, both included; there is one.
    Between(i64, i64),
    /// In rising order.
    Set(&'a [i64]),
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

    /// Lists the options of a clause where so many of its variables are known.
    fn descend(
        &self,
        clause: &Clause,
        depth: usize,
        at: &mut Environment,
        lanes: &mut LaneValues,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        for test in &clause.tests[depth] {
            match truth_at(test, at) {
                None => return Err(Halt::Noticed),
                Some(false) => return Ok(()),
                Some(true) => {}
            }
        }
        let Some(of_loop) = clause.loops.get(depth) else {
            return self.innermost(clause, Innermost::Between(0, 0), at, lanes, tally);
        };
        let Some(numbers) = numbers(of_loop, at)? else { return Ok(()) };
        if depth + 1 == clause.loops.len() {
            return self.innermost(clause, numbers, at, lanes, tally);
        }
        if depth + 2 == clause.loops.len()
            && clause.has_planes
            && let Innermost::Between(low, high) = numbers
        {
            return self.plane(clause, [low, high], at, tally);
        }
        let mut go = |number| {
            at[of_loop.place] = number;
            self.descend(clause, depth + 1, at, lanes, tally)
        };
        match numbers {
            Innermost::Between(low, high) => (low..=high).try_for_each(go),
            Innermost::Set(numbers) => numbers.iter().try_for_each(|&number| go(number)),
        }
    }

    /// Lists the options for some numbers of the innermost variable.
    fn innermost(
        &self,
        clause: &Clause,
        numbers: Innermost,
        at: &mut Environment,
        lanes: &mut LaneValues,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        if clause.lane_test.is_some() || !clause.is_piecewise_linear() {
            return self.lanes(clause, numbers, at, lanes, tally);
        }
        match numbers {
            Innermost::Between(mut low, high) => {
                while low <= high {
                    let (run, last) = self.run(clause, low, high, at)?;
                    tally.run(run);
                    low = last + 1;
                }
            }
            Innermost::Set(mut numbers) => {
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
        let mut pieces = [Piece { value: 0, slope: 0, last: high }; MAX_HEAPS];
        let mut last = high;
        for ((piece, heap), place) in pieces.iter_mut().zip(&clause.heaps).zip(&*at) {
            *piece = match heap {
                Heap::Same => Piece { value: *place, slope: 0, last },
                Heap::Shape(shape) => shape.piece(at, variable).ok_or(Halt::Noticed)?,
                Heap::Column => return Err(Halt::Noticed),
            };
            last = last.min(piece.last);
        }
        let ends = self.ends(&pieces, last - low).ok_or(Halt::Noticed)?;
        let (points, more_points) = match &clause.pays {
            None => (0, 0),
            Some((_, Some(form))) => (form.at(at), form.factors[variable]),
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

    /// Returns where a run of so many steps begins and how far its options lie apart, if both its ends are inside. A
    /// linear number lies between its ends.
    #[inline]
    fn ends(&self, pieces: &[Piece; MAX_HEAPS], steps: i64) -> Option<Ends> {
        let Geometry { heaps, sides, strides, tokens } = self.geometry;
        let mut ends = Ends { index: 0, step: 0, sums: [0; 2] };
        for axis in 0..*heaps {
            let Piece { value, slope, .. } = pieces[axis];
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

/// Returns the numbers that a variable takes, if there are any, where the variables before it are known.
#[inline]
pub(super) fn numbers<'a>(
    of_loop: &'a Loop,
    at: &mut Environment,
) -> Result<Option<Innermost<'a>>, Halt> {
    match &of_loop.range {
        LoopRange::Between([low, high]) => {
            let bounds = [low.at(at).ok_or(Halt::Noticed)?, high.at(at).ok_or(Halt::Noticed)?];
            if bounds[1].saturating_sub(bounds[0]) >= MOST_NUMBERS {
                return Err(Halt::Noticed);
            }
            let [low, high] = of_loop.clamped(bounds, at);
            if low > high {
                return Ok(None);
            }
            match low < -LARGEST_NUMBER || high > LARGEST_NUMBER {
                true => Err(Halt::Noticed),
                false => Ok(Some(Innermost::Between(low, high))),
            }
        }
        LoopRange::Set(numbers) => {
            let [low, high] = of_loop.clamped([-LARGEST_NUMBER, LARGEST_NUMBER], at);
            if numbers.first().is_some_and(|&first| first < -LARGEST_NUMBER)
                || numbers.last().is_some_and(|&last| last > LARGEST_NUMBER)
            {
                return Err(Halt::Noticed);
            }
            let from = numbers.partition_point(|&number| number < low);
            let to = numbers.partition_point(|&number| number <= high);
            Ok(numbers.get(from..to).filter(|some| !some.is_empty()).map(Innermost::Set))
        }
    }
}
