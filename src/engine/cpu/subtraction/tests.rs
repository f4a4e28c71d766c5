//! Tests of every way of finding values against the definition, by short strips, and with tiles that an
//! earlier run has finished.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;

use super::run_by_strips;
use super::set::{Set, Way};
use crate::domain::MAX_HEAPS;
use crate::domain::tiling::{Tile, TileIndex};
use crate::engine::{Sink, Stop};
use crate::mex::mex;
use crate::plan::Plan;
use crate::ruleset::VectorGame;
use crate::tests::common::random;
use crate::values::Values;

/// The only axis of games on one heap.
const LAST: usize = MAX_HEAPS - 1;

/// Keeps tiles, knows those of an earlier run, and counts how often it is asked whether to go on.
struct Tiles {
    finished: BTreeMap<u32, Values>,
    handed_over: Mutex<BTreeMap<u32, Values>>,
    questions: AtomicUsize,
}

impl Sink for Tiles {
    fn proceed(&self) -> Result<(), Stop> {
        self.questions.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        let earlier =
            self.handed_over.lock().expect("no panic").insert(tile.index[LAST], tile.values);
        assert_eq!(earlier, None, "tile {} came twice", tile.index[LAST]);
        Ok(())
    }
    fn is_finished(&self, tile: TileIndex) -> bool {
        self.finished.contains_key(&tile[LAST])
    }
    fn finished_tile(&self, tile: TileIndex) -> Result<Values, Stop> {
        self.finished.get(&tile[LAST]).cloned().ok_or(Stop)
    }
}

/// What is computed, and how.
#[derive(Debug, Clone)]
struct Case {
    numbers: Vec<u32>,
    terminals: Vec<u32>,
    quantity: &'static str,
    blocking_number: u32,
    heaps: u32,
    tile: u32,
    tiles_of_strip: usize,
    way: Option<Way>,
    /// Finished tiles, and the first of the values that they are said to have.
    finished: Vec<(u32, u32)>,
}

impl Case {
    fn plan(&self) -> Plan {
        let list = |numbers: &[u32], separator: &str| {
            numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(separator)
        };
        let terminals = match self.terminals.as_slice() {
            [] => String::new(),
            terminals => format!("+terminal={}", list(terminals, "/")),
        };
        let block = self.blocking_number;
        let game = format!("subtraction:{}{terminals}+block={block}", list(&self.numbers, ","));
        let plan = Plan::parse(&game, &self.heaps.to_string(), self.quantity).expect("a plan");
        plan.with_tile(self.tile).expect("tiles")
    }

    /// A value that a tile is said to have at a heap: one that the stored type holds.
    fn planted(&self, first: u32, heap: u32) -> u32 {
        match self.quantity {
            "grundy" | "grundy misere" => (first + heap) % (self.numbers.len() as u32 + 1),
            "palaces" => (first + heap) % 3,
            _ => (first + heap) % 2,
        }
    }

    fn finished_tile(&self, heap: u32) -> Option<u32> {
        let of_tile = |&&(tile, _): &&(u32, u32)| tile == heap / self.tile;
        self.finished.iter().find(of_tile).map(|&(_, first)| self.planted(first, heap))
    }

    /// The values by the definition, where those of finished tiles are given.
    fn truth(&self) -> Vec<u32> {
        let misere = self.quantity.ends_with("misere");
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..self.heaps {
            let fits = |s: &&u32| **s <= heap;
            let moves: Vec<u32> = match self.terminals.contains(&heap) {
                true => Vec::new(),
                false => self.numbers.iter().filter(fits).copied().collect(),
            };
            let options = moves.iter().map(|s| values[(heap - s) as usize]);
            let value = match self.quantity {
                "grundy" => mex(options),
                "grundy misere" if moves.is_empty() => 1,
                "grundy misere" => mex(options),
                "palaces" => options.filter(|&value| value <= self.blocking_number).count() as u32,
                _ if moves.is_empty() => u32::from(!misere),
                _ => u32::from(options.sum::<u32>() <= self.blocking_number),
            };
            values.push(self.finished_tile(heap).unwrap_or(value));
        }
        values
    }

    /// Compares a run with the definition; returns how often it has asked whether to go on.
    fn assert_true(&self) -> usize {
        let plan = self.plan();
        let game = plan.job().ruleset().vector_game().expect("a vector game");
        let game: &VectorGame = game;
        let mut set = Set::new(&plan, game);
        if let (Some(way), true) = (self.way, self.quantity.starts_with("grundy")) {
            set.way = way;
        }
        let edge = plan.tiling().edges()[LAST];
        let tile = |number: u32| {
            let cells = (number * edge..).take(edge as usize);
            let values = cells.map(|heap| self.finished_tile(heap).unwrap_or_default());
            Values::from_u32(plan.value_type(), values)
        };
        let count = plan.tiling().count() as u32;
        let finished = self.finished.iter().map(|&(number, _)| number).filter(|&n| n < count);
        let finished = finished.map(|number| (number, tile(number))).collect();
        let tiles =
            Tiles { finished, handed_over: Mutex::default(), questions: AtomicUsize::default() };
        let strip = edge as usize * self.tiles_of_strip;
        run_by_strips(&plan, game, set, strip, &tiles).expect("it runs");
        let truth = self.truth();
        let found = tiles.handed_over.into_inner().expect("no panic");
        assert!(found.keys().all(|&number| number < count), "tiles beyond the domain: {self:?}");
        let fill = plan.value_type().fill();
        for number in 0..count {
            let Some(values) = found.get(&number) else {
                assert!(tiles.finished.contains_key(&number), "tile {number} is missing: {self:?}");
                continue;
            };
            assert!(!tiles.finished.contains_key(&number), "tile {number} was finished: {self:?}");
            assert_eq!(values.len() as u32, edge);
            for cell in 0..edge {
                let heap = number * edge + cell;
                // Beyond the domain there is the fill value.
                let expected = truth.get(heap as usize).copied().unwrap_or(fill);
                assert_eq!(values.get(cell as usize), expected, "at {heap}: {self:?}");
            }
        }
        tiles.questions.into_inner()
    }
}

