//! Exports: the values of a table in the formats that other programs read.
//!
//! | function | format | read by |
//! |---|---|---|
//! | [`write_npy`] | the array of NumPy | `numpy.load`, and what reads its files |
//! | [`write_csv`] | a line for each position: its heaps and its value | spreadsheets, R, pandas |
//! | `write_parquet` (feature `parquet`) | columns of the heaps and of the values | DuckDB, polars, R, Julia |
//! | [`write_bfile`] | a b-file of the OEIS: a line for each term of a sequence | the OEIS |
//! | [`write_p_positions`] | a line for each P-position, sorted | anything |
//!
//! `known` compares what is written with known sequences. All write to any [`Write`](std::io::Write), piece by piece, so that a table may be far larger than
//! memory. What part of the table it is a [`Selection`] says.

mod bfile;
mod csv;
mod digits;
mod exported_positions;
mod known;
mod npy;
mod p_positions;
#[cfg(feature = "parquet")]
mod parquet;
mod reading;
mod selection;
mod symmetry;

pub use bfile::{BFile, write_bfile};
pub use csv::write_csv;
pub use exported_positions::{Only, Written};
pub use known::{Agreement, known_sequences};
pub use npy::write_npy;
pub use p_positions::write_p_positions;
#[cfg(feature = "parquet")]
pub use parquet::write_parquet;
pub use reading::{Hole, Reading};
pub use selection::Selection;
pub use symmetry::HeapSymmetries;
