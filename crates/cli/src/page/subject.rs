//! The subject of a request.

use crate::analyses::play;
use grundytab::table::TableReader;
use grundytab::{Control, InvalidInput};

use super::overview::Overview;

/// A table, its overview, the nim heap beside it, and the flag that ends the answers about them.
///
/// With a heap of size n the values are those of the sum: g xor n (Sprague 1935, Grundy 1939).
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub table: &'a TableReader,
    pub overview: Option<&'a Overview<'a>>,
    pub heap: u32,
    pub control: Control<'a>,
}

/// The largest nim heap.
pub const LARGEST_HEAP: u32 = 65_535;

impl<'a> Subject<'a> {
    /// Puts a nim heap beside the table.
    ///
    /// # Errors
    /// When the values of the table do not tell those of the sum.
    pub fn with_heap(self, heap: u32) -> Result<Self, InvalidInput> {
        if heap > 0 {
            play::require_nim_values(self.table)?;
        }
        Ok(Subject { heap, ..self })
    }

    /// Returns the value that is shown of a value of the table.
    pub fn shown(&self, value: u32) -> u32 {
        value ^ self.heap
    }

    /// Returns a bound on the values that are shown, given the largest one of the table: sums have no bits above those of
    /// the table and the heap.
    pub fn bound(&self, largest: u32) -> u32 {
        match self.heap {
            0 => largest,
            heap => u32::MAX.checked_shr((largest | heap).leading_zeros()).unwrap_or(0),
        }
    }
}
