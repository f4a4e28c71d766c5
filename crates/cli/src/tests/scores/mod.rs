//! Scores of scoring games of one and of two players: against the definition, against closed forms, and in stored tables
//! (`tables`). `tests/library/python_brute_force.rs` compares those of random games with a brute force that shares no code with the library.

mod tables;

use crate::tests::common::{
    assert_computes, assert_same_totals, gpus, gpus_of_large_blocks, gpus_of_small_blocks, plan,
};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::{Coordinates, InMemoryTable, InvalidInputKind, Plan, Quantity, ValueType};

/// Impartial games where an engine is easily wrong, grouped by the reason.
const ONE_PLAYER: &[(&str, &str)] = &[
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
    // Between removed multiples 1, 2, 4, ..., 32 moves; other numbers of them; none; and none beyond.
    ("nim:1+alter=1/3/6/11/20/37/70", "200"),
    ("vector:1+points=-3+alter=4/12/13/40/100", "200"),
    ("vector:2/3+points=5/-1+alter=6/12/30/31:9/90", "200"),
    ("nim:2+alter=0,36/39,0/0,35/0,9", "40x37"),
    ("wythoff+points=2/-1/3+alter=0,13/0,30/9,0/6,6/7,7/20,20/5,6:4", "40x37"),
    ("wythoff+alter=0,12/8,0/8,8+terminal=3,20", "tokens 45"),
    ("vector:0,2/3,1+points=-2/7+alter=0,6/0,24/9,3/21,7", "60x50"),
    ("nim:3+points=1/-2/3+alter=0,0,6/5,0,0/0,7,0/0,8,0", "9x10x11"),
    // Terminal positions, with moves that lead to them.
    ("nim:2+terminal=0,3/2,2/19,19", "20x20"),
    ("wythoff+points=-2/-2/-5+terminal=0,3/7,0/5,5/19,1", "20x20"),
    ("wythoff+points=1/2/4+terminal=0,3/7,0+alter=1,1/2,1:8", "tokens 30"),
    // Moves to the zero position, which pay the tokens they take if no vector makes them.
    ("wythoff+to-zero=1,2/2,1/7,4/3,3", "30x41"),
    ("wythoff+points=1/2/-4+to-zero=3,3/7,4/0,9+alter=0,9/2,1:8", "40x37"),
    ("wythoff+points=1/2/-4+alter=3,3/4,4/2,1:8+to-zero=3,3/7,4/4,4/4,9/9,4", "40x40"),
    ("nim:2+alter=0,1/1,0+points=-5/-5+to-zero=0,1/17,3/2,9", "33x20"),
    ("subtraction:2,5,8+to-zero=1/13/70", "200"),
];

/// Partizan games where an engine is easily wrong, grouped by the reason.
const TWO_PLAYERS: &[(&str, &str)] = &[
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
    // Between removed multiples many moves, of each player.
    ("partizan:1/2:1+alter-left=40/41/90+alter-right=7/60+points-right=-2", "150"),
    ("partizan:1,0/0,1:1,1/0,1+alter-left=11,0/0,3/0,17+alter-right=9,9/0,14/2,1", "25x22"),
    ("partizan:1,0/0,1:0,1+alter-left=7,0/0,7+alter-right=0,19/0,13+terminal=4,9", "tokens 30"),
    // Terminal positions, with moves that lead to them.
    ("partizan:1,0/0,1:1,1/2,1+terminal=0,3/2,2/19,19", "20x20"),
    (
        "partizan:1,0/1,1:0,1+points-left=-2/-3+points-right=-2+terminal=5,5/7,0+alter-left=1,2:8",
        "20x20",
    ),
];

/// A game with windows of many widths, on many positions. The definition would take minutes.
const LONG_CASE: (&str, &str) = ("partizan:1:2+alter-left=40", "2500");

const QUANTITIES: [&str; 2] = ["score-left", "score-right"];

/// Lists all cases, each with a quantity.
fn cases() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let of_one = ONE_PLAYER.iter().map(|&(game, domain)| (game, domain, "score"));
    let of_two = QUANTITIES.into_iter().flat_map(|quantity| {
        TWO_PLAYERS.iter().map(move |&(game, domain)| (game, domain, quantity))
    });
    of_one.chain(of_two).chain(cases_of_remoteness())
}

/// Lists the cases of one player in which the moves pay no points of their own, which matter to scores alone.
fn cases_of_remoteness() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let plain = ONE_PLAYER.iter().filter(|(game, domain)| {
        let refused = Plan::parse(game, domain, "remoteness").err();
        refused.is_none_or(|error| {
            assert!(matches!(error.kind, InvalidInputKind::QuantityDoesNotApply { .. }), "{error}");
            false
        })
    });
    plain.map(|&(game, domain)| (game, domain, "remoteness"))
}

