//! The documents say what is true: files that they name exist, games that they show can be read, and
//! every game of the catalogue is among them.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::path::Path;

use grundytab::Ruleset;
use grundytab::ruleset::catalogue;

const DOCUMENTS: &[(&str, &str)] = &[
    ("README.md", include_str!("../README.md")),
    ("ARCHITECTURE.md", include_str!("../ARCHITECTURE.md")),
    ("CONTRIBUTING.md", include_str!("../CONTRIBUTING.md")),
    ("docs/batch.md", include_str!("../docs/batch.md")),
    ("docs/library.md", include_str!("../docs/library.md")),
    ("docs/performance.md", include_str!("../docs/performance.md")),
];

/// Returns what stands between backticks on a line.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns whether a span is meant as a path: one word that begins with a folder of this repository
/// or has the suffix of a file.
fn is_path(span: &str) -> bool {
    let suffixes = [".rs", ".wgsl", ".md", ".c", ".tsv", ".py", ".toml", ".cff"];
    let folders = ["src/", "tests/", "shaders/", "engine/", "scripts/", "benches/", "docs/"];
    let is_word = span.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    // A new family's FAMILY.rs is yet to be made.
    let is_pattern = span.contains(|c: char| c.is_ascii_uppercase()) && !span.ends_with(".md");
    let looks_like_one = suffixes.iter().any(|suffix| span.ends_with(suffix))
        || folders.iter().any(|folder| span.starts_with(folder));
    is_word && !is_pattern && looks_like_one
}

#[test]
fn files_that_the_documents_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut checked = 0;
    for (document, text) in DOCUMENTS {
        for span in code_spans(text).filter(|span| is_path(span)) {
            // Paths are written from the root or, of the code, from `src`.
            let exists = [root.join(span), root.join("src").join(span)].iter().any(|p| p.exists());
            // A reader's own files.
            let is_readers = ["game.toml", "jobs.toml", "set.txt"].contains(&span);
            assert!(exists || is_readers, "{document} names {span}, which does not exist");
            checked += 1;
        }
    }
    assert!(checked > 30, "only {checked} paths were found");
}

/// Returns the games in the commands of a document that tabulate one.
fn games_in(text: &str) -> Vec<&str> {
    let commands = text.split("grundytab tabulate ").skip(1);
    let words = commands.filter_map(|rest| rest.split_whitespace().next());
    words.filter(|game| *game != "GAME").collect()
}

#[test]
fn games_that_the_readme_shows_can_be_read() {
    let games = games_in(DOCUMENTS[0].1);
    assert!(games.len() >= 15, "{games:?}");
    for game in &games {
        let needs_a_file = game.ends_with(".toml") || game.contains('@');
        let read = Ruleset::parse(game);
        assert!(needs_a_file || read.is_ok(), "{game}: {}", read.expect_err("refused"));
    }
    for entry in catalogue::entries() {
        let name = entry.example.split([':', '+']).next().expect("a name");
        let is_shown = games.iter().any(|game| game.split([':', '+']).next() == Some(name));
        assert!(is_shown, "README.md shows no game of the family {name}");
        for modifier in entry.notation.split('+').skip(1) {
            let modifier = modifier.split('=').next().unwrap_or_default();
            let is_shown = games.iter().any(|game| game.contains(&format!("+{modifier}")));
            assert!(is_shown, "README.md shows no game with +{modifier}");
        }
    }
}
