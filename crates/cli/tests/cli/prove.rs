//! `prove`: theorems, what stays open, and what is refused.

use std::fs;

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{Value, json};

use crate::common::random;
use crate::{done, ended, ends, fails, grundytab, json_of, refused, tabulate, temporary};

/// Catches text beside a document that another program reads from stdout.
#[test]
fn documents_on_stdout_are_alone() {
    let (stdout, stderr) = ends(0, "prove wythoff --certificate -", "unused".as_ref());
    let certificate: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(certificate["sets"][0]["automaton"]["states"], 7);
    assert!(stderr.contains("1 automaton is proved, in numeration fibonacci"), "{stderr}");
    let (stdout, _) = ends(0, "prove wythoff --graph - --quiet", "unused".as_ref());
    assert!(stdout.starts_with("digraph") && stdout.trim_end().ends_with('}'), "{stdout}");
    fails(2, "prove wythoff --describe --graph {}", "-".as_ref(), "leave out --describe");
}

/// Catches a theorem that is not said, or said of another game.
#[test]
fn wythoff_nim_is_proved() {
    let (directory, _) = temporary();
    let graph = directory.path().join("wythoff.dot");
    let stdout = done("prove wythoff --graph {}", &graph);
    let theorem = "Theorem. In wythoff, for all heap sizes, written in numeration fibonacci:";
    assert_eq!(stdout.lines().next(), Some(theorem));
    assert!(stdout.contains("the P-positions are those that an automaton of 7 states accepts"));
    let graph = fs::read_to_string(graph).expect("the graph");
    assert_eq!(graph.matches("circle").count(), 7, "{graph}");
    // Graphviz makes pictures of graphs, this program does not.
    fails(
        2,
        "prove wythoff --graph {}",
        &directory.path().join("g.svg"),
        "graphs are written for Graphviz, not as svg",
    );
    let line = "prove wythoff+block=2 --numeration base:2 --json";
    let (stdout, stderr) = ends(0, line, "unused".as_ref());
    assert_eq!(stderr, "");
    let object: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(object["proved"], true);
    assert_eq!(object["sets"][0]["set"], "P-positions");
    assert!(object["positions"].as_u64().expect("a number") >= 2500, "{object}");
}

/// Catches lists of P-positions that are not taken, or are taken for a table; and one half of them that is forgotten.
#[test]
fn automata_are_guessed_from_lists() {
    for (game, states) in [
        ("wythoff+alter=2,1", 269),
        ("wythoff+alter=2,1 --misere", 277),
        ("wythoff+alter=4,1/1,4", 41),
    ] {
        let line = format!("prove {game} --numeration fibonacci --positions 100000");
        let (stdout, _) = ends(0, &line, "unused".as_ref());
        let words =
            format!("automaton of {states} states accepts\nguessed from all P-positions of ");
        assert!(stdout.contains(&words), "{stdout}");
    }
}

/// Catches given automata that are believed, or taken for those of another game; and a theorem that says that they were
/// guessed.
#[test]
fn given_automata_are_decided() {
    let (directory, _) = temporary();
    let path = directory.path().join("wythoff.json");
    done("prove wythoff --certificate {}", &path);
    let stdout = done("prove --guess {}", &path);
    assert!(
        stdout.contains(
            "an automaton of 7 states accepts\ngiven, compared with the table of box 50x50"
        )
    );
    let text = fs::read_to_string(&path).expect("the certificate");
    fs::write(&path, text.replace("\"wythoff\"", "\"nim\"")).expect("written");
    fails(
        1,
        "prove --guess {}",
        &path,
        "the given automaton is not that of the P-positions: at (1, 1) it is wrong",
    );
    fs::write(&path, text.replace("\"fibonacci\"", "\"base:2\"")).expect("written");
    fails(
        2,
        "prove --guess {}",
        &path,
        "numeration.recurrence: it is [1, 1], and that of base:2 is [2]",
    );
    fs::write(&path, text.replace("\"fibonacci\"", "\"fibonaci\"")).expect("written");
    fails(2, "prove --guess {}", &path, "there is no such numeration");
    refused("prove nim --guess x.json", "--guess");
}

