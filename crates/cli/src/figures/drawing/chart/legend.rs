//! The legend of a panel: which curve is which.

use super::layout::{Layout, NUMBERS, PANEL};
use super::panel::Axes;
use super::{Chart, Curve, LegendPlace, Shape};
use crate::figures::drawing::{Anchor, Color, Drawing, in_rows};

/// The height of an entry, and where its text begins.
const LINE: f32 = 20.0;
const TEXT_FROM: f32 = 38.0;
const BEHIND_DOT: f32 = 22.0;

/// Inside the axes, the hiding of a faint line counts as this part of that of points.
const OF_FAINT_LINE: f32 = 0.25;

impl Chart {
    /// Returns the width that the legend takes beside the axes.
    pub(super) fn legend_width(&self, layout: &Layout) -> f32 {
        let widest = self.entry_widths(layout).into_iter().fold(0.0, f32::max);
        if widest > 0.0 { widest + layout.beside(8.0) } else { 0.0 }
    }

    /// Returns the height that the legend takes below the axes.
    pub(super) fn legend_height(&self, layout: &Layout) -> f32 {
        let rows = self.rows(layout).last().map_or(0, |(row, _)| row + 1);
        layout.beside(LINE * rows as f32)
    }

    fn named(&self) -> impl Iterator<Item = &Curve> {
        self.curves.iter().filter(|curve| !curve.name.is_empty())
    }

    fn entry_widths(&self, layout: &Layout) -> Vec<f32> {
        let letters = layout.letters(NUMBERS);
        let width = |curve: &Curve| layout.beside(text_from(curve)) + letters.width(&curve.name);
        self.named().map(width).collect()
    }

    /// Returns the row of every entry of a legend below the axes, and where it begins.
    fn rows(&self, layout: &Layout) -> Vec<(usize, f32)> {
        in_rows(&self.entry_widths(layout), layout.beside(14.0), PANEL)
    }

    pub(super) fn draw_legend(&self, drawing: &mut Drawing, axes: &Axes, layout: &Layout) {
        let [left, top, width, height] = axes.at;
        let widths = self.entry_widths(layout);
        let beside = |length: f32| layout.beside(length);
        let upright = |index: usize| beside(16.0 + LINE * index as f32);
        let places: Vec<[f32; 2]> = match layout.legend {
            _ if widths.is_empty() => return,
            LegendPlace::Nowhere => return,
            LegendPlace::Inside => {
                let longest = widths.iter().copied().fold(0.0, f32::max) + beside(10.0);
                let size = [longest, beside(LINE * widths.len() as f32 + 12.0)];
                let [x, y] = self.free_corner(axes, size);
                drawing.fill([x, y, size[0], size[1]], Color::WHITE.opaque(0.7));
                (0..widths.len()).map(|index| [x, y + upright(index)]).collect()
            }
            LegendPlace::Beside => {
                let x = left + width + beside(8.0);
                (0..widths.len()).map(|index| [x, top + upright(index) - beside(6.0)]).collect()
            }
            LegendPlace::Below => {
                // Begins where the panel does, and has all its width.
                let below = top + height + layout.margins[3] + beside(LINE / 2.0 - 4.0);
                let place = |(row, from): (usize, f32)| {
                    [left - layout.margins[0] + from, below + beside(LINE * row as f32)]
                };
                self.rows(layout).into_iter().map(place).collect()
            }
        };
        for (curve, place) in self.named().zip(places) {
            draw_entry(drawing, curve, place, layout);
        }
    }

    /// Returns where a rectangle of a size lies in the corner of the axes where it hides least: of every curve the share of
    /// its points, since a line of many points is no more than one of few.
    fn free_corner(&self, axes: &Axes, size: [f32; 2]) -> [f32; 2] {
        let [left, top, width, height] = axes.at;
        let shares = |point: &[f64; 2]| [0, 1].map(|axis: usize| axes.share(axis, point[axis]));
        // Points of all lines, also between their ends.
        let between = |curve: &Curve| {
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
        let curves: Vec<Vec<[f32; 2]>> = self.curves.iter().map(between).collect();
        let covered = |corner: &[f32; 2]| {
            let sides = [size[0] / width, size[1] / height];
            let is_inside = |point: &&[f32; 2]| {
                (0..2).all(|axis| (point[axis] - corner[axis]).abs() <= sides[axis] + 0.03)
            };
            let of_curve = |(points, curve): (&Vec<[f32; 2]>, &Curve)| {
                if curve.shape == Shape::Bands {
                    return 0.0;
                }
                let hidden = points.iter().filter(is_inside).count() as f32;
                let is_faint = curve.shape == (Shape::Line { width: 1.0 });
                let weight = if is_faint { OF_FAINT_LINE } else { 1.0 };
                weight * hidden / points.len().max(1) as f32
            };
            curves.iter().zip(&self.curves).map(of_curve).sum::<f32>()
        };
        let corners = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0]];
        let costs = corners.map(|corner| (corner, covered(&corner)));
        let least = costs.into_iter().min_by(|one, other| one.1.total_cmp(&other.1));
        let [right, up] = least.map_or([0.0; 2], |(corner, _)| corner);
        [
            if right > 0.0 { left + width - size[0] - 8.0 } else { left + 8.0 },
            if up > 0.0 { top + 8.0 } else { top + height - size[1] - 8.0 },
        ]
    }
}

/// Returns where the text of an entry begins: nearer to a dot.
fn text_from(curve: &Curve) -> f32 {
    if curve.shape == Shape::Points { BEHIND_DOT } else { TEXT_FROM }
}

/// Draws an entry whose sample begins at a place, in the middle of its line.
fn draw_entry(drawing: &mut Drawing, curve: &Curve, [x, y]: [f32; 2], layout: &Layout) {
    let beside = |length: f32| layout.beside(length);
    match curve.shape {
        Shape::Line { width } => {
            let ends = vec![[x + beside(8.0), y], [x + beside(30.0), y]];
            drawing.line(ends, curve.color, width);
        }
        Shape::Points => drawing.disc([x + beside(12.0), y], beside(3.0), curve.color),
        Shape::Bars | Shape::Cells(_) | Shape::Bands => {
            let [wide, high] = [14.0, 12.0].map(beside);
            drawing.fill([x + beside(12.0), y - high / 2.0, wide, high], curve.color);
        }
    }
    let letters = layout.letters(NUMBERS);
    drawing.text(letters, (x + beside(text_from(curve)), y), Anchor::Left, &curve.name);
}
