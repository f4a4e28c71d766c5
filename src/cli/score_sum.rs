//! `grundytab sum` of scoring games

use grundytab::Position;
use grundytab::play::{self, Comparison, PlayedSum, ScoreSumAnswer, Stops, describe_move};
use grundytab::table::TableReader;
use serde::Serialize;

use super::command::Flags;
use super::failure::Result;
use super::output::{print, print_json};
use super::terminal::Terminal;

/// Prints what the tables of scores of the components tell of their sum.
pub fn run(flags: &Flags, components: &[(&TableReader, &[u32])]) -> Result<()> {
    let answer = play::score_sum(components, &Terminal::open(flags)?.control())?;
    if flags.json {
        print_json(&Report::of(&answer));
    } else {
        print_text(components, &answer);
    }
    Ok(())
}

/// A move in one component of a sum.
#[derive(Serialize)]
pub struct ComponentMove {
    component: usize,
    to: Position,
}

impl ComponentMove {
    /// Returns moves of which the number of the component and the option are known.
    pub fn list(moves: &[(usize, Position)]) -> Vec<Self> {
        moves.iter().map(|&(component, to)| ComponentMove { component, to }).collect()
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    scores: &'a [i64],
    stops: Vec<Stops>,
    at_least: i64,
    at_most: i64,
    score: Option<i64>,
    best_moves: Option<Vec<ComponentMove>>,
    comparison: Option<Comparison>,
}

impl<'a> Report<'a> {
    fn of(answer: &'a ScoreSumAnswer) -> Self {
        let played = answer.played.as_ref();
        Report {
            scores: &answer.scores,
            stops: answer
                .scores
                .iter()
                .map(|&score| Stops { left: score, right: -score })
                .collect(),
            at_least: answer.at_least,
            at_most: answer.at_most,
            score: played.map(|played| played.score),
            best_moves: played.map(|played| ComponentMove::list(&played.best)),
            comparison: answer.comparison(),
        }
    }
}

/// Says who wins. Under Milnor's condition the player to move does not lose.
fn outcome(score: i64) -> &'static str {
    match score.signum() {
        1 => "the player to move wins",
        0 => "a draw",
        _ => "the player to move loses",
    }
}

fn print_text(components: &[(&TableReader, &[u32])], answer: &ScoreSumAnswer) {
    for ((table, heaps), score) in components.iter().zip(&answer.scores) {
        let game = table.plan().job().ruleset().shown();
        let right = -score;
        print(format!("{game} at {}: left stop {score}, right stop {right}", Position::new(heaps)));
    }
    print("Milnor's condition holds: no reachable position has a negative score");
    let ScoreSumAnswer { at_least, at_most, .. } = answer;
    print(format!("by Milnor's bounds the score of the sum is from {at_least} to {at_most}"));
    let Some(PlayedSum { score, best }) = &answer.played else {
        print("it was not computed: the sum has too many positions");
        return;
    };
    let outcome = outcome(*score);
    print(format!("by the definition, at every position of the sum, it is {score}: {outcome}"));
    print_moves("best", components, best);
    print_comparison(answer.comparison());
}

/// Says how the first of two components compares with the second, if that is known.
pub fn print_comparison(comparison: Option<Comparison>) {
    let Some(comparison) = comparison else { return };
    let words = match comparison {
        Comparison::Equal => "is equal to the second",
        Comparison::Greater => "is greater than the second",
        Comparison::Less => "is less than the second",
        Comparison::Incomparable => "and the second are incomparable",
    };
    print(format!("in all sums with games of Milnor the first component {words}"));
}

/// Prints moves of a sum, each in one of its components.
pub fn print_moves(
    which: &str,
    components: &[(&TableReader, &[u32])],
    moves: &[(usize, Position)],
) {
    print(format!("{which} moves: {}", moves.len()));
    for &(component, option) in moves {
        let (table, heaps) = components[component];
        let from = Position::new(heaps);
        let words = describe_move(table.plan().job().ruleset(), from, option);
        print(format!("  in {}@{from}: {words} -> {option}", table.path().display()));
    }
}
