//! `decide`: what is true, what is false, and what is refused; the commands that `theorems` and `verify` name.

use std::path::Path;

use serde_json::{Value, json};

use crate::{done, ended, grundytab, json_of, refused, table, tabulate, temporary};

/// Runs `decide` with these arguments, which may have spaces; returns exit code, stdout and stderr.
fn decide(arguments: &[&str]) -> (i32, String, String) {
    ended(&grundytab("decide").args(arguments).output().expect("the program runs"))
}

/// Checks a claim that holds on a table; returns stderr.
fn verified(claim: &str, table: &Path) -> String {
    let mut command = grundytab("verify --only claims --claim");
    let (code, _, stderr) = ended(&command.arg(claim).arg(table).output().expect("runs"));
    assert_eq!(code, 0, "{claim}: {stderr}");
    stderr
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
        (
            "forall x: p[wythoff](x - 1, x + 1) implies x == 4",
            0,
            "it says nothing at x = 0, the only number where a value in it does not exist\n",
        ),
        (
            "forall x: p[wythoff](x - 2, x) implies x > 9",
            1,
            "nothing at x = 0; x = 1, the only numbers where ",
        ),
        (
            "forall x: p[wythoff](x - 9, x) implies x > 50",
            1,
            "x = 2 and at finitely many other numbers where ",
        ),
        (
            "forall x, y: p[wythoff](x - 1, x) implies y < x",
            1,
            "and at infinitely many other numbers where ",
        ),
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
    assert_eq!((code, &object["decided"]), (5, &json!(false)));
    assert_eq!(
        (&object["verdict"], &object["kind"]),
        (&json!("not_decided"), &json!("not_decided"))
    );
    assert!(object["message"].as_str().expect("text").contains("beyond 5 states"), "{stdout}");
}

/// Catches a theorem that `theorems` lists as decided and that `decide` does not know, and a claim that holds on
/// a table and is not offered to be decided.
#[test]
fn theorems_and_claims_lead_here() {
    let stdout = done("theorems", "unused".as_ref());
    assert!(stdout.contains("proved for all heap sizes: grundytab decide --theorem blocking-2\n"));
    assert!(stdout.contains("here:   proved in the literature; verify checks it on tables\n"));
    let object = json_of(0, "theorems --json", "unused".as_ref());
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

    let (_directory, path) = table("wythoff --box 20");
    for (claim, is_offered) in
        [("p implies 2*x >= y or x < y", true), ("gcd(x, y) <= 19", false), ("x < 20", true)]
    {
        let stderr = verified(claim, &path);
        let offer = format!("for all heap sizes: grundytab decide --game wythoff '{claim}'");
        assert_eq!(stderr.contains(&offer), is_offered, "{claim}: {stderr}");
    }
}

