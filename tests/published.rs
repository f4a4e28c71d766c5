//! Published truth: values and theorems from the literature, against the engines.
//!
//! Each table row or test names its source. The expectations are the papers', never the program's.

mod common;

use common::{gpu, plan};
use grundytab::engine::Engine;
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::reference::ReferenceEngine;
use grundytab::numeration::floor_phi_squared;
use grundytab::{Control, InMemoryTable, tabulate};

/// Runs a check on the table of every engine.
fn on_every_engine(game: &str, domain: &str, quantity: &str, check: impl Fn(&[u32])) {
    let plan = plan(game, domain, quantity, None);
    let mut engines: Vec<&dyn Engine> = vec![&ReferenceEngine, &CpuEngine];
    engines.extend(gpu().map(|gpu| gpu as &dyn Engine));
    for engine in engines {
        println!("{game} on {}", engine.kind());
        check(InMemoryTable::run(engine, &plan).expect("the engine runs").values());
    }
}

/// OEIS A004481: the Grundy values of Wythoff Nim, rows 0 to 2.
#[test]
fn wythoff_rows() {
    on_every_engine("wythoff", "3x9", "grundy", |values| {
        assert_eq!(&values[..9], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(&values[9..18], [1, 2, 0, 4, 5, 3, 7, 8, 6]);
        assert_eq!(&values[18..27], [2, 0, 1, 5, 3, 4, 8, 6, 7]);
    });
}

/// Wythoff 1907: the P-positions are (floor(n phi), floor(n phi) + n) and their mirror images.
/// floor(n phi) = (n + isqrt(5 n^2)) div 2, in integers.
#[test]
fn wythoff_p_positions() {
    let side = 300;
    on_every_engine("wythoff", "300x300", "grundy", |values| {
        let mut expected = vec![false; side * side];
        for n in 0..side {
            let a = (n + (5 * n * n).isqrt()) / 2;
            if a + n < side {
                expected[a * side + a + n] = true;
                expected[(a + n) * side + a] = true;
            }
        }
        let found: Vec<bool> = values.iter().map(|&value| value == 0).collect();
        assert!(found == expected);
    });
}

/// Wythoff Nim in misere play: as in normal play, without (0,0) and (1,2), with (0,1) and (2,2)
/// (Larsson, CombinArtorial games).
#[test]
fn wythoff_misere_p_positions() {
    let side = 120;
    on_every_engine("wythoff", "120x120", "outcome misere", |values| {
        let mut expected = vec![0; side * side];
        for n in 2..side {
            let a = (n + (5 * n * n).isqrt()) / 2;
            if a + n < side {
                expected[a * side + a + n] = 1;
                expected[(a + n) * side + a] = 1;
            }
        }
        expected[1] = 1;
        expected[side] = 1;
        expected[2 * side + 2] = 1;
        assert!(values == expected);
    });
}

/// Bouton 1901: Nim's Grundy value is the xor; in misere play P iff the xor is 0 when some heap
/// exceeds 1, else iff the number of ones is odd.
#[test]
fn nim() {
    on_every_engine("nim:3", "11x7x13", "grundy", |values| {
        let xor = (0..11).flat_map(|x| (0..7).flat_map(move |y| (0..13).map(move |z| x ^ y ^ z)));
        assert!(xor.eq(values.iter().copied()));
    });
    on_every_engine("nim:3", "11x7x13", "outcome misere", |values| {
        for (index, &value) in values.iter().enumerate() {
            let (x, y, z) = (index / 91, index / 13 % 7, index % 13);
            let is_p = match x.max(y).max(z) {
                0 | 1 => (x + y + z) % 2 == 1,
                _ => x ^ y ^ z == 0,
            };
            assert_eq!(value, u32::from(is_p), "({x}, {y}, {z})");
        }
    });
}

/// Whether b >= phi c, in integers: b^2 - bc - c^2 >= 0 for b, c >= 0 not both zero.
fn at_least_phi_times(b: i64, c: i64) -> bool {
    b * b - b * c - c * c >= 0
}

/// P-positions of the Triangle Game as Abuku et al. 2025 state them (Theorem 1): the rotations of
/// (b + c, b, c) with b >= phi c.
fn triangle_rotation([x, y, z]: [i64; 3]) -> bool {
    [[x, y, z], [y, z, x], [z, x, y]]
        .iter()
        .any(|&[a, b, c]| a == b + c && at_least_phi_times(b, c))
}

fn for_each_position(tokens: usize, mut check: impl FnMut([i64; 3], usize)) {
    let side = tokens + 1;
    for x in 0..side {
        for y in 0..side - x {
            for z in 0..side - x - y {
                check([x as i64, y as i64, z as i64], (x * side + y) * side + z);
            }
        }
    }
}

/// Abuku, Inazu, Inoue, Kimura, Suetsugu, Watanabe, Yamashita 2025, Theorem 1.
#[test]
fn triangle_p_positions() {
    on_every_engine("triangle", "tokens 40", "outcome", |values| {
        for_each_position(40, |at, index| {
            assert_eq!(values[index] == 1, triangle_rotation(at), "{at:?}");
        });
    });
}

/// The same, Theorem 2: in misere play (1,0,0), (0,1,0), (0,0,1), (1,1,1) and the rotations with
/// largest heap a >= 2.
#[test]
fn triangle_misere_p_positions() {
    on_every_engine("triangle", "tokens 40", "outcome misere", |values| {
        for_each_position(40, |at, index| {
            let small = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]].contains(&at);
            let large = at.iter().max() >= Some(&2) && triangle_rotation(at);
            assert_eq!(values[index] == 1, small || large, "{at:?}");
        });
    });
}

