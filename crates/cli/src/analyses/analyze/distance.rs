//! The distance of two games' P-positions: how far each P-position of one table is from the nearest of another.
//!
//! The distance of two positions is the largest difference of a heap. A nearer P-position may lie outside the tables:
//! a distance counts only if all positions that are as near are in both of them. Every P-position of a table is counted
//! once: with its distance, as farther away than is searched, or as undecided.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::collected::{Corner, PPositions};
use crate::analyses::expression::Filter;
use grundytab::control::Control;
use grundytab::domain::{Coordinates, Domain, MAX_HEAPS, Position};
use grundytab::table::{OtherTables, TableError, TableReader};

/// Distances up to this one are searched for on one heap, two, three and four heaps: there are (2 d + 1)^(heaps - 1)
/// lines within the distance d.
const LARGEST_DISTANCES: [u32; MAX_HEAPS] = [u32::MAX, 2047, 31, 7];

/// The distances of P-positions of one table from the nearest ones of another.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Distances {
    /// How many P-positions have each distance, the least first.
    pub counts: Vec<DistanceCount>,
    /// How many P-positions are farther from all others than is searched for.
    pub farther: u64,
    /// How many P-positions are so near to the edge of a table, or so far outside the other one, that a nearer one may
    /// lie beyond it; and how many are not looked at, since there are too many.
    pub undecided: u64,
}

/// How many P-positions have a distance from the nearest one of another table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DistanceCount {
    /// The distance: the largest difference of a heap.
    pub distance: u32,
    /// How many P-positions have it.
    pub positions: u64,
    /// The first of them in grade order.
    pub first: Position,
}

/// Returns the pass that collects the P-positions of a table.
pub(crate) fn all_p_positions<'a>(table: &'a TableReader, all: &'a Filter) -> PPositions<'a> {
    PPositions::new(table.plan().job(), all, u32::MAX)
}

/// Returns the distances of the P-positions of a table, which were collected, and those of another one, which is read.
pub(crate) fn distances_from(
    table: &TableReader,
    corner: Corner,
    other: &TableReader,
    control: &Control,
) -> Result<[Distances; 2], TableError> {
    other.require_complete()?;
    let (none, all) = (OtherTables::default(), Filter::default());
    let of_other = other.pass(&none, all_p_positions(other, &all), control)?;
    let sets = [(table, corner), (other, of_other)].map(|(table, mut corner)| {
        corner.points.par_sort_unstable();
        Set { table, corner }
    });
    Ok([of_set(&sets[0], &sets[1], control)?, of_set(&sets[1], &sets[0], control)?])
}

/// The P-positions of a table, in lexicographic order.
struct Set<'a> {
    table: &'a TableReader,
    corner: Corner,
}

impl Set<'_> {
    fn domain(&self) -> &Domain {
        self.table.plan().job().domain()
    }

    /// Returns the largest distance up to which all positions around this one are looked at; `None` if it is not
    /// itself.
    fn room(&self, at: Coordinates) -> Option<u32> {
        let domain = self.domain();
        let below = self.corner.below;
        let heaps = domain.heaps() as u32;
        let within = |tokens: u32| Some(tokens.checked_sub(at.sum())? / heaps);
        if domain.is_box() {
            let sides = domain.sides();
            let axes = MAX_HEAPS - domain.heaps()..MAX_HEAPS;
            axes.map(|axis| sides[axis].min(below).checked_sub(at[axis] + 1)).min().flatten()
        } else {
            within(domain.largest_token_sum().min(below.saturating_sub(1)))
        }
    }

    /// Returns the distance of the nearest P-position that is at most `most` away.
    fn nearest(&self, at: Coordinates, most: u32) -> Option<u32> {
        let mut best = None;
        // One heap has a single line.
        let last_ring = if self.domain().heaps() == 1 { 0 } else { most };
        for ring in 0..=last_ring {
            if best.is_some_and(|best| ring >= best) {
                break;
            }
            for offset in ring_of(self.domain().heaps() - 1, ring) {
                let Some(on_line) = shifted(at, &offset) else { continue };
                let next = self.corner.points.partition_point(|point| *point < on_line);
                let around = [next.checked_sub(1), Some(next)];
                for point in around.into_iter().flatten().filter_map(|i| self.corner.points.get(i))
                {
                    let is_on_line = (0..MAX_HEAPS - 1).all(|axis| point[axis] == on_line[axis]);
                    let distance = point[MAX_HEAPS - 1].abs_diff(at[MAX_HEAPS - 1]).max(ring);
                    if is_on_line && distance <= most && best.is_none_or(|best| distance < best) {
                        best = Some(distance);
                    }
                }
            }
        }
        best
    }
}

/// Returns the offsets of this many coordinates of which the largest is `ring`, up to the sign.
fn ring_of(coordinates: usize, ring: u32) -> Vec<Vec<i64>> {
    let ring = i64::from(ring);
    let mut all: Vec<Vec<i64>> = vec![vec![]];
    for _ in 0..coordinates {
        all = all
            .into_iter()
            .flat_map(|offset| (-ring..=ring).map(move |next| [&offset[..], &[next]].concat()))
            .collect();
    }
    all.retain(|offset| offset.iter().map(|c| c.abs()).max().unwrap_or(0) == ring);
    all
}

/// Adds an offset to the coordinates before the last one; `None` if one is negative then.
fn shifted(at: Coordinates, offset: &[i64]) -> Option<Coordinates> {
    let mut shifted = at;
    let first = MAX_HEAPS - 1 - offset.len();
    for (axis, &offset) in (first..).zip(offset) {
        shifted[axis] = u32::try_from(i64::from(at[axis]) + offset).ok()?;
    }
    Some(shifted)
}

/// Returns how far the P-positions of one set are from those of another.
fn of_set(one: &Set, other: &Set, control: &Control) -> Result<Distances, TableError> {
    let limit = LARGEST_DISTANCES[one.domain().heaps() - 1];
    let job = one.table.plan().job();
    let key = |at: Coordinates| (job.grading().grade(at), at);
    type Counts = (BTreeMap<u32, (u64, Coordinates)>, u64, u64);
    let add = |(mut counts, mut farther, mut undecided): Counts, &at: &Coordinates| {
        // Outside the other table nothing is known around it.
        let Some(room) = one.room(at).min(other.room(at)) else {
            return (counts, farther, undecided + 1);
        };
        match other.nearest(at, room.min(limit)) {
            Some(distance) => {
                let count = counts.entry(distance).or_insert((0, at));
                count.0 += 1;
                count.1 = std::cmp::min_by_key(count.1, at, |&at| key(at));
            }
            None if room > limit => farther += 1,
            None => undecided += 1,
        }
        (counts, farther, undecided)
    };
    let merged = |mut one: Counts, other: Counts| {
        for (distance, (positions, at)) in other.0 {
            let count = one.0.entry(distance).or_insert((0, at));
            count.0 += positions;
            count.1 = std::cmp::min_by_key(count.1, at, |&at| key(at));
        }
        (one.0, one.1 + other.1, one.2 + other.2)
    };
    let pieces = one.corner.points.par_chunks(1 << 10).map(|piece| {
        control.proceed()?;
        Ok::<_, TableError>(piece.iter().fold(Counts::default(), add))
    });
    let (counts, farther, undecided) =
        pieces.try_reduce(Counts::default, |one, other| Ok(merged(one, other)))?;
    let count = |(distance, (positions, at))| DistanceCount {
        distance,
        positions,
        first: job.domain().position(at),
    };
    let counts = counts.into_iter().map(count).collect();
    Ok(Distances { counts, farther, undecided: undecided + one.corner.left_out })
}
