//! Tables of the scores of partizan games: what each command says of them, and what it refuses.

use std::fs;

use serde_json::{Value, json};

use crate::{run, temporary};

const GAME: &str = "partizan:1,0/0,1:1,1+alter-right=0,1:4+points-left=3/-1+points-right=2";

/// Catches a player whose moves or points are the other's, and a best move that is one by the wrong score. By
/// hand: Right has no move from (1, 0), and takes the token of (0, 1) for 4 points. So Left, who begins, gets 3
/// from (1, 0), -1 from (0, 1), and from (1, 1) either 3 - 4 by x or -1 + 0 by y.
#[test]
fn commands_show_the_scores_of_the_player_who_begins() {
    let (directory, path) = temporary();
    let done = |line: &str| {
        let (code, stdout, stderr) = run(line, &path);
        assert_eq!(code, 0, "{line}: {stderr}");
        stdout
    };
    let json = |line: &str| -> Value { serde_json::from_str(&done(line)).expect("one object") };
    let tabulated =
        done(&format!("tabulate {GAME} --box 20x30 --quantity score-left --engine cpu --out {{}}"));
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
    assert_eq!(done("list {} --region 0..2,0..2 --csv"), "y\\x,0,1\n0,0,3\n1,-1,-1\n");
    assert!(done("list {} g==-1 --limit 1").starts_with("(0, 1)  -1\n"));
    let verified = done("verify --full {} --claim g<=3*x --range g");
    assert!(verified.contains("proves the table") && verified.contains("minimum -"), "{verified}");
    assert!(done("verify --engine reference {}").contains("600"));
    let info = json("info {} --json");
    assert!(info["minimum"].as_i64() < Some(0) && info.get("p_positions").is_none(), "{info}");
    let analyzed = done("analyze {}");
    assert!(analyzed.contains("\nscores if Left begins: "), "{analyzed}");
    assert_eq!(
        done("export {} --format csv --region 0..2,0..2 --out -"),
        "x,y,score_left\n0,0,0\n0,1,-1\n1,0,3\n1,1,-1\n"
    );
    let picture = directory.path().join("score.png");
    done(&format!("render {{}} --out {}", picture.display()));
    assert!(fs::metadata(&picture).expect("a picture").len() > 1000);
    assert!(done("diff {} {}").contains("equal values at all 600 positions"));
    // If Right begins: 0 from (1, 0), -4 from (0, 1), and from (1, 1) either -2 or -4 + 3.
    let right = directory.path().join("right.zarr");
    let on_right = |line: &str| {
        let (code, stdout, stderr) = run(line, &right);
        assert_eq!(code, 0, "{line}: {stderr}");
        stdout
    };
    on_right(&format!("tabulate {GAME} --box 9 --quantity score-right --out {{}}"));
    assert_eq!(on_right("list {} --region 0..2,0..2 --csv"), "y\\x,0,1\n0,0,0\n1,-4,-2\n");
    let answer = on_right("query {} 1,1");
    let words = "(1, 1): score -2 if Right begins\n  best moves of Right: 1\n  take 1 from x and 1 \
                 from y -> (0, 0)";
    assert!(answer.starts_with(words), "{answer}");
    let (code, _, stderr) = run(&format!("diff {{}} {}", right.display()), &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("compare two tables of the same quantity"), "{stderr}");
}

#[test]
fn what_scores_of_partizan_games_do_not_tell_is_refused() {
    let (_directory, path) = temporary();
    let line = format!("tabulate {GAME} --box 9 --quantity score-left --out {{}}");
    assert_eq!(run(&line, &path).0, 0);
    for (line, words) in [
        ("verify {} --claim p", "p is true at P-positions, and scores do not tell which these are"),
        ("sum {}@1,2 {}@2,1", "play the sum as one partizan game"),
        ("export {} --format p-positions --out -", "do not tell which positions are P-positions"),
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
    ] {
        let (code, stdout, stderr) = run(line, &path);
        assert_eq!((code, stdout.as_str()), (2, ""), "{line}: {stderr}");
        assert!(stderr.contains(words), "{line}: {stderr}");
    }
}
