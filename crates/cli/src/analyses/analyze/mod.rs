//! Analyses of stored tables: what a researcher looks for in a table.
//!
//! | file | what is found |
//! |---|---|
//! | `survey` | how often each value occurs and where first; the largest value and the P-positions of each layer |
//! | `additive_period` | the additive period of a sequence |
//! | `lines`, `periods` | the periods of the lines of a table: its rows and columns |
//! | `fit` | straight lines by least squares, with standard errors from block means |
//! | `beam_line`, `beams` | the lines from the origin along which P-positions lie |
//! | `octaves` | how the slopes of beams drift, and how far beams are from given slopes |
//! | `distance` | how far the P-positions of two games are from one another |
//! | `collected` | the P-positions of a table in memory |
//! | `matches` | how many positions count |
//! | `plot` | plots of these |
//!
//! Each of these but the periods is a [`Pass`](grundytab::table::Pass) over a table, so that one reading finds any number of
//! them. Tiles are not kept: memory is bounded, however large a table is.

mod additive_period;
mod beam_line;
mod beams;
mod collected;
mod counts;
mod distance;
mod fit;
mod lines;
mod matches;
mod octaves;
mod periods;
mod plot;
mod survey;

pub use beams::{Beam, Beams, ExactLine};
pub(crate) use beams::{beams_of, beams_pass};
pub(crate) use collected::PPositions;
pub use counts::Band;
pub use distance::{DistanceCount, Distances};
pub(crate) use distance::{all_p_positions, distances_from};
pub use fit::{ERROR_BLOCKS, Estimate};
pub use lines::Lines;
pub(crate) use matches::Matches;
pub use octaves::Against;
pub use periods::{LinePeriod, line_periods};
pub use plot::{
    HeapPlot, HeapStyle, Placed, Plot, RESOLUTION_OF_COORDINATES, plot_of_coordinates,
    plot_of_groups, title_of,
};
#[cfg(test)]
pub use survey::MOST_BANDS;
pub(crate) use survey::Surveying;
pub use survey::{MOST_VALUES, Survey, ValueCount};
