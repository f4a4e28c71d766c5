//! Exported files: what is in them, and that they are whole or not there.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::chunks::array_of;
use crate::{ends, fails, grundytab, json_of, refuses, table, tabulate, tabulate_rules, temporary};

/// Runs an export of the table at `path` to stdout, which must succeed.
fn exported(line: &str, path: &Path) -> String {
    let (stdout, stderr) = ends(0, &format!("export {{}} {line} --out -"), path);
    assert_eq!(stderr, "", "{line}");
    stdout
}

/// Returns the terms of a sequence that the program knows.
fn known_terms(sequence: &str) -> &'static str {
    let known = include_str!("../../src/analyses/export/known_sequences.tsv");
    let row = known.lines().find(|row| row.split('\t').next() == Some(sequence));
    row.and_then(|row| row.split('\t').nth(2)).expect(sequence)
}

/// Catches a table that is read in another order than the OEIS reads it, a wrong index, and lines that are
/// not those of a b-file.
#[test]
fn bfiles_have_the_terms_of_the_oeis() {
    let (_directory, path) = temporary();
    let rows: Vec<&str> = include_str!("../../../../tests/bfiles.tsv").lines().skip(1).collect();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let columns: [&str; 5] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("five columns");
        let [game, domain, along, sequence, source] = columns;
        let terms = known_terms(sequence);
        tabulate(&format!("{game} --box {domain}"), &path);
        let count = terms.split(' ').count();
        let line = format!("--format bfile --along {along} --terms {count} --offset 5");
        let text = exported(&line, &path);
        let (comments, lines): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#'));
        assert_eq!(comments.len(), 2, "{text}");
        assert!(comments[0].starts_with("# Grundy values of "), "{text}");
        let numbers = terms.split(' ').zip(5..).map(|(term, n)| format!("{n} {term}"));
        assert_eq!(lines, numbers.collect::<Vec<_>>(), "{source}");
        assert!(text.ends_with('\n') && text.is_ascii() && !text.contains('\r'), "{source}");
        let bare = exported(&format!("{line} --no-comment"), &path);
        assert_eq!(bare.lines().collect::<Vec<_>>(), lines, "{source}");
    }
}

