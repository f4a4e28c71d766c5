//! Sets of positions that are drawn over a table, as `view` and `render` are asked for them.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use grundytab::Job;
use grundytab::table::{OtherTables, TableReader};

use super::failure::Result;
use super::option::option;
use super::ranks;
use crate::analyses::expression::name_and_path;
use crate::figures::picture::{PositionSet, require_few_sets};

/// Sets of positions.
#[derive(Args)]
#[command(next_help_heading = "Marked positions")]
pub struct SetArgs {
    /// Mark the P-positions of this table over those of the first. Both tables have the same number of heaps; their
    /// games may differ. With NAME= the legend calls it by this name, and expressions read it as p[NAME] and g[NAME].
    /// May be given several times.
    #[arg(long, value_name = "[NAME=]PATH")]
    pub with: Vec<PathBuf>,
    /// Mark the counterexamples to this claim, as in 'g <= x + y'; may be given several times. The language is
    /// described below.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub claim: Vec<String>,
    /// Mark the positions that satisfy this condition, as in 'g == 1'; may be given several times.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub list: Vec<String>,
}

/// The tables of `--with`, each with its name if it has one.
pub struct NamedTables(Vec<(Option<String>, Arc<TableReader>)>);

impl NamedTables {
    /// Returns those that expressions can read.
    pub fn others(&self) -> Result<OtherTables<'_>> {
        let mut all = OtherTables::default();
        for (name, table) in &self.0 {
            if let Some(name) = name {
                all = all.with(name, table).map_err(|error| {
                    error
                        .about(option("--with").value(format!("{name}={}", table.path().display())))
                })?;
            }
        }
        Ok(all)
    }
}

impl SetArgs {
    /// Returns how many sets are asked for.
    pub fn count(&self) -> usize {
        self.with.len() + self.claim.len() + self.list.len()
    }

    /// Opens the other tables, each of which keeps at most this much in memory.
    pub fn open(&self, kept: u64) -> Result<NamedTables> {
        let open = |typed: &PathBuf| {
            let (name, path) = name_and_path(typed);
            let table = TableReader::open(path)?.shared_by(ranks::network());
            Ok((name, Arc::new(table.keeping_at_most(kept))))
        };
        self.with.iter().map(open).collect::<Result<_>>().map(NamedTables)
    }

    /// Reads the sets over the table of a job.
    pub fn sets(&self, job: &Job, tables: &NamedTables) -> Result<Vec<PositionSet>> {
        require_few_sets(self.count())?;
        let others = tables.others()?;
        let mut all = Vec::new();
        for (name, table) in &tables.0 {
            all.push(PositionSet::p_positions(table.clone(), name.as_deref(), job)?);
        }
        for claim in &self.claim {
            all.push(PositionSet::counterexamples(claim, job, &others)?);
        }
        for condition in &self.list {
            all.push(PositionSet::list(condition, job, &others)?);
        }
        Ok(all)
    }
}
