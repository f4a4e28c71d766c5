//! Every command line of README.md and of the pages in docs/ runs as it is written, in the order in which it is
//! written, in a folder for each page, and prints what the page shows below it.
//!
//! Command lines are lines of code that begin with `grundytab `, in blocks of `console` after a `$`, and code spans
//! that do; a span of one word in a sentence names a command. `... --misere` continues the line of a table of commands.
//! Words in capitals stand for what the reader chooses. Where nothing is shown below a line, large sizes are shrunk. A new
//! page in docs/ is covered by being there.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;

use tempfile::TempDir;

use crate::common::repository;
use crate::gpu_switch::gpu_tests_are_off;
use crate::with_time;

/// Beginnings of command lines that are not run, each with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("view ", "serves until it is interrupted: crates/cli/tests/cli/view.rs"),
    ("bench", "measures for minutes: crates/cli/tests/cli/bench.rs"),
    ("selftest", "takes minutes: crates/cli/tests/cli/guard.rs"),
    (
        "prove --guess crates/cli/certificates/maharaja.json",
        "crates/cli/src/tests/certificates/ decides it",
    ),
    ("prove --check crates/cli/certificates/maharaja.json", "takes minutes without optimization"),
    ("prove wythoff --values 2", "searches for a minute"),
    ("prove --guess crates/cli/certificates/queens.json", "takes minutes without optimization"),
    ("prove --check crates/cli/certificates/queens.json", "takes minutes"),
    (
        "decide \"forall x: exists y: p[$Q]",
        "the shell of the reader knows Q, and it takes a minute",
    ),
    ("verify TABLE --certificate", "compares with a large table of the reader's"),
    ("batch jobs.toml --part \"$SLURM", "is a line of a script for Slurm: scripts/test-slurm"),
];

/// The largest sides and token sums, to which larger ones are shrunk: those that regions and planes on the pages need.
const LARGEST: [(&str, u64); 2] = [("--box", 450), ("--tokens", 200)];

/// What stands for words in capitals.
const WORDS: [(&str, &str); 12] = [
    ("COMMAND", "tabulate"),
    ("GAME", "wythoff"),
    ("SENTENCE", "exists x: x > 0 and p[wythoff](x, 2*x)"),
    ("--values V", "--values 0"),
    ("--box N", "--box 20"),
    ("--tokens N", "--tokens 20"),
    ("--numeration NAME", "--numeration fibonacci"),
    ("EXPR", "g >= 0"),
    ("FILE", "run.log"),
    ("JOBS.toml", "jobs.toml"),
    ("CERTIFICATE.json", "certificate.json"),
    (" ...", ""),
];

/// The page whose blocks of `text` have to be said by the commands before them, or written into this file.
const ANSWERS: (&str, &str) = ("docs/proofs.md", "wythoff-mona/p.mona");

/// What a page says, in order.
#[derive(Debug)]
enum Part {
    /// A command line, without its first word.
    Line(String),
    /// A command line of a session, with the lines that are shown below it.
    Session(String, Vec<String>),
    /// A line of a block of `text`.
    Text(String),
}

/// Returns the path of a page from the root, and its text, of every page.
fn pages() -> Vec<(String, String)> {
    let root = &repository();
    let files = fs::read_dir(root.join("docs")).expect("a folder");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "md"));
    paths.push(root.join("README.md"));
    paths.sort();
    let name = |path: &Path| path.strip_prefix(root).expect("within").display().to_string();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("a page"))).collect()
}

