//! `prove --certificate`, `prove --check` and `verify --certificate`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{done, ends, fails, json_of, refused, refuses, run, tabulate, temporary};

/// Catches a certificate that is not written, not read back, or said to be true when something in it is
/// changed; and a table that is compared with it by another order of heaps or digits.
#[test]
fn a_theorem_is_written_checked_and_compared() {
    let (directory, certificate) = temporary();
    // The terminal position tells the two heaps apart.
    let game = "wythoff+terminal=0,1";
    let line = format!("prove {game} --numeration fibonacci --certificate {{}} --quiet");
    done(&line, &certificate);
    let (stdout, stderr) = ends(0, "prove --check {}", &certificate);
    assert_eq!(stderr, "");
    assert!(stdout.contains("checked: the P-positions, for all heap sizes, are those"), "{stdout}");
    let object = json_of(0, "prove --check {} --json", &certificate);
    assert_eq!(object["proved"], true);

    let table = directory.path().join("game.zarr");
    for quantity in ["outcome", "grundy"] {
        let line =
            format!("tabulate {game} --box 100x70 --quantity {quantity} --overwrite --out {{}}");
        done(&line, &table);
        let line = format!("verify {{}} --only claims --certificate {}", certificate.display());
        let stdout = done(&line, &table);
        assert!(stdout.contains("holds on 7000 positions"), "{stdout}");
    }

    let text = fs::read_to_string(&certificate).expect("the certificate");
    // Where no word ended, one ends now.
    let object: Value = serde_json::from_str(&text).expect("JSON");
    let accepting = object["sets"][0]["automaton"]["accepting"].to_string();
    let wrong = text.replace(&format!("\"accepting\": {accepting}"), "\"accepting\": [1]");
    assert_ne!(wrong, text);
    fs::write(&certificate, wrong).expect("writable");
    assert_eq!(
        fails(1, "prove --check {}", &certificate, "the certificate is false: refuted at ("),
        ""
    );
    let line = format!("verify {{}} --only claims --certificate {} --json", certificate.display());
    let (stdout, _) = ends(1, &line, &table);
    let object: Value = serde_json::from_str(&stdout).expect("JSON");
    assert!(object["certificates"][0]["counterexample"].is_array(), "{stdout}");
}

/// Catches documents that are read although they are none, and comparisons with tables of another game.
#[test]
fn what_is_no_certificate_is_refused() {
    refused("prove --check {}", "No such file");
    refused("prove wythoff --check {}", "cannot be used with");
    refused("prove", "required");
    let (directory, certificate) = temporary();
    for (text, words) in [
        ("", "EOF while parsing"),
        ("{}", "it is not \"grundytab certificate\""),
        ("\u{0}\u{1}\u{2}", "expected value"),
    ] {
        fs::write(&certificate, text).expect("writable");
        refuses("prove --check {}", &certificate, words);
    }
    done("prove nim --certificate {} --quiet", &certificate);
    let table = directory.path().join("wythoff.zarr");
    tabulate("wythoff --box 20", &table);
    let line = format!("verify {{}} --certificate {}", certificate.display());
    fails(2, &line, &table, "it is about nim:2, normal play, and the table about wythoff");
}

/// Catches a command that goes by the name of a numeration alone, or by what defines it alone, and words that are no numbers.
#[test]
fn a_numeration_is_what_its_name_says() {
    let (directory, certificate) = temporary();
    done("prove nim --numeration fibonacci --certificate {} --quiet", &certificate);
    let text = fs::read_to_string(&certificate).expect("the certificate");
    let table = directory.path().join("nim.zarr");
    tabulate("nim --box 20", &table);
    let commands = |path: &Path| {
        let path = path.display();
        [
            format!("prove --check {path}"),
            format!("prove --guess {path}"),
            format!("decide --certificate {path} p[nim](3,3)"),
            format!("verify {} --only claims --certificate {path}", table.display()),
        ]
    };
    for command in commands(&certificate) {
        ends(0, &command, &certificate);
    }
    for (from, to, words) in [
        (
            "\"name\": \"fibonacci\"",
            "\"name\": \"pell\"",
            "numeration.digits: 2 is said, and pell has 3",
        ),
        ("\"name\": \"fibonacci\"", "\"name\": \"golden\"", "golden: there is no such numeration"),
        (
            "\"recurrence\": [1,1]",
            "\"recurrence\": [2,1]",
            "numeration.recurrence: it is [2, 1], and that of fibonacci is [1, 1]",
        ),
        (
            "\"weights\": [1,1]",
            "\"weights\": [1,2]",
            "numeration.weights: it is [1, 2], and that of fibonacci is [1, 1]",
        ),
        (
            "[1,[0],0]\n",
            "[1,[0],0],\n[1,[1],1]\n",
            "numeration.valid: 1 1 is accepted, which is no word of fibonacci",
        ),
        ("[0,[1],1],", "", "numeration.valid: the word of 1 in fibonacci is not accepted"),
    ] {
        let other = text.replacen(from, to, 1);
        assert_ne!(other, text, "{from}");
        fs::write(&certificate, other).expect("writable");
        for command in commands(&certificate) {
            fails(2, &command, &certificate, words);
        }
    }

    let object: Value = serde_json::from_str(&text).expect("JSON");
    let mut other = object.clone();
    let transitions = other["sets"][0]["automaton"]["transitions"].as_array_mut();
    let transitions = transitions.expect("a list");
    let after_ones =
        transitions.iter().find(|t| t[1] == json!([1, 1])).expect("a transition")[2].clone();
    transitions.push(json!([after_ones, [1, 1], after_ones]));
    fs::write(&certificate, other.to_string()).expect("writable");
    let [check, guess, decide, _] = commands(&certificate);
    let words = "accepts (1 1, 1 1), which";
    fails(1, &check, &certificate, words);
    fails(1, &guess, &certificate, words);
    fails(2, &decide, &certificate, words);
}

