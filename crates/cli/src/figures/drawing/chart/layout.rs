//! The layout of a chart: where its panels and their axes lie. Lengths are those of panels in their usual size; a sheet
//! multiplies them.

use super::numbers::short;
use super::{Chart, LegendPlace, TEXT};
use crate::figures::drawing::{EM, Letters, Sheet};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};

/// The width of a panel.
pub(super) const PANEL: f32 = 720.0;
/// The height of its axes, where they have no scale in common.
const HEIGHT: f32 = 356.0;
/// Panels of a row.
const COLUMNS: usize = 2;
/// What is above the title of all panels.
const ABOVE: f32 = 4.0;
/// The size of the title, and what it and the line below it take: as of pictures.
pub(super) const TITLE: [f32; 2] = [1.3 * NUMBERS, 1.8 * NUMBERS];
pub(super) const SUBTITLE: [f32; 2] = [NUMBERS, 1.5 * NUMBERS];
/// The margins of a panel on a sheet without a width: left, right, above and below its axes.
const MARGINS: [f32; 4] = [92.0, 26.0, 46.0, 58.0];
/// What a title above the axes takes.
const OF_TITLE: f32 = 32.0;
/// What the name of an axis takes beside its numbers.
const OF_NAME: f32 = 30.0;
/// The size of the numbers along an axis, which are the letters whose size is requested.
pub(super) const NUMBERS: f32 = 16.0;
/// Panels stand below one another if letters are more than this number of times their usual size.
const LARGEST_OF_TWO_COLUMNS: f32 = 1.8;
/// The letters are too large if less than this part of the width of a panel is left for its axes.
const LEAST_PART: f32 = 0.3;
/// The most numbers along an axis.
const MOST_TICKS: f32 = 10.0;
/// Letters of long texts are no smaller than this share of their size.
const LEAST_SHARE: f32 = 0.6;

/// Where the panels of a chart lie.
pub(super) struct Layout {
    /// What the lengths of panels are multiplied by.
    pub(super) of_panels: f32,
    /// What the lengths of letters and of gaps between them are multiplied by, besides.
    of_letters: f32,
    pub(super) columns: usize,
    /// The height of the axes.
    pub(super) height: f32,
    /// The height of the titles of all panels.
    pub(super) title: f32,
    /// The margins of a panel: left, right, above and below its axes, without the legend.
    pub(super) margins: [f32; 4],
    pub(super) legend: LegendPlace,
    /// What a legend to the right of the axes and one below them take.
    pub(super) of_legend: [f32; 2],
}

impl Layout {
    /// Lays out panels under a title.
    pub(super) fn new(
        titles: [&str; 2],
        charts: &[Chart],
        sheet: &Sheet,
        legend: LegendPlace,
    ) -> Result<Self, InvalidInput> {
        let width = sheet.width()?;
        let mut columns = charts.len().clamp(1, COLUMNS);
        let factors = |columns: usize| {
            let of_panels = width.map_or(1.0, |width| width / (PANEL * columns as f32));
            (of_panels, sheet.em().map_or(1.0, |em| em / (EM * NUMBERS * of_panels)))
        };
        if factors(columns).1 > LARGEST_OF_TWO_COLUMNS {
            columns = 1;
        }
        let (of_panels, of_letters) = factors(columns);
        let of_titles = titles.into_iter().zip([TITLE[1], SUBTITLE[1]]);
        let of_titles = of_titles.map(|(text, height)| if text.is_empty() { 0.0 } else { height });
        let title = of_letters * (ABOVE + of_titles.sum::<f32>());
        let (margins, of_legend) = (MARGINS.map(|margin| of_letters * margin), [0.0; 2]);
        let height = HEIGHT;
        let mut layout =
            Layout { of_panels, of_letters, columns, height, title, margins, legend, of_legend };
        // The height of a single panel to scale follows from its width.
        let to_scale = match charts {
            [chart] => chart.height_to_width(),
            _ => None,
        };
        layout.height *= to_scale.map_or(1.0, |_| PANEL / HEIGHT * 0.8);
        if width.is_some() {
            layout.margins = layout.tight_margins(charts);
        } else {
            layout.leave_out_texts(charts);
        }
        let widths = charts.iter().map(|chart| chart.legend_width(&layout));
        match legend {
            LegendPlace::Beside => layout.of_legend[0] = widths.fold(0.0, f32::max),
            LegendPlace::Below => {
                let heights = charts.iter().map(|chart| chart.legend_height(&layout));
                layout.of_legend[1] = heights.fold(0.0, f32::max);
            }
            LegendPlace::Inside | LegendPlace::Nowhere => {}
        }
        if let Some(to_scale) = to_scale {
            layout.height = to_scale * layout.axes_width();
        }
        if layout.axes_width() >= LEAST_PART * PANEL {
            return Ok(layout);
        }
        let input = sheet.font_size.or(sheet.width).map_or_else(String::new, |l| l.to_string());
        Err(InvalidInput::new(
            InvalidInputKind::OutOfRange,
            input,
            "the letters leave no room for the plot",
            "choose a larger width or a smaller font size",
        ))
    }

