//! Expressions: conditions and numbers at a position, as texts that are read at run time.
//!
//! A [`Condition`] is true or false at each position of a table, as `p and x <= y`; a
//! [`NumberExpression`] is a number there, as `g - (x ^ y)`. Both are written in one language, which
//! this page describes. An expression is read for a job, so that a name that means nothing in the game
//! is refused at once; so is a number where a truth value is expected, and the other way round.
//! An expression may look at the same and at other positions of [other tables](grundytab::table::OtherTables), of other
//! games too. [`list_positions`] finds the positions of a table that satisfy a condition, [`Summaries`] tell between
//! which bounds number expressions lie, [`group_by`] counts the positions by its values,
//! [`points_at`] by those of two. A [`Filter`] restricts these
//! to some positions.
//!
//! ```text
#![doc = include_str!("language.txt")]
//! ```

mod blocks;
mod elsewhere;
mod filter;
mod groups;
mod leaves;
mod listing;
mod names;
mod part;
mod points;
mod reading;
mod real;
mod single;
mod summary;
mod table_name;

pub use filter::Filter;
pub use groups::{Group, Groups, Spread, group_by};
pub use listing::{Listing, list_positions, visit_positions};
pub use part::Part;
pub use points::{Points, Resolution, points_at};
pub use real::parse_real;
pub use single::AtPositions;
pub(crate) use summary::Summaries;
pub use summary::{Extremum, Summary};
pub use table_name::name_and_path;

use grundytab::invalid_input::InvalidInput;
use grundytab::job::Job;
pub(crate) use grundytab::table::WithoutValue;
use grundytab::table::{Block, OtherTables, PositionView};
use heap_rules::Meaning as _;
pub use heap_rules::column::NoValue;
use heap_rules::column::Truths;
use leaves::{LooksAround as _, Number, Truth};
use names::Names;

/// The language of expressions, as a text for people: a line or two for each name, operator and
/// function.
pub const LANGUAGE: &str = include_str!("language.txt");

/// An expression that is true or false at each position.
#[derive(Debug, Clone)]
pub struct Condition(Truth);

/// An expression that is a number at each position.
#[derive(Debug, Clone)]
pub struct NumberExpression(Number);

impl Condition {
    /// Reads a condition on the positions of a job. It may refer to other tables, which have to be the same
    /// ones where it is evaluated.
    ///
    /// # Errors
    /// When the text cannot be read, when it names something that is not defined for the job, and
    /// when it is not true or false.
    pub fn parse(text: &str, job: &Job, others: &OtherTables) -> Result<Self, InvalidInput> {
        reading::read(text, Names::of(job, others), Names::truth).map(Condition)
    }

    /// Returns the condition that both are true; the second is not looked at where the first is false.
    #[must_use]
    pub fn and(self, other: Condition) -> Self {
        Condition(self.0.and(other.0))
    }

    /// Takes an implication apart: the condition under which it says anything, and what it says. Of
    /// `A implies B implies C` the premise is that A and B are true. Another condition has no premise.
    pub fn premise_and_conclusion(self) -> (Option<Condition>, Condition) {
        let (premise, conclusion) = self.0.premise_and_conclusion();
        (premise.map(Condition), Condition(conclusion))
    }

    /// Whether it looks at other positions of the table.
    pub(crate) fn looks_around(&self) -> bool {
        self.0.looks_around()
    }

    /// Evaluates it at those positions of a block where a premise is true.
    pub(crate) fn under(&self, premise: Option<&Condition>, block: &Block) -> Said {
        let premise = premise.map(|premise| premise.0.on(block, None));
        let wanted = premise.as_ref().map(|premise| premise.lanes.as_slice());
        let matters = wanted.is_none_or(|wanted| wanted.contains(&true));
        let truths = matters.then(|| self.0.on(block, wanted));
        Said { premise, truths }
    }
}

/// What a condition says of the positions of a block.
pub(crate) struct Said {
    premise: Option<Truths>,
    /// `None` if the premise is true nowhere.
    truths: Option<Truths>,
}

impl Said {
    /// Returns whether the conclusion holds at a position; `None` where the premise is false.
    #[inline]
    pub(crate) fn at(&self, lane: usize) -> Result<Option<bool>, NoValue> {
        match (&self.premise, &self.truths) {
            (Some(premise), _) if !premise.at(lane)? => Ok(None),
            (_, Some(truths)) => truths.at(lane).map(Some),
            (_, None) => Ok(None),
        }
    }

    /// Returns whether it is true at each position, if it says so of all of them: most conditions do, and are then counted
    /// in a fraction of the time.
    pub(crate) fn everywhere(&self) -> Option<&[bool]> {
        let truths = self.truths.as_ref().filter(|truths| truths.faults.are_none())?;
        self.premise.is_none().then_some(&truths.lanes)
    }
}

impl NumberExpression {
    /// Reads a number expression for the positions of a job, as [`Condition::parse`] does. A condition is 1 where
    /// it is true, and 0 elsewhere.
    ///
    /// # Errors
    /// When the text cannot be read, when it names something that is not defined for the job, and
    /// when it is not a number.
    pub fn parse(text: &str, job: &Job, others: &OtherTables) -> Result<Self, InvalidInput> {
        reading::read(text, Names::of(job, others), Names::number).map(NumberExpression)
    }

    /// Returns the number at a position.
    ///
    /// # Errors
    /// When a part of it has no value there.
    pub fn at(&self, position: &PositionView) -> Result<i64, NoValue> {
        self.0.on(&position.as_block(), None).at(0)
    }
}
