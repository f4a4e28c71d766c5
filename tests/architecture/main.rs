//! The imports of all crates, read from their sources: no circle of files, and no room that knows of one below it in the
//! tables of ARCHITECTURE.md. A binary of its own, which is built in a moment since it links nothing of the crates.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod sources;

use std::collections::{BTreeMap, BTreeSet};

use sources::{Module, ModulePath, Sources};

/// Files that import one another in a circle cannot be read, tested or moved one by one. A folder's
/// `mod.rs` may name what lies in the folder: that is its table of contents, and no import.
#[test]
fn no_files_import_one_another_in_a_circle() {
    let sources = Sources::read();
    assert!(sources.modules.len() > 50, "only {} modules were read", sources.modules.len());
    if let Some(circle) = circle(&sources) {
        panic!("a circle of imports: {}", circle.join(" -> "));
    }
}

/// Catches a test that overlooks circles through re-exports: a file of arguments names what a module re-exports from
/// another file, which names the first one.
#[test]
fn circles_through_reexports_are_seen() {
    let files = |args: &str| {
        let texts = [
            ("", ""),
            ("cli", "mod args; mod verify;"),
            ("cli/args", args),
            ("cli/verify", "mod args; pub use args::ClaimArgs; use super::args::VerifyArgs;"),
            ("cli/verify/args", ""),
        ];
        let module = |(path, text): (&str, &str)| {
            let segments = path.split('/').filter(|segment| !segment.is_empty());
            let module = Module { file: path.into(), text: text.into() };
            (["grundytab"].into_iter().chain(segments).map(str::to_owned).collect(), module)
        };
        Sources::of(texts.into_iter().map(module).collect())
    };
    let around = circle(&files("use super::verify::ClaimArgs;"));
    assert_eq!(around, Some(["cli/args", "cli/verify", "cli/args"].map(str::to_owned).to_vec()));
    assert_eq!(circle(&files("use super::verify::args::ClaimArgs;")), None);
}

/// Returns files that import one another in a circle, if there are any.
fn circle(sources: &Sources) -> Option<Vec<String>> {
    let graph: BTreeMap<&ModulePath, BTreeSet<ModulePath>> = sources
        .modules
        .keys()
        .map(|of| {
            let mut imports = sources.imports(of);
            imports.retain(|import| !import.starts_with(of));
            (of, imports)
        })
        .collect();
    let mut done = BTreeSet::new();
    let circle =
        graph.keys().find_map(|start| circle_from(start, &graph, &mut Vec::new(), &mut done))?;
    Some(circle.iter().map(|module| sources.modules[module].file.clone()).collect())
}

/// Follows imports depth first and returns the first circle met.
fn circle_from(
    module: &ModulePath,
    graph: &BTreeMap<&ModulePath, BTreeSet<ModulePath>>,
    way: &mut Vec<ModulePath>,
    done: &mut BTreeSet<ModulePath>,
) -> Option<Vec<ModulePath>> {
    if let Some(at) = way.iter().position(|earlier| earlier == module) {
        return Some([&way[at..], std::slice::from_ref(module)].concat());
    }
    if !done.insert(module.clone()) {
        return None;
    }
    way.push(module.clone());
    let circle = graph[module].iter().find_map(|next| circle_from(next, graph, way, done));
    way.pop();
    circle
}

/// The rooms of a crate in the order of the table: rows after the heading that names the crate, up to the next heading.
fn rooms_of(heading: &str) -> Vec<String> {
    let text = include_str!("../../ARCHITECTURE.md");
    let section = text.split(heading).nth(1).expect(heading);
    let section = section.split("\n#").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned())).collect()
}

/// Catches a room that knows of one below it, and a table of rooms that is not that of the sources.
#[test]
fn rooms_know_of_those_above_them_alone() {
    let sources = Sources::read();
    for (name, heading) in
        [("grundytab", "\n### The library"), ("grundytab_cli", "\n### The program")]
    {
        let listed = rooms_of(heading);
        // The folders of the program, but for proofs and analyses, are rooms; what lies in these is a room as well.
        let room_of = |module: &ModulePath| {
            let of = module.strip_prefix(&[name.to_owned()][..])?;
            let path = |n: usize| of.get(..n).map(|path| path.join("/"));
            [path(2), path(1)].into_iter().flatten().find(|room| listed.contains(room))
        };
        let floor = |room: &String| listed.iter().position(|other| other == room);
        let mut met = BTreeSet::new();
        let mut faults = Vec::new();
        for of in sources.modules.keys().filter(|of| of.len() > 1 && of[0] == name) {
            let Some(room) = room_of(of) else {
                // The page of a folder of rooms imports nothing.
                let is_page = listed.iter().any(|room| room.starts_with(&format!("{}/", of[1])));
                assert!(is_page && of.len() == 2, "{} is in no room", sources.modules[of].file);
                continue;
            };
            for import in sources.imports(of).iter().filter_map(room_of) {
                if floor(&import) > floor(&room) {
                    faults.push(format!("{} imports {import}", sources.modules[of].file));
                }
            }
            met.insert(room);
        }
        let listed: BTreeSet<String> = listed.into_iter().collect();
        assert_eq!(listed, met, "the rooms of the table, and those of {name}");
        assert!(faults.is_empty(), "rooms know of others below them:\n{}", faults.join("\n"));
    }
}

