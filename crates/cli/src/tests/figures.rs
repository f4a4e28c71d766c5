//! Figures as other programs read them: the pixels of their cells, their texts, their sizes.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;

use crate::figures::drawing::{Image, ImageFormat, Labels};
use crate::figures::picture::{Palette, Picture};
use crate::tests::common::{plan, stored};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use grundytab::Control;
use grundytab::engine::cpu::CpuEngine;
use grundytab::table::{Codec, TableReader};
use tempfile::TempDir;

/// An image in a file: width, height, and the colours row after row.
struct Embedded {
    width: usize,
    height: usize,
    colors: Vec<[u8; 3]>,
}

/// Stores a table and calls `check` with it.
fn with_table(game: &str, domain: &str, quantity: &str, check: impl FnOnce(&TableReader)) {
    let folder = TempDir::new().expect("a folder");
    let plan = plan(game, domain, quantity, Some(16));
    check(&stored(&folder.path().join("t.zarr"), &plan, Codec::Zstd, &CpuEngine));
}

fn file_of(picture: &Picture, format: ImageFormat) -> Vec<u8> {
    let control = Control::default();
    let drawing = picture.drawing(format, &control).expect("drawn");
    drawing.to_file(format, &picture.metadata(), &control).expect("written")
}

/// Returns what is between two texts in a text.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before}")).1;
    rest.split_once(after).unwrap_or_else(|| panic!("no {after}")).0
}

/// Returns the image in an SVG file, decoded by the crate png.
fn image_of_svg(svg: &[u8]) -> Embedded {
    let text = std::str::from_utf8(svg).expect("a text");
    let png =
        BASE64_STANDARD.decode(between(text, "data:image/png;base64,", "\"")).expect("base64");
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut bytes = vec![0; reader.output_buffer_size().expect("it fits")];
    reader.next_frame(&mut bytes).expect("pixels");
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    Embedded { width, height, colors: bytes.as_chunks::<3>().0.to_vec() }
}

/// Returns the image in a PDF file, read as the standard (ISO 32000) says: colours, or indices into a table of them,
/// packed into bytes, each row behind the name of its filter.
fn image_of_pdf(pdf: &[u8]) -> Embedded {
    let find = |from: usize, words: &[u8]| {
        let at = pdf[from..].windows(words.len()).position(|window| window == words);
        from + at.unwrap_or_else(|| panic!("no {}", String::from_utf8_lossy(words)))
    };
    let begin = find(0, b"/Subtype /Image");
    let stream = find(begin, b"stream\n");
    let dictionary: String = pdf[begin..stream].iter().map(|byte| char::from(*byte)).collect();
    let number = |key: &str| -> usize {
        let rest = dictionary.split_once(key).unwrap_or_else(|| panic!("no {key}")).1.trim_start();
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or_else(|_| panic!("{key} {rest}"))
    };
    let (width, height) = (number("/Width "), number("/Height "));
    let depth = number("/BitsPerComponent ");
    let channels = number("/Colors ");
    assert_eq!((number("/Columns "), number("/Predictor ")), (width, 15));
    let table = dictionary.split_once("/Indexed /DeviceRGB ").map(|(_, rest)| {
        assert_eq!(channels, 1);
        pdf_string(rest.split_once(' ').expect("colours").1)
    });
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(&pdf[stream + 7..]).expect("a stream");
    let of_row = (width * channels * depth).div_ceil(8) + 1;
    assert_eq!(bytes.len(), of_row * height);
    let mut colors = Vec::new();
    let mut above = vec![0; of_row - 1];
    for row in bytes.chunks(of_row) {
        let row = unfiltered(row, &above, channels);
        for column in 0..width {
            let index = || {
                let bit = column * depth;
                usize::from(row[bit / 8] >> (8 - depth - bit % 8)) & ((1 << depth) - 1)
            };
            let (of, at) = table.as_ref().map_or((&row, 3 * column), |table| (table, 3 * index()));
            colors.push([of[at], of[at + 1], of[at + 2]]);
        }
        above = row;
    }
    Embedded { width, height, colors }
}

/// Undoes the filter of a row, which its first byte names (ISO/IEC 15948, section 9).
fn unfiltered(row: &[u8], above: &[u8], channels: usize) -> Vec<u8> {
    let mut found: Vec<u8> = Vec::new();
    for (at, &byte) in row[1..].iter().enumerate() {
        let before = |row: &[u8]| if at < channels { 0 } else { row[at - channels] };
        let [left, up, corner] = [before(&found), above[at], before(above)].map(i32::from);
        let estimate = match row[0] {
            0 => 0,
            1 => left,
            2 => up,
            3 => (left + up) / 2,
            _ => {
                let distance = |of: i32| (left + up - corner - of).abs();
                let least = distance(left).min(distance(up)).min(distance(corner));
                [left, up, corner]
                    .into_iter()
                    .find(|of| distance(*of) == least)
                    .expect("one of them")
            }
        };
        found.push(byte.wrapping_add(estimate as u8));
    }
    found
}

