//! Analyses of values: their totals, their checksums, and their periods.

mod checksum;
mod period;
mod statistics;

pub use checksum::checksum_of_tile;
pub use period::Period;
pub(crate) use period::PeriodFinder;
pub use statistics::Statistics;
