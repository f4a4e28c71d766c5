//! Analyses of values: their totals, and their periods.

mod period;
mod statistics;

pub use period::Period;
pub(crate) use period::PeriodFinder;
pub use statistics::Statistics;
