//! Totals of values, which every run adds up as it goes, with checksums and the periods that prove themselves.

mod checksum;
mod period;
mod statistics;

pub use checksum::checksum_of_tile;
pub use period::{Period, PeriodProof, UnprovedPeriod};
pub use period::{
    PeriodFinder, Rows, RowsFinder, exceptions, length_that_proves, provable, proved_by_repetition,
    repetition,
};
pub use statistics::Statistics;
