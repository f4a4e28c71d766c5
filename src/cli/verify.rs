//! `grundytab verify`

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use grundytab::table::TableReader;
use grundytab::theorem::{self, Claim, Counterexample, Finding, Scope, Statement, Theorem};
use grundytab::verify::{Extent, Fault, Verified, VerifyError, verify, verify_with_engine};
use grundytab::{InvalidInput, InvalidInputKind, Job};
use serde_json::{Value, json};

use super::args::VerifyArgs;
use super::outcome::CheckFailed;
use super::output::{print, print_json};
use super::{choose, game, interrupt_flag, progress, use_threads};

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
    let verified = check_values(args, table, interrupt).inspect_err(|error| {
        if let (true, Some(VerifyError::False(fault))) = (args.json, error.downcast_ref()) {
            // The error says it too; nobody may be reading.
            let _ = print_json(&fault_json(table, fault));
        }
    })?;
    if !args.json {
        print_verified(args, table, &verified)?;
    }
    Ok(verified)
}

/// What a finding is about.
enum Subject {
    Theorem(&'static Theorem),
    Claim(String),
}

/// The theorems that fit the table, and the user's claims, with what they state. A claim that
/// makes no sense is refused before anything is checked.
fn subjects(
    args: &VerifyArgs,
    job: &Job,
    partner: bool,
) -> Result<(Vec<Subject>, Vec<Statement>), InvalidInput> {
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
        return Ok(progress::with_bar(length, quiet, interrupt, |control| {
            verify(table, extent, control)
        })?);
    };
    table.require_complete()?;
    let engine = choose::engine(engine, args.adapter.as_deref(), table.plan(), quiet)?;
    choose::check_fits_memory(engine.prepare(table.plan())?.as_ref())?;
    Ok(progress::with_bar(positions, quiet, interrupt, |control| {
        verify_with_engine(table, engine.as_ref(), control)
    })?)
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

/// Reports what was found of theorems and claims; an error if any of it is false.
fn report(
    args: &VerifyArgs,
    verified: &Verified,
    subjects: &[Subject],
    found: &[Finding],
) -> Result<()> {
    let findings = || subjects.iter().zip(found);
    if args.json {
        let totals = verified.totals;
        let of = |wanted: fn(&Subject) -> bool| -> Vec<Value> {
            findings().filter(|(subject, _)| wanted(subject)).map(finding_json).collect()
        };
        print_json(&json!({
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
        }))?;
    } else {
        for (subject, finding) in findings() {
            let what = match subject {
                Subject::Theorem(theorem) => {
                    format!("theorem {} ({}; {})", theorem.name, theorem.source, theorem.known)
                }
                Subject::Claim(text) => format!("claim {}", text.escape_debug()),
            };
            print(format!("{what}: {}", finding_text(finding)))?;
        }
    }
    for (subject, finding) in findings() {
        if let (Subject::Claim(text), Some(fault)) = (subject, &finding.counterexample)
            && fault.is_undefined
        {
            let wrong = format!("it has no value at {}", fault.position);
            let right = "put a guard before what overflows, is divided by 0 or has no floor, as in \
                         'x > 0 implies y / x > 1'";
            return Err(
                InvalidInput::new(InvalidInputKind::UndefinedClaim, text, wrong, right).into()
            );
        }
    }
    match found.iter().filter(|finding| finding.counterexample.is_some()).count() {
        0 => Ok(()),
        1 => Err(CheckFailed("a statement is false on this table".into()).into()),
        count => Err(CheckFailed(format!("{count} statements are false on this table")).into()),
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
        Subject::Theorem(theorem) => ("name", theorem.name),
        Subject::Claim(text) => ("claim", text.as_str()),
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

fn print_verified(args: &VerifyArgs, table: &TableReader, verified: &Verified) -> Result<()> {
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
    ))
}

fn fault_json(table: &TableReader, fault: &Fault) -> Value {
    let mut object = match fault {
        Fault::Value { position, stored, expected } => json!({
            "true": false,
            "position": position.heaps(),
            "stored": stored,
            "expected": expected,
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
