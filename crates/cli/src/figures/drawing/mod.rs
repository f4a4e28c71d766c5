//! Drawings: texts, lines, shapes and an image, which become files in three formats.
//!
//! | file | what it does |
//! |---|---|
//! | `drawing/svg.rs` | a drawing as SVG: texts stay texts, in a font that the file holds |
//! | `drawing/raster.rs` | a drawing as pixels, by the crate tiny-skia |
//! | `drawing/pdf.rs` | a drawing as PDF, by the crates pdf-writer and subsetter |
//! | `drawing/metadata.rs` | what a file says of itself, in all three formats, and the reading of it |
//! | `drawing/format.rs`, `length.rs` | how the names of files end; lengths as users write them |
//! | `drawing/sheet.rs` | how large a figure is on paper, in pixels, and in letters |
//! | `drawing/letters.rs`, `font/` | the font, its widths and outlines |
//! | `drawing/color.rs`, `image.rs` | colours in linear light; pixels, and their PNG file |
//! | `drawing/labels.rs` | what is written around a figure, as users choose it |
//! | `drawing/chart/`, `ticks.rs` | panels with axes; round numbers along them |
//!
//! The crates resvg and krilla-svg would make the other formats of the SVG text. They were tried: with their shaping
//! of texts and their variable fonts they compile for 130 seconds of processor time, the three crates above for 15,
//! and a drawing has a few kinds of things in it, which each format writes in a few lines.

mod chart;
mod color;
mod format;
mod image;
mod labels;
mod length;
mod letters;
mod metadata;
mod pdf;
mod raster;
mod sheet;
mod svg;
mod ticks;

pub use chart::{Chart, Curve, MOST_POINTS, points_together};
pub use color::Color;
pub use format::ImageFormat;
pub use image::Image;
pub use labels::{Labels, LegendPlace};
pub use length::Length;
pub use metadata::{METADATA_BYTES, Metadata};
pub use sheet::Sheet;

pub(crate) use color::Light;
pub(crate) use labels::in_rows;
pub(crate) use letters::{Anchor, EM, Letters};
pub(crate) use ticks::{multiples, round_step};

use grundytab::control::{Control, Interrupted};

/// Pixels of an inch where nobody has said how large a drawing is: those of CSS.
pub const PIXELS_PER_INCH: f32 = 96.0;

/// A drawing. Lengths are in pixels from the top left; what is added later lies above.
#[derive(Debug, Clone)]
pub struct Drawing {
    width: f32,
    height: f32,
    pixels_per_inch: f32,
    /// The pixels that lie below everything else, with the rectangle that they fill.
    image: Option<PlacedImage>,
    items: Vec<Item>,
}

/// An image in a drawing.
#[derive(Debug, Clone)]
struct PlacedImage {
    image: Image,
    at: [f32; 4],
    /// Whether its pixels stay squares where they are enlarged.
    is_crisp: bool,
}

/// A thing in a drawing.
#[derive(Debug, Clone)]
enum Item {
    /// The inside of a shape or, with a width, the line around it or through its points.
    Shape { shape: Shape, ink: Ink, width: Option<f32> },
    /// A line of text, upright if it is to be read from below.
    Text {
        at: [f32; 2],
        letters: Letters,
        anchor: Anchor,
        text: String,
        is_upright: bool,
        /// Whether its letters lean to the right, as those of variables do.
        is_slanted: bool,
    },
}

/// What an ink fills, or draws a line along.
#[derive(Debug, Clone)]
enum Shape {
    /// Left, top, width and height.
    Rectangle([f32; 4]),
    /// Several of these.
    Rectangles(Vec<[f32; 4]>),
    /// The points of a line, or the corners of a polygon.
    Points(Vec<[f32; 2]>),
    /// The middle and the radius.
    Circle([f32; 2], f32),
}

impl Item {
    fn scale(&mut self, factor: f32) {
        match self {
            Item::Shape { shape, width, .. } => {
                *width = width.map(|width| factor * width);
                match shape {
                    Shape::Rectangle(at) => *at = at.map(|length| factor * length),
                    Shape::Rectangles(all) => {
                        all.iter_mut().flatten().for_each(|length| *length *= factor);
                    }
                    Shape::Points(points) => {
                        points.iter_mut().flatten().for_each(|length| *length *= factor);
                    }
                    Shape::Circle(middle, radius) => {
                        *middle = middle.map(|length| factor * length);
                        *radius *= factor;
                    }
                }
            }
            Item::Text { at, letters, .. } => {
                *at = at.map(|length| factor * length);
                letters.size *= factor;
            }
        }
    }
}

/// A colour, and how opaque it is, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ink {
    color: Color,
    opacity: f32,
}

impl Color {
    /// Returns an ink through which some of what is below is seen.
    pub fn opaque(self, opacity: f32) -> Ink {
        Ink { color: self, opacity: opacity.clamp(0.0, 1.0) }
    }
}

impl From<Color> for Ink {
    fn from(color: Color) -> Self {
        color.opaque(1.0)
    }
}

impl Drawing {
    /// Begins a white drawing.
    pub fn new(width: f32, height: f32) -> Self {
        let pixels_per_inch = PIXELS_PER_INCH;
        Drawing { width, height, pixels_per_inch, image: None, items: Vec::new() }
    }

    /// Sets how large a pixel is on paper.
    #[must_use]
    pub fn pixels_per_inch(self, pixels_per_inch: f32) -> Self {
        Drawing { pixels_per_inch, ..self }
    }

