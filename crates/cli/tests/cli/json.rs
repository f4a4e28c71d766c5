//! What the program prints with `--json` is as docs/json-schema.json says; and it prints
//! every key of the schema.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::chunks::edit_chunk;
use crate::gpu_switch::gpu_tests_are_off;
use crate::grundytab;
use crate::schema::Schema;

/// Keys of tables that were interrupted or hold a wrong value, which takes a failing run: the tests of interruptions
/// and of faults look at them. A difference of tables is not resumed.
const NOT_PRINTED_HERE: [&str; 13] = [
    "info.ended",
    "info.wrong",
    "info.interruptions",
    "tabulate-resume-of-a-complete-table.ended",
    "tabulate-resume-of-a-complete-table.wrong",
    "tabulate-resume-of-a-complete-table.interruptions",
    "tabulate-resume-of-a-complete-table.difference",
    "tabulate-resume-of-a-complete-table.placeholders",
    "interruption.ended",
    "interruption.positions",
    "interruption.damaged_chunks",
    "interruption.resumed_by",
    "interruption.adapter",
];

/// The definition of what is printed, the exit code, and the command line.
const LINES: &[(&str, i32, &str)] = &[
    ("tabulate", 0, "tabulate wythoff --box 40 --out w.zarr --engine cpu"),
    ("tabulate", 0, "tabulate subtraction:1,2 --box 100 --discard --engine cpu"),
    ("tabulate", 0, "tabulate kayles --box 167 --discard --engine cpu"),
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
    ("tabulate-dry-run", 0, "tabulate wythoff --box 40 --dry-run --engine cpu"),
    ("tabulate-dry-run", 0, "tabulate wythoff --box 40 --dry-run --engine cpu --ranks 2"),
    ("tabulate", 0, "tabulate game.toml --box 9 --engine cpu --out g.zarr"),
    ("info", 0, "info g.zarr"),
    (
        "tabulate-resume-of-a-complete-table",
        0,
        "tabulate game.toml --box 9 --engine cpu --out g.zarr --resume",
    ),
    ("info", 0, "info w.zarr"),
    ("info", 0, "info c.zarr"),
    ("info", 0, "info s.zarr"),
    ("info", 0, "info h.zarr"),
    (
        "tabulate-resume-of-a-complete-table",
        0,
        "tabulate wythoff --box 40 --out w.zarr --engine cpu --resume",
    ),
    (
        "tabulate-resume-of-a-complete-table",
        0,
        "tabulate wythoff+points=2/-1/3 --box 12 --quantity score --engine cpu --out s.zarr --resume",
    ),
    (
        "tabulate-resume-of-a-complete-table",
        0,
        "tabulate partizan:1,0/0,2:1,1/0,3 --box 9 --quantity outcome-class --engine cpu --out c.zarr --resume",
    ),
    ("verify", 0, "verify w.zarr --claim g<=x+y --range g-(x^y)"),
    ("verify", 1, "verify w.zarr --claim p --counterexamples 2"),
    ("verify", 0, "verify w.zarr --with m.zarr"),
    ("verify", 0, "verify s.zarr"),
    ("query", 0, "query w.zarr 3,5 --options"),
    ("query", 0, "query s.zarr 3,5 --options"),
    ("query", 0, "query c.zarr 3,5 --options"),
    ("tabulate", 0, "tabulate kayles.toml --box 9 --engine cpu --out k.zarr"),
    ("query", 0, "query k.zarr 5 --options"),
    ("tabulate", 0, "tabulate nim:1 --box 9 --engine cpu --out nim1.zarr"),
    ("tabulate", 0, "tabulate loopy.toml --box 9 --engine cpu --out y.zarr"),
    (
        "tabulate-resume-of-a-complete-table",
        0,
        "tabulate loopy.toml --box 9 --engine cpu --out y.zarr --resume",
    ),
    ("info", 0, "info y.zarr"),
    ("query", 0, "query y.zarr 3 --options"),
    ("sum-of-loopy-games", 0, "sum y.zarr@0 y.zarr@3"),
    ("sum-of-loopy-games", 0, "sum y.zarr@0 nim1.zarr@3"),
    (
        "tabulate",
        0,
        "tabulate players.toml --box 9 --quantity outcome-class --engine cpu --out z.zarr",
    ),
    ("query", 0, "query z.zarr 3"),
    ("tabulate", 0, "tabulate rows.toml --box 40x2 --discard --engine cpu"),
    ("analyze", 0, "analyze w.zarr"),
    ("analyze", 0, "analyze s.zarr"),
    ("analyze", 0, "analyze w.zarr --where x<y"),
    ("tabulate", 0, "tabulate nim:2 --box 64 --engine cpu --out nim.zarr"),
    ("analyze", 0, "analyze nim.zarr --against 1 --distance w.zarr"),
    ("analyze-of-several-tables", 0, "analyze nim.zarr w.zarr --against 1"),
    ("analyze-group-by", 0, "analyze w.zarr --histogram g --where p"),
    ("analyze-group-by", 0, "analyze w.zarr --group-by x%3 --show g"),
    ("analyze-x", 0, "analyze w.zarr --x y-x --y g --where x<y --plot points.svg"),
    ("list", 0, "list w.zarr p --show y-x --where x<y"),
    ("list-without-a-condition", 0, "list w.zarr"),
    ("sum", 0, "sum w.zarr@3,5 w.zarr@1,4"),
    ("sum", 0, "sum k.zarr@5 k.zarr@3"),
    ("sum-of-outcome-classes", 5, "sum c.zarr@3,5 c.zarr@1,4"),
    ("sum-of-outcome-classes", 0, "sum c.zarr@1,1 c.zarr@0,0"),
    ("tabulate", 0, "tabulate nim:2 --box 9 --quantity score --engine cpu --out n.zarr"),
    (
        "tabulate",
        0,
        "tabulate partizan:1:1+points-left=2 --box 9 --quantity score-left --engine cpu --out l.zarr",
    ),
    ("sum-of-partizan-scoring-games", 0, "sum l.zarr@3 l.zarr@2"),
    (
        "tabulate",
        0,
        "tabulate partizan:1:2 --box 9 --quantity score-right --engine cpu --out r.zarr",
    ),
    ("info", 0, "info r.zarr"),
    ("sum-of-partizan-scoring-games", 0, "sum l.zarr@3 r.zarr@2"),
    ("sum-of-scoring-games", 0, "sum n.zarr@5,3 n.zarr@4,4"),
    ("render", 0, "render w.zarr --out w.png --marks 1pt"),
    ("render-repeat", 0, "render --repeat w.png"),
    ("diff", 1, "diff w.zarr h.zarr --out d.zarr"),
    ("diff", 1, "diff w.zarr h.zarr --as outcome"),
    ("info", 0, "info d.zarr"),
    ("star", 0, "star o.zarr"),
    ("export", 0, "export w.zarr --format npy --out w.npy"),
    ("export", 0, "export w.zarr --format csv --out w.csv"),
    ("export", 0, "export w.zarr --format bfile --out w.txt"),
    ("tabulate", 0, "tabulate hole.toml --box 9 --engine cpu --out hole.zarr"),
    ("export", 0, "export hole.zarr --format bfile --out hole.txt"),
    ("export", 0, "export w.zarr --format p-positions --up-to-symmetry --out p.csv"),
    ("prove", 0, "prove wythoff --certificate w.json"),
    ("prove", 0, "prove nim --numeration base:2 --values 0 --describe"),
    // A formula that is true below 400 is refused.
    ("prove", 0, "prove rules:(x-k)for(1)<=k<=6*x/7 --numeration base:7"),
    ("prove", 5, "prove wythoff --numeration base:2 --positions 20000"),
    ("prove-without-an-automaton", 5, "prove digraph:XY/XZ/YZ/ZY --positions 30000"),
    ("prove-check", 0, "prove --check w.json --describe"),
    ("verify", 0, "verify w.zarr --certificate w.json"),
    ("verify", 0, "verify w.zarr --only claims --claim x>=0"),
];

