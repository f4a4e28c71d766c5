//! The check of statements: one scan of a table for any number of them.

use std::sync::Mutex;

use super::scope::Scope;
use super::statement::{Statement, Verdict};
use crate::control::Control;
use crate::domain::Position;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::sync::{into_inner, lock};
use crate::table::{Block, FirstFindings, OtherTables, TableError, TableReader, TileScan};

/// What was found of a statement: of how many positions it says what, and where it is not true.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Finding {
    /// The number of positions on which the statement holds. If it fails nowhere, these are all
    /// positions of which it says anything.
    pub holds_on: u64,
    /// The number of positions on which it is false.
    pub fails_on: u64,
    /// The number of positions on which it should be true or false but has no value, see
    /// [`Verdict::Undefined`].
    pub undefined_on: u64,
    /// The number of positions of which it says nothing: where the premise of an implication is false.
    pub silent_on: u64,
    /// The number of positions of which it says nothing because it refers to others that are not in
    /// the table.
    pub outside_on: u64,
    /// The first positions in rank order where it is false or has no value.
    pub counterexamples: Vec<Counterexample>,
}

impl Finding {
    /// Returns the first counterexample in rank order.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        self.counterexamples.first()
    }

    /// Returns whether the statement says nothing of any position: it is true, and no evidence.
    pub fn is_vacuous(&self) -> bool {
        self.holds_on + self.fails_on + self.undefined_on == 0
    }

    /// Returns the share of the positions on which the statement holds among those on which it is
    /// true or false; `None` if there are none.
    pub fn share(&self) -> Option<f64> {
        let decided = self.holds_on + self.fails_on;
        (decided > 0).then(|| self.holds_on as f64 / decided as f64)
    }

    fn add(&mut self, other: &Finding) {
        self.holds_on += other.holds_on;
        self.fails_on += other.fails_on;
        self.undefined_on += other.undefined_on;
        self.silent_on += other.silent_on;
        self.outside_on += other.outside_on;
    }
}

/// A position where a statement is not true.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Counterexample {
    /// The position.
    pub position: Position,
    /// Its value in the table, with its sign.
    pub value: i64,
    /// Its value in the other table, that of `--with`, if that holds the position.
    #[serde(rename = "other_value")]
    pub partner_value: Option<i64>,
    /// Whether the statement is not false there but has no value.
    #[serde(rename = "undefined")]
    pub is_undefined: bool,
}

impl Counterexample {
    /// Refuses a claim, given by its text, that has no value at this position.
    pub fn refuse(&self, claim: &str) -> InvalidInput {
        let problem = format!("it has no value at {}", self.position);
        let hint = "put a guard before what overflows, is divided by 0 or has no floor, as in \
                    'x > 0 implies y / x > 1'";
        InvalidInput::new(InvalidInputKind::UndefinedClaim, claim, problem, hint)
    }
}

/// Checks statements on all positions of a table, and counts the positions on which each of them holds
/// and fails. Keeps the first `listed` counterexamples to each in rank order. A statement may
/// compare with other tables. `control` is informed of the positions that are visited. Returns a finding for each
/// statement, in their order.
///
/// # Errors
/// When a table is incomplete or damaged, or when the check is interrupted.
///
/// ```
/// # use grundytab::{Control, Plan, tabulate};
/// # use grundytab::engine::cpu::CpuEngine;
/// # use grundytab::table::{TableReader, TableWriter};
/// # let plan = Plan::parse("wythoff", "50x50", "grundy")?;
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("table.zarr");
/// # let writer = TableWriter::options(&plan).create(&path)?;
/// # tabulate(&plan, &CpuEngine, Some(writer), &Control::default())?;
/// use grundytab::table::OtherTables;
/// use grundytab::theorem::{Claim, count};
/// let (table, others) = (TableReader::open(&path)?, OtherTables::default());
/// // How often is the value of a position of Wythoff Nim its token sum?
/// let claim = Claim::parse("0 < x <= y implies g == tokens", table.plan().job(), &others)?;
/// let findings = count(&table, &others, &[claim.into_statement()], 3, &Control::default())?;
/// assert_eq!(findings[0].holds_on + findings[0].fails_on, 49 * 50 / 2);
/// assert_eq!(findings[0].silent_on, 2500 - 49 * 50 / 2);
/// let first: Vec<_> = findings[0].counterexamples.iter().map(|c| c.position.heaps()).collect();
/// assert_eq!(first, [[1, 2], [2, 2], [1, 5]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(
    table: &TableReader,
    others: &OtherTables,
    statements: &[Statement],
    listed: usize,
    control: &Control,
) -> Result<Vec<Finding>, TableError> {
    let limits = Limits { scope: Scope::Everywhere, listed, ends_early: false };
    run(table, others, statements, limits, control)
}

