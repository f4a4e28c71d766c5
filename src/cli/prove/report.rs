//! What `prove` prints: theorems, and what stays open.

use std::time::Instant;

use grundytab::prove::{Caps, Definition, End, Origin, Proof, SetName};
use grundytab::{Convention, Domain, Ruleset, counted, joined};
use serde::Serialize;

use super::args::ProveArgs;
use super::attempts::{Attempts, AttemptsReport};
use super::session::Session;
use crate::cli::failure::Failure;
use crate::cli::flag_values;
use crate::cli::option::{option, switch};
use crate::cli::output::{print, print_json, seconds};
use crate::cli::set_report::SetReport;

/// Prints a theorem about all that was requested.
pub(super) fn proved(session: &Session, attempts: &Attempts, theorem: &Proof) {
    let Session { flags, began, .. } = *session;
    let largest = largest_value(theorem, &session.caps());
    if flags.json {
        print_json(&ProveReport {
            proved: true,
            theorem: Some(ProvedTheoremReport::of(theorem, attempts, began)),
            position_of_larger_value: largest,
            ..ProveReport::of(&theorem.definition)
        });
        return;
    }
    print_theorem(theorem, attempts);
    match largest {
        Some(None) => print("  and no position has a larger Grundy value"),
        Some(Some(position)) => {
            let heaps = joined(position, ", ");
            print(format!("  ({heaps}) has a larger Grundy value, as others may"));
        }
        None => {}
    }
    print_evidence(theorem, attempts, began);
}

/// Says what can be done with a theorem, if nothing was asked for.
pub(super) fn next_step(args: &ProveArgs, theorem: &Proof) -> Option<String> {
    let search = match theorem.origin {
        Origin::Stored => format!("; {} looks for a proof anew", switch("--search")),
        Origin::Table | Origin::List | Origin::Given => String::new(),
    };
    let asks_for_files =
        [&args.graph, &args.certificate, &args.walnut, &args.mona].iter().any(|f| f.is_some());
    let graph = option("--graph").value("FILE.dot");
    let certificate = option("--certificate").value("FILE.json");
    (!asks_for_files).then(|| {
        format!("next: {graph} draws the automaton, {certificate} keeps the theorem{search}")
    })
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
    if !session.flags.json {
        print_theorem(theorem, attempts);
        print_evidence(theorem, attempts, session.began);
    }
}

/// Returns the failure that not all is proved; prints what was tried.
pub(super) fn open(
    session: &Session,
    definition: &Definition,
    tried: &[Attempts],
    best: Best,
) -> Failure {
    let Session { args, flags, began, .. } = *session;
    let theorem = best.map(|(attempts, theorem)| ProvedTheoremReport::of(theorem, attempts, began));
    let tried_in = tried.iter().map(Attempts::report).collect();
    let found = ProveReport { theorem, tried: tried_in, ..ProveReport::of(definition) };
    let game = definition.ruleset().shown();
    let count = best.map_or(0, |(_, theorem)| theorem.automata.len());
    let open = definition.sets().get(count).map_or("rest".into(), ToString::to_string);
    let numerations = joined(tried.iter().map(|attempts| &attempts.numeration), ", ");
    let message =
        format!("{game}: no automaton of the {open} was found and proved in {numerations}");
    let message = match common_reason(tried) {
        Some(reason) => format!("{message}; {reason}"),
        None => {
            if !flags.json {
                print(format!("{game}, the {open}: the search ended"));
                tried.iter().for_each(|attempts| print(format!("  {}", attempts.line())));
            }
            message
        }
    };
    let ended_by_time = |attempts: &Attempts| attempts.search.end == Some(End::Time);
    let further = match tried.iter().any(ended_by_time) {
        true => format!("; {} searches for longer", flag_values::further(args.seconds)),
        false => String::new(),
    };
    Failure::undecided(format!("{message}{further}")).having_found(&found)
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

/// Says why the searches ended, if it was the same for all.
fn common_reason(tried: &[Attempts]) -> Option<String> {
    if tried.len() > 1 && tried.iter().all(|attempts| attempts.search.seems_vain()) {
        let classes = tried.iter().filter_map(|attempts| attempts.search.classes.as_ref());
        let growth = joined(classes.map(|classes| format!("{:.2}", classes.growth())), ", ");
        return Some(format!(
            "it seems that there is none, since the classes of words that the P-positions tell apart grow as the words do, \
             {growth} times with each digit, and an automaton has at least as many states"
        ));
    }
    let mut reasons = tried.iter().map(Attempts::reason);
    let first = reasons.next()?;
    reasons.all(|reason| reason == first).then(|| format!("the search ended because {first}"))
}

/// What was proved. The keys of the theorem, from `numeration` to `seconds_decisions`, are absent if nothing is
/// proved.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::cli) struct ProveReport<'a> {
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
    /// What was tried in each numeration, if not all is proved.
    tried: Vec<AttemptsReport>,
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
    /// The digits of the continuations by which states were distinguished; of the P-positions that were listed; 0 if
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
            tried: Vec::new(),
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
    for (set, automaton) in theorem.definition.sets().iter().zip(&theorem.automata) {
        let states = counted(automaton.states(), "state");
        print(format!("  the {set} are those that an automaton of {states} accepts"));
    }
}

fn print_evidence(theorem: &Proof, attempts: &Attempts, began: Instant) {
    let times = attempts.search.times;
    let origin = match theorem.origin {
        Origin::Table => "guessed from".to_owned(),
        Origin::List => {
            let digits = counted(theorem.depth, "digit");
            format!("guessed from all P-positions of {digits}, compared with")
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
