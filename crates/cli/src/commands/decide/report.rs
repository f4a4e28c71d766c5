//! What `decide` prints.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use crate::automata::Numeration;
use crate::proofs::decide::{
    Answer, AnswerFromTables, Assignment, Decision, Game, ProvedGame, Sentence, Silence,
};
use crate::proofs::prove::Definition;
use grundytab::invalid_input::shortened;
use grundytab::wording::{counted, joined};
use grundytab::{Control, Domain};
use serde::Serialize;

use super::args::DecideArgs;
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result, conclude_in_json};
use crate::commands::option::option;
use crate::commands::output::{print, seconds};
use crate::commands::set_report::SetReport;
use crate::commands::{flag_values, game};

/// Characters of a sentence that are shown.
const LONGEST_SENTENCE: usize = 1000;

/// Returns a game and its play convention.
pub(super) fn game_text(game: &Game) -> String {
    format!("{}{}", game.ruleset.shown(), game::convention_suffix(game.convention))
}

/// Returns what was proved of a game before the sentence was decided.
pub(super) fn proved_text(proof: &GameReport, numeration: &Numeration) -> String {
    let sets = joined(proof.sets.iter().map(|set| format!("the {set}")), ", ");
    let from = match (&proof.certificate, proof.stored) {
        (Some(certificate), _) => format!(" from {certificate}"),
        (None, true) => " by a stored proof, checked now".to_owned(),
        (None, false) => String::new(),
    };
    format!("proved first{from}: {}, {numeration}, {sets}", game_text(&proof.game))
}

/// Prints what was decided.
///
/// # Errors
/// When the sentence is not true, or not true for all numbers.
pub(super) fn report(
    flags: &Flags,
    sentence: &Sentence,
    decision: &Decision,
    numeration: &Numeration,
    proofs: &[GameReport],
    began: Instant,
) -> Result<()> {
    let silence = decision.silence.as_ref();
    let found = DecideReport {
        numeration: Some(numeration.to_string()),
        games: proofs.to_vec(),
        says_nothing_at: silence.and_then(|silence| silence.first.first()).map(numbers),
        says_nothing: silence.map(silence_report),
        ..DecideReport::of(sentence, &decision.answer, began)
    };
    let silence = silence.filter(|_| decision.answer != Answer::Silent).map(silence_text);
    let how = format!("decided in numeration {numeration} for numbers of any size, ");
    conclude(flags, sentence, &decision.answer, &found, silence, &how, began)
}

/// Prints what small numbers tell.
///
/// # Errors
/// When the sentence is false.
pub(super) fn report_seen(
    flags: &Flags,
    sentence: &Sentence,
    seen: &AnswerFromTables,
    began: Instant,
) -> Result<()> {
    let table = |(game, domain): &(Game, Domain)| TableReport {
        game: game.clone(),
        domain: domain.clone(),
    };
    let found = DecideReport {
        tables: seen.tables.iter().map(table).collect(),
        ..DecideReport::of(sentence, &seen.answer, began)
    };
    let table = |(game, domain): &(Game, Domain)| format!("{}, {domain}", game_text(game));
    let tables = match seen.tables.as_slice() {
        [] => String::new(),
        tables => format!(" and tables ({})", joined(tables.iter().map(table), "; ")),
    };
    let how = format!("found among small numbers{tables}, without a proof of the games; ");
    conclude(flags, sentence, &seen.answer, &found, None, &how, began)
}

/// Why a sentence was not decided in a numeration.
pub(super) struct Open {
    pub(super) numeration: Arc<Numeration>,
    pub(super) reason: String,
}

impl Open {
    /// Says it in a line.
    fn line(&self) -> String {
        format!("in numeration {}: {}", self.numeration, self.reason)
    }
}

