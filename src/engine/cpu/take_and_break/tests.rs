//! Tests of every way of finding values: near against the definition, far against one another, and with tiles that an earlier
//! run has finished.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;
use fearless_simd::Level;

use super::marks::Marks;
use super::numbers_taken::NumbersTaken;
use super::rare::Split;
use super::tabulation::Tabulation;
use super::way::{Demands, Way};
use super::*;
use crate::domain::tiling::Tile;
use crate::engine::Stop;
use crate::mex::mex;
use crate::ruleset::Ruleset;
use crate::tests::common::random;

/// Keeps tiles, knows those of an earlier run, and counts how often it is asked whether to go on.
#[derive(Default)]
struct Tiles {
    finished: BTreeMap<TileIndex, Values>,
    handed_over: Mutex<BTreeMap<TileIndex, Values>>,
    questions: AtomicUsize,
}

impl Sink for Tiles {
    fn proceed(&self) -> Result<(), Stop> {
        self.questions.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
    fn tile(&self, tile: Tile) -> Result<(), Stop> {
        let mut tiles = self.handed_over.lock().expect("no panic");
        assert_eq!(tiles.insert(tile.index, tile.values), None, "{:?} came twice", tile.index);
        Ok(())
    }
    fn is_finished(&self, tile: TileIndex) -> bool {
        self.finished.contains_key(&tile)
    }
    fn finished_tile(&self, tile: TileIndex) -> Result<Values, Stop> {
        self.finished.get(&tile).cloned().ok_or(Stop)
    }
}

/// A random game: an octal one or Grundy's game, or a hexadecimal one.
fn game(random: &mut Rng, is_hexadecimal: bool) -> TakeAndBreakGame {
    if !is_hexadecimal && random.u8(..12) == 0 {
        return TakeAndBreakGame::grundys_game();
    }
    let base = if is_hexadecimal { 16 } else { 8 };
    let nothing = 4 * random.u8(..base / 4) * random.u8(..2);
    let mut digits = vec![nothing];
    digits.extend((0..random.usize(1..=6)).map(|_| random.u8(..base)));
    digits.push(random.u8(1..base));
    TakeAndBreakGame::new(&digits).expect("a game")
}

/// Demands that lead to every way, also to bad splits, and to values by marks.
fn demands(random: &mut Rng, game: &TakeAndBreakGame) -> Demands {
    let parity = NumbersTaken::new(game).parity_of_splits().filter(|_| random.bool());
    let bits = random.u32(1..12);
    let sparse = Way::Sparse(Split::new(random.u32(1..1 << bits), parity));
    let may_be_sparse = !NumbersTaken::new(game).leave_three();
    Demands {
        way: match random.u8(..4) {
            0 => Some(Way::Plain),
            1 | 2 if may_be_sparse => Some(sparse),
            _ => None,
        },
        sample: random.bool().then(|| random.usize(..3000)),
        most_planes: (random.u8(..4) == 0).then_some(1),
        without_period: random.u8(..4) > 0,
    }
}

fn level(random: &mut Rng) -> Level {
    let levels = crate::engine::cpu::tests::simd_levels::levels();
    levels[random.usize(..levels.len())]
}

/// Computes values.
fn values(game: &TakeAndBreakGame, heaps: usize, demands: Demands, level: Level) -> Vec<u32> {
    let mut found = Tabulation::new(game, heaps, level, demands);
    found.run(heaps, &|| Ok::<(), Stop>(())).expect("it runs");
    (0..heaps).map(|heap| found.value(heap)).collect()
}

/// The value of the next heap by the definition.
fn defined(game: &TakeAndBreakGame, known: &[u32]) -> u32 {
    let options = game.options(Coordinates::ZERO.with_last(known.len() as u32));
    mex(options.iter().map(|sum| sum.value(|part| known[part[MAX_HEAPS - 1] as usize])))
}

/// Catches an option that is missed or too many, in each way, at the border of a piece or a tile, a finished tile that is
/// computed again or whose values are not used, and outcomes that are not those of the values.
#[test]
fn every_way_agrees_with_the_definition() {
    let mut random = Rng::with_seed(random::seed());
    for number in 0..random::count(150) {
        let is_hexadecimal = number % 3 == 0;
        let game = game(&mut random, is_hexadecimal);
        let heaps = random.u32(1..if is_hexadecimal { 90 } else { 600 });
        let quantity = if random.bool() { "grundy" } else { "outcome" };
        let notation = Ruleset::from(game.clone()).to_string();
        let plan = Plan::parse(&notation, &heaps.to_string(), quantity).expect("a plan");
        let plan = plan.with_tile(random.u32(1..=heaps)).expect("tiles");
        let edge = plan.tiling().edges()[MAX_HEAPS - 1];
        let is_outcome = quantity == "outcome";

        // Values that tiles are said to have, which the game gives to few heaps.
        let planted = |heap: u32| if heap == 0 { 0 } else { heap % 5 };
        let is_finished: Vec<bool> =
            (0..plan.tiling().count()).map(|_| random.u8(..4) == 0).collect();
        let mut truth = Vec::new();
        for heap in 0..heaps {
            let is_given = is_finished[(heap / edge) as usize] && !is_outcome;
            let value = if is_given { planted(heap) } else { defined(&game, &truth) };
            truth.push(value);
        }
        let stored = |tile: usize| {
            let cells = (tile as u32 * edge..(tile as u32 + 1) * edge).map(|heap| {
                let value = truth.get(heap as usize);
                let stored = |&value: &u32| if is_outcome { u32::from(value == 0) } else { value };
                value.map_or(plan.value_type().fill(), stored)
            });
            Values::from_u32(plan.value_type(), cells)
        };
        let finished = (0..is_finished.len()).filter(|&tile| is_finished[tile]);
        let finished = finished.map(|tile| (index(tile), stored(tile))).collect();
        let tiles = Tiles { finished, ..Tiles::default() };
        let demands = demands(&mut random, &game);
        run_as_demanded(&plan, &game, &tiles, level(&mut random), demands).expect("it runs");
        let found = tiles.handed_over.into_inner().expect("no panic");
        for (tile, is_finished) in is_finished.iter().enumerate() {
            let expected = (!is_finished).then(|| stored(tile));
            assert_eq!(
                found.get(&index(tile)),
                expected.as_ref(),
                "{notation} {heaps} {demands:?}"
            );
        }
    }
}

/// Catches an option that is missed at the border of a block, or of what is kept, in one of two ways: the sparse ones are
/// compared with the plain one, also where values are given between.
#[test]
fn ways_agree_with_one_another() {
    let mut random = Rng::with_seed(random::seed());
    let near = (0..random::count(60)).map(|_| 3000);
    let far = (0..random::count(2)).map(|_| 45_000);
    for most in near.chain(far) {
        let game = game(&mut random, false);
        let heaps = random.usize(most / 2..most);
        let plain = Demands { way: Some(Way::Plain), without_period: true, ..Demands::default() };
        let truth = values(&game, heaps, plain, Level::new());
        let demands = demands(&mut random, &game);
        let mut found = Tabulation::new(&game, heaps, level(&mut random), demands);
        while found.len() < heaps {
            let end = random.usize(found.len()..heaps) + 1;
            if random.u8(..3) == 0 {
                (found.len()..end).for_each(|heap| found.give(truth[heap]));
            } else {
                found.run(end, &|| Ok::<(), Stop>(())).expect("it runs");
            }
        }
        let differs = (0..heaps).find(|&heap| found.value(heap) != truth[heap]);
        assert_eq!(differs, None, "{}, {heaps} heaps, {demands:?}", game.code());
    }
}

/// Catches three heaps that are missed beyond a block.
#[test]
fn many_heaps_agree_with_marks() {
    let mut random = Rng::with_seed(random::seed());
    for digits in [&[0, 8][..], &[0, 0, 12, 7], &[8, 0, 1]] {
        let game = TakeAndBreakGame::new(digits).expect("a game");
        let demands = Demands { without_period: true, ..Demands::default() };
        let heaps = 9000;
        let found = values(&game, heaps, demands, level(&mut random));
        for heap in (0..4).map(|_| random.usize(1..heaps)).chain([heaps - 1]) {
            let mut marks = Marks::new(found[..heap].to_vec());
            marks.find(&NumbersTaken::new(&game), &|| Ok::<(), Stop>(())).expect("it runs");
            assert_eq!(marks.values()[heap], found[heap], "{} at {heap}", game.code());
        }
    }
}

/// Catches numbers of pairs that are left out of the sets although a third heap makes them small: of random games only these
/// two had such values.
#[test]
fn sets_of_pairs_have_all_numbers() {
    for digits in [&[12, 15, 15, 8, 2, 9, 10][..], &[12, 15, 12, 13, 11]] {
        let game = TakeAndBreakGame::new(digits).expect("a game");
        let mut marks = Marks::new(vec![0]);
        while marks.values().len() < 250 {
            marks.find(&NumbersTaken::new(&game), &|| Ok::<(), Stop>(())).expect("it runs");
        }
        assert_eq!(
            values(&game, 250, Demands::default(), Level::new()),
            marks.values(),
            "{}",
            game.code()
        );
    }
}

/// Catches a way that is not chosen though it takes a fraction of the time, and a period that is not found: this game would
/// take minutes.
#[test]
fn the_way_fits_the_game() {
    let grundys_game = TakeAndBreakGame::grundys_game();
    let mut found = Tabulation::new(&grundys_game, 20_000, Level::new(), Demands::default());
    found.run(20_000, &|| Ok::<(), Stop>(())).expect("it runs");
    let rare = match found.sets.way {
        Way::Plain => panic!("the plain way is chosen"),
        Way::Sparse(split) => split.count_rare(&found.sets.counts),
    };
    assert!(rare < 2000, "{rare} rare heaps");

    // Beyond the heaps among which a period is looked for, too.
    let questions = AtomicUsize::default();
    let ask = || match questions.fetch_add(1, Ordering::Relaxed) {
        ..1000 => Ok(()),
        _ => Err("values are not copied"),
    };
    let kayles = TakeAndBreakGame::new(&[0, 7, 7]).expect("a game");
    let heaps = (1 << 25) + 5000;
    let mut found = Tabulation::new(&kayles, heaps, Level::new(), Demands::default());
    for end in [1 << 22, 1 << 25, heaps] {
        assert_eq!(found.run(end, &ask), Ok(()));
    }
    assert!((71 + 12..heaps).all(|heap| found.value(heap) == found.value(heap - 12)));
}

/// Catches a run that cannot be interrupted for long.
#[test]
fn it_is_often_asked_whether_to_go_on() {
    let plan = Plan::parse("grundys-game", "20000", "grundy").expect("a plan");
    let game = TakeAndBreakGame::grundys_game();
    let tiles = Tiles::default();
    run(&plan, &game, &tiles, Level::new()).expect("it runs");
    // At each tile of 256 heaps at least.
    assert!(tiles.questions.into_inner() >= 20_000 / 256);
}

/// Catches a rare number that is too large for the sets and is taken for one that no option has, where the bit that is
/// left out of numbers is large, too.
#[test]
fn numbers_beyond_the_sets_are_not_missing() {
    let digits = "033333636333737376326236373727333332322737".bytes().map(|digit| digit - b'0');
    let game = TakeAndBreakGame::new(&digits.collect::<Vec<u8>>()).expect("a game");
    let plain = Demands { way: Some(Way::Plain), ..Demands::default() };
    let sparse = Demands { way: Some(Way::Sparse(Split::new(128, None))), ..plain };
    let [plain, sparse] = [plain, sparse].map(|demands| values(&game, 200, demands, Level::new()));
    assert_eq!(plain[80], 65);
    assert_eq!(sparse, plain);
}
