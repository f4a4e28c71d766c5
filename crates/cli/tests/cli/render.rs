//! `render`: what is written, what is refused, and what is left in place.

use std::fs;

use crate::chunks::array_of;
use crate::{done, ends, fails, run, table, tabulate, tabulate_rules};

/// Returns width and height of a PNG file, from its header.
fn size_of(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "a PNG file");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

/// Catches files of the wrong size, and temporary files that stay.
#[test]
fn a_picture_is_written() {
    let (folder, path) = table("wythoff --box 50x40");
    for (flags, size) in [
        ("--bare", (1400, 1120)),
        ("--bare --scale 2", (100, 80)),
        ("--no-axes --scale 1/7", (8, 6)),
        ("--bare --scale 3 --region 10:30,5:", (60, 105)),
    ] {
        let png = folder.path().join("p.png");
        let line = format!("render {{}} --out {} {flags} --json", png.display());
        let (stdout, stderr) = ends(0, &line, &path);
        assert_eq!(stderr, "", "{line}");
        assert_eq!(size_of(&fs::read(&png).expect("a file")), size, "{flags}");
        let object: serde_json::Value = serde_json::from_str(&stdout).expect("one JSON object");
        assert_eq!((object["width"].as_u64(), object["height"].as_u64()), {
            let (width, height) = size;
            (Some(width.into()), Some(height.into()))
        });
    }
    let names = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(names, 2, "the table and one picture");
    // To stdout, with axes.
    let output = crate::grundytab(&format!("render {} --out - --quiet", path.display())).output();
    let (width, height) = size_of(&output.expect("it runs").stdout);
    assert!(width > 1400 && height > 1120);
}

