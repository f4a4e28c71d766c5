//! What tables are asked: positions, sums, theorems and claims.

use serde_json::Value;

use crate::{done, ends, fails, json_of, refuses, table, tabulate, temporary};

#[test]
fn positions_are_queried_and_summed() {
    let (directory, path) = table("wythoff --box 20");
    let stdout = done("query {} 4,7 3,5", &path);
    assert!(
        stdout.starts_with("(4, 7): Grundy value 0, P-position\n  winning moves: 0\n"),
        "{stdout}"
    );
    let stdout = done("query {} 5,5", &path);
    assert!(stdout.contains("take 5 from x and 5 from y -> (0, 0)"), "{stdout}");
    let answer = json_of(0, "query {} 3,5 --json", &path);
    assert_eq!(answer["answers"][0]["outcome"], "P");
    for line in ["query {} 20,0", "query {} 1", "query {} 1,-2", "query {} 1;2", "sum {}"] {
        let (stdout, stderr) = ends(2, line, &path);
        assert_eq!(stdout, "", "{line}: {stderr}");
    }
    // (1, 2) has value 0 and (0, 3) value 3: any move from 3 to 0 wins.
    let stdout = done("sum {}@1,2 {}@0,3", &path);
    assert!(stdout.contains("nim-sum 3, N-position"), "{stdout}");
    assert!(stdout.contains("(0, 3): take 3 from y -> (0, 0)"), "{stdout}");
    let answer = json_of(0, "sum {}@0,3 {}@0,3 --json", &path);
    assert_eq!(answer["outcome"], "P");
    let misere = directory.path().join("m.zarr");
    tabulate("wythoff --box 9 --misere", &misere);
    ends(2, "sum {}@1,2", &misere);
    // In misère play (0, 0) is won by the player to move, who has no winning move for there is none at all.
    let stdout = done("query {} 0,0", &misere);
    let expected =
        "(0, 0): misère Grundy value 1, N-position\n  winning moves: 0, for there is no move";
    assert!(stdout.starts_with(expected), "{stdout}");
}

/// Catches a second table of which only the values are checked: it has theorems of its own.
#[test]
fn theorems_of_both_tables_are_checked() {
    let (directory, path) = table("triangle --tokens 12");
    let misere = directory.path().join("m.zarr");
    tabulate("triangle --tokens 12 --misere", &misere);
    let line = format!("verify {{}} --with {}", misere.display());
    let stdout = done(&line, &path);
    assert!(stdout.contains("m.zarr: triangle, misère play\n"), "{stdout}");
    let alone = done("verify {}", &misere);
    let of_misere: Vec<&str> = alone.lines().filter(|line| line.starts_with("theorem ")).collect();
    assert!(!of_misere.is_empty());
    for theorem in of_misere {
        assert!(stdout.lines().any(|line| line == theorem), "{theorem}\n{stdout}");
    }
}

#[test]
fn misere_sums_take_two_tables() {
    let (directory, path) = temporary();
    let misere = directory.path().join("misere.zarr");
    tabulate("wythoff --box 9", &path);
    tabulate("wythoff --box 9 --misere", &misere);
    fails(2, "sum {}@1,2 {}@3,3", &misere, "unless they are tame");
    let line = format!("sum {{}}@1,2 {{}}@0,1 --with {}", path.display());
    let stdout = done(&line, &misere);
    fails(
        2,
        &format!("sum {{}}@1,2 --with {}", misere.display()),
        &path,
        "in normal play the values of the components",
    );
    // Pairs (0, 1) and (1, 0): the sum is (1, 0), won by the previous player.
    assert!(stdout.contains("tame components, misère value 0, P-position"), "{stdout}");
}

