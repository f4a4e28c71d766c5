//! `grundytab sum` of scoring games

use crate::analyses::play::{self, Comparison, Obstacle, PlayedStops, ScoreSum, Stops};
use grundytab::Position;
use grundytab::table::TableReader;
use serde::Serialize;

use super::component_moves::{ComponentMove, print_moves};
use crate::commands::command::Flags;
use crate::commands::failure::Result;
use crate::commands::output::{print, print_json};
use crate::commands::terminal::Terminal;

/// Prints the stops of a sum, and what Milnor's theory says of it.
pub fn run(flags: &Flags, components: &[(&TableReader, &[u32])]) -> Result<()> {
    let answer = play::score_sum(components, &Terminal::open(flags)?.control())?;
    match (flags.json, answer.is_impartial) {
        (true, true) => print_json(&ScoreSumReport::of(&answer)),
        (true, false) => print_json(&PartizanScoreSumReport::of(&answer)),
        (false, _) => print_text(components, &answer),
    }
    Ok(())
}

/// What is known of a sum of partizan scoring games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct PartizanScoreSumReport {
    /// The stops of the components.
    component_stops: Vec<Stops>,
    /// Whether at every reachable position both players have moves or neither has.
    dicot: bool,
    /// Whether no reachable left stop is less than the right stop; `None` if the games are not dicot.
    nonnegative_incentive: Option<bool>,
    /// What keeps Milnor's theory from the sum; `None` if nothing does.
    obstacle: Option<ObstacleReport>,
    /// The least stops that the sum can have by Milnor's bounds; `None` if there is an obstacle.
    least_stops: Option<Stops>,
    /// The greatest ones; `None` likewise.
    greatest_stops: Option<Stops>,
    /// The stops of the sum by the definition; `None` if it has too many positions to be computed.
    sum_stops: Option<Stops>,
    /// Left's moves that attain the left stop; `None` likewise.
    best_moves_of_left: Option<Vec<ComponentMove>>,
    /// Right's moves that attain the right stop; `None` likewise.
    best_moves_of_right: Option<Vec<ComponentMove>>,
    /// How the first of two components compares with the second; `None` if there is an obstacle or there are not two.
    comparison: Option<Comparison>,
}

/// A position that belongs to no game of Milnor.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ObstacleReport {
    /// The number of a component, from 0 on.
    component: usize,
    /// A position that it reaches.
    position: Position,
}

impl PartizanScoreSumReport {
    fn of(answer: &ScoreSum) -> Self {
        let played = answer.played.as_ref();
        let why = answer.obstacle.map(|(_, _, why)| why);
        PartizanScoreSumReport {
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

/// What is known of a sum of impartial scoring games, where one number tells both stops.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct ScoreSumReport<'a> {
    /// The scores of the components.
    scores: Vec<i64>,
    /// Their stops: the scores that Left and Right reach by moving first.
    stops: &'a [Stops],
    /// A bound on the score of the sum from below; `None` if Milnor's theory does not give one.
    at_least: Option<i64>,
    /// A bound from above; `None` likewise.
    at_most: Option<i64>,
    /// The score of the sum; `None` if it has too many positions to be computed.
    score: Option<i64>,
    /// The best moves; `None` likewise.
    best_moves: Option<Vec<ComponentMove>>,
    /// The two components are equal or incomparable; `None` if that was not computed or there are not two.
    comparison: Option<Comparison>,
}

impl<'a> ScoreSumReport<'a> {
    fn of(answer: &'a ScoreSum) -> Self {
        let played = answer.played.as_ref();
        ScoreSumReport {
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
