//! The imports of the crate, read from its sources, against the table of rooms in ARCHITECTURE.md:
//! no circle, no import that the table does not allow, no allowance that nobody uses. A binary of its own, which is built
//! in a moment since it links nothing of the crate.
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
            (segments.map(str::to_owned).collect(), module)
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

/// What a row of the table says: its rooms, and the rooms they may know of; `None` for all.
struct Row {
    rooms: BTreeSet<String>,
    may_know: Option<BTreeSet<String>>,
}

/// Reads the table of rooms: the rows after the heading `## Rooms`, up to the next heading.
fn table_of_rooms() -> Vec<Row> {
    let text = include_str!("../../ARCHITECTURE.md");
    let section = text.split("\n## Rooms\n").nth(1).expect("a section about rooms");
    let section = section.split("\n## ").next().unwrap_or_default();
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, rooms, _, may_know, _] = cells[..] else { panic!("three columns: {line}") };
        let may_know = match may_know {
            "everything" => None,
            "nothing else" => Some(BTreeSet::new()),
            rooms => Some(names(rooms)),
        };
        Row { rooms: names(rooms), may_know }
    })
    .collect()
}

#[test]
fn rooms_know_of_what_the_table_says() {
    let sources = Sources::read();
    let rows = table_of_rooms();
    let room_of = |module: &ModulePath| module.first().cloned();
    let rooms: BTreeSet<String> = sources.modules.keys().filter_map(room_of).collect();
    let listed: Vec<String> = rows.iter().flat_map(|row| row.rooms.clone()).collect();
    let as_set: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), as_set.len(), "a room is listed twice");
    assert_eq!(as_set, rooms, "the rooms of the table, and those of src");

    let mut faults = Vec::new();
    let mut above = BTreeSet::new();
    for row in &rows {
        let Some(may_know) = &row.may_know else { continue };
        // So that rooms cannot know of one another in a circle.
        faults.extend(
            may_know.difference(&above).map(|room| {
                format!("the row of {room} does not come before that of {:?}", row.rooms)
            }),
        );
        above.extend(row.rooms.clone());
        let mut used = BTreeSet::new();
        for of in
            sources.modules.keys().filter(|of| room_of(of).is_some_and(|r| row.rooms.contains(&r)))
        {
            for room in sources.imports(of).iter().filter_map(room_of) {
                if !row.rooms.contains(&room) && !may_know.contains(&room) {
                    faults.push(format!("{} imports {room}", sources.modules[of].file));
                }
                used.insert(room);
            }
        }
        let rooms = Vec::from_iter(&row.rooms);
        faults.extend(
            may_know.difference(&used).map(|room| format!("{rooms:?} may know {room}, and do not")),
        );
    }
    assert!(faults.is_empty(), "ARCHITECTURE.md and src differ:\n{}", faults.join("\n"));
}

/// Types whose names are words of the glossary.
const WORDS: [&str; 9] = [
    "Ruleset",
    "WrittenRuleset",
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
            path.first().is_some_and(|room| rooms.contains(&room.as_str()))
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
    let uses = |text: &str| words.iter().any(|word| text.contains(word));
    modules
        .filter(|(module, source)| !is_allowed(module) && uses(&source.text))
        .map(|(_, source)| source.file.as_str())
        .collect()
}

#[test]
fn only_the_gpu_engine_names_wgpu() {
    let sources = Sources::read();
    assert!(!users_of(&sources, &["wgpu::"], &[]).is_empty());
    assert_eq!(users_of(&sources, &["wgpu::", "naga::"], &[&["engine", "gpu"]]), [""; 0]);
}

#[test]
fn only_the_program_prints_and_reads_its_arguments() {
    let sources = Sources::read();
    let words = [
        "println!",
        "print!(",
        "dbg!",
        "io::stdout",
        "io::stderr",
        "std::env::args",
        "clap::",
        "process::exit",
    ];
    assert!(!users_of(&sources, &words, &[]).is_empty());
    assert_eq!(users_of(&sources, &words, &[&["cli"]]), [""; 0]);
}

/// The library opens files in `table` alone, but for what the system says of its memory, and for verdicts on GPUs; the
/// program reads games and subtraction sets.
#[test]
fn only_tables_and_the_program_touch_files() {
    let sources = Sources::read();
    let words = ["std::fs", "fs::", "File::open"];
    assert!(!users_of(&sources, &words, &[]).is_empty());
    let allowed: [&[&str]; 4] = [&["memory"], &["table"], &["run", "guard", "cache"], &["cli"]];
    assert_eq!(users_of(&sources, &words, &allowed), [""; 0]);
}