/// The same, Remark 3: normal and misere Grundy values are (0,1), (1,0) or (n,n): tame.
#[test]
fn triangle_is_tame() {
    let table = |quantity| {
        InMemoryTable::run(&CpuEngine, &plan("triangle", "tokens 60", quantity, None))
            .expect("runs")
    };
    let (normal, misere) = (table("grundy"), table("grundy misere"));
    for_each_position(60, |at, index| {
        let pair = (normal.values()[index], misere.values()[index]);
        assert!(pair.0 == pair.1 || matches!(pair, (0, 1) | (1, 0)), "{at:?}: {pair:?}");
    });
}

/// Larsson, Blocking Wythoff Nim, 2011: with 1 option blocked P is (0,0), (n, 2n+1) and
/// (2x+2, 2y+2) for P-positions (x, y) of Wythoff Nim; with 2 blocked it is (0,0), (n, 2n+1) and
/// (n, 2n+2); always with mirror images.
#[test]
fn blocking_wythoff_p_positions() {
    let side = 150;
    on_every_engine("wythoff+block=1", "150x150", "outcome", |values| {
        let wythoff = |x: usize, y: usize| {
            let n = x.abs_diff(y);
            (n + (5 * n * n).isqrt()) / 2 == x.min(y)
        };
        for (index, &value) in values.iter().enumerate() {
            let (x, y) = (index / side, index % side);
            let (low, high) = (x.min(y), x.max(y));
            let doubled = x % 2 == 0 && y % 2 == 0 && low >= 2 && wythoff(x / 2 - 1, y / 2 - 1);
            let is_p = high == 0 || high == 2 * low + 1 || doubled;
            assert_eq!(value, u32::from(is_p), "({x}, {y})");
        }
    });
    on_every_engine("wythoff+block=2", "150x150", "outcome", |values| {
        for (index, &value) in values.iter().enumerate() {
            let (low, high) = ((index / side).min(index % side), (index / side).max(index % side));
            let is_p = high == 0 || high == 2 * low + 1 || high == 2 * low + 2;
            assert_eq!(value, u32::from(is_p), "({low}, {high})");
        }
    });
}

/// Larsson and Wastlund, Maharaja Nim, 2014: the first P-positions (x, y) with x <= y.
#[test]
fn maharaja_p_positions() {
    let first =
        [(0, 0), (1, 3), (2, 6), (4, 5), (7, 10), (8, 13), (9, 16), (11, 19), (12, 18), (14, 23)];
    on_every_engine("maharaja", "15x24", "outcome", |values| {
        let cells = (0..15).flat_map(|x| (x..24).map(move |y| (x, y)));
        let found: Vec<(usize, usize)> = cells.filter(|(x, y)| values[x * 24 + y] == 1).collect();
        assert_eq!(found, first);
    });
}

/// Winning Ways: {2,5,8} has period 10. {1,2}, {1,3,4} and {2,5,7} have periods 3, 7 and 22;
/// {2,4,7} has preperiod 8 and period 3.
#[test]
fn subtraction_games_are_periodic() {
    on_every_engine("subtraction:2,5,8", "100", "grundy", |values| {
        let period = [0, 0, 1, 1, 0, 2, 1, 0, 2, 1];
        assert!(values.iter().eq(period.iter().cycle().take(100)));
    });
    for (set, preperiod, period) in
        [("1,2", 0, 3), ("1,3,4", 0, 7), ("2,5,7", 0, 22), ("2,4,7", 8, 3)]
    {
        on_every_engine(&format!("subtraction:{set}"), "200", "grundy", |values| {
            assert!((preperiod..200 - period).all(|n| values[n] == values[n + period]), "{set}");
            assert!(preperiod == 0 || values[preperiod - 1] != values[preperiod - 1 + period]);
        });
        // The program proves the period itself.
        let plan = plan(&format!("subtraction:{set}"), "200", "grundy", Some(16));
        let report = tabulate(&plan, &CpuEngine, None, &Control::default());
        let found = report.expect("the engine runs").period.expect("a period");
        assert_eq!(found.period, period as u64, "{set}");
        assert!(found.from >= preperiod as u64, "{set}");
    }
}

