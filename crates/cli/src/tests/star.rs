//! The star operator against brute force and against theorems.

use crate::tests::common;
use std::collections::{BTreeMap, BTreeSet};

use crate::analyses::star::{StarGame, StarGames};
use crate::tests::common::random;
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{TableReader, TableWriter};
use grundytab::{Control, Plan, Position, tabulate};
use proptest::prelude::*;
use tempfile::TempDir;

type Vectors = BTreeSet<Vec<u32>>;

/// Tabulates a game.
fn table(directory: &TempDir, game: &str, domain: &str, quantity: &str) -> TableReader {
    let plan = Plan::parse(game, domain, quantity).expect(game);
    let path = directory.path().join("table.zarr");
    let writer = TableWriter::options(&plan).overwrite(true).create(&path).expect(game);
    tabulate(&plan, &CpuEngine, Some(writer), &Control::default()).expect(game);
    TableReader::open(&path).expect(game)
}

/// Returns the P-positions of a table.
fn p_positions(table: &TableReader) -> Vectors {
    let found = std::sync::Mutex::new(Vectors::new());
    let add = |position: Position, value| {
        if table.plan().job().is_p_position(value) {
            found.lock().expect("no thread panics").insert(position.heaps().to_vec());
        }
    };
    table.scan(&Control::default(), add).expect("the table is whole");
    found.into_inner().expect("no thread panics")
}

/// Applies the operator this many times. Returns what it has told, and the P-positions of the last game.
fn apply(table: &TableReader, times: usize) -> (Vec<StarGame>, Vectors) {
    let control = Control::default();
    let mut games = StarGames::of_table(table, &control).expect("P-positions");
    let told = (0..times).map(|_| games.apply(&control).expect("a game with moves")).collect();
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("last.zarr");
    games.store(&path, false, &control).expect("it is stored");
    let last = TableReader::open(&path).expect("a table");
    let totals = last.attributes().totals.expect("it is complete");
    assert_eq!(totals.p_positions, Some(games.p_positions()));
    (told, p_positions(&last))
}

/// Returns the P-positions at these positions, of which each comes after its options, of the game with these moves.
fn brute_force(moves: &Vectors, positions: &[Vec<u32>], is_misere: bool) -> Vectors {
    let mut outcomes: BTreeMap<&[u32], bool> = BTreeMap::new();
    for at in positions {
        let options: Vec<Vec<u32>> = moves
            .iter()
            .filter_map(|v| at.iter().zip(v).map(|(heap, c)| heap.checked_sub(*c)).collect())
            .collect();
        let is_p = match options.is_empty() {
            true => !is_misere,
            false => options.iter().all(|option| !outcomes[option.as_slice()]),
        };
        outcomes.insert(at, is_p);
    }
    outcomes.into_iter().filter(|&(_, is_p)| is_p).map(|(at, _)| at.to_vec()).collect()
}

