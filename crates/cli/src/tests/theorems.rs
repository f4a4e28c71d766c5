//! Theorems and conjectures on stored tables: each holds, on tables beyond what the papers checked, and
//! each finds a wrong value.

use std::collections::BTreeSet;
use std::path::Path;

use crate::analyses::theorem::{
    Finding, Scope, Statement, Theorem, Verdict, all, check, check_partner,
};
use crate::tests::common::tampering::with_wrong_value;
use crate::tests::common::{self, engines, plan};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::{Engine, EngineError, Wanted};
use grundytab::table::{Codec, OtherTables, PositionView, TableReader};
use grundytab::{Control, Coordinates, Plan, Position};
use tempfile::TempDir;

/// Tables to which, between them, all theorems apply. For each pair of numbers the first is tested
/// in full, on the second wrong values are planted.
const TABLES: &[(&str, &str, &str, &str)] = &[
    ("nim:3", "40x50x30", "4x5x3", "grundy"),
    ("nim:3", "40x50x30", "4x5x3", "grundy misere"),
    ("nim:3", "60x70x50", "4x5x3", "score"),
    ("nim:1", "1000", "12", "score"),
    ("wythoff", "1500x1500", "12x12", "grundy"),
    ("wythoff", "2000x1500", "12x12", "outcome misere"),
    ("maharaja", "100x100", "12x12", "outcome"),
    ("wythoff+block=1", "1000x1100", "12x12", "outcome"),
    ("wythoff+block=2", "1000x1000", "12x12", "palaces"),
    ("wythoff+block=9", "700x500", "12x12", "palaces"),
    ("subtraction:6,17", "10000", "60", "grundy"),
    ("subtraction:5,35", "10000", "60", "outcome"),
    ("subtraction:5,35", "10000", "60", "grundy"),
    ("subtraction:1,2", "10000", "60", "grundy"),
    ("subtraction:1,2+heaps=3", "50x40x30", "5x4x3", "grundy"),
    ("subtraction:1,3,4", "10000", "60", "grundy"),
    ("subtraction:2,5,7", "10000", "60", "grundy"),
    ("subtraction:2,4,7", "10000", "60", "grundy"),
    ("subtraction:2,5,8", "10000", "60", "grundy"),
    ("subtraction:fibonacci-odd", "200000", "60", "grundy"),
    ("euclid", "700x800", "12x12", "grundy"),
    ("euclid+positive", "700x800", "12x12", "grundy"),
    ("euclid+positive", "700x800", "12x12", "grundy misere"),
    ("fibonacci", "2500x2500", "24x24", "grundy"),
    ("kayles", "10000", "100", "grundy"),
    ("kayles", "1000", "100", "outcome"),
    ("octal:0.45", "3000", "600", "grundy"),
    ("triangle", "tokens 140", "tokens 8", "grundy"),
    ("triangle", "tokens 140", "tokens 8", "grundy misere"),
    ("digraph:XY/XZ/YZ/ZY", "tokens 140", "tokens 5", "outcome"),
    ("digraph:XY/XZ/YZ/ZY", "tokens 140", "tokens 5", "outcome misere"),
    ("digraph:XY/YX", "tokens 60", "tokens 8", "grundy"),
];

/// The same of theorems about a single game, whose rules are written as clauses: the theorem has them.
const TABLES_OF_RULES: &[(&str, &str, &str, &str)] = &[
    ("wythoff-2-floors", "150x140", "12x12", "outcome"),
    ("wythoff-3-floors", "150x140", "12x12", "outcome"),
    ("wythoff-larger-heap", "500x600", "12x12", "outcome"),
    ("ryuo-values", "500x600", "12x12", "grundy"),
    ("moore", "24x25x23", "5x4x3", "outcome"),
    ("exact-2-nim", "24x25x23", "5x4x3", "outcome"),
    ("greedy-nim", "40x50x30", "5x4x3", "outcome"),
    ("end-nim", "40x50x30", "5x4x3", "outcome"),
    ("staircase-nim", "tokens 60", "tokens 7", "outcome"),
    ("gale-values", "500x600", "12x12", "grundy"),
    ("welter-2-coins", "500x600", "12x12", "grundy"),
    ("yama-values", "tokens 500", "tokens 12", "grundy"),
    ("chocolate-even", "600x300", "12x6", "grundy"),
    ("delete-nim", "300x300", "12x12", "outcome"),
    ("cutcake-values", "80x90", "9x8", "grundy"),
    ("lasker-values", "1000", "60", "grundy"),
    ("mark", "100000", "60", "outcome"),
    ("maximum-nim", "5000", "60", "outcome"),
    ("take-away-as-many", "500x500", "12x12", "outcome"),
    ("take-away-twice", "500x500", "12x12", "outcome"),
    ("knight", "tokens 500", "tokens 12", "outcome"),
];

