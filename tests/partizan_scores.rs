//! Scores of partizan games: against the definition, against a brute force that shares no code with the
//! library, and against the scores of impartial games.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod common;

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use common::resumed::{Tiles, resume, try_resume};
use common::tampering::Tampering;
use common::{
    assert_same_table, engines, gpus, gpus_of_large_blocks, gpus_of_small_blocks, plan, stored,
};
use grundytab::domain::tiling::TileIndex;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::engine::{Engine, EngineError, EngineKind};
use grundytab::table::{Codec, Obstacle, Resumed, ScanError, TableError, TableWriter};
use grundytab::values::Values;
use grundytab::verify::{Extent, Fault, VerifyError, verify, verify_with_engine};
use grundytab::{
    Control, Coordinates, InMemoryTable, InvalidInputKind, Plan, Quantity, TabulateError,
    ValueType, tabulate,
};
use proptest::prelude::*;

/// Games where an engine is easily wrong, grouped by the reason.
const CASES: &[(&str, &str)] = &[
    ("partizan:1:1", "1"),
    ("partizan:1:2", "150"),
    ("partizan:1,0/0,1:1,1/2,1", "25x20"),
    ("partizan:1,0/0,1:1,1/2,1", "tokens 30"),
    ("partizan:1,0,0/0,1,0:0,0,1/1,1,0", "9x8x7"),
    ("partizan:0,0,1/1,0,0:0,1,0", "tokens 12"),
    ("partizan:1,0,0,0/0,1,0,0:0,0,1,0/0,0,0,1/1,1,1,1", "4x5x3x6"),
    ("partizan:0,0,1,0/1,1,0,0:0,1,0,1+alter-left=1,0,0,1:3+points-right=-2", "tokens 7"),
    // Each player plays on a heap that the other one never touches: play ends when one cannot move.
    ("partizan:1,0:0,1", "20x30"),
    ("partizan:1,0:0,1+points-left=-2+points-right=3", "20x30"),
    // Moves that pay nothing, that cost, and that pay more than they take.
    ("partizan:1,0/0,1:1,0/0,1+points-left=0/0+points-right=0/0", "20x20"),
    ("partizan:1,0/0,1:1,0/0,1+points-left=-1/-2+points-right=-3/1", "25x20"),
    ("partizan:1,0/1,1:0,1/1,1+points-left=3/-7+points-right=2/9", "25x20"),
    // Points that are larger than a byte and than 16 bits, and the largest of 32 bits.
    ("partizan:1,0/0,1:1,1+points-left=100/-3+points-right=5", "20x20"),
    ("partizan:1,0/0,1:1,1+points-left=100000/-3+points-right=-99999", "20x20"),
    ("partizan:1:1+points-left=2147483647+points-right=-2147483647", "2"),
    // Rays that share vectors, steps along rows of several widths, lines far apart, rays that do not fit.
    ("partizan:1/2/3:2/3+points-left=1/5/-2+points-right=7/-1", "90"),
    ("partizan:0,1/0,2/1,0:0,3/0,1+points-left=1/3/5+points-right=-2/4", "20x35"),
    ("partizan:0,5/1,1:0,7/2,0", "30x30"),
    ("partizan:3,50/0,1:40,2/1,0", "55x45"),
    ("partizan:9,9/0,1:1,0", "8x9"),
    // Added moves alone, beside rays, near and as long as the box, with points and without.
    ("partizan::+alter-left=1/4+alter-right=2/3", "150"),
    ("partizan::+alter-left=1:5/4:-2/140+alter-right=2/3:3/139:50", "150"),
    ("partizan:1,0/0,1:1,1/2,1+alter-left=3,5/29,19:-9", "30x20"),
    ("partizan:1,0:0,1+alter-left=0,3:4/1,2+alter-right=2,0:-3/7,7", "25x22"),
    ("partizan::+alter-left=0,3/2,1+alter-right=1,0/0,7", "tokens 30"),
    // Removed moves: of one player, of both, all that a ray has in the box, beside added ones.
    ("partizan:1,0/0,1:1,1/2,1+alter-left=1,0/0,3", "33x20"),
    ("partizan:1,1/0,1:1,1/1,0+alter-left=2,2/1,2:5+alter-right=1,1/4,4/0,5", "22x20"),
    ("partizan:1,0:0,1+alter-left=1,0/2,0/3,0/4,0+alter-right=0,2", "5x20"),
    ("partizan:2/3:1+alter-left=6/12+alter-right=50", "100"),
    // Terminal positions, with moves that lead to them.
    ("partizan:1,0/0,1:1,1/2,1+terminal=0,3/2,2/19,19", "20x20"),
    (
        "partizan:1,0/1,1:0,1+points-left=-2/-3+points-right=-2+terminal=5,5/7,0+alter-left=1,2:8",
        "20x20",
    ),
];

