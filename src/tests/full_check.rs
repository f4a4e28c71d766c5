//! The check of every position along lines, against the check by the definition, which looks at every option.

use std::collections::BTreeMap;

use crate::tests::common::tampering::Tampering;
use crate::tests::common::{self, plan, random, stored, threads};
use grundytab::domain::tiling::Tile;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::table::{Codec, TableReader};
use grundytab::values::Values;
use grundytab::verify::{Extent, FullCheck, verify, verify_definition};
use grundytab::{Control, Coordinates, Plan, ValueType};
use proptest::prelude::*;

/// A sample of all positions is checked by the definition.
const BY_DEFINITION: Extent = Extent::Sample(u64::MAX);

/// What both checks find, in words.
fn found(table: &TableReader) -> String {
    let control = Control::default();
    let of_values = |extent| format!("{:?}", verify_definition(table, extent, &control));
    let of_table = |extent| format!("{:?}", verify(table, extent, &control));
    let job = table.plan().job();
    assert_eq!(of_values(Extent::Full), of_values(BY_DEFINITION), "{job:?}");
    assert_eq!(of_table(Extent::Full), of_table(BY_DEFINITION), "{job:?}");
    of_values(Extent::Full)
}

/// Stores a table with these values in the place of the right ones, and compares what both checks find.
fn found_with(plan: &Plan, wrong: &BTreeMap<Coordinates, u32>) -> String {
    let tamper = |plan: &Plan, Tile { index, values }: Tile| {
        let mut numbers: Vec<u32> = (0..values.len()).map(|cell| values.get(cell)).collect();
        for (&at, &value) in wrong {
            let (tile, cell) = plan.tiling().locate(at);
            if tile == index {
                numbers[cell] = value;
            }
        }
        Some(Tile { index, values: Values::from_u32(plan.value_type(), numbers.into_iter()) })
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.zarr");
    found(&stored(&path, plan, Codec::None, &Tampering(tamper)))
}

/// Checks the true table of a plan, and tables with a few wrong values: at random positions, among the smallest ones,
/// at the last one and at listed ones; too small, too large, by one, beyond the bound; those of two positions exchanged.
fn compare(plan: &Plan, random: &mut fastrand::Rng) {
    let job = plan.job();
    let folder = tempfile::tempdir().expect("a folder");
    let table = stored(&folder.path().join("true.zarr"), plan, Codec::None, &ReferenceEngine);
    assert_eq!(found(&table), format!("Ok({})", job.domain().positions()), "{job:?}");

    let positions: Vec<Coordinates> = Coordinates::cells_of_box(job.domain().sides())
        .filter(|&at| job.domain().contains(at))
        .collect();
    let listed: Vec<Coordinates> = job
        .ruleset()
        .vector_game()
        .map(|game| [game.terminals(), game.to_zero()].concat())
        .unwrap_or_default()
        .into_iter()
        .filter(|&at| job.domain().contains(at))
        .collect();
    let largest = match plan.value_type() {
        ValueType::Bool => 1,
        ValueType::U8 => 254,
        _ => 65_534,
    };
    let value_at =
        |at: Coordinates| table.value(job.domain().position(at).heaps()).expect("a position");
    for round in 0..8 {
        let at = match round {
            0 => positions[positions.len() - 1],
            1 => positions[random.usize(0..positions.len().min(5))],
            2 if !listed.is_empty() => listed[random.usize(0..listed.len())],
            _ => positions[random.usize(0..positions.len())],
        };
        let value = value_at(at);
        let other = positions[random.usize(0..positions.len())];
        let wrong = match round % 4 {
            3 => value_at(other),
            _ if plan.value_type().is_signed() => {
                (value as i32 + random.i32(-3..4)).clamp(-127, 127) as u32
            }
            0 => [(value + 1).min(largest), largest, plan.bound().largest_value as u32]
                [random.usize(0..3)],
            1 => value.wrapping_sub(1).min(largest),
            _ => random.u32(0..value + 4).min(largest),
        };
        let mut planted = BTreeMap::from([(at, wrong)]);
        if round % 4 == 3 {
            planted.insert(other, value);
        }
        let is_wrong = planted.iter().any(|(&at, &value)| value != value_at(at));
        let found = found_with(plan, &planted);
        assert_eq!(
            found.starts_with("Err(False(Value"),
            is_wrong,
            "{found}, {planted:?} in {job:?}"
        );
    }
}

/// Games in which lines are easily counted wrong, on tables of several tiles and of several words of values.
#[test]
fn lines_find_what_the_definition_finds() {
    let mut random = fastrand::Rng::with_seed(random::seed());
    for (game, domain, quantity) in [
        ("nim:1", "200", "grundy"),
        ("wythoff", "90x70", "grundy"),
        ("wythoff", "tokens 90", "grundy misere"),
        ("maharaja", "70x70", "grundy"),
        ("wythoff+alter=1,1/3,0/0,5/2,1", "60x50", "grundy"),
        ("wythoff+alter=1,1/0,1/1,0", "40x40", "grundy misere"),
        ("vector:2,0/3,0/0,1/6,0+alter=6,0/1,0", "60x40", "grundy"),
        ("vector:1,2/2,1/3,3+terminal=3,0/5,5/0,4", "50x40", "grundy misere"),
        ("wythoff+to-zero=3,1/4,4/0,7+alter=4,4", "30x40", "grundy"),
        ("nim:3", "20x9x17", "grundy"),
        ("nim:3+alter=1,1,1/0,0,2", "tokens 19", "grundy"),
        ("nim:4", "7x5x6x4", "grundy"),
        ("subtraction:2,5,8", "150", "grundy misere"),
        ("subtraction:1,3+heaps=2", "40x30", "grundy"),
        ("wythoff", "60x80", "outcome"),
        ("wythoff+block=3+alter=1,1/2,1", "50x50", "palaces"),
        ("vector:2,0/3,0/4,0/0,2/0,3+block=2+alter=12,0/1,1", "40x40", "palaces"),
        ("vector:6,6/10,10/15,15/1,0", "80x70", "palaces"),
        ("vector:1,0/0,2+to-zero=3,1/0,4+terminal=5,5", "40x40", "outcome misere"),
        ("nim:2+points=3/-1", "40x40", "score"),
        ("wythoff+alter=1,2:5/2,1:-3+terminal=3,3+to-zero=2,4/5,1/2,1", "40x30", "score"),
        ("nim:3", "tokens 18", "score"),
        ("maharaja+terminal=4,3+to-zero=3,5", "40x40", "remoteness"),
        ("vector:2,0/3,0/0,1/2,2", "40x30", "remoteness"),
        ("subtraction:2,5", "90", "remoteness"),
        ("partizan:1,0/2,2/3,3:0,1/1,1+alter-left=2,2/0,3+terminal=2,2", "30x40", "outcome-class"),
        ("partizan:1,0,0:0,1,1/0,0,2+alter-right=0,0,4", "tokens 14", "outcome-class misere"),
        ("triangle", "tokens 34", "grundy"),
        ("triangle", "tokens 30", "outcome misere"),
        ("digraph:XY/YX/ZX/ZZ/YY", "tokens 26", "grundy"),
        ("digraph:XY/ZZ", "tokens 24", "grundy misere"),
        ("digraph:XX/YZ", "tokens 24", "outcome"),
        ("digraph:XY+heaps=2", "tokens 70", "grundy"),
        ("digraph:YX/XX", "tokens 50", "outcome"),
        ("digraph:XX/ZZ+heaps=3", "tokens 20", "grundy"),
    ] {
        let plan = plan(game, domain, quantity, Some(16));
        let folder = tempfile::tempdir().expect("a folder");
        let table = stored(&folder.path().join("table.zarr"), &plan, Codec::None, &ReferenceEngine);
        assert!(FullCheck::of(&table).expect("a table").is_by_lines, "{game} {quantity}");
        compare(&plan, &mut random);
    }
}

/// Catches lines that are said to hold where they do not, and a time that is not told.
#[test]
fn other_games_are_checked_by_their_options() {
    for (game, domain, quantity) in [
        ("euclid", "60x60", "grundy"),
        ("fibonacci", "60x60", "outcome"),
        ("digraph:XY/YX+heaps=4", "tokens 9", "grundy"),
        ("wythoff+alter=1,1", "30x30", "remoteness"),
        ("nim:2+alter=0,2", "30x30", "score"),
        ("partizan:1,0:0,1", "30x30", "score-left"),
    ] {
        let plan = plan(game, domain, quantity, Some(16));
        let folder = tempfile::tempdir().expect("a folder");
        let table = stored(&folder.path().join("table.zarr"), &plan, Codec::None, &ReferenceEngine);
        let check = FullCheck::of(&table).expect("a table");
        assert!(!check.is_by_lines && !check.expected.is_zero(), "{game} {quantity}: {check:?}");
        compare(&plan, &mut fastrand::Rng::with_seed(random::seed()));
    }
}

proptest! {
    #![proptest_config(random::cases(30))]

    #[test]
    fn lines_find_what_the_definition_finds_in_random_games(
        plan in prop_oneof![
            4 => common::small_plan(),
            1 => common::symmetric_plan(),
            1 => common::plan_on_four_heaps(),
        ],
        seed in any::<u64>(),
    ) {
        compare(&plan, &mut fastrand::Rng::with_seed(seed));
    }
}

/// Catches ranks of which one checks less than it should: the first one walks the lines, the others wait.
#[test]
fn ranks_find_what_one_process_finds() {
    for wrong in [None, Some(5)] {
        let folder = tempfile::tempdir().expect("a folder");
        let at = Coordinates([0, 0, 17, 21]);
        let tamper = |plan: &Plan, Tile { index, values }: Tile| {
            let (tile, cell) = plan.tiling().locate(at);
            let value = |of: usize| match wrong {
                Some(wrong) if (index, of) == (tile, cell) => wrong,
                _ => values.get(of),
            };
            let values = Values::from_u32(plan.value_type(), (0..values.len()).map(value));
            Some(Tile { index, values })
        };
        let plan = plan("wythoff", "40x40", "grundy", Some(8));
        let table =
            stored(&folder.path().join("table.zarr"), &plan, Codec::Zstd, &Tampering(tamper));
        let alone = found(&table);
        assert_eq!(alone.starts_with("Ok(1600)"), wrong.is_none(), "{alone}");
        let of_ranks = threads::run(3, |network| {
            let table = TableReader::open(table.path()).expect("a table").shared_by(network);
            found(&table)
        });
        assert!(of_ranks.iter().all(|of_rank| *of_rank == alone), "{of_ranks:?}");
    }
}
