//! The font: how wide texts are, and the outlines of their letters.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::color::Color;

/// The file of the font. Its bytes are part of the program: reading them does not fail.
pub(super) const FILE: &[u8] = include_bytes!("font/DejaVuSans.ttf");

/// The name of the font.
pub(super) const FAMILY: &str = "DejaVu Sans";

pub(super) static FACE: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(FILE, 0).ok());

/// The size of an em, as a multiple of the height of a line.
pub(crate) const EM: f32 = 0.75;

/// The height of digits in ems.
const DIGIT: f32 = 0.729;

/// How far letters of variables lean: DejaVu Sans has an oblique face of 11 degrees, and no italic one.
pub(super) const SLANT: f32 = 0.194_38;

/// Takes a text apart where variables begin and end, which are slanted: single small letters. The article is none, and a text
/// with longer words has none.
pub(super) fn runs(text: &str) -> Vec<(&str, bool)> {
    let words = || text.split(|character: char| !character.is_alphanumeric());
    let starts_with_letter = |word: &str| word.starts_with(char::is_alphabetic);
    let is_formula = !words().any(|word| word.chars().count() > 1 && starts_with_letter(word));
    let is_variable = |character: char| is_formula && character.is_lowercase() && character != 'a';
    let mut runs: Vec<(usize, bool)> = Vec::new();
    for (at, character) in text.char_indices() {
        let is_slanted = is_variable(character);
        if runs.last().is_none_or(|(_, last)| *last != is_slanted) {
            runs.push((at, is_slanted));
        }
    }
    let ends = runs.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    runs.iter().zip(ends).map(|(&(at, slanted), end)| (&text[at..end], slanted)).collect()
}

/// Which point of a line of text is at the place where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// What stands behind the beginning of a text that is not shown whole.
const DOTS: &str = "...";

/// Letters of one size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Letters {
    /// The height of a line in pixels.
    pub(crate) size: f32,
    pub(crate) color: Color,
}

impl Letters {
    /// Returns the size of an em in pixels, which programs call the size of a font.
    pub(crate) fn em(self) -> f32 {
        EM * self.size
    }

    /// Returns half the height of a digit.
    pub(super) fn half_digit(self) -> f32 {
        DIGIT * self.em() / 2.0
    }

    /// Returns the width of a line of text in pixels.
    pub(crate) fn width(self, text: &str) -> f32 {
        self.em() * text.chars().map(advance).sum::<f32>()
    }

    /// Returns the beginning of a text that fits a width, with three dots if it is not all of it.
    pub(crate) fn shortened(self, text: &str, width: f32) -> String {
        if self.width(text) <= width {
            return text.into();
        }
        // The dots and the beginning are added up from the left: the title of long rules is looked at once.
        let mut room = width - self.width(DOTS);
        let fits = |character: &char| {
            room -= self.em() * advance(*character);
            room >= 0.0
        };
        let beginning: String = text.chars().take_while(fits).collect();
        if self.width(DOTS) <= width { beginning + DOTS } else { String::new() }
    }

    /// Returns how far left of its place a text begins.
    pub(super) fn before(self, anchor: Anchor, text: &str) -> f32 {
        match anchor {
            Anchor::Left => 0.0,
            Anchor::Middle => self.width(text) / 2.0,
            Anchor::Right => self.width(text),
        }
    }
}

/// Returns the glyph of a character: that of missing ones if the font has none.
pub(super) fn glyph(character: char) -> GlyphId {
    FACE.as_ref().and_then(|face| face.glyph_index(character)).unwrap_or_default()
}

/// Whether the font lacks a character: then a box is drawn.
pub(super) fn is_missing(character: char) -> bool {
    glyph(character) == GlyphId(0)
}

/// Returns the width of a glyph in ems.
pub(super) fn advance_of_glyph(glyph: GlyphId) -> f32 {
    let Some(face) = FACE.as_ref() else { return 0.0 };
    f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) / f32::from(face.units_per_em())
}

fn advance(character: char) -> f32 {
    advance_of_glyph(glyph(character))
}

/// Returns the outline of a line of text, in ems from its beginning on the base line, upwards; nothing of blanks.
pub(super) fn outline(text: &str) -> Option<Path> {
    let face = FACE.as_ref()?;
    let unit = 1.0 / f32::from(face.units_per_em());
    let mut outline = Outline { path: PathBuilder::new(), unit, at: 0.0 };
    for glyph in text.chars().map(glyph) {
        face.outline_glyph(glyph, &mut outline);
        outline.at += advance_of_glyph(glyph);
    }
    outline.path.finish()
}

/// Joins the outlines of letters, in ems and moved to the right.
struct Outline {
    path: PathBuilder,
    unit: f32,
    at: f32,
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.at + self.unit * x, self.unit * y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.at + self.unit * x, self.unit * y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (x1, x) = (self.at + self.unit * x1, self.at + self.unit * x);
        self.path.quad_to(x1, self.unit * y1, x, self.unit * y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [x1, x2, x] = [x1, x2, x].map(|x| self.at + self.unit * x);
        self.path.cubic_to(x1, self.unit * y1, x2, self.unit * y2, x, self.unit * y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a font that lacks what titles and axes say, and one that cannot be read.
    #[test]
    fn the_font_has_the_letters_of_titles() {
        for character in "azAZ09àßřφΓЯ≤≥≠−×∈√∞⊕→∧∨¬∀∃⌊⌋′²₁…–".chars()
        {
            assert_ne!(glyph(character), GlyphId(0), "{character}");
        }
        // Digits have one width: 1303 of 2048 units (DejaVu Sans 2.37).
        let letters = Letters { size: 1.0 / EM, color: Color::BLACK };
        assert!((letters.width("0189") - 4.0 * 1303.0 / 2048.0).abs() < 1e-4);
    }

    /// Catches words whose letters lean, and variables that stand upright.
    #[test]
    fn variables_are_slanted() {
        assert_eq!(runs("x"), [("x", true)]);
        assert_eq!(runs("x - 2y"), [("x", true), (" - 2", false), ("y", true)]);
        for text in ["heap size", "P-positions", "Grundy value", "a", "x and y", "N", ""] {
            assert!(runs(text).iter().all(|(_, is_slanted)| !is_slanted), "{text}");
        }
    }

    /// Catches a beginning that is longer than the room, or shorter than fits, and dots where there is no room for them.
    #[test]
    fn a_text_that_is_too_long_ends_in_dots() {
        let letters = Letters { size: 10.0, color: Color::BLACK };
        let text = "(x - k, y) for 1 <= k <= x";
        assert_eq!(letters.shortened(text, letters.width(text)), text);
        for (kept, with_dots) in [(0, "..."), (1, "(..."), (9, "(x - k, y...")] {
            let room = letters.width(with_dots) + 0.01;
            assert_eq!(letters.shortened(text, room), with_dots, "{kept}");
        }
        assert_eq!(letters.shortened(text, letters.width("...") - 0.1), "");
    }

    /// Catches a text that is measured again for each character that is left out: the title of rules of 200,000 characters
    /// took minutes. Four times as long a text takes four times as long.
    #[test]
    fn the_title_of_long_rules_is_measured_once() {
        let letters = Letters { size: 10.0, color: Color::BLACK };
        let text = "(x - 1, y) if x > 0; ".repeat(10_000);
        assert!(letters.shortened(&text, 300.0).ends_with("..."));
    }
}