/// Catches a stored table that is not read, or read as another quantity, a part of it that is not one of its
/// positions, and a table of another game that is taken.
#[test]
fn stored_tables_are_guessed_from() {
    let (_directory, path) = temporary();
    for (line, domain) in [
        ("wythoff --box 60x70 --quantity outcome", json!({ "box": [60, 70] })),
        ("wythoff --box 60", json!({ "box": [60, 60] })),
        ("wythoff --tokens 100", json!({ "tokens": 100 })),
    ] {
        tabulate(line, &path);
        let object = json_of(0, "prove --from {} --numeration fibonacci --json", &path);
        assert_eq!((&object["proved"], &object["domain"]), (&true.into(), &domain));
    }
    let stdout = done("prove --from {} --positions 3000 --quiet", &path);
    assert!(
        stdout.contains("guessed from the table of tokens 75, agrees with all its 2926"),
        "{stdout}"
    );
    for (line, words) in [
        ("prove nim --from {}", "the table is one of this game, and not of nim:2"),
        ("prove wythoff --misere --from {}", "the table is one of normal play"),
    ] {
        fails(2, line, &path, words);
    }
    // Too small, it does not grow; it has no values outside it to guess from.
    tabulate("wythoff --box 6 --quantity outcome", &path);
    let stdout = fails(5, "prove --from {}", &path, "no automaton of the P-positions was found");
    assert!(stdout.contains("values outside the table of box 6x6 are needed"), "{stdout}");
    fails(2, "prove --from {} --values 1", &path, "the table holds outcomes");
}

/// Catches values that are all given up because one is not proved, and the claim that there are no more.
#[test]
fn values_are_proved_as_far_as_they_go() {
    fails(2, "prove kayles", "unused".as_ref(), "prove all its values, as with --values 8");
    let stdout = fails(5, "prove kayles --values 3", "unused".as_ref(), "--values 8 proves all");
    assert!(stdout.contains("(45) has Grundy value 8"), "{stdout}");
    let stdout = done("prove subtraction:2,5,8 --numeration base:2 --values 2", "unused".as_ref());
    assert!(stdout.contains("and no position has a larger Grundy value"), "{stdout}");
    let line = "prove nim --numeration base:2 --values 3 --positions 2500";
    let object = json_of(0, &format!("{line} --json"), "unused".as_ref());
    assert!(object["position_of_larger_value"].is_array(), "{object}");
    let line = "prove wythoff --numeration fibonacci --values 2 --positions 2500 --json";
    let (stdout, _) = ends(5, line, "unused".as_ref());
    let object: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(object["proved"], false);
    assert_eq!(object["sets"][0]["set"], "positions of Grundy value 0");
}

/// Catches an automaton of no positions that is described, or a question about a value that no position has.
#[test]
fn values_that_no_position_has_are_told_once() {
    let (stdout, _) = ends(0, "prove subtraction:1 --values 8 --describe", "unused".as_ref());
    assert!(stdout.contains("\n  and no position has Grundy value 2 or more\n"), "{stdout}");
    assert_eq!(stdout.matches("the automaton of the positions of Grundy value").count(), 2);
    assert!(!stdout.contains("value 2 are") && !stdout.contains("larger Grundy"), "{stdout}");
    let (stdout, _) = ends(0, "prove subtraction:1 --values 8", "unused".as_ref());
    assert!(stdout.contains("'g == 1 implies x % 2 == 0' tells whether this is so"), "{stdout}");
    let object = json_of(0, "prove subtraction:1 --values 8 --json", "unused".as_ref());
    assert_eq!(object["sets"].as_array().map(Vec::len), Some(9), "{object}");
    assert!(object["position_of_larger_value"].is_null(), "{object}");
}

