//! A panel: axes, with curves over them.

use std::f32::consts::PI;

use super::layout::{Layout, NUMBERS, SUBTITLE, fitted};
use super::numbers::{short, ticks};
use super::{Chart, Shape};
use crate::figures::drawing::{Anchor, Color, Drawing};

const GRID: Color = Color::hex(0xde_de_de);
/// Points have a radius between these: so that together they cover at most this part of the axes.
const RADII: [f32; 2] = [0.7, 2.0];
const COVERED: f32 = 0.15;
/// Cells have sides between these.
const LEAST_CELL: f32 = 1.0;
const LARGEST_CELL: f32 = 3.0;

const AXIS: Color = Color::hex(0x96_96_96);

/// Where the axes of a panel are.
pub(super) struct Axes {
    /// Left, top, width and height.
    pub(super) at: [f32; 4],
    pub(super) ranges: [[f64; 2]; 2],
}

impl Axes {
    /// Returns how far along an axis a number is, from 0 to 1.
    pub(super) fn share(&self, axis: usize, number: f64) -> f32 {
        let [least, largest] = self.ranges[axis];
        ((number - least) / (largest - least)) as f32
    }

    fn x(&self, number: f64) -> f32 {
        self.at[0] + self.at[2] * self.share(0, number)
    }

    fn y(&self, number: f64) -> f32 {
        self.at[1] + self.at[3] * (1.0 - self.share(1, number))
    }

    /// Returns the rectangles of cells around points, which come row by row: neighbours of a row become one.
    fn cells(&self, points: &[[f64; 2]], size: [f64; 2]) -> Vec<[f32; 4]> {
        let mut all: Vec<[f32; 4]> = Vec::new();
        // Cells are not so large that they look like bars, and not so small that they are not seen.
        let side = |axis: usize| {
            let share = size[axis] / (self.ranges[axis][1] - self.ranges[axis][0]);
            (share as f32 * self.at[2 + axis]).clamp(LEAST_CELL, LARGEST_CELL)
        };
        let [width, height] = [side(0), side(1)];
        for &[x, y] in points {
            let [left, top] = [self.x(x) - width / 2.0, self.y(y) - height / 2.0];
            match all.last_mut() {
                Some(last) if last[1] == top && left <= last[0] + last[2] + 0.01 => {
                    last[2] = left + width - last[0];
                }
                _ => all.push([left, top, width, height]),
            }
        }
        all
    }
}

impl Chart {
    /// Returns the numbers along an axis, each with its text.
    fn numbers(&self, axis: usize, layout: &Layout) -> Vec<(f64, String)> {
        if let (1, Some(names)) = (axis, &self.names) {
            return names.clone();
        }
        let range = self.range(axis);
        let most = layout.most_numbers(axis, range[1]);
        let numbers = ticks(range, most);
        let largest = numbers.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
        numbers.into_iter().map(|number| (number, short(number, largest))).collect()
    }

    /// Returns the width of the widest number along an axis.
    pub(super) fn widest_number(&self, axis: usize, layout: &Layout) -> f32 {
        let letters = layout.letters(NUMBERS);
        let widths = self.numbers(axis, layout).into_iter().map(|(_, text)| letters.width(&text));
        widths.fold(0.0, f32::max)
    }

