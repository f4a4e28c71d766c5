//! Scores of scoring games: against the definition, against a brute force that shares no code with the
//! library, and against a closed form.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod common;

use std::collections::{BTreeSet, HashMap};

use common::tampering::Tampering;
use common::{
    assert_agrees, assert_same_totals, gpus, gpus_of_large_blocks, gpus_of_small_blocks, plan,
    stored,
};
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::play::{query, score_sum};
use grundytab::table::Codec;
use grundytab::verify::{Extent, Fault, VerifyError, verify, verify_with_engine};
use grundytab::{Control, Coordinates, InMemoryTable, Plan, Quantity, ValueType};
use proptest::prelude::*;

/// Games where an engine is easily wrong, grouped by the reason.
const CASES: &[(&str, &str)] = &[
    ("nim:1", "1"),
    ("nim:1", "200"),
    ("nim:2", "33x20"),
    ("nim:3", "9x8x7"),
    ("wythoff", "41x23"),
    ("wythoff", "1x40"),
    ("wythoff", "tokens 40"),
    ("nim:3", "tokens 15"),
    // Moves that pay nothing, that cost, that pay more than they take, and that pay in one heap alone.
    ("nim:2+points=0/0", "20x30"),
    ("nim:2+points=-1/-1", "20x30"),
    ("wythoff+points=3/-7/2", "50x40"),
    ("wythoff+points=-3/-7/-2", "40x50"),
    ("nim:3+points=0/5/-5", "9x11x10"),
    // Points that are larger than a byte and than 16 bits.
    ("nim:2+points=100/-3", "30x30"),
    ("wythoff+points=1000/-999/500", "35x45"),
    ("wythoff+points=100000/-99999/5", "35x45"),
    // The largest points that 32 bits hold: a line steps out of the table with more.
    ("nim:1+points=2147483647", "2"),
    ("vector:2+points=-2147483647", "3"),
    // Rays that share vectors: the player takes what pays more.
    ("vector:1/2/3+points=1/5/-2", "90"),
    ("vector:1,1/2,2/3,3/0,1+points=1/-1/4/0", "30x33"),
    ("vector:2,0/3,0/0,1+points=7/9/2", "30x20"),
    // Steps along rows of several widths, and lines far apart.
    ("vector:0,1/0,2/0,3/1,0+points=1/3/5/-2", "30x41"),
    ("vector:0,5/0,7/1,1+points=2/3/1", "40x40"),
    ("vector:3,50/40,2/0,1+points=1/2/3", "99x99"),
    ("vector:2/32+points=-1/40", "150"),
    ("vector:4000000000,1/0,4294967295+points=9/9", "9x9"),
    // Added moves, with points and without, near and as long as the box.
    ("maharaja", "50x45"),
    ("maharaja+points=1/1/1", "50x45"),
    ("nim:2+alter=1,1:5/29,39:-100/2,3", "30x40"),
    ("vector:+alter=1:4/3:-2/8", "150"),
    ("vector:+alter=1,2:3/2,1:-3/3,3", "30x41"),
    ("subtraction:2,5,8", "200"),
    ("subtraction:1,4+heaps=2", "30x40"),
    // Removed moves: on one ray, on several at once, and all that a ray has in the box.
    ("wythoff+alter=1,1/2,2/0,1", "40x37"),
    ("wythoff+points=2/-1/3+alter=1,1/5,5/0,7/4,1:9", "40x37"),
    ("wythoff+alter=1,0/2,0/3,0/4,0/5,0", "6x9"),
    ("vector:2,0/3,0/0,1+alter=6,0/12,0/0,2+points=7/9/2", "40x30"),
    ("nim:3+alter=0,0,1/1,1,0:3/5,0,0", "9x8x10"),
    ("nim:1+alter=150", "200"),
    // Many options that are looked up one by one, in many steps.
    ("nim:1+alter=300", "2000"),
    // Terminal positions, with moves that lead to them.
    ("nim:2+terminal=0,3/2,2/19,19", "20x20"),
    ("wythoff+points=-2/-2/-5+terminal=0,3/7,0/5,5/19,1", "20x20"),
    ("wythoff+points=1/2/4+terminal=0,3/7,0+alter=1,1/2,1:8", "tokens 30"),
];