/// Catches a sequence that is not known, and one that is said to be known beyond what was compared.
#[test]
fn exports_say_which_sequences_they_are() {
    let (directory, path) = table("wythoff --box 80");
    let out = directory.path().join("out.txt").display().to_string();
    let told = |line: &str| {
        let (stdout, stderr) = ends(0, &format!("export {{}} {line} --out {out}"), &path);
        assert_eq!(stdout, "", "{line}");
        stderr
    };
    let text = told("--format b-file --along x=3");
    assert!(text.contains("the values agree with A004484 ("), "{text}");
    assert!(text.ends_with(") on all 62 terms that can be compared\n"), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
    let text = told("--format p-positions --up-to-symmetry");
    let known: Vec<&str> = text.split(" agree with ").skip(1).map(|rest| &rest[..7]).collect();
    assert_eq!(known, ["A000201", "A001950", "A002251"], "{text}");
    assert!(text.contains("from term 2 on, on all 30 terms that can be compared"), "{text}");
    for unknown in ["--format p-positions --region 0:60,0:60", "--format bfile --along x=0"] {
        let text = told(unknown);
        assert!(text.ends_with(" that the program knows begins like this\n"), "{text}");
        assert_eq!(text.lines().count(), 2, "{text}");
    }
    assert_eq!(told("--format csv").lines().count(), 1);
    let report = json_of(0, &format!("export {{}} --format bfile --out {out} --json"), &path);
    assert_eq!(report["agreements"][0]["sequence"], "A004481");
    assert_eq!(report["agreements"][0]["terms"], 91);
    let report = json_of(0, &format!("export {{}} --format csv --out {out} --json"), &path);
    assert!(report["agreements"].is_null());
}

/// Catches a table of three heaps that is read as a sequence without a plane, and a wrong plane: Nim's values
/// are xors.
#[test]
fn bfiles_of_planes_and_rows() {
    let (_directory, path) = table("nim:3 --box 4");
    let text = exported("--format bfile --plane y=2 --terms 6", &path);
    assert!(text.contains("# T(x,z) at y=2, read as T(d,0), T(d-1,1), ..., T(0,d)"), "{text}");
    assert!(text.ends_with("\n0 2\n1 3\n2 3\n3 0\n4 2\n5 0\n"), "{text}");
    let text = exported("--format bfile --along x=1,z=3 --no-comment", &path);
    assert_eq!(text, "0 2\n1 3\n2 0\n3 1\n");
    fails(2, "export {} --format bfile --out -", &path, "choose one, as in --plane z=5");
    // A table of one heap is read from its beginning.
    tabulate("subtraction:1,2 --box 7", &path);
    assert_eq!(
        exported("--format bfile --no-comment --offset -1", &path),
        "-1 0\n0 1\n1 2\n2 0\n3 1\n4 2\n5 0\n"
    );
}

/// The terms begin with the first position, whose heap size is the index, or where they are asked to, and end before a cell
/// that is no position, with a word of it. Catches a refusal of games without the empty heap, another index, and a sequence
/// that is cut off silently. In the first game x - 1 tokens can be taken from x, so its values are x - 1; in the second one
/// up to three without leaving 7, so they are 0, 1, 2, 3 again and again, and from 8 on anew: 8 leads to 5 and 6, of values
/// 1 and 2, 9 to 6 and 8, 10 to 8 and 9, 11 to 8, 9 and 10.
#[test]
fn sequences_begin_and_end_with_positions() {
    let (directory, path) = temporary();
    tabulate_rules("rules: positions x > 0; (x - k) for 1 <= k < x", "5", &path);
    let comment = "# T(x), read as T(n) for n = 1, 2, 3, ...\n";
    let text = exported("--format bfile", &path);
    assert!(text.ends_with(&format!("{comment}1 0\n2 1\n3 2\n4 3\n")), "{text}");
    assert_eq!(exported("--format bfile --no-comment --from 3", &path), "3 2\n4 3\n");
    assert_eq!(exported("--format bfile --no-comment --from 3 --offset 1", &path), "1 2\n2 3\n");
    tabulate_rules("rules: positions x != 7; (x - k) for 1 <= k <= 3 if x >= k", "20", &path);
    let line = "export {} --format bfile --no-comment --out -";
    let (text, told) = ends(0, line, &path);
    assert_eq!(text, "0 0\n1 1\n2 2\n3 3\n4 0\n5 1\n6 2\n");
    let words =
        "the sequence ends before (7), which is no position; --from 8 writes what follows\n";
    assert_eq!(told, words);
    assert_eq!(exported("--format bfile --no-comment --terms 7", &path).lines().count(), 7);
    let text = exported("--format bfile --no-comment --from 8 --terms 4", &path);
    assert_eq!(text, "8 0\n9 1\n10 2\n11 3\n");
    fails(
        2,
        "export {} --format bfile --from 7 --out -",
        &path,
        "(7) is no position; begin with 8",
    );
    let out = directory.path().join("b.txt").display().to_string();
    let report = json_of(0, &format!("export {{}} --format bfile --out {out} --json"), &path);
    assert_eq!(report["hole"], serde_json::json!({ "cell": [7], "next": 8 }));
    // Where no position follows, nothing is cut off.
    tabulate_rules("rules: positions x < 4; (x - k) for 1 <= k <= x", "20", &path);
    assert_eq!(exported("--format bfile --no-comment", &path), "0 0\n1 1\n2 2\n3 3\n");
    // A row whose first cells are no positions, and one with a hole. In the rows y can be taken from.
    tabulate_rules("rules: positions x != y; (x, y - k) for 1 <= k <= y", "9", &path);
    let (text, told) = ends(0, &format!("{line} --along x=0"), &path);
    assert_eq!((text.lines().next(), told.as_str()), (Some("1 0"), ""));
    let (text, told) = ends(0, &format!("{line} --along x=3"), &path);
    assert_eq!(text, "0 0\n1 1\n2 2\n");
    assert!(told.contains("before (3, 3)") && told.contains("--from 4"), "{told}");
    fails(
        2,
        "export {} --format bfile --along diagonal --out -",
        &path,
        "none of its cells is a position",
    );
    // The OEIS has the values of this game from heap 1 on.
    tabulate("octal:0.1377 --box 80", &path);
    let (_, told) = ends(0, &format!("export {{}} --format bfile --from 1 --out {out}"), &path);
    assert!(told.contains("agree with A071434 (") && told.contains(") on all "), "{told}");
    let text = fs::read_to_string(&out).expect("a file");
    assert!(text.contains("\n1 1\n2 1\n3 2\n"), "{text}");
}

/// The name of a file does not promise another format than the one that is written. Catches an array of NumPy under the
/// name of a table.
#[test]
fn names_of_exports_are_those_of_their_formats() {
    let (directory, path) = table("wythoff --box 9");
    for (format, name, words) in [
        ("npy", "w.zarr", "--format npy makes no file that ends with .zarr"),
        (
            "csv",
            "w.npy",
            "--format csv makes no file that ends with .npy; give a name that ends with .csv",
        ),
        ("npy", "w.csv", "give a name that ends with .npy"),
        ("bfile", "w.pdf", "give a name that ends with .txt"),
    ] {
        let out = directory.path().join(name);
        let line = format!("export {{}} --format {format} --out {}", out.display());
        fails(2, &line, &path, words);
        assert!(!out.exists(), "{name}");
    }
    for (format, name) in [("npy", "w.NPY"), ("bfile", "b004481.txt"), ("csv", "w.v1")] {
        let out = directory.path().join(name);
        ends(0, &format!("export {{}} --format {format} --out {}", out.display()), &path);
        assert!(out.is_file(), "{name}");
    }
}

/// Catches lines for cells outside the domain, another order, numbers instead of outcomes.
#[test]
fn csv_has_a_line_for_each_position() {
    let (_directory, path) = table("nim:2 --tokens 2");
    let expected = "x,y,grundy\n0,0,0\n0,1,1\n0,2,2\n1,0,1\n1,1,0\n2,0,2\n";
    assert_eq!(exported("--format csv", &path), expected);
    assert_eq!(exported("--format csv --region 1:,:2", &path), "x,y,grundy\n1,0,1\n1,1,0\n2,0,2\n");
    tabulate("nim:3 --tokens 3 --quantity outcome --tile 2", &path);
    assert_eq!(
        exported("--format csv --plane sum=2", &path),
        "x,y,z,outcome\n0,0,2,N\n0,1,1,P\n0,2,0,N\n1,0,1,P\n1,1,0,P\n2,0,0,N\n"
    );
    tabulate("partizan:1:2 --box 3 --quantity outcome-class", &path);
    assert_eq!(exported("--format csv", &path), "x,outcome_class\n0,P\n1,L\n2,N\n");
}

/// Catches P-positions that are not sorted, are missing at borders of tiles, or come twice up to symmetry:
/// those of Wythoff Nim are Wythoff's pairs, those of Nim equal heaps, those of three heaps of Nim the
/// permutations of a, b, a xor b.
#[test]
fn p_positions_are_sorted_and_listed_once() {
    let (directory, path) = table("wythoff --box 24 --tile 16");
    let pairs =
        [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23)];
    let lines: String = pairs.iter().map(|(a, b)| format!("{a},{b}\n")).collect();
    let text = exported("--format p-positions --up-to-symmetry", &path);
    assert_eq!(text, format!("x,y\n{lines}"));
    let both = pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).skip(1);
    let lines: String = both.map(|(a, b)| format!("{a},{b}\n")).collect();
    assert_eq!(exported("--format p-positions", &path), format!("x,y\n{lines}"));
    assert_eq!(exported("--format p-positions --region 4:9,5:14", &path), "x,y\n4,7\n6,10\n8,13\n");
    let text = exported("--format p-positions --plane x=3", &{
        let path = directory.path().join("nim.zarr");
        tabulate("nim:3 --box 6 --quantity outcome --tile 4", &path);
        path
    });
    assert_eq!(text, "x,y,z\n3,0,3\n3,1,2\n3,2,1\n3,3,0\n");
    let text =
        exported("--format p-positions --up-to-symmetry", &directory.path().join("nim.zarr"));
    let mut expected: Vec<[u32; 3]> = (0..6)
        .flat_map(|a| (a..6).map(move |b| [a, b, a ^ b]))
        .filter(|&[_, b, c]| b <= c && c < 6)
        .collect();
    expected.sort_by_key(|&[a, b, c]| (a + b + c, a, b));
    let lines: String = expected.iter().map(|[a, b, c]| format!("{a},{b},{c}\n")).collect();
    assert_eq!(text, format!("x,y,z\n{lines}"));
    tabulate("wythoff --box 24x25", &path);
    fails(
        2,
        "export {} --format p-positions --up-to-symmetry --out -",
        &path,
        "the rules and the sides were not found to be the same when heaps change places; leave it out",
    );
}

