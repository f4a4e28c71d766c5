//! The search for the proof of one game, as `grundytab prove` does it, and the check of what it finds.

use std::time::{Duration, Instant};

use grundytab::{Control, Convention, Error, InvalidInput, Ruleset};
use grundytab_cli::internal::{
    Caps, Certificate, CheckLimits, Classes, ClosedForms, Definition, End, Numerations, Origin,
    Proof, Search, Verdict, counted, divisibility, prove, prove_in_turn,
};
use serde::{Deserialize, Serialize};

use crate::literature::entry;

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Finding {
    /// Automata of the sets of the game are proved.
    Proved {
        /// The numeration.
        numeration: String,
        /// The states of each of them.
        states: Vec<usize>,
        /// What they were guessed from: a table, or a list.
        evidence: String,
        /// Whether the independent check of the certificate has confirmed it; `None` if it was not decided in time.
        checked: Option<bool>,
        /// The certificate.
        certificate: String,
        /// The formula of the sets that says most, if any was found and decided.
        #[serde(default)]
        formula: Option<String>,
    },
    /// No guess was proved.
    Open {
        /// What was tried, by numeration.
        tried: Vec<Tried>,
    },
    /// It is known that no automaton accepts the P-positions, for this reason.
    NoAutomaton(String),
    /// No formula describes the moves of the game, or it is not played so, for this reason.
    Refused(String),
}

/// What the search in a numeration came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// The numeration.
    pub numeration: String,
    /// The last guess from each table: the table, the depth of the guess and its states.
    pub guesses: Vec<(String, u32, Vec<usize>)>,
    /// How many digits the P-positions have that are known, and how many classes of words of no digit, one digit and so on
    /// they tell apart.
    pub classes: Option<(usize, Vec<usize>)>,
    /// How many times as many classes there are for another digit, if they grow as the words do and enough
    /// P-positions are known.
    pub growth: Option<f64>,
    /// Which limit was reached.
    pub end: String,
}

impl Finding {
    /// Whether the classes of words grow in all numerations as the words do, so that there seems to be no automaton.
    pub fn seems_to_have_none(&self) -> bool {
        matches!(self, Finding::Open { tried } if tried.iter().all(|tried| tried.growth.is_some()))
    }
}

/// Searches for a proof of the outcomes of a game, or of its Grundy values if these are listed as finitely many.
pub fn search(
    game: &str,
    convention: Convention,
    numerations: Numerations,
    effort: Effort,
) -> Result<Finding, Error> {
    let ruleset = Ruleset::parse(game)?;
    if let Some(reason) = entry(game).and_then(|entry| entry.none) {
        return Ok(Finding::NoAutomaton(reason.into()));
    }
    let definition = match entry(game).and_then(|entry| entry.values) {
        Some(largest) => Definition::of_values(&ruleset, largest),
        None => Definition::of_outcomes(&ruleset, convention),
    };
    let definition = match definition {
        Ok(definition) => definition,
        Err(InvalidInput { problem, .. }) => return Ok(Finding::Refused(problem)),
    };
    let Effort { positions, states, seconds } = effort;
    let caps = Caps { positions, states, ..Caps::default() };
    if let Some(found) = divisibility(&definition, &caps)? {
        return Ok(Finding::NoAutomaton(found.to_string()));
    }
    let time = Some(Duration::from_secs(seconds));
    let found = prove_in_turn(&definition, numerations, &caps, time, &mut |numeration, caps| {
        prove(&definition, numeration, caps, &mut |_| ())
    });
    let found = match found {
        // Moves may have formulas in no numeration.
        Err(Error::Refused(InvalidInput { problem, .. })) => return Ok(Finding::Refused(problem)),
        found => found?,
    };
    if let Some((numeration, Search { theorem: Some(theorem), end: None, .. })) =
        found.searches.last()
    {
        let certificate = theorem.certificate();
        return Ok(Finding::Proved {
            numeration: numeration.to_string(),
            states: theorem.automata.iter().map(|a| a.states()).collect(),
            evidence: match theorem.origin {
                Origin::List => format!("list of {}", counted(theorem.depth, "digit")),
                Origin::Table | Origin::Given | Origin::Stored => theorem.domain.to_string(),
            },
            checked: check(&certificate, seconds)?,
            certificate,
            formula: formula(theorem, &caps)?,
        });
    }
    let tried = found
        .searches
        .into_iter()
        .map(|(numeration, search)| tried(numeration.to_string(), &search));
    Ok(Finding::Open { tried: tried.collect() })
}

/// Looks for a formula of the sets.
fn formula(theorem: &Proof, caps: &Caps) -> Result<Option<String>, Error> {
    const TIME: Duration = Duration::from_secs(10);
    let forms = ClosedForms::of(theorem, caps, TIME, TIME)?;
    Ok(forms.found.into_iter().next().map(|formula| formula.text))
}

/// Checks a certificate by the other method.
fn check(certificate: &str, seconds: u64) -> Result<Option<bool>, Error> {
    let end = Instant::now() + Duration::from_secs(seconds);
    let limits = CheckLimits { control: Control::default().until(end), ..CheckLimits::default() };
    let verdict = Certificate::parse(certificate)?.check(&limits);
    Ok(verdict.ok().map(|verdict| verdict == Verdict::Proved))
}

fn tried(numeration: String, search: &Search) -> Tried {
    let mut guesses: Vec<(String, u32, Vec<usize>)> = Vec::new();
    for attempt in &search.failed {
        let domain = attempt.domain.to_string();
        guesses.retain(|(earlier, _, _)| *earlier != domain);
        guesses.push((domain, attempt.depth, attempt.states.clone()));
    }
    let classes = search.classes.as_ref();
    let grow = classes.filter(|classes| classes.suggest_no_automaton());
    Tried {
        numeration,
        guesses,
        classes: classes.map(|classes| (classes.digits, classes.counts.clone())),
        growth: grow.map(Classes::growth),
        end: match &search.end {
            Some(End::Classes(classes)) => format!(
                "the classes of words grow as the words do: no automaton of fewer than about {} states seems to be right",
                classes.least_states()
            ),
            Some(end) => end.to_string(),
            None => String::new(),
        },
    }
}
