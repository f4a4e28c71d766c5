//! Verification: whether a stored table is true.
//!
//! [`verify()`] trusts nothing but the definition. It checks that every chunk is there and has its
//! checksum; that cells outside the domain hold the fill value; that the stored value of a position
//! is what the definition makes of the stored values of its options, for a random sample or for all
//! positions, which by induction over the grade proves the table (where values follow from lines, along
//! these; and of loopy games, whose options have no smaller grade, by ranks, `loops.rs`); and that the recorded totals are those of the stored values. [`verify_with_engine`] recomputes the table instead and compares every
//! value.

mod along_lines;
mod answers;
mod by_definition;
mod integrity;
mod loops;
mod recompute;

pub use crate::error::Fault;
pub use recompute::{verify_with_engine, verify_with_prepared};

use std::time::Duration;

use by_definition::ByDefinition;
use integrity::{Chunks, Integrity};

use crate::control::Control;
use crate::engine::Prepared;
use crate::error::Error;
use crate::plan::Plan;
use crate::table::{AnyPass, FirstFindings, OtherTables, Running, TableReader};
use crate::totals::Statistics;

/// On which positions the definition is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// On this many positions drawn at random and those near the origin, or on all if there are
    /// no more than that.
    Sample(u64),
    /// On every position, along lines where values follow from them and memory holds these.
    Full,
}

/// How every position of a table is checked, and how long that takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FullCheck {
    /// Whether lines are walked; else every option of every position is looked up.
    pub is_by_lines: bool,
    /// The time that all threads are expected to take, on this machine.
    pub expected: Duration,
}

impl FullCheck {
    /// Finds out how every position of a table is checked, and how long that is expected to take. Where options are
    /// looked up one by one, some are, for a fraction of a second. All ranks that share the table call it.
    ///
    /// # Errors
    /// When the table is incomplete or damaged.
    pub fn of(table: &TableReader) -> Result<Self, Error> {
        table.require_complete()?;
        Ok(by_definition::full_check(table)?)
    }
}

impl Extent {
    /// Returns a sample that is checked in seconds: 1000 positions, or fewer, at least 10, if they
    /// have very many options; at least one if these are sums.
    pub fn default_sample(plan: &Plan) -> Self {
        let options = plan.job().most_lookups().max(1);
        Extent::Sample(match plan.job().ruleset().has_sums() {
            true => (DEFAULT_LOOKUPS / OF_SUM / options).clamp(1, 1000),
            false => (DEFAULT_LOOKUPS / options).clamp(10, 1000),
        })
    }
}

/// About the number of options that are looked up for a default sample.
const DEFAULT_LOOKUPS: u64 = 1 << 31;

/// An option that is a sum takes the time of so many others: its positions are listed, and each is looked up.
const OF_SUM: u64 = 16;

/// What a verification has found to be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// Number of chunks, each of which has the right checksum.
    pub chunks: u64,
    /// Totals of the stored values.
    pub totals: Statistics,
    /// Number of positions whose values were checked.
    pub positions_checked: u64,
}

/// Checks that a table is whole and that its values are those of the definition. `control` is informed of
/// the positions that are read, and of those that are checked afterwards.
///
/// # Errors
/// The first fault, a damaged chunk, or an interruption.
pub fn verify(table: &TableReader, extent: Extent, control: &Control) -> Result<Verified, Error> {
    Verification::of(table, true, Some(extent))?.run(control)
}

/// Checks that the stored values are what the definition makes of those of their options, and nothing
/// else; returns on how many positions. `control` is informed as by [`verify()`].
///
/// # Errors
/// The first fault, a damaged chunk, or an interruption.
pub fn verify_definition(
    table: &TableReader,
    extent: Extent,
    control: &Control,
) -> Result<u64, Error> {
    Verification::of(table, false, Some(extent))?.run(control).map(|found| found.positions_checked)
}

/// A verification, which reads the table once, together with other passes, and then checks what needs values here and
/// there. All ranks that share the table do the same.
pub struct Verification<'a> {
    table: &'a TableReader,
    checks_integrity: bool,
    definition: Check<'a>,
    chunks: Chunks,
}