    /// Returns the drawing with all its lengths multiplied.
    #[must_use]
    pub(crate) fn scaled(mut self, factor: f32) -> Self {
        self.width *= factor;
        self.height *= factor;
        if let Some(placed) = &mut self.image {
            placed.at = placed.at.map(|length| factor * length);
        }
        for item in &mut self.items {
            item.scale(factor);
        }
        self
    }

    /// Lays an image below everything else, into a rectangle of left, top, width and height.
    pub(crate) fn lay_image(&mut self, image: Image, at: [f32; 4], is_crisp: bool) {
        self.image = Some(PlacedImage { image, at, is_crisp });
    }

    fn add(&mut self, shape: Shape, ink: impl Into<Ink>, width: Option<f32>) {
        self.items.push(Item::Shape { shape, ink: ink.into(), width });
    }

    /// Fills a rectangle of left, top, width and height.
    pub fn fill(&mut self, at: [f32; 4], ink: impl Into<Ink>) {
        self.add(Shape::Rectangle(at), ink, None);
    }

    /// Fills rectangles, which are one shape in a file.
    pub fn fill_all(&mut self, all: Vec<[f32; 4]>, ink: impl Into<Ink>) {
        self.add(Shape::Rectangles(all), ink, None);
    }

    /// Draws a line through points.
    pub fn line(&mut self, points: Vec<[f32; 2]>, ink: impl Into<Ink>, width: f32) {
        self.add(Shape::Points(points), ink, Some(width));
    }

    /// Fills a polygon.
    pub fn polygon(&mut self, corners: Vec<[f32; 2]>, ink: impl Into<Ink>) {
        self.add(Shape::Points(corners), ink, None);
    }

    /// Draws a disc.
    pub fn disc(&mut self, middle: [f32; 2], radius: f32, ink: impl Into<Ink>) {
        self.add(Shape::Circle(middle, radius), ink, None);
    }

    /// Draws a circle.
    pub fn ring(&mut self, middle: [f32; 2], radius: f32, width: f32, ink: impl Into<Ink>) {
        self.add(Shape::Circle(middle, radius), ink, Some(width));
    }

    /// Writes a line of text, if there is any; `y` is the middle of its digits.
    pub(crate) fn text(&mut self, letters: Letters, at: (f32, f32), anchor: Anchor, text: &str) {
        if text.is_empty() {
            return;
        }
        let at = [at.0, (at.1 + letters.half_digit()).round()];
        self.write(letters, at, anchor, text, [false; 2]);
    }

    fn write(
        &mut self,
        letters: Letters,
        at: [f32; 2],
        anchor: Anchor,
        text: &str,
        [is_upright, is_slanted]: [bool; 2],
    ) {
        let text = text.into();
        self.items.push(Item::Text { at, letters, anchor, text, is_upright, is_slanted });
    }

    /// Writes the name of an axis, with variables slanted: as [`text`](Self::text) does or, if it is upright, to be read from the
    /// right; then `x` is the middle of its digits, `y` that of the line.
    pub(crate) fn name(
        &mut self,
        letters: Letters,
        at: (f32, f32),
        anchor: Anchor,
        text: &str,
        is_upright: bool,
    ) {
        let runs = letters::runs(text);
        let base = match is_upright {
            true => [(at.0 + letters.half_digit()).round(), at.1],
            false => [at.0, (at.1 + letters.half_digit()).round()],
        };
        if let [(run, is_slanted)] = runs[..] {
            return self.write(letters, base, anchor, run, [is_upright, is_slanted]);
        }
        let mut along = -letters.before(anchor, text);
        for (run, is_slanted) in runs {
            // Blanks at the ends of a text are not kept in SVG.
            let blanks = &run[..run.len() - run.trim_start().len()];
            let from = along + letters.width(blanks);
            let [x, y] = base;
            let at = if is_upright { [x, y - from] } else { [x + from, y] };
            if !run.trim().is_empty() {
                self.write(letters, at, Anchor::Left, run.trim(), [is_upright, is_slanted]);
            }
            along += letters.width(run);
        }
    }

    /// Lists the characters of its texts that the font does not have, each once.
    pub fn missing_characters(&self) -> Vec<char> {
        let mut missing = Vec::new();
        let texts = self.items.iter().filter_map(|item| match item {
            Item::Text { text, .. } => Some(text),
            _ => None,
        });
        for character in texts.flat_map(|text| text.chars()) {
            if letters::is_missing(character) && !missing.contains(&character) {
                missing.push(character);
            }
        }
        missing
    }

    /// Returns width and height in whole pixels.
    pub fn size(&self) -> [u32; 2] {
        [self.width, self.height].map(|side| side.ceil().max(1.0) as u32)
    }

    /// Returns the drawing as pixels, which the image in it keeps as they are where it has the size of its
    /// rectangle.
    ///
    /// # Errors
    /// When the control interrupts.
    pub fn to_image(&self, control: &Control) -> Result<Image, Interrupted> {
        raster::image_of(self, control)
    }

    /// Returns the bytes of a file. They depend on nothing but the drawing and the metadata.
    ///
    /// # Errors
    /// When the control interrupts.
    pub fn to_file(
        &self,
        format: ImageFormat,
        metadata: &Metadata,
        control: &Control,
    ) -> Result<Vec<u8>, Interrupted> {
        match format {
            ImageFormat::Pdf => pdf::file_of(self, metadata, control),
            ImageFormat::Svg | ImageFormat::Dot => svg::file_of(self, metadata, control),
            ImageFormat::Png => {
                let density =
                    (self.pixels_per_inch != PIXELS_PER_INCH).then_some(self.pixels_per_inch);
                self.to_image(control)?.to_png_file(density, &metadata.entries(), control)
            }
        }
    }
}