/// Catches a certificate that is believed although it is false, or of no use for the sentence, and a game that is
/// searched for although a certificate proves it.
#[test]
fn certificates_prove_games() {
    let maharaja = concat!(env!("CARGO_MANIFEST_DIR"), "/certificates/maharaja.json");
    let triangle = concat!(env!("CARGO_MANIFEST_DIR"), "/certificates/triangle.json");
    let proved = "maharaja, fibonacci, the P-positions: 1975 states\n";
    let sentence = "forall x: exists y: p[maharaja](x, y)";
    let (code, stdout, stderr) = decide(&["--certificate", maharaja, sentence]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains(&format!("proved first from {maharaja}: {proved}")), "{stderr}");
    assert!(stdout.contains("\n  is true\n"), "{stdout}");
    let line =
        ["--json", "--certificate", maharaja, "--game", "maharaja", "p and x == y implies x == 0"];
    let (code, stdout, stderr) = decide(&line);
    assert_eq!(code, 0, "{stderr}");
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((&object["verdict"], &object["numeration"]), (&json!("true"), &json!("fibonacci")));
    let game = json!({ "ruleset": "maharaja", "convention": "normal", "certificate": maharaja,
        "stored": false, "sets": [{ "set": "P-positions", "states": 1975 }] });
    assert_eq!(object["games"], json!([game]));
    let (code, _, stderr) = decide(&["--theorem", "maharaja-beams"]);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stderr.contains(&format!("proved first by a stored proof, checked now: {proved}")),
        "{stderr}"
    );
    // Values that it proves and others.
    let line = [
        "--quiet",
        "--certificate",
        triangle,
        "exists x, y, z: g[triangle](x, y, z) == 1 and x + y > 40",
    ];
    assert_eq!(decide(&line).0, 0);

    let (directory, _) = temporary();
    let falsified = directory.path().join("false.json");
    let text = std::fs::read_to_string(maharaja).expect("a certificate");
    std::fs::write(&falsified, text.replace("\"maharaja\"", "\"wythoff\"")).expect("written");
    let falsified = falsified.display().to_string();
    let sentence = "exists x: p[maharaja](x, x)";
    for (arguments, exit_code, words) in [
        (
            vec!["--certificate", &falsified, "exists x: p[wythoff](x, x)"],
            2,
            "the given automaton is not that of the P-positions: at (2, 1) it is wrong",
        ),
        (
            vec!["--certificate", maharaja, "exists x: p[wythoff](x, x)"],
            2,
            "maharaja: the sentence is not about this game in normal play",
        ),
        (
            vec!["--certificate", maharaja, "exists x: p[maharaja, misere](x, x)"],
            2,
            "the sentence is not about this game in normal play",
        ),
        (
            vec!["--certificate", maharaja, "exists x: g[maharaja](x, x) == 0"],
            2,
            "the certificate has the P-positions, and the sentence is about the positions of Grundy value 0",
        ),
        (
            vec!["--certificate", triangle, "exists x: g[triangle](x, x, x) == 3"],
            2,
            "positions of Grundy value 2, and the sentence is about the positions of Grundy value 0, the ",
        ),
        (
            vec!["--certificate", maharaja, "exists x: p[maharaja](x, x ^ 40)"],
            2,
            "written in numeration fibonacci, and the sentence can be decided in base:2 alone",
        ),
        (
            vec!["--certificate", maharaja, "--numeration", "base:2", sentence],
            2,
            "a certificate is written in fibonacci",
        ),
        (
            vec!["--certificate", "there-is-none.json", sentence],
            2,
            "give the path of a readable text file",
        ),
        (
            vec!["--certificate", maharaja, "--seconds", "0", sentence],
            5,
            "maharaja.json was not decided: the time is over",
        ),
        (vec!["--certificate", maharaja, "--states", "50", sentence], 2, "allow more states"),
    ] {
        let (code, stdout, stderr) = decide(&arguments);
        assert_eq!((code, stdout.as_str()), (exit_code, ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
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

/// Catches a sentence that is called true although it says nothing of any number, and one that is called so although
/// something in it decides it.
#[test]
fn sentences_that_say_nothing_are_not_true() {
    for sentence in [
        "p[wythoff](0-1-n, 3)",
        "not p[wythoff](0-1-n, 3)",
        "p[wythoff](0-1, 3)",
        "forall n: p[wythoff](0-1-n, 3)",
        "exists n: p[wythoff](0-1-n, 3)",
        "not exists n: zeckendorf_part(n - n) == 1",
        "(forall n: p[wythoff](0-1-n, 3)) and 2 > 1",
        "(forall n: p[wythoff](0-1-n, 3)) or 2 < 1",
        "2 > 1 implies fibonacci_word(0) == 0",
    ] {
        let (code, stdout, stderr) = decide(&["--quiet", sentence]);
        assert_eq!(code, 5, "{sentence}: {stdout}");
        assert!(stdout.contains("\n  says nothing: "), "{sentence}: {stdout}");
        assert!(stderr.contains("the sentence says nothing"), "{sentence}: {stderr}");
        let (code, stdout, _) = decide(&["--json", sentence]);
        let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
        assert_eq!((code, &object["exit_code"]), (5, &json!(5)));
        assert_eq!((&object["verdict"], &object["true"]), (&json!("says_nothing"), &Value::Null));
    }
    for (sentence, code) in [
        ("(forall n: p[wythoff](0-1-n, 3)) and 2 < 1", 1),
        ("(forall n: p[wythoff](0-1-n, 3)) or 2 > 1", 0),
        ("2 < 1 implies fibonacci_word(0) == 0", 0),
    ] {
        let (found, stdout, stderr) = decide(&["--quiet", sentence]);
        assert_eq!(found, code, "{sentence}: {stdout}{stderr}");
    }
    let (code, stdout, _) = decide(&["--json", "forall x, y: p[wythoff](x - 1, x) implies y < x"]);
    assert_eq!(code, 1);
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!(object["says_nothing"]["first"][1], json!({ "x": 0, "y": 1 }), "{stdout}");
    assert_eq!(object["says_nothing"]["finitely_many"], false);
    assert_eq!(object["says_nothing_at"], json!({ "x": 0, "y": 0 }));
}

/// Catches a search for proofs that gives up although a small table has an example, or a counterexample.
#[test]
#[ignore = "every night"]
fn small_numbers_are_looked_at() {
    for (arguments, code, words) in [
        (
            vec!["exists x, y: g[wythoff](x, y) == 1 and x + y > 10"],
            0,
            "\n  is true, for example at x = 5, y = 7\n",
        ),
        (
            vec!["forall x, y: g[wythoff](x, y) == 1 implies x + y < 10"],
            1,
            "is false, first at x = 5, y = 7\n",
        ),
        (vec!["--game", "maharaja", "p implies x == y"], 1, "is false, first at x = "),
        (vec!["exists x: p[maharaja](x, x) and x > 0 - 1"], 0, "for example at x = 0\nfound among"),
    ] {
        let mut arguments = arguments;
        arguments.extend(["--quiet", "--search", "--positions", "5000"]);
        let (found, stdout, stderr) = decide(&arguments);
        assert_eq!(found, code, "{arguments:?}: {stderr}");
        assert!(stdout.contains(words), "{arguments:?}: {stdout}");
        assert!(stdout.contains("found among small numbers and tables ("), "{stdout}");
    }
    let line = ["--json", "--search", "--positions", "5000", "exists x: p[maharaja](x, x + 1)"];
    let (code, stdout, _) = decide(&line);
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_eq!((code, &object["verdict"]), (0, &json!("true")), "{stdout}");
    assert_eq!(object["tables"][0]["ruleset"], json!("maharaja"));
    // It is true, and no number shows it.
    let sentence = "forall x, y: p[maharaja](x, y) implies p[maharaja](y, x)";
    let line = ["--quiet", "--search", "--positions", "5000", sentence];
    assert_eq!(decide(&line).0, 5);
}

/// Catches a numeration that `prove` tries and `decide` does not, and advice of larger limits where another numeration is what
/// helps: the slopes of this game are numbers of the field of sqrt(13).
#[test]
fn numerations_are_those_of_prove() {
    let claim = ["--game", "vector:3,0/1,1/0,3", "p iff p(y, x)"];
    let (code, stdout, stderr) = decide(&claim);
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("decided in numeration ostrowski:3 for numbers of any size"),
        "{stdout}"
    );
    let (code, _, stderr) = decide(&[claim.as_slice(), &["--numeration", "base:2"]].concat());
    assert_eq!(code, 5, "{stderr}");
    let advice =
        "; --numeration ostrowski:3 suits the slopes of the P-positions; larger limits may help";
    assert!(stderr.contains(advice), "{stderr}");
}

/// Catches a game that is searched for although the program holds a proof, a proof that is not said to be a stored one, and
/// one that is used in a numeration in which it is not written.
#[test]
fn stored_proofs_are_used() {
    let claim = "p and x < y implies y <= 2*x + 2";
    let (code, stdout, stderr) = decide(&["--game", "maharaja", claim]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("is true at all positions of maharaja\n"), "{stdout}");
    let proved = "maharaja, fibonacci, the P-positions: 1975 states\n";
    assert_eq!(stderr, format!("proved first by a stored proof, checked now: {proved}"));
    let sentence = "exists x, y, z: g[triangle](x, y, z) == 1 and x > 40";
    let (code, stdout, _) = decide(&["--json", sentence]);
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    let game = &object["games"][0];
    assert_eq!((code, &game["stored"], &game["certificate"]), (0, &json!(true), &Value::Null));
    // In base 2 it is open.
    let line =
        ["--numeration", "base:2", "--positions", "2500", "forall x: exists y: p[maharaja](x, y)"];
    let (code, _, stderr) = decide(&line);
    assert_eq!(code, 5, "{stderr}");
}

/// Catches a time that is not kept, or not named as the limit that was met, and one that no one says how to make longer.
#[test]
fn the_time_is_a_limit() {
    let line = ["--quiet", "--seconds", "0", "forall x, y: p[wythoff](x, y) iff p[wythoff](y, x)"];
    let (code, stdout, stderr) = decide(&line);
    assert_eq!((code, stdout.as_str()), (5, ""), "{stderr}");
    let words = "it was not decided in fibonacci, base:2, base:3, pell: wythoff was not proved: the time is over; larger \
                 limits may help (--seconds 60, ";
    assert!(stderr.contains(words), "{stderr}");
}

/// Catches a command that is offered and fails, one that is not offered although it succeeds, and one that programs are not
/// told of.
#[test]
#[ignore = "every night"]
fn only_games_that_are_proved_are_offered() {
    let (_directory, path) = temporary();
    for (game, claim, is_offered) in [
        ("maharaja", "p implies x + 5 >= 5", true),
        ("maharaja --misere", "p implies x + 5 >= 5", false),
        ("wythoff", "g == 3 or x < 20", false),
        ("wythoff+terminal=0,1", "p implies x + 5 >= 5", true),
    ] {
        tabulate(&format!("{game} --box 20"), &path);
        let stderr = verified(claim, &path);
        assert_eq!(stderr.contains("for all heap sizes: "), is_offered, "{game}: {stderr}");
        let mut command = grundytab("verify --only claims --json --claim");
        let output = command.arg(claim).arg(&path).output().expect("runs");
        let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        let decisions = object["decisions"].as_array().expect("a list");
        assert_eq!(decisions.len(), usize::from(is_offered), "{game}: {object}");
        let is_told = |decision: &Value| {
            let command = decision["command"].as_str().expect("a text");
            decision["claim"] == claim
                && stderr.contains(&format!("for all heap sizes: {command}\n"))
        };
        assert!(decisions.iter().all(is_told), "{game}: {object}");
    }
}
