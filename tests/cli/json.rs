//! docs/json.md names every key that the program prints with `--json`, and no other.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::chunks::edit_chunk;
use crate::gpu_switch::gpu_tests_are_off;
use crate::grundytab;
use crate::keys::{add_paths, documented};

const DOCUMENT: &str = include_str!("../../docs/json.md");

/// The keys of an error, which stand beside what was found.
const ERROR_KEYS: [&str; 3] = ["exit_code", "kind", "message"];

/// Objects that are printed in several places and have sections of their own: the section in which they stand (none
/// for all), the key under which, and their own section.
const SHARED: &[(&str, &str, &str)] = &[
    ("", "domain", "domain"),
    ("verify", "theorems[]", "findings"),
    ("verify", "claims[]", "findings"),
    ("verify", "conditions[]", "findings"),
    ("verify", "certificates[]", "findings"),
    ("query", "options[]", "options"),
    ("query", "options_of_left[]", "options"),
    ("query", "options_of_right[]", "options"),
];

/// Keys of tables that were interrupted or hold a wrong value, which takes a failing run: the tests of interruptions
/// and of faults look at them.
const NOT_PRINTED_HERE: [&str; 8] = [
    "ended",
    "wrong",
    "interruptions",
    "interruptions[].ended",
    "interruptions[].positions",
    "interruptions[].damaged_chunks",
    "interruptions[].resumed_by",
    "interruptions[].adapter",
];

/// The section that describes what is printed, the exit code, and the command line.
const LINES: &[(&str, i32, &str)] = &[
    ("tabulate", 0, "tabulate wythoff --box 40 --out w.zarr --engine cpu"),
    ("tabulate", 0, "tabulate subtraction:1,2 --box 100 --discard --engine cpu"),
    (
        "tabulate",
        0,
        "tabulate wythoff+points=2/-1/3 --box 12 --quantity score --engine cpu --out s.zarr",
    ),
    ("tabulate", 0, "tabulate wythoff --tokens 40 --quantity outcome --engine cpu --out o.zarr"),
    (
        "tabulate",
        0,
        "tabulate partizan:1,0/0,2:1,1/0,3 --box 9 --quantity outcome-class --engine cpu --out c.zarr",
    ),
    ("tabulate", 0, "tabulate wythoff --box 40 --misere --engine cpu --out m.zarr"),
    ("tabulate", 0, "tabulate maharaja --box 40 --engine cpu --out h.zarr"),
    ("tabulate --dry-run", 0, "tabulate wythoff --box 40 --dry-run --engine cpu"),
    ("tabulate --dry-run", 0, "tabulate wythoff --box 40 --dry-run --engine cpu --ranks 2"),
    ("info", 0, "info w.zarr"),
    ("info", 0, "info c.zarr"),
    ("info", 0, "info s.zarr"),
    ("info", 0, "info h.zarr"),
    ("tabulate --resume", 0, "tabulate wythoff --box 40 --out w.zarr --engine cpu --resume"),
    (
        "tabulate --resume",
        0,
        "tabulate wythoff+points=2/-1/3 --box 12 --quantity score --engine cpu --out s.zarr --resume",
    ),
    ("verify", 0, "verify w.zarr --claim g<=x+y --range g-(x^y)"),
    ("verify", 1, "verify w.zarr --claim p --counterexamples 2"),
    ("verify", 0, "verify w.zarr --with m.zarr"),
    ("verify", 0, "verify s.zarr"),
    ("query", 0, "query w.zarr 3,5 --options"),
    ("query", 0, "query s.zarr 3,5 --options"),
    ("query", 0, "query c.zarr 3,5 --options"),
    ("analyze", 0, "analyze w.zarr"),
    ("analyze", 0, "analyze s.zarr"),
    ("analyze", 0, "analyze w.zarr --where x<y"),
    ("tabulate", 0, "tabulate nim:2 --box 64 --engine cpu --out nim.zarr"),
    ("analyze", 0, "analyze nim.zarr --against 1 --distance w.zarr"),
    ("analyze --group-by", 0, "analyze w.zarr --histogram g --where p"),
    ("analyze --group-by", 0, "analyze w.zarr --group-by x%3 --show g"),
    ("list", 0, "list w.zarr p --show y-x --where x<y"),
    ("list", 0, "list w.zarr"),
    ("sum", 0, "sum w.zarr@3,5 w.zarr@1,4"),
    ("sum, of outcome classes", 5, "sum c.zarr@3,5 c.zarr@1,4"),
    ("sum, of outcome classes", 0, "sum c.zarr@1,1 c.zarr@0,0"),
    ("tabulate", 0, "tabulate nim:2 --box 9 --quantity score --engine cpu --out n.zarr"),
    (
        "tabulate",
        0,
        "tabulate partizan:1:1+points-left=2 --box 9 --quantity score-left --engine cpu --out l.zarr",
    ),
    ("sum, of partizan scoring games", 0, "sum l.zarr@3 l.zarr@2"),
    (
        "tabulate",
        0,
        "tabulate partizan:1:2 --box 9 --quantity score-right --engine cpu --out r.zarr",
    ),
    ("info", 0, "info r.zarr"),
    ("sum, of partizan scoring games", 0, "sum l.zarr@3 r.zarr@2"),
    ("sum, of scoring games", 0, "sum n.zarr@5,3 n.zarr@4,4"),
    ("render", 0, "render w.zarr --out w.png"),
    ("render, with --repeat", 0, "render --repeat w.png"),
    ("diff", 1, "diff w.zarr h.zarr --out d.zarr"),
    ("diff", 1, "diff w.zarr h.zarr --as outcome"),
    ("info", 0, "info d.zarr"),
    ("star", 0, "star o.zarr"),
    ("export", 0, "export w.zarr --format npy --out w.npy"),
    ("export", 0, "export w.zarr --format csv --out w.csv"),
    ("export", 0, "export w.zarr --format parquet --out w.parquet"),
    ("export", 0, "export w.zarr --format bfile --out w.txt"),
    ("export", 0, "export w.zarr --format p-positions --up-to-symmetry --out p.csv"),
    ("prove", 0, "prove wythoff --certificate w.json"),
    ("prove", 0, "prove nim --numeration base:2 --values 0"),
    ("prove", 5, "prove wythoff --numeration base:2 --positions 20000"),
    ("prove", 5, "prove digraph:XY/XZ/YZ/ZY --positions 30000"),
    ("prove --check", 0, "prove --check w.json"),
    ("verify", 0, "verify w.zarr --certificate w.json"),
    ("verify", 0, "verify w.zarr --only claims --claim x>=0"),
];

