//! Text in images, in the typeface Ubuntu Light, with smooth edges.

use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef, GlyphId, PxScale, ScaleFont as _, point};

use super::color::Color;
use super::image::Image;

/// The typeface. Its bytes are part of the program: reading them does not fail.
static TYPEFACE: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT).ok());

/// Which point of a line of text is at the place where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Left,
    Middle,
    Right,
}

/// Letters of one size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letters {
    /// The height of a line in pixels.
    pub(super) size: f32,
    pub(super) color: Color,
}

impl Letters {
    /// Returns the width of a line of text in pixels.
    pub(super) fn width(self, text: &str) -> f32 {
        self.placed(text).1
    }

    /// Returns the beginning of a text that fits a width, with three dots if it is not all of it.
    pub(super) fn shortened(self, text: &str, width: f32) -> String {
        if self.width(text) <= width {
            return text.into();
        }
        let mut characters: Vec<char> = text.chars().collect();
        while characters.pop().is_some() {
            let beginning = format!("{}...", characters.iter().collect::<String>());
            if self.width(&beginning) <= width {
                return beginning;
            }
        }
        String::new()
    }

    /// Writes a line of text. `y` is the middle of its digits.
    pub(super) fn write(self, image: &mut Image, (x, y): (f32, f32), anchor: Anchor, text: &str) {
        let Some(typeface) = TYPEFACE.as_ref() else { return };
        let (glyphs, width) = self.placed(text);
        let left = match anchor {
            Anchor::Left => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::Right => x - width,
        };
        // Digits of this typeface are 0.69 of its size above the base line.
        let base = (y + 0.345 * self.size * EM).round();
        for (glyph, offset) in glyphs {
            let glyph =
                glyph.with_scale_and_position(PxScale::from(self.size), point(left + offset, base));
            let Some(outline) = typeface.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            outline.draw(|column, row, share| {
                let x = bounds.min.x as i64 + i64::from(column);
                let y = bounds.min.y as i64 + i64::from(row);
                // Light letters on white look grey: their edges are darkened.
                image.cover(x, y, self.color, share.clamp(0.0, 1.0).powf(0.75));
            });
        }
    }

    /// Returns the glyphs of a text with their distances from its beginning, and its width.
    fn placed(self, text: &str) -> (Vec<(GlyphId, f32)>, f32) {
        let Some(typeface) = TYPEFACE.as_ref() else { return (Vec::new(), 0.0) };
        let scaled = typeface.as_scaled(self.size);
        let (mut at, mut before, mut glyphs) = (0.0, None, Vec::new());
        for character in text.chars() {
            let glyph = scaled.glyph_id(character);
            at += before.map_or(0.0, |before| scaled.kern(before, glyph));
            glyphs.push((glyph, at));
            at += scaled.h_advance(glyph);
            before = Some(glyph);
        }
        (glyphs, at)
    }
}

/// The size of an em of the typeface, as a multiple of the height of a line.
const EM: f32 = 0.87;