/// Catches written rules that are symmetric and of which the contrary is said, and a half that is not that of the list; and
/// something that is said of a table where nothing was found in its rules.
#[test]
fn written_rules_are_symmetric_by_what_they_say() {
    let (_directory, path) = temporary();
    let rows = "(x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y; ";
    for diagonal in [
        "(x - k, y - k) for 1 <= k <= min(x, y) if 2*k <= max(x, y)",
        "(x - k, y - l) for 1 <= k <= x, 1 <= l <= y if abs(k - l) < 2",
        "(x - k, y - k) for 1 <= k <= min(x, y) if (x - y) % 3 == 0",
        "(x - k, y - k) for 1 <= k <= min(x, y) if k % 2 == 1",
    ] {
        let rules = format!("rules: {rows}{diagonal}");
        let flags = ["--box", "24", "--quantity", "outcome", "--quiet", "--overwrite", "--out"];
        let out = grundytab("tabulate").arg(&rules).args(flags).arg(&path).output();
        assert!(out.expect("the program runs").status.success(), "{rules}");
        let all = exported("--format p-positions", &path);
        let half = exported("--format p-positions --up-to-symmetry", &path);
        let is_first = |line: &&str| {
            let (x, y) = line.split_once(',').expect("two heaps");
            x.parse::<u32>().ok().zip(y.parse::<u32>().ok()).is_none_or(|(x, y)| x <= y)
        };
        assert!(half.lines().eq(all.lines().filter(is_first)), "{rules}: {half}");
        assert!(half.lines().count() > 5 && half.len() < all.len(), "{rules}");
    }
    // Of a game that is another one than its image nothing else is said than of one that is symmetric by a theorem.
    for rules in [
        "(x - 1, y) if x > 0".to_owned(),
        format!("{rows}(x - 1, y - 2) if x > 0 and y > 1 and (x*x + 1) % 4 == 0"),
    ] {
        let flags = ["--box", "9", "--quiet", "--overwrite", "--out"];
        let out =
            grundytab("tabulate").arg(format!("rules: {rules}")).args(flags).arg(&path).output();
        assert!(out.expect("the program runs").status.success(), "{rules}");
        let (_, told) = ends(2, "export {} --format p-positions --up-to-symmetry --out -", &path);
        let problem = "the rules were not found to be the same when the heaps change places";
        assert!(told.contains(problem), "{told}");
        assert!(told.contains("verify` with --claim 'p iff p(y, x)' tells"), "{told}");
    }
    let mut claim = grundytab("verify --only claims --claim");
    let holds = claim.arg("p iff p(y, x)").arg(&path).output().expect("the program runs");
    assert!(holds.status.success());
    tabulate("nim:1 --box 9", &path);
    fails(2, "export {} --format p-positions --up-to-symmetry --out -", &path, "a single heap");
}

