//! The search for the proof of one game: numerations in turn, first on small tables, then on larger ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundytab::automata::{Limits, Numeration};
use grundytab::prove::{Attempt, Caps, Definition, End, ProveError, Search, Step, prove};
use grundytab::{Control, Convention, InvalidInput, Ruleset};
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
        /// Whether the time was up.
        out_of_time: bool,
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
    /// Which cap was met.
    pub end: String,
}

/// Searches for a proof of the outcomes of a game.
pub fn search(
    game: &str,
    convention: Convention,
    numerations: &[&str],
    effort: Effort,
) -> Result<Finding, ProveError> {
    let definition = match Definition::of_outcomes(&Ruleset::parse(game)?, convention) {
        Ok(definition) => definition,
        Err(InvalidInput { problem, .. }) => return Ok(Finding::Refused(problem)),
    };
    let control = Control::default().until(Instant::now() + Duration::from_secs(effort.seconds));
    let mut tried: Vec<Tried> = Vec::new();
    // Moves may have formulas in one numeration and none in another.
    let mut refused = None;
    for (positions, states) in stages(effort) {
        tried.clear();
        let limits = Limits { states, control, ..Limits::default() };
        let caps = Caps { positions, limits, ..Caps::default() };
        for name in numerations {
            let numeration = Arc::new(Numeration::parse(name)?);
            let mut attempts = Vec::new();
            let found = prove(&definition, &numeration, &caps, &mut |step: &Step| {
                if let Step::Failed(attempt) = step {
                    attempts.push((*attempt).clone());
                }
            });
            let Search { theorem, end, .. } = match found {
                Err(ProveError::Refused(InvalidInput { problem, .. })) => {
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
                    let out_of_time = end == Some(End::Time);
                    let end = end.map_or(String::new(), |end| end.to_string());
                    tried.push(summary(name, &attempts, end));
                    if out_of_time {
                        return Ok(Finding::Open { tried, out_of_time });
                    }
                }
            }
        }
    }
    Ok(match refused {
        Some(problem) if tried.is_empty() => Finding::Refused(problem),
        _ => Finding::Open { tried, out_of_time: false },
    })
}

/// Returns the caps of one stage after the other, on positions and on states: what is found from small tables
/// is not sought in large ones, in any numeration.
fn stages(effort: Effort) -> Vec<(u64, usize)> {
    let stage = |positions: u64| {
        let share = effort.positions / positions.max(1);
        (positions.min(effort.positions), effort.states / share.clamp(1, 100) as usize)
    };
    let mut stages: Vec<(u64, usize)> = [30_000, 300_000].map(stage).to_vec();
    stages.push((effort.positions, effort.states));
    stages.dedup();
    stages
}

fn summary(numeration: &str, attempts: &[Attempt], end: String) -> Tried {
    let mut guesses: Vec<(String, u32, Vec<usize>)> = Vec::new();
    for attempt in attempts {
        let domain = attempt.domain.to_string();
        guesses.retain(|(earlier, _, _)| *earlier != domain);
        guesses.push((domain, attempt.depth, attempt.states.clone()));
    }
    Tried { numeration: numeration.into(), guesses, end }
}
