//! Charts: panels with axes, side by side.
//!
//! ```
//! use grundytab::drawing::{Chart, Color, Curve};
//! let mut chart = Chart::new("Squares", "n", "n * n");
//! chart.add(Curve::line(Color::BLACK, vec![[0.0, 0.0], [1.0, 1.0], [2.0, 4.0]]).named("squares"));
//! let drawing = Chart::side_by_side("A title", &[chart]);
//! assert_eq!(drawing.size()[0], 720);
//! ```

use super::{Anchor, Color, Drawing, Letters};

/// The size of a panel.
const PANEL: [f32; 2] = [720.0, 460.0];
/// Panels of a row.
const COLUMNS: usize = 2;
/// The height of the title of all panels.
const TITLE: f32 = 48.0;
/// The margins of a panel: left, right, above and below its axes.
const MARGINS: [f32; 4] = [92.0, 26.0, 46.0, 58.0];
/// The most numbers along an axis.
const MOST_TICKS: f64 = 10.0;

const TEXT: Color = Color::hex(0x22_22_22);
const GRID: Color = Color::hex(0xde_de_de);
const AXIS: Color = Color::hex(0x96_96_96);

/// A panel: curves over axes.
#[derive(Debug, Clone)]
pub struct Chart {
    title: String,
    axes: [String; 2],
    /// The least and the largest number of each axis, where they are given.
    limits: [Option<[f64; 2]>; 2],
    /// The names of the numbers of the upright axis, where they have names.
    names: Option<Vec<(f64, String)>>,
    curves: Vec<Curve>,
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
    Points {
        radius: f32,
    },
    /// Bars of width 1 to the right of their x.
    Bars,
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

    /// Points.
    pub fn points(color: Color, points: Vec<[f64; 2]>) -> Self {
        Curve::new(Shape::Points { radius: 2.0 }, color, 0.7, points)
    }

    /// Bars from 0 to y, between x and x + 1.
    pub fn bars(color: Color, points: Vec<[f64; 2]>) -> Self {
        Curve::new(Shape::Bars, color, 0.85, points)
    }

    fn new(shape: Shape, color: Color, opacity: f32, points: Vec<[f64; 2]>) -> Self {
        Curve { shape, color, opacity, points, name: String::new() }
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
        Chart { title: title.into(), axes, limits: [None; 2], names: None, curves: Vec::new() }
    }

    /// Adds what is drawn, above what is there.
    pub fn add(&mut self, curve: Curve) {
        self.curves.push(curve);
    }

    /// Sets the least and the largest number of an axis: 0 is the level one, 1 the upright one. By default the points
    /// and 0 are on it.
    pub fn limit(&mut self, axis: usize, limits: [f64; 2]) {
        if let Some(place) = self.limits.get_mut(axis) {
            *place = Some(limits);
        }
    }

    /// Names the numbers of the upright axis, where they stand for something else.
    pub fn name_values(&mut self, names: Vec<(f64, String)>) {
        self.names = Some(names);
    }

