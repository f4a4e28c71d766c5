//! Tables of scores of one and of two players: what each command says of them, and what it refuses.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{done, ends, fails, json_of, refuses, table, temporary};

const ONE_PLAYER: &str = "nim:2+points=3/-1+alter=1,1:5";

const TWO_PLAYERS: &str = "partizan:1,0/0,1:1,1+alter-right=0,1:4+points-left=3/-1+points-right=2";

/// Runs lines that must be refused in these words.
fn assert_refused(path: &Path, lines: &[(&str, &str)]) {
    for (line, words) in lines {
        refuses(line, path, words);
    }
}

/// Catches a number that loses its sign on the way to people or programs, and P-positions that are shown of a
/// table which knows none. The first scores by hand: from (1, 0) the only move pays 3; from (0, 1) it costs
/// 1; from (1, 1) the moves lead to (0, 1), worth 3 - (-1) = 4, to (1, 0), worth -1 - 3 = -4, and to (0, 0),
/// worth 5; from (0, 2) either -1 - (-1) = 0 or -2 - 0 = -2.
#[test]
fn commands_show_scores_with_their_signs() {
    let (directory, path) = temporary();
    let done = |line: &str| done(line, &path);
    let json = |line: &str| json_of(0, line, &path);
    let tabulated = done(&format!(
        "tabulate {ONE_PLAYER} --box 20x30 --quantity score --engine cpu --out {{}}"
    ));
    assert!(tabulated.contains("minimum -") && !tabulated.contains("P-position"), "{tabulated}");
    let answers = done("query {} 1,0 0,1 1,1 0,2 0,0");
    let words = [
        "(1, 0): score 3\n  best moves: 1\n  take 1 from x -> (0, 0)",
        "(0, 1): score -1\n  best moves: 1",
        "(1, 1): score 5\n  best moves: 1\n  take 1 from x and 1 from y -> (0, 0)",
        "(0, 2): score 0\n  best moves: 1\n  take 1 from y -> (0, 1)",
        "(0, 0): score 0\n  best moves: 0\n",
    ];
    for words in words {
        assert!(format!("{answers}\n").contains(words), "{answers}");
    }
    let answer = json("query {} 0,1 --options --json");
    let answer = &answer["answers"][0];
    assert_eq!(
        (&answer["value"], &answer["outcome"]),
        (&Value::from(-1), &Value::Null),
        "{answer}"
    );
    assert_eq!(answer["best_moves"], json!([[0, 0]]));
    let options = done("query {} 1,1 --options");
    assert!(
        options.contains("-> (0, 1): score -1\n") && options.contains("score 0, best"),
        "{options}"
    );
    let grid = done("list {} --region 0:2,0:3");
    assert_eq!(grid, "y\\x |  0  1\n----+------\n  0 |  0  3\n  1 | -1  5\n  2 |  0  6\n");
    assert!(done("list {} g==-1 --limit 1").starts_with("(0, 1)  -1\n"));
    assert_eq!(done("list {} g==-1 --limit 1 --csv"), "x,y,value\n0,1,-1\n");
    let found = json("list {} g<0 --limit 1 --json");
    assert_eq!(found["positions"][0]["value"], -1);
    let verified = done("verify --full {} --claim g>=-1*y --range g");
    assert!(verified.contains("proves the table") && verified.contains("minimum -"), "{verified}");
    let (stdout, _) = ends(1, "verify {} --claim g>=0", &path);
    assert!(stdout.contains("first counterexample (0, 1), with the value -1"), "{stdout}");
    let info = done("info {}");
    assert!(info.contains("score") && info.contains("minimum -") && info.contains("i16"), "{info}");
    let info = json("info {} --json");
    assert!(info["minimum"].as_i64() < Some(0) && info.get("p_positions").is_none(), "{info}");
    let analyzed = done("analyze {}");
    assert!(analyzed.contains("least value") && !analyzed.contains("P-position"), "{analyzed}");
    let analyzed = json("analyze {} --json");
    let values = analyzed["values"].as_array().expect("a list");
    let numbers: Vec<i64> = values.iter().filter_map(|row| row["value"].as_i64()).collect();
    assert!(
        numbers.is_sorted() && numbers.first() < Some(&0) && numbers.contains(&5),
        "{numbers:?}"
    );
    let counted: u64 = values.iter().filter_map(|row| row["positions"].as_u64()).sum();
    assert_eq!((counted, &analyzed["p_positions"]), (600, &Value::Null));
    assert_eq!(
        done("export {} --format csv --region 0:2,0:2 --out -"),
        "x,y,score\n0,0,0\n0,1,-1\n1,0,3\n1,1,5\n"
    );
    let terms = done("export {} --format bfile --terms 3 --no-comment --out -");
    assert_eq!(terms, "0 0\n1 3\n2 -1\n");
    let picture = directory.path().join("score.png");
    done(&format!("render {{}} --out {}", picture.display()));
    assert!(fs::metadata(&picture).expect("a picture").len() > 1000);
    assert!(done("diff {} {}").contains("equal values at all 600 positions"));
}