/// Returns the failure of a sentence that was not decided, and prints why not in each numeration, if the reasons are several.
pub(super) fn report_open(
    args: &DecideArgs,
    (flags, control): (&Flags, Control),
    sentence: &Sentence,
    open: Vec<Open>,
    began: Instant,
) -> Failure {
    let text = shortened(sentence.text(), LONGEST_SENTENCE);
    let reasons = match open.split_first() {
        Some((first, others)) if others.iter().all(|other| other.reason == first.reason) => {
            let numerations = joined(open.iter().map(|open| &open.numeration), ", ");
            format!(" in {numerations}: {}", first.reason)
        }
        _ => {
            if !flags.json {
                print(&text);
                print("  was not decided");
                open.iter().for_each(|open| print(format!("  {}", open.line())));
            }
            String::new()
        }
    };
    let lines: Vec<String> = open.iter().map(Open::line).collect();
    let further = flag_values::further(args.seconds);
    let definitions = sentence.definitions().unwrap_or_default().into_iter().map(|(_, of)| of);
    let definitions: Vec<Definition> = definitions.collect();
    let other = flag_values::other_numeration(&definitions, &args.numeration, control);
    let other = other.map_or_else(String::new, |other| format!("{other}; "));
    Failure::undecided(format!(
        "{text}: it was not decided{reasons}; {other}larger limits may help ({further}, {}, {}), or another wording",
        option("--states"),
        option("--positions")
    ))
    .having_found(&DecideReport::open(sentence, lines, began))
}

/// Prints an answer, and how it was found; for programs what `found` has.
fn conclude(
    flags: &Flags,
    sentence: &Sentence,
    answer: &Answer,
    found: &DecideReport,
    silence: Option<String>,
    how: &str,
    began: Instant,
) -> Result<()> {
    if flags.json {
        return conclude_in_json(found, failure(answer));
    }
    print(shortened(sentence.text(), LONGEST_SENTENCE));
    print(format!("  {}", answer_text(sentence, answer)));
    if let Some(silence) = silence {
        print(format!("  {silence}"));
    }
    print(format!("{how}{}", seconds(began.elapsed())));
    failure(answer).map_or(Ok(()), Err)
}

/// Returns what an answer makes of the exit code.
fn failure(answer: &Answer) -> Option<Failure> {
    match answer {
        Answer::True(_) => None,
        Answer::False(_) => Some(Failure::check("the sentence is false")),
        Answer::Silent => {
            Some(Failure::undecided("the sentence says nothing: it is neither true nor false"))
        }
        Answer::Set { .. } => Some(Failure::check("the sentence is not true for all numbers")),
    }
}

/// Says where a sentence says nothing.
fn silence_text(silence: &Silence) -> String {
    let listed = joined(silence.first.iter().map(text), "; ");
    let others = match (silence.is_all, silence.is_finite, silence.first.len()) {
        (true, _, 1) => ", the only number",
        (true, ..) => ", the only numbers",
        (false, true, _) => " and at finitely many other numbers",
        (false, false, _) => " and at infinitely many other numbers",
    };
    format!("it says nothing at {listed}{others} where a value in it does not exist")
}

fn silence_report(silence: &Silence) -> SilenceReport {
    SilenceReport {
        first: silence.first.iter().map(numbers).collect(),
        no_others: silence.is_all,
        finitely_many: silence.is_finite,
    }
}

fn answer_text(sentence: &Sentence, answer: &Answer) -> String {
    match answer {
        Answer::True(Some(example)) => format!("is true, for example at {}", text(example)),
        Answer::True(None) => match sentence.game() {
            Some(game) => format!("is true at all positions of {}", game_text(game)),
            None if sentence.has_free_variables() => "is true for all numbers".into(),
            None => "is true".into(),
        },
        Answer::False(Some(counterexample)) => {
            format!("is false, first at {}", text(counterexample))
        }
        Answer::False(None) => "is false".into(),
        Answer::Silent => {
            "says nothing: there are no numbers for which all values in it exist".into()
        }
        Answer::Set { solutions, is_all, states, .. } => {
            let listed = joined(solutions.iter().map(text), "; ");
            match (solutions.is_empty(), is_all) {
                (true, _) => "is true for no numbers".into(),
                (false, true) => format!("is true for these numbers alone: {listed}"),
                (false, false) => format!(
                    "is true for numbers that an automaton of {} accepts: {listed}; ...",
                    counted(states, "state")
                ),
            }
        }
    }
}

/// Returns the numbers of some variables.
fn text(assignment: &Assignment) -> String {
    let numbers = assignment.iter().map(|(name, number)| match number {
        Some(number) => format!("{name} = {number}"),
        None => format!("a number {name} above 2^128"),
    });
    joined(numbers, ", ")
}

