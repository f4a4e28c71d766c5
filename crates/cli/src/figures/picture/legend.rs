//! Legends: what the colours and the marks of a picture mean.

use super::highlight::{Highlights, Mark, MarkSize};
use super::palette::Palette;
use super::set_marks::{Ground, SetMark, SetMarks};
use super::shades::Shades;
use super::verdicts::FOUND;
use crate::figures::drawing::{Color, Drawing, multiples, round_step};
use grundytab::quantity::{Quantity, ValueKind};
use grundytab::wording::percent_text;

/// What the colours of a picture mean.
#[derive(Debug, Clone, Default)]
pub(super) struct Legend {
    /// The name of what is shown, above the rest.
    pub(super) heading: String,
    /// Colours with what they mean, from the top.
    pub(super) entries: Vec<(Color, String)>,
    /// Marks with what they mean.
    pub(super) marks: Vec<(Sample, String)>,
    /// A bar of graded colours below.
    pub(super) bar: Option<Bar>,
}

/// A mark as a legend shows it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sample {
    /// That of a set, with its diameter in the picture and what it is drawn on.
    Set(SetMark, f32, Ground),
    /// That of a position, of its options or of its winning moves.
    Highlight(Mark),
}

/// A bar of graded colours.
#[derive(Debug, Clone)]
pub(super) struct Bar {
    /// The colours, from the top.
    pub(super) colors: Vec<Color>,
    /// What is written beside it, with heights from 0 at the bottom to 1 at the top; the ends come first.
    pub(super) ticks: Vec<(f32, String)>,
}

/// The most values that are listed one by one.
const MOST_ENTRIES: u32 = 16;

/// The colours of a bar.
const BAR_STEPS: u32 = 256;

/// What a legend needs to know of the picture.
pub(super) struct LegendFacts<'a> {
    pub(super) quantity: Option<Quantity>,
    /// The share of ink in a pixel that is drawn in full ink, if shares are shown.
    pub(super) full_share: Option<f64>,
    /// What values mean, where no quantity says it.
    pub(super) meanings: &'a [(u32, String)],
    /// Whether dots mark the P-positions.
    pub(super) has_dots: bool,
    /// What the P-positions of the table are called.
    pub(super) p_position: &'a str,
}

