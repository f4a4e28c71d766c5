//! Overviews: a table from afar, in pixels that each show a square of cells.
//!
//! A picture of a large table has fewer pixels than the table has cells. What a pixel then shows are totals
//! over its cells: the share of P-positions, the mean value, the shares of the outcome classes
//! ([`Channel`]). [`TableReader::pixels`](super::TableReader::pixels) adds them up for a rectangle of a plane.

mod pixels;

pub use pixels::{Channel, PixelTotals, Pixels};
