//! Figures of points: the values of one heap, and positions at coordinates.

use std::collections::BTreeMap;
use std::fs;

use crate::{done, ends, fails, json_of, refuses, run, table, tabulate, tabulate_rules, temporary};

/// Catches a style that draws what another one does, a period at another place, and values that a condition leaves out.
#[test]
fn values_of_one_heap_have_the_style_that_was_asked_for() {
    let (_folder, path) = table("subtraction:2,5,8 --box 60");
    let draw = |flags: &str| ends(0, &format!("render {{}} --out - --format svg {flags}"), &path).0;
    let counts =
        |svg: &str| ["<circle", "<polyline", "<rect"].map(|element| svg.matches(element).count());
    let [points, of_axes, _] = counts(&draw("--legend none"));
    assert_eq!(points, 60);
    assert_eq!(counts(&draw("--legend none --style lines")), [0, of_axes + 1, 0]);
    let [circles, lines, bars] = counts(&draw("--legend none --style bars"));
    // A bar of height 0 is one all the same.
    assert_eq!((circles, lines, bars), (0, of_axes, 60));
    // There is nothing before the period; it is a band, and every second one.
    let svg = draw("");
    assert!(svg.contains(">period 10, proved</text>") && !svg.contains("before the period"));
    let band = svg.split("<path d=\"").nth(2).and_then(|rest| rest.split('"').next());
    assert_eq!(band.expect("a band").matches('M').count(), 3, "{band:?}");
    assert!(
        done("analyze {} --only periods --plot -", &path).contains(">period 10, proved</text>")
    );
    // Those with x < 7 have 7 points.
    let svg = done("analyze {} --only layers --where x<7 --plot -", &path);
    assert_eq!(counts(&svg)[0], 7);
    let (_folder, long) = table("subtraction:1,2 --box 10001");
    fails(2, "render {} --out p.svg --style bars", &long, "10001 heap sizes are more than 10000");
    let (_folder, plane) = table("wythoff --box 30");
    fails(2, "render {} --out p.svg --style bars", &plane, "it is about tables of one heap");
    fails(2, "analyze {} --style bars --plot p.svg", &plane, "it is about tables of one heap");
    fails(2, "analyze {} --style bars", &path, "no figure is asked for");
}

