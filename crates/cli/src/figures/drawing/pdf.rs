//! Drawings as PDF: one page, by pdf-writer. Texts are texts, in the letters of the font that they need.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, Predictor, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use super::letters::{self, FACE, is_missing};
use super::{Drawing, Image, Ink, Item, Metadata, PlacedImage, Shape};
use grundytab::control::{Control, Interrupted};

/// Points of an inch, the unit of PDF.
const POINTS: f32 = 72.0;

/// How well streams are compressed.
const LEVEL: u8 = 6;

/// The control points of a quarter of a circle are this share of the radius away from its ends.
const QUARTER: f32 = 0.552_284_8;

/// The objects of the file.
const XMP: Ref = Ref::new(1);
const CATALOG: Ref = Ref::new(2);
const PAGES: Ref = Ref::new(3);
const PAGE: Ref = Ref::new(4);
const CONTENT: Ref = Ref::new(5);
const INFORMATION: Ref = Ref::new(6);
const IMAGE: Ref = Ref::new(7);
const FONT: Ref = Ref::new(8);
const CID_FONT: Ref = Ref::new(9);
const DESCRIPTOR: Ref = Ref::new(10);
const FONT_FILE: Ref = Ref::new(11);
const UNICODE: Ref = Ref::new(12);
/// States of opacity have the numbers from here on.
const FIRST_STATE: i32 = 13;

/// Which glyphs of the font are those of the font that code points number.
const IDENTITY: SystemInfo =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Returns the bytes of a file.
pub(super) fn file_of(
    drawing: &Drawing,
    metadata: &Metadata,
    control: &Control,
) -> Result<Vec<u8>, Interrupted> {
    let mut pdf = Pdf::new();
    // Nothing below is newer, and LaTeX warns of files that say more.
    pdf.set_version(1, 5);
    // First, so that it is found at the beginning of a large file.
    let xmp = format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n{}<?xpacket end=\"r\"?>",
        metadata.to_xml()
    );
    if !metadata.is_empty() {
        pdf.metadata(XMP, xmp.as_bytes());
        let mut information = pdf.document_info(INFORMATION);
        for (key, text) in metadata.entries() {
            // PDF has a word of its own for the program.
            let key = if key == "Software" { "Creator" } else { key };
            information.pair(Name(key.as_bytes()), TextStr(text));
        }
    }
    let mut catalog = pdf.catalog(CATALOG);
    catalog.pages(PAGES);
    if !metadata.is_empty() {
        catalog.metadata(XMP);
    }
    catalog.finish();
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut ink = States::default();
    let mut text = Text::default();
    let content = content_of(drawing, &mut ink, &mut text);
    let scale = POINTS / drawing.pixels_per_inch;
    let mut page = pdf.page(PAGE);
    page.media_box(Rect::new(0.0, 0.0, scale * drawing.width, scale * drawing.height));
    page.parent(PAGES).contents(CONTENT);
    let mut resources = page.resources();
    if drawing.image.is_some() {
        resources.x_objects().pair(Name(b"I"), IMAGE);
    }
    if !text.is_empty() {
        resources.fonts().pair(Name(b"F"), FONT);
    }
    let mut states = resources.ext_g_states();
    for (&opacity, name) in &ink.names {
        states.pair(Name(name.as_bytes()), state(opacity));
    }
    states.finish();
    resources.finish();
    page.finish();
    for &opacity in ink.names.keys() {
        let share = f32::from(opacity) / 255.0;
        pdf.ext_graphics(state(opacity)).non_stroking_alpha(share).stroking_alpha(share);
    }
    let content = compress_to_vec_zlib(&content, LEVEL);
    pdf.stream(CONTENT, &content).filter(Filter::FlateDecode);
    if let Some(PlacedImage { image, .. }) = &drawing.image {
        embed_image(&mut pdf, image, control)?;
    }
    if !text.is_empty() {
        text.embed_font(&mut pdf);
    }
    Ok(pdf.finish())
}

fn state(opacity: u8) -> Ref {
    Ref::new(FIRST_STATE + i32::from(opacity))
}

/// The degrees of opacity that a page has, from 0 to 255, with their names.
#[derive(Default)]
struct States {
    names: BTreeMap<u8, String>,
    now: Option<u8>,
}

