//! `grundytab sum` of scoring games

use grundytab::Position;
use grundytab::play::{self, Comparison, Obstacle, PlayedStops, ScoreSum, Stops};
use grundytab::table::TableReader;
use serde::Serialize;

use super::moves::{ComponentMove, print_moves};
use crate::cli::command::Flags;
use crate::cli::failure::Result;
use crate::cli::output::{print, print_json};
use crate::cli::terminal::Terminal;

/// Prints the stops of a sum, and what Milnor's theory says of it.
pub fn run(flags: &Flags, components: &[(&TableReader, &[u32])]) -> Result<()> {
    let answer = play::score_sum(components, &Terminal::open(flags)?.control())?;
    match (flags.json, answer.is_impartial) {
        (true, true) => print_json(&ImpartialReport::of(&answer)),
        (true, false) => print_json(&Report::of(&answer)),
        (false, _) => print_text(components, &answer),
    }
    Ok(())
}

/// What `--json` prints of partizan games.
#[derive(Serialize)]
struct Report {
    component_stops: Vec<Stops>,
    dicot: bool,
    nonnegative_incentive: Option<bool>,
    obstacle: Option<ObstacleReport>,
    least_stops: Option<Stops>,
    greatest_stops: Option<Stops>,
    sum_stops: Option<Stops>,
    best_moves_of_left: Option<Vec<ComponentMove>>,
    best_moves_of_right: Option<Vec<ComponentMove>>,
    comparison: Option<Comparison>,
}

/// A position that belongs to no game of Milnor.
#[derive(Serialize)]
struct ObstacleReport {
    component: usize,
    position: Position,
}

impl Report {
    fn of(answer: &ScoreSum) -> Self {
        let played = answer.played.as_ref();
        let why = answer.obstacle.map(|(_, _, why)| why);
        Report {
            component_stops: answer.components.clone(),
            dicot: why != Some(Obstacle::OneSided),
            nonnegative_incentive: match why {
                None => Some(true),
                Some(Obstacle::WaitingPays(_)) => Some(false),
                Some(Obstacle::OneSided) => None,
            },
            obstacle: answer
                .obstacle
                .map(|(component, position, _)| ObstacleReport { component, position }),
            least_stops: answer.bounds.map(|[least, _]| least),
            greatest_stops: answer.bounds.map(|[_, greatest]| greatest),
            sum_stops: played.map(|played| played.stops),
            best_moves_of_left: played.map(|played| ComponentMove::list(&played.best_of_left)),
            best_moves_of_right: played.map(|played| ComponentMove::list(&played.best_of_right)),
            comparison: answer.comparison,
        }
    }
}

/// What `--json` prints of impartial games, where one number tells both stops.
#[derive(Serialize)]
struct ImpartialReport<'a> {
    scores: Vec<i64>,
    stops: &'a [Stops],
    at_least: Option<i64>,
    at_most: Option<i64>,
    score: Option<i64>,
    best_moves: Option<Vec<ComponentMove>>,
    comparison: Option<Comparison>,
}

impl<'a> ImpartialReport<'a> {
    fn of(answer: &'a ScoreSum) -> Self {
        let played = answer.played.as_ref();
        ImpartialReport {
            scores: answer.components.iter().map(|stops| stops.left).collect(),
            stops: &answer.components,
            at_least: answer.bounds.map(|[least, _]| least.left),
            at_most: answer.bounds.map(|[_, greatest]| greatest.left),
            score: played.map(|played| played.stops.left),
            best_moves: played.map(|played| ComponentMove::list(&played.best_of_left)),
            comparison: answer.comparison,
        }
    }
}

fn print_text(components: &[(&TableReader, &[u32])], answer: &ScoreSum) {
    let named = |component: usize, at: Position| {
        format!("{} at {at}", components[component].0.plan().job().ruleset().shown())
    };
    for (number, (Stops { left, right }, (_, heaps))) in
        answer.components.iter().zip(components).enumerate()
    {
        let game = named(number, Position::new(heaps));
        print(format!("{game}: left stop {left}, right stop {right}"));
    }
    let is_impartial = answer.is_impartial;
    match answer.obstacle {
        None if is_impartial => {
            print("Milnor's condition holds: no reachable position has a negative score");
        }
        None => print(
            "these are games of Milnor: at every reachable position both players have moves or neither has, and no \
             left stop is less than the right stop",
        ),
        Some((component, at, Obstacle::OneSided)) => print(format!(
            "no bounds: {} one player has a move and the other has none, so that the game is not dicot",
            named(component, at)
        )),
        Some((component, at, Obstacle::WaitingPays(Stops { left, right }))) => print(format!(
            "no bounds: a player may gain by waiting, since {} the left stop {left} is less than the right stop {right}",
            named(component, at)
        )),
    }
    if let Some([least, greatest]) = answer.bounds {
        let (from, to) = (least.left, greatest.left);
        print(match is_impartial {
            true => format!("by Milnor's bounds the score of the sum is from {from} to {to}"),
            false => format!(
                "by Milnor's bounds the left stop of the sum is from {from} to {to}, the right stop from {} to {}",
                least.right, greatest.right
            ),
        });
    }
    let Some(PlayedStops { stops: Stops { left, right }, best_of_left, best_of_right }) =
        &answer.played
    else {
        print(match is_impartial {
            true => "it was not computed: the sum has too many positions",
            false => "the stops of the sum were not computed: it has too many positions",
        });
        return;
    };
    let by_definition = "by the definition, at every position of the sum";
    if is_impartial {
        print(format!("{by_definition}, it is {left}: {}", outcome(*left)));
        print_moves("best", components, best_of_left);
    } else {
        print(format!("{by_definition}: left stop {left}, right stop {right}"));
        print_moves("best of Left's", components, best_of_left);
        print_moves("best of Right's", components, best_of_right);
    }
    print_comparison(answer.comparison);
}

/// Says who wins. Under Milnor's condition the player to move does not lose.
fn outcome(score: i64) -> &'static str {
    match score.signum() {
        1 => "the player to move wins",
        0 => "a draw",
        _ => "the player to move loses",
    }
}

/// Says how the first of two components compares with the second, if that is known.
fn print_comparison(comparison: Option<Comparison>) {
    let Some(comparison) = comparison else { return };
    let words = match comparison {
        Comparison::Equal => "is equal to the second",
        Comparison::Greater => "is greater than the second",
        Comparison::Less => "is less than the second",
        Comparison::Incomparable => "and the second are incomparable",
    };
    print(format!("in all sums with games of Milnor the first component {words}"));
}