/// Lists the positions of a box or of a simplex in lexicographic order.
fn positions(domain: &[u32], most_tokens: u32) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for &side in domain {
        let longer = |at: &Vec<u32>| {
            let at = at.clone();
            (0..side).map(move |heap| [at.as_slice(), &[heap]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|at| at.iter().sum::<u32>() <= most_tokens);
    all
}

/// Returns which positions are in one of the sets alone: how many, and the first by its tokens.
fn difference(one: &Vectors, other: &Vectors) -> (u64, Option<Vec<u32>>) {
    let differing: Vec<&Vec<u32>> = one.symmetric_difference(other).collect();
    let first = differing.iter().min_by_key(|at| (at.iter().sum::<u32>(), (**at).clone()));
    (differing.len() as u64, first.map(|at| (*at).clone()))
}

/// Compares three applications of the operator with brute force.
fn assert_as_brute_force(game: &str, shape: &[u32], tokens: Option<u32>, is_misere: bool) {
    let directory = TempDir::new().expect("a directory");
    let domain = match tokens {
        Some(tokens) => format!("tokens {tokens}"),
        None => common::join(shape, "x"),
    };
    let quantity = if is_misere { "grundy misere" } else { "grundy" };
    let table = table(&directory, game, &domain, quantity);
    let positions = positions(shape, tokens.unwrap_or(u32::MAX));
    let mut sets = vec![p_positions(&table)];
    for times in 1..=3 {
        let zero = vec![0; shape.len()];
        let moves: Vectors = sets[times - 1].iter().filter(|&at| *at != zero).cloned().collect();
        let control = Control::default();
        if moves.is_empty() {
            let mut games = StarGames::of_table(&table, &control).expect("P-positions");
            (1..times).for_each(|_| assert!(games.apply(&control).is_ok()));
            let refusal = games.apply(&control).expect_err("it has no moves").to_string();
            assert!(refusal.contains("has no moves"), "{refusal}");
            return;
        }
        sets.push(brute_force(&moves, &positions, is_misere));
        let (told, found) = apply(&table, times);
        assert_eq!(found, sets[times], "star {times} of {game} on {domain}");
        let told = told[times - 1];
        assert_eq!(told.times as usize, times);
        assert_eq!(told.moves, moves.len() as u64);
        assert_eq!(told.p_positions, found.len() as u64);
        let heaps = |first: Option<Position>| first.map(|first| first.heaps().to_vec());
        let (count, first) = difference(&found, &sets[times - 1]);
        assert_eq!((told.from_last.positions, heaps(told.from_last.first)), (count, first));
        let second_last = times.checked_sub(2).map(|index| difference(&found, &sets[index]));
        let from_second_last =
            told.from_second_last.map(|other| (other.positions, heaps(other.first)));
        assert_eq!(from_second_last, second_last, "star {times} of {game}");
        let period = match (told.from_last.positions, second_last.map(|(count, _)| count)) {
            (0, _) => Some(1),
            (_, Some(0)) => Some(2),
            _ => None,
        };
        assert_eq!(told.period(), period);
    }
}

/// Catches moves that are no P-positions, and P-positions at the edge of a domain that depend on what is beyond.
#[test]
fn games_are_those_of_the_definition() {
    for (game, shape, tokens) in [
        ("wythoff", &[40, 40][..], None),
        ("wythoff", &[26, 26], Some(25)),
        ("maharaja", &[30, 17], None),
        ("wythoff+to-zero=1,2", &[25, 25], None),
        ("nim:3", &[7, 5, 8], None),
        ("nim:4", &[3, 4, 3, 4], None),
        ("subtraction:2,5", &[60], None),
        ("euclid", &[15, 15], None),
        ("triangle", &[10, 10, 10], Some(9)),
    ] {
        for is_misere in [false, true] {
            assert_as_brute_force(game, shape, tokens, is_misere);
        }
    }
}

proptest! {
    #![proptest_config(random::cases(12))]

    #[test]
    fn random_games_are_those_of_the_definition(
        moves in prop::collection::vec(common::vector(6, 2), 1..6),
        sides in prop::collection::vec(1..20_u32, 2),
        is_misere in any::<bool>(),
    ) {
        let game = format!("vector:+alter={}", common::list(&moves));
        assert_as_brute_force(&game, &sides, None, is_misere);
    }
}

/// Nim on k heaps is the dual of its dual (Larsson, The star-operator and invariant subtraction games, 2012). The
/// P-positions of Wythoff Nim are a pair of complementary homogeneous Beatty sequences, and so those of the dual of the
/// game whose moves they are (Larsson, Hegarty and Fraenkel 2011).
#[test]
fn nim_and_wythoff_nim_are_duals_of_their_duals() {
    for (game, domain) in [("nim:2", "60"), ("nim:3", "16"), ("wythoff", "150")] {
        let directory = TempDir::new().expect("a directory");
        let table = table(&directory, game, domain, "outcome");
        let (told, found) = apply(&table, 2);
        assert_eq!(found, p_positions(&table), "{game}");
        assert_eq!(
            told.iter().map(StarGame::period).collect::<Vec<_>>(),
            [None, Some(2)],
            "{game}"
        );
    }
}

/// Catches tables that tell no P-positions of an impartial game.
#[test]
fn other_tables_are_refused() {
    for (game, quantity) in [("nim", "score"), ("partizan:1,0:0,1", "outcome-class")] {
        let directory = TempDir::new().expect("a directory");
        let table = table(&directory, game, "9", quantity);
        let refusal = StarGames::of_table(&table, &Control::default()).err().expect(game);
        assert!(refusal.to_string().contains("no P-positions of an impartial game"), "{refusal}");
    }
}