/// Catches advice to give a flag that the command does not have, and that is not said of another command.
#[test]
fn advice_names_flags_of_the_command() {
    let (directory, _) = temporary();
    let certificate = directory.path().join("nim.json").display().to_string();
    done("prove nim --numeration base:2 --certificate {} --quiet", certificate.as_ref());
    let command = |arguments: &[&str]| {
        ended(&cargo_bin_cmd!("grundytab").args(arguments).output().expect("it runs"))
    };
    let leaves = "rules: grade x % 7; (x - 1) if x % 7 > 0; (x + 13) if x % 7 >= 3";
    let far = "rules: grade x % 3; (x + 4294967294) if x % 3 == 1";
    for (arguments, code) in [
        (vec!["prove", leaves], 0),
        (vec!["prove", far], 5),
        (vec!["prove", leaves, "--positions", "20"], 5),
        (vec!["prove", "rules: (x + 1)"], 2),
        (vec!["prove", "rules: (x - 1)"], 2),
        (vec!["prove", "rules: (x - k*k) for 1 <= k <= x if k*k <= x"], 2),
        (vec!["prove", "euclid"], 2),
        (vec!["prove", "kayles"], 2),
        (vec!["prove", "kayles", "--misere"], 2),
        (vec!["prove", "kayles", "--values", "3"], 5),
        (vec!["prove", "wythoff+block=1", "--misere"], 2),
        (vec!["prove", "wythoff", "--quantity", "grundy"], 2),
        (vec!["prove", "wythoff", "--seconds", "0"], 5),
        (vec!["prove", "wythoff", "--states", "20"], 5),
        (vec!["prove", "wythoff", "--positions", "20"], 5),
        (vec!["prove", "wythoff", "--numeration", "base:2", "--positions", "2000"], 5),
        (vec!["prove", "maharaja", "--search", "--seconds", "0"], 5),
        (vec!["prove", "--check", &certificate, "--states", "1"], 5),
        (vec!["prove", "--guess", &certificate, "--states", "1"], 5),
        (vec!["prove", "--guess", &certificate, "--seconds", "0"], 5),
        (vec!["decide", &format!("move[{leaves}](3; 2)")], 0),
        (vec!["decide", &format!("p[{leaves}](14)")], 0),
        (vec!["decide", &format!("exists x: p[{far}](x) and x > 100")], 5),
        (vec!["decide", "move[rules: (x + 1)](5; 6)"], 2),
        (vec!["decide", "p[euclid](3, 4)"], 2),
        (vec!["decide", "p[kayles, misere](3)"], 2),
        (vec!["decide", "g[wythoff+block=1](3, 4) == 0"], 2),
        (vec!["decide", "p[wythoff+block=1, misere](3, 4)"], 2),
        (vec!["decide", "--game", "kayles", "--misere", "p"], 2),
        (vec!["decide", "forall x: exists y: p[wythoff](x, y)", "--seconds", "0"], 5),
        (vec!["decide", "forall x: exists y: p[wythoff](x, y)", "--states", "20"], 5),
        (vec!["decide", "--certificate", &certificate, "p[wythoff](1, 2)"], 2),
        (vec!["decide", "--certificate", &certificate, "p[nim](3, 3)", "--states", "1"], 2),
    ] {
        let (found, stdout, stderr) = command(&arguments);
        assert_eq!(found, code, "{arguments:?}: {stdout}{stderr}");
        // A message may name another command with flags of its own.
        let named: Vec<&str> = ["prove", "decide", "verify", "tabulate"]
            .into_iter()
            .filter(|name| *name == arguments[0] || stderr.contains(&format!("{name} ")))
            .collect();
        let help: String = named.iter().map(|name| command(&[name, "--help"]).1).collect();
        for flag in stderr.split(|c: char| !(c.is_alphanumeric() || c == '-')) {
            if flag.starts_with("--") {
                let is_known =
                    help.split(|c: char| !(c.is_alphanumeric() || c == '-')).any(|of| of == flag);
                assert!(is_known, "{flag}, {arguments:?}: {stderr}");
            }
        }
    }
}

/// Catches a time that is not kept, not named as the cap that was met, or of which nobody says how it is made longer; and a
/// search without an end where no time is given.
#[test]
fn the_time_is_a_cap() {
    for line in ["prove wythoff --seconds 0", "prove digraph:XY/XZ/YZ/ZY --seconds 0"] {
        let words = "no automaton of the P-positions was found and proved in ";
        let stdout = fails(5, line, "unused".as_ref(), words);
        assert!(stdout.contains("  the time was over "), "{stdout}");
        let words = "; --seconds 60 searches for longer";
        fails(5, line, "unused".as_ref(), words);
    }
    let help = done("prove --help", "unused".as_ref());
    let seconds = help.split("--seconds <S>").nth(1).expect("the flag");
    assert!(seconds.lines().take(4).any(|line| line.contains("[default: 60]")), "{seconds}");
}

