//! `grundytab sum` of outcome classes of partizan games

use crate::analyses::play::{self, ClassSumAnswer, MovingFirst};
use grundytab::Position;
use grundytab::table::TableReader;
use serde::Serialize;

use super::component_moves::{ComponentMove, print_moves};
use crate::commands::command::Flags;
use crate::commands::failure::{Failure, Result};
use crate::commands::output::{print, print_json};

/// Prints what the tables of outcome classes of the components tell of their sum.
///
/// # Errors
/// When they do not decide its outcome class, too.
pub fn run(flags: &Flags, components: &[(&TableReader, &[u32])]) -> Result<()> {
    let answer = play::class_sum(components)?;
    let possible = answer.possible();
    let report = ClassSumReport::of(&answer, &possible);
    if flags.json && report.outcome.is_some() {
        print_json(&report);
    }
    if !flags.json {
        print_text(components, &answer, &possible);
    }
    match report.outcome {
        Some(_) => Ok(()),
        None => Err(Failure::undecided(format!(
            "the outcome classes of the components and of their options do not decide that of the sum, which \
             may be {}; to decide it, tabulate the sum as one partizan game on all heaps",
            possible.join(" or ")
        ))
        .having_found(&report)),
    }
}

/// What the outcome classes of the components tell of a sum of partizan games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct ClassSumReport<'a> {
    /// The outcome classes of the components.
    classes: &'a [&'static str],
    /// That of the sum: `P`, `N`, `L` or `R`; `None` if it is not decided.
    outcome: Option<&'static str>,
    /// Those that it may be, as far as is known.
    possible_outcomes: &'a [&'static str],
    /// Whether Left wins moving first; `None` if it is not decided.
    left_wins_first: Option<bool>,
    /// Whether Right wins moving first; `None` likewise.
    right_wins_first: Option<bool>,
    /// Left's moves that are known to win; there may be others if the sum is not decided.
    winning_moves_of_left: Vec<ComponentMove>,
    /// Right's moves that are known to win; there may be others likewise.
    winning_moves_of_right: Vec<ComponentMove>,
}

impl<'a> ClassSumReport<'a> {
    fn of(answer: &'a ClassSumAnswer, possible: &'a [&'static str]) -> Self {
        ClassSumReport {
            classes: &answer.classes,
            outcome: if let [class] = possible { Some(class) } else { None },
            possible_outcomes: possible,
            left_wins_first: answer.left.wins,
            right_wins_first: answer.right.wins,
            winning_moves_of_left: ComponentMove::list(&answer.left.winning),
            winning_moves_of_right: ComponentMove::list(&answer.right.winning),
        }
    }
}

fn print_text(
    components: &[(&TableReader, &[u32])],
    answer: &ClassSumAnswer,
    possible: &[&'static str],
) {
    for ((table, heaps), class) in components.iter().zip(&answer.classes) {
        let game = table.plan().job().ruleset().shown();
        print(format!("{game} at {}: outcome class {class}", Position::new(heaps)));
    }
    print(format!("the sum: outcome class {}", possible.join(" or ")));
    for (name, MovingFirst { wins, winning, .. }) in
        [("Left", &answer.left), ("Right", &answer.right)]
    {
        print(match wins {
            Some(true) => format!("{name} wins moving first"),
            Some(false) => format!("{name} loses moving first"),
            None => format!("{name} moving first: not decided by outcome classes"),
        });
        if *wins == Some(true) {
            print_moves("known winning", components, winning);
        }
    }
}
