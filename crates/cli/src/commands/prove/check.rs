//! `grundytab prove --check`

use std::path::Path;
use std::time::Instant;

use crate::automata::Limits;
use crate::proofs::certificate::{Certificate, CheckError, CheckLimits, SetName, Verdict};
use crate::proofs::prove::Given;
use grundytab::wording::counted;
use grundytab::{Convention, InvalidInput, InvalidInputKind, Ruleset};
use serde::Serialize;

use super::args::ProveArgs;
use super::description::DescriptionReport;
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result};
use crate::commands::option::option;
use crate::commands::output::{print, print_json, seconds};
use crate::commands::set_report::SetReport;
use crate::commands::terminal::Terminal;
use crate::commands::{certificate_file, flag_values, game};

/// What a certificate says, and whether it is true. What is not known since the check has ended early is null.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct CertificateReport<'a> {
    /// The file.
    certificate: &'a Path,
    /// The canonical text of the game.
    ruleset: &'a Ruleset,
    /// Who wins when no move is left.
    convention: Convention,
    /// How heap sizes are written.
    numeration: String,
    /// The sets that are proved.
    sets: Vec<SetReport>,
    /// Whether the certificate is true; `None` if that was not decided.
    proved: Option<bool>,
    /// How long the check took; `None` likewise.
    seconds: Option<f64>,
    /// What the automata are like, one for each set; absent unless it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    descriptions: Option<Vec<DescriptionReport>>,
}

/// Checks a certificate, and prints what it proves.
pub(super) fn run(args: &ProveArgs, flags: &Flags, path: &Path) -> Result<()> {
    let began = Instant::now();
    let certificate = certificate_file::read(path)?;
    let stopped = Terminal::open(flags)?.control();
    let end = began.checked_add(args.seconds);
    let control = end.map_or(stopped, |end| stopped.until(end));
    let limits = CheckLimits { states: args.states_of_check(), control };
    let sets: Vec<(SetName, usize)> = certificate.sets().collect();
    let mut found = CertificateReport {
        certificate: path,
        ruleset: certificate.ruleset(),
        convention: certificate.convention(),
        numeration: certificate.numeration().to_string(),
        sets: sets.iter().map(|(set, states)| SetReport::new(set, *states)).collect(),
        proved: None,
        seconds: None,
        descriptions: None,
    };
    let verdict = certificate.check(&limits).map_err(|error| {
        let failure = match error {
            CheckError::Interrupted if !stopped.is_stopped() => {
                let further = flag_values::further(args.seconds);
                Failure::undecided(format!(
                    "the check is not decided: the time is over; {further} goes on for longer"
                ))
            }
            CheckError::TooLarge { .. } => {
                let states = option("--states");
                Failure::undecided(format!("{error}; a larger limit may help ({states})"))
            }
            error => error.into(),
        };
        failure.having_found(&found)
    })?;
    found.seconds = Some(began.elapsed().as_secs_f64());
    if let Verdict::Refuted(refutation) = &verdict
        && refutation.is_of_rules()
    {
        let shown = path.display().to_string();
        let hint = "nothing is proved of rules that define no game";
        let kind = InvalidInputKind::FaultyRules;
        let error = InvalidInput::new(kind, shown, refutation.to_string(), hint);
        return Err(Failure::from(error).having_found(&found));
    }
    found.proved = Some(verdict == Verdict::Proved);
    if let Verdict::Refuted(refutation) = verdict {
        let message = format!("{}: the certificate is false: {refutation}", path.display());
        return Err(Failure::check(message).having_found(&found));
    }
    if args.describe {
        found.descriptions = Some(descriptions(&certificate, args, path)?);
    }
    if flags.json {
        print_json(&found);
        return Ok(());
    }
    let game = certificate.ruleset().shown();
    let misere = game::convention_suffix(certificate.convention());
    let numeration = certificate.numeration();
    print(format!(
        "{}: {game}{misere}, in numeration {numeration} as the certificate defines it",
        path.display()
    ));
    print("checked: every number has exactly one word in this numeration");
    for (set, states) in sets {
        print(format!(
            "checked: the {set}, for all heap sizes, are those that the automaton of {} accepts",
            counted(states, "state")
        ));
    }
    print(format!(
        "proved from the certificate alone, by another method; {}",
        seconds(began.elapsed())
    ));
    found.descriptions.iter().flatten().for_each(DescriptionReport::print);
    Ok(())
}

/// Describes the automata of a certificate, in the numeration that it names.
fn descriptions(
    certificate: &Certificate,
    args: &ProveArgs,
    path: &Path,
) -> Result<Vec<DescriptionReport>> {
    let limits = Limits { states: args.states(), ..Limits::default() };
    let within = |error: InvalidInput| error.within(path.display().to_string());
    let given = Given::of(certificate, &limits).map_err(within)?;
    DescriptionReport::all(&given.definition, &given.automata, &limits)
}