impl States {
    /// Sets the colours of the page to an ink.
    fn set(&mut self, content: &mut Content, ink: Ink) {
        let [red, green, blue] = ink.color.rgb.map(|byte| f32::from(byte) / 255.0);
        content.set_fill_rgb(red, green, blue).set_stroke_rgb(red, green, blue);
        let opacity = (255.0 * ink.opacity).round() as u8;
        if self.now.unwrap_or(255) != opacity {
            let name = self.names.entry(opacity).or_insert_with(|| format!("G{opacity}"));
            content.set_parameters(Name(name.as_bytes()));
            self.now = Some(opacity);
        }
    }
}

/// Returns the operators that draw the page.
fn content_of(drawing: &Drawing, inks: &mut States, texts: &mut Text) -> Vec<u8> {
    let mut content = Content::new();
    let scale = POINTS / drawing.pixels_per_inch;
    // Lengths are in pixels from the top left.
    content.transform([scale, 0.0, 0.0, -scale, 0.0, scale * drawing.height]);
    if let Some(PlacedImage { at: [left, top, width, height], .. }) = drawing.image {
        content.save_state();
        content.transform([width, 0.0, 0.0, -height, left, top + height]);
        content.x_object(Name(b"I")).restore_state();
    }
    for item in &drawing.items {
        match item {
            Item::Shape { shape, ink, width } => {
                inks.set(&mut content, *ink);
                if let Some(width) = width {
                    content.set_line_width(*width);
                }
                match shape {
                    Shape::Rectangle([left, top, width, height]) => {
                        content.rect(*left, *top, *width, *height);
                    }
                    Shape::Rectangles(all) => {
                        for [left, top, width, height] in all {
                            content.rect(*left, *top, *width, *height);
                        }
                    }
                    Shape::Points(points) => path(&mut content, points),
                    Shape::Circle(middle, radius) => circle(&mut content, *middle, *radius),
                }
                if width.is_some() {
                    content.stroke()
                } else {
                    content.fill_nonzero()
                };
            }
            Item::Text { at: [x, y], letters, anchor, text, is_upright, is_slanted } => {
                inks.set(&mut content, letters.color.into());
                let before = letters.before(*anchor, text);
                let slant = if *is_slanted { letters::SLANT } else { 0.0 };
                let matrix = match is_upright {
                    false => [1.0, 0.0, slant, -1.0, x - before, *y],
                    true => [0.0, -1.0, -1.0, -slant, *x, y + before],
                };
                // What is drawn as boxes is found and copied as what it is.
                let is_incomplete = text.chars().any(is_missing);
                if is_incomplete {
                    let mut part = content.begin_marked_content_with_properties(Name(b"Span"));
                    part.properties().actual_text(TextStr(text));
                }
                content.begin_text().set_font(Name(b"F"), letters.em());
                content.set_text_matrix(matrix).show(Str(&texts.codes(text))).end_text();
                if is_incomplete {
                    content.end_marked_content();
                }
            }
        }
    }
    content.finish().to_vec()
}

/// Begins a path through points.
fn path(content: &mut Content, points: &[[f32; 2]]) {
    for (index, [x, y]) in points.iter().enumerate() {
        if index == 0 {
            content.move_to(*x, *y)
        } else {
            content.line_to(*x, *y)
        };
    }
}

fn circle(content: &mut Content, [x, y]: [f32; 2], radius: f32) {
    let near = QUARTER * radius;
    content.move_to(x + radius, y);
    let (right, left, below, above) = (x + radius, x - radius, y + radius, y - radius);
    content.cubic_to(right, y + near, x + near, below, x, below);
    content.cubic_to(x - near, below, left, y + near, left, y);
    content.cubic_to(left, y - near, x - near, above, x, above);
    content.cubic_to(x + near, above, right, y - near, right, y);
    content.close_path();
}

