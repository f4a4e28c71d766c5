//! Totals of values, which every run adds up as it goes, with checksums and the periods that prove themselves.

mod checksum;
mod period;
mod statistics;

pub use checksum::checksum_of_tile;
pub use period::Period;
pub(crate) use period::{PeriodFinder, window_that_proves};
pub use statistics::Statistics;
