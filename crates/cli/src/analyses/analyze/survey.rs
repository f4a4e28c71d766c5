//! The survey of a table: one scan that counts every value and looks at every layer.
//!
//! Counts are kept for [`MOST_VALUES`] values and [`MOST_BANDS`] bands of layers, so that the memory of a
//! thread is bounded. A table that has more values lies on one heap, or has more than 10^12 positions.

use super::counts::{Band, Counts};
use crate::analyses::expression::Filter;
use grundytab::domain::Position;
use grundytab::job::Job;
use grundytab::table::{Block, Pass, Selection};

/// Values from here on are counted together; of scores, those from half of this on and below minus half.
pub const MOST_VALUES: u32 = 1 << 20;
/// The most bands of layers. A table with more layers has several of them in a band.
pub const MOST_BANDS: u32 = 1 << 20;

/// What a survey has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// The values that are counted one by one, below [`MOST_VALUES`], and occur, in their order.
    pub values: Vec<ValueCount>,
    /// The number of positions with values that are counted together, from [`MOST_VALUES`] on.
    pub positions_of_larger_values: u64,
    /// The number of layers in a band; the last band may have fewer.
    pub layers_in_band: u32,
    /// The bands, by grade: all of the table, also those in which no position counts.
    pub bands: Vec<Band>,
}

impl Survey {
    /// Describes what was counted on the positions of a job.
    pub(crate) fn of(job: &Job, mut counts: Counts) -> Self {
        let bands = layers_of(job).div_ceil(counts.layers_in_band) as usize;
        counts.bands.resize(bands, Band::default());
        let value = |(value, positions, first)| ValueCount {
            value,
            positions,
            first: job.domain().position(first),
        };
        Survey {
            values: counts.values().into_iter().map(value).collect(),
            positions_of_larger_values: counts.larger,
            layers_in_band: counts.layers_in_band,
            bands: counts.bands,
        }
    }

    /// Returns the number of positions that count.
    pub fn positions(&self) -> u64 {
        self.bands.iter().map(|band| band.positions).sum()
    }

    /// Returns the number of P-positions that count; 0 in tables of scores, which do not determine these.
    pub fn p_positions(&self) -> u64 {
        self.bands.iter().map(|band| band.p_positions).sum()
    }
}

/// A value of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ValueCount {
    /// The value, with its sign.
    pub value: i64,
    /// The number of positions that have it.
    pub positions: u64,
    /// The first of them in grade order; within a layer, in lexicographic order.
    pub first: Position,
}

/// Returns the number of layers.
fn layers_of(job: &Job) -> u32 {
    u32::try_from(job.layer_count()).unwrap_or(u32::MAX)
}

/// The pass that surveys a table.
pub(crate) struct Surveying<'a> {
    job: &'a Job,
    filter: &'a Filter,
}

impl<'a> Surveying<'a> {
    pub(crate) fn new(job: &'a Job, filter: &'a Filter) -> Self {
        Surveying { job, filter }
    }
}

impl Pass for Surveying<'_> {
    type State = Counts;

    fn begin(&self) -> Counts {
        Counts::new(self.job, MOST_VALUES, layers_of(self.job).div_ceil(MOST_BANDS))
    }

    fn visit_block(&self, counts: &mut Counts, block: &Block) {
        let grading = self.job.grading();
        block.lanes().for_each(|lane| {
            let at = block.at(lane);
            counts.add(at, grading.grade(at), block.values[lane]);
        });
    }

    fn merge(&self, counts: &mut Counts, other: Counts) {
        counts.merge(&other);
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.filter.selection()
    }
}
