//! How many positions satisfy the condition of `--where`.

use crate::analyses::expression::WithoutValue;
use grundytab::invalid_input::shortened;
use grundytab::wording::counted;
use serde::Serialize;

use super::groups::{LONGEST_EXPRESSION, without_value};
use crate::commands::output::print;

/// How many positions satisfy the condition of `--where`.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Counted {
    /// The number of these positions.
    pub positions: u64,
    #[serde(flatten)]
    pub without_value: WithoutValue,
}

/// Prints it.
pub fn print_text(condition: &str, found: Counted) {
    let condition = shortened(condition, LONGEST_EXPRESSION);
    let positions = counted(found.positions, "position");
    print(format!("where {condition}: {positions}{}", without_value(found.without_value)));
}
