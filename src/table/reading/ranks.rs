//! The ranks that read a table together.

use std::fmt;

use crate::engine::cluster::{Alone, Network};

/// The ranks that read a table together.
#[derive(Clone, Copy)]
pub(super) struct Ranks(pub(super) &'static dyn Network);

impl Ranks {
    /// The only rank.
    pub(super) const ALONE: Ranks = Ranks(&Alone);
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.0.rank(), self.0.size())
    }
}
