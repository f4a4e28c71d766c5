//! What a thread counts while it goes through its tiles.

use crate::domain::tiling::Run;
use crate::domain::{Coordinates, Grading};
use crate::job::Job;
use crate::values::{Value, Values, on_values};

/// Layers with consecutive ranks, one in most tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Band {
    /// The number of positions.
    pub positions: u64,
    /// The number of P-positions.
    pub p_positions: u64,
    /// The largest value.
    pub maximum: u32,
}

/// Counts over some positions of a table.
pub(super) struct Counts {
    grading: Grading,
    /// The least and the largest value of P-positions.
    p_values: (u32, u32),
    /// Values from here on are counted together.
    most_values: u32,
    layers_in_band: u32,
    values: Vec<Count>,
    larger: u64,
    bands: Vec<Band>,
}

/// How often a value occurs, and the rank and coordinates of its first position.
#[derive(Clone, Copy)]
struct Count {
    positions: u64,
    first: (u32, Coordinates),
}

impl Count {
    const NONE: Count = Count { positions: 0, first: (u32::MAX, Coordinates([u32::MAX; 3])) };
}

impl Counts {
    /// Returns the counts of no position.
    pub(super) fn new(job: &Job, most_values: u32, layers_in_band: u32) -> Self {
        Counts {
            grading: job.grading(),
            p_values: job.p_values(),
            most_values,
            layers_in_band,
            values: Vec::new(),
            larger: 0,
            bands: Vec::new(),
        }
    }

    /// Adds neighbouring positions of a tile.
    pub(super) fn add(&mut self, run: Run, values: &Values) {
        on_values!(values, cells => self.add_cells(run.at, &cells[run.offset..][..run.length]));
    }

    fn add_cells<V: Value>(&mut self, first: Coordinates, cells: &[V]) {
        for (step, &value) in (0u32..).zip(cells) {
            let at = first + Coordinates([0, 0, step]);
            let (rank, value) = (self.grading.rank(at), value.to_u32());
            let band = entry(&mut self.bands, rank / self.layers_in_band, Band::default());
            band.positions += 1;
            band.p_positions += u64::from(self.p_values.0 <= value && value <= self.p_values.1);
            band.maximum = band.maximum.max(value);
            if value >= self.most_values {
                self.larger += 1;
                continue;
            }
            let count = entry(&mut self.values, value, Count::NONE);
            count.positions += 1;
            count.first = count.first.min((rank, at));
        }
    }

    /// Returns the counts of both sets of positions together.
    pub(super) fn merge(mut self, other: Counts) -> Self {
        for (value, count) in (0u32..).zip(&other.values) {
            let sum = entry(&mut self.values, value, Count::NONE);
            sum.positions += count.positions;
            sum.first = sum.first.min(count.first);
        }
        for (index, band) in (0u32..).zip(&other.bands) {
            let sum = entry(&mut self.bands, index, Band::default());
            sum.positions += band.positions;
            sum.p_positions += band.p_positions;
            sum.maximum = sum.maximum.max(band.maximum);
        }
        self.larger += other.larger;
        self
    }

    /// Returns the values that occur, their numbers of positions and the first position of each.
    pub(super) fn values(&self) -> impl Iterator<Item = (u32, u64, Coordinates)> {
        let occurring = (0u32..).zip(&self.values).filter(|(_, count)| count.positions > 0);
        occurring.map(|(value, count)| (value, count.positions, count.first.1))
    }

    /// Returns the number of positions with larger values.
    pub(super) fn larger(&self) -> u64 {
        self.larger
    }

    /// Returns the bands by rank.
    pub(super) fn into_bands(self) -> Vec<Band> {
        self.bands
    }
}

/// Returns the entry with this index, which is made if there is none yet.
fn entry<T: Copy>(entries: &mut Vec<T>, index: u32, empty: T) -> &mut T {
    let index = index as usize;
    if index >= entries.len() {
        entries.resize(index + 1, empty);
    }
    &mut entries[index]
}
