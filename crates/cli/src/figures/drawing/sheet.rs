//! The sheet: how large a figure is on paper, in pixels, and in letters.

use super::{Length, PIXELS_PER_INCH};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// Pixels of an inch of a figure whose width on paper is given.
const PIXELS_ON_PAPER: f32 = 300.0;

/// The size of letters of a figure whose width is given, in points: that of captions.
const POINTS: f32 = 8.0;

/// More pixels make no wider figure.
const MOST_PIXELS: f32 = 65_536.0;

/// How large a figure is; what is not given follows from the rest.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sheet {
    /// The width of all of it.
    pub width: Option<Length>,
    /// The size of letters; by default 8 points where the width is given.
    pub font_size: Option<Length>,
    /// Pixels of an inch; by default 300 where the width is given on paper, else 96.
    pub density: Option<u32>,
}

impl Sheet {
    /// Returns how many pixels are an inch.
    pub fn pixels_per_inch(&self) -> f32 {
        match (self.density, self.width) {
            (Some(density), _) => density as f32,
            (None, Some(width)) if !width.is_in_pixels() => PIXELS_ON_PAPER,
            (None, _) => PIXELS_PER_INCH,
        }
    }

    /// Returns how many pixels are one of CSS.
    pub(crate) fn density(&self) -> f32 {
        self.pixels_per_inch() / PIXELS_PER_INCH
    }

    /// Returns the width in pixels, if it is given.
    ///
    /// # Errors
    /// When it is less than a pixel, or larger than anyone can print.
    pub(crate) fn width(&self) -> Result<Option<f32>, InvalidInput> {
        let Some(width) = self.width else { return Ok(None) };
        let per_inch = self.pixels_per_inch();
        let pixels = width.pixels(per_inch).round();
        if (1.0..=MOST_PIXELS).contains(&pixels) {
            return Ok(Some(pixels));
        }
        let problem =
            format!("with {per_inch} pixels for an inch it would be {pixels} pixels wide");
        let hint = format!("choose a width from 1 to {MOST_PIXELS} pixels");
        Err(InvalidInput::new(InvalidInputKind::TooLarge, width, problem, hint))
    }

    /// Returns the size of an em in pixels, if it does not follow from that of the plot.
    pub(crate) fn em(&self) -> Option<f32> {
        let per_inch = self.pixels_per_inch();
        let own = self.font_size.map(|size| size.pixels(per_inch));
        own.or(self.width.map(|_| per_inch * POINTS / 72.0))
    }
}
