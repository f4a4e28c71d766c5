//! The check of statements: one scan of a table for any number of them.

use super::scope::Scope;
use super::statement::{Statement, Verdict};
use grundytab::control::Control;
use grundytab::domain::Position;
use grundytab::domain::tiling::TileRegion;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::job::Job;
use grundytab::table::{Block, FirstFindings, OtherTables, Pass, TableError, TableReader};

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
    /// The first positions in grade order where it is false or has no value.
    pub counterexamples: Vec<Counterexample>,
}

impl Finding {
    /// Returns the first counterexample in grade order.
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
    /// Returns the counterexample at a position of a block.
    fn at(block: &Block, lane: usize, verdict: Verdict) -> Self {
        let position = block.view(lane);
        Counterexample {
            position: position.position(),
            value: position.number(position.value),
            partner_value: position.other_number(),
            is_undefined: verdict == Verdict::Undefined,
        }
    }

    /// Refuses a claim, given by its text, that has no value at this position.
    pub fn refuse(&self, claim: &str) -> InvalidInput {
        let problem = format!("it has no value at {}", self.position);
        let hint = "put a guard before what overflows, is divided by 0 or has no floor, as in \
                    'x > 0 implies y / x > 1'";
        InvalidInput::new(InvalidInputKind::UndefinedClaim, claim, problem, hint)
    }
}

/// Checks statements on all positions of a table, and counts the positions on which each of them holds
/// and fails. Keeps the first `listed` counterexamples to each in grade order. A statement may
/// compare with other tables. `control` is informed of the positions that are visited. Returns a finding for each
/// statement, in their order.
///
/// # Errors
/// When a table is incomplete or damaged, or when the check is interrupted.
pub fn count(
    table: &TableReader,
    others: &OtherTables,
    statements: &[Statement],
    listed: usize,
    control: &Control,
) -> Result<Vec<Finding>, TableError> {
    table.require_complete()?;
    table.pass(others, Check::count(table.plan().job(), statements, listed), control)
}

/// Checks statements on the positions of a scope. A statement may compare with other tables. `control` is informed of
/// the positions that are visited. Returns a finding for each statement, in their order.
///
/// The check of a statement ends soon after its first counterexample: positions of higher grade are
/// not checked any more, or not all of them, and only if it is true everywhere the numbers of
/// positions are those of the whole scope. [`count`] goes on to the end.
///
/// # Errors
/// When a table is incomplete or damaged, or when the check is interrupted.
pub fn check(
    table: &TableReader,
    others: &OtherTables,
    statements: &[Statement],
    scope: Scope,
    control: &Control,
) -> Result<Vec<Finding>, TableError> {
    table.require_complete()?;
    table.pass(others, Check::first(table.plan().job(), statements, scope), control)
}

/// The pass that checks statements.
pub(crate) struct Check<'a> {
    job: &'a Job,
    statements: &'a [Statement],
    scope: Scope,
    /// Whether the check of a statement ends when the counterexamples that are to be kept have been found.
    ends_early: bool,
    /// The first counterexamples to each statement.
    failures: Vec<FirstFindings<Counterexample>>,
}

impl<'a> Check<'a> {
    /// Does what [`count`] does.
    pub(crate) fn count(job: &'a Job, statements: &'a [Statement], listed: usize) -> Self {
        let failures = || FirstFindings::new(job.grading(), listed);
        let failures = statements.iter().map(|_| failures()).collect();
        Check { job, statements, scope: Scope::Everywhere, ends_early: false, failures }
    }

    /// Does what [`check`] does.
    pub(crate) fn first(job: &'a Job, statements: &'a [Statement], scope: Scope) -> Self {
        Check { scope, ends_early: true, ..Check::count(job, statements, 1) }
    }

    /// Whether a statement is still checked at positions of this grade.
    fn is_open(&self, failures: &FirstFindings<Counterexample>, grade: u32) -> bool {
        !(self.ends_early && failures.are_below(grade))
    }
}

impl Pass for Check<'_> {
    type State = Vec<Finding>;

    fn begin(&self) -> Vec<Finding> {
        vec![Finding::default(); self.statements.len()]
    }

    fn visit_block(&self, findings: &mut Vec<Finding>, block: &Block) {
        let includes = |lane| self.scope.includes(self.job, block.at(lane));
        if !(0..block.length()).any(includes) {
            return;
        }
        let grade = self.job.grading().least_from(block.first);
        let all = self.statements.iter().zip(&self.failures).zip(findings);
        for ((statement, failures), finding) in all {
            if !self.is_open(failures, grade) {
                continue;
            }
            let verdicts = statement.verdicts(block);
            let holds = verdicts.iter().filter(|&&verdict| verdict == Verdict::Holds).count();
            // Most statements hold on most blocks, which is counted in a fraction of the time.
            if holds == block.length() && self.scope == Scope::Everywhere {
                finding.holds_on += holds as u64;
                continue;
            }
            for (lane, verdict) in verdicts.into_iter().enumerate() {
                if !includes(lane) {
                    continue;
                }
                let counter = match verdict {
                    Verdict::Holds => &mut finding.holds_on,
                    Verdict::Fails => &mut finding.fails_on,
                    Verdict::Undefined => &mut finding.undefined_on,
                    Verdict::Silent => &mut finding.silent_on,
                    Verdict::OutsideTable => &mut finding.outside_on,
                };
                *counter += 1;
                if matches!(verdict, Verdict::Fails | Verdict::Undefined) {
                    failures.report(block.at(lane), || Counterexample::at(block, lane, verdict));
                }
            }
        }
    }

    fn merge(&self, findings: &mut Vec<Finding>, other: Vec<Finding>) {
        for ((finding, other), first) in findings.iter_mut().zip(other).zip(&self.failures) {
            finding.add(&other);
            let both = finding.counterexamples.drain(..).chain(other.counterexamples);
            let mut both = both.map(|found| (found.position.coordinates(), found)).collect();
            first.keep_first(&mut both);
            finding.counterexamples.extend(both.into_iter().map(|(_, found)| found));
        }
    }

    fn close(&self, findings: &mut Vec<Finding>) {
        for (finding, failures) in findings.iter_mut().zip(&self.failures) {
            let first = failures.take().into_iter().map(|(_, found)| found);
            finding.counterexamples = first.collect();
        }
    }

    fn wants(&self, tile: &TileRegion) -> bool {
        let grade = tile.first_grade(&self.job.grading());
        grade <= self.scope.last_grade(self.job)
            && self.failures.iter().any(|failures| self.is_open(failures, grade))
    }

    fn keeps_tiles(&self) -> bool {
        self.statements.iter().any(Statement::looks_around)
    }
}
