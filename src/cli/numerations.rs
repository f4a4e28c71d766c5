//! What `prove` and `decide` share: the numerations and the sizes of tables in which automata are sought, in turn,
//! where none are requested, and how a set that was proved is reported.

use std::fmt::Display;
use std::time::{Duration, Instant};

use grundytab::automata::Numeration;
use grundytab::prove::{Caps, parse_numeration};
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

/// Returns the caps of one of this many searches that are left, which share the rest of the time, if it is limited.
pub fn with_share_of_time<'a>(
    caps: &Caps<'a>,
    seconds: Option<Duration>,
    began: Instant,
    left: u32,
) -> Caps<'a> {
    let share = seconds.map(|seconds| seconds.saturating_sub(began.elapsed()) / left);
    let end = share.and_then(|share| Instant::now().checked_add(share));
    Caps { control: end.map_or(caps.control, |end| caps.control.until(end)), ..*caps }
}

/// Returns the caps of one stage after the other, the last with these: what is found from small tables in some
/// numeration is not sought in large ones in another.
pub fn stages<'a>(caps: &Caps<'a>) -> Vec<Caps<'a>> {
    let within = |positions: u64, states: usize| {
        let (positions, states) = (caps.positions.min(positions), caps.states.min(states));
        Caps { positions, states, ..*caps }
    };
    let mut stages = vec![within(3_000, 10_000), within(100_000, 100_000), *caps];
    stages.dedup_by_key(|caps| (caps.positions, caps.states));
    stages
}