    /// Draws panels side by side, under a title.
    pub fn side_by_side(title: &str, charts: &[Chart]) -> Drawing {
        let columns = charts.len().clamp(1, COLUMNS);
        let rows = charts.len().div_ceil(columns);
        let size = [PANEL[0] * columns as f32, PANEL[1] * rows as f32 + TITLE];
        let mut drawing = Drawing::new(size[0], size[1]);
        let letters = Letters { size: 26.0, color: TEXT };
        let shown = letters.shortened(title, size[0] - 40.0);
        drawing.text(letters, (size[0] / 2.0, TITLE / 2.0 + 4.0), Anchor::Middle, &shown);
        for (index, chart) in charts.iter().enumerate() {
            let (column, row) = (index % columns, index / columns);
            chart.draw(&mut drawing, [PANEL[0] * column as f32, TITLE + PANEL[1] * row as f32]);
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

    fn draw(&self, drawing: &mut Drawing, [left, top]: [f32; 2]) {
        let [before, after, above, below] = MARGINS;
        let (left, top) = (left + before, top + above);
        let [width, height] = [PANEL[0] - before - after, PANEL[1] - above - below];
        let ranges = [self.range(0), self.range(1)];
        let share = |axis: usize, number: f64| {
            let [least, largest] = ranges[axis];
            ((number - least) / (largest - least)) as f32
        };
        let x = |number: f64| left + width * share(0, number);
        let y = |number: f64| top + height * (1.0 - share(1, number));
        let letters = |size: f32| Letters { size, color: TEXT };
        let middle = left + width / 2.0;
        drawing.text(letters(20.0), (middle, top - 24.0), Anchor::Middle, &self.title);
        for number in ticks(ranges[0]) {
            let at = x(number);
            drawing.line(vec![[at, top], [at, top + height]], GRID, 1.0);
            let place = (at, top + height + 14.0);
            drawing.text(letters(16.0), place, Anchor::Middle, &short(number));
        }
        let numbers = || ticks(ranges[1]).into_iter().map(|number| (number, short(number)));
        for (number, name) in self.names.clone().unwrap_or_else(|| numbers().collect()) {
            let at = y(number);
            drawing.line(vec![[left, at], [left + width, at]], GRID, 1.0);
            drawing.text(letters(16.0), (left - 8.0, at), Anchor::Right, &name);
        }
        for curve in &self.curves {
            let ink = curve.color.opaque(curve.opacity);
            let places = || curve.points.iter().map(|&[of_x, of_y]| [x(of_x), y(of_y)]);
            match curve.shape {
                Shape::Line { width } => drawing.line(places().collect(), ink, width),
                Shape::Points { radius } => {
                    places().for_each(|place| drawing.disc(place, radius, ink));
                }
                Shape::Bars => {
                    let zero = y(0.0);
                    for &[of_x, of_y] in &curve.points {
                        let (begin, end, end_of_bar) = (x(of_x + 0.1), x(of_x + 0.9), y(of_y));
                        let (above, below) = (zero.min(end_of_bar), zero.max(end_of_bar));
                        drawing.fill([begin, above, end - begin, below - above], ink);
                    }
                }
            }
        }
        // Over the curves, which the axes end.
        let axes = vec![[left, top], [left, top + height], [left + width, top + height]];
        drawing.line(axes, AXIS, 1.0);
        drawing.text(letters(18.0), (middle, top + height + 42.0), Anchor::Middle, &self.axes[0]);
        drawing.upright_text(letters(18.0), (left - 74.0, top + height / 2.0), &self.axes[1]);
        self.draw_legend(drawing, [left, top, width, height]);
    }

    /// Says which curve is which, in the corner that fewest points are in.
    fn draw_legend(&self, drawing: &mut Drawing, [left, top, width, height]: [f32; 4]) {
        let letters = Letters { size: 16.0, color: TEXT };
        let named: Vec<&Curve> =
            self.curves.iter().filter(|curve| !curve.name.is_empty()).collect();
        let longest = named.iter().map(|curve| letters.width(&curve.name)).fold(0.0, f32::max);
        if named.is_empty() {
            return;
        }
        let size = [longest + 48.0, 20.0 * named.len() as f32 + 12.0];
        let ranges = [self.range(0), self.range(1)];
        let shares = |point: &[f64; 2]| {
            [0, 1].map(|axis: usize| {
                ((point[axis] - ranges[axis][0]) / (ranges[axis][1] - ranges[axis][0])) as f32
            })
        };
        // Points of all lines, also between their ends.
        let between = |curve: &&Curve| {
            let points: Vec<[f32; 2]> = curve.points.iter().map(shares).collect();
            let pieces = if matches!(curve.shape, Shape::Line { .. }) { 16_u8 } else { 1 };
            let mut all = points.clone();
            for pair in points.windows(2).filter(|_| points.len() < 100) {
                all.extend((1..pieces).map(|piece| {
                    let part = f32::from(piece) / f32::from(pieces);
                    [0, 1].map(|axis: usize| pair[0][axis] + part * (pair[1][axis] - pair[0][axis]))
                }));
            }
            all
        };
        let points: Vec<[f32; 2]> =
            self.curves.iter().collect::<Vec<_>>().iter().flat_map(between).collect();
        let corners = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0]];
        let covered = |corner: &[f32; 2]| {
            let sides = [size[0] / width, size[1] / height];
            let is_inside = |point: &&[f32; 2]| {
                (0..2).all(|axis| (point[axis] - corner[axis]).abs() <= sides[axis] + 0.03)
            };
            points.iter().filter(is_inside).count()
        };
        let Some([right, up]) = corners.into_iter().min_by_key(covered) else { return };
        let x = if right > 0.0 { left + width - size[0] - 8.0 } else { left + 8.0 };
        let y = if up > 0.0 { top + 8.0 } else { top + height - size[1] - 8.0 };
        drawing.fill([x, y, size[0], size[1]], Color::WHITE.opaque(0.85));
        for (index, curve) in named.iter().enumerate() {
            let y = y + 16.0 + 20.0 * index as f32;
            match curve.shape {
                Shape::Line { width } => {
                    drawing.line(vec![[x + 8.0, y], [x + 30.0, y]], curve.color, width);
                }
                Shape::Points { .. } => drawing.disc([x + 19.0, y], 3.0, curve.color),
                Shape::Bars => drawing.fill([x + 12.0, y - 6.0, 14.0, 12.0], curve.color),
            }
            drawing.text(letters, (x + 38.0, y), Anchor::Left, &curve.name);
        }
    }
}

