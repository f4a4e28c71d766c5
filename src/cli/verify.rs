//! `grundytab verify`

use std::sync::atomic::AtomicBool;

use grundytab::table::TableReader;
use grundytab::theorem::{self, Claim, Counterexample, Finding, Scope, Statement, Theorem};
use grundytab::verify::{Extent, Fault, Verified, VerifyError, verify, verify_with_prepared};
use grundytab::{InvalidInput, InvalidInputKind, Job, shortened};
use serde_json::{Value, json};

use super::args::VerifyArgs;
use super::engine_choice::Asked;
use super::failure::{Failure, Result};
use super::output::{print, print_json};
use super::work::Work;
use super::{dry_run, engine_choice, game, interrupt_flag, progress, resources, use_threads};

pub fn run(args: &VerifyArgs) -> Result<()> {
    use_threads(args.threads)?;
    let table = TableReader::open(&args.path)?;
    let partner = args.with.as_deref().map(TableReader::open).transpose()?;
    if let Some(partner) = &partner {
        theorem::check_partner(&table, partner)?;
    }
    let (subjects, statements) = subjects(args, table.plan().job(), partner.is_some())?;
    let interrupt = interrupt_flag()?;
    let verified = check_and_print(args, &table, &interrupt)?;
    if let Some(partner) = &partner {
        check_and_print(args, partner, &interrupt)?;
    }
    let found = check_statements(args, &table, partner.as_ref(), &statements, &interrupt)?;
    report(args, &verified, &subjects, &found)
}

/// Checks the values of a table, and prints what was found.
fn check_and_print(
    args: &VerifyArgs,
    table: &TableReader,
    interrupt: &AtomicBool,
) -> Result<Verified> {
    let verified = check_values(args, table, interrupt)?;
    if !args.json {
        print_verified(args, table, &verified);
    }
    Ok(verified)
}

/// Characters of a claim that are shown.
const LONGEST_CLAIM: usize = 300;

