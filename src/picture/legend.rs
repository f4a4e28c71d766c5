//! Legends: what the colours of a picture mean.

use super::marks::{Mark, MarkSize};
use super::palette::Palette;
use super::shades::Shades;
use crate::drawing::{Anchor, Color, Drawing, Letters, multiples, round_step};
use crate::quantity::{Quantity, ValueKind};
use crate::wording::percent_text;

/// What the colours of a picture mean.
#[derive(Debug, Clone, Default)]
pub(super) struct Legend {
    /// The name of what is shown, above the rest.
    pub(super) heading: String,
    /// Colours with what they mean, from the top.
    pub(super) entries: Vec<(Color, String)>,
    /// Marks with what they mean.
    pub(super) marks: Vec<(Mark, String)>,
    /// A bar of graded colours below.
    pub(super) bar: Option<Bar>,
    /// The height of the bar in pixels.
    pub(super) bar_height: f32,
}

/// A bar of graded colours.
#[derive(Debug, Clone)]
pub(super) struct Bar {
    /// The colours, from the top.
    pub(super) colors: Vec<Color>,
    /// What is written beside it, with heights from 0 at the bottom to 1 at the top.
    pub(super) ticks: Vec<(f32, String)>,
}

/// The most values that are listed one by one.
const MOST_ENTRIES: u32 = 16;

/// The colours of a bar.
const BAR_STEPS: u32 = 256;

/// What a legend needs to know of the picture.
pub(super) struct LegendFacts<'a> {
    pub(super) quantity: Option<Quantity>,
    pub(super) block: u32,
    /// The share of ink in a pixel that is drawn in full ink, if shares are shown.
    pub(super) full_share: Option<f64>,
    /// What ink means, if the caller has said so.
    pub(super) ink: &'a str,
}

impl Legend {
    /// Describes the colours of a picture.
    pub(super) fn new(shades: &Shades, shown: &LegendFacts) -> Self {
        let heading = shown.quantity.map_or("", Quantity::heading);
        let heading = match shades.palette() {
            Palette::Hue(Some(modulus)) | Palette::Residue(modulus) => {
                format!("{heading} mod {modulus}")
            }
            Palette::Ones => "ones in binary".into(),
            _ => heading.into(),
        };
        let legend = Legend { heading, ..Legend::default() };
        match shades.palette() {
            Palette::PPositions | Palette::Bit(_) => legend.of_two_colors(shades, shown),
            Palette::Classes => {
                let names = [
                    "P: the previous player wins",
                    "N: the next player wins",
                    "L: Left wins",
                    "R: Right wins",
                ];
                legend.listed((0..).zip(names).map(|(class, name)| (shades.of(class), name.into())))
            }
            Palette::Hue(None) => {
                let text = if shades.are_p_positions(0) { "0: P-position" } else { "0" };
                let zero = (shades.of(0), text.into());
                legend.graded(shades, 1).listed([zero])
            }
            Palette::Hue(Some(period)) => {
                let zero = (shades.of(0), "the value 0".into());
                legend.hues(shades, period).listed([zero])
            }
            Palette::Residue(modulus) => {
                let residues = (0..modulus).map(|residue| {
                    let text = if residue == 0 {
                        format!("0 ({modulus}, ...)")
                    } else {
                        residue.to_string()
                    };
                    // The value 0 itself is black.
                    let value = if residue == 0 { modulus } else { residue };
                    (shades.of(value), text)
                });
                let zero = (shades.of(0), "the value 0".into());
                if modulus < MOST_ENTRIES {
                    legend.listed(residues).listed([zero])
                } else {
                    legend.hues(shades, modulus).listed([zero])
                }
            }
            Palette::Ones => {
                let most = shades.most_ones();
                let value = |ones: u32| (1_u64 << ones) as u32 - 1;
                let ones = (0..=most).map(|ones| (shades.of(value(ones)), ones.to_string()));
                legend.listed(ones)
            }
            Palette::Palaces(_) => {
                let last = shades.last_palace();
                let text = match (last, shades.are_p_positions(last)) {
                    (0, true) => "0: P-position".into(),
                    (_, true) => format!("0 to {last}: P-position"),
                    (0, false) => "0".into(),
                    (_, false) => format!("0 to {last}"),
                };
                legend.graded(shades, last.saturating_add(1)).listed([(shades.of(0), text)])
            }
            Palette::Diverging => legend.diverging(shades),
            Palette::Map(..) => legend.graded(shades, 0),
        }
    }

    /// Adds entries above those that are there.
    fn listed(mut self, entries: impl IntoIterator<Item = (Color, String)>) -> Self {
        self.entries.splice(0..0, entries);
        self
    }