/// Two moves a < b: the values are purely periodic with period 2a if b is an odd multiple of a,
/// else a + b.
#[test]
fn two_moves_are_purely_periodic() {
    for a in 1..8 {
        for b in a + 1..20 {
            let period = if b % a == 0 && b / a % 2 == 1 { 2 * a } else { a + b };
            let plan = plan(&format!("subtraction:{a},{b}"), "300", "grundy", None);
            let table = InMemoryTable::run(&CpuEngine, &plan).expect("the engine runs");
            let values = table.values();
            assert!((0..300 - period).all(|n| values[n] == values[n + period]), "{a}, {b}");
        }
    }
}

/// Larsson and Fox 2015 (OEIS A242082): with {F(2n+1) - 1} the value is 0 iff n is 0 or in A001950
/// (floor(k phi^2)), 1 iff n - 1 is, else 2.
#[test]
fn larsson_fox() {
    let mut upper = vec![false; 5002];
    for k in 0.. {
        match upper.get_mut(floor_phi_squared(k) as usize) {
            Some(place) => *place = true,
            None => break,
        }
    }
    let plan = plan("subtraction:fibonacci-odd", "5000", "grundy", None);
    let table = InMemoryTable::run(&CpuEngine, &plan).expect("the engine runs");
    for (n, &value) in table.values().iter().enumerate() {
        let expected = match (upper[n], n > 0 && upper[n - 1]) {
            (true, _) => 0,
            (_, true) => 1,
            _ => 2,
        };
        assert_eq!(value, expected, "{n}");
    }
}

/// Three heaps, take 1 or 2 from one of them: the value is the xor of the remainders modulo 3.
#[test]
fn sums_of_subtraction_games() {
    on_every_engine("subtraction:1,2+heaps=3", "7x8x9", "grundy", |values| {
        for (index, &value) in values.iter().enumerate() {
            let (x, y, z) = (index / 72, index / 9 % 8, index % 9);
            assert_eq!(value as usize, (x % 3) ^ (y % 3) ^ (z % 3), "({x}, {y}, {z})");
        }
    });
}

/// For m <= n the Grundy values of Wythoff Nim obey n - 2m <= g(m, n) <= m + n.
#[test]
fn wythoff_values_are_bounded() {
    on_every_engine("wythoff", "22x600", "grundy", |values| {
        for (index, &value) in values.iter().enumerate() {
            let (x, y) = ((index / 600) as i64, (index % 600) as i64);
            let (m, n) = (x.min(y), x.max(y));
            assert!((n - 2 * m..=m + n).contains(&i64::from(value)), "({x}, {y})");
        }
    });
}

/// Sums that one-thread C programs, written apart from this one, gave: one by thresholds that are
/// shifted from layer to layer, one by bitset lines along antidiagonals, one by rows of counts.
#[test]
fn sums_of_larger_tables() {
    let mut engines: Vec<&dyn Engine> = vec![&CpuEngine];
    engines.extend(gpu().map(|gpu| gpu as &dyn Engine));
    for engine in engines {
        for (game, domain, quantity, expected) in [
            ("triangle", "tokens 128", "grundy", 30_375_354),
            ("wythoff", "1024x1024", "grundy", 669_469_906),
            ("wythoff+block=100", "1024x1024", "palaces", 106_078_541),
        ] {
            let plan = plan(game, domain, quantity, None);
            let report = tabulate(&plan, engine, None, &Control::default());
            let sum = report.expect("the engine runs").totals.sum;
            assert_eq!(sum, expected, "{game} on {}", engine.kind());
        }
    }
    // A table of 288 MB, more than a binding of Mesa's software adapter holds.
    if let Some(gpu) = gpu() {
        let plan = plan("wythoff+block=99", "12000x12000", "palaces", None);
        let report = tabulate(&plan, gpu, None, &Control::default());
        let totals = report.expect("the engine runs").totals;
        assert_eq!((totals.sum, totals.p_positions), (14_475_573_936, 667_836));
    }
    let plan = plan("wythoff", "4096x4096", "grundy", None);
    let report = tabulate(&plan, &CpuEngine, None, &Control::default());
    assert_eq!(report.expect("the engine runs").totals.sum, 42_919_217_587);
}
