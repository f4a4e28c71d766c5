//! Input that is refused, before anything is written.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{ended, grundytab, in_shell, json_of, refused, refuses, table, temporary};

#[test]
fn bad_input_is_refused_and_nothing_written() {
    for (line, words) in [
        ("tabulate chess --box 9 --out {}", "there is no game named"),
        ("tabulate wythoff --box 0 --out {}", "a side is out of range"),
        ("tabulate wythoff --box 5xx5 --out {}", "--box 5xx5: empty number"),
        ("tabulate wythoff --box -5 --out {}", "the number is negative"),
        ("tabulate wythoff --box 1e4 --out {}", "--box 1e4: 1e4: not in digits, as 10000 is"),
        ("tabulate wythoff --box 99999999999 --out {}", "the number is too large"),
        ("tabulate wythoff --box 3x3x3 --out {}", "3 sides and the game 2 heaps"),
        ("tabulate triangle --box 9 --out {}", "give --tokens N instead of --box"),
        ("tabulate triangle --tokens many --out {}", "--tokens many: not a number"),
        ("tabulate wythoff --box 9 --tile 0 --out {}", "the edge is at least 1"),
        ("tabulate wythoff --box 9000 --tile 1 --out {}", "choose a larger edge"),
        ("tabulate wythoff --box 9 --out {} --sample 3", "unexpected argument '--sample'"),
        ("tabulate wythoff --out {}", "arguments were not provided"),
        ("tabulate wythoff --box 9 --tokens 9 --out {}", "cannot be used with"),
        ("tabulate wythoff --box 9 --quantity nimbers --out {}", "invalid value 'nimbers'"),
        ("tabulate wythoff --box 9 --discard --out {}", "cannot be used with"),
        ("tabulate wythoff --box 9 --threads 0 --out {}", "it is from 1 to 1024"),
        ("tabulate wythoff+block=2 --box 9 --out {}", "has no Grundy values"),
        ("tabulate wythoff --box 9 --out {} --sync soon", "give a number of seconds"),
        ("tabulate wythoff --box 90 --tile 16 --out {} --shard 24", "give a multiple of 16"),
        ("tabulate wythoff --box 9 --out {}/no/t.zarr", "create it first"),
        ("tabulate wythoff --box 9 --engine cpu --adapter x --out {}", "ask for --engine gpu"),
        // More memory, and more disk, than any machine of today has.
        ("tabulate nim:3 --box 30000 --engine cpu --out {}", "B are available"),
        ("tabulate nim:3 --box 900000 --engine cpu --out {}", "choose a smaller domain"),
        (
            "tabulate wythoff --box 1000000000 --engine cpu --quantity outcome --codec none --out {}",
            "B are available",
        ),
    ] {
        refused(line, words);
    }
    for (line, words) in [
        ("tabulate fibonacci --tokens 9 --out {}", "give --box N instead of --tokens"),
        ("tabulate partizan:1:2 --box 9 --out {}", "ask for --quantity outcome-class"),
        ("tabulate euclid --box 9 --quantity palaces --out {}", "tabulated for vector games"),
        ("tabulate euclid+positive+positive --box 9 --out {}", "given twice"),
    ] {
        refused(line, words);
    }
    let (_directory, path) = temporary();
    refuses("", &path, "Usage: grundytab");
}