#[test]
fn the_cpu_engine_agrees_with_the_definition() {
    for (game, domain) in CASES {
        for tile in [None, Some(1), Some(7), Some(16)] {
            // Few tiles of one cell are worth the time.
            if tile == Some(1) && domain.len() > 5 {
                continue;
            }
            assert_agrees(&CpuEngine, &plan(game, domain, "score", tile));
        }
    }
}

#[test]
fn the_gpu_engine_agrees_with_the_definition() {
    for (gpus, tile) in
        [(gpus(), None), (gpus_of_small_blocks(), Some(7)), (gpus_of_large_blocks(), Some(16))]
    {
        for (game, domain) in CASES {
            let plan = plan(game, domain, "score", tile);
            gpus.iter().for_each(|gpu| assert_agrees(gpu, &plan));
        }
    }
}

/// Catches a sum or an extreme of the GPU's own that keeps a bias, or loses a sign, where no table comes back.
#[test]
fn totals_of_the_gpu_engine_are_those_of_the_table() {
    for gpu in gpus() {
        for (game, domain) in CASES {
            assert_same_totals(gpu, &plan(game, domain, "score", None));
        }
    }
}

/// Returns the value of a position.
fn value_at(table: &InMemoryTable, plan: &Plan, at: &[u32]) -> u32 {
    table.values()[Coordinates::padded(at, 0).row_major_index(plan.job().domain().sides())]
}

/// A game as plain numbers, with all that the notation can say.
#[derive(Debug, Clone)]
struct Game {
    rays: Vec<(Vec<u32>, i32)>,
    /// Altered vectors, with their points if some are written.
    altered: Vec<(Vec<u32>, Option<i32>)>,
    terminals: Vec<Vec<u32>>,
}

impl Game {
    /// Lists the vectors of the moves that can be played from a position, each with its points.
    fn moves(&self, at: &[u32]) -> Vec<(Vec<u32>, i64)> {
        if self.terminals.iter().any(|terminal| terminal == at) {
            return Vec::new();
        }
        let fits = |vector: &[u32]| vector.iter().zip(at).all(|(c, heap)| c <= heap);
        let mut moves = Vec::new();
        for (ray, points) in &self.rays {
            for m in 1u32.. {
                let vector: Vec<u32> = ray.iter().map(|c| c * m).collect();
                if !fits(&vector) {
                    break;
                }
                if self.altered.iter().all(|(altered, _)| *altered != vector) {
                    moves.push((vector, i64::from(*points) * i64::from(m)));
                }
            }
        }
        let added =
            self.altered.iter().filter(|(vector, _)| fits(vector) && !self.is_on_a_ray(vector));
        moves.extend(added.map(|(vector, points)| {
            let tokens = i64::from(vector.iter().sum::<u32>());
            (vector.clone(), points.map_or(tokens, i64::from))
        }));
        moves
    }

    fn is_on_a_ray(&self, vector: &[u32]) -> bool {
        let longest = vector.iter().max().copied().unwrap_or(0);
        let is_multiple = |ray: &[u32]| {
            (1..=longest).any(|m| ray.iter().map(|c| c * m).eq(vector.iter().copied()))
        };
        self.rays.iter().any(|(ray, _)| is_multiple(ray))
    }

