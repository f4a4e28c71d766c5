//! The output of `verify` on theorems, claims and ranges: texts for people, objects for programs.

use crate::analyses::expression::{Extremum, Summary};
use crate::analyses::theorem::{Counterexample, Finding};
use grundytab::Position;
use grundytab::invalid_input::shortened;
use grundytab::wording::{counted, percent_text};
use serde::Serialize;

use super::{Condition, LONGEST_CLAIM, Subject};
use crate::commands::output::{mean_text, print};

/// Prints what was found of a theorem or a claim. `is_first` is whether the check ended with the first
/// counterexample.
pub(super) fn print_finding(subject: &Subject, finding: &Finding, is_first: bool) {
    let source = match subject {
        Subject::Theorem(theorem) => format!(" ({}; {})", theorem.source, theorem.known),
        Subject::Claim(_) | Subject::Certificate(_) => String::new(),
        Subject::Condition(condition) => {
            print(condition_text(condition, finding));
            return;
        }
    };
    let (kind, name) = (subject.kind(), subject.name());
    print(format!("{kind} {name}{source}: {}", finding_text(subject, finding, is_first)));
    // Where some have no value, each line says whether the claim is false or has none; the first is named above.
    let has_both = finding.undefined_on > 0 && finding.fails_on > 0;
    for other in finding.counterexamples.iter().skip(1) {
        let is_false = if has_both && !other.is_undefined { ", where it is false" } else { "" };
        print(format!("  {}", counterexample_text(other, is_false)));
    }
}

/// Names a statement that is false, and where it fails first.
pub(super) fn failure_text(subject: &Subject, finding: &Finding) -> String {
    let name = match subject {
        Subject::Condition(condition) => condition.words.to_owned(),
        Subject::Theorem(_) | Subject::Claim(_) | Subject::Certificate(_) => {
            format!("the {} {}", subject.kind(), subject.name())
        }
    };
    let place = finding.counterexample().map(|first| format!(" at {}", first.position));
    format!("{name} fails{}", place.unwrap_or_default())
}

/// Says whether a condition holds on the table and, if not, where it fails first.
fn condition_text(condition: &Condition, finding: &Finding) -> String {
    let Condition { words, consequence, .. } = condition;
    match finding.counterexample() {
        None => format!("{words}, holds on {}: {consequence}", positions(finding.holds_on)),
        Some(first) => {
            format!("{words}, does not hold: it fails first at {}", counterexample_text(first, ""))
        }
    }
}

fn finding_text(subject: &Subject, finding: &Finding, is_first: bool) -> String {
    let Some(first) = finding.counterexample() else {
        return match subject {
            Subject::Theorem(_) if finding.is_vacuous() => "says nothing about this table".into(),
            Subject::Theorem(_) | Subject::Certificate(_) | Subject::Condition(_) => {
                format!("holds on {}", positions(finding.holds_on))
            }
            Subject::Claim(_) if finding.is_vacuous() => {
                format!("never applies{}", not_applied(finding))
            }
            Subject::Claim(_) => {
                format!("holds on {}{}", positions(finding.holds_on), not_applied(finding))
            }
        };
    };
    if first.is_undefined {
        let others = match finding.undefined_on {
            1 => String::new(),
            _ if is_first => String::new(),
            count => format!(" and {}", counted(count - 1, "other")),
        };
        let fails = match finding.fails_on {
            0 => String::new(),
            _ if is_first => String::new(),
            count => format!("; it fails on {}", positions(count)),
        };
        return format!("has no value at {}{others}{fails}", first.position);
    }
    let counts = match finding.share() {
        Some(_) if !is_first => format!(
            "; it fails on {} and holds on {} ({}){}{}",
            positions(finding.fails_on),
            finding.holds_on,
            percent_text(finding.holds_on, finding.holds_on + finding.fails_on, 3),
            no_value(finding.undefined_on),
            not_applied(finding)
        ),
        _ => String::new(),
    };
    format!("first counterexample {}{counts}", counterexample_text(first, ""))
}

/// Tells of which positions a claim says nothing, if there are any.
fn not_applied(finding: &Finding) -> String {
    let silent = match finding.silent_on {
        0 => String::new(),
        count if finding.is_vacuous() => format!("; its premise is false on {}", positions(count)),
        count => format!("; its premise is false on {}", counted(count, "other")),
    };
    silent + &outside_table(finding.outside_on)
}

/// Tells on how many positions an expression has no value, if there are any.
fn no_value(count: u64) -> String {
    match count {
        0 => String::new(),
        count => format!("; it has no value on {}", positions(count)),
    }
}

/// Tells on how many positions an expression refers to others outside the table, if there are any.
fn outside_table(count: u64) -> String {
    match count {
        0 => String::new(),
        count => format!("; on {} it refers to others outside the table", positions(count)),
    }
}

/// Names a counterexample, with what is said of it before its values.
fn counterexample_text(counterexample: &Counterexample, is_false: &str) -> String {
    let Counterexample { position, value, .. } = counterexample;
    match counterexample.partner_value {
        _ if counterexample.is_undefined => format!("{position}, where it has no value"),
        Some(other) => format!("{position}{is_false}, with the values {value} and {other}"),
        None => format!("{position}{is_false}, with the value {value}"),
    }
}

