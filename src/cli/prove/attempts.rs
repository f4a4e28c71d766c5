//! The attempts in one numeration, and their results.

use std::sync::Arc;

use grundytab::automata::Numeration;
use grundytab::prove::{Attempt, End, Search, Step};
use grundytab::{Domain, counted, joined};
use serde::Serialize;

/// A search in one numeration.
pub(super) struct Attempts {
    pub(super) numeration: Arc<Numeration>,
    /// The guesses that were wrong.
    pub(super) failed: Vec<Attempt>,
    pub(super) search: Search,
}

impl Attempts {
    /// Returns the number of sets that are proved.
    pub(super) fn proved(&self) -> usize {
        self.search.theorem.as_ref().map_or(0, |theorem| theorem.automata.len())
    }

    /// Says why the search ended, and how the guesses about the last sets grew.
    pub(super) fn summary(&self) -> String {
        let numeration = &self.numeration;
        let end = match &self.search.end {
            Some(end @ End::Positions(_)) => format!("{end} (--positions)"),
            Some(end @ End::Automata(_)) => format!("{end} (--states)"),
            Some(end @ End::Time) => format!("{end} (--seconds)"),
            Some(end) => end.to_string(),
            None => "all is proved".into(),
        };
        let growth = self.growth();
        let (Some(first), Some(last)) = (growth.first(), growth.last()) else {
            return format!("{numeration}: ended, since {end}");
        };
        let states: Vec<usize> = growth.iter().map(|attempt| total(attempt)).collect();
        let sets = last.sets.iter().map(|set| format!("the {set}"));
        let tables = if first.domain == last.domain {
            format!("the table of {}", last.domain)
        } else {
            format!("tables of {} to {}", first.domain, last.domain)
        };
        let text = format!(
            "{numeration}: ended, since {end}; guesses of {} from {tables} had {} states",
            joined(sets, " and "),
            joined(&states, ", ")
        );
        match seems_to_grow(&states) {
            true => format!(
                "{text}: they grow with the table, which suggests that no automaton in {numeration} is right"
            ),
            false => text,
        }
    }

    /// Returns the attempts at the sets that were tried last.
    fn growth(&self) -> Vec<&Attempt> {
        let last = self.failed.last().map(|attempt| &attempt.sets);
        self.failed.iter().filter(|attempt| Some(&attempt.sets) == last).collect()
    }

    /// Returns the attempts for programs.
    pub(super) fn report(&self) -> AttemptsReport {
        let attempt = |attempt: &Attempt| AttemptReport {
            sets: attempt.sets.iter().map(ToString::to_string).collect(),
            domain: attempt.domain.clone(),
            depth: attempt.depth,
            states: attempt.states.clone(),
            failure: attempt.failure.to_string(),
        };
        AttemptsReport {
            numeration: self.numeration.to_string(),
            sets_proved: self.proved(),
            attempts: self.failed.iter().map(attempt).collect(),
            end: self.search.end.as_ref().map(ToString::to_string),
        }
    }
}

/// What was tried in a numeration, for programs.
#[derive(Serialize)]
pub(super) struct AttemptsReport {
    numeration: String,
    sets_proved: usize,
    attempts: Vec<AttemptReport>,
    end: Option<String>,
}

#[derive(Serialize)]
struct AttemptReport {
    sets: Vec<String>,
    domain: Domain,
    depth: u32,
    states: Vec<usize>,
    failure: String,
}

fn total(attempt: &Attempt) -> usize {
    attempt.states.iter().sum()
}

/// Whether numbers of states, of three guesses or more, rise to the end and to twice the first one.
fn seems_to_grow(states: &[usize]) -> bool {
    states.len() >= 3
        && states.is_sorted_by(|one, next| one < next)
        && states.last() >= states.first().map(|first| 2 * first).as_ref()
}

/// Says what a search is doing.
pub(super) fn doing(step: &Step) -> String {
    let shown = |states: &[usize]| joined(states, ", ");
    match step {
        Step::Table(domain) => format!("the table of {domain}"),
        Step::List(digits) => format!("a list of the P-positions of {}", counted(digits, "digit")),
        Step::Guess(depth) => format!("a guess by continuations of {}", counted(depth, "digit")),
        Step::Comparison(states) => format!("{} states, compared with the table", shown(states)),
        Step::Decision(states) => {
            format!("{} states agree with the table; are they right?", shown(states))
        }
        Step::Failed(_) => "the next guess".into(),
        Step::Proved(set, states) => format!("the {set} are proved, {}", counted(states, "state")),
    }
}
