//! What is written around a figure, as users choose it.

use super::Sheet;

/// What is written around a figure. `None` is what the figure says by itself; an empty text is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    /// The first line above the figure.
    pub title: Option<String>,
    /// The line below the title.
    pub subtitle: Option<String>,
    /// The names of the level and of the upright axis.
    pub axes: [Option<String>; 2],
    /// Where the legend is.
    pub legend: Option<LegendPlace>,
}

/// Where the legend of a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LegendPlace {
    /// To the right.
    Beside,
    /// Below the axes.
    Below,
    /// In a corner within the axes.
    Inside,
    /// Without a legend.
    #[value(name = "none")]
    Nowhere,
}

/// The legend of a figure up to this width is below: as in a column of a paper, where every millimetre of the width
/// counts.
const COLUMN_INCHES: f32 = 12.0 / 2.54;

impl Labels {
    /// Returns where the legend of a figure on a sheet is, given where it is on a wide one.
    pub(crate) fn legend_on(&self, sheet: &Sheet, on_wide: LegendPlace) -> LegendPlace {
        // 12cm, as a user types it, is rounded.
        let per_inch = sheet.pixels_per_inch();
        let inches = sheet.width.map(|width| width.pixels(per_inch) / per_inch);
        let is_column = inches.is_some_and(|inches| inches <= COLUMN_INCHES + 1e-4);
        self.legend.unwrap_or(if is_column { LegendPlace::Below } else { on_wide })
    }
}

/// Places things of these widths side by side, with a gap between them, in rows of a width: the row of each, and where it
/// begins in it. A thing that is wider than a row has one of its own.
pub(crate) fn in_rows(widths: &[f32], gap: f32, room: f32) -> Vec<(usize, f32)> {
    let (mut row, mut left) = (0, 0.0);
    let place = |width: &f32| {
        if left > 0.0 && left + width > room {
            (row, left) = (row + 1, 0.0);
        }
        let place = (row, left);
        left += width + gap;
        place
    };
    widths.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches things that overlap or leave their row, and a legend beside a figure of a column.
    #[test]
    fn things_stand_in_rows() {
        let places = in_rows(&[30.0, 40.0, 20.0, 150.0, 10.0], 10.0, 100.0);
        assert_eq!(places, [(0, 0.0), (0, 40.0), (1, 0.0), (2, 0.0), (3, 0.0)]);
        for (width, place) in [
            ("8.5cm", LegendPlace::Below),
            ("12cm", LegendPlace::Below),
            ("120mm", LegendPlace::Below),
            ("12.1cm", LegendPlace::Beside),
        ] {
            let sheet = Sheet { width: Some(width.parse().expect(width)), ..Sheet::default() };
            let found = Labels::default().legend_on(&sheet, LegendPlace::Beside);
            assert_eq!(found, place, "{width}");
        }
        let found = Labels::default().legend_on(&Sheet::default(), LegendPlace::Inside);
        assert_eq!(found, LegendPlace::Inside);
    }
}