/// Reads a string of a PDF file, in hexadecimal digits or as it is with backslashes.
fn pdf_string(beginning: &str) -> Vec<u8> {
    if let Some(digits) = beginning.strip_prefix('<') {
        let digits: Vec<char> = digits.chars().take_while(|digit| *digit != '>').collect();
        let byte = |pair: &[char]| {
            u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("hexadecimal digits")
        };
        return digits.chunks(2).map(byte).collect();
    }
    let mut rest = beginning.strip_prefix('(').expect("a string").chars().peekable();
    let (mut bytes, mut depth) = (Vec::new(), 1);
    while let Some(character) = rest.next() {
        match character {
            '\\' => match rest.next().expect("what is escaped") {
                'n' => bytes.push(b'\n'),
                'r' => bytes.push(b'\r'),
                't' => bytes.push(b'\t'),
                'b' => bytes.push(8),
                'f' => bytes.push(12),
                digit if digit.is_ascii_digit() => {
                    let mut value = digit.to_digit(8).expect("an octal digit");
                    for _ in 0..2 {
                        if let Some(next) = rest.peek().and_then(|next| next.to_digit(8)) {
                            value = 8 * value + next;
                            rest.next();
                        }
                    }
                    bytes.push(value as u8);
                }
                other => bytes.push(other as u8),
            },
            ')' if depth == 1 => return bytes,
            _ => {
                depth += i32::from(character == '(') - i32::from(character == ')');
                bytes.push(character as u8);
            }
        }
    }
    panic!("the string does not end");
}

/// Checks that an image shows the cells, of which `cells` has a pixel each, as squares of one size.
fn assert_shows(found: &Embedded, cells: &Image, about: &str) {
    let side = found.width / cells.width() as usize;
    let size = [cells.width(), cells.height()].map(|cells| cells as usize * side);
    assert!(side >= 1 && [found.width, found.height] == size, "{about}: {size:?}");
    for (at, color) in found.colors.iter().enumerate() {
        let (x, y) = (at % found.width / side, at / found.width / side);
        let expected = cells.pixel(x as u32, y as u32).expect("a cell").rgb;
        assert_eq!(*color, expected, "{about}: cell {x} {y}");
    }
}

/// The image in SVG and PDF has for every cell the colour that the picture with a pixel for each cell has, whose pixels
/// `crates/cli/src/tests/pictures.rs` compares with the definition: with few and with many colours, with a width on paper, with all
/// that stands around, and of cells that are means.
#[test]
fn the_cells_of_svg_and_pdf_have_their_exact_colours() {
    for (quantity, domain) in [("outcome", "37x23"), ("grundy", "37x23"), ("grundy", "150x40")] {
        with_table("wythoff", domain, quantity, |table| {
            let picture = || Picture::of_table(table).expect("two heaps");
            let drawn = |scale: &str| {
                let picture = picture()
                    .with(|it| it.is_bare = true)
                    .with(|it| it.scale = Some(scale.parse().expect(scale)));
                picture.draw(&Control::default()).expect("drawn")
            };
            let width = "8.5cm".parse().expect("a length");
            for (picture, cells, about) in [
                (picture(), drawn("1"), "a fitting scale"),
                (
                    picture()
                        .with(|it| it.scale = Some("3".parse().expect("a scale")))
                        .with(|it| it.is_bare = true),
                    drawn("1"),
                    "bare",
                ),
                (picture().width(width), drawn("1"), "a width"),
                (
                    picture().with(|it| it.scale = Some("1/4".parse().expect("a scale"))),
                    drawn("1/4"),
                    "means",
                ),
            ] {
                assert_shows(&image_of_svg(&file_of(&picture, ImageFormat::Svg)), &cells, about);
                assert_shows(&image_of_pdf(&file_of(&picture, ImageFormat::Pdf)), &cells, about);
            }
        });
    }
}

/// In a PNG figure with a width, every pixel of a cell has its exact colour, and every cell its pixels: of 40 columns
/// in 500 pixels, each has 12 or 13. Catches cells that are blurred or lost where they are no whole number of pixels.
#[test]
fn a_png_of_any_width_has_exact_colours() {
    with_table("wythoff", "40x40", "grundy", |table| {
        let picture = || Picture::of_table(table).expect("two heaps").with(|it| it.is_bare = true);
        let cells = picture().with(|it| it.scale = Some("1".parse().expect("a scale")));
        let cells = cells.draw(&Control::default()).expect("drawn");
        let image = picture().width("500px".parse().expect("a length"));
        let image = image.draw(&Control::default()).expect("drawn");
        assert_eq!((image.width(), image.height()), (500, 500));
        for (x, y) in (0..500).flat_map(|x| (0..500).map(move |y| (x, y))) {
            // The middle of the pixel lies in the cell of this column and row.
            let of_cell = |at: u32| (2 * at + 1) * 40 / 1000;
            assert_eq!(image.pixel(x, y), cells.pixel(of_cell(x), of_cell(y)), "{x} {y}");
        }
    });
}

