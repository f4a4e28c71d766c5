//! What `prove` and `decide` share: the numerations and the sizes of tables in which automata are sought, in turn,
//! where none are requested, and how a set that was proved is reported.

use std::fmt::Display;
use std::time::{Duration, Instant};

use grundytab::Control;
use grundytab::automata::Numeration;
use grundytab::prove::parse_numeration;
use serde::Serialize;

use super::failure::Result;

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

/// Returns the numerations that are tried.
pub fn usual() -> Result<Vec<Numeration>> {
    let [two, three] = [parse_numeration("base:2")?, parse_numeration("base:3")?];
    Ok(vec![Numeration::fibonacci(), two, three, Numeration::pell()])
}

/// Returns the control of one of this many searches that are left, which share the rest of the time, if it is limited.
pub fn with_share_of_time<'a>(
    control: Control<'a>,
    seconds: Option<Duration>,
    began: Instant,
    left: u32,
) -> Control<'a> {
    let share = seconds.map(|seconds| seconds.saturating_sub(began.elapsed()) / left);
    let end = share.and_then(|share| Instant::now().checked_add(share));
    end.map_or(control, |end| control.until(end))
}

/// Returns the caps on positions and states of one stage after the other, the last with these: what is found
/// from small tables in some numeration is not sought in large ones in another.
pub fn stages(positions: u64, states: usize) -> Vec<(u64, usize)> {
    let mut stages = vec![
        (positions.min(3_000), states.min(10_000)),
        (positions.min(100_000), states.min(100_000)),
        (positions, states),
    ];
    stages.dedup();
    stages
}
