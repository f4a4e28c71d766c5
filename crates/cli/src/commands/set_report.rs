//! How `prove` and `decide` report a set that was proved.

use std::fmt::Display;

use serde::Serialize;

/// A set that was proved.
#[derive(Serialize)]
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