/// A game in which a GPU loops over many lines for each of many positions. The definition would take minutes.
const LONG_CASE: (&str, &str) = ("partizan:1:2+alter-left=40", "2500");

const QUANTITIES: [&str; 2] = ["score-left", "score-right"];

#[test]
fn the_cpu_engine_agrees_with_the_definition() {
    for (game, domain) in CASES {
        for quantity in QUANTITIES {
            // The definition looks two moves ahead, and takes much longer.
            let truth = plan(game, domain, quantity, None);
            let truth = InMemoryTable::run(&ReferenceEngine, &truth).expect("the reference runs");
            for tile in [None, Some(1), Some(7), Some(16)] {
                let plan = plan(game, domain, quantity, tile);
                let found = InMemoryTable::run(&CpuEngine, &plan).expect("the CPU engine runs");
                if let Err(difference) = truth.compare(&found) {
                    panic!("{game} on {domain} {quantity} by tiles of {tile:?}: {difference}");
                }
            }
        }
    }
}

#[test]
fn the_gpu_engine_agrees_with_the_cpu_engine() {
    for (gpus, tile) in
        [(gpus(), None), (gpus_of_small_blocks(), Some(7)), (gpus_of_large_blocks(), Some(16))]
    {
        for (game, domain) in CASES.iter().chain([&LONG_CASE]) {
            for quantity in QUANTITIES {
                let plan = plan(game, domain, quantity, tile);
                if plan.job().domain().heaps() == 4 {
                    // The GPU engine refuses four heaps.
                    continue;
                }
                gpus.iter().for_each(|gpu| assert_same_table(&CpuEngine, gpu, &plan));
            }
        }
    }
}

/// Returns the value of a position.
fn value_at(table: &InMemoryTable, plan: &Plan, at: &[u32]) -> u32 {
    table.values()[Coordinates::padded(at, 0).row_major_index(plan.job().domain().sides())]
}

/// The moves of a player as plain numbers, with all that the notation can say.
#[derive(Debug, Clone)]
struct Player {
    /// Rays, each with what a step pays.
    rays: Vec<(Vec<u32>, i32)>,
    /// Altered vectors, with their points if some are written.
    altered: Vec<(Vec<u32>, Option<i32>)>,
}

impl Player {
    /// Lists the options of a position, each with its points.
    fn moves(&self, at: &[u32]) -> Vec<(Vec<u32>, i64)> {
        let minus = |vector: &[u32]| -> Option<Vec<u32>> {
            at.iter().zip(vector).map(|(heap, c)| heap.checked_sub(*c)).collect()
        };
        let mut moves = Vec::new();
        for (ray, points) in &self.rays {
            for m in 1u32.. {
                let vector: Vec<u32> = ray.iter().map(|c| c * m).collect();
                let Some(option) = minus(&vector) else { break };
                if self.altered.iter().all(|(altered, _)| *altered != vector) {
                    moves.push((option, i64::from(*points) * i64::from(m)));
                }
            }
        }
        for (vector, points) in &self.altered {
            if let Some(option) = minus(vector).filter(|_| !self.is_on_a_ray(vector)) {
                let tokens = i64::from(vector.iter().sum::<u32>());
                moves.push((option, points.map_or(tokens, i64::from)));
            }
        }
        moves
    }

