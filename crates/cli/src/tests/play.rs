//! Play from tables: queries and sums against play by the rules alone.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::analyses::play::{Mover, Obstacle, class_sum, describe_move, query, score_sum, sum};
use crate::tests::common::{plan, stored};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::options;
use grundytab::table::{Codec, TableReader};
use grundytab::{Control, Convention, Coordinates, Position, Ruleset, Sum};
use tempfile::TempDir;

fn table(directory: &Path, game: &str, domain: &str, quantity: &str) -> TableReader {
    let name = format!("{game} {quantity}").replace(|c: char| !c.is_alphanumeric(), "-");
    let path: PathBuf = directory.join(name);
    let plan = plan(game, domain, quantity, Some(5));
    stored(&path, &plan, Codec::Zstd, &CpuEngine)
}

/// Whether the previous player wins a sum of two games, by trying every move.
fn is_p_sum(
    games: [&Ruleset; 2],
    convention: Convention,
    at: [Coordinates; 2],
    known: &mut HashMap<[Coordinates; 2], bool>,
) -> bool {
    if let Some(&answer) = known.get(&at) {
        return answer;
    }
    let moves = moves_of_sum(games, at);
    let answer = match moves.is_empty() {
        true => convention == Convention::Normal,
        false => !moves.into_iter().any(|to| is_p_sum(games, convention, to, known)),
    };
    known.insert(at, answer);
    answer
}

/// The options of a position of a game whose moves lead to single positions.
fn single_options(game: &Ruleset, at: Coordinates) -> Vec<Coordinates> {
    let single = |option: &Sum<Coordinates>| option.single().expect("no sum");
    options(game, at).iter().map(single).collect()
}

fn moves_of_sum(games: [&Ruleset; 2], at: [Coordinates; 2]) -> Vec<[Coordinates; 2]> {
    let left = single_options(games[0], at[0]).into_iter().map(|to| [to, at[1]]);
    let right = single_options(games[1], at[1]).into_iter().map(|to| [at[0], to]);
    left.chain(right).collect()
}

/// Every pair of small positions of two games: outcome and the set of winning moves.
#[test]
fn sums_are_played_right() {
    let directory = TempDir::new().expect("a directory");
    let altered = table(directory.path(), "wythoff+alter=1,1", "5x6", "grundy");
    let triangle = table(directory.path(), "triangle", "tokens 4", "grundy");
    assert_sums_are_right([&altered, &triangle], &[], 5, 6);
}

/// The same in misère play, of tame games: the Triangle Game is one, and so is Wythoff Nim.
#[test]
fn misere_sums_of_tame_games_are_played_right() {
    let directory = TempDir::new().expect("a directory");
    let mut partners = Vec::new();
    for (game, domain) in [("wythoff", "7x6"), ("triangle", "tokens 4"), ("nim:3", "3x4x5")] {
        partners.push(table(directory.path(), game, domain, "grundy"));
    }
    let wythoff = table(directory.path(), "wythoff", "7x6", "grundy misere");
    let triangle = table(directory.path(), "triangle", "tokens 4", "grundy misere");
    assert_sums_are_right([&wythoff, &triangle], &partners, 7, 6);
}

/// Takes a table with two heaps and one of the Triangle Game.
fn assert_sums_are_right(
    tables: [&TableReader; 2],
    partners: &[TableReader],
    rows: u32,
    columns: u32,
) {
    let games = tables.map(|table| table.plan().job().ruleset());
    let convention = tables[0].plan().job().convention();
    let mut known = HashMap::new();
    for left in (0..rows).flat_map(|x| (0..columns).map(move |y| [x, y])) {
        for right in [[0, 0, 0], [1, 0, 0], [1, 1, 1], [1, 2, 1], [0, 2, 2], [4, 0, 0], [0, 1, 3]] {
            let at = [&left[..], &right[..]].map(|heaps| Coordinates::padded(heaps, 0));
            let components = [(tables[0], left.as_slice()), (tables[1], right.as_slice())];
            let answer = sum(&components, partners).expect("an answer");
            let is_p = is_p_sum(games, convention, at, &mut known);
            assert_eq!(answer.value == 0, is_p, "{at:?}");
            let mut expected = moves_of_sum(games, at);
            expected.retain(|&to| is_p_sum(games, convention, to, &mut known));
            expected.sort_unstable();
            expected.dedup();
            let winning = answer.winning.iter();
            let mut found: Vec<[Coordinates; 2]> = winning
                .map(|(component, to)| (component, to.single().expect("no sum").coordinates()))
                .map(|(component, to)| if *component == 0 { [to, at[1]] } else { [at[0], to] })
                .collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{at:?}");
        }
    }
}