/// Catches a line of stderr for each wrong guess where no terminal shows it, and a theorem after which nobody knows what
/// can be done with it.
#[test]
fn a_search_says_little_and_what_can_be_done_next() {
    let next = "next: --describe says what the automaton is like, --graph FILE.dot draws it, --certificate FILE.json keeps \
                the theorem\nnext: grundytab decide --game wythoff 'p and x < y implies y <= 2*x' tells whether this is so at all \
                its positions\n";
    let (stdout, stderr) = ends(0, "prove wythoff --numeration fibonacci", "unused".as_ref());
    assert_eq!(stderr, "");
    assert!(stdout.ends_with(next), "{stdout}");
    let (stdout, _) = ends(0, "prove wythoff --describe", "unused".as_ref());
    assert!(!stdout.contains("next: "), "{stdout}");
    // What is offered can be decided.
    let lines = vec![
        "prove subtraction:1,2",
        "prove wythoff --misere",
        "prove vector:2,0/1,1/0,1",
        "prove nim:3 --numeration base:2",
        "prove nim:4 --numeration base:2",
        "prove nim --numeration base:2 --values 1",
        "prove partizan:1:2 --numeration base:2",
    ];
    for line in random::sample(lines, 2) {
        let (stdout, _) = ends(0, line, "unused".as_ref());
        let offered = stdout.lines().find_map(|line| line.strip_prefix("next: grundytab decide "));
        let offered = offered
            .and_then(|text| text.strip_suffix(" tells whether this is so at all its positions"));
        let (flags, sentence) = offered.expect(&stdout).split_once(" '").expect("a sentence");
        let mut command = crate::grundytab(&format!("decide {flags}"));
        command.arg(sentence.trim_end_matches('\''));
        let code = command.output().expect("it runs").status.code();
        assert!(matches!(code, Some(0 | 1)), "{offered:?}: {code:?}");
    }
    let (_, stderr) = ends(0, "prove wythoff --quiet", "unused".as_ref());
    assert_eq!(stderr, "");
    // The log has the wrong guesses, in words that do not sound as if the command had failed.
    let (_, stderr) = ends(0, "prove wythoff --numeration fibonacci --verbose", "unused".as_ref());
    assert!(stderr.contains("searching in fibonacci: table of box 50x50, "), "{stderr}");
    for word in ["wrong", "fail", "refuted", "error"] {
        assert!(!stderr.contains(word), "{stderr}");
    }
}

/// Catches reasons in several numerations that are one long sentence, and those that are said again and again.
#[test]
#[ignore = "every night"]
fn each_numeration_has_a_line() {
    let line =
        "prove maharaja --search --numeration fibonacci --numeration base:2 --positions 2500";
    let (stdout, stderr) = ends(5, line, "unused".as_ref());
    let mut lines = stdout.lines();
    assert_eq!(lines.next(), Some("maharaja, the P-positions: what was tried"));
    let headings = lines.next().expect("the headings");
    let place = headings.find("the search ended because").expect("the last column");
    for name in ["fibonacci", "base:2"] {
        let line = lines.next().expect("a line for each");
        assert!(line.trim_start().starts_with(&format!("{name}  ")), "{line}");
        assert!(
            line[..place].contains("  lists to ") && line[place..].contains("(--positions)"),
            "{line}"
        );
    }
    assert!(lines.next().is_some_and(|line| line.starts_with("classes a digit: ")));
    assert_eq!(lines.next(), None);
    let words = "error: maharaja: no automaton of the P-positions was found and proved in fibonacci, base:2; --positions 25000 \
                 allows larger tables and longer lists\n";
    // On a machine that is busy it says from time to time how far it is.
    assert!(stderr.ends_with(words) && stderr.matches("error").count() == 1, "{stderr}");
    let object = json_of(5, &format!("{line} --json"), "unused".as_ref());
    for row in object["tried"].as_array().expect("rows") {
        assert!(
            row["digits_listed"].as_u64() > Some(5) && row["domain"]["box"].is_array(),
            "{row}"
        );
        assert!(
            row["verdict"].as_str().is_some_and(|text| text.contains("digits are needed")),
            "{row}"
        );
    }
}