/// What is marked is widened by one pixel in all eight directions and no further, and not out of the domain; also where
/// it is white on black. The P-positions of Wythoff Nim below (3,5) are (0,0), (1,2), (2,1), (3,5), (5,3).
#[test]
fn dilation_widens_what_is_marked() {
    with_table("wythoff", "6x6", "outcome", |table| {
        for is_inverted in [false, true] {
            let picture = Picture::of_table(table)
                .expect("two heaps")
                .with(|it| it.is_bare = true)
                .with(|it| it.dilation = 1);
            let picture = picture
                .with(|it| it.is_inverted = is_inverted)
                .with(|it| it.scale = Some("1".parse().expect("a scale")));
            let image = picture.draw(&Control::default()).expect("drawn");
            let p_positions = [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3)];
            for (x, y) in (0..6_u32).flat_map(|x| (0..6_u32).map(move |y| (x, y))) {
                let near = |&(a, b): &(u32, u32)| x.abs_diff(a) <= 1 && y.abs_diff(b) <= 1;
                let is_black = p_positions.iter().any(near) != is_inverted;
                let expected = if is_black { [0; 3] } else { [255; 3] };
                assert_eq!(image.pixel(x, 5 - y).map(|color| color.rgb), Some(expected), "{x} {y}");
            }
        }
    });
    // On the simplex of 5 tokens the cells outside stay grey.
    with_table("nim", "tokens 5", "outcome", |table| {
        let picture = Picture::of_table(table)
            .expect("two heaps")
            .with(|it| it.is_bare = true)
            .with(|it| it.dilation = 5);
        let picture = picture.with(|it| it.scale = Some("1".parse().expect("a scale")));
        let image = picture.draw(&Control::default()).expect("drawn");
        for (x, y) in (0..6_u32).flat_map(|x| (0..6_u32).map(move |y| (x, y))) {
            let expected = if x + y <= 5 { [0; 3] } else { [0xe4; 3] };
            assert_eq!(image.pixel(x, 5 - y).map(|color| color.rgb), Some(expected), "{x} {y}");
        }
    });
}

/// A colour for each of a few values, as docs/figures.md promises: catches colours that are mixed with their neighbours.
#[test]
fn each_of_few_values_has_exactly_its_colour() {
    with_table("nim", "40x1", "grundy", |table| {
        for count in 2..=32_u32 {
            // Neighbours are far from one another.
            let rgb =
                |value: u32| [255 * (value % 2), 97 * value % 256, 8 * value].map(|c| c as u8);
            let list: Vec<String> = (0..count)
                .map(|value| {
                    let [red, green, blue] = rgb(value);
                    format!("#{red:02x}{green:02x}{blue:02x}")
                })
                .collect();
            let palette: Palette = format!("colors:{}", list.join(",")).parse().expect("a palette");
            for is_inverted in [false, true] {
                let limits = format!("0..{}", count - 1).parse().expect("limits");
                let picture = Picture::of_table(table).expect("two heaps").palette(palette);
                let picture = picture
                    .expect("it suits")
                    .with(|it| (it.limits, it.is_logarithmic) = (Some(limits), false))
                    .with(|it| it.is_bare = true);
                let picture = picture
                    .with(|it| it.is_inverted = is_inverted)
                    .with(|it| it.scale = Some("1".parse().expect("a scale")));
                let image = picture.draw(&Control::default()).expect("drawn");
                for value in 0..40 {
                    let shown = value.min(count - 1);
                    let shown = if is_inverted { count - 1 - shown } else { shown };
                    let found = image.pixel(value, 0).expect("a pixel").rgb;
                    assert_eq!(found, rgb(shown), "{value} of {count} colours");
                }
            }
        }
    });
}

