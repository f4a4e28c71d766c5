//! The arguments of `grundytab analyze` about histograms and groups.

use clap::Args;

use crate::cli::conditions::{WhereArgs, WithArgs};
use crate::cli::failure::{Failure, Result};
use crate::cli::option::{option, switch};

/// The flags of histograms and groups.
#[derive(Args)]
#[command(next_help_heading = "Histograms and groups")]
pub struct GroupArgs {
    /// Count instead how often this expression has each of its values, as in 'g - (x ^ y)', in the language of
    /// `verify --claim`.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true,
          conflicts_with_all = ["only", "law", "lines", "rows", "against", "distance"])]
    pub histogram: Option<String>,
    /// Group the positions by the value of this expression instead, as in 'x % 3', and tell of each group how many
    /// positions it has, which is the first, and what the expressions of --show are on it.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true,
          conflicts_with_all = ["only", "law", "lines", "rows", "against", "distance", "histogram"])]
    pub group_by: Option<String>,
    /// Show the least and largest value, the mean and the sum of this expression in each group, by default of 'g'; may
    /// be given several times.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, requires = "group_by")]
    pub show: Vec<String>,
    #[command(flatten)]
    pub only: WhereArgs,
    #[command(flatten)]
    pub with: WithArgs,
    /// Print comma-separated values with a header line, of all values or groups.
    #[arg(long, conflicts_with_all = ["json", "limit"])]
    pub csv: bool,
}

impl GroupArgs {
    /// Whether they are asked for.
    ///
    /// # Errors
    /// When flags are given that say something of them alone.
    pub fn are_asked_for(&self) -> Result<bool> {
        if self.histogram.is_some() || self.group_by.is_some() {
            return Ok(true);
        }
        match self.csv {
            false => Ok(false),
            true => Err(Failure::usage(
                switch("--csv"),
                "it is about histograms and groups, and none is asked for",
                &format!(
                    "add {}, as in {}, or {}",
                    option("--histogram").placeholder("EXPR"),
                    option("--histogram").value("g"),
                    option("--group-by").placeholder("EXPR")
                ),
            )),
        }
    }
}
