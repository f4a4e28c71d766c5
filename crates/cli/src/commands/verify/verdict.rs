//! The output of `grundytab verify`: texts for people, objects for programs, and the verdict.

use std::path::Path;

use crate::analyses::theorem::Finding;
use clap::ValueEnum as _;
use grundytab::Position;
use grundytab::table::TableReader;
use grundytab::verify::Fault;
use grundytab::wording::{all_counted, counted, counted_as};
use serde::Serialize;

use super::args::{VerifyArgs, VerifyPart};
use super::decisions::Decision;
use super::findings::{FindingReport, RangeReport};
use super::{Checked, Found, Subject, findings};
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result, conclude_in_json};
use crate::commands::flag_values::name_of;
use crate::commands::game;
use crate::commands::option::option;
use crate::commands::output::{self, print};
use crate::commands::terminal::Terminal;

/// Prints what was found of theorems, claims and ranges.
///
/// # Errors
/// When a statement is false, or a claim has no value somewhere.
pub(super) fn conclude(
    args: &VerifyArgs,
    flags: &Flags,
    terminal: Terminal,
    checked: &Checked,
    found: &Found,
) -> Result<()> {
    let failure = failure_of_statements(&found.statements);
    if flags.json {
        return conclude_in_json(&VerifyReport::of(args, checked, found), failure);
    }
    for (subject, finding) in &found.statements {
        findings::print_finding(subject, finding, args.claims.first);
        for decision in found.decisions.iter().filter(|decision| subject.is_claim(&decision.claim))
        {
            terminal.note(format!("for all heap sizes: {}", decision.command));
        }
    }
    for (text, summary) in &found.ranges {
        findings::print_range(text, args.claims.ranged.condition.as_deref(), summary);
    }
    if args.claims.ranged.condition.is_some() && !found.statements.is_empty() {
        terminal.note(format!(
            "{} restricts the ranges alone: theorems and claims are about all positions; a claim about some is \
             written 'CONDITION implies CLAIM'",
            option("--where")
        ));
    }
    failure.map_or(Ok(()), Err)
}

/// What was found of a table. What was not checked is null.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct VerifyReport<'a> {
    /// True if the definition was checked, and holds; `None` if it was not checked.
    #[serde(rename = "true")]
    is_true: Option<bool>,
    /// Whether all theorems, claims and certificates hold.
    all_hold: bool,
    /// The parts that were checked: `integrity`, `definition`, `theorems`, `claims`.
    checked: Vec<String>,
    /// The parts that were left out.
    not_checked: Vec<String>,
    /// The chunks whose checksums match.
    chunks: Option<u64>,
    /// How many positions.
    positions: Option<u64>,
    /// The positions that were compared with the definition, or with another engine.
    positions_checked: Option<u64>,
    /// The sum of the values; an outcome counts 1 at P-positions.
    sum: Option<i64>,
    /// How many P-positions; `None` for scores, which do not determine them.
    p_positions: Option<u64>,
    /// The least value, if it is negative, else 0.
    minimum: Option<i64>,
    /// The largest value, if it is positive, else 0.
    maximum: Option<i64>,
    /// What was found of published theorems.
    theorems: Vec<FindingReport<'a>>,
    /// What was found of the claims of `--claim` and `--claim-file`.
    claims: Vec<FindingReport<'a>>,
    /// What was found of conditions under which theorems about other tables apply; a right table may fail them.
    conditions: Vec<FindingReport<'a>>,
    /// What was found of the sets of certificates.
    certificates: Vec<FindingReport<'a>>,
    /// For each `--range` the values of the number.
    ranges: Vec<RangeReport<'a>>,
    /// The claims that hold on the table and can be decided for all heap sizes.
    decisions: &'a [Decision],
}

impl<'a> VerifyReport<'a> {
    fn of(args: &VerifyArgs, checked: &Checked, found: &'a Found) -> Self {
        let totals = checked.integrity.map(|verified| verified.totals);
        let of = |kind| {
            let findings = found.statements.iter().filter(|(subject, _)| subject.kind() == kind);
            let report = |(subject, finding): &'a (Subject, Finding)| {
                FindingReport::of(subject, finding, args.claims.first)
            };
            findings.map(report).collect()
        };
        VerifyReport {
            is_true: checked.definition.is_some().then_some(true),
            all_hold: !found.statements.iter().any(is_false),
            checked: names_of(args, checked, true),
            not_checked: names_of(args, checked, false),
            chunks: checked.integrity.map(|verified| verified.chunks),
            positions: totals.map(|totals| totals.positions),
            positions_checked: checked.definition,
            sum: totals.map(|totals| totals.sum),
            p_positions: totals.and_then(|totals| totals.p_positions),
            minimum: totals.map(|totals| totals.minimum),
            maximum: totals.map(|totals| totals.maximum),
            theorems: of("theorem"),
            claims: of("claim"),
            conditions: of("condition"),
            certificates: of("certificate"),
            ranges: found
                .ranges
                .iter()
                .map(|(text, summary)| {
                    let condition = args.claims.ranged.condition.as_deref();
                    RangeReport::of(text, condition, summary)
                })
                .collect(),
            decisions: &found.decisions,
        }
    }
}