/// Returns the parts of a page that this test looks at.
fn parts(page: &str) -> Vec<Part> {
    let (mut parts, mut block) = (Vec::new(), None);
    // The beginning of a code span that goes on in the next line.
    let mut begun = String::new();
    let continued = page.replace("\\\n", "");
    for line in continued.lines() {
        if let Some(language) = line.strip_prefix("```") {
            block = if block.is_none() { Some(language) } else { None };
        } else if block == Some("console") {
            match (line.strip_prefix("$ grundytab "), parts.last_mut()) {
                (Some(command), _) => parts.push(Part::Session(command.to_owned(), Vec::new())),
                (None, Some(Part::Session(_, shown))) => shown.push(line.to_owned()),
                (None, _) => panic!("{line} stands below no command"),
            }
        } else if block == Some("sh") {
            parts.extend(line.trim().strip_prefix("grundytab ").map(|l| Part::Line(l.to_owned())));
        } else if block == Some("text") {
            parts.push(Part::Text(line.to_owned()));
        } else if block.is_none() && line.starts_with("    ") {
            let own = line.trim_start().strip_prefix("grundytab ");
            let command = own.or_else(|| line.trim_start().strip_prefix("cargo run --release -- "));
            parts.extend(command.map(|line| Part::Line(line.to_owned())));
        } else if block.is_none() {
            let text = std::mem::take(&mut begun) + line;
            if text.matches('`').count() % 2 == 1 {
                begun = text + " ";
                continue;
            }
            let spans = text.split('`').skip(1).step_by(2);
            parts.extend(spans.filter_map(|span| in_span(span, &text)).map(Part::Line));
        }
    }
    parts
}

/// Returns the command line that a code span holds, if it does.
fn in_span(span: &str, line: &str) -> Option<String> {
    let is_row = line.starts_with('|');
    if let Some(flags) = span.strip_prefix("... ").filter(|_| is_row) {
        let game = match flags {
            "--quantity outcome-class" | "--quantity score-left" => "partizan:1,0:0,1",
            _ => "GAME",
        };
        // What stores nothing has no path.
        let out = if flags == "--discard" { "" } else { " --out PATH" };
        return Some(format!("tabulate {game} --box N{out} {flags}"));
    }
    let command = span.strip_prefix("grundytab ")?;
    (is_row || command.contains(' ')).then(|| command.to_owned())
}

/// Puts something for the words in capitals, and shrinks sizes. A table that is made has a new path, one that is used
/// that of the first table.
fn filled_in(line: &str, tables: usize) -> String {
    let is_new = line.contains("--out PATH") && !line.contains("--resume");
    let path = format!("table-{}.zarr", if is_new { tables } else { 0 });
    let filled =
        WORDS.iter().fold(line.replace("PATH", &path), |line, (word, put)| line.replace(word, put));
    let mut words: Vec<String> = filled.split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        for (flag, largest) in LARGEST {
            if words[at - 1] == flag {
                let sides = words[at].split('x').map(|side| side.parse::<u64>().expect(line));
                let sides: Vec<_> = sides.map(|side| side.min(largest).to_string()).collect();
                words[at] = sides.join("x");
            }
        }
    }
    words.join(" ")
}

/// Makes the files that commands of a page read: blocks of TOML, a set, and the documents of the repository.
fn make_files(folder: &Path, page: &str) {
    for block in page.split("```toml\n").skip(1) {
        let (toml, _) = block.split_once("```").expect("its end");
        let name = if toml.contains("[[job]]") { "jobs.toml" } else { "game.toml" };
        if !folder.join(name).exists() {
            fs::write(folder.join(name), toml).expect("written");
        }
    }
    if !folder.join("jobs.toml").exists() {
        let jobs = "out = \"jobs.zarr\"\n[[job]]\nname = \"nim\"\ngame = \"nim\"\nbox = 20\n";
        fs::write(folder.join("jobs.toml"), jobs).expect("written");
    }
    fs::write(folder.join("set.txt"), "2 5 8\n").expect("written");
    for documents in ["docs", "crates"] {
        let linked =
            std::os::unix::fs::symlink(repository().join(documents), folder.join(documents));
        linked.expect("linked");
    }
}

/// Runs a line as a shell does.
fn run_in(folder: &Path, line: &str) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("grundytab");
    Command::new("sh")
        .args(["-c", &format!("\"{}\" {line}", program.display())])
        .env("GRUNDYTAB_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
        .current_dir(folder)
        .output()
        .expect("a shell runs")
}

