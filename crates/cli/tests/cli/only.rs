//! `verify --only`: parts of a verification, and what was left out.

use std::fs;

use serde_json::json;

use crate::chunks::array_of;
use crate::{done, ends, json_of, refuses, table};

/// Catches a part that is checked although it was left out, and one that is left out without a word.
#[test]
fn parts_are_checked_alone() {
    let (_directory, path) = table("wythoff --box 40");
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
        let report = json_of(0, &format!("verify {{}} --json {flags}"), &path);
        let names = |text: &str| json!(text.split_whitespace().collect::<Vec<_>>());
        assert_eq!(report["checked"], names(checked), "{flags}");
        assert_eq!(report["not_checked"], names(not_checked), "{flags}");
        assert_eq!(report["true"].is_null(), !checked.contains("definition"), "{flags}");
        assert_eq!(report["sum"].is_null(), !checked.contains("integrity"), "{flags}");
        assert_eq!(report["claims"] != json!([]), checked.contains("claims"), "{flags}");
        assert_eq!(report["theorems"] != json!([]), checked.contains("theorems"), "{flags}");
        let stdout = done(&format!("verify {{}} {flags}"), &path);
        let line = format!("not checked: {}", not_checked.replace(' ', ", "));
        assert_eq!(stdout.contains(&line), !not_checked.is_empty(), "{flags}: {stdout}");
    }
}

/// A wrong total is a matter of integrity alone, and claims have counterexamples without it.
#[test]
fn what_is_left_out_cannot_fail() {
    let (_directory, path) = table("nim --box 16");
    let metadata = array_of(&path).join("zarr.json");
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
        ends(code, &format!("verify {{}} {flags}"), &path);
    }
}

#[test]
fn flags_that_ask_for_what_is_left_out_are_refused() {
    let (_directory, path) = table("nim --box 16");
    for (flags, words) in [
        ("--only claims", "no claim is given"),
        ("--only integrity --claim g==0", "add claims to it"),
        ("--only claims --claim g==0 --full", "add definition to it"),
        ("--only integrity --engine cpu", "add definition to it"),
        ("--only integrity --sample 3", "add definition to it"),
        ("--only truth", "possible values: integrity, definition, theorems, claims"),
    ] {
        refuses(&format!("verify {{}} {flags}"), &path, words);
    }
}