/// What a finding is about.
enum Subject {
    Theorem(&'static Theorem),
    Claim(String),
}

/// Returns the theorems that fit the table and the user's claims, each with its statement. A claim
/// that makes no sense is refused here, before anything is checked.
fn subjects(
    args: &VerifyArgs,
    job: &Job,
    partner: bool,
) -> std::result::Result<(Vec<Subject>, Vec<Statement>), InvalidInput> {
    let fitting = theorem::all().filter(|theorem| theorem.fits(job, partner));
    let theorems =
        fitting.map(|theorem| Ok((Subject::Theorem(theorem), theorem.statement_about(job))));
    let claims = args.claim.iter().map(|text| {
        let claim = Claim::parse(text, job, partner)?;
        Ok((Subject::Claim(text.clone()), claim.into_statement()))
    });
    theorems.chain(claims).collect()
}

fn check_values(
    args: &VerifyArgs,
    table: &TableReader,
    interrupt: &AtomicBool,
) -> Result<Verified> {
    let quiet = args.quiet || args.json;
    let positions = table.plan().job().domain().positions();
    let Some(engine) = args.engine else {
        let extent = match (args.full, args.sample) {
            (true, _) => Extent::Full,
            (false, Some(sample)) => Extent::Sample(sample.into()),
            (false, None) => Extent::default_sample(table.plan()),
        };
        let length = match extent {
            Extent::Sample(sample) => sample.min(positions),
            Extent::Full => positions,
        };
        let verified =
            progress::with_bar(length, quiet, interrupt, |control| verify(table, extent, control));
        return verified.map_err(|error| failure(table, error));
    };
    table.require_complete()?;
    let choice = engine_choice::find(engine, args.adapter.as_deref(), table.plan())?;
    let choice = choice.prepare(table.plan(), Asked::Values, quiet)?;
    resources::check_memory(choice.prepared.as_ref(), 0)?;
    dry_run::log_plan(choice.engine, choice.prepared.as_ref(), 0);
    let work = Work::of(choice.engine, table.plan());
    let prepared = choice.prepared;
    let verified = progress::with_bar(work, quiet, interrupt, |control| {
        verify_with_prepared(table, prepared.as_ref(), control)
    });
    verified.map_err(|error| failure(table, error))
}

/// Returns the failure of a verification; if the table is false, with the fault.
fn failure(table: &TableReader, error: VerifyError) -> Failure {
    let found = match &error {
        VerifyError::False(fault) => Some(fault_json(table, fault)),
        _ => None,
    };
    let failure = Failure::from(error);
    match found {
        Some(fault) => failure.having_found(fault),
        None => failure,
    }
}

fn check_statements(
    args: &VerifyArgs,
    table: &TableReader,
    partner: Option<&TableReader>,
    statements: &[Statement],
    interrupt: &AtomicBool,
) -> Result<Vec<Finding>> {
    if statements.is_empty() {
        return Ok(Vec::new());
    }
    let positions = table.plan().job().domain().positions();
    let quiet = args.quiet || args.json;
    Ok(progress::with_bar(positions, quiet, interrupt, |control| {
        theorem::check(table, partner, statements, Scope::Everywhere, control)
    })?)
}

/// Prints what was found of theorems and claims.
///
/// # Errors
/// When a statement is false, or a claim has no value somewhere.
fn report(
    args: &VerifyArgs,
    verified: &Verified,
    subjects: &[Subject],
    found: &[Finding],
) -> Result<()> {
    let failure = failure_of_statements(subjects, found);
    if args.json {
        let object = report_json(verified, subjects, found);
        return match failure {
            None => {
                print_json(&object);
                Ok(())
            }
            Some(failure) => Err(failure.having_found(object)),
        };
    }
    for (subject, finding) in subjects.iter().zip(found) {
        let what = match subject {
            Subject::Theorem(theorem) => {
                format!("theorem {} ({}; {})", theorem.name, theorem.source, theorem.known)
            }
            Subject::Claim(text) => format!("claim {}", shortened(text, LONGEST_CLAIM)),
        };
        print(format!("{what}: {}", finding_text(finding)));
    }
    failure.map_or(Ok(()), Err)
}

fn report_json(verified: &Verified, subjects: &[Subject], found: &[Finding]) -> Value {
    let totals = verified.totals;
    let of = |wanted: fn(&Subject) -> bool| -> Vec<Value> {
        let findings = subjects.iter().zip(found);
        findings.filter(|(subject, _)| wanted(subject)).map(finding_json).collect()
    };
    json!({
        "true": true,
        "all_hold": found.iter().all(|finding| finding.counterexample.is_none()),
        "chunks": verified.chunks,
        "positions": totals.positions,
        "positions_checked": verified.positions_checked,
        "sum": totals.sum,
        "p_positions": totals.p_positions,
        "maximum": totals.maximum,
        "theorems": of(|subject| matches!(subject, Subject::Theorem(_))),
        "claims": of(|subject| matches!(subject, Subject::Claim(_))),
    })
}

/// Returns why the statements do not all hold: a claim without a value is bad input, any other
/// counterexample a failed check.
fn failure_of_statements(subjects: &[Subject], found: &[Finding]) -> Option<Failure> {
    for (subject, finding) in subjects.iter().zip(found) {
        if let (Subject::Claim(text), Some(fault)) = (subject, &finding.counterexample)
            && fault.is_undefined
        {
            let problem = format!("it has no value at {}", fault.position);
            let hint = "put a guard before what overflows, is divided by 0 or has no floor, as in \
                        'x > 0 implies y / x > 1'";
            let kind = InvalidInputKind::UndefinedClaim;
            return Some(InvalidInput::new(kind, text, problem, hint).into());
        }
    }
    match found.iter().filter(|finding| finding.counterexample.is_some()).count() {
        0 => None,
        1 => Some(Failure::check("a statement is false on this table")),
        count => Some(Failure::check(format!("{count} statements are false on this table"))),
    }
}

fn finding_text(finding: &Finding) -> String {
    match &finding.counterexample {
        None if finding.holds_on == 0 => "says nothing of this table".into(),
        None => format!("holds on {} positions", finding.holds_on),
        Some(Counterexample { position, is_undefined: true, .. }) => {
            format!("has no value at {position}")
        }
        Some(Counterexample { position, value, partner_value: Some(other), .. }) => {
            format!("first counterexample {position}, with the values {value} and {other}")
        }
        Some(Counterexample { position, value, .. }) => {
            format!("first counterexample {position}, with the value {value}")
        }
    }
}

fn finding_json((subject, finding): (&Subject, &Finding)) -> Value {
    let (key, name) = match subject {
        Subject::Theorem(theorem) => ("name", theorem.name.to_owned()),
        Subject::Claim(text) => ("claim", shortened(text, LONGEST_CLAIM)),
    };
    match &finding.counterexample {
        None => json!({
            key: name,
            "holds": (finding.holds_on > 0).then_some(true),
            "positions": finding.holds_on,
        }),
        Some(fault) => json!({
            key: name,
            "holds": (!fault.is_undefined).then_some(false),
            "counterexample": fault.position.heaps(),
            "value": fault.value,
            "other_value": fault.partner_value,
        }),
    }
}

fn print_verified(args: &VerifyArgs, table: &TableReader, verified: &Verified) {
    let totals = verified.totals;
    let checked = verified.positions_checked;
    let rule = match args.engine {
        Some(_) => format!("all {checked} positions are as recomputed"),
        None if checked == totals.positions => {
            format!("the definition holds at all {checked} positions, which proves the table")
        }
        None => format!("the definition holds at {checked} random positions"),
    };
    print(format!(
        "{}: {}\n\
         {} chunks are there, with their checksums\n\
         {rule}\n\
         sum {}, {} P-positions, maximum {}, as recorded",
        table.path().display(),
        game::shown(table.plan().job().ruleset()),
        verified.chunks,
        totals.sum,
        totals.p_positions,
        totals.maximum,
    ));
}

fn fault_json(table: &TableReader, fault: &Fault) -> Value {
    let mut object = match fault {
        Fault::Value { position, stored, expected } => json!({
            "true": false,
            "position": position.heaps(),
            "stored": stored,
            "expected": expected,
        }),
        Fault::BeyondBound { position, stored, bound } => json!({
            "true": false,
            "position": position.heaps(),
            "stored": stored,
            "bound": bound,
        }),
        Fault::Outside { position, stored } => json!({
            "true": false,
            "outside": position.heaps(),
            "stored": stored,
        }),
        Fault::Total { name, recorded, found } => json!({
            "true": false,
            "total": name,
            "recorded": recorded,
            "found": found,
        }),
    };
    object["table"] = json!(table.path());
    object
}
