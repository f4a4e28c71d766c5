//! `grundytab sum` of partizan scoring games

use grundytab::Position;
use grundytab::play::{self, Comparison, Obstacle, PartizanScoreSum, PlayedStops, Stops};
use grundytab::table::TableReader;
use serde::Serialize;

use super::command::Flags;
use super::failure::Result;
use super::output::{print, print_json};
use super::score_sum::{ComponentMove, print_comparison, print_moves};
use super::terminal::Terminal;

/// Prints the stops of a sum, and what Milnor's theory says of it.
pub fn run(flags: &Flags, components: &[(&TableReader, &[u32])]) -> Result<()> {
    let answer = play::partizan_score_sum(components, &Terminal::open(flags)?.control())?;
    if flags.json {
        print_json(&Report::of(&answer));
    } else {
        print_text(components, &answer);
    }
    Ok(())
}

/// What `--json` prints.
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
    fn of(answer: &PartizanScoreSum) -> Self {
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

fn print_text(components: &[(&TableReader, &[u32])], answer: &PartizanScoreSum) {
    let named = |component: usize, at: Position| {
        format!("{} at {at}", components[component].0.plan().job().ruleset().shown())
    };
    for (number, (Stops { left, right, .. }, (_, heaps))) in
        answer.components.iter().zip(components).enumerate()
    {
        let game = named(number, Position::new(heaps));
        print(format!("{game}: left stop {left}, right stop {right}"));
    }
    match answer.obstacle {
        None => print(
            "these are games of Milnor: at every reachable position both players have moves or neither has, and no \
             left stop is less than the right stop",
        ),
        Some((component, at, Obstacle::OneSided)) => print(format!(
            "no bounds: {} one player has a move and the other has none, so that the game is not dicot",
            named(component, at)
        )),
        Some((component, at, Obstacle::WaitingPays(Stops { left, right, .. }))) => print(format!(
            "no bounds: a player may gain by waiting, since {} the left stop {left} is less than the right stop {right}",
            named(component, at)
        )),
    }
    if let Some([least, greatest]) = answer.bounds {
        print(format!(
            "by Milnor's bounds the left stop of the sum is from {} to {}, the right stop from {} to {}",
            least.left, greatest.left, least.right, greatest.right
        ));
    }
    let Some(PlayedStops { stops, best_of_left, best_of_right, .. }) = &answer.played else {
        print("the stops of the sum were not computed: it has too many positions");
        return;
    };
    let Stops { left, right, .. } = stops;
    print(format!(
        "by the definition, at every position of the sum: left stop {left}, right stop {right}"
    ));
    print_moves("best of Left's", components, best_of_left);
    print_moves("best of Right's", components, best_of_right);
    print_comparison(answer.comparison);
}
