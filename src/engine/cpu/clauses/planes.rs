//! The last two variables of a clause at once, where neither bounds the other: their options lie at equal distances in
//! two directions, so that it is all the same along which of them the runs go.

use super::cells::Geometry;
use super::listed::{Numbers, Places};
use super::prepared::{Clause, Heap};
use super::scalar::Environment;
use super::shape::Shape;
use super::tally::{Halt, Repeated, Run, Tally};
use super::walk::Walk;

/// A run that is shorter costs more than its options.
const SHORT: usize = 8;

/// One of two directions.
#[derive(Debug, Clone, Copy)]
struct Direction {
    step: i64,
    count: i64,
    more_points: i64,
}

impl Walk<'_> {
    /// Lists the options where the last variable but one lies between these bounds.
    pub(super) fn plane(
        &self,
        clause: &Clause,
        [low, high]: [i64; 2],
        at: &mut Environment,
        tally: &mut dyn Tally,
    ) -> Result<(), Halt> {
        let Some([.., of_outer, of_inner]) = clause.loops.last_chunk::<2>() else {
            return Err(Halt::Noticed);
        };
        at[of_outer.place] = low;
        let mut none = Places::default();
        let Some(Numbers::Between(first, last)) = of_inner.numbers(at, &mut none)? else {
            return Ok(());
        };
        at[of_inner.place] = first;
        let places = [of_outer.place, of_inner.place];
        let counts = [high - low + 1, last - first + 1];
        let Some((index, mut directions)) = self.directions(clause, at, places, counts) else {
            return Err(Halt::Noticed);
        };
        let mut points = 0;
        if let Some((_, Some(form))) = &clause.pays {
            points = form.value(at);
            for (direction, place) in directions.iter_mut().zip(places) {
                direction.more_points = form.at(place);
            }
        }
        for direction in &mut directions {
            if direction.step == 0 && direction.more_points == 0 {
                direction.count = 1;
            }
        }
        let [outer, inner] = in_order(directions);
        let run = Run {
            first: index,
            step: inner.step as isize,
            count: inner.count as usize,
            points,
            more_points: inner.more_points,
        };
        let (step, count) = (outer.step as isize, outer.count as usize);
        tally.runs(run, Repeated { step, count, more_points: outer.more_points });
        if tally.is_decided() { Err(Halt::Decided) } else { Ok(()) }
    }

    /// Returns the index of the first option and the directions, if the options at all four corners are inside.
    fn directions(
        &self,
        clause: &Clause,
        at: &Environment,
        places: [usize; 2],
        counts: [i64; 2],
    ) -> Option<(usize, [Direction; 2])> {
        let Geometry { sides, strides, tokens, .. } = self.geometry;
        let mut directions = counts.map(|count| Direction { step: 0, count, more_points: 0 });
        let (mut index, mut sums) = (0, [0; 4]);
        for (axis, heap) in clause.option.heaps.iter().enumerate() {
            let (value, slopes) = match heap {
                Heap::Same => (at[axis], [0; 2]),
                Heap::Shape(Shape::Form(form)) => (form.value(at), places.map(|of| form.at(of))),
                Heap::Shape(_) | Heap::Column => return None,
            };
            let along = |of: usize| slopes[of].checked_mul(counts[of] - 1);
            let [outer, inner] = [along(0)?, along(1)?];
            let corners = [0, outer, inner, outer.checked_add(inner)?];
            for (sum, corner) in sums.iter_mut().zip(corners) {
                let heap = value.checked_add(corner)?;
                if heap as u64 >= sides[axis] as u64 {
                    return None;
                }
                *sum += heap;
            }
            index += value * strides[axis];
            for (direction, slope) in directions.iter_mut().zip(slopes) {
                direction.step += slope * strides[axis];
            }
        }
        let are_inside = sums.iter().all(|sum| sum <= tokens);
        are_inside.then_some((index as usize, directions))
    }
}

/// Puts that direction last along which the runs are to go: that in which neighbours are closer, unless the runs were
/// short.
fn in_order([one, two]: [Direction; 2]) -> [Direction; 2] {
    let is_short = |direction: Direction| direction.count < SHORT as i64;
    let along_first = match [is_short(one), is_short(two)] {
        [false, false] => one.step.abs() < two.step.abs(),
        _ => one.count > two.count,
    };
    if along_first { [two, one] } else { [one, two] }
}
