//! How `prove` and `decide` report a set that was proved.

use std::fmt::{self, Display};

use grundytab::wording::counted;
use serde::Serialize;

/// A set that was proved.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SetReport {
    /// The name of the set.
    set: String,
    /// The states of its automaton.
    states: usize,
}

impl SetReport {
    pub fn new(set: &impl Display, states: usize) -> Self {
        SetReport { set: set.to_string(), states }
    }
}

impl Display for SetReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.set, counted(self.states, "state"))
    }
}
