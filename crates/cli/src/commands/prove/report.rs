//! What `prove` prints: theorems, and what stays open.

use std::time::Instant;

use crate::proofs::prove::{Caps, Definition, Origin, Proof, SetName, Slopes};
use grundytab::wording::{counted, counted_as, joined};
use grundytab::{Convention, Domain, Ruleset};
use serde::Serialize;

use super::attempts::{Attempts, AttemptsReport, HEADINGS};
use super::description::DescriptionReport;
use super::exports;
use super::formulas::FormulasReport;
use super::next_steps::{print_next_steps, remedies};
use super::session::Session;
use crate::commands::analyze::columns::aligned;
use crate::commands::failure::{Failure, Result};
use crate::commands::output::{note, print, print_json, seconds};
use crate::commands::set_report::SetReport;

/// Prints a theorem about all that was requested.
///
/// # Errors
/// When automata are to be described and that takes larger ones than are allowed.
pub(super) fn proved(session: &Session, attempts: &Attempts, theorem: &Proof) -> Result<()> {
    let Session { args, flags, began, .. } = *session;
    let largest = largest_value(theorem, &session.caps());
    let descriptions = descriptions(session, theorem);
    let formulas = match exports::fill_stdout(args) {
        true => None,
        false => FormulasReport::of(session, theorem, &attempts.numeration)?,
    };
    if flags.json {
        print_json(&ProveReport {
            proved: true,
            theorem: Some(ProvedTheoremReport::of(theorem, attempts, began)),
            position_of_larger_value: largest,
            descriptions: descriptions?,
            formulas,
            ..ProveReport::of(&theorem.definition)
        });
        return Ok(());
    }
    if exports::fill_stdout(args) {
        let automata = counted_as(theorem.automata.len(), "automaton is", "automata are");
        let shown = theorem.definition.ruleset().shown();
        note(
            flags.quiet,
            format!("{shown}: {automata} proved, in numeration {}", attempts.numeration),
        );
        return Ok(());
    }
    print_theorem(theorem, attempts);
    let with_positions = theorem.sets_with_positions();
    match largest {
        // It is said above.
        _ if with_positions < theorem.automata.len() => {}
        Some(None) => print("  and no position has a larger Grundy value"),
        Some(Some(position)) => {
            let heaps = joined(position, ", ");
            print(format!("  ({heaps}) has a larger Grundy value, as others may"));
        }
        None => {}
    }
    print_evidence(theorem, attempts, began);
    match &formulas {
        Some(formulas) => formulas.print(args.formula),
        None if args.formula => print("no formula was sought: none is of sets of partizan games"),
        None => {}
    }
    let described = descriptions?.into_iter().flatten().take(with_positions);
    described.for_each(|description| description.print());
    print_next_steps(args, theorem, &attempts.numeration);
    Ok(())
}

/// Describes the automata of a theorem, if that was asked for.
///
/// # Errors
/// When that takes larger automata than are allowed.
pub(super) fn descriptions(
    session: &Session,
    theorem: &Proof,
) -> Result<Option<Vec<DescriptionReport>>> {
    if !session.args.describe {
        return Ok(None);
    }
    let caps = session.caps_of_exports();
    DescriptionReport::all(&theorem.definition, &theorem.automata, &caps.limits()).map(Some)
}

/// Returns a position with a larger value than all that are proved, `Some(None)` if there is none; `None` if
/// outcomes are proved, or if the decision grows too large.
fn largest_value(theorem: &Proof, caps: &Caps) -> Option<Option<Vec<u64>>> {
    let SetName::Value(_) = theorem.definition.sets().first()? else { return None };
    theorem.position_in_no_set(&caps.limits()).ok()
}

/// What is proved although not all is.
pub(super) type Best<'a> = Option<(&'a Attempts, &'a Proof)>;

/// Returns what is proved of what was tried.
pub(super) fn best_of(tried: &[Attempts]) -> Best<'_> {
    // The first of equal ones is taken.
    let best = tried.iter().rev().max_by_key(|attempts| attempts.proved());
    best.and_then(|attempts| Some((attempts, attempts.search.theorem.as_ref()?)))
}

