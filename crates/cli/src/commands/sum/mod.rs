//! `grundytab sum`

pub(super) mod classes;
mod component_moves;
pub(super) mod loopy;
pub(super) mod scores;

use std::path::PathBuf;

use crate::analyses::play;
use clap::Args;
use grundytab::table::TableReader;
use grundytab::{Convention, Position, Quantity};
use serde::Serialize;

use self::component_moves::{ComponentMove, print_moves};
use super::command::{Command, Examples, Flag, Flags};
use super::failure::{Failure, Result};
use super::flag_values::{self, Component};
use super::option::option;
use super::output::{print, print_json};

/// Play a disjunctive sum of positions from several tables.
#[derive(Args)]
pub struct SumArgs {
    /// Components, each a table and a position in it, as in wythoff.zarr@3,5.
    #[arg(required = true, value_name = "PATH@POSITION", value_parser = flag_values::component)]
    pub components: Vec<Component>,
    /// For components in misère play, which must be tame: the table of the same game and domain in
    /// normal play; may be given several times.
    #[arg(long, value_name = "PATH")]
    pub with: Vec<PathBuf>,
}

/// What a sum of impartial games is.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SumReport<'a> {
    /// The values of the components.
    values: &'a [u32],
    /// Who wins when no move is left.
    convention: Convention,
    /// The value of the sum.
    value: u32,
    /// The same in normal play; `None` in misère play.
    nim_sum: Option<u32>,
    /// The outcome: `P` or `N`.
    outcome: &'static str,
    /// The winning moves.
    winning_moves: Vec<ComponentMove>,
}

impl Command for SumArgs {
    const NAME: &'static str = "sum";
    const FLAGS: &'static [Flag] = &[Flag::Json];
    const EXAMPLES: Examples = &[(
        "sum wythoff.zarr@3,5 wythoff.zarr@1,4",
        "a disjunctive sum: its value and winning moves",
    )];

    fn run(&self, flags: &Flags) -> Result<()> {
        let tables: Vec<TableReader> = self
            .components
            .iter()
            .map(|component| TableReader::open(&component.path))
            .collect::<std::result::Result<_, _>>()?;
        let heaps = self.components.iter().map(|component| component.heaps.0.as_slice());
        let components: Vec<(&TableReader, &[u32])> = tables.iter().zip(heaps).collect();
        let is_any = |is_it: fn(Quantity) -> bool| {
            tables.iter().any(|table| is_it(table.plan().job().quantity()))
        };
        if is_any(Quantity::is_score) {
            self.refuse_partners("it is for misère play, which scoring games do not have")?;
            return scores::run(flags, &components);
        }
        if is_any(|quantity| quantity == Quantity::OutcomeClass) {
            self.refuse_partners("it is for Grundy values, which partizan games do not have")?;
            return classes::run(flags, &components);
        }
        if tables.iter().any(|table| table.plan().job().is_loopy()) {
            self.refuse_partners(
                "it is for misère play, in which values of loopy games do not add up",
            )?;
            return loopy::run(flags, &components);
        }
        let partners: Vec<TableReader> =
            self.with.iter().map(TableReader::open).collect::<std::result::Result<_, _>>()?;
        let answer = play::sum(&components, &partners)?;
        if answer.convention == Convention::Normal {
            self.refuse_partners("in normal play the values of the components determine the sum")?;
        }
        if flags.json {
            print_json(&SumReport {
                values: &answer.values,
                convention: answer.convention,
                value: answer.value,
                nim_sum: (answer.convention == Convention::Normal).then_some(answer.value),
                outcome: outcome(answer.value == 0),
                winning_moves: ComponentMove::list(&answer.winning),
            });
            return Ok(());
        }
        for ((table, heaps), value) in components.iter().zip(&answer.values) {
            let game = table.plan().job().ruleset().shown();
            print(format!("{game} at {}: {value}", Position::new(heaps)));
        }
        let outcome = outcome(answer.value == 0);
        let name = match answer.convention {
            Convention::Normal => "nim-sum",
            Convention::Misere => "tame components, misère value",
        };
        print(format!("{name} {}, {outcome}-position", answer.value));
        print_moves("winning", &components, &answer.winning);
        Ok(())
    }
}

impl SumArgs {
    /// Fails for a reason if tables of normal play are given as partners.
    fn refuse_partners(&self, reason: &str) -> Result<()> {
        match self.with.first() {
            None => Ok(()),
            Some(path) => {
                let typed = option("--with").value(path.display());
                Err(Failure::usage(typed, reason, "leave it out"))
            }
        }
    }
}

fn outcome(is_p_position: bool) -> &'static str {
    if is_p_position { "P" } else { "N" }
}