/// Colours of Nim on 16 by 1 cells, whose values are 0 to 15. Catches limits that cut at another value, a logarithm that
/// is none, and own colours that are others at their own values.
#[test]
fn colours_follow_limits_and_logarithms() {
    with_table("nim", "16x1", "grundy", |table| {
        let colors = |palette: &str, limits: Option<&str>, is_logarithmic: bool| -> Vec<[u8; 3]> {
            let palette: Palette = palette.parse().expect(palette);
            let limits = limits.map(|limits| limits.parse().expect(limits));
            let picture = Picture::of_table(table).expect("two heaps").palette(palette);
            let picture = picture
                .expect("it suits")
                .with(|it| (it.limits, it.is_logarithmic) = (limits, is_logarithmic))
                .with(|it| it.is_bare = true);
            let picture = picture.with(|it| it.scale = Some("1".parse().expect("a scale")));
            let image = picture.draw(&Control::default()).expect("drawn");
            (0..16).map(|x| image.pixel(x, 0).expect("a pixel").rgb).collect()
        };
        let own = colors("colors:#000000,#ff8800,#ffffff", Some("4..6"), false);
        assert!(own[..=4].iter().all(|color| *color == [0; 3]));
        assert_eq!(own[5], [0xff, 0x88, 0]);
        assert!(own[6..].iter().all(|color| *color == [255; 3]));
        // From 1 to 4 is half of the way from 1 to 16 by logarithms, and half of 255 is 128.
        let logarithmic = colors("colors:#000,#fff", Some("1..16"), true);
        assert_eq!((logarithmic[0], logarithmic[1], logarithmic[4]), ([0; 3], [0; 3], [128; 3]));
        let linear = colors("colors:#000,#fff", Some("0..10"), false);
        assert_eq!((linear[5], linear[10], linear[15]), ([128; 3], [255; 3], [255; 3]));
        let hue = colors("hue", None, true);
        assert!(hue[0] == [0; 3] && hue[1] != hue[2] && hue[14] != hue[1]);
    });
}

/// Runs a program, and returns what it prints.
fn printed(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{program}: {text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// Poppler finds the texts of a PDF figure, the font in it, its title, its size and the pixels of its image. Run by
/// scripts/test.
#[test]
#[ignore = "it needs poppler-utils"]
fn poppler_reads_a_pdf_figure() {
    with_table("wythoff", "60x60", "grundy", |table| {
        let folder = TempDir::new().expect("a folder");
        let labels = Labels { title: Some("φ ≤ \"2\" & so".into()), ..Labels::default() };
        let picture = Picture::of_table(table).expect("two heaps").with(|it| it.labels = labels);
        let picture = picture.width("10cm".parse().expect("a length"));
        fs::write(folder.path().join("f.pdf"), file_of(&picture, ImageFormat::Pdf))
            .expect("written");
        let run = |program: &str, arguments: &[&str]| printed(program, arguments, folder.path());
        let text = run("pdftotext", &["f.pdf", "-"]);
        for words in ["φ ≤ \"2\" & so", "Grundy values, box 60x60", "0: P-position", "x", "20"] {
            assert!(text.lines().any(|line| line.contains(words)), "{words}: {text}");
        }
        let fonts = run("pdffonts", &["f.pdf"]);
        let font = fonts.lines().find(|line| line.contains("DejaVuSans")).expect("a font");
        assert!(font.contains("CID TrueType") && font.contains("yes yes yes"), "{fonts}");
        let about = run("pdfinfo", &["f.pdf"]);
        assert!(
            about.contains("φ ≤ \"2\" & so") && about.contains("Pages:           1"),
            "{about}"
        );
        // 10 cm are 283.46 points.
        assert!(about.contains("Page size:       283."), "{about}");
        run("pdfimages", &["-png", "f.pdf", "i"]);
        let png = fs::read(folder.path().join("i-000.png")).expect("an image");
        let svg = format!("data:image/png;base64,{}\"", BASE64_STANDARD.encode(png));
        let cells = Picture::of_table(table).expect("two heaps").with(|it| it.is_bare = true);
        let cells = cells
            .with(|it| it.scale = Some("1".parse().expect("a scale")))
            .draw(&Control::default());
        assert_shows(&image_of_svg(svg.as_bytes()), &cells.expect("drawn"), "pdfimages");
    });
}

/// The LaTeX document of docs/figures.md compiles with the figure beside it. Run by scripts/test where LaTeX is there.
#[test]
#[ignore = "it needs LaTeX"]
fn latex_takes_the_figure_of_the_document() {
    let document = between(include_str!("../../../../docs/figures.md"), "```latex\n", "```");
    with_table("wythoff", "200x200", "grundy", |table| {
        let folder = TempDir::new().expect("a folder");
        let picture = Picture::of_table(table).expect("two heaps");
        let picture = picture.width("8.5cm".parse().expect("a length"));
        let pdf = file_of(&picture, ImageFormat::Pdf);
        fs::write(folder.path().join("wythoff.pdf"), pdf).expect("written");
        fs::write(folder.path().join("paper.tex"), document).expect("written");
        let log = printed("pdflatex", &["-interaction=nonstopmode", "paper.tex"], folder.path());
        assert!(!log.contains("Warning"), "{log}");
        assert!(
            log.contains("wythoff.pdf") && log.contains("Output written on paper.pdf (1 page"),
            "{log}"
        );
    });
}
