//! `verify --only`: parts of a verification, and what was left out.

use std::fs;

use serde_json::{Value, json};

use crate::{run, temporary};

/// Catches a part that is checked although it was left out, and one that is left out without a word.
#[test]
fn parts_are_checked_alone() {
    let (_directory, path) = temporary();
    assert_eq!(run("tabulate wythoff --box 40 --engine cpu --out {}", &path).0, 0);
    for (flags, checked, not_checked) in [
        ("", "integrity definition theorems", ""),
        ("--claim g>=0", "integrity definition theorems claims", ""),
        ("--only claims --claim g>=0", "claims", "integrity definition theorems"),
        ("--only claims,theorems --claim g>=0", "theorems claims", "integrity definition"),
        ("--only integrity", "integrity", "definition theorems"),
        ("--only definition --full", "definition", "integrity theorems"),
        ("--only integrity --only definition", "integrity definition", "theorems"),
        ("--only definition --engine cpu", "integrity definition", "theorems"),
    ] {
        let (code, stdout, stderr) = run(&format!("verify {{}} --json {flags}"), &path);
        assert_eq!(code, 0, "{flags}: {stderr}");
        let report: Value = serde_json::from_str(&stdout).expect("one JSON object");
        let names = |text: &str| json!(text.split_whitespace().collect::<Vec<_>>());
        assert_eq!(report["checked"], names(checked), "{flags}");
        assert_eq!(report["not_checked"], names(not_checked), "{flags}");
        assert_eq!(report["true"].is_null(), !checked.contains("definition"), "{flags}");
        assert_eq!(report["sum"].is_null(), !checked.contains("integrity"), "{flags}");
        assert_eq!(report["claims"] != json!([]), checked.contains("claims"), "{flags}");
        assert_eq!(report["theorems"] != json!([]), checked.contains("theorems"), "{flags}");
        let (_, stdout, _) = run(&format!("verify {{}} {flags}"), &path);
        let line = format!("not checked: {}", not_checked.replace(' ', ", "));
        assert_eq!(stdout.contains(&line), !not_checked.is_empty(), "{flags}: {stdout}");
    }
}

/// A wrong total is a matter of integrity alone, and claims have counterexamples without it.
#[test]
fn what_is_left_out_cannot_fail() {
    let (_directory, path) = temporary();
    assert_eq!(run("tabulate nim --box 16 --engine cpu --out {}", &path).0, 0);
    let metadata = path.join("zarr.json");
    let text = fs::read_to_string(&metadata).expect("metadata");
    fs::write(&metadata, text.replace("\"sum\": ", "\"sum\": 9")).expect("written");
    for (flags, code) in [
        ("", 1),
        ("--only integrity", 1),
        ("--only definition", 0),
        ("--only theorems", 0),
        ("--only claims --claim g==x^y", 0),
        ("--only claims --claim g==0", 1),
    ] {
        assert_eq!(run(&format!("verify {{}} {flags}"), &path).0, code, "{flags}");
    }
}

#[test]
fn flags_that_ask_for_what_is_left_out_are_refused() {
    let (_directory, path) = temporary();
    assert_eq!(run("tabulate nim --box 16 --engine cpu --out {}", &path).0, 0);
    for (flags, words) in [
        ("--only claims", "no claim is given"),
        ("--only integrity --claim g==0", "add claims to it"),
        ("--only claims --claim g==0 --full", "add definition to it"),
        ("--only integrity --engine cpu", "add definition to it"),
        ("--only integrity --sample 3", "add definition to it"),
        ("--only truth", "possible values: integrity, definition, theorems, claims"),
    ] {
        let (code, stdout, stderr) = run(&format!("verify {{}} {flags}"), &path);
        assert_eq!((code, stdout.as_str()), (2, ""), "{flags}: {stderr}");
        assert!(stderr.contains(words), "{flags}: {stderr}");
    }
}