    fn is_on_a_ray(&self, vector: &[u32]) -> bool {
        let longest = vector.iter().max().copied().unwrap_or(0);
        let is_multiple = |ray: &[u32]| {
            (1..=longest).any(|m| ray.iter().map(|c| c * m).eq(vector.iter().copied()))
        };
        self.rays.iter().any(|(ray, _)| is_multiple(ray))
    }

    /// Writes the rays, and the modifiers of this player.
    fn texts(&self, side: &str) -> (String, String) {
        let join = |vector: &[u32]| vector.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let rays: Vec<String> = self.rays.iter().map(|(ray, _)| join(ray)).collect();
        let mut modifiers = String::new();
        if !self.rays.is_empty() {
            let points: Vec<String> = self.rays.iter().map(|(_, w)| w.to_string()).collect();
            modifiers += &format!("+points-{side}={}", points.join("/"));
        }
        if !self.altered.is_empty() {
            let altered = self.altered.iter().map(|(vector, points)| match points {
                Some(points) => format!("{}:{points}", join(vector)),
                None => join(vector),
            });
            modifiers += &format!("+alter-{side}={}", altered.collect::<Vec<_>>().join("/"));
        }
        (rays.join("/"), modifiers)
    }
}

#[derive(Debug, Clone)]
struct Game {
    left: Player,
    right: Player,
    terminals: Vec<Vec<u32>>,
}

/// Scores that are known already, by who begins.
type Known = HashMap<(bool, Vec<u32>), i64>;

impl Game {
    /// Computes Left's points less Right's by trying all moves, in the words of the definition.
    fn score(&self, left_begins: bool, at: &[u32], known: &mut Known) -> i64 {
        if let Some(&score) = known.get(&(left_begins, at.to_vec())) {
            return score;
        }
        let player = if left_begins { &self.left } else { &self.right };
        let is_terminal = self.terminals.iter().any(|terminal| terminal == at);
        let moves = if is_terminal { Vec::new() } else { player.moves(at) };
        let mut best: Option<i64> = None;
        for (option, points) in moves {
            let rest = self.score(!left_begins, &option, known);
            best = Some(match (left_begins, best) {
                (true, None) => points + rest,
                (true, Some(best)) => best.max(points + rest),
                (false, None) => rest - points,
                (false, Some(best)) => best.min(rest - points),
            });
        }
        let score = best.unwrap_or(0);
        known.insert((left_begins, at.to_vec()), score);
        score
    }

    fn text(&self) -> String {
        let (left, of_left) = self.left.texts("left");
        let (right, of_right) = self.right.texts("right");
        let mut text = format!("partizan:{left}:{right}{of_left}{of_right}");
        if !self.terminals.is_empty() {
            let join = |at: &Vec<u32>| at.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            let terminals: Vec<String> = self.terminals.iter().map(join).collect();
            text += &format!("+terminal={}", terminals.join("/"));
        }
        text
    }
}

/// Random moves of a player.
fn player(heaps: usize) -> impl Strategy<Value = Player> {
    let vector = move |side: u32| {
        prop::collection::vec(0..side, heaps)
            .prop_filter("not zero", |vector| vector.iter().any(|&c| c > 0))
    };
    let points = prop_oneof![4 => -4i32..8, 1 => -300i32..300, 1 => -70_000i32..70_000];
    // One factor for all coordinates makes rays that are multiples of one another likely.
    let ray =
        (vector(4), 1u32..4).prop_map(|(ray, m)| ray.iter().map(|c| c * m).collect::<Vec<_>>());
    let rays = prop::collection::vec((ray, points.clone()), 0..4);
    let altered = (vector([30, 10, 5][heaps - 1]), prop::option::of(points));
    let altered = prop_oneof![
        1 => Just(Vec::new()),
        1 => prop::collection::vec(altered, 0..4),
    ];
    (rays, altered)
        .prop_filter("has moves", |(rays, altered)| rays.len() + altered.len() > 0)
        .prop_map(|(rays, altered)| {
            let mut seen = BTreeSet::new();
            let rays: Vec<_> =
                rays.into_iter().filter(|(ray, _)| seen.insert(ray.clone())).collect();
            let mut seen = BTreeSet::new();
            let altered =
                altered.into_iter().filter(|(vector, _)| seen.insert(vector.clone())).collect();
            let mut player = Player { rays, altered };
            // Only added vectors have points.
            for index in 0..player.altered.len() {
                if player.is_on_a_ray(&player.altered[index].0) {
                    player.altered[index].1 = None;
                }
            }
            player
        })
}

