//! Lengths on paper, as users write them.

use std::fmt;
use std::str::FromStr;

use super::PIXELS_PER_INCH;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// A length with its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Length {
    number: f32,
    unit: &'static str,
}

/// The units with their sizes in inches.
const UNITS: [(&str, f32); 5] = [
    ("cm", 1.0 / 2.54),
    ("mm", 1.0 / 25.4),
    ("in", 1.0),
    ("pt", 1.0 / 72.0),
    ("px", 1.0 / PIXELS_PER_INCH),
];

impl Length {
    /// Returns the length in pixels of a figure that has so many in an inch. Pixels are those of the figure.
    pub(crate) fn pixels(self, per_inch: f32) -> f32 {
        if self.is_in_pixels() { self.number } else { per_inch * self.inches() }
    }

    /// Returns the length in inches, of pixels where nobody has said how large they are: those of CSS, of which 96 are an
    /// inch.
    pub fn inches(self) -> f32 {
        self.number
            * UNITS.iter().find(|(unit, _)| *unit == self.unit).map_or(1.0, |(_, size)| *size)
    }

    /// Whether it is given in pixels.
    pub fn is_in_pixels(self) -> bool {
        self.unit == "px"
    }
}

impl FromStr for Length {
    type Err = InvalidInput;

    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        let refuse = |kind, problem: &str| {
            let hint = "give a number and its unit, which is cm, mm, in, pt or px, as in 8.5cm";
            InvalidInput::new(kind, text, problem, hint)
        };
        let found = UNITS.iter().find_map(|(unit, _)| Some((text.strip_suffix(unit)?, *unit)));
        let Some((number, unit)) = found else {
            return Err(refuse(InvalidInputKind::Syntax, "it has no unit of length"));
        };
        let number: f32 = number
            .parse()
            .map_err(|_| refuse(InvalidInputKind::NotANumber, "it is not a length"))?;
        let length = Length { number, unit };
        match length.inches() {
            inches if inches.is_nan() || inches <= 0.0 => {
                Err(refuse(InvalidInputKind::OutOfRange, "a length is more than nothing"))
            }
            inches if inches > 1000.0 => {
                Err(refuse(InvalidInputKind::OutOfRange, "it is more than 1000 inches"))
            }
            _ => Ok(length),
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches lengths that are read as others, and nonsense that is taken.
    #[test]
    fn what_is_no_length_is_refused() {
        for (text, words) in [
            ("", "no unit"),
            ("8", "no unit"),
            ("8 cm ", "no unit"),
            ("cm", "not a length"),
            ("0cm", "more than nothing"),
            ("-1mm", "more than nothing"),
            ("nanpx", "more than nothing"),
            ("infin", "more than 1000"),
            ("1e9in", "more than 1000"),
        ] {
            let error = text.parse::<Length>().expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
        for (text, inches) in [("25.4mm", 1.0), ("72pt", 1.0), ("192px", 2.0), ("2.54cm", 1.0)] {
            let length: Length = text.parse().expect(text);
            assert!((length.inches() - inches).abs() < 1e-6, "{text}");
            assert_eq!(length.to_string(), text);
        }
    }
}