    /// Returns a length that grows with the letters.
    pub(super) fn beside(&self, length: f32) -> f32 {
        self.of_letters * length
    }

    /// Returns letters of a size.
    pub(super) fn letters(&self, size: f32) -> Letters {
        Letters { size: self.beside(size), color: TEXT }
    }

    /// Returns the height of a panel.
    pub(super) fn panel_height(&self) -> f32 {
        self.height + self.margins[2] + self.margins[3] + self.of_legend[1]
    }

    /// Returns the width of the axes of a panel.
    pub(super) fn axes_width(&self) -> f32 {
        PANEL - self.margins[0] - self.margins[1] - self.of_legend[0]
    }

    /// Returns how many numbers an axis has room for, given the largest one.
    pub(super) fn most_numbers(&self, axis: usize, largest: f64) -> f64 {
        let most = match axis {
            0 => {
                let label =
                    self.letters(NUMBERS).width(&short(largest, largest)) + self.beside(14.0);
                self.axes_width() / label
            }
            _ => self.height / self.beside(26.0),
        };
        most.min(MOST_TICKS).into()
    }

    /// Takes back what texts would take that no panel has.
    fn leave_out_texts(&mut self, charts: &[Chart]) {
        let none = |text: fn(&Chart) -> &String| charts.iter().all(|chart| text(chart).is_empty());
        let [of_title, of_name] = [OF_TITLE, OF_NAME].map(|length| self.beside(length));
        for (margin, length, is_none) in [
            (0, of_name, none(|chart| &chart.axes[1])),
            (2, of_title, none(|chart| &chart.title)),
            (3, of_name, none(|chart| &chart.axes[0])),
        ] {
            self.margins[margin] -= if is_none { length } else { 0.0 };
        }
    }

    /// Returns margins that hold the texts and numbers of panels, and no more: on paper every millimetre counts.
    fn tight_margins(&self, charts: &[Chart]) -> [f32; 4] {
        let has = |text: fn(&Chart) -> &String| charts.iter().any(|chart| !text(chart).is_empty());
        let either = |has: bool, [with, without]: [f32; 2]| if has { with } else { without };
        let widest = |axis: usize| {
            let of_chart = |chart: &Chart| chart.widest_number(axis, self);
            charts.iter().map(of_chart).fold(0.0, f32::max)
        };
        let name = either(has(|chart| &chart.axes[1]), [OF_NAME, 4.0]);
        [
            widest(1) + self.beside(8.0 + name),
            widest(0) / 2.0 + self.beside(2.0),
            self.beside(either(has(|chart| &chart.title), [40.0, 10.0])),
            self.beside(either(has(|chart| &chart.axes[0]), [48.0, 26.0])),
        ]
    }
}

/// Returns the letters and the beginning of a text with which it fits a width: smaller letters, if that is enough.
pub(super) fn fitted(letters: Letters, text: &str, width: f32) -> (Letters, String) {
    // A little less, so that rounding does not cut the last letter.
    let share = (0.99 * width / letters.width(text).max(1.0)).clamp(LEAST_SHARE, 1.0);
    let letters = Letters { size: share * letters.size, ..letters };
    (letters, letters.shortened(text, width))
}
