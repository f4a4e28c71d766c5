//! The positions of a table in the order of the grades that rules state.

#[cfg(feature = "gpu")]
use std::collections::BTreeMap;

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
    /// The largest grade of each tile.
    pub(crate) tiles: Vec<(u32, TileIndex)>,
}

/// How many positions have each grade.
#[cfg(feature = "gpu")]
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// The grades in rising order, each with the number of its positions.
    pub(crate) grades: BTreeMap<u32, u32>,
    /// The least and the largest grade of each tile; the least is larger if it has no position.
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
    let tiles: Vec<TileIndex> = tiling.tiles().filter(|&tile| wanted(tile)).collect();
    let counts: Vec<usize> = tiles.iter().map(|&tile| tiling.positions_in(tile) as usize).collect();
    let mut positions = vec![0; counts.iter().sum()];
    let mut rest = positions.as_mut_slice();
    let mut parts = Vec::new();
    for (tile, count) in tiles.into_iter().zip(counts) {
        let (part, others) = rest.split_at_mut(count);
        parts.push((tile, part));
        rest = others;
    }
    let sides = plan.job().domain().sides();
    let of_tile = |(tile, part): (TileIndex, &mut [u64])| {
        proceed()?;
        let (mut part, mut last) = (part.iter_mut(), 0);
        for_each_grade(plan, grade, tile, |at, grade| {
            last = last.max(grade);
            if let Some(position) = part.next() {
                *position = u64::from(grade) << 32 | at.row_major_index(sides) as u64;
            }
        })?;
        Ok((last, tile))
    };
    let tiles = all_or_first(parts.into_par_iter().map(of_tile).collect())?;
    positions.par_sort_unstable();
    Ok(Sorted { positions, tiles })
}

/// Counts the positions of each grade.
#[cfg(feature = "gpu")]
pub(crate) fn count(plan: &Plan, grade: &Number<OfRules>) -> Result<Counted, Unsorted> {
    let of_tile = |tile| {
        let (mut grades, mut ends) = (BTreeMap::new(), [u32::MAX, 0]);
        for_each_grade(plan, grade, tile, |_, grade| {
            ends = [ends[0].min(grade), ends[1].max(grade)];
            *grades.entry(grade).or_insert(0) += 1;
        })?;
        Ok((grades, (ends, tile)))
    };
    let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
    let mut all = Counted::default();
    for (grades, ends) in all_or_first(tiles.into_par_iter().map(of_tile).collect())? {
        all.tiles.push(ends);
        grades
            .into_iter()
            .for_each(|(grade, count)| *all.grades.entry(grade).or_insert(0) += count);
    }
    Ok(all)
}

/// Lists the row-major indices of all positions in the order of their grades, those of one grade in rising order.
/// Nothing is listed where a position has no grade.
#[cfg(feature = "gpu")]
pub(crate) fn order(plan: &Plan, grade: &Number<OfRules>, counted: &Counted) -> Vec<u32> {
    let sides = plan.job().domain().sides();
    let mut order = vec![0; counted.grades.values().map(|&count| count as usize).sum()];
    let mut places = BTreeMap::new();
    let mut end = 0;
    for (&grade, &count) in &counted.grades {
        places.insert(grade, end);
        end += count as usize;
    }
    for tile in plan.tiling().tiles() {
        // The grades have been counted, so that each position has one.
        let _ = for_each_grade(plan, grade, tile, |at, grade| {
            if let Some(place) = places.get_mut(&grade) {
                order[*place] = at.row_major_index(sides) as u32;
                *place += 1;
            }
        });
    }
    let mut rest = order.as_mut_slice();
    for &count in counted.grades.values() {
        let (of_grade, others) = rest.split_at_mut(count as usize);
        of_grade.par_sort_unstable();
        rest = others;
    }
    order
}

/// Returns what was found of all tiles, or else the first position without a grade, however the tiles lie.
fn all_or_first<T>(found: Vec<Result<T, Unsorted>>) -> Result<Vec<T>, Unsorted> {
    let (mut all, mut no_grade) = (Vec::new(), None::<Coordinates>);
    for of_tile in found {
        match of_tile {
            Ok(of_tile) => all.push(of_tile),
            Err(Unsorted::Stopped) => return Err(Unsorted::Stopped),
            Err(Unsorted::NoGrade(at)) => {
                no_grade = Some(no_grade.map_or(at, |before| before.min(at)));
            }
        }
    }
    no_grade.map_or(Ok(all), |at| Err(Unsorted::NoGrade(at)))
}

/// Goes through the positions of a tile with their grades.
fn for_each_grade(
    plan: &Plan,
    grade: &Number<OfRules>,
    tile: TileIndex,
    mut take: impl FnMut(Coordinates, u32),
) -> Result<(), Unsorted> {
    for run in plan.tiling().region(tile).runs() {
        for (at, grade) in grades_of(grade, plan.job().domain().heaps(), run) {
            take(at, grade.ok_or(Unsorted::NoGrade(at))?);
        }
    }
    Ok(())
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