#[test]
fn games_are_read_from_files() {
    let directory = TempDir::new().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).expect("written");
        path.to_str().expect("a plain path").to_owned()
    };
    let toml = file("queen.toml", "game = 'wythoff'\nalter = [[1, 2], [2, 1]]\nblock = 2\n");
    let set = file("set.txt", "# powers of two\n1, 2 4\n8,16\n\n32\n");
    let ranges = file("ranges.txt", "1..3 7\n5,9..10\n");
    let backwards = file("backwards.txt", "1 7..3\n");
    let wrong = file("wrong.txt", "1 2 three\n");
    let sneaky = file("sneaky.txt", "1\n2+heaps=2\n");
    let named = file("named.txt", "fibonacci-odd");
    let empty = file("empty.txt", "# nothing\n");
    let marked = file("marked.txt", "\u{feff}1\r\n4\r\n");
    let capitals = file("QUEEN.TOML", "game = 'wythoff'\nblock = 4\n");
    // A `+` in a path is no modifier, even where the path up to it is a file too.
    let sum = file("a+b.txt", "3 4");
    file("a", "5");
    let plus = file("a+heaps=2", "6");
    let set_in_toml = file("set.toml", "1 2");
    for (game, ruleset) in [
        (toml, "maharaja+block=2"),
        (capitals, "wythoff+block=4"),
        (format!("subtraction:@{sum}"), "subtraction:3,4"),
        (format!("subtraction:@{sum}+heaps=2"), "subtraction:3,4+heaps=2"),
        (format!("subtraction:@{plus}"), "subtraction:6"),
        (format!("subtraction:@{plus}+block=1"), "subtraction:6+block=1"),
        (format!("subtraction:@{set_in_toml}"), "subtraction:1,2"),
        (format!("subtraction:@{set}"), "subtraction:1,2,4,8,16,32"),
        (format!("subtraction:@{marked}"), "subtraction:1,4"),
        (format!("subtraction:@{ranges}"), "subtraction:1,2,3,5,7,9,10"),
        (
            format!("subtraction:@{set}+heaps=2+block=1"),
            "subtraction:1,2,4,8,16,32+heaps=2+block=1",
        ),
    ] {
        let line = format!("tabulate {game} --box 50 --quantity palaces --discard --json");
        let report = json_of(0, &line, directory.path());
        assert_eq!(report["ruleset"], ruleset);
    }
    for (game, words) in [
        ("nowhere.toml".to_owned(), "error: nowhere.toml: No such file"),
        ("subtraction:@nowhere".to_owned(), "error: subtraction:@nowhere: No such file"),
        ("subtraction:@nowhere+heaps=2".to_owned(), "subtraction:@nowhere+heaps=2: nowhere: "),
        (format!("subtraction:@{wrong}"), "three: not a number; a number of the set is written in"),
        (format!("subtraction:@{backwards}"), "the range 7..3 holds nothing"),
        (format!("subtraction:@{sneaky}"), "2+heaps=2: not a number"),
        (format!("subtraction:@{named}"), "fibonacci-odd: not a number"),
        (format!("subtraction:@{empty}"), "the subtraction set is empty"),
        ("subtraction:@/dev/zero".to_owned(), "/dev/zero: it is not a regular file; "),
        (format!("subtraction:@{}", directory.path().display()), "give the path of a readable"),
    ] {
        refused(&format!("tabulate {game} --box 9 --out {{}}"), words);
    }
}

/// Catches a named pipe that keeps the program waiting for ever, in each place where a file is named.
#[cfg(unix)]
#[test]
fn named_pipes_are_not_waited_for() {
    let (directory, path) = table("wythoff --box 20");
    let pipe = directory.path().join("pipe.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let pipe = pipe.display();
    for line in [
        format!("tabulate {pipe} --box 9 --discard"),
        format!("tabulate subtraction:@{pipe} --box 9 --discard"),
        format!("batch {pipe}"),
        format!("verify {{}} --claim-file {pipe}"),
        format!("verify {{}} --certificate {pipe}"),
        format!("prove --check {pipe}"),
    ] {
        let mut command = grundytab(&line.replace("{}", path.to_str().expect("a plain path")));
        let output = command.timeout(std::time::Duration::from_secs(60)).output().expect("it runs");
        let (code, _, stderr) = ended(&output);
        assert_eq!(code, 2, "{line}: {stderr}");
        assert!(stderr.contains("pipe.toml: it is not a regular file; "), "{line}: {stderr}");
    }
}

/// Catches a pipe that is refused although the shell has handed it over, and a device that is read to its end.
#[cfg(unix)]
#[test]
fn what_the_shell_hands_over_is_read() {
    for script in [
        "echo 1,2 | \"$0\" tabulate subtraction:@/dev/stdin --box 9 --discard",
        "echo 1,2 | \"$0\" tabulate subtraction:@/dev/fd/3 --box 9 --discard 3<&0 </dev/null",
    ] {
        let (code, stdout, stderr) = in_shell(script, Path::new(""));
        assert_eq!(code, 0, "{stderr}");
        assert!(stdout.starts_with("subtraction:1,2 on box 9: "), "{stdout}");
    }
    let line = "\"$0\" tabulate subtraction:@/dev/stdin --box 9 --discard </dev/zero";
    let (code, _, stderr) = in_shell(line, Path::new(""));
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("/dev/stdin: it has more than 16.78 MB"), "{stderr}");
}
