//! Draws: the values of loopy games that are no numbers, and their colours.

use super::palette::Palette;
use crate::figures::drawing::Color;
use grundytab::job::Job;
use grundytab::quantity::{Quantity, ValueKind};

/// The colours of P, N, L and R, and of the classes with draws. P-positions are dark, as in pictures of outcomes; the colours of N,
/// L and R differ in lightness too, for readers who do not see all hues. Those of one drawn play are pale or dark colours of who
/// wins the other one.
pub(super) const CLASSES: [Color; 9] = [
    Color::hex(0x1a1a2e),
    Color::hex(0xf3efe0),
    Color::hex(0x2b7bba),
    Color::hex(0xe4572e),
    DRAW,
    Color::hex(0xa6cee8),
    Color::hex(0xf7b8a3),
    Color::hex(0x16466b),
    Color::hex(0x8a2b12),
];

/// The colour of draws, and that of N-positions whose value is infinite.
const DRAW: Color = Color::hex(0xd9a514);
const INFINITE: Color = Color::hex(0xf6e3a8);

/// Which values are no numbers, in a table of a loopy game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Draws {
    quantity: Quantity,
    first_infinite: Option<u32>,
}

impl Draws {
    /// Returns which values are draws; `None` of a game that ends.
    pub(super) fn of(job: &Job) -> Option<Self> {
        let draws = Draws { quantity: job.quantity(), first_infinite: job.first_infinite() };
        job.is_loopy().then_some(draws)
    }

    /// Whether a value is that of a draw.
    pub(super) fn contains(self, value: u32) -> bool {
        match self.first_infinite {
            Some(first) => value >= first && (value - first).is_multiple_of(2),
            None => self.quantity.is_draw(value),
        }
    }

    /// Whether a value is infinite.
    pub(super) fn is_infinite(self, value: u32) -> bool {
        self.first_infinite.is_some_and(|first| value >= first)
    }

    /// Returns the largest value that is a number, where the largest of all is known.
    pub(super) fn largest_number(self, maximum: u32) -> u32 {
        self.first_infinite.map_or(maximum, |first| maximum.min(first.saturating_sub(1)))
    }

    /// Returns the colour of a value that is no number.
    pub(super) fn color(self, value: u32, palette: Palette) -> Option<Color> {
        match palette {
            // An infinite value of an N-position is one of an N-position.
            Palette::PPositions if self.quantity.kind() == ValueKind::Class => None,
            _ if self.contains(value) => Some(DRAW),
            Palette::PPositions => None,
            _ => self.is_infinite(value).then_some(INFINITE),
        }
    }

    /// Explains the colours.
    pub(super) fn legend(self, palette: Palette) -> Vec<(Color, String)> {
        let entry = |color, text: &str| (color, text.to_owned());
        match (palette, self.quantity.kind(), self.first_infinite) {
            (Palette::Classes, ..) => vec![
                entry(DRAW, "D: drawn"),
                entry(CLASSES[5], "NHat: Left wins moving first, else drawn"),
                entry(CLASSES[6], "NCheck: Right wins moving first, else drawn"),
                entry(CLASSES[7], "PHat: Left wins moving second, else drawn"),
                entry(CLASSES[8], "PCheck: Right wins moving second, else drawn"),
            ],
            (_, ValueKind::Class, _) => Vec::new(),
            (Palette::PPositions, ..) | (_, _, None) => vec![entry(DRAW, "drawn")],
            (_, _, Some(_)) => vec![entry(DRAW, "∞, drawn"), entry(INFINITE, "∞, N-position")],
        }
    }
}

impl Palette {
    /// The colours of draws, and of N-positions whose value is infinite.
    pub const OF_DRAWS: [Color; 2] = [DRAW, INFINITE];
}
