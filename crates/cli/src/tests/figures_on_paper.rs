//! Figures with a width on paper: how much of it the cells have, which texts stand around them, and where marks lie.

use std::collections::BTreeSet;

use crate::figures::drawing::{ImageFormat, Labels, LegendPlace, Sheet};
use crate::figures::picture::{Origin, Palette, Picture, PositionSet};
use crate::tests::common::{plan, random, stored};
use grundytab::domain::{Plane, Region};
use grundytab::engine::cpu::CpuEngine;
use grundytab::engine::options;
use grundytab::table::{Codec, OtherTables, TableReader};
use grundytab::{Control, Coordinates};
use tempfile::TempDir;

/// Stores a table and calls `check` with it.
fn with_table(game: &str, domain: &str, quantity: &str, check: impl FnOnce(&TableReader)) {
    let folder = TempDir::new().expect("a folder");
    let plan = plan(game, domain, quantity, Some(64));
    check(&stored(&folder.path().join("t.zarr"), &plan, Codec::Zstd, &CpuEngine));
}

fn svg_of(picture: &Picture) -> String {
    let control = Control::default();
    let drawing = picture.drawing(ImageFormat::Svg, &control).expect("drawn");
    let bytes = drawing.to_file(ImageFormat::Svg, &picture.metadata(), &control);
    String::from_utf8(bytes.expect("written")).expect("a text")
}

fn sheet(width: &str) -> Sheet {
    Sheet { width: Some(width.parse().expect(width)), ..Sheet::default() }
}

/// Returns the numbers of an attribute of the elements of a kind.
fn numbers(svg: &str, element: &str, attribute: &str) -> Vec<f64> {
    let of_element = |rest: &str| -> f64 {
        let element = rest.split('>').next().unwrap_or_default();
        let value = element.split(&format!(" {attribute}=\"")).nth(1).expect(attribute);
        value.split('"').next().and_then(|text| text.parse().ok()).expect(attribute)
    };
    svg.split(&format!("<{element}")).skip(1).map(of_element).collect()
}

/// Returns the share of the width that the cells have: their image in the figure.
fn share(svg: &str) -> f64 {
    let whole = svg.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split(' ').next());
    numbers(svg, "image", "width")[0]
        / whole.and_then(|text| text.parse::<f64>().ok()).expect("a width")
}

/// Lists the texts of a figure.
fn texts(svg: &str) -> Vec<String> {
    let texts = svg.split("<text").skip(1).filter_map(|rest| rest.split('>').nth(1));
    texts.map(|text| text.trim_end_matches("</text").to_owned()).collect()
}

/// In a column of a paper the cells have at least three quarters of the width with the legend, and nine tenths without,
/// whatever is drawn. Catches margins that grow, and a legend beside.
#[test]
fn the_cells_have_most_of_a_column() {
    let cases = vec![
        ("wythoff", "400x400", "grundy", ""),
        ("wythoff", "150x90", "outcome", ""),
        ("wythoff+block=12", "1000x1000", "palaces", ""),
        ("nim:2+points=3/-1", "60x60", "score", ""),
        ("wythoff", "2500x2500", "outcome", ""),
        ("triangle", "tokens 60", "grundy", "sum=60"),
        ("triangle", "tokens 60", "grundy", "z=7"),
    ];
    for (game, domain, quantity, plane) in random::sample(cases, 3) {
        with_table(game, domain, quantity, |table| {
            let domain = table.plan().job().domain();
            for (legend, least) in [
                (None, 0.75),
                (Some(LegendPlace::Below), 0.75),
                (Some(LegendPlace::Inside), 0.9),
                (Some(LegendPlace::Nowhere), 0.9),
            ] {
                let whole = match plane {
                    "" => Plane::whole(domain),
                    plane => Plane::parse(plane, domain),
                };
                let picture = Picture::of_plane(table, whole.expect("a plane"));
                let labels = Labels { legend, ..Labels::default() };
                let svg = svg_of(
                    &picture.with(|it| it.labels = labels).with(|it| it.sheet = sheet("8.5cm")),
                );
                let share = share(&svg);
                assert!(share >= least && share <= 1.0, "{game} {plane} {legend:?}: {share}");
            }
        });
    }
}