/// Returns whether a statement should be true of the table and is not.
fn is_false((subject, finding): &(Subject, Finding)) -> bool {
    let is_condition = matches!(subject, Subject::Condition(_));
    !is_condition && finding.counterexample().is_some()
}

/// Returns why the statements do not all hold: a claim without a value is bad input, any other
/// counterexample a failed check.
fn failure_of_statements(found: &[(Subject, Finding)]) -> Option<Failure> {
    for (subject, finding) in found {
        if let (Subject::Claim(text), Some(fault)) = (subject, finding.counterexample())
            && fault.is_undefined
        {
            return Some(fault.refuse(text).into());
        }
    }
    let mut wrong = found.iter().filter(|statement| is_false(statement));
    let (subject, finding) = wrong.next()?;
    let others = match wrong.count() as u64 {
        0 => String::new(),
        count => {
            let others = counted_as(count, "other statement is", "other statements are");
            format!("; {others} false, too")
        }
    };
    Some(Failure::check(format!("{}{others}", findings::failure_text(subject, finding))))
}

/// Prints what was checked of the values of a table.
pub(super) fn print_values(args: &VerifyArgs, table: &TableReader, checked: &Checked) {
    let game = table.plan().job().ruleset().shown();
    let misere = game::convention_suffix(table.plan().job().convention());
    match table.is_in_memory() {
        true => print(format!("{game}{misere}")),
        false => print(format!("{}: {game}{misere}", table.path().display())),
    }
    if let Some(verified) = &checked.integrity {
        print(counted_as(
            verified.chunks,
            "chunk present, checksum matches",
            "chunks present, all checksums match",
        ));
    }
    if let Some(count) = checked.definition {
        print(match args.engine {
            Some(_) => format!("the table is as recomputed at {}", all_counted(count, "position")),
            None if count == table.plan().job().domain().positions() => {
                format!(
                    "the definition holds at {}, which proves the table",
                    all_counted(count, "position")
                )
            }
            None => format!("the definition holds at {}", counted(count, "random position")),
        });
    }
    if let Some(totals) = checked.integrity.map(|verified| verified.totals) {
        print(format!("{}, as recorded", output::totals(&totals)));
    }
    let not_checked = names_of(args, checked, false);
    if !not_checked.is_empty() {
        print(format!("not checked: {}", not_checked.join(", ")));
    }
}

/// Returns the names of the parts that were checked, or of those that were not.
fn names_of(args: &VerifyArgs, checked: &Checked, wanted: bool) -> Vec<String> {
    let was_checked = |part| match part {
        VerifyPart::Integrity => checked.integrity.is_some(),
        VerifyPart::Definition => checked.definition.is_some(),
        VerifyPart::Theorems => args.checks(part),
        // Where there is no claim, none was checked and none left out.
        VerifyPart::Claims => !(args.claims.is_empty() && wanted),
    };
    let parts = VerifyPart::value_variants().iter().filter(|part| was_checked(**part) == wanted);
    parts.map(name_of).collect()
}

/// What is wrong with a false table; the error has exit code 1. The keys that describe the fault have values; the
/// others are null.
#[derive(Clone, Copy, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct FaultReport<'a> {
    /// Always false.
    #[serde(rename = "true")]
    is_true: bool,
    /// The path of the table.
    table: Option<&'a Path>,
    /// The position of a wrong value.
    position: Option<Position>,
    /// The value in the table.
    stored: Option<i64>,
    /// The right value.
    expected: Option<i64>,
    /// The bound that the value exceeds.
    bound: Option<u64>,
    /// Whether the position is outside the domain, where nothing should be stored.
    outside: Option<bool>,
    /// The name of a total that is wrong.
    total: Option<&'static str>,
    /// The total in the attributes.
    recorded: Option<i64>,
    /// The total of the stored values.
    found: Option<i64>,
}

impl<'a> FaultReport<'a> {
    pub(super) fn of(table: &'a TableReader, fault: &Fault) -> Self {
        let none = FaultReport { table: Some(table.path()), ..FaultReport::default() };
        let at = |position, stored| FaultReport {
            position: Some(position),
            stored: Some(stored),
            outside: Some(false),
            ..none
        };
        match *fault {
            Fault::Value { position, stored, expected } => {
                FaultReport { expected: Some(expected), ..at(position, stored) }
            }
            Fault::BeyondBound { position, stored, bound } => {
                FaultReport { bound: Some(bound), ..at(position, stored) }
            }
            Fault::Unfounded { position, stored } => at(position, stored),
            Fault::Outside { position, stored } => {
                FaultReport { outside: Some(true), ..at(position, stored) }
            }
            Fault::Total { name, recorded, found } => FaultReport {
                total: Some(name),
                recorded: i64::try_from(recorded).ok(),
                found: i64::try_from(found).ok(),
                ..none
            },
        }
    }
}
