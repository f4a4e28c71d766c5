//! Caps: how far a search goes.

use crate::automata::Limits;

/// How far a search goes. The time is a matter of its control:
/// [`Control::until`](crate::Control::until).
#[derive(Debug, Clone, Copy)]
pub struct Caps<'a> {
    /// How large automata may grow, and whether to go on.
    pub limits: Limits<'a>,
    /// The most digits of the continuations by which states of a guess are distinguished; fewer where there
    /// would be more than a million continuations.
    pub depth: u32,
    /// The most positions of a table.
    pub positions: u64,
}

impl Default for Caps<'_> {
    fn default() -> Self {
        Caps { limits: Limits::default(), depth: 20, positions: 80_000_000 }
    }
}
