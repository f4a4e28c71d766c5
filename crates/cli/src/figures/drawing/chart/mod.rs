//! Charts: panels with axes, side by side.

mod layout;
mod legend;
mod numbers;
mod panel;
#[cfg(test)]
mod tests;

use super::{Anchor, Color, Drawing, Labels, LegendPlace, Letters, Sheet};
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::wording::joined;
use layout::{Layout, PANEL, SUBTITLE, TITLE, fitted};

const TEXT: Color = Color::hex(0x22_22_22);

/// The colour of what is less important.
const FAINT: Color = Color::hex(0x6a_6a_6a);

/// A panel shows each of at most this number of points, which are seen one by one.
pub const MOST_POINTS: usize = 10_000;

/// Returns how many neighbours of so many points a panel shows by two, the least and the largest: 1 if it shows all.
pub fn points_together(points: usize) -> usize {
    if points <= MOST_POINTS { 1 } else { points.div_ceil(MOST_POINTS / 2) }
}

/// A panel: curves over axes.
#[derive(Debug, Clone)]
pub struct Chart {
    title: String,
    axes: [String; 2],
    /// The least and the largest number of the level and of the upright axis. By default the points and 0 are on them.
    pub limits: [Option<[f64; 2]>; 2],
    /// The names of the numbers of the upright axis, where they stand for something else.
    pub names: Option<Vec<(f64, String)>>,
    /// What is drawn, each above those before.
    pub curves: Vec<Curve>,
    /// Whether a unit is as long on both axes.
    pub is_to_scale: bool,
}

/// What is drawn over the axes.
#[derive(Debug, Clone)]
pub struct Curve {
    shape: Shape,
    color: Color,
    opacity: f32,
    points: Vec<[f64; 2]>,
    name: String,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Line {
        width: f32,
    },
    Points,
    /// Bars of width 1 to the right of their x.
    Bars,
    /// Rectangles of this size around the points, which come row by row.
    Cells([f64; 2]),
    /// What lies between the x of each two points, over the whole height.
    Bands,
}

impl Curve {
    /// A line through points.
    pub fn line(color: Color, points: Vec<[f64; 2]>) -> Self {
        Curve::new(Shape::Line { width: 2.0 }, color, 1.0, points)
    }

    /// A thin and pale line.
    pub fn faint_line(color: Color, points: Vec<[f64; 2]>) -> Self {
        Curve::new(Shape::Line { width: 1.0 }, color, 0.6, points)
    }

    /// Points, of a size that fits their number.
    pub fn points(color: Color, points: Vec<[f64; 2]>) -> Self {
        Curve::new(Shape::Points, color, 0.7, points)
    }

    /// Bars from 0 to y, between x and x + 1.
    pub fn bars(color: Color, points: Vec<[f64; 2]>) -> Self {
        Curve::new(Shape::Bars, color, 0.85, points)
    }

    /// Cells of a size around points, which come upwards, and from left to right: for more points than are seen one by one.
    pub fn cells(color: Color, size: [f64; 2], points: Vec<[f64; 2]>) -> Self {
        Curve::new(Shape::Cells(size), color, 1.0, points)
    }

    /// Bands over the whole height of the panel.
    pub fn bands(color: Color, bands: Vec<[f64; 2]>) -> Self {
        let ends = bands.into_iter().flatten().map(|x| [x, 0.0]);
        Curve::new(Shape::Bands, color, 1.0, ends.collect())
    }

    /// The same without anything shining through, where shades tell something.
    pub fn opaque(self) -> Self {
        Curve { opacity: 1.0, ..self }
    }

    fn new(shape: Shape, color: Color, opacity: f32, points: Vec<[f64; 2]>) -> Self {
        Curve { shape, color, opacity, points, name: String::new() }
    }

    /// Returns how many points it has.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        self.points.len()
    }

    /// Returns its name.
    #[cfg(test)]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives it a name, which the legend shows.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Curve { name: name.into(), ..self }
    }
}

impl Chart {
    /// Begins a panel with a title and names of its axes.
    pub fn new(title: impl Into<String>, x: impl Into<String>, y: impl Into<String>) -> Self {
        let axes = [x.into(), y.into()];
        Chart {
            title: title.into(),
            axes,
            limits: [None; 2],
            names: None,
            curves: Vec::new(),
            is_to_scale: false,
        }
    }

    /// Returns the height of the axes as a multiple of their width, where a unit is as long on both.
    fn height_to_width(&self) -> Option<f32> {
        let [width, height] = [0, 1].map(|axis| {
            let [least, largest] = self.range(axis);
            (largest - least) as f32
        });
        (self.is_to_scale && width > 0.0 && height > 0.0).then(|| height / width)
    }