/// Counts positions in words.
fn positions(count: u64) -> String {
    counted(count, "position")
}

/// What was found of a statement, which is under the key of its kind. With `--first` the counts are null if there is
/// a counterexample.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct FindingReport<'a> {
    /// The name, if it is a theorem.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    theorem: Option<String>,
    /// The text, if it is a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    claim: Option<String>,
    /// The name, if it is a condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    condition: Option<String>,
    /// The file and the set, if it is a set of a certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "String"))]
    certificate: Option<String>,
    /// Whether it holds; `None` if it has no value somewhere, or if it is a theorem that says nothing about this
    /// table.
    holds: Option<bool>,
    /// The positions on which it holds.
    holds_on: Option<u64>,
    /// The positions on which it is false.
    fails_on: Option<u64>,
    /// The positions on which it has no value.
    undefined_on: Option<u64>,
    /// The positions about which it says nothing, since its premise is false.
    silent_on: Option<u64>,
    /// The positions about which it says nothing, since it refers to others outside the table.
    outside_on: Option<u64>,
    /// The share of the positions on which it holds among those on which it is true or false; `None` if there are
    /// none.
    share: Option<f64>,
    /// Whether it says nothing about any position.
    never_applies: bool,
    /// The first position where it is false or has no value; `None` if there is none.
    counterexample: Option<Position>,
    /// The value there.
    value: Option<i64>,
    /// The value there in the table of `--with`.
    other_value: Option<i64>,
    /// The first counterexamples, as many as `--counterexamples` asks for.
    counterexamples: &'a [Counterexample],
}

impl<'a> FindingReport<'a> {
    /// Reports a finding. `is_first` is whether the check ended with the first counterexample.
    pub(super) fn of(subject: &Subject, finding: &'a Finding, is_first: bool) -> Self {
        let first = finding.counterexample();
        let known = first.is_none() || !is_first;
        let if_known = |count: u64| known.then_some(count);
        let holds = match (first, subject) {
            (Some(first), _) => (!first.is_undefined).then_some(false),
            // A claim that says nothing is true; a theorem that does has not been checked.
            (None, Subject::Claim(_) | Subject::Certificate(_) | Subject::Condition(_)) => {
                Some(true)
            }
            (None, Subject::Theorem(_)) => (!finding.is_vacuous()).then_some(true),
        };
        let named = |kind| (subject.kind() == kind).then(|| subject.name());
        FindingReport {
            theorem: named("theorem"),
            claim: named("claim"),
            condition: named("condition"),
            certificate: named("certificate"),
            holds,
            holds_on: if_known(finding.holds_on),
            fails_on: if_known(finding.fails_on),
            undefined_on: if_known(finding.undefined_on),
            silent_on: if_known(finding.silent_on),
            outside_on: if_known(finding.outside_on),
            share: finding.share().filter(|_| known),
            never_applies: finding.is_vacuous(),
            counterexample: first.map(|first| first.position),
            value: first.map(|first| first.value),
            other_value: first.and_then(|first| first.partner_value),
            counterexamples: &finding.counterexamples,
        }
    }
}

/// Prints between which bounds a number lies.
pub(super) fn print_range(text: &str, condition: Option<&str>, summary: &Summary) {
    let bounds = match (summary.minimum, summary.maximum) {
        (Some(minimum), Some(maximum)) => format!(
            "least {}, largest {}, mean {} and sum {} over {}",
            extremum_text(minimum),
            extremum_text(maximum),
            mean_text(summary.sum, summary.positions, (minimum.value, maximum.value)),
            summary.sum,
            positions(summary.positions)
        ),
        _ => "has no value anywhere".into(),
    };
    let undefined = no_value(summary.without_value.undefined_on);
    let outside = outside_table(summary.without_value.outside_on);
    let condition = condition.map(|text| format!(" where {}", shortened(text, LONGEST_CLAIM)));
    let (range, condition) = (shortened(text, LONGEST_CLAIM), condition.unwrap_or_default());
    print(format!("range {range}{condition}: {bounds}{undefined}{outside}"));
}

fn extremum_text(extremum: Extremum) -> String {
    let others = match extremum.positions {
        1 => "only",
        _ => "first",
    };
    format!("{} ({others} at {})", extremum.value, extremum.position)
}

/// Between which bounds a number lies.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RangeReport<'a> {
    /// The number, as it was written.
    expression: String,
    /// The condition of `--where`; `None` without one.
    #[serde(rename = "where")]
    condition: Option<String>,
    #[serde(flatten)]
    summary: &'a Summary,
    /// Its mean; `None` if it has no value anywhere.
    mean: Option<f64>,
    /// Its sum; `None` if it does not fit 64 bits.
    sum: Option<i64>,
}

impl<'a> RangeReport<'a> {
    pub(super) fn of(text: &str, condition: Option<&str>, summary: &'a Summary) -> Self {
        RangeReport {
            expression: shortened(text, LONGEST_CLAIM),
            condition: condition.map(|text| shortened(text, LONGEST_CLAIM)),
            summary,
            mean: summary.mean(),
            sum: i64::try_from(summary.sum).ok(),
        }
    }
}