/// What the lines have printed, by sections.
#[derive(Default)]
struct Printed(BTreeMap<String, BTreeSet<String>>);

impl Printed {
    /// Runs a command line with `--json`, and adds the keys of every object that it prints.
    fn run(&mut self, folder: &Path, section: &str, code: i32, words: &[&str]) {
        let output =
            grundytab(words[0]).args(&words[1..]).arg("--json").current_dir(folder).output();
        let output = output.expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {stderr}");
        let objects = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
        let objects: Vec<Value> = objects.collect::<Result<_, _>>().expect("JSON");
        assert!(!objects.is_empty(), "{words:?}: {stderr}");
        for object in objects {
            let mut paths = BTreeSet::new();
            add_paths(&object, "", &mut paths);
            if code != 0 && !section.starts_with("batch") {
                for key in ERROR_KEYS {
                    assert!(paths.remove(key), "{words:?}: no {key}");
                    self.add("errors", key.to_owned());
                }
            }
            for path in paths {
                let shared = SHARED.iter().find_map(|(of, key, own)| {
                    let (before, rest) = path.rsplit_once(&format!("{key}."))?;
                    let is_key = before.is_empty() || before.ends_with('.');
                    ((of.is_empty() || *of == section) && is_key).then_some((*own, rest))
                });
                let (section, path) = shared.unwrap_or((section, &path));
                self.add(section, path.to_owned());
            }
        }
    }

    fn add(&mut self, section: &str, path: String) {
        self.0.entry(section.to_owned()).or_default().insert(path);
    }
}

