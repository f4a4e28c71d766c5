//! One sweep over a table for any number of statements.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Cell, Test};
use crate::control::Control;
use crate::domain::{Coordinates, Position};
use crate::job::Job;
use crate::table::{Lookup, StoredValues, TableReader};
use crate::verify::{First, Sweep, VerifyError};

/// Something that is true or false of positions: a theorem's test, or a user's claim.
pub struct Statement {
    test: Box<dyn Fn(&Cell) -> Verdict + Send + Sync>,
}

/// What a statement says of a position.
pub(super) enum Verdict {
    Holds,
    Fails,
    /// It does not speak of it.
    Silent,
    /// It has no value there.
    Unclear,
}

impl Statement {
    pub(super) fn new(test: impl Fn(&Cell) -> Verdict + Send + Sync + 'static) -> Self {
        Statement { test: Box::new(test) }
    }

    pub(super) fn of_test(test: Test) -> Self {
        Statement::new(move |cell| match test(cell) {
            Some(true) => Verdict::Holds,
            Some(false) => Verdict::Fails,
            None => Verdict::Silent,
        })
    }
}

/// What was found of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// On how many positions it holds; all that it speaks of, unless there is a counterexample.
    pub holds_on: u64,
    /// The first counterexample in rank order.
    pub counterexample: Option<Counterexample>,
}

/// A position where a statement is false.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// Where.
    pub position: Position,
    /// The value in the table.
    pub value: u32,
    /// The value in the second table, if there is one.
    pub partner_value: Option<u32>,
    /// Whether the statement is not false there but has no value: a number of it overflows, or is
    /// divided by 0.
    pub unclear: bool,
}

/// The positions on which statements are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Region {
    /// All of the table.
    Everywhere,
    /// Those that may be reached from a position, and the position itself. In most games no heap
    /// grows; where one may, all of no larger rank count.
    Below(Position),
}

impl Region {
    /// Whether the region holds a position.
    fn holds(self, job: &Job, at: Coordinates) -> bool {
        let Region::Below(position) = self else {
            return true;
        };
        let from = position.coordinates();
        match job.ruleset().heaps_may_grow() {
            true => at == from || job.grading().rank(at) < job.grading().rank(from),
            false => from.dominates(at),
        }
    }
}

/// Checks statements on the positions of a region. `partner` is a table of the same positions, to
/// which a statement may compare. `control` is informed of the positions visited.
///
/// # Errors
/// When a table is incomplete or damaged, or when interrupted.
pub fn check(
    table: &TableReader,
    partner: Option<&TableReader>,
    statements: &[Statement],
    region: Region,
    control: &Control,
) -> Result<Vec<Finding>, VerifyError> {
    table.require_complete()?;
    if let Some(partner) = partner {
        partner.require_complete()?;
    }
    let job = table.plan().job();
    let stored = StoredValues::new(table);
    let partner = partner.map(StoredValues::new);
    let partner_lookup = || partner.as_ref().map(StoredValues::lookup);
    let states: Vec<State> = statements
        .iter()
        .map(|statement| State {
            statement,
            holds_on: AtomicU64::new(0),
            first: First::new(job.grading()),
        })
        .collect();
    let last_rank = match region {
        Region::Everywhere => u32::MAX,
        Region::Below(position) => job.grading().rank(position.coordinates()),
    };
    let begin = |first_rank: u32| {
        let open = states.iter().filter(|state| !state.first.is_below(first_rank));
        let open: Vec<(&State, u64)> = open.map(|state| (state, 0)).collect();
        (!open.is_empty() && first_rank <= last_rank)
            .then(|| InTile { open, partner: partner_lookup() })
    };
    let sweep = Sweep { stored: &stored, control };
    sweep.run(
        begin,
        |tile, at, value, values| {
            if !region.holds(job, at) {
                return;
            }
            let is_p = job.is_p_position(value);
            let cell = Cell { at, value, is_p, values, partner: tile.partner.as_ref() };
            for (state, holds) in &mut tile.open {
                let unclear = match (state.statement.test)(&cell) {
                    Verdict::Silent => continue,
                    Verdict::Holds => {
                        *holds += 1;
                        continue;
                    }
                    Verdict::Fails => false,
                    Verdict::Unclear => true,
                };
                state.first.report(at, (value, cell.partner(), unclear));
            }
        },
        |tile| {
            for (state, holds) in tile.open {
                state.holds_on.fetch_add(holds, Ordering::Relaxed);
            }
            Ok(tile.partner.map_or(Ok(()), Lookup::finish)?)
        },
    )?;
    let finding = |state: State| Finding {
        holds_on: state.holds_on.into_inner(),
        counterexample: state.first.into_inner().map(|(at, (value, partner_value, unclear))| {
            let position = job.domain().position(at);
            Counterexample { position, value, partner_value, unclear }
        }),
    };
    Ok(states.into_iter().map(finding).collect())
}

/// What is known of a statement so far.
struct State<'a> {
    statement: &'a Statement,
    holds_on: AtomicU64,
    /// The value, that of the second table, and whether the statement has no value.
    first: First<(u32, Option<u32>, bool)>,
}

/// The statements that are still open in a tile, and on how many of its positions each holds.
struct InTile<'a> {
    open: Vec<(&'a State<'a>, u64)>,
    partner: Option<Lookup<'a>>,
}