/// Embeds an image as the compressed rows of its PNG file, which PDF reads as they are.
fn embed_image(pdf: &mut Pdf, image: &Image, control: &Control) -> Result<(), Interrupted> {
    let png = image.to_png(control)?;
    let chunks = || chunks(&png);
    let rows: Vec<u8> =
        chunks().filter(|(kind, _)| kind == b"IDAT").flat_map(|(_, data)| data).copied().collect();
    let header = chunks().find(|(kind, _)| kind == b"IHDR").map_or(&[][..], |(_, data)| data);
    let depth = i32::from(header.get(8).copied().unwrap_or(8));
    let (width, height) = (image.width() as i32, image.height() as i32);
    let mut object = pdf.image_xobject(IMAGE, &rows);
    object.filter(Filter::FlateDecode);
    object.width(width).height(height).bits_per_component(depth).interpolate(false);
    let colors = chunks().find(|(kind, _)| kind == b"PLTE").map(|(_, colors)| colors);
    match colors {
        Some(colors) => {
            let last = (colors.len() / 3) as i32 - 1;
            object.color_space().indexed(Name(b"DeviceRGB"), last, colors);
        }
        None => {
            object.color_space().device_rgb();
        }
    }
    let mut parameters = object.decode_parms();
    parameters.predictor(Predictor::PngOptimum).columns(width).bits_per_component(depth);
    parameters.colors(if colors.is_some() { 1 } else { 3 });
    Ok(())
}

/// Lists the parts of a PNG file, each with its name.
fn chunks(png: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    // Behind the eight bytes of the signature.
    let mut rest = png.get(8..).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(*rest.first_chunk()?) as usize;
        let part = (rest.get(4..8)?, rest.get(8..8 + length)?);
        rest = rest.get(12 + length..)?;
        Some(part)
    })
}

/// The glyphs of the page's texts, with the characters that they are.
#[derive(Default)]
struct Text {
    glyphs: GlyphRemapper,
    characters: BTreeMap<u16, char>,
}

impl Text {
    fn is_empty(&self) -> bool {
        self.characters.is_empty()
    }

    /// Returns a text as the numbers of its glyphs in the font that is embedded.
    fn codes(&mut self, text: &str) -> Vec<u8> {
        let mut codes = Vec::new();
        for character in text.chars() {
            let code = self.glyphs.remap(letters::glyph(character).0);
            // One box stands for all that are missing.
            let character = match is_missing(character) {
                true => char::REPLACEMENT_CHARACTER,
                false => character,
            };
            self.characters.entry(code).or_insert(character);
            codes.extend(code.to_be_bytes());
        }
        codes
    }

    /// Embeds the letters that are needed of the font.
    fn embed_font(&self, pdf: &mut Pdf) {
        let Some(face) = FACE.as_ref() else { return };
        let Ok(file) = subsetter::subset(letters::FILE, 0, &self.glyphs) else { return };
        // A part of a font has a name of six letters before its own.
        let name = format!("GRNDTB+{}", letters::FAMILY.replace(' ', ""));
        let name = Name(name.as_bytes());
        let mut font = pdf.type0_font(FONT);
        font.base_font(name).encoding_predefined(Name(b"Identity-H"));
        font.descendant_font(CID_FONT).to_unicode(UNICODE);
        font.finish();
        let mut cid_font = pdf.cid_font(CID_FONT);
        cid_font.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY);
        cid_font.font_descriptor(DESCRIPTOR).default_width(0.0);
        cid_font.cid_to_gid_map_predefined(Name(b"Identity"));
        let widths = self
            .glyphs
            .remapped_gids()
            .map(|glyph| 1000.0 * letters::advance_of_glyph(ttf_parser::GlyphId(glyph)));
        cid_font.widths().consecutive(0, widths);
        cid_font.finish();
        let unit = 1000.0 / f32::from(face.units_per_em());
        let of_face = |length: i16| unit * f32::from(length);
        let bounds = face.global_bounding_box();
        let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(of_face);
        let [left, bottom, right, top] = bounds;
        let bounds = Rect::new(left, bottom, right, top);
        let mut descriptor = pdf.font_descriptor(DESCRIPTOR);
        descriptor.name(name).flags(FontFlags::NON_SYMBOLIC).bbox(bounds).italic_angle(0.0);
        descriptor.ascent(of_face(face.ascender())).descent(of_face(face.descender()));
        // Capital letters of DejaVu Sans are as high as its digits; stems are not used.
        descriptor.cap_height(729.0).stem_v(80.0).font_file2(FONT_FILE);
        descriptor.finish();
        let length = file.len() as i32;
        let file = compress_to_vec_zlib(&file, LEVEL);
        let mut stream = pdf.stream(FONT_FILE, &file);
        stream.filter(Filter::FlateDecode).pair(Name(b"Length1"), length);
        stream.finish();
        let mut unicode = UnicodeCmap::<u16>::new(Name(b"Custom"), IDENTITY);
        for (&code, &character) in &self.characters {
            unicode.pair(code, character);
        }
        pdf.cmap(UNICODE, &unicode.finish());
    }
}