/// Numbers along the upright axis are level in every figure. Catches those of large tables that are turned.
#[test]
fn numbers_are_level() {
    for (side, width) in [("60x60", "8.5cm"), ("2500x2500", "8.5cm"), ("2500x2500", "4cm")] {
        with_table("wythoff", side, "outcome", |table| {
            let plane = Plane::whole(table.plan().job().domain()).expect("two heaps");
            let svg = svg_of(&Picture::of_plane(table, plane).with(|it| it.sheet = sheet(width)));
            let turned = svg.split("<text").skip(1).filter(|rest| rest.contains("rotate("));
            let turned: Vec<&str> =
                turned.filter_map(|rest| rest.split(['>', '<']).nth(1)).collect();
            assert!(turned.iter().all(|text| text.parse::<u32>().is_err()), "{side}: {turned:?}");
            assert!(texts(&svg).iter().filter(|text| text.parse::<u32>().is_ok()).count() >= 6);
        });
    }
}

/// The legend names the colour of cells that are no positions, if some are drawn. Catches a grey that nothing explains, and
/// an entry for what is not there.
#[test]
fn cells_that_are_no_positions_have_an_entry() {
    let cut = "rules: positions x != y; (x - k, y) for 1 <= k <= x; (x, y - k) for 1 <= k <= y";
    for (game, domain, quantity, region, entry) in [
        ("wythoff", "20x20", "outcome", ":,:", None),
        ("wythoff", "tokens 20", "outcome", ":,:", Some("outside the table")),
        ("wythoff", "tokens 20", "outcome", "0:11,0:11", None),
        ("wythoff", "tokens 20", "outcome", "0:12,0:11", Some("outside the table")),
        // White paper beyond a simplex explains itself; white cells among others do not.
        ("wythoff", "tokens 20", "grundy", ":,:", None),
        (cut, "20x20", "outcome", ":,:", Some("no position")),
        (cut, "20x20", "grundy", ":,:", Some("no position")),
        (cut, "20x20", "outcome", "10:20,0:10", None),
        (cut, "20x20", "outcome", "9:20,0:10", Some("no position")),
        (cut, "tokens 20", "outcome", ":,:", Some("outside the table")),
    ] {
        with_table(game, domain, quantity, |table| {
            let plane = Plane::whole(table.plan().job().domain()).expect("two heaps");
            let cells = plane.rectangle(Some(&Region::parse(region).expect(region)));
            let picture =
                Picture::of_plane(table, plane).with(|it| it.cells = cells.expect("inside"));
            let texts = texts(&svg_of(&picture));
            for name in ["no position", "outside the table"] {
                let is_there = texts.iter().any(|text| text == name);
                assert_eq!(is_there, entry == Some(name), "{game} {domain} {region}: {texts:?}");
            }
        });
    }
    with_table("triangle", "tokens 20", "outcome", |table| {
        let plane = Plane::parse("sum=12", table.plan().job().domain()).expect("a plane");
        let texts = texts(&svg_of(&Picture::of_plane(table, plane)));
        assert!(!texts.iter().any(|text| text == "outside the table"), "{texts:?}");
    });
}

