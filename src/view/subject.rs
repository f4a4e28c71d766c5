//! The subject of a request.

use crate::Control;
use crate::table::TableReader;

use super::overview::Overview;

/// A table, its overview, and the flag that ends the answers about them.
pub struct Subject<'a> {
    pub table: &'a TableReader,
    pub overview: Option<&'a Overview<'a>>,
    pub control: Control<'a>,
}
