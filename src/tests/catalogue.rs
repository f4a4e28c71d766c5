//! The rules that the catalogue gives for the games of families.

use grundytab::engine::reference::ReferenceEngine;
use grundytab::{InMemoryTable, Plan, Quantity, Ruleset, catalogue};

/// Catches rules of another game than the one that they are given for, and rules that are not written as the program
/// writes them.
#[test]
fn the_rules_of_the_catalogue_are_those_of_its_games() {
    let mut compared = 0;
    for entry in catalogue::entries() {
        let Some(rules) = entry.rules else {
            let game = Ruleset::parse(entry.example).expect(entry.example);
            assert!(game.written_ruleset().is_some(), "{}", entry.example);
            continue;
        };
        let [game, written] = [entry.example, rules].map(|text| Ruleset::parse(text).expect(text));
        assert_eq!(written.to_string(), rules);
        let quantities: &[Quantity] = match (rules.contains(" pays "), game.is_partizan()) {
            (true, true) => &[Quantity::ScoreLeft, Quantity::ScoreRight],
            (true, false) => &[Quantity::Score],
            (false, true) => &[Quantity::OutcomeClass],
            (false, false) if game.blocking_number() > 0 => &[Quantity::Palaces],
            (false, false) => &[Quantity::Grundy],
        };
        let sides = ["60", "14x13", "7x6x5", "3x4x5x6"][game.heaps() - 1];
        let fits_box = Plan::parse(entry.example, sides, quantities[0].name()).is_ok();
        let domain = if fits_box { sides } else { "tokens 9" };
        for quantity in quantities {
            let [of_family, of_rules] = [entry.example, rules].map(|text| {
                let plan = Plan::parse(text, domain, quantity.name()).expect(text);
                let table = InMemoryTable::run(&ReferenceEngine, &plan).expect(text);
                table.values().iter().map(|&value| quantity.number(value)).collect::<Vec<_>>()
            });
            assert!(of_family.iter().any(|&value| value != of_family[0]), "{}", entry.example);
            assert_eq!(of_family, of_rules, "{} and {rules}, {quantity}", entry.example);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}
