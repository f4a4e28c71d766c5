//! Overviews: a table from afar, in pixels that each show a square of cells.
//!
//! A picture of a large table has fewer pixels than the table has cells. What a pixel then shows are totals
//! over its cells: the share of P-positions, the mean value, the shares of the outcome classes
//! ([`Channel`]). The pixels of level k have 2^k columns and rows of cells. Those of small levels are added up
//! when they are requested ([`TableReader::pixels`](super::TableReader::pixels)). For those of larger ones
//! the whole table has to be read: an [`Overview`] reads it once, on all threads, and keeps the pixels of all
//! these levels in memory. Nothing is stored, so that nothing of it can be damaged or be that of another table.
//!
//! | to find out | look at |
//! |---|---|
//! | what a pixel is | `pixels` |
//! | which level is the first, and how a table is cut into blocks | `grid` |
//! | how the pixels of a block are kept | `block` |
//! | how they are made, and put together | `whole` |

mod block;
mod grid;
mod pixels;
#[cfg(test)]
mod tests;
mod whole;

pub use pixels::Channel;
pub use whole::Overview;
