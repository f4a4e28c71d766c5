//! `grundytab query` and `grundytab sum`

use grundytab::play::{self, Answer, Mover, describe_move};
use grundytab::table::TableReader;
use grundytab::{Convention, Position, Quantity};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::args::{QueryArgs, SumArgs};
use super::failure::{Failure, Result};
use super::game;
use super::output::{print, print_json};

pub fn query(args: &QueryArgs) -> Result<()> {
    let table = TableReader::open(&args.path)?;
    let ruleset = table.plan().job().ruleset();
    // In parallel, but the first position that cannot be answered is the one that is reported.
    let answers = args.positions.par_iter().map(|heaps| play::query(&table, &heaps.0));
    let answers: Vec<_> = answers.collect();
    let answers = answers.into_iter().collect::<std::result::Result<Vec<Answer>, _>>()?;
    if args.json {
        let answers: Vec<Value> =
            answers.iter().map(|answer| answer_json(&table, answer)).collect();
        print_json(&json!({ "ruleset": ruleset.to_string(), "answers": answers }));
        return Ok(());
    }
    for answer in &answers {
        let position = answer.position;
        let outcome = outcome_of(&table, answer);
        match table.plan().job().quantity() {
            Quantity::OutcomeClass => print(format!("{position}: outcome class {outcome}")),
            quantity => {
                let name = quantity.value_name();
                print(format!("{position}: {name} {}, {outcome}-position", answer.value));
            }
        }
        let blocked = match ruleset.blocking_number() {
            0 => String::new(),
            block => format!(", of which the opponent may block {block}"),
        };
        for moves in &answer.winning {
            let whose = match moves.mover {
                Mover::Next => "winning moves",
                Mover::Left => "winning moves of Left",
                Mover::Right => "winning moves of Right",
            };
            print(format!("  {whose}: {}{blocked}", moves.options.len()));
            for &option in &moves.options {
                print(format!("  {} -> {option}", describe_move(ruleset, position, option)));
            }
        }
    }
    Ok(())
}

fn answer_json(table: &TableReader, answer: &Answer) -> Value {
    let mut object = json!({
        "position": answer.position.heaps(),
        "value": answer.value,
        "outcome": outcome_of(table, answer),
    });
    for moves in &answer.winning {
        let key = match moves.mover {
            Mover::Next => "winning_moves",
            Mover::Left => "winning_moves_of_left",
            Mover::Right => "winning_moves_of_right",
        };
        object[key] = json!(moves.options.iter().map(Position::heaps).collect::<Vec<_>>());
    }
    object
}

/// Returns the outcome class of a position: P or N, or in a partizan game also L or R.
fn outcome_of(table: &TableReader, answer: &Answer) -> &'static str {
    let job = table.plan().job();
    job.quantity().outcome_class(answer.value, job.ruleset().blocking_number())
}

pub fn sum(args: &SumArgs) -> Result<()> {
    let tables: Vec<TableReader> = args
        .components
        .iter()
        .map(|component| TableReader::open(&component.path))
        .collect::<std::result::Result<_, _>>()?;
    let heaps = args.components.iter().map(|component| component.heaps.0.as_slice());
    let components: Vec<(&TableReader, &[u32])> = tables.iter().zip(heaps).collect();
    let partners: Vec<TableReader> =
        args.with.iter().map(TableReader::open).collect::<std::result::Result<_, _>>()?;
    let answer = play::sum(&components, &partners)?;
    if let (Convention::Normal, Some(path)) = (answer.convention, args.with.first()) {
        return Err(Failure::usage(
            format!("--with {}", path.display()),
            "in normal play the values of the components determine the sum",
            "leave it out",
        ));
    }
    if args.json {
        let winning: Vec<Value> = answer
            .winning
            .iter()
            .map(|(component, option)| json!({ "component": component, "to": option.heaps() }))
            .collect();
        print_json(&json!({
            "values": answer.values,
            "convention": answer.convention,
            "value": answer.value,
            "nim_sum": (answer.convention == Convention::Normal).then_some(answer.value),
            "outcome": outcome(answer.value == 0),
            "winning_moves": winning,
        }));
        return Ok(());
    }
    for ((table, heaps), value) in components.iter().zip(&answer.values) {
        let game = game::shown(table.plan().job().ruleset());
        print(format!("{game} at {}: {value}", Position::new(heaps)));
    }
    let outcome = outcome(answer.value == 0);
    let name = match answer.convention {
        Convention::Normal => "nim-sum",
        Convention::Misere => "tame components, misère value",
    };
    print(format!("{name} {}, {outcome}-position", answer.value));
    print(format!("winning moves: {}", answer.winning.len()));
    for &(component, option) in &answer.winning {
        let (table, heaps) = components[component];
        let from = Position::new(heaps);
        let path = table.path().display();
        let ruleset = table.plan().job().ruleset();
        let words = describe_move(ruleset, from, option);
        print(format!("  in {path}@{from}: {words} -> {option}"));
    }
    Ok(())
}

fn outcome(is_p_position: bool) -> &'static str {
    if is_p_position { "P" } else { "N" }
}
