//! The ways in which values are found.

use super::rare::Split;

/// How values are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// All pairs of heaps are looked at.
    Plain,
    /// Pairs with a rare heap are.
    Sparse(Split),
}

/// What tests demand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Demands {
    pub(super) way: Option<Way>,
    pub(super) sample: Option<usize>,
    pub(super) most_planes: Option<usize>,
    pub(super) without_period: bool,
}