/// Types whose names are words of the glossary.
const WORDS: [&str; 8] = [
    "Ruleset",
    "GameFacts",
    "GameDefinition",
    "GameWording",
    "Method",
    "Domain",
    "Quantity",
    "Plan",
];

/// Names of files that say nothing without their folder.
const NAMES_OF_ANYTHING: [&str; 6] = ["expected", "stored", "lines", "given", "moves", "game"];

/// Catches a word of the glossary that names two types, and a file of a game's way into its table that could hold
/// anything by its name.
#[test]
fn names_have_one_meaning() {
    let sources = Sources::read();
    for word in WORDS {
        let is_defined = |line: &str| {
            let line =
                line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            ["struct ", "enum ", "trait ", "type "].iter().any(|kind| {
                line.strip_prefix(kind).and_then(|rest| rest.strip_prefix(word)).is_some_and(
                    |rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'),
                )
            })
        };
        let files: Vec<&str> = sources
            .modules
            .values()
            .flat_map(|module| {
                module.text.lines().filter(|line| is_defined(line)).map(|_| &*module.file)
            })
            .collect();
        assert_eq!(files.len(), 1, "{word}: {files:?}");
    }
    let rooms = ["domain", "ruleset", "totals", "table", "tabulate", "verify"];
    let of_anything: Vec<&ModulePath> = sources
        .modules
        .keys()
        .filter(|path| {
            path.get(1).is_some_and(|room| rooms.contains(&room.as_str()))
                && path.last().is_some_and(|name| NAMES_OF_ANYTHING.contains(&name.as_str()))
        })
        .collect();
    assert!(of_anything.is_empty(), "{of_anything:?}");
}

/// Returns the files outside the given modules that contain a word.
fn users_of<'a>(sources: &'a Sources, words: &[&str], allowed: &[&[&str]]) -> Vec<&'a str> {
    let modules = sources.modules.iter();
    let is_allowed = |module: &ModulePath| {
        allowed.iter().any(|allowed| {
            module.len() >= allowed.len() && module.iter().zip(*allowed).all(|(a, b)| a == b)
        })
    };
    let begins = |text: &str| !text.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let has = |text: &str, word| text.match_indices(word).any(|(at, _)| begins(&text[..at]));
    let uses = |text: &str| words.iter().any(|word| has(text, *word));
    modules
        .filter(|(module, source)| !is_allowed(module) && uses(&source.text))
        .map(|(_, source)| source.file.as_str())
        .collect()
}

/// Catches a second place that speaks with drivers. That the library does not print is a lint, and that it reads no arguments
/// follows from what it depends on.
#[test]
fn only_the_gpu_engine_names_wgpu() {
    let sources = Sources::read();
    assert!(!users_of(&sources, &["wgpu::"], &[]).is_empty());
    let allowed: [&[&str]; 2] = [&["grundytab", "engine", "gpu"], &["shader_races"]];
    assert_eq!(users_of(&sources, &["wgpu::", "naga::"], &allowed), [""; 0]);
}

/// The library opens files in `table` alone, but for what the system says of its memory; the program reads games and sets
/// of numbers, and keeps verdicts on GPUs.
#[test]
fn only_tables_and_the_program_touch_files() {
    let sources = Sources::read();
    let words = ["std::fs", "fs::", "File::open"];
    assert!(!users_of(&sources, &words, &[]).is_empty());
    let allowed: [&[&str]; 4] = [
        &["grundytab", "memory"],
        &["grundytab", "table"],
        &["grundytab_cli", "jobs", "run", "guard", "cache"],
        &["grundytab_cli", "commands"],
    ];
    assert_eq!(users_of(&sources, &words, &allowed), [""; 0]);
}