/// A game, its two domains and the quantity.
type Table = (String, &'static str, &'static str, &'static str);

/// All of these tables.
fn tables() -> impl Iterator<Item = Table> {
    let of_rules = |&(name, large, small, quantity): &(&str, _, _, _)| {
        let game = all().find(|theorem| theorem.name == name).and_then(Theorem::game);
        (game.expect(name).to_string(), large, small, quantity)
    };
    let tables = TABLES.iter();
    let tables =
        tables.map(|&(game, large, small, quantity)| (game.into(), large, small, quantity));
    tables.chain(TABLES_OF_RULES.iter().map(of_rules))
}

fn stored(path: &Path, plan: &Plan, engine: &dyn Engine) -> TableReader {
    common::stored(path, plan, Codec::Zstd, engine)
}

fn findings(
    table: &TableReader,
    partner: Option<&TableReader>,
    statements: &[Statement],
) -> Vec<Finding> {
    let (others, control) = (OtherTables::partner(partner), Control::default());
    check(table, &others, statements, Scope::Everywhere, &control).expect("checked")
}

/// What is found of the theorems that are about a table, or about it and its partner.
fn findings_of_theorems(
    table: &TableReader,
    partner: Option<&TableReader>,
) -> Vec<(&'static Theorem, Finding)> {
    let (job, others) = (table.plan().job(), OtherTables::partner(partner));
    let fitting = || all().filter(|theorem| theorem.fits(job, partner.is_some()));
    let statements = fitting().map(|theorem| theorem.statement_about(job, &others));
    let statements: Vec<Statement> = statements.collect::<Result<_, _>>().expect("they fit");
    fitting().zip(findings(table, partner, &statements)).collect()
}

/// The table of the other play convention.
fn other_convention(quantity: &str) -> String {
    match quantity.strip_suffix(" misere") {
        Some(quantity) => quantity.into(),
        None => format!("{quantity} misere"),
    }
}

/// The plan of the table of the other play convention, which sums of positions have not.
fn partner(game: &str, domain: &str, quantity: &str, tile: Option<u32>) -> Option<Plan> {
    let plan = || common::try_plan(game, domain, &other_convention(quantity), tile).ok();
    (quantity == "grundy").then(plan).flatten()
}

#[test]
fn theorems_hold_beyond_what_the_papers_checked() {
    let directory = TempDir::new().expect("a directory");
    let mut applied = BTreeSet::new();
    for (game, domain, _, quantity) in tables() {
        let game = &*game;
        let plan = plan(game, domain, quantity, None);
        let table = stored(&directory.path().join("table.zarr"), &plan, &CpuEngine);
        let partner = partner(game, domain, quantity, Some(9));
        let partner =
            partner.map(|plan| stored(&directory.path().join("partner.zarr"), &plan, &CpuEngine));
        let found = findings_of_theorems(&table, partner.as_ref());
        assert!(!found.is_empty(), "{game}");
        for (theorem, finding) in found {
            assert_eq!(finding.counterexample(), None, "{} on {game} {domain}", theorem.name);
            assert!(finding.holds_on > 0, "{} says nothing of {game} {domain}", theorem.name);
            applied.insert(&*theorem.name);
        }
    }
    let all: BTreeSet<&str> = all().map(|theorem| &*theorem.name).collect();
    assert_eq!(applied, all);
}

/// What the theorems say holds for the tables of every engine; these are small, for the definition.
#[test]
fn theorems_hold_on_every_engine() {
    let directory = TempDir::new().expect("a directory");
    for (game, _, domain, quantity) in tables() {
        let game = &*game;
        let plan = plan(game, domain, quantity, Some(5));
        for engine in engines() {
            // Where one heap follows another, the GPU engine refuses.
            let refused = engine.prepare(&plan, Wanted::Values).map(drop);
            if matches!(refused, Err(EngineError::OneAfterAnother { .. })) {
                continue;
            }
            let table = stored(&directory.path().join("table.zarr"), &plan, engine);
            for (theorem, finding) in findings_of_theorems(&table, None) {
                let first = finding.counterexample();
                assert_eq!(first, None, "{} on {game} {domain}, {}", theorem.name, engine.kind());
            }
        }
    }
}

/// A theorem that cannot fail says nothing: for every theorem that fits a table there is a position
/// where a wrong value is its first counterexample.
#[test]
fn theorems_find_wrong_values() {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("table.zarr");
    for (game, _, domain, quantity) in tables() {
        let game = &*game;
        let plan = plan(game, domain, quantity, Some(64));
        let largest = plan.value_type().fill().wrapping_sub(1).min(1 << 16);
        let partner = partner(game, domain, quantity, None);
        let partner =
            partner.map(|plan| stored(&directory.path().join("partner.zarr"), &plan, &CpuEngine));
        let mut expected = BTreeSet::new();
        let mut found_wrong = BTreeSet::new();
        let sides = plan.job().domain().sides();
        // Positions of every kind: near the origin, on an axis, on a diagonal, at the end.
        let candidates = [0, 1, 2, 3, 5, 7].into_iter().flat_map(|far| {
            let [_, a, b, c] = sides.map(|side| far.min(side - 1));
            [
                [0, a, b, b.saturating_sub(1)],
                [0, a, b, c],
                [0, a / 2, b, c],
                [0, a, b / 2, c],
                [0, 0, b, c],
                [0, 0, b, (c + 1).min(sides[3] - 1)],
            ]
        });
        let positions = candidates.chain([sides.map(|side| side - 1)]);
        let positions = positions.map(Coordinates);
        let positions = positions.filter(|&at| plan.job().domain().contains(at));
        'positions: for at in positions {
            for value in [0, 1, largest] {
                let table = stored(&path, &plan, &with_wrong_value(at, |_| value));
                for (theorem, finding) in findings_of_theorems(&table, partner.as_ref()) {
                    expected.insert(&*theorem.name);
                    let first = finding.counterexample();
                    if first.is_some_and(|first| first.position.coordinates() == at) {
                        found_wrong.insert(&*theorem.name);
                    }
                }
                if found_wrong == expected {
                    break 'positions;
                }
            }
        }
        assert_eq!(found_wrong, expected, "{game} {domain} {quantity}");
    }
}