/// Prints what is proved although not all is.
pub(super) fn partly_proved(session: &Session, attempts: &Attempts, theorem: &Proof) {
    if !session.flags.json && !exports::fill_stdout(session.args) {
        print_theorem(theorem, attempts);
        print_evidence(theorem, attempts, session.began);
    }
}

/// Returns the failure that not all is proved; prints what was tried.
pub(super) fn open(
    session: &Session,
    definition: &Definition,
    tried: &[Attempts],
    slopes: &Slopes,
    best: Best,
) -> Failure {
    let Session { args, flags, began, .. } = *session;
    let theorem = best.map(|(attempts, theorem)| ProvedTheoremReport::of(theorem, attempts, began));
    let tried_in = tried.iter().map(Attempts::report).collect();
    let found = ProveReport {
        theorem,
        tried: tried_in,
        slopes_without_numeration: slopes.unknown.clone(),
        ..ProveReport::of(definition)
    };
    let game = definition.ruleset().shown();
    let count = best.map_or(0, |(_, theorem)| theorem.automata.len());
    let open = definition.sets().get(count).map_or("rest".into(), ToString::to_string);
    let numerations = joined(tried.iter().map(|attempts| &attempts.numeration), ", ");
    let message =
        format!("{game}: no automaton of the {open} was found and proved in {numerations}");
    if !flags.json && !exports::fill_stdout(args) {
        print_tried(&game, &open, tried);
    }
    let vain: Option<Vec<usize>> = tried.iter().map(|of| of.search.seems_vain_below()).collect();
    let verdict = match vain.and_then(|vain| vain.into_iter().min()) {
        Some(least) => format!(", and there seems to be none of fewer than about {least} states"),
        None => String::new(),
    };
    let obstacle = slopes.obstacle().into_iter();
    let remedies = joined(obstacle.chain(remedies(session, definition, tried)), "; ");
    Failure::undecided(format!("{message}{verdict}; {remedies}")).having_found(&found)
}

/// Prints a row for each numeration in which a proof was searched for.
fn print_tried(game: &str, open: &str, tried: &[Attempts]) {
    let rows: Vec<Vec<String>> = tried.iter().map(Attempts::row).collect();
    print(format!("{game}, the {open}: what was tried\n{}", aligned(&HEADINGS, &rows)));
    if tried.iter().any(|attempts| attempts.search.classes.is_some()) {
        print(
            "classes a digit: how many times as many classes of words the known P-positions tell apart with each digit, of how \
             many times as many words; an automaton has at least as many states as there are classes",
        );
    }
}

/// Returns the failure that automata which were given are wrong.
pub(super) fn refuted(
    session: &Session,
    definition: &Definition,
    message: String,
    attempts: &Attempts,
) -> Failure {
    let theorem = attempts.search.theorem.as_ref();
    let theorem = theorem.map(|theorem| ProvedTheoremReport::of(theorem, attempts, session.began));
    let tried = vec![attempts.report()];
    Failure::check(message).having_found(&ProveReport {
        theorem,
        tried,
        ..ProveReport::of(definition)
    })
}

/// What was proved. The keys of the theorem, from `numeration` to `seconds_decisions`, are absent if nothing is
/// proved.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct ProveReport<'a> {
    /// The canonical text of the game.
    ruleset: &'a Ruleset,
    /// Who wins when no move is left.
    convention: Convention,
    /// Whether all is proved that was requested.
    proved: bool,
    #[serde(flatten)]
    theorem: Option<ProvedTheoremReport<'a>>,
    /// A position of a larger Grundy value, `None` if there is none; absent unless values are proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Vec<u64>>"))]
    position_of_larger_value: Option<Option<Vec<u64>>>,
    /// What the automata are like, one for each set; absent unless it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    descriptions: Option<Vec<DescriptionReport>>,
    /// Formulas of the sets; absent unless all is proved, and of partizan games.
    #[serde(skip_serializing_if = "Option::is_none")]
    formulas: Option<FormulasReport>,
    /// What was tried in each numeration, if not all is proved.
    tried: Vec<AttemptsReport>,
    /// The slopes of lines along which P-positions with two heaps lie and which seem to be roots of no quadratic equation with
    /// integers up to 12, so that none of the numerations fits; empty if there are none, and where slopes were not measured.
    slopes_without_numeration: Vec<f64>,
}

