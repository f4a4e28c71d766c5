//! Games whose moves lead to sums of positions, in what the program prints.

use std::path::PathBuf;

use serde_json::json;
use tempfile::TempDir;

use crate::{done, ended, grundytab, json_of, tabulate};

const KAYLES: &str = "rules: (a) + (x - k - a) for 1 <= k <= 2, 0 <= a <= x - k";

/// Tabulates a game whose text has spaces.
fn table(game: &str, line: &str) -> (TempDir, PathBuf) {
    let (folder, path) = crate::temporary();
    let mut command = grundytab(&format!("tabulate {line} --engine cpu --quiet --out"));
    let (code, _, stderr) = ended(&command.arg(&path).arg(game).output().expect("it runs"));
    assert_eq!(code, 0, "{game}: {stderr}");
    (folder, path)
}

/// The values of Kayles are 0, 1, 2, 3, 1, 4: from 5 the only winning move takes one and leaves 2 and 2. Catches a sum that is
/// printed as one of its positions, or a move that is listed for each of the ways to write it.
#[test]
fn query_lists_the_positions_of_sums() {
    for (quantity, value, of_sum) in [("grundy", 4, 0), ("outcome", 0, 1)] {
        let (_folder, path) = table(KAYLES, &format!("--box 12 --quantity {quantity}"));
        let stdout = done("query {} 5 --options", &path);
        let winning = "  winning moves: 1\n  take 1, leave 2 and 2 -> (2) + (2)\n";
        assert!(stdout.contains(winning), "{stdout}");
        for line in [
            "  options: 5\n",
            "  take 1, leave 4 -> (0) + (4): ",
            "  take 1, leave 1 and 3 -> (1) + (3): ",
            "  take 2, leave 1 and 2 -> (1) + (2): ",
        ] {
            assert_eq!(stdout.matches(line).count(), 1, "{line}: {stdout}");
        }
        let answer = &json_of(0, "query {} 5 --options --json", &path)["answers"][0];
        assert_eq!(answer["value"], value);
        assert_eq!(answer["winning_moves"], json!([[[2], [2]]]));
        let option =
            json!({"position": [[2], [2]], "value": of_sum, "outcome": "P", "winning": true});
        assert!(answer["options"].as_array().is_some_and(|all| all.contains(&option)), "{answer}");
        assert!(done("verify --full {}", &path).contains("12 positions"));
    }
}

/// Kayles of 5 and a heap of 4 have the sum 0; of 5 and 3 it is 7, and 4 taken away from 7 leaves 3.
#[test]
fn sums_of_tables_have_moves_that_split() {
    let (_folder, path) = table(KAYLES, "--box 12");
    let (_other, nim) = crate::table("nim:1 --box 12");
    let nim = nim.to_str().expect("a plain path");
    let report = json_of(0, &format!("sum {{}}@5 {nim}@3 --json"), &path);
    assert_eq!(report["value"], 7);
    // The options of 5 with the value 3: (0) + (3) and (1) + (2).
    let to = |option| json!({"component": 0, "to": option});
    assert_eq!(report["winning_moves"], json!([to([[0], [3]]), to([[1], [2]])]));
    let stdout = done(&format!("sum {{}}@5 {nim}@3"), &path);
    assert!(stdout.contains("take 2, leave 1 and 2 -> (1) + (2)"), "{stdout}");
}

/// Catches a refusal that says nothing of the flag.
#[test]
fn misere_play_is_refused() {
    let command = grundytab("tabulate --box 9 --misere --discard").arg(KAYLES).output();
    let (code, _, stderr) = ended(&command.expect("it runs"));
    assert_eq!(code, 2);
    assert!(
        stderr.contains("no Grundy value in misère play") && stderr.contains("leave out --misere")
    );
}

/// The empty sum has a text of its own. From a pile of 1 nothing is left.
#[test]
fn nothing_is_left_of_the_last_heap() {
    let (_folder, path) = crate::temporary();
    let file = path.with_extension("toml");
    let rules = "game = \"rules\"\nmoves = [\"() if x == 1\", \"(a) + (x - a) for 1 <= a < x\"]";
    std::fs::write(&file, rules).expect("written");
    tabulate(&format!("{} --box 9", file.display()), &path);
    assert!(done("query {} 1", &path).contains("take all -> ()\n"));
    let answer = &json_of(0, "query {} 1 --json", &path)["answers"][0];
    assert_eq!(answer["winning_moves"], json!([[]]));
}