/// Returns the value of another position of the table, `None` where there is none.
fn value_at(position: &PositionView, heaps: &[u32]) -> Option<u32> {
    let (block, at) = (position.as_block(), Coordinates::padded(heaps, 0));
    let own = block.source(None)?;
    let is_there = heaps.len() == position.heaps().len() && own.has(at);
    is_there.then(|| own.lookup.value(at))
}

/// A conjecture as a closure sees the heaps, the value, other values and those of a second table.
#[test]
fn conjectures_are_closures() {
    let directory = TempDir::new().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    let nim = stored(&path("nim"), &plan("nim:2", "9x7", "grundy", Some(4)), &CpuEngine);
    let misere = plan("nim:2", "9x7", "grundy misere", Some(5));
    let misere = stored(&path("misere"), &misere, &CpuEngine);
    let neighbour = |position: &PositionView| {
        let &[x, y] = position.heaps() else { return None };
        value_at(position, &[x, y.checked_sub(1)?])
    };
    let statements = [
        // Only the first column has no neighbour.
        Statement::new(move |position: &PositionView| {
            neighbour(position).map(|value| value != position.value())
        }),
        Statement::new(|position: &PositionView| {
            position.value() == position.position().token_sum() as u32
        }),
        Statement::new(|position: &PositionView| position.is_p() == (position.value() == 0)),
        Statement::new(|position: &PositionView| {
            position
                .other_value()
                .map(|other| other == position.value() || other + position.value() == 1)
        }),
        // Outside the table and of another number of heaps there is no value.
        Statement::new(|position: &PositionView| {
            value_at(position, &[9, 0]).is_none() && value_at(position, &[1]).is_none()
        }),
        Statement::new(|position: &PositionView| match position.heaps() {
            [4, _] => Verdict::Undefined,
            [_, 5] => Verdict::Fails,
            _ => Verdict::Silent,
        }),
    ];
    let found = findings(&nim, Some(&misere), &statements);
    let holds = |finding: &Finding| (finding.holds_on, finding.counterexample().is_none());
    assert_eq!(holds(&found[0]), (9 * 6, true));
    assert_eq!(found[0].silent_on, 9);
    let first = found[1].counterexample().expect("heaps with a common binary digit");
    assert_eq!((first.position, first.value), (Position::new(&[1, 1]), 0));
    assert_eq!((first.partner_value, first.is_undefined), (Some(1), false));
    assert_eq!([2, 3, 4].map(|index| holds(&found[index])), [(63, true); 3]);
    let first = found[5].counterexample().expect("undefined at (4, 0)");
    assert_eq!((first.position, first.is_undefined), (Position::new(&[4, 0]), true));
    assert_eq!(found[5].holds_on, 0);
}

#[test]
fn partners_are_tables_of_the_same_positions() {
    let directory = TempDir::new().expect("a directory");
    let table = |game: &str, domain: &str, quantity: &str| {
        let name = format!("{game}-{domain}-{quantity}");
        stored(&directory.path().join(name), &plan(game, domain, quantity, None), &CpuEngine)
    };
    let nim = table("nim:2", "9x7", "grundy");
    for (other, words) in [
        (table("wythoff", "9x7", "grundy misere"), "it is a table of wythoff, not of nim:2"),
        (table("nim:2", "9x8", "grundy misere"), "its domain is box 9x8, not box 9x7"),
        (table("nim:2", "9x7", "outcome misere"), "it holds outcome, not grundy"),
        (table("nim:2", "9x7", "grundy"), "both tables are of normal play"),
    ] {
        let refusal = check_partner(&nim, &other).expect_err(words).to_string();
        assert!(refusal.contains(words), "{refusal}");
    }
}