    fn of_two_colors(self, shades: &Shades, shown: &LegendFacts) -> Self {
        let (paper, ink) = shades.paper_and_ink();
        let (of_ink, of_paper) = match (shades.palette(), shown.quantity) {
            _ if !shown.ink.is_empty() => (shown.ink.to_owned(), "other positions".to_owned()),
            (Palette::Bit(bit), _) => (format!("bit {bit} is 1"), format!("bit {bit} is 0")),
            (_, Some(quantity)) if quantity.kind() == ValueKind::Class => {
                ("P-position".into(), "N, L or R".into())
            }
            (_, _) => ("P-position".into(), "N-position".into()),
        };
        let Some(share) = shown.full_share else {
            return self.listed([(ink, of_ink), (paper, of_paper)]);
        };
        // From the top, where ink is.
        let mixed = |step: u32| ink.mixed(paper, f64::from(step) / f64::from(BAR_STEPS - 1));
        let percent = |share: f64| {
            const WHOLE: u64 = 1 << 32;
            percent_text((share * WHOLE as f64).round() as u64, WHOLE, 2)
        };
        let above = if share < 1.0 { " or more" } else { "" };
        let ticks = vec![
            (1.0, format!("{}{above}", percent(share))),
            (0.5, percent(share / 2.0)),
            (0.0, "0".into()),
        ];
        let block = shown.block;
        let heading =
            format!("{of_ink}: share of the {block}\u{a0}x\u{a0}{block} cells of a pixel");
        Legend { heading, ..self }.with_bar(mixed, ticks)
    }

    /// Shows the colours of the values from `first` on: each, if they are few, else as a bar.
    fn graded(self, shades: &Shades, first: u32) -> Self {
        let [first, last] = shades.graded_from(first);
        let name = |value: u32| match value {
            _ if value == first && shades.first_stands_for_less() => format!("{value} or less"),
            _ if value == last && shades.last_stands_for_greater() => format!("{value} or more"),
            _ => value.to_string(),
        };
        if last - first < MOST_ENTRIES {
            let values = first..=last;
            return self.listed(values.map(|value| (shades.of(value), name(value))));
        }
        let color = |step: u32| match shades.is_logarithmic() {
            true => shades.of_place(1.0 - f64::from(step) / f64::from(BAR_STEPS - 1)),
            false => {
                let span = u64::from(last - first);
                shades.of(last - (u64::from(step) * span / u64::from(BAR_STEPS - 1)) as u32)
            }
        };
        let range = first..last.saturating_add(1);
        let height = |value: u32| shades.place(value, first) as f32;
        let mut ticks = vec![(0.0, name(first)), (1.0, name(last))];
        let between: Vec<u32> = match shades.is_logarithmic() {
            false => multiples(&range, round_step(&range, 8)).collect(),
            true => (0..10).map(|power| 10_u32.pow(power)).collect(),
        };
        // Those near the ends would be written over them.
        let is_clear =
            |value: &u32| range.contains(value) && (0.06..0.94).contains(&height(*value));
        let between = between.into_iter().filter(is_clear);
        ticks.extend(between.map(|value| (height(value), value.to_string())));
        self.with_bar(color, ticks)
    }

    /// Shows the colours of scores: each, if they are few, else as a bar with 0 in the middle.
    fn diverging(self, shades: &Shades) -> Self {
        let last = i64::from(shades.last_graded());
        let color = |score: i64| shades.of(score as i32 as u32);
        if 2 * last < i64::from(MOST_ENTRIES) {
            return self
                .listed((-last..=last).rev().map(|score| (color(score), score.to_string())));
        }
        let steps = i64::from(BAR_STEPS - 1);
        let height = |score: i64| (score + last) as f32 / (2 * last) as f32;
        let ticks = [-last, -last / 2, 0, last / 2, last];
        let ticks = ticks.map(|score| (height(score), score.to_string())).to_vec();
        self.with_bar(|step| color(last - 2 * last * i64::from(step) / steps), ticks)
    }

    /// Shows the hues of the residues modulo a number.
    fn hues(self, shades: &Shades, modulus: u32) -> Self {
        // The value 0 itself is black.
        let residue = |step: u32| {
            let step = u64::from(BAR_STEPS - 1 - step);
            (step * u64::from(modulus) / u64::from(BAR_STEPS)) as u32
        };
        let color = |step: u32| match residue(step) {
            0 => shades.of(modulus),
            residue => shades.of(residue),
        };
        let range = 0..modulus;
        let height = |residue: u32| (residue as f32 + 0.5) / modulus as f32;
        let ticks = multiples(&range, round_step(&range, 8))
            .map(|residue| (height(residue), residue.to_string()))
            .collect();
        self.with_bar(color, ticks)
    }

