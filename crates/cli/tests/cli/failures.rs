//! Errors for programs: with `--json` stdout holds one JSON object, and stderr the usual line.

use serde_json::Value;

use crate::{run, table};

/// Runs a line that fails; returns the object on stdout, held to the exit code and to stderr.
fn failure(line: &str, path: &std::path::Path) -> Value {
    let (code, stdout, stderr) = run(line, path);
    let object: Value = serde_json::from_str(&stdout).expect("one JSON object");
    assert_ne!(code, 0, "{line}");
    assert_eq!(object["exit_code"], code, "{line}");
    let message = object["message"].as_str().expect("a message");
    assert!(!message.is_empty(), "{line}");
    let last = stderr.lines().last().unwrap_or_default();
    assert_eq!(last, format!("error: {message}"), "{line}");
    object
}

#[test]
fn errors_are_objects() {
    let (_directory, path) = table("nim --box 16");
    let no_gpu = if cfg!(feature = "gpu") { "no_adapter" } else { "no_gpu_engine" };
    for (line, kind, code) in [
        ("tabulate chess --box 9 --discard --json", "unknown_game", 2),
        ("tabulate wythoff --box 5xx5 --discard --json", "not_a_number", 2),
        ("tabulate wythoff --json --box 9 --discard --jsonl", "usage", 2),
        ("tabulate wythoff --json --box 9", "usage", 2),
        ("tabulate wythoff --json --box 9 --discard --resume", "usage", 2),
        ("tabulate triangle --box 9 --discard --json", "needs_simplex", 2),
        ("tabulate wythoff --box 9 --out {}/no/t.zarr --json", "destination", 2),
        ("tabulate nim --box 16 --engine cpu --out {} --json", "destination", 2),
        ("query {} 16,0 --json", "outside_domain", 2),
        ("sum {}@1 --json", "wrong_heap_count", 2),
        ("verify {} --json --claim x=", "unsupported_expression", 2),
        ("info {}/nothing --json", "not_a_table", 4),
        ("verify {}/nothing --json", "not_a_table", 4),
        ("tabulate nim --box 9 --discard --engine gpu --adapter no-such-thing --json", no_gpu, 3),
    ] {
        let object = failure(line, &path);
        assert_eq!((&object["kind"], &object["exit_code"]), (&kind.into(), &code.into()), "{line}");
        let keys = object.as_object().map(serde_json::Map::len);
        assert_eq!(keys, Some(3), "{line}: {object}");
    }
    // Without --json, and where it is the value of another flag, stdout stays empty.
    for line in ["info {}/nothing", "tabulate chess --box 9 --discard"] {
        assert_eq!(run(line, &path).1, "", "{line}");
    }
}

/// What a command has found before it fails stands in the same object.
#[test]
fn findings_and_errors_are_one_object() {
    let (_directory, path) = table("nim --box 16");
    let plan = failure("tabulate nim:3 --box 30000 --engine cpu --dry-run --json", &path);
    assert_eq!((&plan["kind"], &plan["exit_code"]), (&"too_large".into(), &2.into()));
    assert_eq!(plan["positions"], 27_000_000_000_000_u64);
    let report = failure("verify {} --json --claim g!=3", &path);
    assert_eq!((&report["kind"], &report["exit_code"]), (&"check_failed".into(), &1.into()));
    assert_eq!((&report["true"], &report["all_hold"]), (&true.into(), &false.into()));
    let report = failure("verify {} --json --claim x/y>=0", &path);
    assert_eq!((&report["kind"], &report["exit_code"]), (&"undefined_claim".into(), &2.into()));
    assert_eq!(report["claims"][0]["holds"], Value::Null);
}
