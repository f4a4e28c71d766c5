//! The attempts in one numeration, and their results.

use std::sync::Arc;

use grundytab::automata::Numeration;
use grundytab::prove::{Attempt, End, Search, Step};
use grundytab::{Domain, counted, joined};
use serde::Serialize;

use crate::cli::option::option;

/// A search in one numeration.
#[derive(Clone)]
pub(super) struct Attempts {
    pub(super) numeration: Arc<Numeration>,
    pub(super) search: Search,
}

impl Attempts {
    /// Returns the number of sets that are proved.
    pub(super) fn proved(&self) -> usize {
        self.search.theorem.as_ref().map_or(0, |theorem| theorem.automata.len())
    }

    /// Says why the search ended, and how many states an automaton would have at least if that is known to grow.
    pub(super) fn reason(&self) -> String {
        let end = match &self.search.end {
            Some(end @ (End::Positions(_) | End::Lists(_))) => {
                format!("{end} ({})", option("--positions"))
            }
            Some(end @ End::Automata(_)) => format!("{end} ({})", option("--states")),
            Some(end @ End::Time) => format!("{end} ({})", option("--seconds")),
            Some(end) => end.to_string(),
            None => "all is proved".into(),
        };
        match &self.search.classes {
            Some(classes) if !self.search.seems_vain() => format!(
                "{end}, and with each digit there are {:.2} times as many classes of words and {:.2} times as many words, so \
                 far",
                classes.growth(),
                classes.growth_of_words()
            ),
            Some(_) | None => end,
        }
    }

    /// Says in a line of a table why the search ended.
    pub(super) fn line(&self) -> String {
        const WIDEST: usize = 14;
        format!("{:WIDEST$} {}", self.numeration.to_string(), self.reason())
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
            attempts: self.search.failed.iter().map(attempt).collect(),
            end: self.search.end.as_ref().map(ToString::to_string),
            digits: self.search.classes.as_ref().map(|classes| classes.digits),
            classes: self.search.classes.as_ref().map(|classes| classes.counts.clone()),
            words: self.search.classes.as_ref().map(|classes| classes.words.clone()),
        }
    }
}

/// What was tried in a numeration.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AttemptsReport {
    /// The numeration.
    numeration: String,
    /// How many sets are proved.
    sets_proved: usize,
    /// The guesses that were wrong.
    attempts: Vec<AttemptReport>,
    /// Why the search ended; `None` if all is proved.
    end: Option<String>,
    /// How many digits the P-positions have at most that distinguish classes of words; `None` if too few P-positions
    /// are known.
    digits: Option<usize>,
    /// How many classes of words of no digit, one digit and so on the P-positions distinguish: an automaton has at
    /// least as many states; `None` if too few P-positions are known.
    classes: Option<Vec<usize>>,
    /// How many words of these lengths lead to a P-position that is known; `None` likewise.
    words: Option<Vec<usize>>,
}

/// A guess that was wrong.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AttemptReport {
    /// The sets.
    sets: Vec<String>,
    /// The table.
    domain: Domain,
    /// The depth of the guess.
    depth: u32,
    /// The states of the automata.
    states: Vec<usize>,
    /// What was wrong.
    failure: String,
}

/// Says what a search is doing.
pub fn doing(step: &Step) -> String {
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