/// From an N-position the winning moves are those to P-positions; from a P-position there are none.
#[test]
fn queries_find_all_winning_moves() {
    let directory = TempDir::new().expect("a directory");
    for (game, domain, quantity) in [
        ("wythoff", "9x7", "grundy"),
        ("wythoff", "9x7", "outcome misere"),
        ("wythoff+block=2", "9x7", "palaces"),
        ("triangle", "tokens 6", "grundy misere"),
    ] {
        let table = table(directory.path(), game, domain, quantity);
        let job = table.plan().job();
        let all = grundytab::InMemoryTable::run(&CpuEngine, table.plan()).expect("runs");
        let sides = job.domain().sides();
        let stored = |at: Coordinates| all.values()[at.row_major_index(sides)];
        let shape: Vec<u32> = job.domain().shape().to_vec();
        let corner: Vec<u32> = match job.domain().is_box() {
            true => shape.iter().map(|side| side - 1).collect(),
            false => vec![1, 2, 3],
        };
        for heaps in [vec![0; shape.len()], corner, vec![1; shape.len()]] {
            let answer = query(&table, &heaps).expect("an answer");
            let at = Position::new(&heaps).coordinates();
            assert_eq!(answer.value, stored(at));
            assert_eq!(answer.is_p_position, job.is_p_position(stored(at)));
            let mut expected = single_options(job.ruleset(), at);
            expected.retain(|&to| !answer.is_p_position && job.is_p_position(stored(to)));
            expected.sort_unstable();
            expected.dedup();
            let single = |option: &Sum<Position>| option.single().expect("no sum").coordinates();
            let mut found: Vec<Coordinates> =
                answer.winning[0].options.iter().map(single).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{game} at {heaps:?}");
            // A player without a move in misère play has won already.
            let has_won = options(job.ruleset(), at).is_empty();
            let enough = found.len() as u32 > job.ruleset().blocking_number();
            assert!(answer.is_p_position || has_won || enough, "{game} at {heaps:?}");
        }
    }
}

/// In a partizan game each player has moves of their own, to positions that the other loses
/// moving first.
#[test]
fn queries_tell_the_moves_of_both_players() {
    let directory = TempDir::new().expect("a directory");
    let table = table(directory.path(), "partizan:1,0/0,1:1,1", "4x4", "outcome-class");
    // Left takes from one heap, Right from both.
    let answer = query(&table, &[1, 1]).expect("an answer");
    assert_eq!(answer.value, 1, "whoever begins wins");
    let options = |mover: Mover| -> Vec<String> {
        let moves = answer.winning.iter().find(|moves| moves.mover == mover).expect("listed");
        moves.options.iter().map(Sum::to_string).collect()
    };
    assert_eq!(options(Mover::Left), ["(0, 1)", "(1, 0)"]);
    // At (0, 0) Left to move loses: Right wins by going there.
    assert_eq!(options(Mover::Right), ["(0, 0)"]);
}

/// Sums of outcome classes against the table of the sum as one game on all heaps. Catches a class that is said to be
/// impossible, and a move that is said to win and does not.
#[test]
fn sums_of_classes_agree_with_the_sum_as_one_game() {
    let directory = TempDir::new().expect("a directory");
    let make = |game: &str, domain: &str| table(directory.path(), game, domain, "outcome-class");
    let one = make("partizan::+alter-left=1/3+alter-right=2", "12");
    let other = make("partizan::+alter-left=3+alter-right=1/4", "12");
    let both = make("partizan::+alter-left=1,0/3,0/0,3+alter-right=2,0/0,1/0,4", "12x12");
    let class_of = |x: u32, y: u32| {
        let class = both.value(&[x, y]).expect("in the table");
        ["P", "N", "L", "R"][class as usize]
    };
    let mut decided = 0;
    for (x, y) in (0..12).flat_map(|x| (0..12).map(move |y| (x, y))) {
        let answer = class_sum(&[(&one, &[x]), (&other, &[y])]).expect("an answer");
        let (possible, truth) = (answer.possible(), class_of(x, y));
        assert!(possible.contains(&truth), "({x}, {y}): {possible:?}, not {truth}");
        decided += u32::from(possible.len() == 1);
        for (player, won) in [(&answer.left, ["P", "L"]), (&answer.right, ["P", "R"])] {
            assert!(player.winning.is_empty() || player.wins == Some(true));
            for (component, to) in &player.winning {
                let to = to.coordinates().0[3];
                let class = if *component == 0 { class_of(to, y) } else { class_of(x, to) };
                assert!(won.contains(&class), "({x}, {y}) to {to}: {class}");
            }
        }
    }
    // Some sums are decided, and others are not.
    assert!(decided > 20 && decided < 144, "{decided}");
}

