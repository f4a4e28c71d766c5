//! docs/table-format.md and docs/certificate-format.md name every key that the program writes into tables and
//! certificates, and no other, and their examples are what it writes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Attributes, Resumed, TableWriter};
use grundytab::{Control, Plan, tabulate};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::chunks::array_of;
use crate::done;
use crate::keys::{add_paths, documented};

const TABLES: &str = include_str!("../../../../docs/table-format.md");
const CERTIFICATES: &str = include_str!("../../../../docs/certificate-format.md");

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("a document");
    serde_json::from_str(&text).expect("JSON")
}

/// Compares the keys that a section lists with those of documents. A listed key without listed keys below it stands
/// for all that is below it.
fn compare(page: &str, section: &str, documents: &[Value]) {
    let listed = documented(page).remove(section).expect(section);
    let mut found = BTreeSet::new();
    documents.iter().for_each(|document| add_paths(document, "", &mut found));
    let is_below = |key: &str, above: &str| {
        key.strip_prefix(above).is_some_and(|rest| rest.starts_with(['.', '[']))
    };
    let has_keys_below = |key: &String| listed.iter().any(|other| is_below(other, key));
    let is_listed = |key: &String| {
        let above = listed.iter().filter(|above| is_below(key, above));
        listed.contains(key) || has_keys_below(key) || above.clone().any(|key| !has_keys_below(key))
    };
    let new: Vec<_> = found.iter().filter(|key| !is_listed(key)).collect();
    assert!(new.is_empty(), "{section}: written and not listed: {new:?}");
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(gone.is_empty(), "{section}: listed and not written: {gone:?}");
}

/// Stores half of a table, and leaves it as an interruption does.
fn interrupt(plan: &Plan, path: &Path) {
    let stop = AtomicBool::new(false);
    let raise = |_| stop.store(true, Ordering::Relaxed);
    let control = Control::default().interrupted_by(&stop).reporting(&raise);
    let writer = TableWriter::options(plan).create(path).expect("nothing in the way");
    tabulate(plan, &CpuEngine, Some(writer), &control).expect_err("it is interrupted");
}

/// Catches a key of tables or of their groups that is new and not on the page, and one that is on the page and not
/// written any more.
#[test]
fn the_page_names_every_key_of_a_table() {
    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let game = "game = 'wythoff'\ncomment = 'a comment'\nsource = 'a source'";
    fs::write(path("game.toml"), game).expect("written");
    let game = "game = 'rules'\nloopy = true\nmoves = ['(8 - x)', '(x - 1) if x > 0']";
    fs::write(path("loopy.toml"), game).expect("written");
    for line in [
        "wythoff --box 40 --tile 8 --shard 32 --out {}/boxed.zarr",
        "maharaja --box 40 --out {}/other.zarr",
        "triangle --tokens 9 --out {}/simplex.zarr",
        "partizan:1,0/0,2:1,1/0,3 --box 9 --quantity outcome-class --out {}/classes.zarr",
        "wythoff+points=2/-1/3 --box 9 --quantity score --out {}/scores.zarr",
        "{}/game.toml --box 9 --out {}/noted.zarr",
        "{}/loopy.toml --box 9 --out {}/loopy.zarr",
    ] {
        done(&format!("tabulate {line} --engine cpu --quiet"), folder.path());
    }
    let jobs = "name = 'swept'\ngame = 'wythoff'\nbox = 9\nblock = 2\nquantity = 'palaces'\n";
    let jobs = format!("out = '{}/{{name}}.zarr'\n{jobs}", folder.path().display());
    fs::write(path("jobs.toml"), jobs).expect("written");
    done("batch {}/jobs.toml --quiet", folder.path());
    let line = "diff {}/boxed.zarr {}/other.zarr --out {}/difference.zarr";
    crate::ends(1, line, folder.path());
    let plan = Plan::parse("wythoff", "64", "grundy").expect("a plan").with_tile(8);
    let plan = plan.expect("small tiles");
    interrupt(&plan, &path("unfinished.zarr"));
    interrupt(&plan, &path("resumed.zarr"));
    let resumed = TableWriter::options(&plan).resume(path("resumed.zarr"), &Control::default());
    let Ok(Resumed::Unfinished(writer)) = resumed else { panic!("{resumed:?}") };
    tabulate(&plan, &CpuEngine, Some(*writer), &Control::default()).expect("tabulated");

    let folders = [
        "boxed.zarr",
        "simplex.zarr",
        "classes.zarr",
        "scores.zarr",
        "noted.zarr",
        "loopy.zarr",
        "swept.zarr",
        "difference.zarr",
        "resumed.zarr",
        "unfinished.zarr.partial",
    ];
    let groups = folders.map(|name| read(&path(name).join("zarr.json")));
    compare(TABLES, "The group", &groups);
    let mut arrays = folders.map(|name| read(&array_of(&path(name)).join("zarr.json")));
    let mut attributes = arrays.each_mut().map(|array| array["attributes"]["grundytab"].clone());
    // That a wrong value is found takes a faulty engine: here it is enough that the key is kept.
    let unfinished = attributes.last_mut().expect("one");
    unfinished["wrong"] = json!("a value");
    let parsed: Attributes = serde_json::from_value(unfinished.clone()).expect("attributes");
    assert_eq!(*unfinished, serde_json::to_value(parsed).expect("JSON"));
    compare(TABLES, "The array", &arrays);
    compare(TABLES, "Attributes", &attributes);
}

