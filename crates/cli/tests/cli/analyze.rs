//! `analyze`: its texts, its objects, its plots.

use std::fs;

use serde_json::Value;

use super::{done, ends, fails, json_of, run, table, temporary};

/// Catches parts that are left out, and a text that does not say what was found.
#[test]
fn a_table_is_described_for_people_and_for_programs() {
    let (folder, path) = temporary();
    run("tabulate wythoff --box 200 --out {} --quiet", &path);
    let text = done("analyze {} --limit 4 --quiet", &path);
    for words in [
        "wythoff on box 200x200 (40000 positions): grundy, normal play",
        "first at",
        "largest value",
        "f(3, n)   8  6  6  seen 31 times in 200 values",
        "the columns have the periods of the rows",
        "beams of the ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let object = json_of(0, "analyze {} --json --only periods", &path);
    assert_eq!(object["periods"][3]["saltus"], 6);
    // What the standard errors are is said everywhere.
    let blocks = 8;
    let text = done("analyze {} --only beams", &path);
    assert!(text.contains(&format!("means\n  of {blocks} blocks along the beam")), "{text}");
    let beams = &json_of(0, "analyze {} --only beams --json", &path)["beams"];
    assert_eq!(beams["standard_errors"]["blocks"], blocks);
    let text = done("analyze --help", &path);
    let help = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains(&format!("means of {blocks} blocks")), "{text}");
    assert_eq!(object["values"], Value::Null);

    let plot = folder.path().join("p.svg");
    let line = format!("analyze {{}} --only values,layers,beams --plot {} --quiet", plot.display());
    done(&line, &path);
    let svg = fs::read_to_string(&plot).expect("a plot");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("How often each value occurs") && svg.contains("slope 1.6"));
    let (on_stdout, stderr) = ends(0, "analyze {} --only values,layers,beams --plot -", &path);
    // The two say that other commands have made them.
    let drawn = |svg: &str| svg.split_once("</metadata>").expect("metadata").1.to_owned();
    assert_eq!((drawn(&on_stdout), stderr.as_str()), (drawn(&svg), ""));
    for (name, beginning) in [("p.pdf", "%PDF-"), ("p.png", "\u{fffd}PNG")] {
        let plot = folder.path().join(name);
        done(&format!("analyze {{}} --only layers --plot {}", plot.display()), &path);
        let bytes = fs::read(&plot).expect("a plot");
        assert!(String::from_utf8_lossy(&bytes).starts_with(beginning), "{name}");
    }
}

/// The plot of beams has a point for each P-position of theirs, and says their slopes as the text does. Catches beams of which
/// some P-positions are left out, and slopes with digits that their errors do not leave.
#[test]
fn beams_are_plotted_as_they_are_told() {
    let (_folder, path) = table("wythoff+block=12 --box 500 --quantity palaces");
    let (svg, stderr) = ends(0, "analyze {} --only beams --plot -", &path);
    assert_eq!(stderr, "");
    let beams = json_of(0, "analyze {} --only beams --json", &path)["beams"].clone();
    let beams = beams["beams"].as_array().expect("beams");
    assert_eq!(beams.len(), 4);
    let positions: u64 = beams.iter().filter_map(|beam| beam["positions"].as_u64()).sum();
    // A dot of the legend for each beam.
    assert_eq!(svg.matches("<circle").count() as u64, positions + 4);
    let text = done("analyze {} --only beams", &path);
    let rows = text.lines().skip_while(|line| !line.contains("slope")).skip(1).take(4);
    for row in rows {
        let slope = row.split_whitespace().nth(1).expect("a slope");
        assert!(slope.ends_with(')'), "{text}");
        assert!(svg.contains(&format!(">slope {slope}</text>")), "{slope}");
    }
}

/// Catches a least or largest score of a layer that is the score of no position in it: on one heap of Nim the first
/// player takes all tokens, each worth a point.
#[test]
fn layers_have_scores_of_their_positions() {
    let (folder, path) = temporary();
    run("tabulate nim:1 --box 4 --quantity score --out {} --quiet", &path);
    let layers = &json_of(0, "analyze {} --json --only layers", &path)["layers"];
    let own = serde_json::json!([0, 1, 2, 3]);
    assert_eq!((&layers["minimum"], &layers["maximum"]), (&own, &own));
    let text = done("analyze {} --only layers", &path);
    assert!(text.contains("          3          1            3              3"), "{text}");
    // A plot of scores that are all negative, but one.
    let path = folder.path().join("lost.zarr");
    run("tabulate nim:2+points=-5/-3 --box 9 --quantity score --out {} --quiet", &path);
    let (code, svg, stderr) = run("analyze {} --only layers --plot -", &path);
    assert!(code == 0 && svg.contains("Least and largest score of each layer"), "{stderr}");
}