    /// Computes the score of a position by trying all moves.
    fn score(&self, at: &[u32], known: &mut HashMap<Vec<u32>, i64>) -> i64 {
        if let Some(&score) = known.get(at) {
            return score;
        }
        let mut best: Option<i64> = None;
        for (vector, points) in self.moves(at) {
            let option: Vec<u32> = at.iter().zip(&vector).map(|(heap, c)| heap - c).collect();
            let worth = points - self.score(&option, known);
            best = Some(best.map_or(worth, |best| best.max(worth)));
        }
        let score = best.unwrap_or(0);
        known.insert(at.to_vec(), score);
        score
    }

    fn text(&self) -> String {
        let join = |vector: &[u32]| vector.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let list = |items: Vec<String>| items.join("/");
        let rays = list(self.rays.iter().map(|(ray, _)| join(ray)).collect());
        let points = list(self.rays.iter().map(|(_, points)| points.to_string()).collect());
        let mut text = format!("vector:{rays}+points={points}");
        if !self.altered.is_empty() {
            let altered = self.altered.iter().map(|(vector, points)| match points {
                Some(points) => format!("{}:{points}", join(vector)),
                None => join(vector),
            });
            text += &format!("+alter={}", list(altered.collect()));
        }
        if !self.terminals.is_empty() {
            let terminals = self.terminals.iter().map(|terminal| join(terminal));
            text += &format!("+terminal={}", list(terminals.collect()));
        }
        text
    }
}

/// A random game with a domain and the edge of the tiles.
fn scoring_game() -> impl Strategy<Value = (Game, String, Option<u32>)> {
    (1usize..=3).prop_flat_map(|heaps| {
        let vector = move |side: u32| {
            prop::collection::vec(0..side, heaps)
                .prop_filter("not zero", |vector| vector.iter().any(|&c| c > 0))
        };
        let points = prop_oneof![4 => -4i32..8, 1 => -300i32..300, 1 => -70_000i32..70_000];
        // One factor for all coordinates makes rays that are multiples of one another likely.
        let ray =
            (vector(4), 1u32..4).prop_map(|(ray, m)| ray.iter().map(|c| c * m).collect::<Vec<_>>());
        let rays = prop::collection::vec((ray, points.clone()), 1..5);
        let altered = (vector([30, 10, 5][heaps - 1]), prop::option::of(points));
        let altered = prop_oneof![
            1 => Just(Vec::new()),
            1 => prop::collection::vec(altered, 0..4),
        ];
        let terminal = prop::collection::vec(0u32..[30, 10, 5][heaps - 1], heaps);
        let side = 1u32..[80, 22, 8][heaps - 1];
        let sides = prop::collection::vec(side, heaps)
            .prop_map(|sides| sides.iter().map(u32::to_string).collect::<Vec<_>>().join("x"));
        let domain = prop_oneof![
            sides,
            (0u32..[50, 22, 11][heaps - 1]).prop_map(|tokens| format!("tokens {tokens}")),
        ];
        let terminals = prop::collection::vec(terminal, 0..3);
        (rays, altered, terminals, domain, prop::option::of(1u32..9)).prop_map(
            |(rays, altered, terminals, domain, tile)| {
                let mut seen = BTreeSet::new();
                let rays: Vec<_> =
                    rays.into_iter().filter(|(ray, _)| seen.insert(ray.clone())).collect();
                let mut seen = BTreeSet::new();
                let altered =
                    altered.into_iter().filter(|(vector, _)| seen.insert(vector.clone())).collect();
                let mut game = Game { rays, altered, terminals };
                // Only added vectors have points.
                for index in 0..game.altered.len() {
                    if game.is_on_a_ray(&game.altered[index].0) {
                        game.altered[index].1 = None;
                    }
                }
                (game, domain, tile)
            },
        )
    })
}