/// Catches a key of certificates that is new and not on the page, and one that is on the page and not written.
#[test]
fn the_page_names_every_key_of_a_certificate() {
    let folder = TempDir::new().expect("a folder");
    done("prove wythoff --certificate {}/wythoff.json", folder.path());
    let certificate = read(&folder.path().join("wythoff.json"));
    let automata =
        [certificate["numeration"]["valid"].clone(), certificate["sets"][0]["automaton"].clone()];
    compare(CERTIFICATES, "An automaton", &automata);
    compare(CERTIFICATES, "The numeration", &[certificate["numeration"].clone()]);
    compare(CERTIFICATES, "The document", &[certificate]);
}

/// Returns the blocks of a page in a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("```{language}\n");
    let blocks = page.split(&begin).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

/// Runs the only command of a page in a folder.
fn run_example(page: &str, folder: &Path) {
    let commands: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("    grundytab ")).collect();
    let [command] = commands[..] else { panic!("{commands:?}") };
    crate::grundytab(command).current_dir(folder).assert().success();
}

/// Takes the version of the program out of a document, which differs from version to version.
fn without_version(mut document: Value, program: &str) -> Value {
    let version = document.pointer_mut(program).expect("a program").take();
    assert!(version.as_str().is_some_and(|text| text.starts_with("grundytab ")), "{version}");
    document
}

/// Catches an example that is not what its command writes.
#[test]
fn the_examples_are_what_is_written() {
    let folder = TempDir::new().expect("a folder");
    let parse = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    run_example(TABLES, folder.path());
    let table = folder.path().join("small.zarr");
    let [group, array] = blocks(TABLES, "json")[..] else { panic!("two documents") };
    let written = read(&table.join("grundy/zarr.json"));
    let mut of_group = read(&table.join("zarr.json"));
    let copy = &mut of_group["consolidated_metadata"]["metadata"]["grundy"];
    assert_eq!(*copy, written);
    *copy = json!({});
    assert_eq!(parse(group), of_group);
    let program = "/attributes/grundytab/program";
    assert_eq!(without_version(parse(array), program), without_version(written, program));
    let [chunk] = blocks(TABLES, "text")[..] else { panic!("one chunk") };
    let bytes = chunk.split_whitespace().map(|byte| u8::from_str_radix(byte, 16));
    let bytes: Vec<u8> = bytes.collect::<Result<_, _>>().expect("digits");
    assert_eq!(bytes, fs::read(table.join("grundy/c/0/0")).expect("a chunk"));

    run_example(CERTIFICATES, folder.path());
    let [certificate] = blocks(CERTIFICATES, "json")[..] else { panic!("one document") };
    let written = read(&folder.path().join("small.json"));
    let program = "/program";
    assert_eq!(without_version(parse(certificate), program), without_version(written, program));
}
