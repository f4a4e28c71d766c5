//! Pictures, pixel by pixel: what is expected is written down from the definition of the game and of the
//! picture.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};

use crate::figures::drawing::{Color, Image};
use crate::figures::picture::{Origin, Palette, Picture};
use crate::tests::common::{plan, stored};
use grundytab::domain::{Plane, Region};
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, TableReader};
use grundytab::{Control, Domain, Error, Plan};
use tempfile::TempDir;

/// Stores a table and calls `check` with it.
fn with_table(plan: &Plan, check: impl FnOnce(&TableReader)) {
    let folder = TempDir::new().expect("a folder");
    check(&stored(&folder.path().join("t.zarr"), plan, Codec::Zstd, &CpuEngine));
}

/// Draws a picture without axes at a scale.
fn drawn(picture: Picture, scale: &str) -> Image {
    let picture = picture
        .with(|it| it.is_bare = true)
        .with(|it| it.scale = Some(scale.parse().expect(scale)));
    picture.draw(&Control::default()).expect("drawn")
}

/// Draws the image as text: `#` for black, `.` for white, `o` for other colours.
fn text_of(image: &Image) -> String {
    let rows = (0..image.height()).map(|y| {
        let pixels = (0..image.width()).map(|x| match image.pixel(x, y) {
            Some(Color::BLACK) => '#',
            Some(Color::WHITE) => '.',
            _ => 'o',
        });
        pixels.collect::<String>()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The P-positions (0,0), (1,2), (3,5), (4,7) and their mirror images, by the rule that Wythoff proved.
const WYTHOFF: &str = "\
....#...
........
...#....
.......#
.....#..
.#......
..#.....
#.......";

/// Catches swapped axes, a wrong origin and wrong colours.
#[test]
fn p_positions_of_wythoff_nim_are_black_on_white() {
    // Tiles of 3 cells do not divide the side: no cell may be lost where they meet.
    with_table(&plan("wythoff", "8x8", "outcome", Some(3)), |table| {
        let picture = || Picture::of_table(table).expect("two heaps");
        assert_eq!(text_of(&drawn(picture(), "1")), WYTHOFF);
        let downwards: Vec<&str> = WYTHOFF.lines().rev().collect();
        let image = drawn(picture().with(|it| it.origin = Origin::TopLeft), "1");
        assert_eq!(text_of(&image), downwards.join("\n"));
        let inverted = WYTHOFF.replace('.', "o").replace('#', ".").replace('o', "#");
        assert_eq!(text_of(&drawn(picture().with(|it| it.is_inverted = true), "1")), inverted);
    });
    // The same of Grundy values, by the palette of P-positions; other values are not black.
    with_table(&plan("wythoff", "8x8", "grundy", Some(3)), |table| {
        let picture = || Picture::of_table(table).expect("two heaps");
        let p_positions = picture().palette(Palette::PPositions).expect("it suits");
        assert_eq!(text_of(&drawn(p_positions, "1")), WYTHOFF);
        assert_eq!(text_of(&drawn(picture(), "1")), WYTHOFF.replace('.', "o"));
    });
}

/// The columns 3 to 7 and the rows 2 to 5 of a table that is not square, at two pixels for each cell.
/// Catches a region that is moved, or whose sides are swapped.
#[test]
fn a_region_is_a_part_of_the_picture() {
    with_table(&plan("wythoff", "9x8", "outcome", Some(4)), |table| {
        let plane = Plane::whole(table.plan().job().domain()).expect("two heaps");
        let region = Region::parse("3:8,2:6").expect("a region");
        let cells = plane.rectangle(Some(&region)).expect("inside");
        let picture = Picture::of_plane(table, plane).with(|it| it.cells = cells);
        let expected = "\
##........
##........
........##
........##
....##....
....##....
..........
..........";
        assert_eq!(text_of(&drawn(picture, "2")), expected);
    });
}

/// The bit 0 of the xor of x and y is 1 where x + y is odd; in the layer z = 1 of Nim on three heaps
/// where it is even. Catches a plane at another height, and cells outside the domain that look like
/// cells inside: these are grey.
#[test]
fn a_plane_of_three_heaps_is_drawn() {
    with_table(&plan("nim:3", "tokens 5", "grundy", Some(2)), |table| {
        let plane = Plane::parse("z=1", table.plan().job().domain()).expect("a plane");
        let picture = Picture::of_plane(table, plane);
        let picture = picture.palette(Palette::Bit(0)).expect("it suits");
        let expected = "\
#oooo
.#ooo
#.#oo
.#.#o
#.#.#";
        assert_eq!(text_of(&drawn(picture, "1")), expected);
    });
}

/// Layer 2 of Nim on three heaps: the corners (2,0,0), (0,2,0), (0,0,2) have the value 2, the positions
/// (1,1,0), (1,0,1), (0,1,1) between them the value 0. With 10 pixels for a cell, the middle of the cell
/// in column c and row r is at x = 10 (c + r/2 + 1/2), and 10 (r sqrt(3)/2 + 1/sqrt(3)) above the lower
/// edge. Catches a triangle that is not equilateral, or upside down, and layers that several tiles share.
#[test]
fn a_layer_is_an_equilateral_triangle() {
    for tile in [None, Some(1), Some(2)] {
        with_table(&plan("nim:3", "tokens 6", "grundy", tile), |table| {
            let plane = Plane::parse("sum=2", table.plan().job().domain()).expect("a layer");
            let image = drawn(Picture::of_plane(table, plane.clone()), "10");
            assert_eq!((image.width(), image.height()), (30, 29));
            for (x, y) in [(20, 14), (15, 23), (10, 14)] {
                assert_eq!(image.pixel(x, y), Some(Color::BLACK), "{x} {y}");
            }
            let corners = [(5, 23), (25, 23), (15, 5)].map(|(x, y)| image.pixel(x, y));
            assert!(corners.iter().all(|color| *color == corners[0]), "{corners:?}");
            assert!(![Some(Color::BLACK), Some(Color::WHITE)].contains(&corners[0]));
            for (x, y) in [(0, 0), (29, 0), (0, 10), (29, 10), (0, 28), (10, 28)] {
                assert_eq!(image.pixel(x, y), Some(Color::WHITE), "{x} {y}");
            }
            let turned =
                drawn(Picture::of_plane(table, plane).with(|it| it.origin = Origin::TopLeft), "10");
            assert_eq!(turned.pixel(15, 23), corners[0]);
            assert_eq!(turned.pixel(15, 5), Some(Color::BLACK));
        });
    }
}

/// Returns the mean of the colours of some pixels in linear light, as IEC 61966-2-1 defines it.
fn mean_in_light(colors: &[Color]) -> [u8; 3] {
    std::array::from_fn(|channel| {
        let light = |color: &Color| {
            let curved = f64::from(color.rgb[channel]) / 255.0;
            if curved <= 0.04045 { curved / 12.92 } else { ((curved + 0.055) / 1.055).powf(2.4) }
        };
        let mean = colors.iter().map(light).sum::<f64>() / colors.len() as f64;
        let curved =
            if mean <= 0.0031308 { 12.92 * mean } else { 1.055 * mean.powf(1.0 / 2.4) - 0.055 };
        (255.0 * curved).round() as u8
    })
}

/// Every pixel of a reduced picture is the mean of its cells, as the picture with a pixel for each cell
/// has them: also of cells that lie in several tiles, of squares that the edge cuts off, of regions, and of
/// cells outside a simplex.
#[test]
fn pixels_are_the_means_of_their_cells() {
    for (domain, region, tile) in [
        ("23x31", ":,:", 7),
        ("23x31", "2:20,5:31", 5),
        ("40x40", ":,:", 1),
        ("16x16", ":,:", 16),
        ("tokens 29", ":,:", 6),
        ("tokens 29", "3:30,4:22", 4),
    ] {
        with_table(&plan("wythoff", domain, "grundy", Some(tile)), |table| {
            let plane = || Plane::whole(table.plan().job().domain()).expect("two heaps");
            let region = Region::parse(region).expect("a region");
            let cells = plane().rectangle(Some(&region)).expect("inside");
            let picture = || {
                Picture::of_plane(table, plane())
                    .with(|it| it.cells = cells.clone())
                    .with(|it| it.origin = Origin::TopLeft)
            };
            let whole = drawn(picture(), "1");
            for block in [2, 3, 8] {
                let reduced = drawn(picture(), &format!("1/{block}"));
                let sides = [whole.width(), whole.height()].map(|side| side.div_ceil(block));
                assert_eq!([reduced.width(), reduced.height()], sides);
                for (x, y) in (0..sides[0]).flat_map(|x| (0..sides[1]).map(move |y| (x, y))) {
                    let square = (0..block).flat_map(|dx| (0..block).map(move |dy| (dx, dy)));
                    let colors: Vec<Color> = square
                        .filter_map(|(dx, dy)| whole.pixel(x * block + dx, y * block + dy))
                        .collect();
                    let expected = mean_in_light(&colors);
                    let found = reduced.pixel(x, y).expect("a pixel").rgb;
                    // The light of a byte is rounded to 16 bits.
                    let differs =
                        (0..3).any(|channel| found[channel].abs_diff(expected[channel]) > 1);
                    assert!(!differs, "{domain} 1/{block} ({x}, {y}): {found:?}, not {expected:?}");
                }
            }
        });
    }
}

/// One cell of four is black: light of 3/4 is written as 225 (1.055 * 0.75^(1/2.4) - 0.055 = 0.8808).
/// Stretched, a quarter is the largest share, and black. Catches lines that fade in reduced pictures.
#[test]
fn thin_lines_stay_dark_where_shares_are_stretched() {
    with_table(&plan("wythoff", "8x8", "outcome", Some(8)), |table| {
        let picture = || Picture::of_table(table).expect("two heaps");
        let plain = drawn(picture().with(|it| it.is_stretched = false), "1/2");
        assert_eq!(plain.pixel(0, 3), Some(Color { rgb: [225; 3] }));
        assert_eq!(plain.pixel(3, 3), Some(Color::WHITE));
        let expected = "\
..#.
.#.#
#.#.
##..";
        assert_eq!(text_of(&drawn(picture(), "1/2")), expected);
    });
}

/// What is said of cells by a function, in squares of 2 cells: the diagonal, which is looked for, takes half of each of its
/// squares, and is stretched to black; below it nothing is said. Catches counterexamples that vanish in a reduced picture,
/// and things said that look alike.
#[test]
fn what_is_said_of_cells_is_drawn() {
    let plane = Plane::whole(&Domain::boxed(&[200, 200]).expect("a box")).expect("two heaps");
    let said = |x: u32, y: u32| match x.cmp(&y) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    };
    let picture = || Picture::of_verdicts(plane.clone(), vec![(1, "equal heaps".into())], said);
    let image = drawn(picture(), "1");
    let color = |x: u32, y: u32| image.pixel(x, 199 - y).expect("a pixel");
    let silent = color(9, 3);
    assert!(![Color::WHITE, Color::BLACK].contains(&silent));
    for (x, y) in (0..200).flat_map(|x| (0..200).map(move |y| (x, y))) {
        let expected = [Color::WHITE, Color::BLACK, silent][said(x, y) as usize];
        assert_eq!(color(x, y), expected, "{x} {y}");
    }
    let stretched = drawn(picture(), "1/2");
    assert_eq!(stretched.pixel(70, 99 - 70), Some(Color::BLACK));
    assert_eq!(stretched.pixel(71, 99 - 70), Some(silent));
    assert_eq!(stretched.pixel(69, 99 - 70), Some(Color::WHITE));
    // Half black, a quarter white and a quarter silent.
    let plain = drawn(picture().with(|it| it.is_stretched = false), "1/2");
    let light = mean_in_light(&[Color::BLACK, Color::BLACK, Color::WHITE, silent]);
    let found = plain.pixel(70, 99 - 70).expect("a pixel").rgb;
    assert!((0..3).all(|channel| found[channel].abs_diff(light[channel]) <= 1), "{found:?}");
}

/// Catches palettes in which different values look alike, and palaces that are not all of one colour.
#[test]
fn palettes_tell_values_apart() {
    with_table(&plan("nim", "32x1", "grundy", None), |table| {
        let colors = |palette: &str| -> Vec<Color> {
            let palette: Palette = palette.parse().expect(palette);
            let picture = Picture::of_table(table).expect("two heaps").palette(palette);
            let image = drawn(picture.expect("it suits"), "1");
            (0..32).map(|x| image.pixel(x, 0).expect("a pixel")).collect()
        };
        for palette in
            ["hue", "viridis", "magma", "cividis", "turbo", "greys", "spectral", "hue:40"]
        {
            let mut colors = colors(palette);
            if palette.starts_with("hue") {
                assert_eq!(colors[0], Color::BLACK, "{palette}");
            }
            colors.sort_unstable();
            colors.dedup();
            assert_eq!(colors.len(), 32, "{palette}");
        }
        let residues = colors("residue:5");
        assert_eq!(residues[0], Color::BLACK);
        assert!((1..27).all(|value| residues[value] == residues[value + 5]));
        assert!((1..6).all(|a| (a + 1..6).all(|b| residues[a] != residues[b])));
        let bits = colors("bit:3");
        let expected = (0..32).map(|value| [Color::WHITE, Color::BLACK][value >> 3 & 1]);
        assert!(bits.iter().copied().eq(expected));
        let ones = colors("ones");
        assert!((0..32).all(|value: usize| ones[value] == ones[(1 << value.count_ones()) - 1]));
        assert_ne!(ones[0], ones[31]);
        let palaces = colors("palaces:3");
        assert!(palaces[..4].iter().all(|color| *color == palaces[0]));
        assert!(palaces[4..].iter().all(|color| *color != palaces[0]));
    });
    // Partizan: with (1,0) for Left and (0,1) for Right, the heap sizes decide.
    with_table(&plan("partizan:1,0:0,1", "3x3", "outcome-class", None), |table| {
        let image = drawn(Picture::of_table(table).expect("two heaps"), "1");
        let color = |x: u32, y: u32| image.pixel(x, 2 - y).expect("a pixel");
        // (0,0): nobody can move, P; (1,0): Left alone can, L; (0,1): Right alone, R; (1,1): each can
        // take the last token that the other needs not: N.
        let classes = [color(0, 0), color(1, 0), color(0, 1)];
        assert!(classes[0] != classes[1] && classes[1] != classes[2] && classes[0] != classes[2]);
        assert_eq!(color(1, 0), color(2, 0));
    });
}

/// Catches pictures that take all memory, messages without advice, and drawing that cannot be stopped.
#[test]
fn what_cannot_be_drawn_is_refused() {
    let plane =
        Plane::whole(&Domain::boxed(&[1 << 20, 1 << 20]).expect("a box")).expect("two heaps");
    let mask = Picture::of_verdicts(plane, Vec::new(), |_, _| panic!("nothing is to be asked"));
    let error =
        mask.with(|it| it.scale = Some("1".parse().expect("a scale"))).draw(&Control::default());
    let text = error.expect_err("too large").to_string();
    assert!(text.contains("1048576 x 1048576 pixels"), "{text}");
    // The scale that is advised is the largest that fits.
    let number = |before: &str| -> u64 {
        let rest = text.split(before).nth(1).expect(before);
        rest.split([' ', ',']).next().and_then(|text| text.parse().ok()).expect(before)
    };
    let (most, cells) = (number("more than "), number("a scale of up to 1/"));
    let pixels = |cells: u64| (1_u64 << 20).div_ceil(cells).pow(2);
    assert!(pixels(cells) <= most && pixels(cells - 1) > most, "{text}");
    with_table(&plan("wythoff", "20x20", "outcome", None), |table| {
        let palette = Picture::of_table(table).expect("two heaps").palette(Palette::Ones);
        let text = palette.err().expect("refused").to_string();
        assert!(text.contains("use the palette p-positions"), "{text}");
        let outside = Picture::of_table(table).expect("two heaps").highlight(&[20, 3]);
        assert!(outside.is_err());
        let stop = AtomicBool::new(false);
        stop.store(true, atomic::Ordering::Relaxed);
        let control = Control::default().interrupted_by(&stop);
        let picture = Picture::of_table(table).expect("two heaps");
        assert!(matches!(picture.draw(&control), Err(Error::Interrupted)));
    });
    with_table(&plan("nim:3", "5x5x5", "grundy", None), |table| {
        assert!(Picture::of_table(table).is_err());
        let plane = Plane::parse("z=2", table.plan().job().domain()).expect("a plane");
        let text = Picture::of_plane(table, plane).highlight(&[1, 1, 1]).err().expect("refused");
        assert!(text.to_string().contains("not in the plane"), "{text}");
    });
}

/// The position, its options and its winning moves are marked in the middles of their cells; elsewhere
/// nothing is changed. From (3, 0) of Nim there are three moves, of which that to (0, 0) wins.
#[test]
fn a_position_and_its_options_are_marked() {
    with_table(&plan("nim", "5x2", "outcome", None), |table| {
        let picture = || Picture::of_table(table).expect("two heaps");
        let plain = drawn(picture(), "40");
        let marked = drawn(picture().highlight(&[3, 0]).expect("in the table"), "40");
        let differs = |x: u32, y: u32, reach: u32| {
            let (x, y) = (40 * x + 20, 80 - 40 * y - 20);
            let around =
                (x - reach..x + reach).flat_map(|x| (y - reach..y + reach).map(move |y| (x, y)));
            around.into_iter().any(|(x, y)| plain.pixel(x, y) != marked.pixel(x, y))
        };
        assert!(differs(0, 0, 3) && differs(1, 0, 12) && differs(2, 0, 12));
        assert!(!differs(4, 1, 20) && !differs(0, 1, 20) && !differs(3, 0, 13));
        assert_ne!(marked.pixel(20, 60), Some(Color::BLACK), "the winning move");
    });
}

/// Every position of an option that is a sum is marked: from (4, 1) a move cuts to (1, 1) + (3, 1) or (2, 1) + (2, 1).
#[test]
fn all_positions_of_a_sum_are_marked() {
    let game = "rules: positions x > 0 and y > 0; (a, y) + (x - a, y) for 1 <= a < x";
    with_table(&plan(game, "6x2", "outcome", None), |table| {
        let picture = || Picture::of_table(table).expect("two heaps");
        let plain = drawn(picture(), "40");
        let marked = drawn(picture().highlight(&[4, 1]).expect("in the table"), "40");
        let middle = |image: &Image, x: u32| image.pixel(40 * x + 20, 20);
        for (x, is_marked) in [(0, false), (1, true), (2, true), (3, true), (5, false)] {
            assert_eq!(middle(&plain, x) != middle(&marked, x), is_marked, "{x}");
        }
    });
}

/// The axes leave the cells as they are: the bare picture is found within the whole one, and nothing of
/// the frame is cut off. Catches a plot that is moved against its axes.
#[test]
fn axes_stand_around_the_same_cells() {
    with_table(&plan("wythoff", "60x50", "grundy", None), |table| {
        let picture = || Picture::of_table(table).expect("two heaps");
        let bare = drawn(picture(), "3");
        let scale = "3".parse().expect("a scale");
        let whole =
            picture().with(|it| it.scale = Some(scale)).draw(&Control::default()).expect("drawn");
        let places = (0..whole.width() - bare.width())
            .flat_map(|left| (0..whole.height() - bare.height()).map(move |top| (left, top)));
        let is_here = |&(left, top): &(u32, u32)| {
            (0..bare.width()).all(|x| {
                (0..bare.height()).all(|y| whole.pixel(left + x, top + y) == bare.pixel(x, y))
            })
        };
        assert_eq!(places.filter(is_here).count(), 1);
    });
}