    /// Draws panels side by side, under a title.
    #[cfg(test)]
    pub fn side_by_side(title: &str, charts: &[Chart]) -> Drawing {
        let titles = [title, ""];
        let layout = Layout::new(titles, charts, &Sheet::default(), LegendPlace::Inside);
        Chart::in_columns(titles, charts, &layout.expect("it fits"))
    }

    /// Draws panels on a sheet, under a title and a line below it, which the labels may replace: side by side or, where its
    /// letters are too large for that, one below the other. The title of a single panel stands in the line below the title.
    ///
    /// # Errors
    /// When the width of the sheet is out of range, when its letters leave no room for the panels, or when the labels are
    /// those of one panel and there are several.
    pub fn on_sheet(
        [title, subtitle]: [&str; 2],
        charts: &[Chart],
        sheet: &Sheet,
        labels: &Labels,
    ) -> Result<Drawing, InvalidInput> {
        let mut charts = Chart::labeled(charts, labels)?;
        let title = labels.title.as_deref().unwrap_or(title);
        let subtitle = match (labels.subtitle.as_deref(), charts.as_mut_slice()) {
            (Some(subtitle), []) | (Some(subtitle @ ""), _) => subtitle.to_owned(),
            (Some(_), [chart, ..]) => std::mem::take(&mut chart.title),
            (None, [chart]) => {
                let own = std::mem::take(&mut chart.title);
                let parts = [own.as_str(), subtitle].into_iter().filter(|text| !text.is_empty());
                joined(parts, ", ")
            }
            (None, _) => subtitle.to_owned(),
        };
        let titles = [title, &subtitle];
        let place = labels.legend_on(sheet, LegendPlace::Inside);
        let layout = Layout::new(titles, &charts, sheet, place)?;
        let drawing = Chart::in_columns(titles, &charts, &layout);
        Ok(drawing.scaled(layout.of_panels).pixels_per_inch(sheet.pixels_per_inch()))
    }

    /// Returns the panels with the labels that a user wants.
    fn labeled(charts: &[Chart], labels: &Labels) -> Result<Vec<Chart>, InvalidInput> {
        let [x, y] = &labels.axes;
        let mut texts = [&labels.subtitle, x, y].into_iter().flatten();
        if let Some(text) = texts.find(|text| charts.len() > 1 && !text.is_empty()) {
            let problem = format!("the plot has {} panels, and this is for one", charts.len());
            let hint = "plot one part alone, or leave the text out";
            let kind = InvalidInputKind::ModifierDoesNotApply;
            return Err(InvalidInput::new(kind, format!("the text {text:?}"), problem, hint));
        }
        let chosen = |label: &Option<String>, own: &String| label.as_ref().unwrap_or(own).clone();
        let charts = charts.iter().map(|chart| Chart {
            title: chosen(&labels.subtitle, &chart.title),
            axes: [chosen(x, &chart.axes[0]), chosen(y, &chart.axes[1])],
            ..chart.clone()
        });
        Ok(charts.collect())
    }

    /// Draws panels in columns.
    fn in_columns(titles: [&str; 2], charts: &[Chart], layout: &Layout) -> Drawing {
        let rows = charts.len().div_ceil(layout.columns);
        let (height, top) = (layout.panel_height(), layout.title);
        let size = [PANEL * layout.columns as f32, height * rows as f32 + top];
        let mut drawing = Drawing::new(size[0], size[1]);
        let (left, after) = (layout.margins[0], layout.beside(4.0));
        let mut y = layout.beside(4.0);
        let styles = [(TITLE, TEXT), (SUBTITLE, FAINT)];
        for (text, ([size_of_letters, line], color)) in titles.into_iter().zip(styles) {
            if text.is_empty() {
                continue;
            }
            let letters = Letters { color, ..layout.letters(size_of_letters) };
            let (letters, shown) = fitted(letters, text, size[0] - left - after);
            drawing.text(letters, (left, y + layout.beside(line) / 2.0), Anchor::Left, &shown);
            y += layout.beside(line);
        }
        for (index, chart) in charts.iter().enumerate() {
            let (column, row) = ((index % layout.columns) as f32, (index / layout.columns) as f32);
            chart.draw(&mut drawing, [PANEL * column, top + height * row], layout);
        }
        drawing
    }

    /// Returns the least and the largest number of an axis.
    fn range(&self, axis: usize) -> [f64; 2] {
        let of_points =
            || self.curves.iter().flat_map(|curve| &curve.points).map(|point| point[axis]);
        let room = if axis == 0 { 1.02 } else { 1.06 };
        let is_bar = |curve: &Curve| axis == 0 && curve.shape == Shape::Bars;
        let beyond = f64::from(u8::from(self.curves.iter().any(is_bar)));
        let least = of_points().fold(0.0, f64::min);
        let largest = of_points().fold(0.0, f64::max) + beyond;
        self.limits[axis]
            .unwrap_or([room * least, room * largest.max(if least < 0.0 { 0.0 } else { 1.0 })])
    }
}
