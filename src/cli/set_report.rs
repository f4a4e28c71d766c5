//! How `prove` and `decide` report a set that was proved.

use std::fmt::Display;

use serde::Serialize;

/// A set that was proved, with the states of its automaton, for programs.
#[derive(Serialize)]
pub struct SetReport {
    set: String,
    states: usize,
}

impl SetReport {
    pub fn new(set: &impl Display, states: usize) -> Self {
        SetReport { set: set.to_string(), states }
    }
}