/// Every text is the one that was asked for, and an empty one is left out. Catches a flag that sets another text, and a
/// grey line that names the whole box when a part is drawn.
#[test]
fn texts_are_those_that_were_asked_for() {
    with_table("wythoff", "300x300", "grundy", |table| {
        let plane = || Plane::whole(table.plan().job().domain()).expect("two heaps");
        let of = |labels: Labels, region: &str| {
            let cells = plane().rectangle(Some(&Region::parse(region).expect(region)));
            let picture =
                Picture::of_plane(table, plane()).with(|it| it.cells = cells.expect("inside"));
            texts(&svg_of(
                &picture.with(|it| it.labels = labels).with(|it| it.sheet = sheet("8.5cm")),
            ))
        };
        let has = |texts: &[String], text: &str| texts.iter().any(|one| one == text);
        let all = of(Labels::default(), ":,:");
        for text in ["wythoff", "Grundy values, box 300x300", "x", "y", "Grundy value", "0"] {
            assert!(has(&all, text), "{text}: {all:?}");
        }
        let part = of(Labels::default(), "100:200,100:200");
        assert!(has(&part, "Grundy values, 100 ≤ x, y &lt; 200"), "{part:?}");
        let part = of(Labels::default(), "0:200,50:200");
        assert!(has(&part, "Grundy values, 0 ≤ x &lt; 200, 50 ≤ y &lt; 200"), "{part:?}");
        let own =
            ["A title", "A line", "first heap", "second heap"].map(|text| Some(text.to_owned()));
        let [title, subtitle, x, y] = own;
        let labels = Labels { title, subtitle, axes: [x, y], legend: None };
        let chosen = of(labels, ":,:");
        for text in ["A title", "A line", "first heap", "second heap"] {
            assert!(has(&chosen, text), "{text}: {chosen:?}");
        }
        assert!(!has(&chosen, "x") && !has(&chosen, "wythoff"), "{chosen:?}");
        let none = || Some(String::new());
        let legend = Some(LegendPlace::Nowhere);
        let bare = Labels { title: none(), subtitle: none(), axes: [none(), none()], legend };
        // The numbers of the axes are all that is left.
        let left = of(bare, ":,:");
        assert!(left.len() >= 8 && left.iter().all(|text| text.parse::<u32>().is_ok()), "{left:?}");
    });
}

/// Lists the P-positions of a game among cells of a plane by the definition, however slowly.
fn p_positions(table: &TableReader, plane: &Plane) -> BTreeSet<(u32, u32)> {
    let (job, domain) = (table.plan().job(), table.plan().job().domain());
    let mut lost: BTreeSet<Coordinates> = BTreeSet::new();
    let mut all: Vec<Coordinates> =
        Coordinates::cells_of_box(domain.sides()).filter(|&at| domain.contains(at)).collect();
    // Moves take tokens.
    all.sort_by_key(|at| at.sum());
    for at in all {
        let moves = options(job.ruleset(), at);
        if !moves.iter().flat_map(|sum| sum.parts()).any(|to| lost.contains(to)) {
            lost.insert(at);
        }
    }
    lost.into_iter().filter_map(|at| plane.cell(at)).collect()
}