/// A random game that swapping the last two heaps leaves as it is, but for the points of one ray in some.
fn symmetric_scoring_game() -> impl Strategy<Value = (Game, String, Option<u32>)> {
    (scoring_game(), 0..8, 2u32..25, any::<bool>()).prop_filter_map(
        "two or three heaps",
        |((mut game, _, tile), change, side, is_simplex)| {
            let heaps = game.rays[0].0.len();
            if heaps == 1 {
                return None;
            }
            let image = |vector: &Vec<u32>| {
                let mut image = vector.clone();
                image.swap(heaps - 2, heaps - 1);
                image
            };
            game.altered.clear();
            let terminals: BTreeSet<_> =
                game.terminals.iter().flat_map(|at| [at.clone(), image(at)]).collect();
            game.terminals = terminals.into_iter().collect();
            for (ray, points) in game.rays.clone() {
                if game.rays.iter().all(|(other, _)| *other != image(&ray)) {
                    game.rays.push((image(&ray), points));
                }
            }
            for index in 0..game.rays.len() {
                let points = game.rays[index].1;
                let of_image = image(&game.rays[index].0);
                game.rays
                    .iter_mut()
                    .filter(|(ray, _)| *ray == of_image)
                    .for_each(|ray| ray.1 = points);
            }
            if change == 0 {
                game.rays[0].1 += 1;
            }
            let side = if heaps == 3 { side.min(9) } else { side };
            let domain = match is_simplex {
                true => format!("tokens {side}"),
                false => vec![side.to_string(); heaps].join("x"),
            };
            Some((game, domain, tile))
        },
    )
}