/// What is proved, and how it was found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ProvedTheoremReport<'a> {
    /// How heap sizes are written.
    numeration: String,
    /// The sets that are proved.
    sets: Vec<SetReport>,
    /// Where the automata come from.
    origin: Origin,
    /// The table from which they were guessed, or with which they were compared.
    domain: &'a Domain,
    /// How many positions that table has.
    positions: u64,
    /// The digits of the continuations by which states were distinguished; of the positions that were listed; 0 if
    /// automata were given or stored.
    depth: u32,
    /// The seconds in all.
    seconds: f64,
    /// The seconds of filling tables.
    seconds_tables: f64,
    /// The seconds of guessing.
    seconds_guesses: f64,
    /// The seconds of deciding.
    seconds_decisions: f64,
}

impl<'a> ProveReport<'a> {
    fn of(definition: &'a Definition) -> Self {
        ProveReport {
            ruleset: definition.ruleset(),
            convention: definition.convention(),
            proved: false,
            theorem: None,
            position_of_larger_value: None,
            descriptions: None,
            formulas: None,
            tried: Vec::new(),
            slopes_without_numeration: Vec::new(),
        }
    }
}

impl<'a> ProvedTheoremReport<'a> {
    fn of(theorem: &'a Proof, attempts: &Attempts, began: Instant) -> Self {
        let sets = theorem.definition.sets().iter().zip(&theorem.automata);
        let times = attempts.search.times;
        ProvedTheoremReport {
            numeration: attempts.numeration.to_string(),
            sets: sets.map(|(set, automaton)| SetReport::new(set, automaton.states())).collect(),
            origin: theorem.origin,
            domain: &theorem.domain,
            positions: theorem.domain.positions(),
            depth: theorem.depth,
            seconds: began.elapsed().as_secs_f64(),
            seconds_tables: times.tables.as_secs_f64(),
            seconds_guesses: times.guesses.as_secs_f64(),
            seconds_decisions: times.decisions.as_secs_f64(),
        }
    }
}

fn print_theorem(theorem: &Proof, attempts: &Attempts) {
    let misere = match theorem.definition.convention() {
        Convention::Normal => "",
        Convention::Misere => " in misère play",
    };
    let game = theorem.definition.ruleset().shown();
    let numeration = &attempts.numeration;
    print(format!(
        "Theorem. In {game}{misere}, for all heap sizes, written in numeration {numeration}:"
    ));
    let sets = theorem.definition.sets();
    let (with_positions, without) = sets.split_at(theorem.sets_with_positions());
    for (set, automaton) in with_positions.iter().zip(&theorem.automata) {
        let states = counted(automaton.states(), "state");
        print(format!("  the {set} are those that an automaton of {states} accepts"));
    }
    if let Some(SetName::Value(value)) = without.first() {
        print(format!("  and no position has Grundy value {value} or more"));
    }
}

fn print_evidence(theorem: &Proof, attempts: &Attempts, began: Instant) {
    let times = attempts.search.times;
    let origin = match theorem.origin {
        Origin::Table => "guessed from".to_owned(),
        Origin::List => {
            let digits = counted(theorem.depth, "digit");
            let set = theorem.definition.sets().last().map(ToString::to_string);
            let set = set.unwrap_or_default();
            format!("guessed from all {set} of {digits}, compared with")
        }
        Origin::Given => "given, compared with".to_owned(),
        Origin::Stored => "a stored proof, checked now: compared with".to_owned(),
    };
    print(format!(
        "{origin} the table of {}, agrees with all its {} positions, proved from the definition; {} in \
         all, {} of them to decide",
        theorem.domain,
        theorem.domain.positions(),
        seconds(began.elapsed()),
        seconds(times.decisions)
    ));
}