/// Catches slopes that fit no numeration and are not named, for people or programs.
#[test]
fn slopes_that_fit_no_numeration_are_named() {
    let line = "prove vector:1,0/0,1/1,1/1,2/2,1 --positions 100000";
    fails(5, line, "unused".as_ref(), "slopes of about 1.478, 2.248, which are");
    let object = json_of(5, &format!("{line} --json"), "unused".as_ref());
    assert_eq!(object["slopes_without_numeration"].as_array().map(Vec::len), Some(2));
}

/// Catches a stored proof that is believed without a check, that is passed off as one that was found, that is used where another
/// numeration or a search is asked for, and one that nobody takes.
#[test]
#[ignore = "every night"]
fn stored_proofs_are_checked_and_used() {
    let (directory, _) = temporary();
    let certificate = directory.path().join("maharaja.json");
    let stdout = done("prove maharaja --certificate {}", &certificate);
    let words = "automaton of 1975 states accepts\na stored proof, checked now: compared with the table of box 50x50, ";
    assert!(stdout.contains(words), "{stdout}");
    assert!(fs::read_to_string(&certificate).expect("written").contains("\"states\": 1975"));
    let object = json_of(0, "prove triangle --values 1 --json", "unused".as_ref());
    assert_eq!((&object["origin"], &object["depth"]), (&"stored".into(), &0.into()));
    assert_eq!(object["sets"].as_array().map(Vec::len), Some(2));
    for line in ["--search", "--numeration pell"] {
        let line = format!("prove maharaja {line} --positions 2500");
        let (stdout, _) = ends(5, &line, "unused".as_ref());
        assert!(!stdout.contains("Theorem"), "{line}: {stdout}");
    }
    // There was no time to check it.
    fails(5, "prove maharaja --seconds 0", "unused".as_ref(), "; --seconds 60 searches for longer");
    refused("prove --guess x.json --search", "--search");
}

/// Catches files for Walnut that are not where Walnut looks for them, and a folder that cannot be made.
#[test]
fn walnut_gets_its_files() {
    let (directory, folder) = temporary();
    done("prove nim --numeration base:2 --walnut {}", &folder);
    let automaton = fs::read_to_string(folder.join("Automata Library/p.txt")).expect("written");
    // It accepts two numbers with the same bits.
    assert_eq!(automaton, "msd_2 msd_2\n\n0 1\n0 0 -> 0\n1 1 -> 0\n");
    let commands = fs::read_to_string(folder.join("Command Files/prove.txt")).expect("written");
    assert!(commands.starts_with("eval p_proved \"?msd_2 A x,y ($p(x,y) <=>"), "{commands}");
    let file = directory.path().join("file");
    fs::write(&file, "").expect("written");
    fails(2, "prove nim --walnut {}", &file, "it is a file, not a folder");
}

/// Catches a proof of what is not automatic: the P-positions of Wythoff Nim in base 2.
#[test]
fn what_is_not_proved_is_said() {
    let line = "prove wythoff --numeration base:2 --positions 20000 --json";
    let (stdout, stderr) = ends(5, line, "unused".as_ref());
    assert!(
        stderr.contains("no automaton of the P-positions was found and proved in base:2"),
        "{stderr}"
    );
    let verdict = "in base:2, and there seems to be none of fewer than about ";
    assert!(stderr.contains(verdict), "{stderr}");
    assert!(stderr.contains(" states; --numeration fibonacci suits the slopes"), "{stderr}");
    let object: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(object["proved"], false);
    assert_eq!(object["tried"][0]["numeration"], "base:2");
    let classes = object["tried"][0]["classes"].as_array().expect("they are known");
    assert!(classes.len() > 5 && classes[0] == 1, "{object}");
    let line = "prove wythoff --values 1 --numeration base:2 --positions 20000";
    let (stdout, _) = ends(5, line, "unused".as_ref());
    assert!(stdout.contains("there seems to be no automaton"), "{stdout}");
}

/// Catches rules whose functions are automatic in a numeration that is not among the usual ones: none was tried then, and there
/// seemed to be no automaton.
#[test]
fn the_numeration_that_rules_need_is_tried() {
    let rules = "rules: (x - 1, y) if x > 0 and y <= floor(x*sqrt(3)); (x, y - 1) if y > 0";
    let output = grundytab("prove --quiet --json").arg(rules).output().expect("runs");
    let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(object["numeration"], "quadratic:4,1", "{object}");
}

