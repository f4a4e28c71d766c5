//! The ranks that read a table together.

use std::fmt;

use crate::engine::cluster::{Network, SingleRank};

/// The ranks that read a table together.
#[derive(Clone, Copy)]
pub(super) struct Ranks(pub(super) &'static dyn Network);

impl Ranks {
    /// The only rank.
    pub(super) const SINGLE_RANK: Ranks = Ranks(&SingleRank);
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.0.rank(), self.0.size())
    }
}
