//! The check of statements: one scan of a table for any number of them.

use std::sync::atomic::{AtomicU64, Ordering};

use super::scope::Scope;
use super::statement::{Statement, Verdict};
use crate::control::Control;
use crate::domain::Position;
use crate::job::Job;
use crate::table::{FirstFinding, PositionView, ScanError, TableReader, TileScan};

/// What was found of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The number of positions on which the statement holds. Without a counterexample these are all
    /// positions of which it says anything.
    pub holds_on: u64,
    /// The first counterexample in rank order.
    pub counterexample: Option<Counterexample>,
}

/// A position where a statement is not true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// The position.
    pub position: Position,
    /// Its value in the table.
    pub value: u32,
    /// Its value in the second table, if there is one.
    pub partner_value: Option<u32>,
    /// Whether the statement is not false there but undefined, see [`Verdict::Undefined`].
    pub is_undefined: bool,
}

/// Checks statements on the positions of a scope. `partner` is a second table of the same positions,
/// with which a statement may compare. `control` is informed of the positions that are visited.
/// Returns a finding for each statement, in their order.
///
/// The check of a statement ends soon after its first counterexample: positions of higher rank are
/// not checked any more, or not all of them.
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
/// use grundytab::theorem::{PositionView, Scope, Statement, check};
/// let table = TableReader::open(&path)?;
/// // In Wythoff Nim, is g(x, y) at least y - x for x <= y?
/// let conjecture = Statement::new(|position: &PositionView| match *position.heaps() {
///     [x, y] if x <= y => Some(position.value() >= y - x),
///     _ => None,
/// });
/// let control = Control::default();
/// let findings = check(&table, None, &[conjecture], Scope::Everywhere, &control)?;
/// let first = findings[0].counterexample.as_ref().ok_or("no counterexample")?;
/// assert_eq!((first.position.to_string(), first.value), ("(1, 2)".to_owned(), 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    table: &TableReader,
    partner: Option<&TableReader>,
    statements: &[Statement],
    scope: Scope,
    control: &Control,
) -> Result<Vec<Finding>, ScanError> {
    table.require_complete()?;
    if let Some(partner) = partner {
        partner.require_complete()?;
    }
    let job = table.plan().job();
    let progress = statements.iter().map(|statement| Progress::new(statement, job)).collect();
    let check = Check { table, partner, scope, progress };
    table.scan_tiles(control, |tile| check.check_tile(tile))?;
    Ok(check.progress.into_iter().map(|progress| progress.into_finding(job)).collect())
}

/// A check of statements on a table.
struct Check<'a> {
    table: &'a TableReader,
    partner: Option<&'a TableReader>,
    scope: Scope,
    /// One for each statement.
    progress: Vec<Progress<'a>>,
}

/// What has been found of a statement so far.
struct Progress<'a> {
    statement: &'a Statement,
    holds_on: AtomicU64,
    first_failure: FirstFinding<Failure>,
}

/// What is kept of a position where a statement is not true.
struct Failure {
    value: u32,
    partner_value: Option<u32>,
    is_undefined: bool,
}

impl Check<'_> {
    /// Checks the positions of a tile, for the statements without a counterexample of lower rank.
    fn check_tile(&self, tile: &TileScan) -> Result<(), ScanError> {
        let job = self.table.plan().job();
        let first_rank = tile.first_rank();
        let open = |progress: &&Progress| !progress.first_failure.is_below(first_rank);
        let open: Vec<&Progress> = self.progress.iter().filter(open).collect();
        if open.is_empty() || first_rank > self.scope.last_rank(job) {
            return Ok(());
        }
        let mut holds = vec![0; open.len()];
        tile.visit_views(self.partner, |position| {
            if !self.scope.includes(job, position.at) {
                return;
            }
            for (progress, holds) in open.iter().zip(&mut holds) {
                *holds += u64::from(progress.test(position));
            }
        })?;
        for (progress, holds) in open.iter().zip(holds) {
            progress.holds_on.fetch_add(holds, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl<'a> Progress<'a> {
    fn new(statement: &'a Statement, job: &Job) -> Self {
        let first_failure = FirstFinding::new(job.grading());
        Progress { statement, holds_on: AtomicU64::new(0), first_failure }
    }

    /// Tests the statement on a position, and keeps a failure. Returns whether it holds.
    fn test(&self, position: &PositionView) -> bool {
        let is_undefined = match self.statement.verdict(position) {
            Verdict::Holds => return true,
            Verdict::Silent => return false,
            Verdict::Fails => false,
            Verdict::Undefined => true,
        };
        let (value, partner_value) = (position.value, position.other_value());
        self.first_failure.report(position.at, Failure { value, partner_value, is_undefined });
        false
    }

    /// Returns the finding at the end of the check.
    fn into_finding(self, job: &Job) -> Finding {
        let counterexample = self.first_failure.into_inner().map(|(at, failure)| {
            let Failure { value, partner_value, is_undefined } = failure;
            let position = job.domain().position(at);
            Counterexample { position, value, partner_value, is_undefined }
        });
        Finding { holds_on: self.holds_on.into_inner(), counterexample }
    }
}
