//! Games whose rules are written, in the commands of the program.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

/// The rules of some games, and what is tabulated of them.
const CHOMP: [&str; 2] = [
    "rules: positions x >= y >= z and x > 0; (k, min(y, k), min(z, k)) for 1 <= k < x; \
     (x, k, min(z, k)) for 0 <= k < y; (x, y, k) for 0 <= k < z",
    "--box 6x6x6",
];
const TAKE_AWAY: [&str; 2] =
    ["rules: grade x; (x - k, k) for 1 <= k <= min(x, 3*y)", "--box 12x12"];
const WYTHOFF: [&str; 2] = [
    "rules: (x-k, y) for 1<=k<=x; (x, y-k) for 1<=k<=y; (x-k, y-k) for 1<=k<=min(x, y)",
    "--box 12x12",
];
const GROWING: [&str; 2] = [
    "rules: grade x + 2*y; (x - k, y) for 1 <= k <= x pays k; (x + 1, y - 1) if y > 0 pays 1",
    "--tokens 9 --quantity score",
];
const PARTIZAN: [&str; 2] = [
    "rules: left: (x - k) for 1 <= k <= min(x, 2) pays k; right: (x - k) for 1 <= k <= min(x, 3) pays 1",
    "--box 30 --quantity score-left",
];

/// Runs a command in a folder, with more arguments, which may have spaces; returns exit code, stdout and stderr.
fn run(folder: &Path, line: &str, more: &[&str]) -> (i32, String, String) {
    let mut command = crate::grundytab(line);
    crate::ended(&command.args(more).current_dir(folder).output().expect("the program runs"))
}

#[track_caller]
fn done(folder: &Path, line: &str, more: &[&str]) -> String {
    let (code, stdout, stderr) = run(folder, line, more);
    assert_eq!(code, 0, "{line} {more:?}: {stderr}");
    stdout
}

#[track_caller]
fn tells(folder: &Path, line: &str, more: &[&str], told: &[&str]) {
    let stdout = done(folder, line, more);
    for words in told {
        assert!(stdout.contains(words), "{line} {more:?}: {words:?} is not in\n{stdout}");
    }
}

#[track_caller]
fn refuses(folder: &Path, line: &str, more: &[&str], told: &str) {
    let (code, stdout, stderr) = run(folder, line, more);
    assert_eq!((code, stdout.as_str()), (2, ""), "{line} {more:?}: {stderr}");
    assert!(stderr.contains(told), "{line} {more:?}: {stderr}");
}

#[track_caller]
fn table(folder: &Path, name: &str, [rules, what]: [&str; 2]) {
    done(folder, &format!("tabulate {what} --engine reference --quiet --out {name}"), &[rules]);
}

/// Catches rules that are printed in one long line, or a claim of what is not known.
#[test]
fn info_tells_the_rules_and_how_they_are_filled() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    table(folder, "chomp.zarr", CHOMP);
    table(folder, "wythoff.zarr", WYTHOFF);
    table(folder, "partizan.zarr", PARTIZAN);
    let lines = "game         rules: positions x >= y >= z and x > 0;\n             (k, min(y, k), min(z, k)) for 1 <= k < x;";
    tells(folder, "info chomp.zarr", &[], &[lines]);
    tells(folder, "info wythoff.zarr", &[], &["recognised as wythoff, the same game"]);
    let json = |name: &str| -> serde_json::Value {
        serde_json::from_str(&done(folder, &format!("info {name} --json"), &[])).expect("JSON")
    };
    let wythoff = json("wythoff.zarr");
    assert_eq!(
        (&wythoff["filled_by"], &wythoff["recognised_as"]),
        (&"family".into(), &"wythoff".into())
    );
    assert_eq!(wythoff["dicot"], true);
    let partizan = json("partizan.zarr");
    assert!(partizan["dicot"].is_null() && partizan["one_sided_at"].is_null(), "{partizan}");
    assert!(!done(folder, "info partizan.zarr", &[]).contains("dicot"));
}