/// Catches a refusal with another exit code or without advice, and a file that is written all the same.
#[test]
fn what_makes_no_picture_is_refused() {
    let (folder, plane) = table("wythoff --box 30");
    let (_folder, line) = table("nim:1 --box 30");
    let (_folder_2, space) = table("nim:3 --box 9");
    let (_folder_3, scores) = table("nim:2 --box 9 --quantity score");
    let png = folder.path().join("p.png");
    let notes = folder.path().join("notes.txt");
    fs::write(&notes, "important").expect("written");
    for (path, flags, words) in [
        (&line, "--palette hue", "has one heap, and is drawn as a plot"),
        (&line, "--plane z=5", "has one heap, and is drawn as a plot"),
        (&line, "--region 0:31", "the range 0:31 is not within 0:30"),
        (&line, "--width 0cm", "a length is more than nothing"),
        (&space, "", "--plane z=5"),
        (&space, "--plane z=9", "no position of the table is in it"),
        (&space, "--plane w=9", "there is no such heap"),
        (&plane, "--plane z=5", "--plane z=5: there is no such heap"),
        (&plane, "--region 0:31,0:3", "the range 0:31 is not within 0:30"),
        (&plane, "--region 0:3", "it has 1 range for 2 axes"),
        (&plane, "--region 3:3,0:1", "the range holds nothing"),
        (&plane, "--palette purple", "it is one of p-positions"),
        (&plane, "--palette classes", "use the palette hue"),
        (&plane, "--palette palaces", "use the palette hue"),
        (&plane, "--scale 0", "the scale is zero"),
        (&plane, "--scale -3", "negative"),
        (&plane, "--scale 4000000000", "choose a scale of up to"),
        (&plane, "--highlight 3", "the position has 1 heap, the table 2"),
        (&plane, "--highlight 3,30", "is not in the table"),
        (&space, "--plane z=5 --highlight 1,1,4", "not in the plane that is drawn"),
        (&plane, "--bare --grid", "cannot be used with"),
        (&plane, "--bare --legend below", "cannot be used with"),
        (&plane, "--bare --subtitle A", "cannot be used with"),
        (&plane, "--legend left", "possible values: beside, below, inside, none"),
        (&plane, "--marks 1.5", "give a number and its unit"),
        (&plane, "--marks 0pt", "a length is more than nothing"),
        (&plane, "--marks 3cm", "a mark would hide the picture"),
        (&scores, "--marks 1pt", "--marks 1pt: its scores tell no P-positions"),
        (&scores, "--list p", "choose a table of another quantity"),
        (&plane, "--list nonsense", "nonsense"),
        (&plane, "--list g+1", "a number stands where true or false is expected"),
        (&plane, "--claim p[w]", "w"),
        (
            &plane,
            "--list p --list x>1 --list x>2 --list x>3 --list x>4 --list x>5 --list x>6",
            "for 6 sets",
        ),
        (&line, "--marks 1pt", "has one heap, and is drawn as a plot"),
        (&line, "--list p", "has one heap, and is drawn as a plot"),
        (&space, "--plane sum=8 --x-label A", "a layer is a triangle, which has corners"),
        (&plane, "--width 0cm", "a length is more than nothing"),
        (&plane, "--width 8.5", "give a number and its unit"),
        (&plane, "--width 900in", "choose a width from 1 to 65536 pixels"),
        (&plane, "--width 2cm --legend beside", "a smaller font size, or the bare picture"),
        (&plane, "--width 2mm", "choose a larger width, a smaller font size, or the bare picture"),
        (&plane, "--width 9cm --scale 3", "leave out the scale or the width"),
        (&plane, "--font-size 9", "give a number and its unit"),
        (&plane, "--dpi 5", "from 10 to 4800"),
        (&plane, "--limits 5..1", "the first value is not less than the second one"),
        (&plane, "--limits -3..5", "no value of the table is negative"),
        (&plane, "--limits 0..9 --log-scale", "0 has no logarithm"),
        (&plane, "--limits 0..9 --palette residue:3", "does not grade values"),
        (&plane, "--limits 0..9 --palette viridis:9", "has a limit already"),
        (&plane, "--log-scale --palette p-positions", "does not grade values"),
        (&plane, "--palette colors:#000,red", "it is not a colour"),
        (&line, "--width 1cm", "the letters leave no room for the plot"),
        (&plane, "--dilate 1", "use the palette p-positions"),
        (&plane, "--dilate 65 --palette p-positions", "it is from 0 to 64 pixels"),
        (&scores, "--log-scale", "scores may be negative"),
        (&scores, "--limits 0..9", "as in -20..20"),
    ] {
        let line = format!("render {{}} --out {} {flags}", png.display());
        fails(2, &line, path, words);
        assert!(!png.exists(), "{flags}");
    }
    // The name of a picture never promises another format.
    for name in ["p.jpg", "p.txt", "p.png.jpg"] {
        let out = folder.path().join(name);
        let (code, _, stderr) = run(&format!("render {{}} --out {}", out.display()), &plane);
        assert!(
            code == 2 && stderr.contains("give a name that ends with .png, .svg or .pdf"),
            "{name}: {stderr}"
        );
        assert!(stderr.starts_with(&format!("error: --out {}: ", out.display())), "{stderr}");
        assert!(!out.exists(), "{name}");
    }
    for name in ["without", "LOUD.PNG"] {
        let out = folder.path().join(name);
        done(&format!("render {{}} --out {}", out.display()), &plane);
        assert!(out.exists(), "{name}");
    }
    for (out, words) in [
        (notes.display().to_string(), "a file that is not a picture exists at this path"),
        (folder.path().display().to_string(), "it is a folder"),
        ("- --json".into(), "the picture is written to stdout"),
    ] {
        fails(2, &format!("render {{}} --out {out}"), &plane, words);
    }
    assert_eq!(fs::read_to_string(&notes).expect("a file"), "important");
    let nowhere = folder.path().join("no/p.png");
    fails(2, &format!("render {{}} --out {}", nowhere.display()), &plane, "there is no folder");
}

/// A damaged table gives no picture, and leaves the older one as it is.
#[test]
fn a_damaged_table_is_not_drawn() {
    let (folder, path) = table("wythoff --box 30");
    let png = folder.path().join("p.png");
    let line = format!("render {{}} --out {}", png.display());
    done(&line, &path);
    let before = fs::read(&png).expect("a picture");
    fs::write(array_of(&path).join("c/0/0"), "nonsense").expect("written");
    fails(4, &line, &path, "damaged chunk");
    assert_eq!(fs::read(&png).expect("a picture"), before);
}

