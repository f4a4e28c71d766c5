//! The search for the proof of one game: numerations in turn, first on small tables, then on larger ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundytab::prove::{Attempt, Caps, Definition, End, Search, Step, parse_numeration, prove};
use grundytab::{Control, Convention, Error, InvalidInput, Ruleset};
use serde::{Deserialize, Serialize};

/// How far a search goes.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The most positions of a table.
    pub positions: u64,
    /// The most states of an automaton.
    pub states: usize,
    /// When it ends at the latest. What is found within the other caps does not depend on the machine.
    pub seconds: u64,
}

impl Effort {
    /// Goes as far as `grundytab prove` does where it is not told otherwise, so that nothing is open on the page
    /// that this command proves in the same time.
    pub fn of_prove(seconds: u64) -> Self {
        let Caps { positions, states, .. } = Caps::default();
        Effort { positions, states, seconds }
    }
}

/// What came of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finding {
    /// Automata of the sets of the game are proved.
    Proved {
        /// The numeration.
        numeration: String,
        /// The states of each of them.
        states: Vec<usize>,
        /// The table from which they were guessed.
        domain: String,
        /// The length of the continuations by which states were distinguished.
        depth: u32,
    },
    /// No guess was proved.
    Open {
        /// What was tried, by numeration.
        tried: Vec<Tried>,
    },
    /// No formula describes the moves of the game, or it is not played so, for this reason.
    Refused(String),
}

/// What guesses in a numeration came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// The numeration.
    pub numeration: String,
    /// The last guess from each table: the table, the depth of the guess and its states.
    pub guesses: Vec<(String, u32, Vec<usize>)>,
    /// Which limit was reached.
    pub end: String,
}

/// Searches for a proof of the outcomes of a game.
pub fn search(
    game: &str,
    convention: Convention,
    numerations: &[&str],
    effort: Effort,
) -> Result<Finding, Error> {
    let definition = match Definition::of_outcomes(&Ruleset::parse(game)?, convention) {
        Ok(definition) => definition,
        Err(InvalidInput { problem, .. }) => return Ok(Finding::Refused(problem)),
    };
    let end = Instant::now() + Duration::from_secs(effort.seconds);
    let stages = stages(effort);
    let mut left = (stages.len() * numerations.len()) as u32;
    let mut tried: Vec<Tried> = Vec::new();
    // Moves may have formulas in one numeration and none in another.
    let mut refused = None;
    for (positions, states) in stages {
        for name in numerations {
            // Each search gets an equal part of the time that is left.
            let share = end.saturating_duration_since(Instant::now()) / left;
            left -= 1;
            let control = Control::default().until(Instant::now() + share);
            let caps = Caps { positions, states, control, ..Caps::default() };
            let numeration = Arc::new(parse_numeration(name)?);
            let mut attempts = Vec::new();
            let found = prove(&definition, &numeration, &caps, &mut |step: &Step| {
                if let Step::Failed(attempt) = step {
                    attempts.push((*attempt).clone());
                }
            });
            let Search { theorem, end, .. } = match found {
                Err(Error::Refused(InvalidInput { problem, .. })) => {
                    refused = Some(problem);
                    continue;
                }
                found => found?,
            };
            match (theorem, end) {
                (Some(theorem), None) => {
                    return Ok(Finding::Proved {
                        numeration: numeration.to_string(),
                        states: theorem.automata.iter().map(|a| a.states()).collect(),
                        domain: theorem.domain.to_string(),
                        depth: theorem.depth,
                    });
                }
                (_, end) => {
                    let summary = summary(name, &attempts, &end);
                    // What a later stage comes to replaces what the one before has come to.
                    match tried.iter_mut().find(|earlier| earlier.numeration == *name) {
                        Some(earlier) => earlier.followed_by(summary),
                        None => tried.push(summary),
                    }
                }
            }
        }
    }
    Ok(match refused {
        Some(problem) if tried.is_empty() => Finding::Refused(problem),
        _ => Finding::Open { tried },
    })
}

/// Returns the caps of one stage after the other, on positions and on states: what is found from small tables
/// is not sought in large ones, in any numeration.
fn stages(effort: Effort) -> Vec<(u64, usize)> {
    let stage = |positions: u64| {
        let share = effort.positions / positions.max(1);
        (positions.min(effort.positions), effort.states / share.clamp(1, 100) as usize)
    };
    let mut stages: Vec<(u64, usize)> = [30_000, 300_000, 3_000_000].map(stage).to_vec();
    stages.push((effort.positions, effort.states));
    stages.dedup();
    stages
}

impl Tried {
    /// Adds what a later stage came to. One that had less time may have seen less than the one before.
    fn followed_by(&mut self, later: Tried) {
        if later.guesses.len() >= self.guesses.len() {
            self.guesses = later.guesses;
        }
        self.end = later.end;
    }
}

fn summary(numeration: &str, attempts: &[Attempt], end: &Option<End>) -> Tried {
    let mut guesses: Vec<(String, u32, Vec<usize>)> = Vec::new();
    for attempt in attempts {
        let domain = attempt.domain.to_string();
        guesses.retain(|(earlier, _, _)| *earlier != domain);
        guesses.push((domain, attempt.depth, attempt.states.clone()));
    }
    let end = end.as_ref().map_or(String::new(), ToString::to_string);
    Tried { numeration: numeration.into(), guesses, end }
}