/// The dots of P-positions are exactly at the middles of their cells, have the diameter that was asked for, and are vector
/// shapes: with any palette and quantity, where cells are larger and smaller than pixels, in a triangle, in a part, and with
/// the origin at the top. The middles are found from the cells' image and its size alone.
#[test]
fn dots_lie_at_exactly_the_p_positions() {
    let cases = vec![
        ("wythoff", "40x40", "grundy", "", None, Origin::BottomLeft),
        ("wythoff", "40x40", "grundy", "", Some("viridis"), Origin::TopLeft),
        ("wythoff", "60x40", "outcome", "", None, Origin::BottomLeft),
        ("wythoff", "2100x60", "outcome", "", None, Origin::BottomLeft),
        ("triangle", "tokens 30", "grundy", "z=4", None, Origin::BottomLeft),
        ("triangle", "tokens 30", "grundy", "sum=30", None, Origin::BottomLeft),
        ("triangle", "tokens 30", "outcome", "sum=24", None, Origin::TopLeft),
    ];
    for (game, domain, quantity, plane, palette, origin) in random::sample(cases, 3) {
        with_table(game, domain, quantity, |table| {
            let job = table.plan().job();
            let whole = match plane {
                "" => Plane::whole(job.domain()),
                text => Plane::parse(text, job.domain()),
            };
            let whole = whole.expect("a plane");
            let mut picture = Picture::of_plane(table, whole.clone()).with(|it| it.origin = origin);
            if let Some(palette) = palette {
                let palette: Palette = palette.parse().expect(palette);
                picture = picture.palette(palette).expect("it suits");
            }
            let labels = Labels { legend: Some(LegendPlace::Nowhere), ..Labels::default() };
            let own = [PositionSet::own_p_positions(job).expect("it tells them")];
            let diameter = Some("1.5pt".parse().expect("a length"));
            let (others, control) = (OtherTables::default(), Control::default());
            let picture =
                picture.with(|it| it.labels = labels).with(|it| it.sheet = sheet("8.5cm"));
            let picture = picture.mark(&own, &others, diameter, &control).expect("marked");
            let svg = svg_of(&picture);
            let expected = p_positions(table, &whole);
            assert!(expected.len() > 5, "{game} {plane}");
            let about = format!("{game} {domain} {plane} {palette:?}");

            let [left, top, width, height] =
                ["x", "y", "width", "height"].map(|name| numbers(&svg, "image", name)[0]);
            let is_layer = whole.token_sum().is_some();
            let columns = f64::from(whole.columns());
            // Some cells are a point of the image, of which the last may have fewer.
            let block = (columns / width).ceil();
            let pitch = width / ((columns / block).ceil() * block);
            let place = |&(column, row): &(u32, u32)| {
                let (column, row) = (f64::from(column), f64::from(row));
                let (x, up) = match is_layer {
                    false => (column + 0.5, row + 0.5),
                    true => {
                        (column + row / 2.0 + 0.5, row * 0.75_f64.sqrt() + 1.0 / 3.0_f64.sqrt())
                    }
                };
                let y = if origin == Origin::TopLeft { pitch * up } else { height - pitch * up };
                (left + pitch * x, top + y)
            };
            let [xs, ys, radii] = ["cx", "cy", "r"].map(|name| numbers(&svg, "circle", name));
            // 1.5 points are 6.25 pixels, of which 300 are an inch; a rim is larger.
            let dots: Vec<(f64, f64)> = (0..xs.len())
                .filter(|&dot| (radii[dot] - 3.125).abs() < 0.01)
                .map(|dot| (xs[dot], ys[dot]))
                .collect();
            assert_eq!(dots.len(), expected.len(), "{about}");
            let is_near = |one: &(f64, f64), other: &(f64, f64)| {
                (one.0 - other.0).abs() < 0.6 && (one.1 - other.1).abs() < 0.6
            };
            for cell in &expected {
                let place = place(cell);
                assert!(dots.iter().any(|dot| is_near(dot, &place)), "{about}: {cell:?} {place:?}");
            }
        });
    }
}

/// Sets of several kinds over one table: each has its own colour and shape, an entry of the legend with its count if not all
/// are drawn, and the cells that the definition says. Catches a set that is drawn for another.
#[test]
fn sets_are_marked_each_in_its_way() {
    with_table("wythoff", "30x30", "grundy", |table| {
        let (job, others) = (table.plan().job(), OtherTables::default());
        let sets = [
            PositionSet::list("x == y and x < 7", job, &others).expect("a condition"),
            PositionSet::counterexamples("y < 28", job, &others).expect("a claim"),
            PositionSet::list("p", job, &others).expect("a condition"),
            PositionSet::list("x > 99", job, &others).expect("a condition"),
        ];
        let picture =
            Picture::of_table(table).expect("two heaps").with(|it| it.sheet = sheet("8.5cm"));
        let picture = picture.mark(&sets, &others, None, &Control::default()).expect("marked");
        let counts: Vec<(&str, usize, u64)> = picture.marked().collect();
        let expected = [
            ("x == y and x &lt; 7", 7),
            ("counterexample to y &lt; 28", 60),
            ("P-position", p_positions(table, &Plane::whole(job.domain()).expect("a plane")).len()),
            ("x &gt; 99", 0),
        ];
        let svg = svg_of(&picture);
        let texts = texts(&svg);
        for ((text, count), (_, drawn, all)) in expected.into_iter().zip(counts) {
            assert_eq!((drawn, all), (count, count as u64), "{text}");
            let text = if count == 0 { format!("none: {text}") } else { text.to_owned() };
            assert!(texts.contains(&text), "{text}: {texts:?}");
        }
        // A shape has three layers, of which the last has the colour; the legend shows it once.
        for (color, count) in [("#e69f00", 8), ("#56b4e9", 61), ("#009e73", 1)] {
            let found = svg.split("<polygon").skip(1).filter(|rest| {
                rest.split('>').next().is_some_and(|element| element.contains(color))
            });
            assert_eq!(found.count(), count, "{color}");
        }
    });
}
