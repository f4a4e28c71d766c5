//! `decide`: what is true, what is false, and what is refused; the commands that `theorems` and `verify` name.

use serde_json::{Value, json};

use crate::{grundytab, refused, run, temporary};

/// Runs `decide` with these arguments, which may have spaces; returns exit code, stdout and stderr.
fn decide(arguments: &[&str]) -> (i32, String, String) {
    let output = grundytab("decide").args(arguments).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Catches exit codes that scripts would take for another answer, and numbers that are not named.
#[test]
fn sentences_are_true_or_false() {
    for (sentence, code, words) in [
        ("forall x: exists y: y == 2*x", 0, "\n  is true\n"),
        (
            "exists x, y: p[wythoff](x, y) and x > 0 and y == 2*x",
            0,
            "for example at x = 1, y = 2\n",
        ),
        ("forall x, y: p[wythoff](x, y) implies x == y", 1, "is false, first at x = 1, y = 2\n"),
        ("x + y == y + x", 0, "\n  is true for all numbers\n"),
        ("p[wythoff](n, 2*n)", 1, "is true for these numbers alone: n = 0; n = 1\n"),
        ("n % 3 == 2", 1, "accepts: n = 2; n = 5; n = 8; "),
        ("n < n", 1, "\n  is true for no numbers\n"),
        ("forall x: p[wythoff](x - 1, x + 1) implies x == 4", 0, "it says nothing at x = 0, "),
        // The order does not matter: where one of two moves does not exist, the other one counts.
        (
            "forall x, y: p[wythoff](x, y) implies not exists m: m > 0 and \
             (p[wythoff](x - m, y) or p[wythoff](x, y - m))",
            0,
            "\n  is true\n",
        ),
        (
            "forall x, y: not p[wythoff](x, y) iff exists m: m > 0 and (p[wythoff](x - m, y) or \
             p[wythoff](x, y - m) or p[wythoff](x - m, y - m))",
            0,
            "\n  is true\n",
        ),
    ] {
        let (found, stdout, stderr) = decide(&["--quiet", sentence]);
        assert_eq!(found, code, "{sentence}: {stderr}");
        assert!(stdout.starts_with(sentence) && stdout.contains(words), "{sentence}: {stdout}");
    }
}

/// Catches claims that are read otherwise than on tables.
#[test]
fn claims_are_decided_for_all_positions() {
    let claim = "p and x < y implies x == floor_phi(y - x)";
    let (code, stdout, stderr) = decide(&["--game", "wythoff", claim]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("is true at all positions of wythoff\n"), "{stdout}");
    assert!(
        stderr.contains("proved first: wythoff, fibonacci, the P-positions: 7 states"),
        "{stderr}"
    );
    let (code, stdout, _) = decide(&["--game", "wythoff", "--misere", claim]);
    assert_eq!(code, 1);
    assert!(stdout.contains("is false, first at x = 0, y = 1\n"), "{stdout}");
}

#[test]
fn programs_are_told_the_same() {
    let (code, stdout, stderr) = decide(&["--json", "forall x, y: p[nim](x, y) iff x + 1 == y"]);
    assert_eq!(code, 1, "{stderr}");
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((&object["decided"], &object["true"]), (&json!(true), &json!(false)));
    assert_eq!(object["counterexample"], json!({ "x": 0, "y": 0 }));
    assert_eq!(object["games"][0]["ruleset"], "nim:2");
    assert_eq!(object["exit_code"], 1);
    let (code, stdout, _) = decide(&["--json", "n + 5 == 18446744073709551615 / 1"]);
    assert_eq!((code, stdout.contains("too large")), (2, true));
    let line = ["--json", "--states", "5", "forall x: 1000*x != 17"];
    let (code, stdout, _) = decide(&line);
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &object["decided"]), (1, &json!(false)));
    assert!(object["message"].as_str().expect("text").contains("beyond 5 states"), "{stdout}");
}

/// Catches a theorem that `theorems` lists as decided and that `decide` does not know, and a claim that holds on
/// a table and is not offered to be decided.
#[test]
fn theorems_and_claims_lead_here() {
    let (code, stdout, _) = run("theorems", "unused".as_ref());
    assert_eq!(code, 0);
    assert!(stdout.contains("proved for all heap sizes: grundytab decide --theorem blocking-2\n"));
    assert!(stdout.contains("here:   proved in the literature; verify checks it on tables\n"));
    assert!(stdout.contains("here:   checked on tables, by verify\n"), "{stdout}");
    let (_, stdout, _) = run("theorems --json", "unused".as_ref());
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    let theorems = object["theorems"].as_array().expect("theorems").iter();
    for theorem in theorems {
        let is_proved_here = theorem["standing"] == "proved_here";
        assert_eq!(is_proved_here, theorem["sentence"].is_string(), "{theorem}");
    }
    let (code, stdout, stderr) = decide(&["--theorem", "blocking-2", "--numeration", "base:2"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("\n  is true\n"), "{stdout}");
    refused(
        "decide --theorem euclid-diagonal",
        "verify checks it on tables; it is one of nim-outcomes, ",
    );
    refused("decide --theorem fermat", "there is no such theorem");

    let (_directory, path) = temporary();
    assert_eq!(run("tabulate wythoff --box 20 --engine cpu --out {}", &path).0, 0);
    for (claim, is_offered) in
        [("p implies 2*x >= y or x < y", true), ("gcd(x, y) <= 19", false), ("x < 20", true)]
    {
        let mut command = grundytab("verify --only claims --claim");
        let output = command.arg(claim).arg(&path).output().expect("runs");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let offer = format!("for all heap sizes: grundytab decide --game wythoff '{claim}'");
        assert_eq!(stderr.contains(&offer), is_offered, "{claim}: {stderr}");
    }
}

#[test]
fn what_cannot_be_decided_is_refused() {
    for (line, words) in [
        ("decide p[euclid](x,y)", "its moves multiply heaps"),
        ("decide x*y==3", "a product of two variables"),
        ("decide --numeration base:3 x^y==3", "decided in base:2 alone"),
        ("decide --numeration roman x==3", "there is no such numeration"),
        ("decide", "required"),
        ("decide x==3 --theorem nim-misere", "cannot be used with"),
        ("decide x==3 --misere", "--game"),
        ("decide --game wythoff z==3", "there is no name z; the names are x, y, tokens"),
        ("decide --game chess x==3", "there is no game named"),
    ] {
        refused(line, words);
    }
}
