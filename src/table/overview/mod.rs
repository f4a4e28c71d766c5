//! Overviews: a table from afar, in pixels that each show a square of cells.
//!
//! A picture of a large table has fewer pixels than the table has cells. What a pixel then shows are totals
//! over its cells: the share of P-positions, the mean value, the shares of the outcome classes
//! ([`Channel`]). The pixels of level k have 2^k columns and rows of cells. Those of small levels are added up
//! when they are requested ([`TableReader::pixels`](super::TableReader::pixels)). For those of larger ones
//! the whole table would have to be read: they are made once ([`OverviewBuild`]), each level from the one
//! below it, and stored with the table (`layout`).
//!
//! An overview is a Zarr group of images of several resolutions ([`images`](super::images)), which other viewers read
//! too: `p-share/3` is the array of the shares of P-positions in squares of 8 by 8 cells. In the group of a table
//! its levels of the mean are those of the image whose first array is the table.
//!
//! | to find out | look at |
//! |---|---|
//! | what a pixel is | `pixels` |
//! | which levels there are, and how they are cut into chunks | `levels` |
//! | how they are made | `build` |
//! | how they are stored and read | `store`, `metadata` |

mod build;
mod levels;
mod metadata;
mod pixels;
mod store;
#[cfg(test)]
mod tests;

pub use build::OverviewBuild;
pub use pixels::{Channel, PixelTotals, Pixels};
pub use store::StoredOverview;
