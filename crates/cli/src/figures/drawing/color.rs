//! Colours, and their mixtures in linear light.
//!
//! The bytes of an image are not proportional to the light that a screen sends out (the standard sRGB has the
//! curve). The mean of colours that a viewer sees from afar is that of the light: so colours are converted,
//! added and converted back.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// A colour of the standard sRGB.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable,
)]
#[repr(transparent)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
}

impl Color {
    /// White, as paper is.
    pub const WHITE: Color = Color { rgb: [255; 3] };
    /// Black, as ink is.
    pub const BLACK: Color = Color { rgb: [0; 3] };

    /// Returns the colour that is written in hexadecimal digits, as in `0xff8800`.
    pub const fn hex(digits: u32) -> Self {
        let [_, red, green, blue] = digits.to_be_bytes();
        Color { rgb: [red, green, blue] }
    }

    /// Returns the light of red, green and blue, each from 0 to 65535.
    pub(crate) fn light(self) -> [u16; 3] {
        self.rgb.map(|byte| LIGHT[usize::from(byte)])
    }

    /// Returns the colour of some light, each of red, green and blue from 0 to 1.
    pub(crate) fn of_light(light: [f64; 3]) -> Self {
        let byte = |light: f64| {
            let curved = match light {
                light if light <= 0.003_130_8 => 12.92 * light,
                light => 1.055 * light.powf(1.0 / 2.4) - 0.055,
            };
            (255.0 * curved).round().clamp(0.0, 255.0) as u8
        };
        Color { rgb: light.map(byte) }
    }

    /// Returns the mixture of two colours, in linear light: `share` of `other`, the rest of this one.
    pub fn mixed(self, other: Color, share: f64) -> Self {
        let [from, to] = [self, other].map(|color| color.light().map(f64::from));
        let mix = |channel: usize| {
            (from[channel] + share * (to[channel] - from[channel])) / f64::from(u16::MAX)
        };
        Color::of_light([mix(0), mix(1), mix(2)])
    }
}

impl fmt::Display for Color {
    /// Prints the colour as web pages write it, as in `#ff8800`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl FromStr for Color {
    type Err = InvalidInput;

    /// Reads a colour as web pages write it: three digits or six behind a `#`.
    fn from_str(text: &str) -> Result<Self, InvalidInput> {
        let refuse = || {
            let (problem, hint) = ("it is not a colour", "write it as in #ff8800 or #f80");
            InvalidInput::new(InvalidInputKind::Syntax, text, problem, hint)
        };
        let digits = text.strip_prefix('#').ok_or_else(refuse)?;
        // A sign is no digit.
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'));
        match (digits.len(), number) {
            (6, Some(number)) => Ok(Color::hex(number)),
            (3, Some(number)) => {
                let digit = |place: u32| (number >> (4 * place) & 0xf) as u8;
                Ok(Color { rgb: [2, 1, 0].map(|place| 17 * digit(place)) })
            }
            _ => Err(refuse()),
        }
    }
}

impl From<colorous::Color> for Color {
    fn from(color: colorous::Color) -> Self {
        Color { rgb: color.into_array() }
    }
}

/// The light of each byte, from 0 to 65535.
static LIGHT: LazyLock<[u16; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let curved = byte as f64 / 255.0;
        let light = match curved {
            curved if curved <= 0.040_45 => curved / 12.92,
            curved => ((curved + 0.055) / 1.055).powf(2.4),
        };
        (light * f64::from(u16::MAX)).round() as u16
    })
});

/// The light of some cells together.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Light {
    sums: [u64; 3],
    cells: u64,
}

impl Light {
    /// Adds a cell.
    #[inline]
    pub(crate) fn add(&mut self, light: [u16; 3]) {
        for (sum, light) in self.sums.iter_mut().zip(light) {
            *sum += u64::from(light);
        }
        self.cells += 1;
    }

    /// Adds the cells of another sum.
    pub(crate) fn merge(&mut self, other: &Light) {
        for (sum, other) in self.sums.iter_mut().zip(other.sums) {
            *sum += other;
        }
        self.cells += other.cells;
    }

    /// Returns the mean colour of `cells` cells: those that were added, the rest of colour `rest`.
    pub(crate) fn mean(&self, cells: u64, rest: Color) -> Color {
        let missing = cells.saturating_sub(self.cells);
        let rest = rest.light();
        let channel = |channel: usize| {
            let sum = self.sums[channel] + missing * u64::from(rest[channel]);
            sum as f64 / (cells.max(1) as f64 * f64::from(u16::MAX))
        };
        Color::of_light([channel(0), channel(1), channel(2)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a curve whose inverse is another: a mean of equal colours is that colour.
    #[test]
    fn a_mean_of_equal_colours_is_the_colour() {
        for byte in 0..=255 {
            let color = Color { rgb: [byte, 255 - byte, byte / 2] };
            let mut light = Light::default();
            (0..7).for_each(|_| light.add(color.light()));
            assert_eq!(light.mean(7, Color::BLACK), color);
            assert_eq!(light.mean(14, color), color);
            assert_eq!(color.mixed(color, 0.3), color);
        }
    }

    /// Half black and half white is light of 1/2, which sRGB writes as 188 (IEC 61966-2-1: 1.055 *
    /// 0.5^(1/2.4) - 0.055 = 0.7354). Catches a mean of the bytes, which would be 128.
    #[test]
    fn means_are_those_of_light() {
        assert_eq!(Color::BLACK.mixed(Color::WHITE, 0.5), Color::hex(0xbcbcbc));
        let mut light = Light::default();
        light.add(Color::WHITE.light());
        assert_eq!(light.mean(2, Color::BLACK), Color::hex(0xbcbcbc));
        let mut other = light;
        other.merge(&light);
        assert_eq!(other.mean(4, Color::BLACK), Color::hex(0xbcbcbc));
    }
}