#[test]
fn what_scores_do_not_tell_is_refused() {
    let (_directory, path) = table(&format!("{ONE_PLAYER} --box 9 --quantity score"));
    assert_refused(
        &path,
        &[
            ("verify {} --claim p", "p is true at P-positions, and scores do not determine these"),
            ("list {} p(x,y)", "scores do not determine these"),
            ("sum {}@1,2 {}@2,1", "the score of (0, 1) is -1"),
            ("sum {}@1,2 --with {}", "scoring games do not have"),
            ("export {} --format p-positions --out -", "do not determine the P-positions"),
            ("export {} --format npy --type u16 --out no.npy", "need i8, i16 or i32"),
            ("render {} --palette hue --out no.png", "use the palette diverging"),
            ("diff {} {} --as outcome", "scores do not determine the P-positions"),
            ("tabulate nim:2+points=3/1 --box 9 --out no", "ask for --quantity score"),
            ("tabulate nim --box 9 --quantity score --misere --out no", "it has no misère play"),
            ("tabulate nim+block=1 --box 9 --quantity score --out no", "not defined with blocking"),
            (
                "tabulate euclid --box 9 --quantity score --out no",
                "scores are tabulated for vector games",
            ),
            (
                "tabulate partizan:1:2 --box 9 --quantity score --out no",
                "--quantity score-left or score-right",
            ),
            (
                "tabulate nim:1+points=2147483647 --box 9 --quantity score --out no",
                "fit in 32 bits",
            ),
            ("tabulate nim+points=1/2/3 --box 9 --quantity score --out no", "3 numbers of points"),
        ],
    );
}

