//! Caps: how far a search goes.

use std::sync::atomic::AtomicUsize;

use crate::automata::{Interrupt, Limits};
use grundytab::control::Control;

/// How far a search goes.
#[derive(Debug, Clone, Copy)]
pub struct Caps<'a> {
    /// The most states of an automaton, minimal or not.
    pub states: usize,
    /// Ends the search from outside, or after a time: [`Control::until`].
    pub control: Control<'a>,
    /// Holds the number of states of the automaton that is being computed, for others to watch it grow.
    pub states_so_far: Option<&'a AtomicUsize>,
    /// The most digits of the continuations by which states of a guess are distinguished; fewer where there
    /// would be more than a million continuations.
    pub depth: u32,
    /// The most positions of a table.
    pub positions: u64,
}

impl Default for Caps<'_> {
    fn default() -> Self {
        Caps {
            states: Limits::default().states,
            control: Control::default(),
            states_so_far: None,
            depth: 20,
            positions: 80_000_000,
        }
    }
}

impl Caps<'_> {
    /// Returns what limits computations with automata.
    pub fn limits(&self) -> Limits<'_> {
        let Caps { states, states_so_far, .. } = *self;
        Limits { states, interrupt: Some(self), states_so_far, largest: None }
    }
}

impl Interrupt for Caps<'_> {
    fn is_interrupted(&self) -> bool {
        self.control.is_interrupted()
    }
}