/// Where it is known that no automaton is right, none is searched for, in any numeration.
#[test]
fn divisibility_is_told_instead_of_searched_for() {
    for (line, exceptions) in [
        ("prove digraph:YX/YZ/XZ/ZX", ""),
        ("prove digraph:YX/YZ/XZ/ZX --misere --numeration base:2", ", but for finitely many,"),
    ] {
        let words = format!(
            "no automaton: the P-positions are{exceptions} those where |x - z| = y and y + 1 divides min(x, z)"
        );
        assert_eq!(fails(5, line, "unused".as_ref(), &words), "", "{line}");
    }
    let line = "prove digraph:XY/XZ/YZ/ZY/WX --values 1 --positions 20000 --json";
    let object = json_of(5, line, "unused".as_ref());
    assert_eq!(object["no_automaton"]["heaps"], json!([0, 1, 2]), "{object}");
    assert!(object["message"].as_str().expect("a text").contains("with w = 0"), "{object}");
}

#[test]
fn what_cannot_be_proved_is_refused() {
    for (line, words) in [
        ("prove euclid", "its moves multiply heaps"),
        ("prove wythoff --numeration roman", "there is no such numeration"),
        ("prove wythoff --numeration base:1", "it is from 2 to 10"),
        ("prove partizan:1,0/0,1:1,1 --values 2", "the game has no Grundy values"),
        ("prove wythoff --misere --values 2", "cannot be used with"),
        ("prove euclid+positive", "its moves multiply heaps"),
        ("prove wythoff --quantity grundy", "give the largest one, as in --values 3"),
        ("prove wythoff --quantity outcome --values 2", "values are not outcomes"),
        ("prove wythoff+block=1 --values 2", "the game has no Grundy values"),
        ("prove wythoff+block=1 --misere", "misère play is not defined with blocking"),
        ("prove subtraction:fibonacci-odd --numeration base:2", "infinite subtraction set"),
        ("prove", "the following required arguments were not provided"),
    ] {
        refused(line, words);
    }
}

/// Catches a formula that is not printed, or whose command decides something else when it is pasted.
#[cfg(unix)]
#[test]
fn formulas_can_be_pasted() {
    for (line, kinds) in [
        ("wythoff", vec!["beatty", "mex", "digits"]),
        ("wythoff --misere", vec!["beatty"]),
        ("wythoff:3 --numeration ostrowski:3", vec!["beatty", "mex"]),
        ("nim --values 2", vec!["expression"]),
        ("subtraction:1,4 --misere", vec!["residues"]),
        ("mark", vec!["digits"]),
        ("end-nim", vec![]),
    ] {
        let object = json_of(0, &format!("prove {line} --formula --json"), "unused".as_ref());
        let found = object["formulas"]["found"].as_array().expect("formulas");
        let is_of_kind = found.iter().map(|formula| &formula["kind"]);
        assert!(is_of_kind.eq(&kinds), "{line}: {object}");
        for formula in found {
            let command = formula["command"].as_str().expect("a command");
            let script = format!("grundytab() {{ \"$0\" \"$@\"; }}; {command}");
            let (code, stdout, stderr) = crate::in_shell(&script, "unused".as_ref());
            assert_eq!(code, 0, "{command}: {stderr}");
            assert!(stdout.contains("is true at all positions of"), "{command}: {stdout}");
        }
    }
    let stdout = done("prove wythoff", "unused".as_ref());
    for line in [
        "A_n = floor(n * phi) and B_n = floor(n * (phi + 1)) for n >= 0\n",
        "  LaTeX: $A_n = \\left\\lfloor n \\varphi \\right\\rfloor$, $B_n",
        "  decided by grundytab decide --game wythoff 'p iff (exists n: ",
    ] {
        assert!(stdout.contains(line), "{stdout}");
    }
    let stdout = done("prove end-nim --formula", "unused".as_ref());
    assert!(stdout.contains("no formula was found: tried were pairs of Beatty"), "{stdout}");
    let stdout = done("prove partizan:1,0:0,1 --formula", "unused".as_ref());
    assert!(stdout.contains("no formula was sought"), "{stdout}");
    refused("prove --check x.json --formula", "--formula");
}
