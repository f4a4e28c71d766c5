//! The attempts in one numeration, and their results.

use std::sync::Arc;

use crate::automata::{Making, Numeration};
use crate::proofs::prove::{Attempt, End, Search, Step};
use grundytab::Domain;
use grundytab::wording::{counted, joined};
use serde::Serialize;

use crate::commands::option::option;

/// A search in one numeration.
#[derive(Clone)]
pub(super) struct Attempts {
    pub(super) numeration: Arc<Numeration>,
    pub(super) search: Search,
    pub(super) reached: Reached,
}

/// How far the searches in a numeration have come.
#[derive(Clone, Default)]
pub(super) struct Reached {
    /// The largest table.
    domain: Option<Domain>,
    /// The most digits of P-positions, or of those of a value, that were listed.
    digits: Option<usize>,
    /// The largest automaton of decisions.
    largest: Option<Making>,
    /// What was done last, in words.
    doing: Option<String>,
}

impl Reached {
    /// Takes in a step.
    pub(super) fn take(&mut self, step: &Step) {
        match step {
            Step::Table(domain) => {
                let is_larger = |known: &Domain| domain.positions() > known.positions();
                if self.domain.as_ref().is_none_or(is_larger) {
                    self.domain = Some((*domain).clone());
                }
            }
            Step::List(_, digits) => self.digits = self.digits.max(Some(*digits)),
            Step::Decided(largest) => {
                log::info!("the largest automaton on the way had {largest}");
                self.largest = Some(*largest);
            }
            _ => (),
        }
        self.doing = Some(doing(step));
    }
}

/// What the columns of a table of searches are.
pub(super) const HEADINGS: [&str; 6] = [
    "numeration",
    "positions",
    "wrong guesses",
    "states of the last",
    "classes a digit",
    "the search ended because",
];

impl Attempts {
    /// Returns the number of sets that are proved.
    pub(super) fn proved(&self) -> usize {
        self.search.theorem.as_ref().map_or(0, |theorem| theorem.automata.len())
    }

    /// Says in a few words why the search ended.
    pub(super) fn verdict(&self) -> String {
        let Some(end) = &self.search.end else { return "all is proved".into() };
        let [positions, states, seconds] = ["--positions", "--states", "--seconds"].map(option);
        match end {
            End::Positions(domain) => {
                let count = domain.positions();
                format!("a table of {domain} is needed, of {count} positions ({positions})")
            }
            End::Memory(domain) => {
                format!("a table of {domain} is needed, which does not fit into memory")
            }
            End::Open(domain) => {
                format!("moves lead far out of the table of {domain} ({positions})")
            }
            End::LargerValue(value, position) => {
                format!("({}) has Grundy value {value}", joined(position, ", "))
            }
            End::LargestTable => "a table that is too large is needed".into(),
            End::StoredTable(domain) => format!("values outside the table of {domain} are needed"),
            End::Lists(set, digits) => {
                format!("{set} of more than {digits} digits are needed ({positions})")
            }
            End::Classes(classes) => {
                let least = classes.least_states();
                format!("there seems to be no automaton of fewer than about {least} states")
            }
            End::Automata(error) => match self.reached.largest.filter(|made| made.is_too_large) {
                Some(largest) => format!("{error} ({states}): {largest}"),
                None => format!("{error} ({states})"),
            },
            End::Time => match &self.reached.doing {
                Some(doing) => format!("the time was over while {doing} ({seconds})"),
                None => format!("the time was over ({seconds})"),
            },
            End::Refuted(..) | End::InvalidWord(..) => end.to_string(),
        }
    }

    /// Returns the row of a table of searches, below [`HEADINGS`].
    pub(super) fn row(&self) -> Vec<String> {
        let Search { failed, classes, .. } = &self.search;
        let known = match (&self.reached.domain, self.reached.digits) {
            (_, Some(digits)) => format!("lists to {}", counted(digits, "digit")),
            (Some(domain), None) => domain.to_string(),
            (None, None) => "-".into(),
        };
        let last = failed.last().map(|attempt| joined(&attempt.states, ", "));
        let growth = classes
            .as_ref()
            .map(|classes| format!("{:.2} of {:.2}", classes.growth(), classes.growth_of_words()));
        vec![
            self.numeration.to_string(),
            known,
            failed.len().to_string(),
            last.unwrap_or_else(|| "-".into()),
            growth.unwrap_or_else(|| "-".into()),
            self.verdict(),
        ]
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
            domain: self.reached.domain.clone(),
            digits_listed: self.reached.digits,
            end: self.search.end.as_ref().map(ToString::to_string),
            verdict: self.verdict(),
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
    /// The largest table that was filled or read; `None` if there was none.
    domain: Option<Domain>,
    /// The most digits of P-positions, or of positions of a value, that were listed; `None` if none were.
    digits_listed: Option<usize>,
    /// Why the search ended; `None` if all is proved.
    end: Option<String>,
    /// The same in a few words, as people read it.
    verdict: String,
    /// How many digits the positions have at most that distinguish classes of words: the P-positions, or those of the first
    /// value that is not proved; `None` if too few are known.
    digits: Option<usize>,
    /// How many classes of words of no digit, one digit and so on these positions distinguish: an automaton has at
    /// least as many states; `None` if too few are known.
    classes: Option<Vec<usize>>,
    /// How many words of these lengths lead to such a position that is known; `None` likewise.
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

/// Says what a search is doing, in words that may stand behind `while`.
pub fn doing(step: &Step) -> String {
    let automata = |states: &[usize]| match states {
        [states] => (format!("an automaton of {}", counted(states, "state")), "is"),
        states => (format!("automata of {} states", joined(states, ", ")), "are"),
    };
    match step {
        Step::Table(domain) => format!("filling the table of {domain}"),
        Step::List(set, digits) => format!("listing the {set} of {}", counted(digits, "digit")),
        Step::Guess(depth) => {
            format!("guessing an automaton, by continuations of {}", counted(depth, "digit"))
        }
        Step::Comparison(states) => format!("comparing {} with the table", automata(states).0),
        Step::Decision(states) => {
            let (automata, are) = automata(states);
            format!("deciding whether {automata} {are} right")
        }
        Step::Decided(_) => "going on after a decision".into(),
        Step::Failed(_) => "making the next guess".into(),
        Step::Proved(set, states) => {
            format!("going on from the {set}, proved by {}", counted(states, "state"))
        }
    }
}