/// Catches a player whose moves or points are the other's, and a best move that is one by the wrong score. By
/// hand: Right has no move from (1, 0), and takes the token of (0, 1) for 4 points. So Left, who begins, gets 3
/// from (1, 0), -1 from (0, 1), and from (1, 1) either 3 - 4 by x or -1 + 0 by y.
#[test]
fn commands_show_the_scores_of_the_player_who_begins() {
    let (directory, path) = temporary();
    let done = |line: &str| done(line, &path);
    let json = |line: &str| json_of(0, line, &path);
    let tabulated = done(&format!(
        "tabulate {TWO_PLAYERS} --box 20x30 --quantity score-left --engine cpu --out {{}}"
    ));
    assert!(tabulated.contains("score-left") && !tabulated.contains("P-position"), "{tabulated}");
    let answers = done("query {} 1,0 0,1 1,1 0,0");
    let words = [
        "(1, 0): score 3 if Left begins\n  best moves of Left: 1\n  take 1 from x -> (0, 0)",
        "(0, 1): score -1 if Left begins\n  best moves of Left: 1",
        "(1, 1): score -1 if Left begins\n  best moves of Left: 2\n",
        "(0, 0): score 0 if Left begins\n  best moves of Left: 0\n",
    ];
    for words in words {
        assert!(format!("{answers}\n").contains(words), "{answers}");
    }
    let options = done("query {} 2,0 --options");
    for words in [
        "take 2 from x -> (0, 0): pays 6, leads to the score 6, best\n",
        "take 1 from x -> (1, 0): pays 3, leads to the score 3",
    ] {
        assert!(format!("{options}\n").contains(words), "{options}");
    }
    let answer = &json("query {} 1,1 --options --json")["answers"][0];
    assert_eq!(answer["best_moves"], json!([[0, 1], [1, 0]]), "{answer}");
    let first = json!({"position": [0, 1], "value": -1, "outcome": null, "best": true,
                       "points": 3, "score": -1});
    assert_eq!((&answer["options"][0], &answer["option_count"]), (&first, &json!(2)));
    let grid = "y\\x |  0  1\n----+------\n  0 |  0  3\n  1 | -1 -1\n";
    assert_eq!(done("list {} --region 0:2,0:2"), grid);
    assert!(done("list {} g==-1 --limit 1").starts_with("(0, 1)  -1\n"));
    let verified = done("verify --full {} --claim g<=3*x --range g");
    assert!(verified.contains("proves the table") && verified.contains("minimum -"), "{verified}");
    assert!(done("verify --engine reference {}").contains("600"));
    let info = json("info {} --json");
    assert!(info["minimum"].as_i64() < Some(0) && info.get("p_positions").is_none(), "{info}");
    let analyzed = done("analyze {}");
    assert!(analyzed.contains("\nscores if Left begins: "), "{analyzed}");
    assert_eq!(
        done("export {} --format csv --region 0:2,0:2 --out -"),
        "x,y,score_left\n0,0,0\n0,1,-1\n1,0,3\n1,1,-1\n"
    );
    let picture = directory.path().join("score.png");
    done(&format!("render {{}} --out {}", picture.display()));
    assert!(fs::metadata(&picture).expect("a picture").len() > 1000);
    assert!(done("diff {} {}").contains("equal values at all 600 positions"));
    // If Right begins: 0 from (1, 0), -4 from (0, 1), and from (1, 1) either -2 or -4 + 3.
    let right = directory.path().join("right.zarr");
    let on_right = |line: &str| crate::done(line, &right);
    on_right(&format!("tabulate {TWO_PLAYERS} --box 9 --quantity score-right --out {{}}"));
    let grid = "y\\x |  0  1\n----+------\n  0 |  0  0\n  1 | -4 -2\n";
    assert_eq!(on_right("list {} --region 0:2,0:2"), grid);
    let answer = on_right("query {} 1,1");
    let words = "(1, 1): score -2 if Right begins\n  best moves of Right: 1\n  take 1 from x and 1 \
                 from y -> (0, 0)";
    assert!(answer.starts_with(words), "{answer}");
    fails(
        2,
        &format!("diff {{}} {}", right.display()),
        &path,
        "compare two tables of the same quantity",
    );
}

#[test]
fn what_scores_of_partizan_games_do_not_tell_is_refused() {
    let (_directory, path) = table(&format!("{TWO_PLAYERS} --box 9 --quantity score-left"));
    assert_refused(
        &path,
        &[
            ("verify {} --claim p", "p is true at P-positions, and scores do not determine these"),
            ("sum {}@1,2 --with {}", "scoring games do not have"),
            ("export {} --format p-positions --out -", "do not determine the P-positions"),
            ("render {} --palette classes --out no.png", "use the palette diverging"),
            (
                "tabulate partizan:1:2+points-left=3 --box 9 --quantity outcome-class --out no",
                "ask for --quantity score-left or score-right",
            ),
            (
                "tabulate partizan:1:2 --box 9 --quantity score-left --misere --out no",
                "leave out --misere, or ask for --quantity outcome-class",
            ),
            ("tabulate nim --box 9 --quantity score-left --out no", "ask for --quantity score"),
            (
                "tabulate euclid --box 9 --quantity score-right --out no",
                "scores are tabulated for vector games",
            ),
            (
                "tabulate partizan:1:1+points-right=2147483647 --box 3 --quantity score-left --out no",
                "fit in 32 bits",
            ),
            (
                "tabulate partizan:1:2+points-right=1/2 --box 9 --quantity score-left --out no",
                "2 numbers of points-right are given for 1 ray",
            ),
            (
                "tabulate partizan:1:2+points=1 --box 9 --quantity score-left --out no",
                "the modifier points does not apply",
            ),
        ],
    );
}

