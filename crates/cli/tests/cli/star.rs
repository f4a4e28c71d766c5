//! `star`, on games whose moves are the P-positions of others: what it prints, what it stores, what it refuses.

use crate::{done, fails, refuses, tabulate, temporary};

/// Catches a comparison with another game than the text says, and a game that is made once too often. In (Nim)* the
/// moves are (n, n), so that (x, y) is P exactly if x or y is 0; these are the moves of Nim.
#[test]
fn games_are_told_until_the_same_come_again() {
    let (_directory, path) = temporary();
    tabulate("nim --box 9x7 --quantity outcome", &path);
    let last = "from there on two games take turns\n";
    let first = "nim:2 on box 9x7: 7 P-positions\n\
                 star 1: 6 moves, 15 P-positions; other outcomes than the game before at 20 positions, \
                 first (0, 1)\n";
    let second = "star 2: 14 moves, 7 P-positions; other outcomes than the game before at 20 positions, \
                  first (0, 1); outcomes as of the one two before\n";
    assert_eq!(done("star {}", &path), [first, second, last].concat());
    assert_eq!(done("star {} --times 1", &path), first);
    assert_eq!(done("star {} --times 2", &path), [first, second, last].concat());
}

/// Catches a table of another game than the last one, and one that is replaced unasked.
#[test]
fn the_last_game_is_stored() {
    let (directory, path) = temporary();
    tabulate("wythoff --tokens 20 --misere", &path);
    let out = directory.path().join("star.zarr");
    let line = format!("star {{}} --times 1 --quiet --out {}", out.display());
    done(&line, &path);
    // The least P-positions of Wythoff Nim in misère play are (0, 1), (1, 0) and (2, 2).
    let told = done("info {}", &out);
    assert!(told.contains("vector:+alter=1,0/0,1/2,2/"), "{told}");
    assert!(told.contains("outcome, misère play"), "{told}");
    assert!(done("verify {} --full", &out).contains("the definition holds at all 231 positions"));
    refuses(&line, &path, "star.zarr: a table is there already");
    done(&format!("{line} --overwrite"), &path);
}

#[test]
fn what_has_no_star_game_is_refused() {
    let (_directory, path) = temporary();
    tabulate("nim --box 9 --quantity score", &path);
    refuses(
        "star {}",
        &path,
        "the table holds scores, which are no P-positions of an impartial game",
    );
    refuses("star {} --times 0", &path, "the operator is applied at least once");
    tabulate("nim:1 --box 9", &path);
    fails(2, "star {}", &path, "so that the next game has no moves");
}
