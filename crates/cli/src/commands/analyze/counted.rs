//! How many positions satisfy the condition of `--where`.

use crate::analyses::expression::WithoutValue;
use grundytab::invalid_input::shortened;
use grundytab::wording::counted;
use serde::Serialize;

use super::groups::{LONGEST_EXPRESSION, without_value};
use super::part::{Asked, Part};
use crate::analyses::analyze::Matches;
use crate::commands::failure::Result;
use crate::commands::output::print;
use crate::commands::terminal::Terminal;
use grundytab::table::{AnyPass, Running};

pub struct CountedPart<'a> {
    running: Running<Matches<'a>>,
    pub found: Option<Counted>,
}

/// How many positions satisfy the condition of `--where`.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Counted {
    /// The number of these positions.
    positions: u64,
    #[serde(flatten)]
    without_value: WithoutValue,
}

impl<'a> CountedPart<'a> {
    pub fn asked_for(asked: &Asked<'a>) -> Option<Self> {
        let running = || Running::new(Matches(asked.filter));
        (!asked.filter.counts_all()).then(|| CountedPart { running: running(), found: None })
    }
}

impl Part for CountedPart<'_> {
    fn pass(&mut self) -> Option<&mut dyn AnyPass> {
        Some(&mut self.running)
    }

    fn find(&mut self, _: &Asked, _: Terminal) -> Result<()> {
        let (positions, without_value) = self.running.found()?;
        self.found = Some(Counted { positions, without_value });
        Ok(())
    }

    fn print(&self, asked: &Asked) {
        if let (Some(found), Some(condition)) = (self.found, &asked.args.groups.only.condition) {
            print(format!(
                "where {}: {}{}",
                shortened(condition, LONGEST_EXPRESSION),
                counted(found.positions, "position"),
                without_value(found.without_value)
            ));
        }
    }
}