/// Runs a page in a folder of its own; returns how many lines were run, and which of `NOT_RUN` it has.
fn run_page(name: &str, page: &str) -> (usize, Vec<&'static str>) {
    let folder = TempDir::new().expect("a folder");
    make_files(folder.path(), page);
    let (mut lines, mut tables, mut not_run) = (0, 0, Vec::new());
    let mut said = String::new();
    for part in parts(page) {
        let (line, shown) = match part {
            Part::Line(line) => (line, None),
            Part::Session(line, shown) => (line, Some(shown).filter(|shown| !shown.is_empty())),
            Part::Text(text) => {
                assert!(
                    name != ANSWERS.0 || said.contains(&text),
                    "{name}: {text} is not in {said}"
                );
                continue;
            }
        };
        if let Some((beginning, _)) =
            NOT_RUN.iter().find(|(beginning, _)| line.starts_with(beginning))
        {
            not_run.push(*beginning);
            continue;
        }
        if line.contains("--engine gpu") && gpu_tests_are_off() {
            continue;
        }
        if line.contains("--format parquet") && cfg!(not(feature = "parquet")) {
            continue;
        }
        let run = if shown.is_none() { filled_in(&line, tables) } else { line.clone() };
        let output = run_in(folder.path(), &with_time(&run));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        // A claim that fails ends the program with 1, as does a difference.
        let draws_failures = line.ends_with(" --show claim.pdf");
        let most = i32::from(shown.is_some() || line.starts_with("diff ") || draws_failures);
        let code = output.status.code();
        assert!(code.is_some_and(|code| code <= most), "{name}: {line}: {code:?}: {stderr}");
        let mut printed = stdout.lines();
        // Times differ from run to run.
        for shown in shown.iter().flatten().filter(|shown| !shown.contains(" positions in ")) {
            let is_printed = printed.any(|other| other == shown);
            assert!(is_printed, "{name}: {line}: {shown} is not, or not here, in\n{stdout}");
        }
        if name == ANSWERS.0 {
            let written = fs::read_to_string(folder.path().join(ANSWERS.1)).unwrap_or_default();
            said += &[stdout, stderr, written].concat();
        }
        tables += usize::from(line.contains("--out PATH"));
        lines += 1;
    }
    (lines, not_run)
}

/// Runs pages, two at a time; returns the name of each, how many lines were run, and which of `NOT_RUN` it has.
fn run_pages(pages: &[(String, String)]) -> Vec<(&str, usize, Vec<&'static str>)> {
    let waiting = Mutex::new(pages.iter());
    let ran = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some((name, page)) = waiting.lock().expect("no panic").next() else { return };
            let (lines, not_run) = run_page(name, page);
            ran.lock().expect("no panic").push((name.as_str(), lines, not_run));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    ran.into_inner().expect("no panic")
}

/// Returns the pages that have changed since the last commit but one, as far as git knows.
fn changed_pages() -> Vec<String> {
    let mut git = Command::new("git");
    git.args(["diff", "--name-only", "HEAD~1", "--", "README.md", "docs"])
        .current_dir(repository());
    let output = git.output().map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&output).lines().map(str::to_owned).collect()
}

/// Catches a command on a page that has changed, or on one of the first that are read, which is refused, fails, or prints
/// other lines than the page shows. All other pages run every night.
#[test]
fn every_command_of_changed_pages_runs() {
    let changed = changed_pages();
    let mut pages = pages();
    pages.retain(|(name, _)| name == "README.md" || changed.contains(name));
    let lines = run_pages(&pages).iter().map(|(_, lines, _)| lines).sum::<usize>();
    assert!(lines >= 6, "only {lines} lines were found");
}

/// Catches a command on a page that is refused, that fails since an earlier one is missing or has taken its path, or
/// that prints other lines than the page shows; and a reason not to run a line that is on no page any more.
#[test]
#[ignore = "every night"]
fn every_command_of_every_page_runs() {
    let pages = pages();
    let ran = run_pages(&pages);
    for (beginning, reason) in NOT_RUN {
        let is_there = ran.iter().any(|(_, _, not_run)| not_run.contains(beginning));
        assert!(is_there, "no page has `grundytab {beginning}`, which {reason}");
    }
    let lines = |page: &str| ran.iter().find(|(name, ..)| *name == page).map_or(0, |found| found.1);
    let least = [
        ("README.md", 6),
        ("docs/tutorial.md", 10),
        ("docs/games.md", 25),
        ("docs/commands.md", 50),
    ];
    for (page, least) in least {
        assert!(lines(page) >= least, "{page}: only {} lines were found", lines(page));
    }
}
