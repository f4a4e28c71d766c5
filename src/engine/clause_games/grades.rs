//! The positions of a table in the order of the grades that rules state.

use heap_rules::rules::{Neighbours, OfRules};
use heap_rules::tree::Number;
use rayon::prelude::*;

use crate::domain::tiling::{Run, TileIndex};
use crate::domain::{Coordinates, MAX_HEAPS};
use crate::engine::Stop;
use crate::plan::Plan;

/// The most cells whose indices fit in 32 bits beside a grade.
pub(crate) const MOST_SORTED_CELLS: u64 = 1 << 32;

/// Positions in the order of their grades.
pub(crate) struct Sorted {
    /// The grade and the row-major index of each position, of 32 bits each.
    pub(crate) positions: Vec<u64>,
    /// The least and the largest grade of each tile.
    pub(crate) tiles: Vec<([u32; 2], TileIndex)>,
}

/// What keeps positions from being sorted.
pub(crate) enum Unsorted {
    /// The run has been stopped.
    Stopped,
    /// A position has no grade.
    NoGrade(Coordinates),
}

impl From<Stop> for Unsorted {
    fn from(_: Stop) -> Self {
        Unsorted::Stopped
    }
}

/// Sorts the positions of the tiles that are `wanted`, as long as `proceed` allows.
pub(crate) fn sort(
    plan: &Plan,
    grade: &Number<OfRules>,
    proceed: &(dyn Fn() -> Result<(), Stop> + Sync),
    wanted: impl Fn(TileIndex) -> bool,
) -> Result<Sorted, Unsorted> {
    let tiling = plan.tiling();
    let heaps = plan.job().domain().heaps();
    let tiles: Vec<TileIndex> = tiling.tiles().filter(|&tile| wanted(tile)).collect();
    let counts: Vec<usize> = tiles.iter().map(|&tile| tiling.positions_in(tile) as usize).collect();
    let mut positions = vec![0; counts.iter().sum()];
    let mut rest = positions.as_mut_slice();
    let mut parts = Vec::new();
    for (&tile, count) in tiles.iter().zip(counts) {
        let (part, others) = rest.split_at_mut(count);
        parts.push((tile, part));
        rest = others;
    }
    let with_ends = |(tile, part): (TileIndex, &mut [u64])| {
        proceed()?;
        let mut part = part.iter_mut();
        let mut ends = [u32::MAX, 0];
        for run in tiling.region(tile).runs() {
            for (at, grade) in grades_of(grade, heaps, run) {
                let grade = grade.ok_or(Unsorted::NoGrade(at))?;
                ends = [ends[0].min(grade), ends[1].max(grade)];
                if let Some(position) = part.next() {
                    let index = at.row_major_index(plan.job().domain().sides());
                    *position = u64::from(grade) << 32 | index as u64;
                }
            }
        }
        Ok((ends, tile))
    };
    let found: Vec<Result<([u32; 2], TileIndex), Unsorted>> =
        parts.into_par_iter().map(with_ends).collect();
    let (mut tiles, mut no_grade) = (Vec::new(), None::<Coordinates>);
    for of_tile in found {
        match of_tile {
            Ok(ends) => tiles.push(ends),
            Err(Unsorted::Stopped) => return Err(Unsorted::Stopped),
            // The first of several in row-major order, however the tiles lie.
            Err(Unsorted::NoGrade(at)) => {
                no_grade = Some(no_grade.map_or(at, |before| before.min(at)));
            }
        }
    }
    if let Some(at) = no_grade {
        return Err(Unsorted::NoGrade(at));
    }
    positions.par_sort_unstable();
    Ok(Sorted { positions, tiles })
}

/// Lists the grades of neighbouring positions; `None` for what is no grade.
fn grades_of(
    grade: &Number<OfRules>,
    heaps: usize,
    run: Run,
) -> impl Iterator<Item = (Coordinates, Option<u32>)> {
    let (mut first, mut growth) = ([0; MAX_HEAPS], [0; MAX_HEAPS]);
    growth[heaps - 1] = 1;
    for (place, &heap) in first.iter_mut().zip(run.at.unpadded(heaps)) {
        *place = heap.into();
    }
    let grades = grade.on(&Neighbours { first, growth, length: run.length }, None);
    let grade = move |lane: usize| u32::try_from(grades.at(lane).ok()?).ok();
    (0..run.length).map(move |lane| (run.at.along_row(lane as u32), grade(lane)))
}
