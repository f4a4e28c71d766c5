//! Every command line of README.md, docs/games.md and docs/commands.md runs as it is written, in the order in which
//! it is written, and the sessions of README.md and docs/tutorial.md print what they show.
//!
//! Outside sessions sizes are shrunk: a number after `--box` or `--tokens` that is larger than 100 becomes 100.
//! Words in capitals stand for what the reader chooses, `...` for the line it continues. `bench` and
//! `selftest`, which take long, and `view`, which does not end by itself, have tests of their own.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::gpu_switch::gpu_tests_are_off;

const README: &str = include_str!("../../README.md");
const TUTORIAL: &str = include_str!("../../docs/tutorial.md");
const GAMES: &str = include_str!("../../docs/games.md");
const COMMANDS: &str = include_str!("../../docs/commands.md");
const LARGEST: u64 = 100;

/// Returns the command lines of a document but those of its sessions, without their first word.
fn lines(document: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_fenced = false;
    for line in document.lines() {
        is_fenced ^= line.starts_with("```");
        if is_fenced {
            continue;
        }
        if let Some(code) = line.strip_prefix("    ") {
            let command = code.strip_prefix("cargo run --release -- ");
            lines.extend(command.or_else(|| code.strip_prefix("grundytab ")).map(str::to_owned));
            continue;
        }
        for span in line.split('`').skip(1).step_by(2) {
            if let Some(flags) = span.strip_prefix("... ") {
                let game = match flags {
                    "--quantity outcome-class" | "--quantity score-left" => "partizan:1,0:0,1",
                    _ => "GAME",
                };
                // What stores nothing has no path.
                let out = if flags == "--discard" { "" } else { " --out PATH" };
                lines.push(format!("tabulate {game} --box N{out} {flags}"));
            }
            lines.extend(span.strip_prefix("grundytab ").map(str::to_owned));
        }
    }
    lines
}

/// Puts something for the words in capitals. A table that is made has a new path, one that is used that of
/// the first table.
fn filled_in(line: &str, number: usize) -> String {
    let path = match line.contains("--out PATH") && !line.contains("--resume") {
        true => format!("table-{number}.zarr"),
        false => "table-0.zarr".into(),
    };
    let words = line.replace("GAME", "wythoff").replace("PATH", &path);
    let words = words.replace("SENTENCE", "exists x: x > 0 and p[wythoff](x, 2*x)");
    let words = words.replace("--values V", "--values 0");
    let words = words.replace("EXPR", "g >= 0").replace("FILE", "run.log").replace(" ...", "");
    let mut words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        if ["--box", "--tokens"].contains(&words[at - 1].as_str()) {
            let size = words[at].replace('N', "20").parse::<u64>().expect(line);
            words[at] = size.min(LARGEST).to_string();
        }
    }
    words.join(" ")
}

/// Runs a line as a shell does.
fn run_in(folder: &Path, line: &str) -> Output {
    let program = assert_cmd::cargo::cargo_bin!();
    Command::new("sh")
        .args(["-c", &format!("\"{}\" {line}", program.display())])
        .current_dir(folder)
        .output()
        .expect("a shell runs")
}

/// Returns the commands of the sessions of a document, with the lines that are shown below each.
fn sessions(document: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for session in document.split("```console\n").skip(1) {
        for line in session.lines().take_while(|line| *line != "```") {
            match line.strip_prefix("$ grundytab ") {
                Some(command) => commands.push((command, Vec::new())),
                None => commands.last_mut().expect("a command").1.push(line),
            }
        }
    }
    commands
}

/// Runs the sessions of a document in a folder, and compares what is printed with what they show.
fn compare_sessions(folder: &Path, document: &'static str) {
    let sessions = sessions(document);
    assert!(sessions.len() > 3, "{sessions:?}");
    for (command, shown) in sessions {
        let output = run_in(folder, command);
        let printed = String::from_utf8(output.stdout).expect("text");
        // A claim that fails ends the program with 1.
        assert!(
            output.status.code().is_some_and(|code| code <= 1),
            "{command}: {:?}",
            output.stderr
        );
        for line in shown.into_iter().filter(|line| !line.contains(" positions in ")) {
            assert!(printed.lines().any(|other| other == line), "{command}: {line}: {printed}");
        }
    }
}

/// Catches a number of the tutorial that the program does not print, and a command of it that is refused.
#[test]
fn the_tutorial_prints_what_it_shows() {
    let folder = TempDir::new().expect("a folder");
    compare_sessions(folder.path(), TUTORIAL);
    assert!(folder.path().join("knights.pdf").is_file());
}

/// Catches an example that is refused, or that takes a path which an earlier one has taken, and a session
/// whose output is another. Times differ from run to run.
#[test]
fn every_line_runs_as_it_is_written() {
    let folder = TempDir::new().expect("a folder");
    let (_, toml) = GAMES.split_once("```toml\n").expect("a game in TOML");
    let (toml, _) = toml.split_once("```").expect("its end");
    fs::write(folder.path().join("game.toml"), toml).expect("written");
    fs::write(folder.path().join("set.txt"), "2 5 8\n").expect("written");
    let jobs = "out = \"jobs.zarr\"\n[[job]]\nname = \"nim\"\ngame = \"nim\"\nbox = 20\n";
    fs::write(folder.path().join("JOBS.toml"), jobs).expect("written");
    compare_sessions(folder.path(), README);
    let lines = [README, GAMES, COMMANDS].map(lines).concat();
    assert!(lines.len() > 60, "{lines:#?}");
    let mut tables = 0;
    for line in &lines {
        let command = line.split(' ').next().unwrap_or_default();
        let takes_long = ["bench", "selftest", "view"].contains(&command);
        let is_pattern = line.starts_with("COMMAND");
        if takes_long || is_pattern || line.contains("--engine gpu") && gpu_tests_are_off() {
            continue;
        }
        let output = run_in(folder.path(), &filled_in(line, tables));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {stderr}");
        tables += usize::from(line.contains("--out PATH"));
    }
    // The first line of the table of commands is used by those below it.
    assert!(folder.path().join("table-0.zarr").is_dir() && tables > 8, "{tables}");
}
