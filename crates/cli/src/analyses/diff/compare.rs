//! The comparison of two tables, tile by tile on all threads.

use std::sync::Mutex;

use rayon::prelude::*;

use super::common::{Comparison, check_comparable};
use grundytab::control::Control;
use grundytab::domain::tiling::{TileIndex, TileRegion};
use grundytab::domain::{Coordinates, MAX_HEAPS, Position};
use grundytab::error::Error;
use grundytab::sync::{into_inner, lock};
use grundytab::table::{TableError, TableReader};

/// Where two tables differ.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiffReport {
    /// The number of positions that both tables have.
    pub compared: u64,
    /// The number of those at which they differ.
    pub differing: u64,
    /// The first of these, in the order of [`Position`].
    pub first: Option<FirstDifference>,
    /// The least and the largest size of each heap among these.
    pub extent: Option<(Position, Position)>,
}

/// The first position at which two tables differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstDifference {
    /// The position.
    pub position: Position,
    /// Its values in the two tables.
    pub values: [u32; 2],
}

/// Compares two tables on the positions that both have.
///
/// # Errors
/// When they have another number of heaps or, if values are compared, other quantities; when one is
/// incomplete or damaged, and when interrupted.
pub fn compare(
    one: &TableReader,
    other: &TableReader,
    comparison: Comparison,
    control: &Control,
) -> Result<DiffReport, Error> {
    check_comparable(one, other, comparison)?;
    let tiling = one.plan().tiling();
    let found = Comparer::new(one, other, comparison, control)?;
    let others = other.plan().job().domain();
    let tiles: Vec<TileIndex> =
        tiling.tiles().filter(|&index| others.encloses(tiling.region(index).origin)).collect();
    tiles
        .par_iter()
        .with_max_len(1)
        .try_for_each(|&index| found.compare_tile(&tiling.region(index), |_, _| ()).map(|_| ()))?;
    Ok(found.report())
}

/// Compares tiles, and keeps what it has found.
pub(super) struct Comparer<'a> {
    tables: [&'a TableReader; 2],
    comparison: Comparison,
    control: &'a Control<'a>,
    found: Mutex<Found>,
}

/// What was found in some tiles.
#[derive(Clone, Copy)]
struct Found {
    compared: u64,
    differing: u64,
    first: Option<(Coordinates, [u32; 2])>,
    least: Coordinates,
    largest: Coordinates,
}

impl Found {
    const NOTHING: Found = Found {
        compared: 0,
        differing: 0,
        first: None,
        least: Coordinates([u32::MAX; MAX_HEAPS]),
        largest: Coordinates::ZERO,
    };

    fn add(&mut self, at: Coordinates, values: [u32; 2]) {
        self.differing += 1;
        if self.first.is_none_or(|(first, _)| (at.sum(), at) < (first.sum(), first)) {
            self.first = Some((at, values));
        }
        self.least = Coordinates::from_fn(|axis| self.least[axis].min(at[axis]));
        self.largest = self.largest.componentwise_max(at);
    }

    fn merge(&mut self, other: Found) {
        let differing = self.differing + other.differing;
        if let Some((at, values)) = other.first {
            self.add(at, values);
        }
        self.least = Coordinates::from_fn(|axis| self.least[axis].min(other.least[axis]));
        self.largest = self.largest.componentwise_max(other.largest);
        self.compared += other.compared;
        self.differing = differing;
    }
}

impl<'a> Comparer<'a> {
    pub(super) fn new(
        one: &'a TableReader,
        other: &'a TableReader,
        comparison: Comparison,
        control: &'a Control<'a>,
    ) -> Result<Self, TableError> {
        one.require_complete()?;
        other.require_complete()?;
        let found = Mutex::new(Found::NOTHING);
        Ok(Comparer { tables: [one, other], comparison, control, found })
    }

    /// Compares the positions of a tile that both tables have; calls `visit` with the index of every such
    /// cell in the tile and with whether the tables differ there.
    pub(super) fn compare_tile(
        &self,
        region: &TileRegion,
        mut visit: impl FnMut(usize, bool),
    ) -> Result<(), TableError> {
        let lookups = self.tables.map(TableReader::lookup);
        let jobs = self.tables.map(|table| table.plan().job());
        let mut found = Found::NOTHING;
        for run in region.runs() {
            self.control.proceed()?;
            let in_both = |at: Coordinates| jobs.iter().all(|job| job.domain().contains(at));
            for (at, cell) in run.cells().filter(|&(at, _)| in_both(at)) {
                let values = [0, 1].map(|table: usize| lookups[table].value(at));
                let differ = match self.comparison {
                    Comparison::Values => values[0] != values[1],
                    Comparison::Outcomes => {
                        let [one, other] = [0, 1].map(|i: usize| jobs[i].is_p_position(values[i]));
                        one != other
                    }
                };
                found.compared += 1;
                if differ {
                    found.add(at, values);
                }
                visit(cell, differ);
            }
        }
        lookups.into_iter().try_for_each(|lookup| lookup.finish())?;
        self.control.report(found.compared);
        lock(&self.found).merge(found);
        Ok(())
    }

    pub(super) fn report(self) -> DiffReport {
        let Found { compared, differing, first, least, largest } = into_inner(self.found);
        let domain = self.tables[0].plan().job().domain();
        let position = |at| domain.position(at);
        DiffReport {
            compared,
            differing,
            first: first.map(|(at, values)| FirstDifference { position: position(at), values }),
            extent: (differing > 0).then(|| (position(least), position(largest))),
        }
    }
}