/// Runs a command line with `--json`, and checks every object that it prints.
fn check(schema: &mut Schema, folder: &Path, name: &str, code: i32, words: &[&str]) {
    let output = grundytab(words[0]).args(&words[1..]).arg("--json").current_dir(folder).output();
    let output = output.expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{words:?}: {stderr}");
    let objects = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    let objects: Vec<Value> = objects.collect::<Result<_, _>>().expect("JSON");
    assert!(!objects.is_empty(), "{words:?}: {stderr}");
    for mut object in objects {
        if code != 0 && !name.starts_with("batch") {
            let keys = object.as_object_mut().expect("an object");
            let error = ["kind", "message", "exit_code"];
            let error = error.into_iter().filter_map(|key| keys.remove_entry(key));
            schema.check("errors", &Value::Object(error.collect()));
        }
        schema.check(name, &object);
    }
}

/// Catches a value that is not of its type, a key that is missing or unknown, and a key that no report has any more.
#[test]
fn what_is_printed_is_as_the_schema_says() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    let mut schema = Schema::read();
    let mut printed =
        |name: &str, code, words: &[&str]| check(&mut schema, path, name, code, words);
    let game = "game = \"rules\"\nmoves = [\"(x / 2) if x > 0\"]\ncomment = \"halves\"\nsource = \"a book\"\n";
    fs::write(path.join("game.toml"), game).expect("written");
    let kayles =
        "game = \"rules\"\nmoves = [\"(a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k\"]\n";
    fs::write(path.join("kayles.toml"), kayles).expect("written");
    let hole = "game = \"rules\"\npositions = \"x != 5\"\nmoves = [\"(x - 1) if x > 0\"]\n";
    let rows = "game = \"rules\"\nmoves = [\"(x - k, y) for k in {1, 3} if k <= x\", \"(x, y - 1) if y > 0\"]\n";
    fs::write(path.join("hole.toml"), hole).expect("written");
    fs::write(path.join("rows.toml"), rows).expect("written");
    let loopy = "game = \"rules\"\nloopy = true\nmoves = [\"(8 - x)\", \"(x - 1) if x > 0\"]\n";
    fs::write(path.join("loopy.toml"), loopy).expect("written");
    let players =
        "game = \"rules\"\nloopy = true\nleft = \"(8 - x)\"\nright = \"(x - 1) if x > 0\"\n";
    fs::write(path.join("players.toml"), players).expect("written");
    for (name, code, line) in LINES {
        let words: Vec<&str> = line.split(' ').collect();
        printed(name, *code, &words);
    }
    for (code, sentence) in [
        (0, "exists x, y: p[wythoff](x, y) and x > 0 and y == 2*x"),
        (1, "forall x: x > 3"),
        (1, "x > 3 and x < 6"),
        (1, "forall x, y: p[wythoff](x - 1, x) implies y < x"),
        (5, "2 > 1 implies fibonacci_word(0) == 0"),
    ] {
        printed("decide", code, &["decide", sentence]);
    }
    let seen = "exists x: p[maharaja](x, x + 1)";
    printed("decide", 0, &["decide", "--search", "--positions", "5000", seen]);
    printed("theorems", 0, &["theorems"]);
    printed("games", 0, &["games"]);
    printed("devices", 0, &["devices"]);
    printed("bench", 0, &["bench", "--quick", "--engine", "cpu", "--job", "wythoff"]);
    printed("bench-web", 0, &["bench", "--quick", "--web", "page"]);
    // Batches.
    let jobs = "out = \"jobs.zarr\"\n[[job]]\nname = \"nim\"\ngame = \"nim:{heaps}\"\nheaps = 2\nbox = 20\n";
    fs::write(path.join("jobs.toml"), jobs).expect("written");
    printed("batch-status", 1, &["batch", "jobs.toml", "--status"]);
    printed("batch-dry-run", 0, &["batch", "jobs.toml", "--dry-run"]);
    printed("batch", 0, &["batch", "jobs.toml"]);
    printed("info", 0, &["info", "jobs.zarr/nim"]);
    // Tables that are false.
    let make = "tabulate nim --box 9 --engine cpu --codec none --shard 0 --out f.zarr";
    printed("tabulate", 0, &make.split(' ').collect::<Vec<_>>());
    let table = path.join("f.zarr");
    edit_chunk(&table, "c/0/0", |values| values[1] = 2);
    printed("verify-of-a-false-table", 1, &["verify", "f.zarr", "--full"]);
    edit_chunk(&table, "c/0/0", |values| values[1] = 200);
    let integrity = ["verify", "f.zarr", "--only", "integrity"];
    printed("verify-of-a-false-table", 1, &integrity);
    edit_chunk(&table, "c/0/0", |values| values[1] = 3);
    printed("verify-of-a-false-table", 1, &integrity);

    if !gpu_tests_are_off() {
        let gpu = "tabulate wythoff --box 40 --discard --engine gpu";
        printed("tabulate", 0, &gpu.split(' ').collect::<Vec<_>>());
        let gpu = "tabulate wythoff --box 40 --dry-run --engine gpu";
        printed("tabulate-dry-run", 0, &gpu.split(' ').collect::<Vec<_>>());
    }
    let may_be_missing = |key: &String| {
        let is_of_gpu = key.starts_with("gpu.") || key.starts_with("gpu-work.");
        NOT_PRINTED_HERE.contains(&key.as_str()) || gpu_tests_are_off() && is_of_gpu
    };
    let missing: Vec<String> =
        schema.not_met().into_iter().filter(|key| !may_be_missing(key)).collect();
    assert!(missing.is_empty(), "in the schema and not printed: {missing:?}");
}