/// Several games in one plot: as many points as all have, each game with its name and its period.
#[test]
fn several_games_are_drawn_over_one_another() {
    let (folder, path) = table("kayles --box 200");
    let other = folder.path().join("other.zarr");
    tabulate("subtraction:2,5,8 --box 90", &other);
    let plot = folder.path().join("games.svg");
    let line = format!("analyze {{}} {} --only periods --plot {}", other.display(), plot.display());
    let (rows, _) = ends(0, &line, &path);
    assert!(rows.contains("kayles"), "{rows}");
    let svg = fs::read_to_string(&plot).expect("a plot");
    assert_eq!(svg.matches("<circle").count(), 200 + 90 + 2);
    for words in [
        ">kayles: period 12 from 71 on, proved</text>",
        ">subtraction:2,5,8: period 10 from 0 on, proved</text>",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    let (_folder, plane) = table("wythoff --box 30");
    let line_of_two = format!("analyze {{}} {} --plot {}.no.svg", plane.display(), plot.display());
    fails(2, &line_of_two, &path, "several tables in a plot are of one heap, and");
    let (stdout, _) = ends(0, &format!("render --repeat {}", plot.display()), &path);
    assert_eq!(stdout, format!("grundytab {}\n", line.replace("{}", &path.display().to_string())));
}

/// P-positions of Chomp at the differences of rows, as `list` finds them. Catches points at other places, and shades that count
/// others than there are.
#[test]
fn positions_lie_where_expressions_put_them() {
    let (folder, path) = table("chomp --box 16 --quantity outcome");
    let listed = json_of(0, "list {} p --limit 9999 --json", &path);
    let mut points: BTreeMap<(i64, i64), u64> = BTreeMap::new();
    for position in listed["positions"].as_array().expect("a list") {
        let at = position["position"].as_array().unwrap_or_else(|| panic!("{position}"));
        let [x, y, z] = [0, 1, 2].map(|heap| at[heap].as_i64().expect("a heap"));
        *points.entry((x - y, y - z)).or_default() += 1;
    }
    let plot = folder.path().join("chomp.svg");
    let coordinates = "--x x-y --y y-z";
    let line = format!("analyze {{}} {coordinates} --plot {}", plot.display());
    let found = json_of(0, &format!("{line} --json"), &path);
    assert!(points.len() > 20 && points.values().any(|count| *count > 1), "{points:?}");
    assert_eq!(found["points"], points.len());
    assert_eq!(found["positions"], points.values().sum::<u64>());
    assert_eq!(found["largest"], *points.values().max().expect("a count"));
    let svg = fs::read_to_string(&plot).expect("a plot");
    let shades =
        svg.matches(" positions</text>").count() + svg.matches("1 position</text>").count();
    assert_eq!(svg.matches("<circle").count(), points.len() + shades);
    assert!(svg.contains(">chomp</text>"), "the name in place of the rules: {svg:.300}");
    let (text, _) = ends(0, &line, &path);
    assert!(text.starts_with("P-positions: "), "{text}");
    // The same, by `render`, of a plane, and of conditions.
    let render = |flags: &str| {
        let out = folder.path().join("r.svg");
        let line = format!("render {{}} {coordinates} --out {} --json {flags}", out.display());
        json_of(0, &line, &path)["marks"].as_array().expect("a list").clone()
    };
    assert_eq!(render("")[0]["positions"], points.values().sum::<u64>());
    let of_plane = json_of(0, "list {} p --where z==2 --limit 9999 --json", &path);
    assert_eq!(render("--plane z=2")[0]["positions"], of_plane["matches"]);
    let marks = render("--list p --list x==y");
    assert_eq!((&marks[0]["text"], &marks[1]["text"]), (&"p".into(), &"x==y".into()));
    let repeated =
        done(&format!("render --repeat {}", folder.path().join("r.svg").display()), &path);
    assert!(repeated.contains("--x x-y --y y-z") && repeated.contains("--list x==y"), "{repeated}");
}

/// So many positions that cells count them: all, however large the coordinates are.
#[test]
fn many_positions_are_counted() {
    let (folder, path) = table("wythoff --box 200");
    let plot = folder.path().join("p.svg");
    let line =
        |x: &str| format!("analyze {{}} --x {x} --y g --where x>=0 --plot {}", plot.display());
    let (stdout, stderr) = ends(0, &line("x*1000003"), &path);
    assert!(stdout.starts_with("x>=0: 40000 positions on "), "{stdout}");
    assert!(stderr.contains("a point of the figure takes"), "{stderr}");
    assert!(!ends(0, &line("x"), &path).1.contains("a point of the figure takes"));
    let found = json_of(0, &format!("{} --json", line("x")), &path);
    assert_eq!(
        (&found["positions"], &found["steps"]),
        (&40_000.into(), &serde_json::json!([1, 1]))
    );
    // In a column each value occurs once, by the rules.
    assert_eq!((&found["points"], &found["largest"]), (&40_000.into(), &1.into()));
    let far = format!(
        "analyze {{}} --x 9223372036854775807-x --y -9223372036854775807+y --plot {}",
        plot.display()
    );
    ends(0, &far, &path);
}

/// Catches nonsense that is drawn, or leaves a file.
#[test]
fn what_has_no_coordinates_is_refused() {
    let (folder, path) = table("wythoff --box 30");
    let (_folder, scores) = table("nim:2 --box 9 --quantity score");
    let plot = folder.path().join("p.svg");
    for (table, flags, words) in [
        (&path, "--x x", "--y <EXPR>"),
        (&path, "--x x --y q", "there is no name q"),
        (&path, "--x z --y x", "the game has 2 heaps and no heap z"),
        (&path, "--x x --y y --style lines", "cannot be used with"),
        (&path, "--x x/0 --y y", "no position that counts has both coordinates"),
        (&scores, "--x x --y y", "choose"),
    ] {
        for (command, flag) in [("analyze", "--plot"), ("render", "--out")] {
            let line = format!("{command} {{}} {flag} {} {flags}", plot.display());
            let (code, _, stderr) = run(&line, table);
            assert!(code == 2 && stderr.contains(words), "{line}: {stderr}");
            assert!(!plot.exists(), "{line}");
        }
    }
    refuses("analyze {} --x x --y y", &path, "no figure is asked for");
    let line = format!("render {{}} --out {} --x x --y y --palette hue", plot.display());
    refuses(&line, &path, "it is about cells, and positions are drawn as points");
    assert!(!plot.exists());
}

/// Written rules are called by how their comment begins, or by their name in the catalogue. Variables at axes are slanted, in
/// words they are not.
#[test]
fn figures_have_short_titles_and_slanted_variables() {
    let (folder, path) = temporary();
    let rules = "rules: (x - k) for k in {1, 3, 4} if k <= x; (x - 2) if x % 5 == 2";
    tabulate_rules(rules, "30", &path);
    let draw = |path: &std::path::Path| ends(0, "render {} --out - --format svg --quiet", path).0;
    let svg = draw(&path);
    assert!(svg.contains("(x - k)") && !svg.contains("skewX"), "{svg:.300}");
    let file = folder.path().join("game.toml");
    let moves = "moves = ['(x - k) for k in {1, 3, 4} if k <= x', '(x - 2) if x % 5 == 2']";
    let comment = "comment = \"Odd takings: an example\"";
    fs::write(&file, format!("game = 'rules'\n{moves}\n{comment}\n")).expect("written");
    tabulate(&format!("{} --box 30", file.display()), &path);
    assert!(draw(&path).contains(">Odd takings</text>"));
    let (_folder, plane) = table("wythoff --box 30");
    let svg = draw(&plane);
    for name in ["x", "y"] {
        let text = svg.split("<text ").find(|text| text.contains(&format!(">{name}</text>")));
        assert!(text.expect("an axis").contains("skewX(-11)"), "{text:?}");
    }
}

/// Catches a figure of a part that says that it shows all.
#[test]
fn a_part_is_named_below_the_title() {
    let nowhere = std::path::Path::new("unused");
    for (flags, told) in [
        ("--plane z=2", ">P-positions, box 9x9x9, z = 2</text>"),
        ("--region 0:5,0:5,0:5", ">P-positions, box 9x9x9, region 0:5,0:5,0:5</text>"),
        ("", ">P-positions, box 9x9x9</text>"),
    ] {
        let line = "render chomp --box 9 --quantity outcome --x x --y x-y --out - --format svg";
        let (svg, _) = ends(0, &format!("{line} {flags}"), nowhere);
        assert!(svg.contains(told), "{flags}: {svg:.2000}");
    }
}