    /// Draws the panel with its top left at the given place.
    pub(super) fn draw(&self, drawing: &mut Drawing, [left, top]: [f32; 2], layout: &Layout) {
        let [before, after, above, _] = layout.margins;
        let height = layout.height;
        let width = match self.height_to_width() {
            Some(to_scale) => layout.axes_width().min(height / to_scale),
            None => layout.axes_width(),
        };
        let [left, top] = [left + before, top + above];
        let at = [left, top, width, height];
        let axes = Axes { at, ranges: [self.range(0), self.range(1)] };
        let beside = |length: f32| layout.beside(length);
        let letters = layout.letters(NUMBERS);
        // Texts below and above the axes stay in the panel.
        let level = |drawing: &mut Drawing, size: f32, y: f32, text: &str| {
            let (begin, end) = (left - before, left + width + layout.of_legend[0] + after);
            let (letters, text) = fitted(layout.letters(size), text, end - begin);
            let half = letters.width(&text) / 2.0;
            let x = (left + width / 2.0).max(begin + half).min(end - half);
            drawing.name(letters, (x, y), Anchor::Middle, &text, false);
        };
        let room = width + layout.of_legend[0] + after;
        let (of_title, title) = fitted(layout.letters(SUBTITLE[0]), &self.title, room);
        drawing.text(of_title, (left, top - beside(22.0)), Anchor::Left, &title);
        self.draw_bands(drawing, &axes);
        for (number, text) in self.numbers(0, layout) {
            let at = axes.x(number);
            drawing.line(vec![[at, top], [at, top + height]], GRID, 1.0);
            drawing.text(letters, (at, top + height + beside(14.0)), Anchor::Middle, &text);
        }
        for (number, text) in self.numbers(1, layout) {
            let at = axes.y(number);
            drawing.line(vec![[left, at], [left + width, at]], GRID, 1.0);
            drawing.text(letters, (left - beside(8.0), at), Anchor::Right, &text);
        }
        self.draw_curves(drawing, &axes);
        // Over the curves, which the axes end.
        let corners = vec![[left, top], [left, top + height], [left + width, top + height]];
        drawing.line(corners, AXIS, 1.0);
        level(drawing, NUMBERS, top + height + beside(37.0), &self.axes[0]);
        let (letters, upright) = fitted(layout.letters(NUMBERS), &self.axes[1], height + above);
        let place = (left - before + beside(16.0), top + height / 2.0);
        // A letter is read as it stands, as in pictures.
        let is_upright = upright.chars().count() > 1;
        drawing.name(letters, place, Anchor::Middle, &upright, is_upright);
        self.draw_legend(drawing, &axes, layout);
    }

    fn draw_bands(&self, drawing: &mut Drawing, axes: &Axes) {
        let [_, top, _, height] = axes.at;
        for curve in self.curves.iter().filter(|curve| curve.shape == Shape::Bands) {
            let band = |ends: &[[f64; 2]]| {
                let [from, to] = [ends.first()?, ends.last()?].map(|end| axes.x(end[0]));
                Some([from, top, (to - from).max(1.0), height])
            };
            let bands = curve.points.chunks(2).filter_map(band);
            drawing.fill_all(bands.collect(), curve.color);
        }
    }

    fn draw_curves(&self, drawing: &mut Drawing, axes: &Axes) {
        let of_points = self.curves.iter().filter(|curve| curve.shape == Shape::Points);
        let points: usize = of_points.map(|curve| curve.points.len()).sum();
        let [.., width, height] = axes.at;
        let fitting = (COVERED * width * height / (PI * points.max(1) as f32)).sqrt();
        let radius = fitting.clamp(RADII[0], RADII[1]);
        for curve in &self.curves {
            let ink = curve.color.opaque(curve.opacity);
            let places = || curve.points.iter().map(|&[x, y]| [axes.x(x), axes.y(y)]);
            match curve.shape {
                Shape::Line { width } => drawing.line(places().collect(), ink, width),
                Shape::Points => {
                    places().for_each(|place| drawing.disc(place, radius, ink));
                }
                Shape::Cells(size) => {
                    drawing.fill_all(axes.cells(&curve.points, size), ink);
                }
                // They lie below the grid.
                Shape::Bands => {}
                Shape::Bars => {
                    let zero = axes.y(0.0);
                    for &[x, y] in &curve.points {
                        let (begin, end, end_of_bar) =
                            (axes.x(x + 0.1), axes.x(x + 0.9), axes.y(y));
                        let (above, below) = (zero.min(end_of_bar), zero.max(end_of_bar));
                        drawing.fill([begin, above, end - begin, below - above], ink);
                    }
                }
            }
        }
    }
}