fn cases() -> impl Strategy<Value = Case> {
    // Options in the same piece, in the same block, and beyond.
    let number = prop_oneof![4 => 1u32..12, 2 => 1u32..200, 2 => 60u32..70, 1 => 4090u32..9000];
    let numbers = prop_oneof![
        prop::collection::btree_set(number, 1..12),
        prop::collection::btree_set(1u32..300, 60..140),
        prop::collection::btree_set(1u32..9000, 60..100),
    ];
    let quantities =
        vec!["grundy", "grundy", "grundy misere", "outcome", "outcome misere", "palaces"];
    let ways = vec![
        None,
        Some(Way::Marking),
        Some(Way::Passes(8)),
        Some(Way::Passes(16)),
        Some(Way::Passes(32)),
        Some(Way::Passes(64)),
    ];
    let domain = (prop_oneof![1u32..300, 1u32..12_000], 1u32..3000, 1usize..4);
    (
        numbers,
        prop::collection::vec(0u32..2000, 0..3),
        prop::sample::select(quantities),
        prop_oneof![Just(0), 0u32..5],
        domain,
        prop::sample::select(ways),
        prop::collection::btree_map(0u32..6, 0u32..9, 0..3),
    )
        .prop_map(|(numbers, terminals, quantity, block, domain, way, finished)| {
            let (heaps, tile, tiles_of_strip) = domain;
            Case {
                numbers: numbers.into_iter().collect(),
                terminals,
                quantity,
                blocking_number: if ["outcome", "palaces"].contains(&quantity) { block } else { 0 },
                heaps,
                // Thousands of tiles take long to hand over.
                tile: tile.max(heaps / 50 + 1),
                tiles_of_strip,
                way,
                finished: finished.into_iter().collect(),
            }
        })
}

proptest! {
    #![proptest_config(random::cases(200))]

    /// Catches an option that is missed at the border of a piece, a block or a strip, a value found in
    /// the wrong pass, a period that does not hold, and a finished tile that is computed again or whose
    /// values are not used.
    #[test]
    fn every_way_agrees_with_the_definition(case in cases()) {
        case.assert_true();
    }
}

/// Catches a sum of more P-positions than a lane counts to.
#[test]
fn lanes_hold_all_palaces() {
    let case = Case {
        numbers: (300..1000).collect(),
        terminals: Vec::new(),
        quantity: "palaces",
        blocking_number: 400,
        heaps: 3000,
        tile: 700,
        tiles_of_strip: 2,
        way: None,
        finished: Vec::new(),
    };
    assert!(case.truth().contains(&299), "no heap has more palaces than a byte holds");
    case.assert_true();
    Case { quantity: "outcome", blocking_number: 254, ..case.clone() }.assert_true();
    Case { quantity: "outcome", blocking_number: 255, ..case }.assert_true();
}

/// Catches a run that cannot be interrupted while it marks, and one that asks at every heap.
#[test]
fn marking_asks_whether_to_go_on() {
    let case = Case {
        numbers: (1..=200).collect(),
        terminals: Vec::new(),
        quantity: "grundy",
        blocking_number: 0,
        heaps: 3000,
        tile: 1500,
        tiles_of_strip: 1,
        way: Some(Way::Marking),
        // So that the values of the second tile are not copied from the first one, which they repeat.
        finished: vec![(0, 0)],
    };
    // The heaps of the second tile and those within reach before it are marked, every sixteenth with a question.
    // There is one for each of the 201 values too, and a few between tiles.
    let least = (1500 + 200) / 16 + 201;
    let questions = case.assert_true();
    assert!((least..least + 10).contains(&questions), "{questions} questions");
}

/// Catches sets for which another way would take many times as long.
#[test]
fn the_way_fits_the_set() {
    for (numbers, heaps, way) in [
        (vec![2, 5, 8], 1000, Way::Passes(8)),
        ((1..=40).collect(), 1000, Way::Passes(64)),
        ((1..=1000).collect(), 200_000, Way::Marking),
        ((1..=1000).map(|n| n * n).collect(), 1_000_001, Way::Passes(8)),
    ] {
        let numbers: Vec<u32> = numbers;
        let game = VectorGame::subtraction(&numbers, 1).expect("a game");
        let text = format!(
            "subtraction:{}",
            numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
        );
        let plan = Plan::parse(&text, &heaps.to_string(), "grundy").expect("a plan");
        assert_eq!(Set::new(&plan, &game).way, way);
    }
}