/// How the values are held to the definition.
enum Check<'a> {
    Unchecked,
    ByDefinition(Box<ByDefinition<'a>>),
    Engine(&'a dyn Prepared),
}

impl<'a> Verification<'a> {
    /// Prepares the verification of the parts that are asked for.
    ///
    /// # Errors
    /// When the table is incomplete, or the ranks do not agree.
    pub fn of(
        table: &'a TableReader,
        checks_integrity: bool,
        extent: Option<Extent>,
    ) -> Result<Self, Error> {
        table.require_complete()?;
        let definition = match extent {
            None => Check::Unchecked,
            Some(extent) => Check::ByDefinition(Box::new(ByDefinition::of(table, extent)?)),
        };
        Ok(Verification { table, checks_integrity, definition, chunks: Chunks::default() })
    }

    /// Prepares a verification for which an engine computes the table once more. The plan that it has prepared is that of
    /// the table, which is complete.
    pub fn by_engine(table: &'a TableReader, prepared: &'a dyn Prepared) -> Self {
        let definition = Check::Engine(prepared);
        Verification { table, checks_integrity: true, definition, chunks: Chunks::default() }
    }

    /// Reads the table once, for the verification and for other passes. `control` is informed of the positions.
    ///
    /// # Errors
    /// A damaged chunk, a value outside the domain, or an interruption. The other passes tell of their own failures.
    pub fn read(
        &mut self,
        others: &OtherTables,
        other_passes: &mut [&mut dyn AnyPass],
        control: &Control,
    ) -> Result<(), Error> {
        let (table, plan) = (self.table, self.table.plan());
        table.require_complete()?;
        if let Check::ByDefinition(rule) = &mut self.definition {
            rule.prepare(control)?;
        }
        let rule = match &self.definition {
            Check::ByDefinition(rule) => Some(&**rule),
            Check::Unchecked | Check::Engine(_) => None,
        };
        let keeps_tiles = rule.is_some();
        let integrity = self.checks_integrity.then_some(Integrity { plan, keeps_tiles });
        let mut integrity = integrity.map(Running::new);
        let mut along_lines = rule.and_then(ByDefinition::along_lines).map(Running::new);
        let mut everywhere = rule.and_then(ByDefinition::everywhere).map(Running::new);
        let mut passes: Vec<&mut dyn AnyPass> = Vec::new();
        if let Some(integrity) = &mut integrity {
            integrity::check_no_stray(table)?;
            passes.push(integrity);
        }
        passes.extend(along_lines.as_mut().map(|pass| pass as &mut dyn AnyPass));
        passes.extend(everywhere.as_mut().map(|pass| pass as &mut dyn AnyPass));
        for pass in other_passes {
            passes.push(&mut **pass);
        }
        if passes.is_empty() {
            return Ok(());
        }
        table.read(others, &mut passes, control)?;
        if let Some(mut integrity) = integrity {
            self.chunks = integrity.found()?;
            self.chunks.check_outside(plan)?;
        }
        along_lines.map_or(Ok(()), |mut pass| pass.found())?;
        everywhere.map_or(Ok(()), |mut pass| pass.found())?;
        Ok(())
    }

    /// Returns how many positions are left to be checked after the reading; `None` if none is.
    pub fn left(&self) -> Option<u64> {
        match &self.definition {
            Check::Unchecked => None,
            Check::ByDefinition(rule) => rule.left(),
            Check::Engine(prepared) => Some(prepared.plan().job().domain().positions()),
        }
    }

    /// Checks what is left. `control` is informed of the positions.
    ///
    /// # Errors
    /// The first fault, a damaged chunk, a failure of the engine, or an interruption.
    pub fn conclude(self, control: &Control) -> Result<Verified, Error> {
        let Verification { table, checks_integrity, definition, chunks } = self;
        let beyond_bound = chunks.beyond_bound;
        let positions_checked = match definition {
            Check::Unchecked => 0,
            Check::ByDefinition(mut rule) => {
                rule.prepare(control)?;
                rule.conclude(beyond_bound.map(|(at, _)| at), control)?
            }
            // A value beyond the bound is found again as one that differs.
            Check::Engine(prepared) => recompute::compare(table, prepared, control)?,
        };
        // The value may be what the options make of it, so that one of these is wrong too, which a sample may miss.
        if let Some((at, stored)) = beyond_bound {
            let position = table.plan().job().domain().position(at);
            let (stored, bound) =
                (table.plan().value_type().number(stored), table.plan().bound().largest_value);
            return Err(Error::False(Fault::BeyondBound { position, stored, bound }));
        }
        if checks_integrity {
            integrity::check_totals(table, chunks.totals)?;
        }
        let count = table.plan().tiling().count();
        Ok(Verified { chunks: count, totals: chunks.totals, positions_checked })
    }

    fn run(mut self, control: &Control) -> Result<Verified, Error> {
        self.read(&OtherTables::default(), &mut [], control)?;
        self.conclude(control)
    }
}

/// Makes an error of the first wrong value that a rank has found, of which the stored and the expected one are known.
/// All ranks call it.
fn check_none_wrong(table: &TableReader, found: &FirstFindings<(u32, u32)>) -> Result<(), Error> {
    let mut all = table.of_all_ranks(Ok(found.take()))?.concat();
    found.keep_first(&mut all);
    let Some(&(at, (stored, expected))) = all.first() else { return Ok(()) };
    let plan = table.plan();
    let position = plan.job().domain().position(at);
    let [stored, expected] = [stored, expected].map(|value| plan.value_type().number(value));
    Err(Error::False(Fault::Value { position, stored, expected }))
}
