//! Games on four heaps: engines against the definition, and against what is known of sums.

use crate::common::{assert_agrees, cases, plan, plan_on_four_heaps};
use grundytab::engine::cpu::CpuEngine;
use grundytab::{Coordinates, InMemoryTable, Ruleset};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(50))]

    /// Catches a line, a hand-off, a threshold or an index that forgets one of four heaps.
    #[test]
    fn random_games_agree_with_the_definition(plan in plan_on_four_heaps()) {
        assert_agrees(&CpuEngine, &plan);
    }
}

/// Catches engines that are wrong in the same way: in normal play the values of a disjunctive sum are the
/// nim-sums of the values of its components (Sprague 1935, Grundy 1939).
#[test]
fn sums_have_the_nim_sums_as_values() {
    for (text, tokens, component) in [
        ("digraph:XY/YX/ZW/WZ", 24, "digraph:XY/YX"),
        ("digraph:XY/ZW", 24, "digraph:XY"),
        ("digraph:XX/YY/ZZ/WW", 20, "nim:2"),
        ("vector:1,0,0,0/0,1,0,0/1,1,0,0/0,0,1,0/0,0,0,1/0,0,1,1", 20, "wythoff"),
    ] {
        let domain = format!("tokens {tokens}");
        let run = |text: &str| {
            let plan = plan(text, &domain, "grundy", Some(5));
            (InMemoryTable::run(&CpuEngine, &plan).expect("a table"), plan)
        };
        let ((sum, plan), (one, component)) = (run(text), run(component));
        let sides = |plan: &grundytab::Plan| plan.job().domain().sides();
        for at in Coordinates::cells_of_box(sides(&plan)) {
            if !plan.job().domain().contains(at) {
                continue;
            }
            let Coordinates([x, y, z, w]) = at;
            let value =
                |x, y| one.values()[Coordinates([0, 0, x, y]).row_major_index(sides(&component))];
            let found = sum.values()[at.row_major_index(sides(&plan))];
            assert_eq!(found, value(x, y) ^ value(z, w), "{text} at {at:?}");
        }
    }
}

/// Catches vertices whose names are read in another order than that of the alphabet, and a canonical text
/// that names another game.
#[test]
fn vertices_are_x_y_z_w_or_letters_in_alphabetical_order() {
    for (text, canonical) in [
        ("digraph:XY/YZ/ZW/WX", "digraph:XY/YZ/ZW/WX"),
        ("digraph:AB/BC/CD/DA", "digraph:XY/YZ/ZW/WX"),
        ("digraph:QB/BQ", "digraph:XY/YX"),
        ("digraph:AB/BC/CA", "triangle"),
        ("digraph:WX", "digraph:WX"),
        ("digraph:XZ", "digraph:XZ"),
        ("digraph:XY+heaps=4", "digraph:XY+heaps=4"),
    ] {
        assert_eq!(Ruleset::parse(text).expect(text).to_string(), canonical, "{text}");
    }
    for text in ["digraph:AB/CD/EA", "digraph:A1", "digraph:XYZ", "digraph:ab", "digraph:XY/YV/UZ"]
    {
        let refused = Ruleset::parse(text).expect_err(text).to_string();
        assert!(refused.contains("four") || refused.contains("edge"), "{text}: {refused}");
    }
}