/// Catches limits of a check that are not kept, cannot be raised, or are not named; and a check that is not decided and
/// that scripts would take for a false certificate.
#[test]
fn a_check_has_limits() {
    let (_directory, certificate) = temporary();
    done("prove wythoff --certificate {} --quiet", &certificate);
    for (limit, words) in [
        (
            "--states 100",
            "an automaton grew beyond 100 states or 12800 entries; a larger limit may help (--states)",
        ),
        (
            "--seconds 0",
            "the check is not decided: the time is over; --seconds 60 goes on for longer",
        ),
    ] {
        let stdout = fails(5, &format!("prove --check {{}} {limit} --json"), &certificate, words);
        let object: Value = serde_json::from_str(&stdout).expect("JSON");
        assert_eq!((&object["kind"], &object["exit_code"]), (&"not_decided".into(), &5.into()));
    }
    done("prove --check {} --states 20000 --seconds 600", &certificate);
}

/// Catches a certificate of which `prove --check` says another thing than `prove --guess`: the table of docs/proofs.md.
#[test]
fn exit_codes_of_certificates_are_those_of_the_table() {
    let (directory, certificate) = temporary();
    let written = |line: &str| -> Value {
        done(&format!("prove {line} --numeration base:2 --certificate {{}} --quiet"), &certificate);
        serde_json::from_str(&fs::read_to_string(&certificate).expect("written")).expect("JSON")
    };
    let [nim, odd, values, kayles] =
        ["nim", "subtraction:1", "subtraction:1 --values 1", "kayles --values 8"].map(written);
    let with = |document: &Value, change: &dyn Fn(&mut Value)| {
        let mut document = document.clone();
        change(&mut document);
        document
    };
    let game = |document: &Value, ruleset: &str| {
        with(document, &|document| document["ruleset"] = json!(ruleset))
    };
    let rules = |text: &str| game(&odd, &format!("rules: {text}"));
    let set = |name: &str| with(&nim, &|document| document["sets"][0]["set"] = json!(name));
    let swapped = with(&values, &|document| {
        document["sets"].as_array_mut().expect("a list").swap(0, 1);
    });
    let less = with(&kayles, &|document| {
        document["sets"].as_array_mut().expect("a list").pop();
    });
    // The empty word is accepted, and the word 0 is not.
    let zero = with(&odd, &|document| {
        document["sets"][0]["automaton"] = json!({ "tracks": 1, "states": 2, "accepting": [0],
            "transitions": [[0, [0], 1], [0, [1], 1], [1, [0], 1], [1, [1], 1]] });
    });
    let blocked = with(&game(&nim, "nim:2+block=1"), &|of| of["convention"] = json!("misere"));
    for (what, document, limit, code) in [
        ("true", nim.clone(), "", 0),
        ("values", values.clone(), "", 0),
        ("sums", kayles.clone(), "", 0),
        ("no document", json!([]), "", 2),
        ("no game", game(&nim, "chess"), "", 2),
        (
            "the name of another numeration",
            { with(&nim, &|document| document["numeration"]["name"] = json!("pell")) },
            "",
            2,
        ),
        ("values in another order", swapped, "", 2),
        ("sets of partizan games", set("left-wins-first"), "", 2),
        ("a value alone", set("value:1"), "", 2),
        ("no set of this name", set("q"), "", 2),
        ("blocking in misere play", blocked, "", 2),
        ("outcomes of sums", game(&odd, "kayles"), "", 2),
        ("play without an end", rules("(x + 1)"), "", 2),
        ("a negative heap", rules("(x - 2) if x >= 1"), "", 2),
        ("a negative grade", rules("grade x - 1; (x - 1) if x > 1"), "", 2),
        ("the P-positions of another game", game(&odd, "subtraction:2"), "", 1),
        ("a cell that is no position", rules("positions x != 4; (x - 1) if x > 0"), "", 1),
        ("other words of 0", zero, "", 1),
        ("a value that is missing", less, "", 1),
        ("products", game(&nim, "euclid"), "", 5),
        ("primes", rules("(x - k) for 1 <= k <= x if is_prime(k)"), "", 5),
        ("functions of another numeration", rules("(x - 1) if x > floor_phi(x) - x"), "", 5),
        ("few states", nim.clone(), "--states 1", 5),
        ("no time", nim.clone(), "--seconds 0", 5),
    ] {
        let path = directory.path().join("other.json");
        fs::write(&path, document.to_string()).expect("writable");
        for how in ["--check", "--guess"] {
            let (found, stdout, stderr) = run(&format!("prove {how} {{}} {limit}"), &path);
            assert_eq!(found, code, "{what}, {how}: {stdout}{stderr}");
        }
    }
}