#[test]
fn questions_that_have_no_answer_are_refused() {
    let directory = TempDir::new().expect("a directory");
    let normal = table(directory.path(), "wythoff", "9x7", "grundy");
    let misere = table(directory.path(), "wythoff", "9x7", "grundy misere");
    let outcome = table(directory.path(), "triangle", "tokens 5", "outcome");
    let other = TableReader::open(normal.path()).expect("a table");
    let untame_game = "nim:3+terminal=1,1,1";
    let untame_misere = table(directory.path(), untame_game, "3x3x3", "grundy misere");
    let untame = [table(directory.path(), untame_game, "3x3x3", "grundy")];
    // Where the wild position cannot be reached, nothing is wrong.
    assert!(sum(&[(&untame_misere, &[1, 2, 1])], &untame).is_ok());
    let lame = "vector:1,0/0,1/1,3";
    let lame_misere = table(directory.path(), lame, "6x4", "grundy misere");
    let lame = [table(directory.path(), lame, "6x4", "grundy")];
    assert!(sum(&[(&lame_misere, &[5, 1]), (&lame_misere, &[1, 1])], &lame).is_ok());
    assert!(sum(&[(&lame_misere, &[3, 3])], &lame).is_err(), "(2, 3) is wild");
    for (error, words) in [
        (
            query(&normal, &[9, 0]).err(),
            "the position (9, 0) is not in the table; the table holds box 9x7",
        ),
        (query(&normal, &[1, 2, 3]).err(), "the position has 3 heaps, the table 2"),
        (query(&outcome, &[2, 2, 2]).err(), "the table holds tokens 5"),
        (
            sum(&[(&misere, &[1, 1])], &[]).err(),
            "unless they are tame, which takes the values of normal play to show; add the table \
             of wythoff on box 9x7 in normal play",
        ),
        (
            sum(&[(&untame_misere, &[1, 2, 2])], &untame).err(),
            "the game is not tame: at (1, 2, 2) the values are 2 in normal and 1 in misère play",
        ),
        (
            sum(&[(&misere, &[1, 1]), (&normal, &[1, 1])], &[other]).err(),
            "the tables are of different play conventions",
        ),
        (sum(&[(&outcome, &[1, 1, 1])], &[]).err(), "the table holds no Grundy values"),
        (sum(&[(&normal, &[1, 8])], &[]).err(), "the position (1, 8) is not in the table"),
    ] {
        let error = error.expect("refused").to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn moves_are_told_in_words() {
    let game = Ruleset::parse("triangle").expect("a game");
    let text = |from: &[u32], to: &[u32]| {
        describe_move(&game, Position::new(from), &Position::new(to).into())
    };
    assert_eq!(text(&[7], &[4]), "take 3 from x");
    assert_eq!(text(&[5, 5], &[3, 1]), "take 2 from x and 4 from y");
    assert_eq!(text(&[5, 0, 2], &[1, 3, 2]), "take 4 from x, return 3 to y");
    // Nothing is returned where nothing was taken.
    let adds = "rules: grade 40 - x - y; (x + k, y) for 1 <= k <= 2 if x + k <= 9; (x, 9) if y < 9";
    let game = Ruleset::parse(adds).expect("a game");
    let text = |from: &[u32], to: &[u32]| {
        describe_move(&game, Position::new(from), &Position::new(to).into())
    };
    assert_eq!(text(&[5, 4], &[6, 4]), "add 1 to x");
    assert_eq!(text(&[5, 4], &[5, 9]), "y becomes 9");
    assert_eq!(text(&[5, 4], &[6, 9]), "add 1 to x, y becomes 9");
    assert_eq!(text(&[5, 4], &[5, 4]), "leave the heaps as they are");
    let nim = Ruleset::parse("nim:2").expect("a game");
    let text = describe_move(&nim, Position::new(&[2, 1]), &Position::new(&[4, 6]).into());
    assert_eq!(text, "add 2 to x and 5 to y");
    let fibonacci = Ruleset::parse("fibonacci").expect("a game");
    let text = describe_move(&fibonacci, Position::new(&[9, 5]), &Position::new(&[6, 6]).into());
    assert_eq!(text, "take 3, which leaves the limit 6");
}

/// Lists the positions to which moves lead from one, itself among them.
fn reached(game: &Ruleset, at: Coordinates) -> BTreeSet<Coordinates> {
    let mut all = BTreeSet::from([at]);
    let mut open = vec![at];
    while let Some(from) = open.pop() {
        open.extend(single_options(game, from).into_iter().filter(|&to| all.insert(to)));
    }
    all
}

/// What a sum asks of the positions of its components it asks of those that moves lead to, and of no others: catches
/// sums that are refused for positions with smaller heaps that are not reached, and sums that are not refused.
#[test]
fn what_a_sum_asks_for_is_asked_of_reached_positions() {
    let directory = TempDir::new().expect("a directory");
    let none = Control::default();
    // Whether it was refused, whether it should have been, and whether a smaller position would have been a reason.
    let mut found: HashMap<[bool; 3], u32> = HashMap::new();
    let mut tell = |is_refused: bool, sought: &dyn Fn(&[u32]) -> bool, game: &Ruleset, at| {
        let heaps = |at: Coordinates| at.unpadded(game.heaps()).to_vec();
        let is_due = reached(game, at).into_iter().any(|to| sought(&heaps(to)));
        let sides = at + Coordinates([1; 4]);
        let below = Coordinates::cells_of_box(sides).any(|to| sought(&heaps(to)));
        assert_eq!(is_refused, is_due, "{game} at {at:?}");
        *found.entry([is_refused, is_due, below]).or_default() += 1;
    };
    let cells = |table: &TableReader| {
        Coordinates::cells_of_box(table.plan().job().domain().sides()).collect::<Vec<_>>()
    };
    for (game, domain) in [
        ("vector:+alter=2:3/3:-1+terminal=4", "12"),
        ("nim:1+points=-1+terminal=3/5", "9"),
        ("nim:2+points=3/-1+alter=1,1:5+terminal=2,2/0,3/4,1", "6x5"),
    ] {
        let scores = table(directory.path(), game, domain, "score");
        let game = scores.plan().job().ruleset();
        for at in cells(&scores) {
            let heaps = at.unpadded(game.heaps());
            let is_negative = |heaps: &[u32]| scores.value(heaps).expect("a value") as i32 <= -1;
            tell(score_sum(&[(&scores, heaps)], &none).is_err(), &is_negative, game, at);
        }
    }
    for (game, domain) in [
        ("partizan::+alter-left=1+alter-right=2+terminal=3", "9"),
        ("partizan:1,0/0,1:0,1/1,1+alter-right=1,0+terminal=2,2/1,1", "5x5"),
    ] {
        let scores = table(directory.path(), game, domain, "score-left");
        let game = scores.plan().job().ruleset();
        let players = game.partizan_game().expect("a partizan game");
        let players = [players.left(), players.right()].map(|moves| moves.clone().into());
        let is_one_sided = |heaps: &[u32]| {
            let at = Coordinates::padded(heaps, 0);
            let [left, right] = [0, 1].map(|player| options(&players[player], at).is_empty());
            left != right
        };
        for at in cells(&scores) {
            let sum = score_sum(&[(&scores, at.unpadded(game.heaps()))], &none);
            let obstacle = sum.expect("a sum").obstacle.map(|(_, _, why)| why);
            tell(obstacle == Some(Obstacle::OneSided), &is_one_sided, game, at);
        }
    }
    for (game, domain) in [
        ("subtraction:2,5,6+terminal=7/9", "20"),
        ("wythoff+alter=1,1+terminal=3,3/2,4", "6x6"),
        ("subtraction:4,7+terminal=3,0/1,4+heaps=2", "9x9"),
    ] {
        let tables = ["grundy", "grundy misere"]
            .map(|quantity| table(directory.path(), game, domain, quantity));
        let game = tables[0].plan().job().ruleset().clone();
        let partners = &tables[..1];
        for at in cells(&tables[1]) {
            let is_untame = |heaps: &[u32]| {
                let values = tables.each_ref().map(|table| table.value(heaps).expect("a value"));
                !matches!(values, [0, 1] | [1, 0]) && values[0] != values[1]
            };
            let is_refused = sum(&[(&tables[1], at.unpadded(game.heaps()))], partners).is_err();
            tell(is_refused, &is_untame, &game, at);
        }
    }
    for kind in [[false, false, false], [false, false, true], [true, true, true]] {
        assert!(found.get(&kind).is_some_and(|&count| count > 5), "{found:?}");
    }
}
