//! The scale of a picture: pixels for a cell, or cells for a pixel.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::number::parse_number;

/// How large cells are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Each cell is a square with a side of this many pixels.
    PixelsPerCell(NonZeroU32),
    /// Each pixel is the mean of a square of cells with a side of this many cells.
    CellsPerPixel(NonZeroU32),
}

/// The longest side of a picture that is drawn without a scale being given, in pixels.
const LONGEST_SIDE: u32 = 1400;

impl Scale {
    /// Returns a scale by which the longer of two sides takes about 1000 pixels, between 700 and 1400.
    pub fn fitting(sides: [u32; 2]) -> Self {
        let longest = sides[0].max(sides[1]).max(1);
        match NonZeroU32::new(LONGEST_SIDE / longest) {
            // The cells of a tiny table need not be huge.
            Some(pixels) => Scale::PixelsPerCell(pixels.min(LARGEST_CELL)),
            None => Scale::CellsPerPixel(
                NonZeroU32::new(longest.div_ceil(LONGEST_SIDE)).unwrap_or(NonZeroU32::MIN),
            ),
        }
    }

    /// Returns the largest scale that fits, as all smaller ones do.
    pub(super) fn largest(fits: impl Fn(Scale) -> bool) -> Self {
        // 1 and greater numbers are pixels for a cell, 0 and less are one less than cells for a pixel.
        let scale = |number: i64| {
            let of = |length: i64| u32::try_from(length).ok().and_then(NonZeroU32::new);
            match number {
                1.. => Scale::PixelsPerCell(of(number).unwrap_or(NonZeroU32::MAX)),
                _ => Scale::CellsPerPixel(of(1 - number).unwrap_or(NonZeroU32::MAX)),
            }
        };
        let (mut fitting, mut too_large) = (1 - i64::from(u32::MAX), i64::from(u32::MAX));
        while too_large - fitting > 1 {
            let middle = (fitting + too_large) / 2;
            if fits(scale(middle)) { fitting = middle } else { too_large = middle }
        }
        scale(fitting)
    }

    /// Returns the number of pixels that a side of this many cells takes.
    #[cfg(test)]
    fn pixels(self, cells: u32) -> u64 {
        match self {
            Scale::PixelsPerCell(pixels) => u64::from(cells) * u64::from(pixels.get()),
            Scale::CellsPerPixel(per_pixel) => cells.div_ceil(per_pixel.get()).into(),
        }
    }

    /// Returns the side of the square of cells that is a pixel; 1 where cells are enlarged.
    pub(super) fn block(self) -> u32 {
        match self {
            Scale::PixelsPerCell(_) => 1,
            Scale::CellsPerPixel(cells) => cells.get(),
        }
    }

    /// Returns the side of the square of pixels that is a cell; 1 where cells are reduced.
    pub(super) fn enlargement(self) -> u32 {
        match self {
            Scale::PixelsPerCell(pixels) => pixels.get(),
            Scale::CellsPerPixel(_) => 1,
        }
    }
}

/// The largest side of a cell that is chosen by default, in pixels.
const LARGEST_CELL: NonZeroU32 = NonZeroU32::new(48).unwrap();

impl FromStr for Scale {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        let number = |part: &str| {
            let error = |kind, problem: &str| {
                let hint = "a scale is a number of pixels for each cell, as in 4, or of cells for each \
                            pixel, as in 1/16";
                InvalidInput::new(kind, text, problem, hint)
            };
            let number = parse_number(part, "a scale").map_err(|e| error(e.kind, &e.problem))?;
            NonZeroU32::new(number)
                .ok_or_else(|| error(InvalidInputKind::OutOfRange, "the scale is zero"))
        };
        match text.split_once('/') {
            Some(("1", cells)) => number(cells).map(Scale::CellsPerPixel),
            _ => number(text).map(Scale::PixelsPerCell),
        }
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scale::PixelsPerCell(pixels) => write!(f, "{pixels}"),
            Scale::CellsPerPixel(cells) => write!(f, "1/{cells}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a default by which pictures are too small to see or too large to show.
    #[test]
    fn pictures_have_about_a_thousand_pixels() {
        for side in (30..4000).chain([65_536, 1 << 30]) {
            let pixels = Scale::fitting([side, side / 2]).pixels(side);
            assert!((700..=1400).contains(&pixels), "{side}: {pixels}");
        }
        assert_eq!(Scale::fitting([1, 1]).to_string(), "48");
    }

    /// Catches a scale that is advised although a larger one fits, or that does not fit itself.
    #[test]
    fn the_largest_scale_that_fits_is_found() {
        for (side, most, text) in [
            (400, 16_384, "40"),
            (16_384, 16_384, "1"),
            (16_385, 16_384, "1/2"),
            (1 << 20, 16_384, "1/64"),
            (1 << 20, 1, "1/1048576"),
        ] {
            let largest = Scale::largest(|scale| scale.pixels(side) <= most);
            assert_eq!(largest.to_string(), text, "{side} cells in {most} pixels");
        }
    }

    /// Catches scales that are read as others, and messages that do not say what a scale is.
    #[test]
    fn what_is_no_scale_is_refused() {
        for (text, words) in [
            ("0", "the scale is zero"),
            ("1/0", "the scale is zero"),
            ("", "empty number"),
            ("-2", "negative"),
            ("2/3", "not a number"),
            ("0.5", "as in 1/16"),
            ("99999999999", "too large"),
        ] {
            let error = text.parse::<Scale>().expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        for text in ["1", "48", "1/1", "1/64"] {
            assert_eq!(text.parse::<Scale>().expect(text).to_string(), text);
        }
    }
}
