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

/// Catches a move to a cell outside of the table that is refused although the rules call the cell no position, or that is
/// listed; and a cell of which it is not said that it is none.
#[test]
fn cells_outside_may_be_no_positions() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let doubling = "rules: positions x <= 10; grade 10 - x; (2*x) if x > 0";
    for engine in ["reference", "cpu"] {
        let flags = format!("tabulate --box 11 --engine {engine} --quiet --overwrite --out d.zarr");
        done(folder, &flags, &[doubling]);
        // From 6 on there is no move, from 3 to 5 one to such a heap, and so on.
        tells(folder, "list d.zarr g==1", &[], &["(5)  1\n(4)  1\n(3)  1\n(1)  1\n"]);
        tells(folder, "verify d.zarr --full", &[], &["the definition holds at all"]);
    }
    tells(folder, "query d.zarr 6 --options", &[], &["(6): Grundy value 0, P-position"]);
    let above = "at (6) a move leads to (12), and that is outside the table";
    for engine in ["reference", "cpu"] {
        let flags = format!("tabulate --box 11 --engine {engine} --discard");
        refuses(folder, &flags, &[&doubling.replace("10;", "12;")], above);
    }
    table(
        folder,
        "welter.zarr",
        [
            "rules: positions x != y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y",
            "--box 9x9",
        ],
    );
    for line in ["query welter.zarr 3,3", "sum welter.zarr@3,3 welter.zarr@1,2"] {
        refuses(
            folder,
            line,
            &[],
            "(3, 3) is no position of the game; `positions` in its rules says which cells are",
        );
    }
    refuses(
        folder,
        "query welter.zarr 3,9",
        &[],
        "the position (3, 9) is not in the table; the table holds box 9x9",
    );
}

/// Catches chunks that are said to be damaged where the text of the game was changed, of which they are not.
#[test]
fn a_changed_game_is_no_damage() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let rules = "rules: positions x <= 5; (x - k, y) for 1 <= k <= x";
    done(folder, "tabulate --box 64x9 --tile 8 --quiet --out c.zarr", &[rules]);
    let zarr = folder.join("c.zarr/grundy/zarr.json");
    let text = fs::read_to_string(&zarr).expect("attributes");
    for other in ["positions x <= 7; ", ""] {
        let changed = text.replace("positions x <= 5; ", other);
        assert_ne!(changed, text);
        fs::write(&zarr, changed).expect("written");
        for line in ["verify c.zarr", "query c.zarr 1,1", "export c.zarr --format csv --out -"] {
            let (code, _, stderr) = run(folder, line, &[]);
            assert!(
                code != 0 && stderr.contains("was changed after the table was computed"),
                "{line}: {stderr}"
            );
            assert!(!stderr.contains("damaged") && !stderr.contains("--resume"), "{stderr}");
        }
    }
}

/// Catches points that are refused because a divisor may be 0 where there is no move, and a refusal that does not say what
/// is too large.
#[test]
fn points_may_be_quotients() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let rules = "rules: (x - k, y) for 1 <= k <= x if x != y pays 6 / (x - y)";
    for engine in ["reference", "cpu"] {
        let flags = format!(
            "tabulate --box 5x5 --quantity score --engine {engine} --quiet --overwrite --out s.zarr"
        );
        done(folder, &flags, &[rules]);
        // At (1, 0) the move pays 6. At (2, 0) moves pay 3, and (1, 0) is worth 6 to the other player.
        tells(folder, "list s.zarr y==0", &[], &["(0, 0)  0\n(1, 0)  6\n(2, 0)  3\n"]);
        tells(folder, "verify s.zarr --full", &[], &["the definition holds at all"]);
        let faulty = rules.replace(" if x != y", "");
        refuses(folder, &flags, &[&faulty], "at (1, 1) what a move pays has no value");
    }
    let large = rules.replace("6 /", "9000000000000000000 *");
    let told = "what a move pays by `pays 9000000000000000000 * (x - y)` may pass 64 bits; bound what stands behind `pays`";
    refuses(folder, "tabulate --box 5x5 --quantity score --discard", &[&large], told);
}

/// Catches variables that are taken for modifiers, a heap's name of which that is not said, and games of which all moves
/// leave nothing.
#[test]
fn names_are_what_they_are_in_rules() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let flags = "tabulate --box 9 --quiet --overwrite --out n.zarr";
    for name in ["any", "points", "heaps", "alter", "tame", "to"] {
        let rules = format!("rules: (x - {name}) for 1 <= {name} <= x if x + {name} == 5");
        done(folder, flags, &[&rules]);
        // From 3 one may take 2, and from 4 one; (2) and (3) have the values 0 and 1.
        tells(folder, "list n.zarr g>0", &[], &["(3)  1\n"]);
    }
    let told = "w is the name of a heap, in games on fewer heaps too; call the variable otherwise";
    refuses(folder, flags, &["rules: (x - w) for 1 <= w <= x"], told);
    refuses(
        folder,
        flags,
        &["rules: (x - block) for 1 <= block <= x if x + block == 5"],
        "block is a word of the language",
    );
    refuses(
        folder,
        flags,
        &["rules: (x - 1) if x > 0+points=3"],
        "the modifier points does not apply to rules",
    );
    done(folder, flags, &["rules: () if x == 1"]);
    tells(folder, "list n.zarr g>0", &[], &["(1)  1\n"]);
    fs::write(folder.join("nothing.toml"), "game = \"rules\"\nmoves = [\"() if y == 1\"]\n")
        .expect("written");
    done(folder, "tabulate nothing.toml --box 3x3 --quiet --out y.zarr", &[]);
    tells(folder, "list y.zarr g>0", &[], &["(0, 1)  1\n(1, 1)  1\n(2, 1)  1\n"]);
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