/// Returns round numbers in a range, at most eleven; whole ones, if the range has two of these.
fn ticks([least, largest]: [f64; 2]) -> Vec<f64> {
    let length = largest - least;
    let rough = (length / MOST_TICKS).max(if length >= 1.0 { 1.0 } else { 0.0 });
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|step| *step >= rough);
    let Some(step) = step.filter(|step| step.is_finite() && *step > 0.0) else { return Vec::new() };
    // Multiples of the step, so that 0 is one exactly.
    let first = (least / step).ceil() as i64;
    let last = (largest / step).floor() as i64;
    (first..=last).map(|multiple| multiple as f64 * step).collect()
}

/// Writes a number at an axis: large ones in thousands and millions.
fn short(number: f64) -> String {
    let trimmed = |text: String| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    match number.abs() {
        n if n >= 1e9 => trimmed(format!("{:.2}", number / 1e9)) + " G",
        n if n >= 1e6 => trimmed(format!("{:.2}", number / 1e6)) + " M",
        n if n >= 1e4 => trimmed(format!("{:.1}", number / 1e3)) + " k",
        _ => trimmed(format!("{number:.3}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_axes_are_short() {
        let texts = [0.0, 0.5, 250.0, 9000.0, 20_000.0, 1_500_000.0, 2e9].map(short);
        assert_eq!(texts, ["0", "0.5", "250", "9000", "20 k", "1.5 M", "2 G"]);
    }

    /// Catches ticks that are no round numbers, too many or none.
    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks([0.0, 10.6]), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks([-20.0, 20.0]), [-20.0, -15.0, -10.0, -5.0, 0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(ticks([0.0, 2.1]), [0.0, 1.0, 2.0]);
        for range in [[0.0, 0.5], [0.0, 7e9], [-3.0, 0.0], [0.0, 0.001]] {
            assert!((3..=11).contains(&ticks(range).len()), "{range:?}");
        }
        assert!(ticks([0.0, 0.0]).is_empty());
    }

    /// Catches a point at a wrong place: the largest of a line is drawn where its numbers say.
    #[test]
    fn a_point_lies_where_its_numbers_say() {
        let mut chart = Chart::new("", "", "");
        chart.limit(0, [0.0, 10.0]);
        chart.limit(1, [0.0, 10.0]);
        let blue = Color::hex(0x00_00_ff);
        chart.add(Curve { opacity: 1.0, ..Curve::points(blue, vec![[5.0, 2.0]]) });
        let drawing = Chart::side_by_side("", &[chart]);
        let image = drawing.to_image(&crate::control::Control::default()).expect("drawn");
        // Half the width to the right, and a fifth of the height up.
        let x = 92.0 + (720.0 - 92.0 - 26.0) / 2.0;
        let y = 48.0 + 46.0 + 0.8 * (460.0 - 46.0 - 58.0);
        assert_eq!(image.pixel(x as u32, y as u32), Some(blue));
        assert_ne!(image.pixel(x as u32 + 8, y as u32), Some(blue));
    }
}