/// Catches a key that a report has got and the document has not, and a key that no report has any more.
#[test]
fn the_document_names_every_key() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    let mut printed = Printed::default();
    for (section, code, line) in LINES {
        let words: Vec<&str> = line.split(' ').collect();
        printed.run(path, section, *code, &words);
    }
    for (code, sentence) in [
        (0, "exists x, y: p[wythoff](x, y) and x > 0 and y == 2*x"),
        (1, "forall x: x > 3"),
        (1, "x > 3 and x < 6"),
        (1, "forall x, y: p[wythoff](x - 1, x) implies y < x"),
        (5, "2 > 1 implies fibonacci_word(0) == 0"),
    ] {
        printed.run(path, "decide", code, &["decide", sentence]);
    }
    let seen = "exists x: p[maharaja](x, x + 1)";
    printed.run(path, "decide", 0, &["decide", "--search", "--positions", "5000", seen]);
    printed.run(path, "theorems", 0, &["theorems"]);
    printed.run(path, "games", 0, &["games"]);
    printed.run(path, "devices", 0, &["devices"]);
    printed.run(path, "bench", 0, &["bench", "--quick", "--engine", "cpu", "--job", "wythoff"]);
    printed.run(path, "bench --web", 0, &["bench", "--quick", "--web", "page"]);
    // Batches.
    let jobs = "out = \"jobs.zarr\"\n[[job]]\nname = \"nim\"\ngame = \"nim\"\nbox = 20\n";
    fs::write(path.join("jobs.toml"), jobs).expect("written");
    printed.run(path, "batch --status", 1, &["batch", "jobs.toml", "--status"]);
    printed.run(path, "batch", 0, &["batch", "jobs.toml"]);
    // Tables that are false.
    let make = "tabulate nim --box 9 --engine cpu --codec none --shard 0 --out f.zarr";
    printed.run(path, "tabulate", 0, &make.split(' ').collect::<Vec<_>>());
    let table = path.join("f.zarr");
    edit_chunk(&table, "c/0/0", |values| values[1] = 2);
    printed.run(path, "verify, of a false table", 1, &["verify", "f.zarr", "--full"]);
    edit_chunk(&table, "c/0/0", |values| values[1] = 200);
    let integrity = ["verify", "f.zarr", "--only", "integrity"];
    printed.run(path, "verify, of a false table", 1, &integrity);
    edit_chunk(&table, "c/0/0", |values| values[1] = 3);
    printed.run(path, "verify, of a false table", 1, &integrity);

    let documented = documented(DOCUMENT);
    let on_gpu = |path: &str| path.starts_with("gpu.");
    if !gpu_tests_are_off() {
        let gpu = "tabulate wythoff --box 40 --discard --engine gpu";
        printed.run(path, "tabulate", 0, &gpu.split(' ').collect::<Vec<_>>());
        let gpu = "tabulate wythoff --box 40 --dry-run --engine gpu";
        printed.run(path, "tabulate --dry-run", 0, &gpu.split(' ').collect::<Vec<_>>());
    }
    let mut faults = Vec::new();
    let sections: BTreeSet<&String> = documented.keys().chain(printed.0.keys()).collect();
    for section in sections {
        let empty = BTreeSet::new();
        let known = documented.get(section).unwrap_or(&empty);
        let found = printed.0.get(section).unwrap_or(&empty);
        // `example.*` stands for keys that are names of variables.
        let is_known = |path: &String| {
            known.contains(path)
                || path
                    .rsplit_once('.')
                    .is_some_and(|(before, _)| known.contains(&format!("{before}.*")))
        };
        let is_found = |path: &&String| match path.strip_suffix("*") {
            Some(before) => found.iter().any(|path| path.starts_with(before)),
            None => found.contains(*path),
        };
        let may_be_missing = |path: &&String| {
            NOT_PRINTED_HERE.contains(&path.as_str()) || gpu_tests_are_off() && on_gpu(path)
        };
        let new = found.iter().filter(|path| !is_known(path));
        faults.extend(new.map(|path| format!("{section}: `{path}` is printed and not documented")));
        let gone = known.iter().filter(|path| !is_found(path) && !may_be_missing(path));
        faults
            .extend(gone.map(|path| format!("{section}: `{path}` is documented and not printed")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
