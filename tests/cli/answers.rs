//! What tables are asked: positions, sums, theorems and claims.

use serde_json::Value;

use crate::{run, temporary};

#[test]
fn positions_are_queried_and_summed() {
    let (directory, path) = temporary();
    assert_eq!(run("tabulate wythoff --box 20 --engine cpu --out {}", &path).0, 0);
    let (code, stdout, _) = run("query {} 4,7 3,5", &path);
    assert_eq!(code, 0);
    assert!(
        stdout.starts_with("(4, 7): Grundy value 0, P-position\n  winning moves: 0\n"),
        "{stdout}"
    );
    let (code, stdout, _) = run("query {} 5,5", &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("take 5 from x and 5 from y -> (0, 0)"), "{stdout}");
    let (code, stdout, _) = run("query {} 3,5 --json", &path);
    let answer: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &answer["answers"][0]["outcome"]), (0, &"P".into()));
    for line in ["query {} 20,0", "query {} 1", "query {} 1,-2", "query {} 1;2", "sum {}"] {
        let (code, stdout, stderr) = run(line, &path);
        assert_eq!((code, stdout.as_str()), (2, ""), "{line}: {stderr}");
    }
    // (1, 2) has value 0 and (0, 3) value 3: any move from 3 to 0 wins.
    let (code, stdout, _) = run("sum {}@1,2 {}@0,3", &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("nim-sum 3, N-position"), "{stdout}");
    assert!(stdout.contains("(0, 3): take 3 from y -> (0, 0)"), "{stdout}");
    let (code, stdout, _) = run("sum {}@0,3 {}@0,3 --json", &path);
    let answer: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &answer["outcome"]), (0, &"P".into()));
    let misere = directory.path().join("m.zarr");
    assert_eq!(run("tabulate wythoff --box 9 --misere --engine cpu --out {}", &misere).0, 0);
    assert_eq!(run("sum {}@1,2", &misere).0, 2);
    // In misère play (0, 0) is won by the player to move, who has no winning move for there is none at all.
    let (code, stdout, _) = run("query {} 0,0", &misere);
    assert_eq!(code, 0);
    let expected =
        "(0, 0): misère Grundy value 1, N-position\n  winning moves: 0, for there is no move";
    assert!(stdout.starts_with(expected), "{stdout}");
}

/// Catches a second table of which only the values are checked: it has theorems of its own.
#[test]
fn theorems_of_both_tables_are_checked() {
    let (directory, path) = temporary();
    assert_eq!(run("tabulate triangle --tokens 12 --engine cpu --out {}", &path).0, 0);
    let misere = directory.path().join("m.zarr");
    assert_eq!(run("tabulate triangle --tokens 12 --misere --engine cpu --out {}", &misere).0, 0);
    let line = format!("verify {{}} --with {}", misere.display());
    let (code, stdout, stderr) = run(&line, &path);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("m.zarr: triangle, misère play\n"), "{stdout}");
    let (_, alone, _) = run("verify {}", &misere);
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
    run("tabulate wythoff --box 9 --engine cpu --out {}", &path);
    run("tabulate wythoff --box 9 --engine cpu --misere --out {}", &misere);
    let (code, _, stderr) = run("sum {}@1,2 {}@3,3", &misere);
    assert_eq!(code, 2);
    assert!(stderr.contains("unless they are tame"), "{stderr}");
    let line = format!("sum {{}}@1,2 {{}}@0,1 --with {}", path.display());
    let (code, stdout, stderr) = run(&line, &misere);
    assert_eq!(code, 0, "{stderr}");
    let (code, _, refusal) = run(&format!("sum {{}}@1,2 --with {}", misere.display()), &path);
    assert_eq!(code, 2);
    assert!(refusal.contains("in normal play the values of the components"), "{refusal}");
    // Pairs (0, 1) and (1, 0): the sum is (1, 0), won by the previous player.
    assert!(stdout.contains("tame components, misère value 0, P-position"), "{stdout}");
}

#[test]
fn theorems_and_claims_are_checked() {
    let (directory, path) = temporary();
    let misere = directory.path().join("misere.zarr");
    run("tabulate triangle --tokens 20 --engine cpu --out {}", &path);
    run("tabulate triangle --tokens 20 --engine cpu --misere --out {}", &misere);
    let (code, stdout, _) = run("verify {}", &path);
    assert_eq!(code, 0);
    let line = stdout.lines().find(|line| line.starts_with("theorem triangle-outcomes"));
    assert!(
        line.is_some_and(|line| line.ends_with("proved): holds on 1771 positions")),
        "{stdout}"
    );
    assert!(!stdout.contains("triangle-tame"), "{stdout}");
    let with = format!("verify {{}} --with {}", misere.display());
    let (code, stdout, _) = run(&with, &path);
    assert_eq!(code, 0);
    assert!(stdout.contains("theorem triangle-tame"), "{stdout}");
    // Words of a claim stand together: the command line here is split at spaces.
    for (claim, expected, words) in [
        ("g<=x+y+z", 0, "claim g<=x+y+z: holds on 1771 positions"),
        ("g!=3", 1, "claim g!=3: first counterexample (0, 0, 3), with the value 3; it fails on "),
        ("x/y>=0", 2, "claim x/y>=0: has no value at (0, 0, 0)"),
    ] {
        let (code, stdout, stderr) = run(&format!("verify {{}} --claim {claim}"), &path);
        assert_eq!(code, expected, "{stderr}");
        assert!(stdout.contains(words), "{stdout}");
        assert_eq!(stderr.contains("put a guard before"), expected == 2, "{stderr}");
    }
    let (code, stdout, _) = run("verify {} --json --claim g!=3 --claim x>=0", &path);
    let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &report["true"], &report["all_hold"]), (1, &true.into(), &false.into()));
    assert_eq!(report["claims"][0]["counterexample"], serde_json::json!([0, 0, 3]));
    assert_eq!(report["claims"][1]["holds_on"], 1771);
    assert_eq!(report["theorems"][0]["holds"], true);
    // A claim that makes no sense is refused before anything is checked.
    for claim in ["x=", "p==1", "other==g", "w==1"] {
        let (code, stdout, stderr) = run(&format!("verify {{}} --claim {claim}"), &path);
        assert_eq!((code, stdout.as_str()), (2, ""));
        assert!(stderr.contains("an expression is "), "{stderr}");
    }
    // A table on which a theorem says nothing is no confirmation of it.
    let small = directory.path().join("small.zarr");
    run("tabulate subtraction:2,5,8 --box 5 --engine cpu --out {}", &small);
    let (code, stdout, _) = run("verify {}", &small);
    assert_eq!(code, 0);
    assert!(stdout.contains("theorem subtraction-periods"), "{stdout}");
    assert!(stdout.contains("says nothing about this table"), "{stdout}");
    let (code, _, stderr) = run(&format!("verify {{}} --with {}", path.display()), &path);
    assert_eq!(code, 2);
    assert!(stderr.contains("both tables are of normal play"), "{stderr}");
}