/// Catches stops with a wrong sign, bounds that are not printed, and a win that is called a draw.
#[test]
fn sums_of_scores_tell_stops_bounds_and_who_wins() {
    let (_directory, path) = table("nim:2 --box 9 --quantity score");
    // Nim with the heaps 5, 3, 4, 4: 5 - 4 + 4 - 3 = 2.
    let stdout = done("sum {}@5,3 {}@4,4", &path);
    for words in [
        "nim:2 at (5, 3): left stop 2, right stop -2",
        "nim:2 at (4, 4): left stop 0, right stop 0",
        "the score of the sum is from 2 to 2",
        "it is 2: the player to move wins",
        "take 5 from x -> (0, 3)",
    ] {
        assert!(stdout.contains(words), "{stdout}");
    }
    let stdout = done("sum {}@5,3 {}@5,3", &path);
    assert!(stdout.contains("from 0 to 4") && stdout.contains("it is 0: a draw"), "{stdout}");
    assert!(stdout.contains("the first component is equal to the second"), "{stdout}");
    let answer = json_of(0, "sum {}@5,3 {}@4,4 --json", &path);
    assert_eq!(answer["comparison"], "incomparable", "{answer}");
    let answer = json_of(0, "sum {}@5,3 {}@4,4 {}@1,1 --json", &path);
    assert_eq!(answer["comparison"], Value::Null, "{answer}");
    assert_eq!((&answer["score"], &answer["at_least"]), (&2.into(), &2.into()), "{answer}");
    let stdout = done("verify {}", &path);
    assert!(stdout.contains("theorem nim-scores") && stdout.contains("scores bound those of sums"));
}

/// Catches stops of the wrong player, a game that is taken for one of Milnor, and a comparison the wrong way round. By
/// hand: from n tokens Left, who gets two points for a token, takes all for 2n, and Right for n.
#[test]
fn sums_of_partizan_scores_tell_stops_bounds_and_comparisons() {
    let (_directory, path) = table("partizan:1:1+points-left=2 --box 9 --quantity score-left");
    // 6 - 2 if Left takes 3 and Right 2, 4 - 2 + 2 or 2 - 2 + 4 if she takes 2 or 1 first; if Right begins, -3 + 4.
    let stdout = done("sum {}@3 {}@2", &path);
    for words in [
        "at (3): left stop 6, right stop -3",
        "at (2): left stop 4, right stop -2",
        "these are games of Milnor",
        "the left stop of the sum is from 4 to 10, the right stop from -5 to 1",
        "left stop 4, right stop 1\n",
        "best of Left's moves: 3",
        "take 3 from x -> (0)",
        "take 2 from x -> (1)",
        "take 1 from x -> (2)",
        "the first component and the second are incomparable",
    ] {
        assert!(stdout.contains(words), "{words}: {stdout}");
    }
    let stdout = done("sum {}@2 {}@2", &path);
    assert!(stdout.contains("the first component is equal to the second"), "{stdout}");
    let info = json_of(0, "info {} --json", &path);
    assert_eq!((&info["dicot"], &info["one_sided_at"]), (&true.into(), &Value::Null));

    // Left has a move from (1), and Right has none.
    let (_directory, path) = table("partizan:1:2 --box 9 --quantity score-right");
    let stdout = done("sum {}@1 {}@1 {}@1", &path);
    assert!(stdout.contains("at (1) one player has a move and the other has none"), "{stdout}");
    assert!(stdout.contains("at every position of the sum: left stop 1, right stop 0"), "{stdout}");
    assert!(!stdout.contains("Milnor"), "{stdout}");
    assert!(done("info {}", &path).contains("dicot        no: at (1) Left alone has a move"));
    let info = json_of(0, "info {} --json", &path);
    assert_eq!((&info["dicot"], &info["one_sided_at"]), (&false.into(), &json!([1])));

    // From 3, which is terminal, nothing is reached, though Left alone has a move from (1).
    let (_directory, path) =
        table("partizan::+alter-left=1+alter-right=2+terminal=3 --box 9 --quantity score-left");
    let answer = json_of(0, "sum {}@3 {}@3 --json", &path);
    assert_eq!((&answer["dicot"], &answer["obstacle"]), (&true.into(), &Value::Null), "{answer}");
    assert_eq!(answer["comparison"], "equal", "{answer}");
    let answer = json_of(0, "sum {}@3 {}@4 --json", &path);
    assert_eq!(answer["obstacle"], json!({"component": 1, "position": [1]}), "{answer}");

    // Every token costs its taker a point.
    let points = "partizan:1:1+points-left=-1+points-right=-1";
    let (_directory, path) = table(&format!("{points} --box 9 --quantity score-left"));
    let stdout = done("sum {}@1 {}@0", &path);
    assert!(stdout.contains("the left stop -1 is less than the right stop 1"), "{stdout}");
}
