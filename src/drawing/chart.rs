//! Charts: panels with axes, side by side.

use super::{Anchor, Color, Drawing, EM, Letters, Sheet};
use crate::invalid_input::{InvalidInput, InvalidInputKind};

/// The width of a panel.
const PANEL: f32 = 720.0;
/// The height of its axes.
const HEIGHT: f32 = 356.0;
/// Panels of a row.
const COLUMNS: usize = 2;
/// The height of the title of all panels.
const TITLE: f32 = 48.0;
/// The margins of a panel: left, right, above and below its axes.
const MARGINS: [f32; 4] = [92.0, 26.0, 46.0, 58.0];
/// The size of the numbers along an axis, which are the letters whose size is requested.
const NUMBERS: f32 = 16.0;
/// Panels stand below one another if letters are more than this number of times their usual size.
const LARGEST_OF_TWO_COLUMNS: f32 = 1.8;
/// The letters are too large if less than this part of the width of a panel is left for its axes.
const LEAST_PART: f32 = 0.3;
/// The most numbers along an axis.
const MOST_TICKS: f64 = 10.0;
/// Letters of long texts are no smaller than this share of their size.
const LEAST_SHARE: f32 = 0.6;
/// The width of axes beside letters of the usual size.
const FULL_WIDTH: f32 = PANEL - MARGINS[0] - MARGINS[1];

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
    #[cfg(test)]
    pub fn side_by_side(title: &str, charts: &[Chart]) -> Drawing {
        Chart::in_columns(title, charts, charts.len().clamp(1, COLUMNS), 1.0)
    }

    /// Draws panels under a title on a sheet: side by side or, where its letters are too large for that, one below the
    /// other.
    ///
    /// # Errors
    /// When the width of the sheet is out of range, or its letters leave no room for the panels.
    pub fn on_sheet(title: &str, charts: &[Chart], sheet: &Sheet) -> Result<Drawing, InvalidInput> {
        let width = sheet.width()?;
        let mut columns = charts.len().clamp(1, COLUMNS);
        // The lengths of panels are multiplied by the first, those of letters by both.
        let factors = |columns: usize| {
            let of_panels = width.map_or(1.0, |width| width / (PANEL * columns as f32));
            (of_panels, sheet.em().map_or(1.0, |em| em / (EM * NUMBERS * of_panels)))
        };
        if factors(columns).1 > LARGEST_OF_TWO_COLUMNS {
            columns = 1;
        }
        let (of_panels, of_letters) = factors(columns);
        if PANEL - of_letters * (MARGINS[0] + MARGINS[1]) < LEAST_PART * PANEL {
            let input = sheet.font_size.or(sheet.width).map_or_else(String::new, |l| l.to_string());
            return Err(InvalidInput::new(
                InvalidInputKind::OutOfRange,
                input,
                "the letters leave no room for the plot",
                "choose a larger width or a smaller font size",
            ));
        }
        let drawing = Chart::in_columns(title, charts, columns, of_letters);
        Ok(drawing.scaled(of_panels).pixels_per_inch(sheet.pixels_per_inch()))
    }

    /// Draws panels in a number of columns, with letters of `of_letters` times their usual size.
    fn in_columns(title: &str, charts: &[Chart], columns: usize, of_letters: f32) -> Drawing {
        let rows = charts.len().div_ceil(columns);
        let [_, _, above, below] = MARGINS.map(|margin| of_letters * margin);
        let (height, top) = (HEIGHT + above + below, of_letters * TITLE);
        let size = [PANEL * columns as f32, height * rows as f32 + top];
        let mut drawing = Drawing::new(size[0], size[1]);
        let letters = Letters { size: of_letters * 26.0, color: TEXT };
        let (letters, shown) = fitted(letters, title, size[0] - 40.0);
        let middle = top / 2.0 + 4.0;
        drawing.text(letters, (size[0] / 2.0, middle), Anchor::Middle, &shown);
        for (index, chart) in charts.iter().enumerate() {
            let (column, row) = ((index % columns) as f32, (index / columns) as f32);
            chart.draw(&mut drawing, [PANEL * column, top + height * row], of_letters);
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

    fn draw(&self, drawing: &mut Drawing, [left, top]: [f32; 2], of_letters: f32) {
        let [before, after, above, _] = MARGINS.map(|margin| of_letters * margin);
        let (left, top) = (left + before, top + above);
        let [width, height] = [PANEL - before - after, HEIGHT];
        let ranges = [self.range(0), self.range(1)];
        let share = |axis: usize, number: f64| {
            let [least, largest] = ranges[axis];
            ((number - least) / (largest - least)) as f32
        };
        let x = |number: f64| left + width * share(0, number);
        let y = |number: f64| top + height * (1.0 - share(1, number));
        let beside = |length: f32| of_letters * length;
        let letters = |size: f32| Letters { size: beside(size), color: TEXT };
        let middle = left + width / 2.0;
        // Texts below and above the axes stay in the panel.
        let level = |drawing: &mut Drawing, size: f32, y: f32, text: &str| {
            let (begin, end) = (left - before, left + width + after);
            let (letters, text) = fitted(letters(size), text, end - begin);
            let half = letters.width(&text) / 2.0;
            let x = middle.max(begin + half).min(end - half);
            drawing.text(letters, (x, y), Anchor::Middle, &text);
        };
        level(drawing, 20.0, top - beside(24.0), &self.title);
        let most = MOST_TICKS / f64::from(of_letters.max(1.0));
        for number in ticks(ranges[0], most * f64::from(width / FULL_WIDTH)) {
            let at = x(number);
            drawing.line(vec![[at, top], [at, top + height]], GRID, 1.0);
            let place = (at, top + height + beside(14.0));
            drawing.text(letters(NUMBERS), place, Anchor::Middle, &short(number));
        }
        let numbers = || ticks(ranges[1], most).into_iter().map(|number| (number, short(number)));
        for (number, name) in self.names.clone().unwrap_or_else(|| numbers().collect()) {
            let at = y(number);
            drawing.line(vec![[left, at], [left + width, at]], GRID, 1.0);
            drawing.text(letters(NUMBERS), (left - beside(8.0), at), Anchor::Right, &name);
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
        level(drawing, 18.0, top + height + beside(42.0), &self.axes[0]);
        let (letters, upright) = fitted(letters(18.0), &self.axes[1], height + above);
        let place = (left - beside(74.0), top + height / 2.0);
        drawing.upright_text(letters, place, &upright);
        self.draw_legend(drawing, [left, top, width, height], of_letters);
    }

    /// Says which curve is which, in the corner that fewest points are in.
    fn draw_legend(
        &self,
        drawing: &mut Drawing,
        [left, top, width, height]: [f32; 4],
        of_letters: f32,
    ) {
        let beside = |length: f32| of_letters * length;
        let letters = Letters { size: beside(NUMBERS), color: TEXT };
        let named: Vec<&Curve> =
            self.curves.iter().filter(|curve| !curve.name.is_empty()).collect();
        let longest = named.iter().map(|curve| letters.width(&curve.name)).fold(0.0, f32::max);
        if named.is_empty() {
            return;
        }
        let size = [longest + beside(48.0), beside(20.0 * named.len() as f32 + 12.0)];
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
            let y = y + beside(16.0 + 20.0 * index as f32);
            match curve.shape {
                Shape::Line { width } => {
                    let ends = vec![[x + beside(8.0), y], [x + beside(30.0), y]];
                    drawing.line(ends, curve.color, width);
                }
                Shape::Points { .. } => drawing.disc([x + beside(19.0), y], 3.0, curve.color),
                Shape::Bars => {
                    let [wide, high] = [14.0, 12.0].map(beside);
                    drawing.fill([x + beside(12.0), y - high / 2.0, wide, high], curve.color);
                }
            }
            drawing.text(letters, (x + beside(38.0), y), Anchor::Left, &curve.name);
        }
    }
}

/// Returns the letters and the beginning of a text with which it fits a width: smaller letters, if that is enough.
fn fitted(letters: Letters, text: &str, width: f32) -> (Letters, String) {
    // A little less, so that rounding does not cut the last letter.
    let share = (0.99 * width / letters.width(text).max(1.0)).clamp(LEAST_SHARE, 1.0);
    let letters = Letters { size: share * letters.size, ..letters };
    (letters, letters.shortened(text, width))
}

/// Returns round numbers in a range, at most `most` and one; whole ones, if the range has two of these.
fn ticks([least, largest]: [f64; 2], most: f64) -> Vec<f64> {
    let length = largest - least;
    let rough = (length / most.max(2.0)).max(if length >= 1.0 { 1.0 } else { 0.0 });
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
        let ticks = |range| ticks(range, MOST_TICKS);
        assert_eq!(ticks([0.0, 10.6]), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks([-20.0, 20.0]), [-20.0, -15.0, -10.0, -5.0, 0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(ticks([0.0, 2.1]), [0.0, 1.0, 2.0]);
        for range in [[0.0, 0.5], [0.0, 7e9], [-3.0, 0.0], [0.0, 0.001]] {
            assert!((3..=11).contains(&ticks(range).len()), "{range:?}");
        }
        assert!(ticks([0.0, 0.0]).is_empty());
    }

    /// Catches a width or letters of another size than requested, axes that leave the sheet, and panels side by side where
    /// their letters are too large for it.
    #[test]
    fn charts_fit_their_sheet() {
        let mut chart = Chart::new("Squares", "n, and a long name ".repeat(9), "n * n");
        chart.add(Curve::line(Color::BLACK, vec![[0.0, 0.0], [100.0, 1e4]]).named("squares"));
        let charts = [chart.clone(), chart];
        let sheet = |width: &str, font_size: &str| {
            let length = |text: &str| (!text.is_empty()).then(|| text.parse().expect(text));
            Sheet { width: length(width), font_size: length(font_size), density: None }
        };
        let plain = Chart::on_sheet("t", &charts, &Sheet::default()).expect("drawn");
        assert_eq!(plain.size(), Chart::side_by_side("t", &charts).size());
        for (width, font_size, pixels, em, columns) in [
            ("24cm", "", 2835.0, 300.0 * 8.0 / 72.0, 2),
            ("8.5cm", "", 1004.0, 300.0 * 8.0 / 72.0, 1),
            ("1440px", "9pt", 1440.0, 12.0, 2),
            ("1440px", "24px", 1440.0, 24.0, 1),
        ] {
            let drawing = Chart::on_sheet("t", &charts, &sheet(width, font_size)).expect(width);
            assert!((drawing.width - pixels).abs() < 0.01, "{width}: {}", drawing.width);
            let texts = drawing.items.iter().filter_map(|item| match item {
                super::super::Item::Text { at, letters, anchor, text, .. } => {
                    Some((*at, *letters, letters.before(*anchor, text), text))
                }
                _ => None,
            });
            let (mut names, mut rows) = (0, Vec::new());
            for (at, letters, before, text) in texts {
                let end = at[0] - before + letters.width(text);
                assert!(at[1] <= drawing.height, "{text}");
                assert!(text == "n * n" || at[0] >= before - 0.5 && end <= pixels + 0.5, "{text}");
                if text == "squares" {
                    assert!((letters.em() - em).abs() < 0.01, "{width}: {}", letters.em());
                    names += 1;
                    rows.push(at[1]);
                }
            }
            rows.dedup();
            assert_eq!((names, 2 / rows.len()), (2, columns), "{width} {font_size}");
        }
        for (width, font_size) in [("2cm", ""), ("8.5cm", "30pt"), ("", "72pt")] {
            let refusal = Chart::on_sheet("t", &charts, &sheet(width, font_size));
            let refusal = refusal.expect_err(width).to_string();
            assert!(refusal.contains("choose a larger width or a smaller font size"), "{refusal}");
        }
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