/// What was found of a sentence. Of the answers it has what there is; the others are null.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct DecideReport {
    /// The sentence.
    sentence: String,
    /// Whether it was decided.
    decided: bool,
    /// The verdict: `true`, `false`, `true_for_some`, `says_nothing` or `not_decided`.
    verdict: &'static str,
    /// Whether it is true; `None` if it was not decided, and of a sentence that says nothing.
    #[serde(rename = "true")]
    is_true: Option<bool>,
    /// The numeration in which it was decided; `None` if small numbers decided it.
    numeration: Option<String>,
    /// The games that were proved first.
    games: Vec<GameReport>,
    /// The tables that decided it, if no proof was needed.
    tables: Vec<TableReport>,
    /// Numbers for which it is true, under the names of the variables. Numbers beyond 64 bits are strings, beyond 128
    /// null.
    example: Option<Numbers>,
    /// Numbers for which it is false.
    counterexample: Option<Numbers>,
    /// The first solutions of a sentence with free variables.
    solutions: Option<Vec<Numbers>>,
    /// Whether there are no others.
    no_other_solutions: Option<bool>,
    /// The states of the automaton of all solutions.
    states: Option<usize>,
    /// The first numbers about which it says nothing.
    says_nothing_at: Option<Numbers>,
    /// Where it says nothing; `None` if nowhere.
    says_nothing: Option<SilenceReport>,
    /// How long it took.
    seconds: f64,
    /// Why it is open in each numeration, if it was not decided.
    open: Vec<String>,
}

/// A game that was proved first.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct GameReport {
    #[serde(flatten)]
    game: Game,
    /// The sets that are proved.
    sets: Vec<SetReport>,
    /// The certificate that gave the automata; `None` if they were found or stored.
    certificate: Option<String>,
    /// Whether a proof that the program holds was decided anew.
    stored: bool,
}

/// A table that was filled to look at small numbers.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TableReport {
    #[serde(flatten)]
    game: Game,
    /// The positions of the table.
    domain: Domain,
}

/// Where a sentence says nothing.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SilenceReport {
    /// The first such numbers.
    first: Vec<Numbers>,
    /// Whether there are no others.
    no_others: bool,
    /// Whether there are finitely many.
    finitely_many: bool,
}

/// Variables with their numbers; null for those of 2^128 and more.
type Numbers = BTreeMap<String, Option<Number>>;

/// A number; as a text if it does not fit 64 bits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(inline))]
#[serde(untagged)]
enum Number {
    Small(u64),
    Large(String),
}

impl DecideReport {
    /// Reports that a sentence was not decided.
    pub(super) fn open(sentence: &Sentence, open: Vec<String>, began: Instant) -> Self {
        DecideReport {
            sentence: sentence.text().into(),
            verdict: "not_decided",
            seconds: began.elapsed().as_secs_f64(),
            open,
            ..DecideReport::default()
        }
    }

    fn of(sentence: &Sentence, answer: &Answer, began: Instant) -> Self {
        let mut report = DecideReport {
            sentence: sentence.text().into(),
            decided: true,
            verdict: verdict(answer),
            is_true: (!matches!(answer, Answer::Silent)).then(|| answer.is_true()),
            seconds: began.elapsed().as_secs_f64(),
            ..DecideReport::default()
        };
        match answer {
            Answer::True(example) => report.example = example.as_ref().map(numbers),
            Answer::False(first) => report.counterexample = first.as_ref().map(numbers),
            Answer::Silent => {}
            Answer::Set { solutions, is_all, counterexample, states } => {
                report.counterexample = counterexample.as_ref().map(numbers);
                report.solutions = Some(solutions.iter().map(numbers).collect());
                (report.no_other_solutions, report.states) = (Some(*is_all), Some(*states));
            }
        }
        report
    }
}

impl GameReport {
    /// Reports on a game that is proved: by the automata of a certificate, by a `stored` proof, or by one that was found.
    pub(super) fn of(proved: ProvedGame, certificate: Option<String>, stored: bool) -> Self {
        let sets = proved.sets.iter().map(|(set, states)| SetReport::new(set, *states));
        GameReport { sets: sets.collect(), game: proved.game, certificate, stored }
    }
}

/// Returns the name of an answer for programs.
fn verdict(answer: &Answer) -> &'static str {
    match answer {
        Answer::True(_) => "true",
        Answer::False(_) => "false",
        Answer::Silent => "says_nothing",
        Answer::Set { solutions, .. } if solutions.is_empty() => "false",
        Answer::Set { .. } => "true_for_some",
    }
}

fn numbers(assignment: &Assignment) -> Numbers {
    let number = |number: u128| match u64::try_from(number) {
        Ok(number) => Number::Small(number),
        Err(_) => Number::Large(number.to_string()),
    };
    assignment.iter().map(|(name, value)| (name.clone(), value.map(number))).collect()
}