/// Compares the tables of the CPU engine by tiles of all kinds, and those of all GPUs by blocks of all kinds. The
/// GPU engine refuses four heaps.
fn assert_all_are(truth: &InMemoryTable, game: &str, domain: &str, quantity: &str) {
    for tile in [None, Some(1), Some(7), Some(16)] {
        // Few tiles of one cell are worth the time.
        if tile != Some(1) || domain.len() <= 5 {
            assert_computes(truth, &CpuEngine, &plan(game, domain, quantity, tile));
        }
    }
    for (gpus, tile) in
        [(gpus(), None), (gpus_of_small_blocks(), Some(7)), (gpus_of_large_blocks(), Some(16))]
    {
        let plan = plan(game, domain, quantity, tile);
        if plan.job().domain().heaps() < 4 {
            gpus.iter().for_each(|gpu| assert_computes(truth, gpu, &plan));
        }
    }
}

#[test]
fn engines_agree_with_the_definition() {
    for (game, domain, quantity) in cases() {
        let truth = InMemoryTable::run(&ReferenceEngine, &plan(game, domain, quantity, None));
        assert_all_are(&truth.expect("the reference runs"), game, domain, quantity);
    }
    let (game, domain) = LONG_CASE;
    for quantity in QUANTITIES {
        let truth = InMemoryTable::run(&CpuEngine, &plan(game, domain, quantity, None));
        assert_all_are(&truth.expect("the CPU engine runs"), game, domain, quantity);
    }
}

/// Catches a sum or an extreme of the GPU's own that keeps a bias, or loses a sign, where no table comes back.
#[test]
fn totals_of_the_gpu_engine_are_those_of_the_table() {
    for gpu in gpus() {
        for (game, domain, quantity) in cases().filter(|(game, ..)| !game.starts_with("partizan")) {
            assert_same_totals(gpu, &plan(game, domain, quantity, None));
        }
    }
}

/// Returns the value of a position.
fn value_at(table: &InMemoryTable, plan: &Plan, at: &[u32]) -> u32 {
    table.values()[Coordinates::padded(at, 0).row_major_index(plan.job().domain().sides())]
}

/// Lists the positions of the domain of a plan.
fn positions(plan: &Plan) -> Vec<Vec<u32>> {
    let domain = plan.job().domain();
    Coordinates::cells_of_box(domain.sides())
        .filter(|&at| domain.contains(at))
        .map(|at| at.unpadded(domain.heaps()).to_vec())
        .collect()
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
        for (at, score) in positions(&plan).into_iter().zip(scores(game, domain, "score")) {
            let mut heaps: Vec<i64> = at.iter().copied().map(i64::from).collect();
            heaps.sort_unstable_by(|one, other| other.cmp(one));
            let signs = [1, -1].into_iter().cycle();
            let expected: i64 = heaps.iter().zip(signs).map(|(heap, sign)| heap * sign).sum();
            assert_eq!(score, expected, "{at:?}");
        }
    }
}

/// In Nim with two heaps the remoteness of (n, n) is 2n, and that of other positions is twice the smaller heap, plus 1.
///
/// Proof by induction. From (n, n) every move leads to some (k, n) with k < n, of remoteness 2k + 1, at most 2n - 1. From
/// (a, b) with a < b one move leads to equal heaps, to (a, a) with the remoteness 2a; all others lead to odd ones.
#[test]
fn the_remoteness_of_nim_is_twice_the_smaller_heap() {
    let plan = plan("nim:2", "40x50", "remoteness", Some(9));
    let found = scores("nim:2", "40x50", "remoteness");
    for (at, remoteness) in positions(&plan).into_iter().zip(found) {
        let expected = 2 * at[0].min(at[1]) + u32::from(at[0] != at[1]);
        assert_eq!(remoteness, i64::from(expected), "{at:?}");
    }
    assert!(scores("nim:1", "50", "remoteness")[1..].iter().all(|&remoteness| remoteness == 1));
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
        ("partizan:1,0:0,1", "64x64", ValueType::I8),
        ("partizan:1,0:0,1", "65x65", ValueType::I16),
        // The points of either player count.
        ("partizan:1:2+points-left=3", "30", ValueType::I8),
        ("partizan:1:2+points-right=-1000", "30", ValueType::I16),
        ("partizan:1:2+points-left=-100000", "30", ValueType::I32),
    ] {
        let quantity = if game.starts_with("partizan") { "score-left" } else { "score" };
        assert_eq!(plan(game, domain, quantity, None).value_type(), value_type, "{game}");
    }
    for (game, domain, quantity) in [
        ("nim:1+points=-2147483648", "2", "score"),
        ("nim:1+points=2147483647", "3", "score"),
        ("partizan:1:1+points-right=2147483647", "3", "score-left"),
    ] {
        let error = Plan::parse(game, domain, quantity).expect_err(game);
        assert_eq!(error.kind, InvalidInputKind::TooLarge, "{error}");
    }
}
