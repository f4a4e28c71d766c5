//! Analyses of stored tables: what a researcher looks for after the table is there.
//!
//! | file | what is found |
//! |---|---|
//! | `survey` | how often each value occurs and where first; the largest value and the P-positions of each layer |
//!
//! Tables are read tile by tile on all threads, and no tile is kept: memory is bounded, however large a
//! table is.

mod counts;
mod survey;

pub use counts::Band;
pub use survey::{MOST_BANDS, MOST_VALUES, Survey, ValueCount, survey};
