//! Drawings as SVG.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::letters::{self, Anchor};
use super::metadata::escaped;
use super::{Drawing, Ink, Item, Metadata, PIXELS_PER_INCH, PlacedImage, Shape};
use grundytab::control::{Control, Interrupted};

/// Returns the bytes of a file.
pub(super) fn file_of(
    drawing: &Drawing,
    metadata: &Metadata,
    control: &Control,
) -> Result<Vec<u8>, Interrupted> {
    let mut svg = String::new();
    let (width, height) = (number(drawing.width), number(drawing.height));
    let on_paper = |side: f32| match drawing.pixels_per_inch {
        PIXELS_PER_INCH => number(side),
        per_inch => format!("{}mm", number(side / per_inch * 25.4)),
    };
    push(&mut svg, format_args!("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    push(&mut svg, format_args!("xmlns:xlink=\"http://www.w3.org/1999/xlink\" "));
    let size = (on_paper(drawing.width), on_paper(drawing.height));
    push(&mut svg, format_args!("width=\"{}\" height=\"{}\" ", size.0, size.1));
    push(&mut svg, format_args!("viewBox=\"0 0 {width} {height}\">\n"));
    if !metadata.is_empty() {
        // What screen readers say, then what programs read.
        push(&mut svg, format_args!("<title>{}</title>\n", escaped(&metadata.title)));
        push(&mut svg, format_args!("<desc>{}</desc>\n", escaped(&metadata.description())));
        push(&mut svg, format_args!("<metadata>\n{}</metadata>\n", metadata.to_xml()));
    }
    if drawing.items.iter().any(|item| matches!(item, Item::Text { .. })) {
        let font = BASE64_STANDARD.encode(letters::FILE);
        let family = letters::FAMILY;
        push(&mut svg, format_args!("<style>@font-face{{font-family:\"{family}\";"));
        push(&mut svg, format_args!("src:url(data:font/ttf;base64,{font})}}\n"));
        push(&mut svg, format_args!("text{{font-family:\"{family}\",sans-serif}}</style>\n"));
    }
    push(&mut svg, format_args!("<path d=\"M0 0H{width}V{height}H0z\" fill=\"#fff\"/>\n"));
    if let Some(PlacedImage { image, at: [x, y, width, height], is_crisp }) = &drawing.image {
        let png = BASE64_STANDARD.encode(image.to_png(control)?);
        let place = [x, y, width, height].map(|length| number(*length));
        let [x, y, width, height] = place;
        push(&mut svg, format_args!("<image x=\"{x}\" y=\"{y}\" width=\"{width}\" "));
        push(&mut svg, format_args!("height=\"{height}\" preserveAspectRatio=\"none\" "));
        if *is_crisp {
            // The name of older programs, and that of browsers.
            svg.push_str("image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\" ");
        }
        push(&mut svg, format_args!("xlink:href=\"data:image/png;base64,{png}\"/>\n"));
    }
    for item in &drawing.items {
        push_item(&mut svg, item);
    }
    svg.push_str("</svg>\n");
    Ok(svg.into_bytes())
}

fn push_item(svg: &mut String, item: &Item) {
    match item {
        Item::Shape { shape, ink, width } => {
            let style = match width {
                None => filled(ink),
                Some(width) => stroked(ink, *width),
            };
            let element = match shape {
                Shape::Rectangle(at) => {
                    let [x, y, width, height] = at.map(number);
                    format!("rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
                }
                Shape::Rectangles(all) => {
                    let one = |[x, y, width, height]: &[f32; 4]| {
                        let [x, y, width, height] = [*x, *y, *width, *height].map(number);
                        format!("M{x} {y}h{width}v{height}h-{width}z")
                    };
                    format!("path d=\"{}\"", all.iter().map(one).collect::<String>())
                }
                Shape::Points(points) => {
                    let element = if width.is_some() { "polyline" } else { "polygon" };
                    let pairs =
                        points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y)));
                    format!("{element} points=\"{}\"", pairs.collect::<Vec<_>>().join(" "))
                }
                Shape::Circle([x, y], radius) => {
                    let [x, y, radius] = [*x, *y, *radius].map(number);
                    format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")
                }
            };
            push(svg, format_args!("<{element}{style}/>\n"));
        }
        Item::Text { at, letters, anchor, text, is_upright, is_slanted } => {
            let [x, y] = at.map(number);
            let slant = format!("skewX(-{})", number(letters::SLANT.atan().to_degrees()));
            let place = match (is_upright, is_slanted) {
                (false, false) => format!("x=\"{x}\" y=\"{y}\""),
                (true, false) => format!("transform=\"translate({x} {y}) rotate(-90)\""),
                (false, true) => format!("transform=\"translate({x} {y}) {slant}\""),
                (true, true) => format!("transform=\"translate({x} {y}) rotate(-90) {slant}\""),
            };
            let anchor = match anchor {
                Anchor::Left => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::Right => " text-anchor=\"end\"",
            };
            let (size, fill) = (number(letters.em()), filled(&letters.color.into()));
            let text = escaped(text);
            push(
                svg,
                format_args!("<text {place} font-size=\"{size}\"{anchor}{fill}>{text}</text>\n"),
            );
        }
    }
}

fn filled(ink: &Ink) -> String {
    format!(" fill=\"{}\"{}", ink.color, opacity("fill", ink))
}

fn stroked(ink: &Ink, width: f32) -> String {
    let width = number(width);
    let (color, opacity) = (ink.color, opacity("stroke", ink));
    format!(" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"{opacity}")
}

fn opacity(of: &str, ink: &Ink) -> String {
    if ink.opacity < 1.0 {
        format!(" {of}-opacity=\"{}\"", number(ink.opacity))
    } else {
        String::new()
    }
}

/// Writes a number with at most three decimals.
fn number(number: f32) -> String {
    let text = format!("{number:.3}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".into() } else { short.into() }
}

/// Writing to a text does not fail.
fn push(svg: &mut String, arguments: std::fmt::Arguments) {
    let _ = svg.write_fmt(arguments);
}
