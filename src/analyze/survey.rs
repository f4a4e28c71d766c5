//! The survey of a table: one scan that counts every value and looks at every layer.
//!
//! Counts are kept for [`MOST_VALUES`] values and [`MOST_BANDS`] bands of layers, so that the memory of a
//! thread is bounded. A table that has more values lies on one heap, or has more than 10^12 positions.

use super::counts::{Band, Counts};
use crate::control::Control;
use crate::domain::Position;
use crate::expression::Filter;
use crate::job::Job;
use crate::table::{Block, Counted, OtherTables, Pass, Selection, TableError, TableReader};

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

/// Counts the values and looks at the layers of a table in one scan, of the positions that count by a filter.
///
/// # Errors
/// When the table is incomplete or damaged, or when the survey is interrupted.
pub fn survey(
    table: &TableReader,
    others: &OtherTables,
    filter: &Filter,
    control: &Control,
) -> Result<Survey, TableError> {
    table.pass(others, Surveying::new(table.plan().job(), filter), control)
}

/// The pass that surveys a table.
pub(crate) struct Surveying<'a> {
    job: &'a Job,
    filter: &'a Filter,
    layers: u32,
    layers_in_band: u32,
}

impl<'a> Surveying<'a> {
    pub(crate) fn new(job: &'a Job, filter: &'a Filter) -> Self {
        let layers = u32::try_from(job.layer_count()).unwrap_or(u32::MAX);
        Surveying { job, filter, layers, layers_in_band: layers.div_ceil(MOST_BANDS) }
    }
}

impl Pass for Surveying<'_> {
    type State = Counts;
    type Found = Survey;

    fn begin(&self) -> Counts {
        Counts::new(self.job, MOST_VALUES, self.layers_in_band)
    }

    fn visit_block(
        &self,
        counts: &mut Counts,
        block: &Block,
        counted: &Counted,
    ) -> Result<(), TableError> {
        for lane in counted.among(block.length()) {
            counts.add(block.at(lane), block.values[lane]);
        }
        Ok(())
    }

    fn merge(&self, counts: &mut Counts, other: Counts) {
        counts.merge(&other);
    }

    fn end(&self, mut counts: Counts) -> Survey {
        let bands = self.layers.div_ceil(self.layers_in_band) as usize;
        counts.bands.resize(bands, Band::default());
        let value = |(value, positions, first)| ValueCount {
            value,
            positions,
            first: self.job.domain().position(first),
        };
        Survey {
            values: counts.values().into_iter().map(value).collect(),
            positions_of_larger_values: counts.larger,
            layers_in_band: self.layers_in_band,
            bands: counts.bands,
        }
    }

    fn selection(&self) -> Option<&dyn Selection> {
        self.filter.selection()
    }
}
