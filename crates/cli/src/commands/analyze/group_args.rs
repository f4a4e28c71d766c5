//! The arguments of `grundytab analyze` about histograms and groups.

use clap::Args;

use crate::commands::conditions::{WhereArgs, WithArgs};

/// The flags of histograms and groups.
#[derive(Args)]
#[command(next_help_heading = "Histograms and groups")]
pub struct GroupArgs {
    /// Count instead how often this expression has each of its values, as in 'g - (x ^ y)', in the language of
    /// `verify --claim`.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true,
          conflicts_with_all = ["only", "lines", "rows", "against", "distance"])]
    pub histogram: Option<String>,
    /// Group the positions by the value of this expression instead, as in 'x % 3', and tell of each group how many
    /// positions it has, which is the first, and what the expressions of --show are on it.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true,
          conflicts_with_all = ["only", "lines", "rows", "against", "distance", "histogram"])]
    pub group_by: Option<String>,
    /// Show the least and largest value, the mean and the sum of this expression in each group, by default of 'g'; may
    /// be given several times.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, requires = "group_by")]
    pub show: Vec<String>,
    #[command(flatten)]
    pub only: WhereArgs,
    #[command(flatten)]
    pub with: WithArgs,
    /// Print comma-separated values with a header line: of all values or groups or, without these, a row for each table,
    /// or for each line of --rows or --lines.
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

impl GroupArgs {
    /// Whether they are asked for.
    pub fn are_asked_for(&self) -> bool {
        self.histogram.is_some() || self.group_by.is_some()
    }
}