    /// Adds a bar, given the colour of each of its steps from the top.
    fn with_bar(self, color: impl Fn(u32) -> Color, ticks: Vec<(f32, String)>) -> Self {
        let colors = (0..BAR_STEPS).map(color).collect();
        Legend { bar: Some(Bar { colors, ticks }), ..self }
    }

    /// Returns the width of the legend in pixels.
    pub(super) fn width(&self, letters: Letters) -> f32 {
        let unit = letters.size;
        let texts = self.entries.iter().map(|(_, text)| text);
        let texts = texts.chain(self.marks.iter().map(|(_, text)| text));
        let entries = texts.map(|text| 1.5 * unit + letters.width(text));
        let ticks = self.bar.iter().flat_map(|bar| &bar.ticks);
        let ticks = ticks.map(|(_, text)| 1.9 * unit + letters.width(text));
        let heading = lines(&self.heading, letters).into_iter().map(|line| letters.width(&line));
        entries.chain(ticks).chain(heading).fold(0.0, f32::max)
    }

    /// Returns the height of the legend in pixels.
    pub(super) fn height(&self, letters: Letters) -> f32 {
        let heading = lines(&self.heading, letters).len() as f32;
        let bar = if self.bar.is_some() { self.bar_height + letters.size } else { 0.0 };
        let entries = (self.entries.len() + self.marks.len()) as f32;
        letters.size * LINE * (heading + 0.4 + entries) + bar
    }

    /// Makes the bar as high as it fits beside a plot, within limits.
    pub(super) fn beside(mut self, plot_height: f32, letters: Letters) -> Self {
        self.bar_height = 0.0;
        let rest = self.height(letters);
        self.bar_height = (plot_height - rest).clamp(6.0 * letters.size, 24.0 * letters.size);
        self
    }

    /// Draws the legend with its top left at the given place.
    pub(super) fn draw(
        &self,
        drawing: &mut Drawing,
        (left, top): (f32, f32),
        letters: Letters,
        hair: f32,
    ) {
        let unit = letters.size;
        let mut y = top + 0.5 * LINE * unit;
        for line in lines(&self.heading, letters) {
            drawing.text(letters, (left, y), Anchor::Left, &line);
            y += LINE * unit;
        }
        y += 0.4 * LINE * unit;
        let (x, side) = (left.round(), unit.round());
        let framed = |drawing: &mut Drawing, top: f32, height: f32| {
            let at = [x - hair, top - hair, side + 2.0 * hair, height + 2.0 * hair];
            drawing.fill(at, letters.color);
        };
        for (color, text) in &self.entries {
            let top = (y - unit / 2.0).round();
            framed(drawing, top, side);
            drawing.fill([x, top, side, side], *color);
            drawing.text(letters, (left + 1.5 * unit, y), Anchor::Left, text);
            y += LINE * unit;
        }
        for (mark, text) in &self.marks {
            let middle = (f64::from(x + side / 2.0), y.into());
            let size = MarkSize { radius: f64::from(unit) / 4.0, density: f64::from(unit) / 22.0 };
            mark.draw(drawing, middle, size);
            drawing.text(letters, (left + 1.5 * unit, y), Anchor::Left, text);
            y += LINE * unit;
        }
        let Some(bar) = &self.bar else { return };
        let (top, height) = (y.round(), self.bar_height.round().max(2.0));
        framed(drawing, top, height);
        // Each colour reaches down to the end, so that no gaps are seen between them.
        for (step, color) in bar.colors.iter().enumerate() {
            let above = (step as f32 / bar.colors.len() as f32 * height).round();
            drawing.fill([x, top + above, side, height - above], *color);
        }
        for (place, text) in &bar.ticks {
            let y = top + (1.0 - place) * (height - 1.0);
            drawing.fill([x + side + hair, y.round(), (side / 4.0).floor(), hair], letters.color);
            drawing.text(letters, (left + 1.6 * unit, y), Anchor::Left, text);
        }
    }
}

/// The height of a line, as a multiple of the size of the letters.
const LINE: f32 = 1.35;

/// Breaks a heading into lines that are not much wider than the entries below.
fn lines(heading: &str, letters: Letters) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in heading.split(' ') {
        match lines.last_mut() {
            Some(line) if letters.width(&format!("{line} {word}")) <= 9.0 * letters.size => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