impl Legend {
    /// Describes the colours of a picture.
    pub(super) fn new(shades: &Shades, shown: &LegendFacts) -> Self {
        let heading = shown.quantity.map_or("", Quantity::heading);
        let heading = match shades.palette {
            Palette::Hue(Some(modulus)) | Palette::Residue(modulus) => {
                format!("{heading} mod {modulus}")
            }
            Palette::Ones => "ones in binary".into(),
            _ => heading.into(),
        };
        let legend = Legend { heading, ..Legend::default() };
        let legend = match shades.draws() {
            Some(draws) => legend.listed(draws.legend(shades.palette)),
            None => legend,
        };
        match shades.palette {
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
            Palette::Hue(None) | Palette::Palaces(_) => {
                let is_hue = shades.palette == Palette::Hue(None);
                let last = if is_hue { 0 } else { shades.last_palace() };
                let values = if last == 0 { "0".to_owned() } else { format!("0 to {last}") };
                let is_said = shades.are_p_positions(last);
                let text = match is_said {
                    true => format!("{values}: {}", shown.p_position),
                    false => values,
                };
                // Dots of palaces have the colour, and marks say what they are.
                let least = (!(is_said && shown.has_dots)).then(|| (shades.of(0), text));
                legend.graded(shades, last.saturating_add(1)).listed(least)
            }
            Palette::Hue(Some(modulus)) | Palette::Residue(modulus) => {
                let is_listed =
                    shades.palette == Palette::Residue(modulus) && modulus < MOST_ENTRIES;
                let legend = if is_listed {
                    // The value 0 itself is black.
                    let first = (shades.of(modulus), format!("0 ({modulus}, ...)"));
                    let others = 1..modulus;
                    let others = others.map(|residue| (shades.of(residue), residue.to_string()));
                    legend.listed(std::iter::once(first).chain(others))
                } else {
                    legend.hues(shades, modulus)
                };
                legend.listed([(shades.of(0), "the value 0".into())])
            }
            Palette::Ones => {
                let most = shades.most_ones();
                let value = |ones: u32| (1_u64 << ones) as u32 - 1;
                let ones = (0..=most).map(|ones| (shades.of(value(ones)), ones.to_string()));
                legend.listed(ones)
            }
            Palette::Diverging => legend.diverging(shades),
            Palette::Verdicts => legend.of_verdicts(shades, shown),
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
        let meaning = |value: u32| {
            let found = shown.meanings.iter().find(|(known, _)| *known == value);
            found.map(|(_, text)| text.clone())
        };
        let (of_ink, of_paper) = match (shades.palette, shown.quantity) {
            (Palette::Bit(bit), Some(_)) => (format!("bit {bit} is 1"), format!("bit {bit} is 0")),
            (_, Some(quantity)) if quantity.kind() == ValueKind::Class => {
                (shown.p_position.into(), "N, L or R".into())
            }
            (_, Some(_)) => (shown.p_position.into(), "N-position".into()),
            (_, None) => (meaning(1).unwrap_or_default(), meaning(0).unwrap_or_default()),
        };
        let Some(share) = shown.full_share else {
            return self.listed([(ink, of_ink), (paper, of_paper)]);
        };
        let what = match shades.palette {
            Palette::Bit(bit) if shown.quantity.is_some() => format!("values with bit {bit}"),
            _ if of_ink == shown.p_position => of_ink.replacen("P-position", "P-positions", 1),
            _ => format!("{of_ink}s"),
        };
        Legend { heading: format!("density of {what}"), ..self }.with_density(share, paper, ink)
    }

    fn of_verdicts(self, shades: &Shades, shown: &LegendFacts) -> Self {
        let entry = |(value, text): &(u32, String)| (shades.of(*value), text.clone());
        // What is marked by dots, its entry says.
        let has_found = shown.meanings.iter().any(|(value, _)| *value == FOUND);
        let Some(share) = shown.full_share.filter(|_| has_found) else {
            return self.listed(shown.meanings.iter().map(entry));
        };
        let (found, rest): (Vec<_>, Vec<_>) =
            shown.meanings.iter().partition(|(value, _)| *value == FOUND);
        let what = found.first().map_or("", |(_, text)| text);
        let legend = Legend { heading: format!("density of {what}s"), ..self };
        let (paper, ink) = (shades.of(0), shades.of(FOUND));
        legend.with_density(share, paper, ink).listed(rest.into_iter().map(entry))
    }

    /// Shows shares of ink up to one that is drawn in full ink, and stands for larger ones.
    fn with_density(self, share: f64, paper: Color, ink: Color) -> Self {
        // From the top, where ink is.
        let mixed = |step: u32| ink.mixed(paper, f64::from(step) / f64::from(BAR_STEPS - 1));
        let percent = |share: f64| {
            const WHOLE: u64 = 1 << 32;
            percent_text((share * WHOLE as f64).round() as u64, WHOLE, 2)
        };
        let above = if share < 1.0 { "≥ " } else { "" };
        let ticks = vec![
            (1.0, format!("{above}{}", percent(share))),
            (0.0, "0".into()),
            (0.5, percent(share / 2.0)),
        ];
        self.with_bar(mixed, ticks)
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
        let color = |step: u32| match shades.is_logarithmic {
            true => shades.of_place(1.0 - f64::from(step) / f64::from(BAR_STEPS - 1)),
            false => {
                let span = u64::from(last - first);
                shades.of(last - (u64::from(step) * span / u64::from(BAR_STEPS - 1)) as u32)
            }
        };
        let range = first..last.saturating_add(1);
        let height = |value: u32| shades.place(value, first) as f32;
        let mut ticks = vec![(0.0, name(first)), (1.0, name(last))];
        let between: Vec<u32> = match shades.is_logarithmic {
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
        let ticks = [-last, last, 0, -last / 2, last / 2];
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

    /// Adds marks with what they mean.
    pub(super) fn add_marks(
        &mut self,
        highlights: &Highlights,
        sets: &SetMarks,
        diameter: f32,
        ground: Ground,
    ) {
        let of_sets = sets.entries().into_iter();
        self.marks.extend(of_sets.map(|(mark, text)| (Sample::Set(mark, diameter, ground), text)));
        let highlights = highlights.entries().into_iter();
        self.marks.extend(highlights.map(|(mark, text)| (Sample::Highlight(mark), text)));
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.marks.is_empty() && self.bar.is_none()
    }
}

impl Sample {
    /// Draws the mark in a line of letters of a size.
    pub(super) fn draw(self, drawing: &mut Drawing, at: [f32; 2], size: f32) {
        match self {
            Sample::Set(mark, diameter, ground) => {
                // Not so small that its shape is not seen, nor so large that it leaves its line.
                let least = if mark == SetMark::Dot { 0.2 } else { 0.45 };
                let diameter = diameter.clamp(least * size, 0.7 * size);
                let ground = if ground == Ground::Black { Ground::Cells } else { ground };
                mark.draw(drawing, at, diameter / 2.0, ground);
            }
            Sample::Highlight(mark) => {
                let size = f64::from(size);
                let size = MarkSize { radius: size / 4.0, density: size / 22.0 };
                mark.draw(drawing, at.map(f64::from).into(), size);
            }
        }
    }
}