/// Catches flags that are ignored, and messages that do not say what would be right.
#[test]
fn exports_that_make_no_sense_are_refused() {
    let (directory, path) = table("wythoff --box 20");
    for (flags, words) in [
        ("--format csv --type u8", "--type: it applies to --format npy alone"),
        ("--format npy --along x=3", "--along: it applies to --format bfile alone"),
        ("--format npy --type bool", "the table holds Grundy values"),
        ("--format bfile --region 1,2", "choose a row by --along"),
        ("--format bfile --along x=20", "its first term lies outside the table"),
        ("--format bfile --from 2", "--from 2: antidiagonals begin with the empty heaps"),
        ("--format bfile --along x=3 --from 20", "no position of the table is there or behind it"),
        ("--format csv --from 1", "--from: it applies to --format bfile alone"),
        ("--format bfile --along rows", "no such reading; it is one of antidiagonals"),
        ("--format bfile --terms 0", "nothing would be written"),
        ("--format bfile --offset 9223372036854775807", "beyond 64 bits"),
        ("--format csv --region 1:30,2", "the range 1:30 is not within 0:20"),
        ("--format csv --plane z=1", "there is no such heap"),
        ("--format xls", "possible values: npy, csv, parquet, bfile, p-positions"),
    ] {
        let file = directory.path().join("file");
        let line = format!("export {{}} {flags} --out {}", file.display());
        refuses(&line, &path, words);
        assert!(!file.exists(), "{flags}");
    }
    assert_eq!(fs::read_dir(directory.path()).expect("a folder").count(), 1);
}