/// Every figure tells the command that made it, quoted for a shell, also of a name with blanks; and the same command
/// makes the same bytes. Catches figures that hold a time, and commands that a shell reads as others.
#[test]
fn a_figure_tells_the_command_that_made_it() {
    let (folder, path) = table("wythoff --box 30");
    for name in ["p.png", "p.svg", "p.pdf"] {
        let out = folder.path().join(name);
        let draw = || {
            let mut command = crate::grundytab("render");
            command.arg(&path).arg("--out").arg(&out).args(["--title", "It's 1 < 2 & \"so\" on"]);
            assert!(command.output().expect("it runs").status.success());
            fs::read(&out).expect("a figure")
        };
        let bytes = draw();
        assert_eq!(draw(), bytes, "{name}");
        let (printed, stderr) = ends(0, &format!("render --repeat {}", out.display()), &path);
        let expected = format!(
            "grundytab render {} --out {} --title 'It'\\''s 1 < 2 & \"so\" on'\n",
            path.display(),
            out.display()
        );
        assert_eq!((printed, stderr.as_str()), (expected, ""), "{name}");
        let line = format!("render --repeat {} --json", out.display());
        let object: serde_json::Value =
            serde_json::from_str(&ends(0, &line, &path).0).expect("an object");
        let told = ["title", "game", "domain", "quantity"].map(|key| object[key].as_str());
        let title = "It's 1 < 2 & \"so\" on";
        assert_eq!(told, [title, "wythoff", "box 30x30", "Grundy values"].map(Some), "{name}");
        assert!(object["program"].as_str().is_some_and(|text| text.starts_with("grundytab 0.")));
    }
    let notes = folder.path().join("notes.txt");
    fs::write(&notes, "important").expect("written");
    let line = format!("render --repeat {}", notes.display());
    fails(2, &line, &path, "does not say which command made it");
    fails(4, "render --repeat nowhere.png", &path, "error: nowhere.png: cannot read: No such file");
    fails(2, "render --repeat p.png --width 9cm", &path, "cannot be used with");
    fails(2, "render", &path, "required");
}

/// A format for stdout; a width on paper in each format: PNG has 300 pixels for an inch.
#[test]
fn figures_are_as_wide_as_requested() {
    let (folder, path) = table("wythoff --box 40");
    let stdout = |flags: &str| {
        let line = format!("render {} --out - --quiet {flags}", path.display());
        let output = crate::grundytab(&line).output().expect("it runs");
        assert!(output.status.success(), "{flags}");
        output.stdout
    };
    assert_eq!(size_of(&stdout("--width 8.5cm")).0, 1004);
    assert_eq!(size_of(&stdout("--width 2in --dpi 100 --bare")), (200, 200));
    assert_eq!(size_of(&stdout("--width 640px")).0, 640);
    // A pixel is one of the figure, of which 300 are an inch.
    assert_eq!(size_of(&stdout("--width 900px --dpi 300")).0, 900);
    let svg = String::from_utf8(stdout("--width 900px --dpi 300 --format svg")).expect("a text");
    assert!(svg.contains("width=\"76.2mm\""), "{svg:.300}");
    let svg = String::from_utf8(stdout("--width 85mm --format svg")).expect("a text");
    assert!(
        svg.contains("width=\"85.005mm\"") && svg.contains("viewBox=\"0 0 1004 "),
        "{svg:.300}"
    );
    let pdf = stdout("--width 8.5cm --format pdf");
    let text = String::from_utf8_lossy(&pdf);
    // LaTeX warns of files of a later version.
    assert!(text.starts_with("%PDF-1.5\n"), "{text:.10}");
    let sides = text.split_once("/MediaBox [0 0 ").expect("a page").1;
    let width: f32 = sides.split(' ').next().and_then(|side| side.parse().ok()).expect("a width");
    // 1004 pixels, of which 300 are an inch of 72 points.
    assert!((width - 240.96).abs() < 0.01, "{width}");
    let other = folder.path().join("p.svg");
    let line = format!("render {{}} --format pdf --out {}", other.display());
    fails(2, &line, &path, "it is written as PDF, not as svg");
}

