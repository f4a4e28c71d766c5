//! What is to be proved: the game and its sets, from the arguments and the table.

use crate::proofs::prove::Definition;
use grundytab::Convention;
use grundytab::table::TableReader;

use super::args::{ProveArgs, Proved};
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result};
use crate::commands::game;
use crate::commands::option::option;

/// Returns what defines the sets that the arguments ask for. A game that is left out is that of the table,
/// as is the play convention then.
pub(super) fn definition(
    args: &ProveArgs,
    flags: &Flags,
    table: Option<&TableReader>,
) -> Result<Definition> {
    let of_table = table.map(|table| table.plan().job());
    let (ruleset, convention) = match (&args.game, of_table) {
        (Some(typed), _) => {
            let game = game::read(typed)?;
            game::note_renamed(typed, &game, flags.is_silent());
            game::note_altered(&game, flags.is_silent());
            (game, asked_convention(args))
        }
        (None, Some(job)) if args.misere => (job.ruleset().clone(), Convention::Misere),
        (None, Some(job)) => (job.ruleset().clone(), job.convention()),
        (None, None) => {
            let hint = format!("give a game, as in wythoff, or a table with {}", option("--from"));
            return Err(Failure::usage("prove", "there is no game", &hint));
        }
    };
    Ok(match (args.quantity, args.values) {
        (None | Some(Proved::Outcome), None) => Definition::of_outcomes(&ruleset, convention)?,
        (None | Some(Proved::Grundy), Some(largest)) => {
            if convention == Convention::Misere {
                let problem = "Grundy values are proved in normal play alone";
                return Err(Failure::usage(option("--values"), problem, "leave it out"));
            }
            Definition::of_values(&ruleset, largest)?
        }
        (Some(Proved::Grundy), None) => {
            let hint = format!("give the largest one, as in {}", option("--values").value(3));
            return Err(Failure::usage(
                option("--quantity").value("grundy"),
                "which values are to be proved?",
                &hint,
            ));
        }
        (Some(Proved::Outcome), Some(_)) => {
            let hint = "leave out one of the two";
            return Err(Failure::usage(
                format!("{} {}", option("--quantity").value("outcome"), option("--values")),
                "values are not outcomes",
                hint,
            ));
        }
    })
}

fn asked_convention(args: &ProveArgs) -> Convention {
    if args.misere { Convention::Misere } else { Convention::Normal }
}
