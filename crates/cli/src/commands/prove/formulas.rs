//! What `prove` says of formulas of the sets that it has proved.

use std::sync::Arc;
use std::time::Duration;

use crate::automata::Numeration;
use crate::proofs::closed_forms::{Candidate, ClosedForms, Kind, are_sought, game_of};
use crate::proofs::decide::Sentence;
use crate::proofs::prove::{Caps, Proof};
use serde::Serialize;

use super::next_steps::decide_command;
use super::session::Session;
use crate::commands::failure::Result;
use crate::commands::output::print;

/// Without being asked for, formulas are sought for this time.
const UNASKED: Duration = Duration::from_secs(1);

/// Where they are asked for, each candidate has this time at most.
const FOR_EACH: Duration = Duration::from_secs(20);

/// The formulas of what is proved.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct FormulasReport {
    /// Formulas of the sets, decided for all heap sizes.
    found: Vec<FormulaReport>,
    /// Formulas that agree with small positions and are not proved.
    refused: Vec<RefusedReport>,
    /// Whether there was time for all that is tried; without being asked for, formulas are sought for a second.
    complete: bool,
}

/// A formula.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FormulaReport {
    /// The kind: `beatty` for sequences of multiples that are rounded down, `mex` for least numbers in no earlier pair,
    /// `expression` for an expression of the heaps, `residues`, `recurrence`, `digits`, `lines` for distances from lines.
    kind: Kind,
    /// What it says.
    text: String,
    /// Its main part in LaTeX.
    latex: String,
    /// The claim about all positions of the game, in the language of `decide`.
    sentence: String,
    /// The command that decides it.
    command: String,
}

/// A formula that is not proved.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RefusedReport {
    /// What it says.
    text: String,
    /// The claim that was to be decided.
    sentence: String,
    /// What came of it: `false`, or why it was not decided.
    verdict: String,
}

impl FormulasReport {
    /// Looks for formulas of the sets of a theorem, as long as there is time.
    ///
    /// # Errors
    /// When the user interrupts it.
    pub(super) fn of(
        session: &Session,
        theorem: &Proof,
        numeration: &Arc<Numeration>,
    ) -> Result<Option<Self>> {
        let left = session.args.seconds.saturating_sub(session.began.elapsed());
        let (time, each) = match session.args.formula {
            true => (left, FOR_EACH),
            false => (left.min(UNASKED), UNASKED),
        };
        if !are_sought(theorem) {
            return Ok(None);
        }
        let forms = session.with_line(|show, states| {
            show("looking for formulas".into());
            let caps = Caps { states_so_far: Some(states), ..session.caps_of_exports() };
            ClosedForms::of(theorem, &caps, time, each)
        })?;
        let command = |sentence: &str| {
            // What needs a numeration of its own names it.
            let needed = Sentence::claim(sentence, game_of(theorem)).ok();
            let needs_none = needed.is_none_or(|of| of.numeration().is_none());
            decide_command(
                &theorem.definition,
                Some(&**numeration).filter(|_| needs_none),
                sentence,
            )
        };
        let found = forms.found.into_iter().map(|Candidate { kind, text, latex, sentence }| {
            FormulaReport { kind, text, latex, command: command(&sentence), sentence }
        });
        let found = found.collect();
        let refused =
            forms.refused.into_iter().map(|(Candidate { text, sentence, .. }, verdict)| {
                RefusedReport { text, sentence, verdict: verdict.to_string() }
            });
        Ok(Some(FormulasReport { found, refused: refused.collect(), complete: forms.is_complete }))
    }

    /// Prints the formulas; if they were asked for and there are none, what was tried.
    pub(super) fn print(&self, is_asked_for: bool) {
        for FormulaReport { text, latex, command, .. } in &self.found {
            print(format!("formula: {text}\n  LaTeX: {latex}\n  decided by {command}"));
        }
        if !is_asked_for || !self.found.is_empty() {
            return;
        }
        let end = if self.complete { "" } else { ", and the time was over before all was tried" };
        print(format!("no formula was found: tried were {}{end}", Kind::all_in_words()));
        for RefusedReport { text, verdict, .. } in &self.refused {
            print(format!("  {text}: {verdict}"));
        }
    }
}
