//! `grundytab sum`

use grundytab::play::{self, describe_move};
use grundytab::table::TableReader;
use grundytab::{Convention, Position, Quantity};
use serde_json::{Value, json};

use super::args::SumArgs;
use super::failure::{Failure, Result};
use super::output::{print, print_json};
use super::{game, score_sum};

pub fn run(args: &SumArgs) -> Result<()> {
    let tables: Vec<TableReader> = args
        .components
        .iter()
        .map(|component| TableReader::open(&component.path))
        .collect::<std::result::Result<_, _>>()?;
    let heaps = args.components.iter().map(|component| component.heaps.0.as_slice());
    let components: Vec<(&TableReader, &[u32])> = tables.iter().zip(heaps).collect();
    let holds_scores = |table: &TableReader| table.plan().job().quantity() == Quantity::Score;
    if tables.iter().any(holds_scores) {
        return score_sum::run(args, &components);
    }
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
