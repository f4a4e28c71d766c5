//! Claims that hold on a table and can be decided for all heap sizes: the commands that do so.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::analyses::theorem::{self, Finding, Theorem};
use crate::proofs::decide::{Game, KnownAutomata, Sentence};
use crate::proofs::prove::{Caps, Numerations, parse_numeration, stages};
use grundytab::table::TableReader;
use grundytab::{Control, Convention};
use serde::Serialize;

use super::Subject;
use crate::commands::figure::quoted;
use crate::commands::terminal::Terminal;

/// A claim that holds on the table and can be decided for all heap sizes, since the game is known to be proved or a
/// short search finds a proof.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Decision {
    /// The claim.
    pub(super) claim: String,
    /// The command that decides it.
    pub(super) command: String,
}

/// The time for the searches for proofs of the games of all claims.
const TIME: Duration = Duration::from_secs(5);

/// Returns the decisions of the claims that hold on a table: of those whose games are known to be proved.
pub(super) fn decisions(
    terminal: Terminal,
    table: &TableReader,
    statements: &[(Subject, Finding)],
) -> Vec<Decision> {
    let control = terminal.control();
    let control = Instant::now().checked_add(TIME).map_or(control, |end| control.until(end));
    let holds = |(subject, finding): &(Subject, Finding)| match (subject, finding.counterexample())
    {
        (Subject::Claim(claim), None) => Some(claim.clone()),
        _ => None,
    };
    let claims = statements.iter().filter_map(holds);
    claims.filter_map(|claim| decision(table, claim, &control)).collect()
}

/// Returns the decision of a claim, if it is one that can be decided and the game is known to be proved.
fn decision(table: &TableReader, claim: String, control: &Control) -> Option<Decision> {
    /// Longer commands are not offered: nobody would copy them.
    const LONGEST: usize = 500;
    let job = table.plan().job();
    let (ruleset, convention) = (job.ruleset().clone(), job.convention());
    let notation = ruleset.to_string();
    let misere = match convention {
        Convention::Normal => "",
        Convention::Misere => " --misere",
    };
    // In a claim square brackets name tables, in a sentence games.
    let names_tables = claim.contains('[');
    if names_tables || notation.len() + claim.len() >= LONGEST {
        return None;
    }
    let sentence = Sentence::claim(&claim, Game { ruleset, convention }).ok()?;
    let command = format!("grundytab decide --game {}{misere} '{claim}'", quoted(&notation));
    is_proved(&sentence, control).then_some(Decision { claim, command })
}

/// Whether what a sentence is about is known to be proved: by a theorem that `decide` proves, by a stored proof, or since a
/// search in small tables finds a proof at once.
fn is_proved(sentence: &Sentence, control: &Control) -> bool {
    let sentences = theorem::all().filter_map(Theorem::sentence);
    let proved: Vec<Sentence> = sentences.filter_map(|text| Sentence::parse(&text).ok()).collect();
    let by_theorem = |game: &Game| proved.iter().any(|of| of.games().any(|known| known == game));
    let any_numeration = sentence.numeration().is_none();
    if any_numeration && !sentence.is_about_values() && sentence.games().all(by_theorem) {
        return true;
    }
    let caps = Caps { control: *control, ..Caps::default() };
    // It is about one game.
    if !sentence.stored_proofs(&caps.limits()).is_empty() {
        return true;
    }
    let numerations = match sentence.numeration() {
        Some(name) => parse_numeration(name).map(|numeration| vec![numeration]).unwrap_or_default(),
        None => Numerations::usual(),
    };
    let first_stage = stages(&caps).into_iter().next().unwrap_or(caps);
    numerations.into_iter().any(|numeration| {
        let mut known = KnownAutomata::new(Arc::new(numeration));
        matches!(known.prove(sentence, &first_stage, &mut |_, _| (), &mut |_| ()), Ok(None))
    })
}
