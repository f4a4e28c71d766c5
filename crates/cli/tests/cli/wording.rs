//! Words of messages: one thing is not called several, bytes have units, and what is shown agrees with what was
//! typed.

use crate::{done, ends, run, temporary};

/// Catches "1 positions" and the like.
#[test]
fn one_thing_has_no_plural() {
    let (_directory, path) = temporary();
    let mut texts = String::new();
    for line in [
        "tabulate nim:1 --box 1 --engine cpu --threads 1 --check 1 --verbose --out {}",
        "tabulate nim:1 --box 1 --engine cpu --threads 1 --dry-run --verbose --out {} --overwrite",
        "info {}",
        "verify {} --claim g==0 --claim x>0",
        "verify {} --engine cpu",
        "analyze {}",
        "list {} g==0",
        "diff {} {}",
        "export {} --format csv --out {}.csv",
        "export {} --format p-positions --out {}.txt",
        "query {} 0",
        "prove nim:1",
        "prove nim:1 --numeration base:2 --verbose",
    ] {
        let (_, stdout, stderr) = run(line, &path);
        texts += &format!("{line}\n{stdout}{stderr}");
    }
    for right in ["1 position", "1 P-position", "1 tile", "1 thread", "1 chunk present", "1 file"] {
        let counted = texts.match_indices(right).any(|(at, _)| {
            let before = texts[..at].chars().next_back();
            before.is_none_or(|before| !before.is_ascii_digit() && before != '.')
        });
        assert!(counted, "{right}: {texts}");
    }
    for line in texts.lines() {
        let words: Vec<&str> =
            line.split(|c: char| c.is_whitespace() || "(),;:".contains(c)).collect();
        for pair in words.windows(2) {
            let is_verb = ["is", "has"].contains(&pair[1]);
            let is_plural = pair[1].len() > 2 && pair[1].ends_with('s') && !is_verb;
            assert!(pair[0] != "1" || !is_plural, "{line}");
        }
    }
}

/// Catches the name of the convention where a reader expects its word.
#[test]
fn misere_play_is_written_with_its_accent() {
    let (_directory, path) = temporary();
    let stdout = done("tabulate nim --box 9 --misere --engine cpu --out {}", &path);
    let described = done("info {}", &path);
    let analyzed = done("analyze {}", &path);
    for text in [stdout, described, analyzed] {
        assert!(text.contains("misère play") && !text.contains("misere"), "{text}");
    }
    let json = done("info {} --json", &path);
    assert!(json.contains("\"misere\""), "{json}");
}

/// Catches bytes that nobody can read off.
#[test]
fn bytes_have_units() {
    let (_directory, path) = temporary();
    let line =
        "tabulate wythoff --box 1000000000 --engine cpu --quantity outcome --codec none --out {}";
    let (_, stderr) = ends(2, line, &path);
    let words: Vec<&str> = stderr.split_whitespace().collect();
    let number = words.iter().position(|word| word.ends_with('B')).expect(&stderr);
    let digits = words[number - 1].trim_end_matches(|c: char| !c.is_ascii_digit());
    assert!(digits.len() <= 6 && digits.parse::<f64>().is_ok(), "{stderr}");
    assert!(!stderr.contains("bytes"), "{stderr}");
}

/// Catches letters that were typed and appear nowhere, where others appear instead.
#[test]
fn letters_of_vertices_that_change_are_told() {
    let (_directory, path) = temporary();
    let line = "tabulate digraph:AB/BC/AC --tokens 9 --engine cpu --out {}";
    let (stdout, stderr) = ends(0, line, &path);
    assert!(stdout.starts_with("digraph:XY/XZ/YZ on "), "{stdout}");
    let told = "the vertices A, B, C are called X, Y, Z: the game is digraph:XY/XZ/YZ\n";
    assert!(stderr.contains(told), "{stderr}");
    let (_, _, stderr) = run(&format!("{line} --overwrite --quiet"), &path);
    assert_eq!(stderr, "");
    let line = "tabulate digraph:XY/YZ/XZ --tokens 9 --engine cpu --overwrite --out {}";
    let (_, _, stderr) = run(line, &path);
    assert!(!stderr.contains("called"), "{stderr}");
}