/// Compares the tables of engines with the scores of a brute force.
fn assert_brute_force(engines: &[&dyn Engine], game: &Game, domain: &str, tile: Option<u32>) {
    let plan = plan(&game.text(), domain, "score", tile);
    let table = |&engine: &&dyn Engine| InMemoryTable::run(engine, &plan).expect("it runs");
    let tables: Vec<InMemoryTable> = engines.iter().map(table).collect();
    let domain = plan.job().domain();
    let mut known = HashMap::new();
    let shape = domain.shape();
    for index in 0..shape.iter().map(|&side| side as usize).product() {
        let mut rest: usize = index;
        let mut at = vec![0; shape.len()];
        for (heap, &side) in at.iter_mut().zip(shape).rev() {
            (*heap, rest) = ((rest % side as usize) as u32, rest / side as usize);
        }
        if domain.is_box() || at.iter().sum::<u32>() <= domain.largest_token_sum() {
            let expected = game.score(&at, &mut known);
            for (engine, table) in engines.iter().zip(&tables) {
                let found = Quantity::Score.number(value_at(table, &plan, &at));
                assert_eq!(found, expected, "{} {} at {at:?}", engine.kind(), game.text());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Catches a move, its points or its sign that the library takes for others than the game has, and
    /// every way in which an engine is wrong: tiles, ragged domains, vectors added and removed, terminal
    /// positions, rays that share vectors.
    #[test]
    fn engines_agree_with_a_brute_force((game, domain, tile) in scoring_game()) {
        assert_brute_force(&[&ReferenceEngine, &CpuEngine], &game, &domain, tile);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Catches the same on a GPU, where blocks may be small or large, and half of a table may be computed.
    #[test]
    fn the_gpu_engine_agrees_with_a_brute_force((game, domain, tile) in scoring_game(), way in 0..3) {
        let gpus = [gpus(), gpus_of_small_blocks(), gpus_of_large_blocks()][way as usize];
        let engines: Vec<&dyn Engine> = gpus.iter().map(|gpu| gpu as &dyn Engine).collect();
        assert_brute_force(&engines, &game, &domain, tile);
    }

    #[test]
    fn the_gpu_engine_agrees_with_a_brute_force_on_symmetric_games(
        (game, domain, tile) in symmetric_scoring_game(),
        way in 0..3,
    ) {
        let gpus = [gpus(), gpus_of_small_blocks(), gpus_of_large_blocks()][way as usize];
        let engines: Vec<&dyn Engine> = gpus.iter().map(|gpu| gpu as &dyn Engine).collect();
        assert_brute_force(&engines, &game, &domain, tile);
    }
}

/// In Nim with a point for each token the score is the number of t >= 1 for which an odd number of heaps
/// have at least t tokens: the largest heap, less the second, plus the third.
///
/// Proof. Let s be that number. A move that takes k tokens from a heap h changes the number of heaps with at
/// least t tokens by one for the k numbers t from h - k + 1 to h, and for no other: so exactly one of the
/// position and its option counts each of these, and s(p) + s(p') >= k. Hence k - s(p') <= s(p). Taking the
/// largest heap a whole attains it, for s(p') = b - c + ..., and a - s(p') = s(p).
#[test]
fn the_score_of_nim_is_an_alternating_sum() {
    for (game, domain) in [("nim:1", "300"), ("nim:2", "60x50"), ("nim:3", "20x25x15")] {
        let plan = plan(game, domain, "score", Some(9));
        let table = InMemoryTable::run(&CpuEngine, &plan).expect("the CPU engine runs");
        let sides = plan.job().domain().shape().to_vec();
        let side = |heap: usize| sides.get(heap).copied().unwrap_or(1);
        for x in 0..side(0) {
            for y in 0..side(1) {
                for z in 0..side(2) {
                    let mut heaps = [x, y, z].map(i64::from);
                    let at = &[x, y, z][..sides.len()];
                    heaps.sort_unstable();
                    let [c, b, a] = heaps;
                    let found = value_at(&table, &plan, at);
                    assert_eq!(Quantity::Score.number(found), a - b + c, "{at:?}");
                }
            }
        }
    }
}

/// Catches a type that is too narrow, or wider than the bound needs.
#[test]
fn types_follow_from_the_bound() {
    for (game, domain, value_type) in [
        ("nim:2", "64x64", ValueType::I8),
        ("nim:2", "tokens 127", ValueType::I8),
        ("nim:2", "tokens 128", ValueType::I16),
        ("nim:1+points=-127", "2", ValueType::I8),
        ("nim:1+points=128", "2", ValueType::I16),
        ("nim:1+points=-32767", "2", ValueType::I16),
        ("nim:1+points=32768", "2", ValueType::I32),
        ("nim:1+points=2147483647", "2", ValueType::I32),
        // Vectors that are too long for the domain pay nothing.
        ("nim:2+alter=50,1:30000", "9x9", ValueType::I8),
        ("vector:1/50+points=1/1000000", "9", ValueType::I8),
    ] {
        assert_eq!(plan(game, domain, "score", None).value_type(), value_type, "{game}");
    }
    for (game, domain) in [("nim:1+points=-2147483648", "2"), ("nim:1+points=2147483647", "3")] {
        let error = Plan::parse(game, domain, "score").expect_err(game);
        assert_eq!(error.kind, grundytab::InvalidInputKind::TooLarge, "{error}");
    }
}

/// Catches verification that overlooks a wrong score: the sign, one more or less, and what is beyond the
/// bound on the negative side.
#[test]
fn wrong_scores_are_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, control) = (folder.path().join("scores.zarr"), Control::default());
    let plan = plan("wythoff+points=1/-2/3", "30x20", "score", Some(8));
    let table = stored(&path, &plan, Codec::None, &CpuEngine);
    assert_eq!(plan.value_type(), ValueType::I8);
    let verified = verify(&table, Extent::Full, &control).expect("true");
    assert_eq!((verified.positions_checked, verified.totals.p_positions), (600, None));
    assert!(verified.totals.minimum < 0 && verified.totals.maximum > 0);
    let recomputed = verify_with_engine(&table, &ReferenceEngine, &control).expect("true");
    assert_eq!(recomputed.totals, verified.totals);
    let truth = InMemoryTable::run(&ReferenceEngine, &plan).expect("the reference runs");
    let mut faults = 0;
    for at in [[0, 0], [0, 1], [3, 5], [17, 11], [29, 19]] {
        let right = value_at(&truth, &plan, &at) as i32;
        let bound = plan.bound().largest_value as i32;
        for wrong in [right + 1, right - 1, -right, -bound - 1, bound + 1] {
            if wrong == right || i8::try_from(wrong).is_err() {
                continue;
            }
            let engine = Tampering { at: Coordinates([0, 0, at[0], at[1]]), value: wrong as u32 };
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

/// Catches a sum that is played by other rules than its components, a bound that a sum breaks, and a best
/// move of the wrong component. A sum is the vector game on the heaps of all components, whose scores the
/// definition gives.
#[test]
fn sums_of_scores_are_those_of_the_game_on_all_heaps() {
    let directory = tempfile::TempDir::new().expect("a directory");
    let table = |name: &str, game: &str, domain: &str| {
        let plan = plan(game, domain, "score", Some(5));
        stored(&directory.path().join(name), &plan, Codec::Zstd, &CpuEngine)
    };
    for (one, two, both, sides) in [
        ("nim:1", "nim:2", "nim:3", [9, 7, 6]),
        ("subtraction:2,3", "wythoff", "vector:0,1,0/0,0,1/0,1,1+alter=2,0,0/3,0,0", [12, 6, 7]),
        (
            "vector:2+points=5+alter=1:1",
            "nim:2+points=2/1+alter=1,1:4",
            "vector:2,0,0/0,1,0/0,0,1+points=5/2/1+alter=1,0,0:1/0,1,1:4",
            [9, 6, 7],
        ),
    ] {
        let [x, y, z] = sides;
        let one = table("one", one, &x.to_string());
        let two = table("two", two, &format!("{y}x{z}"));
        let plan = plan(both, &format!("{x}x{y}x{z}"), "score", None);
        let expected = InMemoryTable::run(&ReferenceEngine, &plan);
        let expected = expected.expect("scores");
        let joint_table = table("both", both, &format!("{x}x{y}x{z}"));
        for at in Coordinates::cells_of_box(Coordinates::padded(&sides, 1)) {
            let Coordinates([_, a, b, c]) = at;
            let components = [(&one, &[a][..]), (&two, &[b, c][..])];
            let answer = score_sum(&components, &Control::default()).expect("an answer");
            let score = |at: &[u32]| i64::from(value_at(&expected, &plan, at) as i32);
            let played = answer.played.expect("a small sum");
            assert_eq!(played.score, score(&[a, b, c]), "{both} at {at:?}");
            assert!((answer.at_least..=answer.at_most).contains(&played.score), "{both} at {at:?}");
            let [first, second] = answer.scores[..] else { panic!("two components") };
            assert_eq!(answer.at_least, (first - second).abs());
            assert_eq!(answer.at_most, first + second);
            let joint = |(component, option): &(usize, grundytab::Position)| match component {
                0 => vec![option.heaps()[0], b, c],
                _ => vec![a, option.heaps()[0], option.heaps()[1]],
            };
            let best: BTreeSet<Vec<u32>> = played.best.iter().map(joint).collect();
            let winning = query(&joint_table, &[a, b, c]).expect("an answer").winning;
            let expected = winning[0].options.iter().map(|option| option.heaps().to_vec());
            assert_eq!(best, expected.collect(), "{both} at {at:?}");
        }
    }
    let negative = table("negative", "nim:2+points=3/-1", "4x4");
    let error = score_sum(&[(&negative, &[1, 1])], &Control::default()).expect_err("waiting pays");
    assert!(error.to_string().contains("the score of (0, 1) is -1"), "{error}");
    // Where no position with a negative score is below, the same table is good.
    assert!(score_sum(&[(&negative, &[3, 0])], &Control::default()).is_ok());
    let large = table("large", "nim:1", "20000");
    let answer = score_sum(&[(&large, &[19_999]), (&large, &[19_990])], &Control::default());
    let answer = answer.expect("bounds");
    assert_eq!((answer.at_least, answer.at_most, answer.played), (9, 39_989, None));
}