/// Checks statements on the positions of a scope. A statement may compare with other tables. `control` is informed of
/// the positions that are visited. Returns a finding for each statement, in their order.
///
/// The check of a statement ends soon after its first counterexample: positions of higher rank are
/// not checked any more, or not all of them, and only if it is true everywhere the numbers of
/// positions are those of the whole scope. [`count`] goes on to the end.
///
/// # Errors
/// When a table is incomplete or damaged, or when the check is interrupted.
///
/// ```
/// # use grundytab::{Plan, tabulate};
/// # use grundytab::engine::cpu::CpuEngine;
/// # use grundytab::table::{TableReader, TableWriter};
/// # let plan = Plan::parse("wythoff", "50x50", "grundy")?;
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("table.zarr");
/// # let writer = TableWriter::options(&plan).create(&path)?;
/// # tabulate(&plan, &CpuEngine, Some(writer), &grundytab::Control::default())?;
/// use grundytab::Control;
/// use grundytab::table::OtherTables;
/// use grundytab::theorem::{PositionView, Scope, Statement, check};
/// let table = TableReader::open(&path)?;
/// // In Wythoff Nim, is g(x, y) at least y - x for x <= y?
/// let conjecture = Statement::new(|position: &PositionView| match *position.heaps() {
///     [x, y] if x <= y => Some(position.value() >= y - x),
///     _ => None,
/// });
/// let (others, control) = (OtherTables::default(), Control::default());
/// let findings = check(&table, &others, &[conjecture], Scope::Everywhere, &control)?;
/// let first = findings[0].counterexample().ok_or("no counterexample")?;
/// assert_eq!((first.position.to_string(), first.value), ("(1, 2)".to_owned(), 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    table: &TableReader,
    others: &OtherTables,
    statements: &[Statement],
    scope: Scope,
    control: &Control,
) -> Result<Vec<Finding>, TableError> {
    run(table, others, statements, Limits { scope, listed: 1, ends_early: true }, control)
}

/// How far a check goes.
#[derive(Clone, Copy)]
struct Limits {
    scope: Scope,
    /// How many counterexamples to each statement are kept.
    listed: usize,
    /// Whether the check of a statement ends when these have been found.
    ends_early: bool,
}

fn run(
    table: &TableReader,
    others: &OtherTables,
    statements: &[Statement],
    limits: Limits,
    control: &Control,
) -> Result<Vec<Finding>, TableError> {
    table.require_complete()?;
    others.require_complete()?;
    let job = table.plan().job();
    let Limits { scope, listed, ends_early } = limits;
    let all: Vec<Progress> = statements
        .iter()
        .map(|statement| Progress {
            statement,
            counted: Mutex::default(),
            failures: FirstFindings::new(job.grading(), listed),
        })
        .collect();
    let keeps = statements.iter().any(Statement::looks_around);
    let scan = |tile: &TileScan, all: &Vec<Progress>| {
        // The statements that are still checked at the ranks of the tile.
        let first_rank = tile.first_rank();
        let is_open =
            |progress: &&Progress| !(ends_early && progress.failures.are_below(first_rank));
        let open: Vec<&Progress> = all.iter().filter(is_open).collect();
        if open.is_empty() || first_rank > scope.last_rank(job) {
            return Ok(());
        }
        let mut counted = vec![Finding::default(); open.len()];
        tile.visit_blocks(others, keeps, |block| {
            let is_included = |lane| scope.includes(job, block.at(lane));
            if (0..block.length()).any(is_included) {
                for (progress, counted) in open.iter().zip(&mut counted) {
                    progress.test(block, is_included, counted);
                }
            }
        })?;
        for (progress, counted) in open.iter().zip(&counted) {
            lock(&progress.counted).add(counted);
        }
        Ok(())
    };
    let found =
        |all: Vec<Progress>| all.into_iter().map(Progress::into_finding).collect::<Vec<_>>();
    let of_ranks = table.scan_by_ranks(control, all, scan, found)?;
    let merged = (0..statements.len()).map(|statement| {
        let mut merged = Finding::default();
        let failures = FirstFindings::new(job.grading(), listed);
        for finding in of_ranks.iter().map(|findings| &findings[statement]) {
            merged.add(finding);
            for failure in &finding.counterexamples {
                failures.report(failure.position.coordinates(), || failure.clone());
            }
        }
        merged.counterexamples = failures.into_inner().map(|(_, failure)| failure).collect();
        merged
    });
    Ok(merged.collect())
}

/// What has been found of a statement so far.
struct Progress<'a> {
    statement: &'a Statement,
    /// The numbers of positions.
    counted: Mutex<Finding>,
    failures: FirstFindings<Counterexample>,
}

impl Progress<'_> {
    /// Tests the statement on those positions of a block that are included, counts them, and keeps failures.
    fn test(&self, block: &Block, is_included: impl Fn(usize) -> bool, counted: &mut Finding) {
        for (lane, verdict) in self.statement.verdicts(block).into_iter().enumerate() {
            if !is_included(lane) {
                continue;
            }
            let counter = match verdict {
                Verdict::Holds => &mut counted.holds_on,
                Verdict::Fails => &mut counted.fails_on,
                Verdict::Undefined => &mut counted.undefined_on,
                Verdict::Silent => &mut counted.silent_on,
                Verdict::OutsideTable => &mut counted.outside_on,
            };
            *counter += 1;
            if matches!(verdict, Verdict::Fails | Verdict::Undefined) {
                self.failures.report(block.at(lane), || {
                    let position = block.view(lane);
                    Counterexample {
                        position: position.position(),
                        value: position.number(position.value),
                        partner_value: position.other_number(),
                        is_undefined: verdict == Verdict::Undefined,
                    }
                });
            }
        }
    }

    /// Returns the finding at the end of the check.
    fn into_finding(self) -> Finding {
        let counterexamples = self.failures.into_inner().map(|(_, found)| found).collect();
        Finding { counterexamples, ..into_inner(self.counted) }
    }
}