/// Left takes 1 or 3 tokens, Right 2: the classes of 0 to 4 tokens are P, L, N, L and L. Catches a sum that is decided though
/// it is not, and one that is not although moves decide it.
#[test]
fn sums_of_outcome_classes_are_told() {
    let (directory, path) =
        table("partizan::+alter-left=1/3+alter-right=2 --box 20 --quantity outcome-class");
    let stdout = done("sum {}@1 {}@3", &path);
    for words in
        ["at (1): outcome class L", "the sum: outcome class L\n", "Right loses moving first"]
    {
        assert!(stdout.contains(words), "{stdout}");
    }
    // N + N can be anything. Right's only moves lead to N, which Left wins; Left's lead to L + N, which is L or N.
    let stdout = fails(5, "sum {}@2 {}@2", &path, "which may be P or L");
    assert!(stdout.contains("Left moving first: not decided by outcome classes"), "{stdout}");
    let answer = json_of(5, "sum {}@2 {}@2 --json", &path);
    assert_eq!(answer["possible_outcomes"], serde_json::json!(["P", "L"]), "{answer}");
    assert_eq!((&answer["outcome"], &answer["right_wins_first"]), (&Value::Null, &false.into()));
    // N + P: what one player wins alone is won in the sum, by the same moves.
    let answer = json_of(0, "sum {}@2 {}@0 --json", &path);
    assert_eq!(answer["winning_moves_of_left"], serde_json::json!([{"component": 0, "to": [1]}]));
    assert_eq!(answer["winning_moves_of_right"], serde_json::json!([{"component": 0, "to": [0]}]));
    let misere = directory.path().join("m.zarr");
    tabulate(
        "partizan::+alter-left=1/3+alter-right=2 --box 20 --misere --quantity outcome-class",
        &misere,
    );
    fails(
        2,
        "sum {}@1 {}@3",
        &misere,
        "in misère play the outcome classes of the components tell nothing",
    );
    fails(2, &format!("sum {{}}@1 {}@3", misere.display()), &path, "in misère play");
    fails(2, "sum {}@1 --with {}", &path, "it is for Grundy values");
    let nim = directory.path().join("n.zarr");
    tabulate("nim:1 --box 20", &nim);
    fails(2, &format!("sum {{}}@1 {}@3", nim.display()), &path, "the table holds Grundy values");
}

#[test]
fn theorems_and_claims_are_checked() {
    let (directory, path) = temporary();
    let misere = directory.path().join("misere.zarr");
    tabulate("triangle --tokens 20", &path);
    tabulate("triangle --tokens 20 --misere", &misere);
    let stdout = done("verify {}", &path);
    let line = stdout.lines().find(|line| line.starts_with("theorem triangle-outcomes"));
    assert!(
        line.is_some_and(|line| line.ends_with("proved): holds on 1771 positions")),
        "{stdout}"
    );
    assert!(!stdout.contains("triangle-tame"), "{stdout}");
    let with = format!("verify {{}} --with {}", misere.display());
    let stdout = done(&with, &path);
    assert!(stdout.contains("theorem triangle-tame"), "{stdout}");
    // Words of a claim stand together: the command line here is split at spaces.
    for (claim, expected, words) in [
        ("g<=x+y+z", 0, "claim g<=x+y+z: holds on 1771 positions"),
        ("g!=3", 1, "claim g!=3: first counterexample (0, 0, 3), with the value 3; it fails on "),
        ("x/y>=0", 2, "claim x/y>=0: has no value at (0, 0, 0)"),
    ] {
        let (stdout, stderr) = ends(expected, &format!("verify {{}} --claim {claim}"), &path);
        assert!(stdout.contains(words), "{stdout}");
        assert_eq!(stderr.contains("put a guard before"), expected == 2, "{stderr}");
    }
    let report = json_of(1, "verify {} --json --claim g!=3 --claim x>=0", &path);
    assert_eq!((&report["true"], &report["all_hold"]), (&true.into(), &false.into()));
    assert_eq!(report["claims"][0]["counterexample"], serde_json::json!([0, 0, 3]));
    assert_eq!(report["claims"][1]["holds_on"], 1771);
    assert_eq!(report["theorems"][0]["holds"], true);
    // A claim that makes no sense is refused before anything is checked.
    for claim in ["x=", "p+1", "other==g", "w==1"] {
        refuses(&format!("verify {{}} --claim {claim}"), &path, "an expression is ");
    }
    // A table on which a theorem says nothing is no confirmation of it.
    let small = directory.path().join("small.zarr");
    tabulate("subtraction:2,5,8 --box 5", &small);
    let stdout = done("verify {}", &small);
    assert!(stdout.contains("theorem subtraction-periods"), "{stdout}");
    assert!(stdout.contains("says nothing about this table"), "{stdout}");
    fails(
        2,
        &format!("verify {{}} --with {}", path.display()),
        &path,
        "both tables are of normal play",
    );
}
