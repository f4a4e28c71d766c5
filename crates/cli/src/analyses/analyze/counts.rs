//! What a thread counts while it goes through its tiles.

use serde::{Deserialize, Serialize};

use grundytab::domain::{Coordinates, MAX_HEAPS};
use grundytab::job::Job;
use grundytab::quantity::PValues;

/// Layers with consecutive grades, one in most tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Band {
    /// The number of positions.
    pub positions: u64,
    /// The number of P-positions; 0 in tables of scores, which do not determine these.
    pub p_positions: u64,
    /// The least value; `None` if there is no position.
    pub minimum: Option<i64>,
    /// The largest value; `None` if there is no position.
    pub maximum: Option<i64>,
}

impl Band {
    /// Returns the counts of both sets of positions together.
    fn merge(self, other: Band) -> Self {
        let of = |one: Option<i64>, other: Option<i64>, choose: fn(i64, i64) -> i64| match (
            one, other,
        ) {
            (Some(one), Some(other)) => Some(choose(one, other)),
            (one, other) => one.or(other),
        };
        Band {
            positions: self.positions + other.positions,
            p_positions: self.p_positions + other.p_positions,
            minimum: of(self.minimum, other.minimum, i64::min),
            maximum: of(self.maximum, other.maximum, i64::max),
        }
    }
}

/// Counts over some positions of a table.
#[derive(Serialize, Deserialize)]
pub(crate) struct Counts {
    /// The values of P-positions.
    p_values: PValues,
    /// Values with this code or a larger one are counted together, see [`code_of`].
    most_values: u32,
    pub(super) layers_in_band: u32,
    /// By the code of the value.
    values: Vec<Count>,
    is_signed: bool,
    /// How many positions have larger values.
    pub(super) larger: u64,
    /// By grade.
    pub(super) bands: Vec<Band>,
}

/// How often a value occurs, and the grade and coordinates of its first position.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Count {
    positions: u64,
    first: (u32, Coordinates),
}

impl Count {
    const NONE: Count =
        Count { positions: 0, first: (u32::MAX, Coordinates([u32::MAX; MAX_HEAPS])) };
}

impl Counts {
    /// Returns the counts of no position.
    pub(super) fn new(job: &Job, most_values: u32, layers_in_band: u32) -> Self {
        Counts {
            p_values: job.p_values(),
            most_values,
            layers_in_band,
            values: Vec::new(),
            is_signed: job.is_signed(),
            larger: 0,
            bands: Vec::new(),
        }
    }

    /// Adds a position with its grade and its stored value.
    #[inline]
    pub(super) fn add(&mut self, at: Coordinates, grade: u32, stored: u32) {
        let number = if self.is_signed { i64::from(stored as i32) } else { stored.into() };
        // To divide takes longer than all the rest.
        let index = if self.layers_in_band == 1 { grade } else { grade / self.layers_in_band };
        let band = entry(&mut self.bands, index, Band::default());
        band.positions += 1;
        band.p_positions += u64::from(self.p_values.contains(stored));
        band.minimum = Some(band.minimum.map_or(number, |least| least.min(number)));
        band.maximum = Some(band.maximum.map_or(number, |largest| largest.max(number)));
        let value = if self.is_signed { code_of(number) } else { stored };
        if value >= self.most_values {
            self.larger += 1;
            return;
        }
        let count = entry(&mut self.values, value, Count::NONE);
        count.positions += 1;
        if grade <= count.first.0 {
            count.first = count.first.min((grade, at));
        }
    }

    /// Adds the counts of other positions.
    pub(super) fn merge(&mut self, other: &Counts) {
        for (value, count) in (0u32..).zip(&other.values) {
            let sum = entry(&mut self.values, value, Count::NONE);
            sum.positions += count.positions;
            sum.first = sum.first.min(count.first);
        }
        for (index, band) in (0u32..).zip(&other.bands) {
            let sum = entry(&mut self.bands, index, Band::default());
            *sum = sum.merge(*band);
        }
        self.larger += other.larger;
    }

    /// Returns the values that occur in their order, their numbers of positions and the first position of each.
    pub(super) fn values(&self) -> Vec<(i64, u64, Coordinates)> {
        let number = |code: u32| if self.is_signed { number_of(code) } else { code.into() };
        let occurring = (0u32..).zip(&self.values).filter(|(_, count)| count.positions > 0);
        let counts = occurring.map(|(code, count)| (number(code), count.positions, count.first.1));
        let mut counts: Vec<_> = counts.collect();
        counts.sort_unstable();
        counts
    }
}

/// Returns the code of a number with a sign: its place in the order 0, -1, 1, -2, 2, ...
fn code_of(number: i64) -> u32 {
    // A score has 32 bits, and so has its code.
    (if number < 0 { -2 * number - 1 } else { 2 * number }) as u32
}

/// Returns the number with this code.
fn number_of(code: u32) -> i64 {
    let half = i64::from(code / 2);
    if code % 2 == 1 { -half - 1 } else { half }
}

/// Returns the entry with this index, which is made if there is none yet.
fn entry<T: Copy>(entries: &mut Vec<T>, index: u32, empty: T) -> &mut T {
    let index = index as usize;
    if index >= entries.len() {
        entries.resize(index + 1, empty);
    }
    &mut entries[index]
}