/// Catches notes that are lost on their way into a table, or make the game another one.
#[test]
fn files_have_notes_and_sets() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("set.txt"), "# a set\n2 5, 8..9\n").expect("written");
    fs::write(folder.join("words.txt"), "2 five").expect("written");
    fs::write(folder.join("empty.txt"), "# nothing\n").expect("written");
    let file = "game = \"rules\"\nmoves = [\"(x - k) for k in @set.txt if k <= x\"]\n";
    let notes = "comment = \"\"\"Two\nlines\"\"\"\nsource = \"A book\"\n";
    fs::write(folder.join("game.toml"), format!("{file}{notes}")).expect("written");
    let typed = ["rules: (x - k) for k in @set.txt if k <= x", "--box 40"];
    table(folder, "typed.zarr", typed);
    table(folder, "file.zarr", ["game.toml", "--box 40"]);
    let numbers = "rules: (x - k) for k in {2, 5, 8, 9} if k <= x";
    tells(folder, "info typed.zarr", &[], &[numbers]);
    tells(
        folder,
        "info file.zarr",
        &[],
        &[numbers, "comment      Two\n             lines\n", "source       A book\n"],
    );
    tells(folder, "diff typed.zarr file.zarr", &[], &["equal values at all 40 positions"]);
    let jobs = "out = 'g.zarr'\nbox = 30\nengine = 'reference'\n[[job]]\ngame = 'game.toml'\n[[job]]\n\
                game = 'rules: (x - k) for k in @set.txt if k <= x and k != {n}'\nn = [2, 5]\n";
    fs::write(folder.join("jobs.toml"), jobs).expect("written");
    done(folder, "batch jobs.toml --quiet", &[]);
    tells(folder, "info g.zarr/game_box_30_grundy", &[], &["A book"]);
    tells(
        folder,
        "info g.zarr/rules-n5_box_30_grundy",
        &[],
        &["k in {2, 5, 8, 9} if k <= x and k != 5"],
    );
    let discard = "tabulate --box 9 --engine reference --discard";
    for (rules, told) in [
        ("rules: (x - k) for k in @empty.txt if k <= x", "empty.txt holds no numbers"),
        ("rules: (x - k) for k in @words.txt if k <= x", "in words.txt: five"),
        ("rules: (x - k) for k in @none.txt if k <= x", "none.txt: "),
        ("rules: (x - k) for 1 <= k <= @set.txt", "only behind `in`"),
        (
            "rules: (x - k) for k in @set.txt iff k <= x",
            "at character 34, `iff k <= x`: did you mean if?",
        ),
    ] {
        refuses(folder, discard, &[rules], told);
    }
    fs::write(folder.join("wrong.toml"), file.replace(" if ", " fi ")).expect("written");
    refuses(
        folder,
        discard,
        &["wrong.toml"],
        "number 1 of moves, `(x - k) for k in {2, 5, 8..9} fi k <= x`: at",
    );
}

/// Catches words for a move that say of a limit or a row that tokens are taken from it.
#[test]
fn moves_are_told_in_words() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    table(folder, "chomp.zarr", CHOMP);
    table(folder, "take.zarr", TAKE_AWAY);
    table(folder, "growing.zarr", GROWING);
    tells(folder, "query take.zarr 9,3", &[], &["  take 9 from x, y becomes 9 -> (0, 9)\n"]);
    let options = "query chomp.zarr 4,3,2 --options";
    tells(
        folder,
        options,
        &[],
        &["  x becomes 1, y becomes 1, z becomes 1 -> (1, 1, 1)", "  z becomes 0 -> (4, 3, 0)\n"],
    );
    tells(folder, "query growing.zarr 0,4", &[], &["  take 1 from y, return 1 to x -> (1, 3)\n"]);
}

/// Catches sums of games that are no vector games, which have no scores without their points, and where heaps grow.
#[test]
fn sums_of_written_games_are_played() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    table(folder, "partizan.zarr", PARTIZAN);
    table(folder, "growing.zarr", GROWING);
    table(folder, "take.zarr", TAKE_AWAY);
    tells(folder, "sum take.zarr@9,3 take.zarr@9,3", &[], &["nim-sum 0, P-position"]);
    tells(
        folder,
        "sum partizan.zarr@5 partizan.zarr@4",
        &[],
        &["left stop 1, right stop 0", "left stop 2, right stop 0"],
    );
    let sum = "sum growing.zarr@1,1 growing.zarr@0,1";
    tells(folder, sum, &[], &["by the definition, at every position of the sum"]);
}

/// Catches commands that do nothing for rules that are recognised, and messages that do not say what is wrong.
#[test]
fn other_commands_know_rules() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    table(folder, "wythoff.zarr", WYTHOFF);
    tells(folder, "verify wythoff.zarr", &[], &["wythoff-mex"]);
    tells(folder, "theorems", &[WYTHOFF[0]], &["wythoff-floors", "wythoff-mex"]);
    tells(
        folder,
        "prove",
        &[WYTHOFF[0]],
        &["Theorem. In rules: (x - k, y)", "automaton of 7 states"],
    );
    tells(folder, "decide --game", &[WYTHOFF[0], "p implies x <= 2*y"], &["is true"]);
    tells(folder, "games rules", &[], &["rules: ITEM; ITEM; ...", "positions COND", "for RANGE"]);
    tells(folder, "games euclid", &[], &["    rules:   (x - k * y, y) for 1 <= k <= "]);
    refuses(folder, "theorems", &["rules: (x - k, y) fr 1 <= k <= x"], "did you mean for?");
    let mark = "rules: (x - 1) if x > 0; (x / 2) if x > 0";
    tells(folder, "prove", &[mark], &["Theorem. In rules: (x - 1)", "automaton of 3 states"]);
    tells(folder, "decide", &[&format!("forall x: p[{mark}](x) implies x % 2 == 0")], &["is true"]);
    let primes = "rules: (x - k) for 1 <= k <= x if is_prime(k)";
    refuses(folder, "prove", &[primes], "`is_prime(k)`: is_prime is not definable");
}

/// Catches rules with a fault that leave a table in the way of those that are mended.
#[test]
fn rules_with_a_fault_leave_nothing() {
    let folder = TempDir::new().expect("a folder");
    for engine in ["cpu", "reference"] {
        let flags = format!("tabulate --box 50 --engine {engine} --quiet --out e.zarr");
        refuses(folder.path(), &flags, &["rules: (x - 2)"], "a heap is negative");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
    done(folder.path(), "tabulate --box 50 --quiet --out e.zarr", &["rules: (x - 2) if x > 1"]);
}