/// Catches rows, slopes and distances that are not told, and tables that have no distance.
#[test]
fn rows_slopes_and_another_game_are_told_where_they_are_asked_for() {
    let (folder, path) = temporary();
    let other = folder.path().join("other.zarr");
    run("tabulate wythoff --box 200 --out {} --quiet", &path);
    run("tabulate maharaja --box 200 --quantity outcome --out {} --quiet", &other);
    // Row 3 of Wythoff Nim is A004484.
    let text = done("analyze {} --only periods --rows x=3", &path);
    for words in
        ["  f(3, n)   8  6  6  seen 31 times", "  f(3, n): 3 4 5 6 2 0 1 9 10 12 8 7 15 11 16"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(text.matches("f(3, n)").count(), 2, "{text}");
    let text = done("analyze {} --only beams --against phi", &path);
    for words in
        ["  drift", "against phi = 1.618033989: the nearest beam", "y - (phi) x is from 0.0"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    let line = format!("analyze {{}} --only distance --distance {}", other.display());
    let text = done(&line, &path);
    assert!(text.contains("nearest of maharaja on box 200x200"), "{text}");
    let found = &json_of(0, &format!("{line} --json"), &path)["distance"];
    assert_eq!(found["there"]["counts"][0]["first"], serde_json::json!([0, 0]));
    // What is no distance, and why.
    run("tabulate nim:3 --box 9 --out {} --overwrite --quiet", &other);
    fails(2, &line, &path, "its positions have 3 heaps, and not 2");
    run("tabulate nim --box 9 --quantity score --out {} --overwrite --quiet", &other);
    fails(2, &line, &path, "scores do not determine the P-positions");
}

/// Catches edges of the box that pass for properties of the game: a layer from the token sum 5 on is cut by
/// a box of 5 by 9, and a value that is first met there may come before outside it. A simplex cuts nothing.
#[test]
fn layers_that_the_box_cuts_are_named() {
    let (_folder, path) = temporary();
    for (table, whole, is_cut) in [
        ("wythoff --box 5x9", 5, true),
        ("nim:3 --box 4x3x7 --quantity outcome", 3, true),
        ("fibonacci --box 6", 6, false),
        ("fibonacci --box 9x7", 7, true),
        ("wythoff --tokens 7", 8, false),
        ("subtraction:1,2 --box 9", 9, false),
    ] {
        run(&format!("tabulate {table} --out {{}} --overwrite --quiet"), &path);
        let text = done("analyze {} --only values,layers", &path);
        let grade = if table.contains("fibonacci") { "heap" } else { "token sum" };
        for words in [
            format!("a value that first occurs at {grade} {whole} or more"),
            format!("layers from {grade} {whole} on are cut by the box"),
        ] {
            assert_eq!(text.contains(&words), is_cut, "{table}: {text}");
        }
        let object = json_of(0, "analyze {} --only values,layers --json", &path);
        assert_eq!(object["whole_layers"], whole, "{table}");
        let svg = done("analyze {} --only layers --plot -", &path);
        let words = format!("layers from {whole} on are cut by the box");
        assert_eq!(svg.contains(&words), is_cut, "{table}");
    }
}

/// Catches nonsense that is accepted, or that leaves a file.
#[test]
fn nonsense_is_refused() {
    let (folder, path) = temporary();
    run("tabulate subtraction:1,2 --box 20 --quantity outcome --out {} --quiet", &path);
    for (arguments, words) in [
        ("--only laws", "invalid value 'laws'"),
        ("--where q", "there is no name q"),
        ("--where x+1", "x+1"),
        ("--lines 0", "from 1 to 65536"),
        ("--limit -1", "negative"),
        ("--only periods --where x>1", "periods are those of whole lines"),
        ("--with other=q.zarr", "no expression is given that reads this table"),
        ("--rows x=1 --where x>1", "cannot be used with"),
        ("--rows y=0:3", "there is no heap \"y\""),
        ("--rows 3", "--rows 3: no = is in"),
        ("--only values --rows x=1", "it leaves out the --rows"),
        ("--only values --against phi", "it leaves out the --against"),
        ("--against phi^2", "a power is written as a product"),
        ("--against tau", "--against tau: there is no number tau"),
        ("--only values --distance q.zarr", "it leaves out the --distance"),
        ("--only beams --plot p.svg", "nothing to plot"),
        ("--plot - --json", "leave one out"),
        ("--plot p.jpg", "--plot p.jpg: figures are written as PNG, SVG or PDF, not as jpg"),
        ("--only fish", "fish"),
    ] {
        fails(2, &format!("analyze {{}} {arguments}"), &path, words);
    }
    let missing = folder.path().join("none.zarr");
    ends(4, "analyze {}", &missing);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    let (_, stderr) =
        ends(2, "analyze wythoff --box 9 --only periods --plot p.svg", "unused".as_ref());
    assert!(stderr.contains("which --only leaves out"), "{stderr}");
}

/// Catches a period that is told from a later position on, or not told to be missing: the values of
/// {2, 4, 7} are 0 0 1 1 2 2 0 3 and then 1 0 2 again and again; those of Kayles are proved by 168 heaps, and their
/// exceptions are those of OEIS A002186.
#[test]
fn periods_are_told_while_a_table_is_computed() {
    let (_folder, path) = temporary();
    let text = done("tabulate subtraction:2,4,7 --box 500 --discard", &path);
    let told =
        "period 3 from 8 on, proved by a repeated window; 4 exceptions before, the last one 7";
    assert!(text.contains(told), "{text}");
    let text = done("tabulate subtraction:2,4,7 --box 12 --discard", &path);
    assert!(text.contains("no period was proved within 12 positions"), "{text}");
    let text = done("tabulate kayles --box 168 --out {}", &path);
    let told = "period 12 from 71 on, proved by the theorem of Guy and Smith; 14 exceptions before, the last one 70";
    assert!(text.contains(told), "{text}");
    let text = done("analyze {} --only periods", &path);
    assert!(text.contains("proved by the theorem of Guy and Smith; seen 8 times"), "{text}");
    let told = "14 exceptions before the period of f(n): 0 3 6 9 11 15 18 21 22 28 34 39 57 70";
    assert!(text.contains(told), "{text}");
    let object = json_of(0, "analyze {} --json --only periods", &path);
    let line = &object["periods"][0];
    assert_eq!((&line["proof"], &line["exceptions"]), (&"guy_smith".into(), &14.into()));
    let text = done("tabulate kayles --box 167 --discard", &path);
    let told = "period 12 from 71 on, seen and not proved; --box 168 proves it if it goes on";
    assert!(text.contains(told), "{text}");
    let object = json_of(0, "tabulate kayles --box 167 --out {} --overwrite --json", &path);
    let unproved = serde_json::json!({ "period": 12, "from": 71, "length_that_proves": 168 });
    assert_eq!((&object["period"], &object["unproved_period"]), (&Value::Null, &unproved));
    let text = done("analyze {} --only periods", &path);
    let told = "seen 8 times in 167 values, not proved; --box 168 proves it if it goes on";
    assert!(text.contains(told), "{text}");
}

/// Catches a period that is proved and not found, since it was seen less than three times: the values of {1, 2} are
/// 0 1 2 0 1 2 ..., and those of {1, 3, 4} are 0 1 0 1 2 3 2 again and again.
#[test]
fn few_values_prove_a_short_period() {
    let (_folder, path) = temporary();
    for (game, side, period) in [("1,2", 5, 3), ("1,2", 7, 3), ("1,2", 9, 3), ("1,3,4", 11, 7)] {
        done(&format!("tabulate subtraction:{game} --box {side} --out {{}} --overwrite"), &path);
        let found = &json_of(0, "analyze {} --json --only periods", &path)["periods"][0];
        let told = (&found["period"], &found["preperiod"], &found["proof"]);
        assert_eq!(told, (&period.into(), &0.into(), &"repeated_window".into()), "{game} {side}");
    }
    done("tabulate subtraction:1,3,4 --box 10 --out {} --overwrite", &path);
    let text = done("analyze {} --only periods", &path);
    let told = "seen 1 time in 10 values, not proved; --box 11 proves it if it goes on";
    assert!(text.contains(told), "{text}");
}

/// Catches a heap size whose Zeckendorf representation is read as another number: 3 is 100 and 5 is 1000.
#[test]
fn heap_sizes_may_be_zeckendorf_representations() {
    let (_folder, path) = temporary();
    run("tabulate wythoff --box 10 --out {} --quiet", &path);
    let text = done("query {} z100,z1000 z10001,1", &path);
    assert!(text.contains("(3, 5): Grundy value 0, P-position"), "{text}");
    assert!(text.contains("(9, 1): "), "{text}");
    for word in ["z11,1", "z,1", "z12,1", "3,z"] {
        fails(2, &format!("query {{}} {word}"), &path, "not a Zeckendorf representation");
    }
}
