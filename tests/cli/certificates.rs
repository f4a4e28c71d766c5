//! `prove --certificate`, `prove --check` and `verify --certificate`.

use std::fs;

use serde_json::Value;

use crate::{done, ends, fails, json_of, refused, refuses, tabulate, temporary};

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
        ("--seconds 0", "the check is not decided: the time is over (--seconds)"),
    ] {
        let stdout = fails(5, &format!("prove --check {{}} {limit} --json"), &certificate, words);
        let object: Value = serde_json::from_str(&stdout).expect("JSON");
        assert_eq!((&object["kind"], &object["exit_code"]), (&"not_decided".into(), &5.into()));
    }
    done("prove --check {} --states 20000 --seconds 600", &certificate);
}