/// A random game with a domain and the edge of the tiles.
fn scoring_game() -> impl Strategy<Value = (Game, String, Option<u32>)> {
    (1usize..=3).prop_flat_map(|heaps| {
        let terminal = prop::collection::vec(0u32..[30, 10, 5][heaps - 1], heaps);
        let side = 1u32..[80, 22, 8][heaps - 1];
        let sides = prop::collection::vec(side, heaps)
            .prop_map(|sides| sides.iter().map(u32::to_string).collect::<Vec<_>>().join("x"));
        let domain = prop_oneof![
            sides,
            (0u32..[50, 22, 11][heaps - 1]).prop_map(|tokens| format!("tokens {tokens}")),
        ];
        let terminals = prop::collection::vec(terminal, 0..3);
        let game = (player(heaps), player(heaps), terminals)
            .prop_map(|(left, right, terminals)| Game { left, right, terminals });
        (game, domain, prop::option::of(1u32..9))
    })
}

/// Lists the positions of the domain of a plan.
fn positions(plan: &Plan) -> Vec<Vec<u32>> {
    let domain = plan.job().domain();
    Coordinates::cells_of_box(domain.sides())
        .filter(|&at| domain.contains(at))
        .map(|at| at.unpadded(domain.heaps()).to_vec())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Catches the same as below on a GPU, where blocks may be small or large.
    #[test]
    fn the_gpu_engine_agrees_with_a_brute_force(
        (game, domain, tile) in scoring_game(),
        way in 0..3usize,
        left_begins in any::<bool>(),
    ) {
        let mut known = HashMap::new();
        let plan = plan(&game.text(), &domain, QUANTITIES[usize::from(!left_begins)], tile);
        for gpu in [gpus(), gpus_of_small_blocks(), gpus_of_large_blocks()][way] {
            let table = InMemoryTable::run(gpu, &plan).expect("the GPU engine runs");
            for at in positions(&plan) {
                let found = Quantity::ScoreLeft.number(value_at(&table, &plan, &at));
                let expected = game.score(left_begins, &at, &mut known);
                prop_assert_eq!(found, expected, "{} at {:?}", game.text(), at);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Catches a move, its points or its sign that the library takes for others than the game has, players
    /// that are taken for one another, and every way in which an engine is wrong: tiles, ragged domains,
    /// vectors added and removed, terminal positions, rays that share vectors.
    #[test]
    fn engines_agree_with_a_brute_force((game, domain, tile) in scoring_game()) {
        let mut known = HashMap::new();
        for quantity in QUANTITIES {
            let plan = plan(&game.text(), &domain, quantity, tile);
            let reference = InMemoryTable::run(&ReferenceEngine, &plan).expect("the reference runs");
            let fast = InMemoryTable::run(&CpuEngine, &plan).expect("the CPU engine runs");
            for at in positions(&plan) {
                let expected = game.score(quantity == "score-left", &at, &mut known);
                for table in [&reference, &fast] {
                    let found = Quantity::ScoreLeft.number(value_at(table, &plan, &at));
                    prop_assert_eq!(found, expected, "{} {} at {:?}", game.text(), quantity, at);
                }
            }
        }
    }
}

/// Returns the scores of all positions.
fn scores(game: &str, domain: &str, quantity: &str) -> Vec<i64> {
    let plan = plan(game, domain, quantity, Some(9));
    let table = InMemoryTable::run(&CpuEngine, &plan).expect("the CPU engine runs");
    let score = |at: Vec<u32>| Quantity::Score.number(value_at(&table, &plan, &at));
    positions(&plan).into_iter().map(score).collect()
}

/// Where both players have the same moves for the same points, the score is that of the impartial game, for
/// whoever begins: SL = v and SR = -v. Catches a sign that is wrong in one of the three recursions.
#[test]
fn players_with_the_same_moves_play_the_impartial_game() {
    for (rays, points, altered, domain) in [
        ("1,0/0,1", "1/1", "", "30x25"),
        ("1,0/0,1/1,1", "3/-7/2", "", "tokens 40"),
        ("1,0/0,1/1,1", "-3/-7/-2", "1,2:5/0,3", "25x30"),
        ("1,0,0/0,1,0/0,0,1", "2/-1/4", "1,1,0:9", "9x8x10"),
        ("2/5", "1/-2", "10/7:3", "150"),
    ] {
        let modifiers = |side: &str| match altered {
            "" => format!("+points{side}={points}"),
            _ => format!("+points{side}={points}+alter{side}={altered}"),
        };
        let impartial = scores(&format!("vector:{rays}{}", modifiers("")), domain, "score");
        let partizan =
            format!("partizan:{rays}:{rays}{}{}", modifiers("-left"), modifiers("-right"));
        assert_eq!(scores(&partizan, domain, "score-left"), impartial, "{partizan}");
        let negated: Vec<i64> = impartial.iter().map(|score| -score).collect();
        assert_eq!(scores(&partizan, domain, "score-right"), negated, "{partizan}");
    }
}

/// Exchanging the players exchanges the scores and their signs. Catches a player whose points are the other's.
#[test]
fn exchanging_the_players_exchanges_the_scores() {
    for (left, right, of_left, of_right, domain) in [
        ("1,0/0,1", "1,1/2,1", ["points", "3/-1"], ["points", "2/5"], "30x25"),
        ("1,0", "0,1", ["alter", "0,3:4/1,2"], ["alter", "2,0:-3/0,2"], "tokens 30"),
        ("", "2/3", ["alter", "1:7/4"], ["points", "-1/1"], "120"),
    ] {
        let [game, exchanged] = [("left", "right"), ("right", "left")].map(|(first, second)| {
            let modifier = |[name, values]: [&str; 2], side| format!("+{name}-{side}={values}");
            let rays = if first == "left" { [left, right] } else { [right, left] };
            format!(
                "partizan:{}:{}{}{}",
                rays[0],
                rays[1],
                modifier(of_left, first),
                modifier(of_right, second)
            )
        });
        let negated: Vec<i64> =
            scores(&exchanged, domain, "score-right").iter().map(|score| -score).collect();
        let of_left = scores(&game, domain, "score-left");
        assert_eq!(of_left, negated, "{game} and {exchanged}");
        assert_ne!(of_left, scores(&game, domain, "score-right"), "a test that tells them apart");
    }
}

/// Left takes tokens from x and Right from y, and play ends when one cannot move. Catches a player who passes,
/// or loses points, where there is no move.
#[test]
fn small_scores_are_those_worked_out_by_hand() {
    // From (x, 0) Left takes all, x points; from (0, y) Left has no move, and play ends at once. From (1, 1)
    // Left takes 1, and Right answers with 1. From (1, 2) Right answers with 2. From (2, 1) Left takes both,
    // then Right takes 1: 1; or Left takes 1, Right takes 1, Left takes 1: 1.
    let left = scores("partizan:1,0:0,1", "3x3", "score-left");
    assert_eq!(left, [0, 0, 0, 1, 0, -1, 2, 1, 0]);
    let right = scores("partizan:1,0:0,1", "3x3", "score-right");
    assert_eq!(right, [0, -1, -2, 0, 0, -1, 0, 1, 0]);
}

/// Lists the CPU engine and those of all adapters.
fn fast_engines() -> impl Iterator<Item = &'static dyn Engine> {
    engines().into_iter().filter(|engine| engine.kind() != EngineKind::Reference)
}

/// Catches values of finished tiles that are forgotten or handed over twice, and lines that are not what they
/// were when a resumed run goes on.
#[test]
fn whatever_is_finished_the_table_is_the_same() {
    let mut random = fastrand::Rng::with_seed(14);
    for (game, domain) in [
        ("partizan:1,0/0,1:1,1/2,1+points-left=2/-1+points-right=3/1", "30x27"),
        ("partizan::+alter-left=1:5/4/60+alter-right=2/3:-1", "200"),
        ("partizan:1,0/0,1:1,1+alter-left=1,0/3,5:9+terminal=4,4", "tokens 30"),
    ] {
        for (quantity, edge) in [("score-left", 7), ("score-right", 16)] {
            let plan = plan(game, domain, quantity, Some(edge));
            let truth = resume(&ReferenceEngine, &plan, Tiles::new());
            let tiles: Vec<TileIndex> = plan.tiling().tiles().collect();
            for share in [0.0, 0.3, 0.8, 1.0] {
                let chosen = tiles.iter().filter(|_| random.f64() < share);
                let finished: Tiles = chosen.map(|&index| (index, truth[&index].clone())).collect();
                for engine in engines() {
                    let found = resume(engine, &plan, finished.clone());
                    assert!(found == truth, "{game} {quantity}, engine {}", engine.kind());
                }
            }
        }
    }
}

/// The engines compute finished tiles again. Catches one that goes on from a wrong stored value without a word, or
/// names another tile or position.
#[test]
fn a_wrong_value_in_a_finished_tile_stops_a_resumed_run() {
    for game in ["partizan:1,0/0,1:1,1/2,1", "partizan:1,0/0,1:1,1+alter-left=1,0/3,5:9"] {
        let plan = plan(game, "40x40", "score-left", Some(8));
        let mut finished = resume(&CpuEngine, &plan, Tiles::new());
        let tile = Coordinates([0, 0, 2, 3]);
        let values = &finished[&tile];
        let right = values.get(11) as i32;
        let values = (0..values.len()).map(|cell| match cell {
            11 => (right + 1) as u32,
            _ => values.get(cell),
        });
        let wrong = Values::from_u32(plan.value_type(), values.collect::<Vec<_>>().into_iter());
        finished.insert(tile, wrong);
        let (stored, computed) = (i64::from(right) + 1, i64::from(right));
        // The twelfth cell of a tile of 8 x 8 is (1, 3) in it.
        let position = plan.job().domain().position(Coordinates([0, 0, 17, 27]));
        let expected = EngineError::OtherStoredValue { tile, position, stored, computed };
        for engine in fast_engines() {
            let error = try_resume(engine, &plan, finished.clone()).expect_err("a wrong value");
            assert_eq!(error, expected, "{game}");
            let message = error.to_string();
            assert!(message.contains("at (17, 27), in the tile 2/3, is"), "{message}");
        }
    }
}

/// Catches a table with a wrong value that a run goes on with, or gives its final name.
#[test]
fn no_run_goes_on_with_a_table_that_has_a_wrong_value() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scores.zarr");
    let plan = plan("partizan:1,0/0,1:1,1/2,1", "40x40", "score-right", Some(8));
    let stopped = AtomicBool::new(false);
    let finished = AtomicU64::new(0);
    let stop_in_the_middle = |positions| {
        if finished.fetch_add(positions, Ordering::Relaxed) > 600 {
            stopped.store(true, Ordering::Relaxed);
        }
    };
    let control = Control::default().interrupted_by(&stopped).reporting(&stop_in_the_middle);
    // The first tile has a wrong value.
    let wrong = Tampering { at: Coordinates([0, 0, 3, 4]), value: 77 };
    let options = || TableWriter::options(&plan).engine(&CpuEngine);
    let writer = options().create(&path).expect("begun");
    let outcome = tabulate(&plan, &wrong, Some(writer), &control);
    assert!(matches!(outcome, Err(TabulateError::Interrupted)), "{outcome:?}");
    let resume = || options().resume(&path, &Control::default());
    let Resumed::Unfinished(writer) = resume().expect("unfinished") else {
        panic!("the table is finished")
    };
    let outcome = tabulate(&plan, &CpuEngine, Some(*writer), &Control::default());
    // Which of the two finds it first depends on the positions that the spot checks draw.
    let error = outcome.expect_err("a wrong value");
    let is_wrong_value = matches!(
        error,
        TabulateError::Engine(EngineError::OtherStoredValue { stored: 77, .. })
            | TabulateError::WrongValue(_)
    );
    assert!(is_wrong_value, "{error:?}");
    let Err(ScanError::Table(TableError::Destination { obstacle, .. })) = resume() else {
        panic!("it is resumed once more");
    };
    let Obstacle::WrongValues(wrong) = obstacle else { panic!("{obstacle}") };
    assert_eq!(wrong, error.to_string());
    assert!(!path.exists());
}

/// Catches a type that is too narrow, or wider than the bound needs.
#[test]
fn types_follow_from_the_bound() {
    for (game, domain, value_type) in [
        ("partizan:1,0:0,1", "64x64", ValueType::I8),
        ("partizan:1,0:0,1", "65x65", ValueType::I16),
        // The points of either player count.
        ("partizan:1:2+points-left=3", "30", ValueType::I8),
        ("partizan:1:2+points-right=-1000", "30", ValueType::I16),
        ("partizan:1:2+points-left=-100000", "30", ValueType::I32),
    ] {
        assert_eq!(plan(game, domain, "score-left", None).value_type(), value_type, "{game}");
    }
    let error = Plan::parse("partizan:1:1+points-right=2147483647", "3", "score-left");
    assert_eq!(error.expect_err("too large").kind, InvalidInputKind::TooLarge);
}

/// Catches verification that overlooks a wrong score, of either player.
#[test]
fn wrong_scores_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, control) = (folder.path().join("scores.zarr"), Control::default());
    let game = "partizan:1,0/0,1:1,1/2,1+points-left=1/-2+points-right=3/1+alter-left=2,2:7/0,4";
    for quantity in QUANTITIES {
        let plan = plan(game, "14x12", quantity, Some(8));
        let table = stored(&path, &plan, Codec::None, &CpuEngine);
        let verified = verify(&table, Extent::Full, &control).expect("true");
        assert_eq!((verified.positions_checked, verified.totals.p_positions), (168, None));
        let sampled = verify(&table, Extent::Sample(100), &control).expect("true");
        assert_eq!(sampled.positions_checked, 100);
        let recomputed = verify_with_engine(&table, &ReferenceEngine, &control).expect("true");
        assert_eq!(recomputed.totals, verified.totals);
        let truth = InMemoryTable::run(&ReferenceEngine, &plan).expect("the reference runs");
        let mut faults = 0;
        for at in [[0, 0], [0, 1], [3, 5], [12, 11], [13, 11]] {
            let right = value_at(&truth, &plan, &at) as i32;
            for wrong in [right + 1, right - 1, -right] {
                if wrong == right {
                    continue;
                }
                let engine =
                    Tampering { at: Coordinates([0, 0, at[0], at[1]]), value: wrong as u32 };
                let table = stored(&path, &plan, Codec::Blosc, &engine);
                match verify(&table, Extent::Full, &control) {
                    Err(VerifyError::False(Fault::Value { stored, .. })) => {
                        faults += usize::from(stored == i64::from(wrong));
                    }
                    other => panic!("{wrong} at {at:?} is not found: {other:?}"),
                }
            }
        }
        assert!(faults > 10, "{faults}");
    }
}
