//! The subject of a request.

use crate::Control;
use crate::table::TableReader;

use super::overlays::Overlay;
use super::overview::Overview;

/// A table, its overview, what is drawn over it, and the flag that ends the answers about them.
pub struct Subject<'a> {
    pub table: &'a TableReader,
    pub overview: Option<&'a Overview<'a>>,
    pub overlays: &'a [Overlay],
    pub control: Control<'a>,
}
