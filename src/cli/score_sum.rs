//! `grundytab sum` of scoring games

use grundytab::play::{self, PlayedSum, ScoreSumAnswer, describe_move};
use grundytab::table::TableReader;
use grundytab::{Control, Position};
use serde_json::{Value, json};

use super::command::Flags;
use super::failure::Result;
use super::output::{print, print_json};
use super::{game, interrupt_flag};

/// Prints what the tables of scores of the components tell of their sum.
pub fn run(flags: &Flags, components: &[(&TableReader, &[u32])]) -> Result<()> {
    let interrupt = interrupt_flag()?;
    let control = Control::default().interrupted_by(&interrupt);
    let answer = play::score_sum(components, &control)?;
    match flags.json {
        true => print_json(&to_json(&answer)),
        false => print_text(components, &answer),
    }
    Ok(())
}

fn to_json(answer: &ScoreSumAnswer) -> Value {
    let stops = answer.scores.iter().map(|score| json!({ "left": score, "right": -score }));
    let played = answer.played.as_ref();
    json!({
        "scores": answer.scores,
        "stops": stops.collect::<Vec<_>>(),
        "at_least": answer.at_least,
        "at_most": answer.at_most,
        "score": played.map(|played| played.score),
        "best_moves": played.map(|played| -> Vec<Value> {
            let best = played.best.iter();
            best.map(|(component, option)| json!({ "component": component, "to": option.heaps() })).collect()
        }),
    })
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
        let game = game::shown(table.plan().job().ruleset());
        let right = -score;
        print(format!("{game} at {}: left stop {score}, right stop {right}", Position::new(heaps)));
    }
    print("nobody gains by waiting: no score is negative where these positions lead");
    let ScoreSumAnswer { at_least, at_most, .. } = answer;
    print(format!("by Milnor's bounds the score of the sum is from {at_least} to {at_most}"));
    let Some(PlayedSum { score, best }) = &answer.played else {
        print("it was not computed: the sum has too many positions");
        return;
    };
    let outcome = outcome(*score);
    print(format!("by the definition, at every position of the sum, it is {score}: {outcome}"));
    print(format!("best moves: {}", best.len()));
    for &(component, option) in best {
        let (table, heaps) = components[component];
        let from = Position::new(heaps);
        let words = describe_move(table.plan().job().ruleset(), from, option);
        print(format!("  in {}@{from}: {words} -> {option}", table.path().display()));
    }
}
