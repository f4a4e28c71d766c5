//! The documents say what is true: files that they name exist, games that they show can be read, and
//! every game of the catalogue is among them.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;
use grundytab::Ruleset;
use grundytab::catalogue;

use crate::common::python::{printed_by, python};
use crate::common::repository;

const GAMES: &str = include_str!("../../../../docs/games.md");

/// Returns the name and the text of every document but the changelog, which tells of files that are gone.
fn documents() -> Vec<(String, String)> {
    let root = &repository();
    let folders = ["", ".github", "docs", "python", "shaders"];
    let files = folders.map(|folder| root.join(folder).read_dir());
    let files = files.into_iter().flat_map(|files| files.expect("a folder"));
    let names = files.map(|file| {
        let path = file.expect("a file").path();
        path.strip_prefix(root).expect("within").to_str().expect("plain").to_owned()
    });
    names
        .filter(|name| name.ends_with(".md") && name != "CHANGELOG.md")
        .map(|name| {
            let text = fs::read_to_string(root.join(&name)).expect("a text");
            (name, text)
        })
        .collect()
}

/// Returns what stands between backticks on a line.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns whether a span is meant as a path: one word that begins with a folder of this repository
/// or has the suffix of a file.
fn is_path(span: &str) -> bool {
    let suffixes = [".rs", ".wgsl", ".md", ".c", ".tsv", ".py", ".toml", ".cff"];
    let folders =
        ["src/", "crates/", "tests/", "shaders/", "engine/", "scripts/", "benches/", "docs/"];
    let is_word = span.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    // A new family's FAMILY.rs is yet to be made.
    let is_pattern = span.contains(|c: char| c.is_ascii_uppercase()) && !span.ends_with(".md");
    let looks_like_one = suffixes.iter().any(|suffix| span.ends_with(suffix))
        || folders.iter().any(|folder| span.starts_with(folder));
    is_word && !is_pattern && looks_like_one
}

#[test]
fn files_that_the_documents_name_exist() {
    let root = &repository();
    let (mut checked, mut gone) = (0, Vec::new());
    for (document, text) in &documents() {
        for span in code_spans(text).filter(|span| is_path(span)) {
            // Paths are written from the root, of the code from its folder, or from the document.
            let folder = Path::new(document).parent().expect("a folder");
            let folders =
                ["", "src", "src/engine/cpu", "crates/cli/src", "crates/cli/src/commands"];
            let mut folders = folders.iter().map(Path::new).chain([folder]);
            let exists = folders.any(|from| root.join(from).join(span).exists());
            // A reader's own files.
            let is_readers = ["game.toml", "jobs.toml", "set.txt"].contains(&span);
            if !exists && !is_readers {
                gone.push(format!("{document} names {span}"));
            }
            checked += 1;
        }
    }
    assert!(checked > 30, "only {checked} paths were found");
    assert!(gone.is_empty(), "{}", gone.join("\n"));
}

/// Returns the sources below a folder: code and shaders.
fn sources_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("a file").path();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs" | "wgsl") => found.push(path),
            _ if path.is_dir() && !path.ends_with("target") => sources_below(&path, found),
            _ => (),
        }
    }
}

/// Catches a comment that sends its reader to a file that is gone. Paths are written from the root, from the folders of the
/// code, or from a folder that the file lies in.
#[test]
fn files_that_comments_name_exist() {
    let root = &repository();
    let mut sources = Vec::new();
    for folder in ["src", "crates", "shaders", "tests", "benches", "examples", "python/src"] {
        sources_below(&root.join(folder), &mut sources);
    }
    let (mut checked, mut gone) = (0, Vec::new());
    for file in &sources {
        let text = fs::read_to_string(file).expect("a text");
        let comments = text.lines().filter_map(|line| line.trim_start().strip_prefix("//"));
        let words = comments
            .flat_map(|line| line.split(|c: char| c.is_whitespace() || "`()\",;:".contains(c)));
        for word in words.filter(|word| word.contains('/') && is_path(word.trim_end_matches('.'))) {
            let path = word.trim_end_matches('.');
            let above = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
            let code = ["src", "crates/cli/src"].map(|folder| root.join(folder));
            let mut folders = above.chain(code.iter().map(PathBuf::as_path));
            let exists = folders.any(|from| from.join(path).exists());
            checked += 1;
            if !exists {
                gone.push(format!("{} names {path}", file.display()));
            }
        }
    }
    assert!(checked > 100, "only {checked} paths were found");
    assert!(gone.is_empty(), "{}", gone.join("\n"));
}

/// Returns the game with which the rest of a command begins. Rules have spaces, and stand between apostrophes.
fn game(rest: &str) -> Option<&str> {
    match rest.strip_prefix('\'') {
        Some(quoted) => quoted.split('\'').next(),
        None => rest.split_whitespace().next(),
    }
}

/// Returns the games in the commands of a document that tabulate one.
fn games_in(text: &str) -> Vec<&str> {
    let commands = text.split("grundytab tabulate ").skip(1);
    commands.filter_map(game).filter(|game| *game != "GAME").collect()
}