/// Catches a file that is left half-written or under a temporary name, a folder that is replaced, and a
/// reader who goes away taken for a failure.
#[test]
fn exported_files_are_whole() {
    let (directory, path) = table("wythoff --box 300");
    let file = directory.path().join("w.csv");
    fs::write(&file, "old").expect("written");
    let line = format!("export {{}} --format csv --out {} --json", file.display());
    let report = json_of(0, &line, &path);
    assert_eq!(report["positions"], 90000);
    assert_eq!(fs::read_to_string(&file).expect("a file").lines().count(), 90001);
    // A damaged table leaves the file of an earlier run as it was.
    let chunk = array_of(&path).join("c/1/1");
    let chunk = if chunk.exists() { chunk } else { array_of(&path).join("c/0/0") };
    fs::write(chunk, "damaged").expect("written");
    ends(4, &line.replace(" --json", ""), &path);
    assert_eq!(fs::read_to_string(&file).expect("a file").lines().count(), 90001);
    let left = fs::read_dir(directory.path()).expect("a folder").count();
    assert_eq!(left, 2, "the table and the file");
    for (out, words) in [
        (path.clone(), "it is a folder, not a file"),
        (directory.path().join("none/w.csv"), "there is no folder"),
    ] {
        let line = format!("export {{}} --format csv --out {}", out.display());
        fails(2, &line, &path, words);
    }
}

/// Catches a broken pipe that is taken for a failure, and a full disk that is not.
#[test]
#[cfg(unix)]
fn a_reader_may_go_away() {
    let (_directory, path) = table("wythoff --box 400");
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("grundytab"));
    command.args(["export", "--format", "csv", "--out", "-"]).arg(&path);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
    if Path::new("/dev/full").exists() {
        let line = format!("export {} --format csv --out /dev/full", path.display());
        let output = grundytab(&line).output().expect("runs");
        assert_eq!(output.status.code(), Some(4));
        assert!(Path::new("/dev/full").exists());
    }
}

/// Catches a program that writes something else, or does not say how to get Parquet files, where it was built without
/// them.
#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_is_refused_by_name_where_it_was_not_built() {
    let (directory, path) = table("nim --box 8");
    let out = directory.path().join("nim.parquet");
    let line = format!("export {{}} --format parquet --out {}", out.display());
    let (_, stderr) = ends(2, &line, &path);
    let advice = "built without it; build it with the feature parquet, or use --format csv";
    assert!(stderr.contains(advice), "{stderr}");
    assert!(!out.exists());
}