/// A table of one heap is a plot: 21 points of 21 heap sizes, of outcomes with names instead of numbers.
#[test]
fn one_heap_is_a_plot() {
    let (_folder, path) = table("subtraction:1,2 --box 30");
    let (svg, _) = ends(0, "render {} --out - --format svg --region 5:26 --quiet", &path);
    assert_eq!(svg.matches("<circle").count(), 21);
    assert!(svg.contains(">heap size</text>") && svg.contains("value</text>"));
    let (_folder, path) = table("subtraction:1,2 --box 30 --quantity outcome");
    let (svg, _) = ends(0, "render {} --out - --format svg --quiet", &path);
    assert!(svg.contains(">P</text>") && svg.contains(">N</text>"));
    // Every third heap size is a P-position, and P lies above N.
    let heights: Vec<&str> =
        svg.split("cy=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(heights.len(), 30);
    assert!((0..30).all(|heap| (heights[heap] == heights[0]) == (heap % 3 == 0)), "{heights:?}");
    let height = |at: usize| heights[at].parse::<f32>().expect("a number");
    assert!(height(0) < height(1));
}

/// Each heap size has its point, and very many are counted in cells, of which none is empty. Catches points that are left out,
/// with a word in the line that captions replace or with none, and points that hide one another.
#[test]
fn every_heap_size_has_a_point() {
    let (_folder, path) = table("kayles --box 2000");
    let line = "render {} --out - --format svg --width 8.5cm";
    let size = |text: &str| text.lines().last().is_some_and(|line| line.contains(" pixels, "));
    let (svg, told) = ends(0, line, &path);
    assert_eq!(svg.matches("<circle").count(), 2000);
    assert!(told.lines().count() == 1 && size(&told), "{told}");
    let radius = |svg: &str| -> f32 {
        let text = svg.split(" r=\"").nth(1).and_then(|rest| rest.split('"').next());
        text.and_then(|text| text.parse().ok()).expect("a circle")
    };
    let usual = radius(&svg);
    let (svg, _) = ends(0, &format!("{line} --region 0:30"), &path);
    assert!((radius(&svg) - usual).abs() < 1e-3);
    tabulate("subtraction:1,2 --box 10000", &path);
    let (svg, told) = ends(0, line, &path);
    assert_eq!(svg.matches("<circle").count(), 10_000);
    assert!(told.lines().count() == 1 && size(&told), "{told}");
    assert!(radius(&svg) < 0.6 * usual);
    // Kayles has the values from 0 to 8, of which 0, 3, 5 and 6 occur among the first 71 alone, and never as extremes of the
    // many that a column holds.
    tabulate("kayles --box 20002", &path);
    let (svg, told) = ends(0, line, &path);
    let cells = svg.split("<path d=\"").skip(1).filter(|path| !path.contains("H"));
    let rows = cells.flat_map(|path| path.split(['M', '"'])).filter_map(|cell| {
        let (start, _) = cell.split_once('h')?;
        start.split_once(' ').map(|(_, y)| y).filter(|y| y.parse::<f32>().is_ok())
    });
    // A row of each value, and the tops of the two bands and of the page.
    let rows: std::collections::BTreeSet<&str> = rows.collect();
    assert_eq!(rows.len(), 9 + 1, "{rows:?}");
    assert!(told.lines().count() == 1 && size(&told), "{told}");
    assert!(svg.contains(">period 12, proved</text>"), "{svg:.300}");
    assert!(svg.contains(">before the period: 71 heap sizes</text>"), "{svg:.300}");
    // Cells that are no positions have none.
    let game = "rules: positions x % 2 == 1; (x - k) for 1 <= k < x if k % 2 == 0";
    tabulate_rules(game, "99", &path);
    let (svg, _) = ends(0, line, &path);
    assert_eq!(svg.matches("<circle").count(), 49);
}

/// A note names what the font lacks, in the words of the format, and a PDF file keeps what it is.
#[test]
fn characters_that_the_font_lacks_are_told() {
    let (folder, path) = table("wythoff --box 9");
    let title = "\u{65e5}\u{672c}\u{8a9e}";
    let missing = "no \u{65e5} (U+65E5), \u{672c} (U+672C), \u{8a9e} (U+8A9E): ";
    for (command, flag, name, words) in [
        ("render", "--out", "p.png", "boxes are drawn in their place\n"),
        ("render", "--out", "p.svg", "programs that show it take them from another font"),
        ("render", "--out", "p.pdf", "which are found and copied as these characters"),
        ("analyze", "--plot", "a.pdf", "which are found and copied as these characters"),
        ("verify", "--show", "v.png", "boxes are drawn in their place\n"),
    ] {
        let out = folder.path().join(name);
        let mut run = crate::grundytab(command);
        run.arg(&path).arg(flag).arg(&out).args(["--title", title]);
        if command == "verify" {
            run.args(["--claim", "x<5"]);
        }
        let (_, _, stderr) = crate::ended(&run.output().expect("it runs"));
        assert!(stderr.contains(missing) && stderr.contains(words), "{name}: {stderr}");
        assert!(out.exists(), "{name}");
    }
    let pdf = fs::read(folder.path().join("p.pdf")).expect("a figure");
    assert!(pdf.starts_with(b"%PDF-"));
    let line =
        format!("render {{}} --title \u{3c6} --out {}", folder.path().join("q.png").display());
    let (_, stderr) = ends(0, &line, &path);
    assert!(!stderr.contains("the font"), "{stderr}");
}

/// Catches a command that draws figures and does not take what `render` takes.
#[test]
fn every_figure_has_the_size_and_title_that_were_asked_for() {
    let (folder, path) = table("wythoff --box 40");
    for (command, name) in [
        ("render {} --out", "p"),
        ("analyze {} --plot", "a"),
        ("analyze {} --histogram g --plot", "h"),
        ("verify {} --claim x<30 --show", "v"),
    ] {
        let flags = "--title A-title --width 12cm --font-size 7pt --dpi 200";
        let draw = |ending: &str| {
            let out = folder.path().join(format!("{name}.{ending}"));
            run(&format!("{command} {} {flags}", out.display()), &path);
            fs::read(out).expect("a figure")
        };
        // 12 cm are 945 pixels, of which 200 are an inch; 7 points are 19.444 of these.
        assert_eq!(size_of(&draw("png")).0, 945, "{command}");
        let svg = String::from_utf8(draw("svg")).expect("a text");
        assert!(
            svg.contains(">A-title</text>") && svg.contains("<title>A-title</title>"),
            "{command}"
        );
        assert!(svg.contains("font-size=\"19.444\""), "{command}");
        assert!(svg.contains("width=\"120.015mm\""), "{command}: {svg:.300}");
    }
    let (_folder, line) = table("subtraction:1,2 --box 30");
    let (svg, _) = ends(0, "render {} --out - --format svg --quiet --font-size 18pt", &line);
    assert!(svg.contains("font-size=\"24\""), "{svg:.300}");
    for (command, flag, words) in [
        ("analyze {}", "--width 9cm", "leave it out, or add --plot FILE"),
        ("analyze {} --histogram g", "--title A", "leave it out, or add --plot FILE"),
        ("verify {} --claim x<30", "--font-size 9pt", "leave it out, or add --show FILE"),
        ("verify {}", "--dpi 100", "leave it out, or add --show FILE"),
    ] {
        fails(2, &format!("{command} {flag}"), &path, words);
    }
}

/// Marks as the flags ask for them: of the P-positions, of another table by its name, which conditions can read, and of more
/// positions than are drawn. Catches a table that is taken for another, and a count that is not told.
#[test]
fn sets_are_marked_as_they_are_asked_for() {
    let (folder, path) = table("wythoff --box 300");
    let (_folder, other) = table("nim --box 40 --quantity outcome");
    let json = |flags: &str| {
        let out = folder.path().join("marks.svg");
        let line = format!("render {{}} --out {} --width 8.5cm --json {flags}", out.display());
        let (stdout, stderr) = ends(0, &line, &path);
        let object: serde_json::Value = serde_json::from_str(&stdout).expect("an object");
        let marks = object["marks"].as_array().expect("a list").clone();
        let told = |mark: &serde_json::Value| {
            let number = |key: &str| mark[key].as_u64().expect("a number");
            (
                mark["text"].as_str().expect("a text").to_owned(),
                number("drawn"),
                number("positions"),
            )
        };
        let svg = fs::read_to_string(out).expect("a figure");
        (marks.iter().map(told).collect::<Vec<_>>(), svg, stderr)
    };
    let one = |text: &str, drawn: u64, all: u64| (text.to_owned(), drawn, all);
    let (marks, svg, _) = json("");
    assert!(marks.is_empty() && !svg.contains("<circle"));
    // (0,0), (1,2), (3,5), (4,7), (6,10) and four mirror images have both heaps below 11.
    let (marks, svg, _) = json("--marks 2pt --region :11,:11");
    assert_eq!(marks, [one("P-position", 9, 9)]);
    // Each has a rim; so has the one in the legend.
    assert_eq!(svg.matches("<circle").count(), 20);
    let nim = format!("--with nim={}", other.display());
    let (marks, _, _) = json(&format!("{nim} --list p --list p[nim]"));
    let expected = [
        one("P-position of nim", 40, 40),
        one("P-position of wythoff", 229, 229),
        one("p[nim]", 40, 40),
    ];
    assert_eq!(marks, expected);
    // Without a name a table is called by its game.
    let (marks, _, _) = json(&format!("--with {}", other.display()));
    assert_eq!(marks, [one("P-position of nim:2", 40, 40)]);
    let (marks, svg, stderr) = json("--claim x>999");
    assert_eq!(marks, [one("counterexample to x>999", 65_536, 90_000)]);
    // A long text may be cut at its end.
    assert!(svg.contains(">65536 of 90000: counterexample to x&gt;999"), "{svg:.300}");
    assert_eq!(stderr, "");
    let line = format!("render {{}} --claim x>999 --out {}", folder.path().join("m.png").display());
    let (_, stderr) = ends(0, &line, &path);
    let told = "of 90000 positions (counterexample to x>999) the first 65536 by grade are marked";
    assert!(stderr.contains(told), "{stderr}");
}

/// A note says where P-positions are too few and cells too small for them to be seen, unless they are marked or widened.
#[test]
fn thin_beams_are_told() {
    let (folder, path) = table("nim:2 --box 1500 --quantity outcome");
    let out = folder.path().join("thin.png");
    for (flags, is_told) in [
        ("", true),
        ("--region :500,:500", false),
        ("--marks 1pt", false),
        ("--dilate 1", false),
        ("--quiet", false),
    ] {
        let (_, stderr) = ends(0, &format!("render {{}} --out {} {flags}", out.display()), &path);
        assert_eq!(stderr.contains("--marks 1pt draws them as dots"), is_told, "{flags}: {stderr}");
    }
}

/// The legend goes where it is asked for, in every command that draws figures. Catches one that ignores the flag.
#[test]
fn the_legend_is_where_it_is_asked_for() {
    let (folder, path) = table("wythoff+block=3 --box 150 --quantity palaces");
    for (command, text) in [
        ("render {} --out", "palace number</text"),
        ("verify {} --only claims --claim x<30 --show", "counterexample</text"),
        ("analyze {} --only beams --plot", "slope "),
    ] {
        let draw = |place: &str| {
            let out = folder.path().join("legend.svg");
            run(&format!("{command} {} --width 10cm --legend {place}", out.display()), &path);
            let svg = fs::read_to_string(&out).expect("a figure");
            let at =
                svg.split("<text ").skip(1).find(|element| element.contains(&format!(">{text}")));
            let number = |name: &str| -> Option<f64> {
                at?.split(&format!("{name}=\"")).nth(1)?.split('"').next()?.parse().ok()
            };
            let height = svg
                .split("viewBox=\"0 0 ")
                .nth(1)
                .and_then(|rest| rest.split(['"', ' ']).nth(1)?.parse::<f64>().ok());
            (number("x"), number("y"), height.expect("a height"))
        };
        assert_eq!(draw("none").0, None, "{command}");
        // 10 cm are 1181 pixels.
        let (x, y, height) = draw("below");
        assert!(x.expect("a legend") < 590.0 && y.expect("a legend") > 0.8 * height, "{command}");
        let (x, _, _) = draw("beside");
        assert!(x.expect("a legend") > 590.0, "{command}");
        let (x, y, height) = draw("inside");
        assert!(x.is_some() && y.expect("a legend") < 0.9 * height, "{command}");
    }
}