#[test]
fn games_that_the_page_of_games_shows_can_be_read() {
    let games = games_in(GAMES);
    assert!(games.len() >= 15, "{games:?}");
    for game in &games {
        let needs_a_file = game.ends_with(".toml") || game.contains('@');
        let read = Ruleset::parse(game);
        assert!(needs_a_file || read.is_ok(), "{game}: {}", read.expect_err("refused"));
    }
    for entry in catalogue::entries() {
        let name = entry.example.split([':', '+']).next().expect("a name");
        let is_shown = games.iter().any(|game| game.split([':', '+']).next() == Some(name));
        assert!(is_shown, "docs/games.md shows no game of the family {name}");
        for modifier in entry.notation.split('+').skip(1) {
            let modifier = modifier.split('=').next().unwrap_or_default();
            let is_shown = games.iter().any(|game| game.contains(&format!("+{modifier}")));
            assert!(is_shown, "docs/games.md shows no game with +{modifier}");
        }
    }
}

/// Catches a picture that no command makes, and a command of the gallery that is not the one by which its
/// picture was made: the script's lines are `PICTURE flags` or `PICTURE=TABLE flags`.
#[test]
fn pictures_of_the_gallery_are_those_of_its_script() {
    let root = &repository();
    let gallery = include_str!("../../../../docs/gallery.md");
    let (_, lines) = include_str!("../../../../scripts/gallery")
        .split_once("<<'PICTURES'\n")
        .expect("a list of pictures");
    let mut pictures = Vec::new();
    for line in lines.lines().take_while(|line| *line != "PICTURES") {
        let (name, flags) = line.split_once(' ').expect("flags");
        let (picture, table) = name.split_once('=').unwrap_or((name, name));
        let command = format!("    grundytab render {table}.zarr --out {picture}.png {flags}\n");
        assert!(gallery.contains(&command), "docs/gallery.md lacks {command}");
        assert!(
            gallery.contains(&format!("--out {table}.zarr\n")),
            "no command makes {table}.zarr"
        );
        let thumbnail = format!("gallery/thumbnails/{picture}.png");
        assert!(
            gallery.contains(&format!("src=\"{thumbnail}\"")),
            "docs/gallery.md lacks {thumbnail}"
        );
        assert!(root.join("docs").join(&thumbnail).exists(), "there is no {thumbnail}");
        pictures.push(format!("gallery/{picture}.png"));
    }
    let shown = gallery.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let shown: Vec<&str> = shown.filter(|link| link.ends_with(".png")).collect();
    assert!(shown.len() > 10 && shown.len() == pictures.len(), "{shown:?}, {pictures:?}");
    for picture in shown {
        assert!(pictures.iter().any(|made| made == picture), "the script does not make {picture}");
        assert!(root.join("docs").join(picture).exists(), "there is no {picture}");
    }
}

/// README.md compares the program with a script that follows the definition: both say the same of the table.
#[test]
fn script_of_the_comparison_makes_the_same_table() {
    let script = repository().join("benches/baseline/wythoff.py");
    let said = printed_by(python().arg(script).arg("60"));
    let program = cargo_bin_cmd!("grundytab")
        .args(["tabulate", "wythoff", "--box", "60", "--discard"])
        .output()
        .expect("the program runs");
    let program = String::from_utf8_lossy(&program.stdout).into_owned();
    assert!(said.starts_with("sum ") && program.contains(&said), "{said} is not in {program}");
}

/// Catches a figure of the document that no command makes, or another command than the one that it shows, which every
/// figure tells: `scripts/figures` has changed its paths and its pixels alone.
#[test]
fn figures_of_the_document_are_made_by_its_commands() {
    let root = &repository();
    let document = include_str!("../../../../docs/figures.md");
    let commands: Vec<&str> =
        document.lines().filter_map(|line| line.strip_prefix("    grundytab ")).collect();
    let links = document.split("](figures/").skip(1).filter_map(|rest| rest.split(')').next());
    let mut count = 0;
    for picture in links {
        let (name, path) =
            (picture.trim_end_matches(".png"), root.join("docs/figures").join(picture));
        let pdf = format!(" {name}.pdf");
        let command = commands.iter().find(|command| command.ends_with(&pdf)).expect(picture);
        let (beginning, table) = command.split_once(".zarr").expect("a table");
        let words: Vec<&str> = beginning.split(' ').collect();
        let (first, table_name) = (words[0], words[1]);
        let expected = format!("grundytab {first} target/figures/{table_name}.zarr{table}");
        let expected = expected.replace(&pdf, &format!(" docs/figures/{picture}"));
        let line = format!("render --repeat {}", path.display());
        let output = crate::grundytab(&line).output().expect("it runs");
        let told = String::from_utf8(output.stdout).expect("a text");
        assert_eq!(told.trim_end(), format!("{expected} --dpi 150 --quiet"), "{picture}");
        count += 1;
    }
    assert_eq!(count, 6);
}
