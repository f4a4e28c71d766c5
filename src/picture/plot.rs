//! The plot: where the cells of a picture lie, and how they are painted.
//!
//! Cells of two free heaps are squares. A layer of equal token sum x + y + z = n has a symmetry that
//! squares would hide: its cells are the points of a triangular lattice, so that one corner belongs to each
//! heap, and are drawn as hexagons, each with the positions as neighbours to which one token can be moved
//! from one heap to another.

use rayon::prelude::*;

use super::color::{Color, Light};
use super::grid::Grid;
use super::image::Image;
use super::scale::Scale;
use crate::domain::{Plane, Rectangle};

/// Corner of the cell with the least column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    /// Rows go upwards, as mathematicians draw them.
    #[default]
    BottomLeft,
    /// Rows go downwards, as in a matrix.
    TopLeft,
}

/// The height of a row of hexagons, as a multiple of their width.
const ROW: f64 = 0.866_025_403_784_438_6;

/// A pixel of a hexagon's image has the mean colour of this many points along each axis.
const POINTS: u32 = 4;

/// Where the cells of a picture lie. Lengths are in pixels from the top left of the plot.
#[derive(Debug, Clone)]
pub(super) struct Plot {
    cells: Rectangle,
    scale: Scale,
    origin: Origin,
    layer: Option<Layer>,
}

/// A layer of equal token sum.
#[derive(Debug, Clone, Copy)]
struct Layer {
    sum: u32,
    /// The least and the greatest of column + row / 2 among its cells: how far it reaches to the left and to
    /// the right, in cells.
    reach: (f64, f64),
}

impl Layer {
    /// Returns the layer of some cells of a plane, if it is one.
    fn of(plane: &Plane, cells: &Rectangle) -> Option<Self> {
        let (sum, (_, Some(dependent))) = (plane.token_sum()?, plane.axes()) else { return None };
        let largest = i64::from(plane.domain().sides()[dependent]) - 1;
        let (columns, sum_of_all) = (&cells.columns, i64::from(sum));
        let mut reach = (f64::MAX, f64::MIN);
        for row in cells.rows.clone() {
            let rest = sum_of_all - i64::from(row);
            let first = i64::from(columns.start).max(rest - largest);
            let last = (i64::from(columns.end) - 1).min(rest);
            if first <= last {
                let shift = f64::from(row) / 2.0;
                reach = (reach.0.min(first as f64 + shift), reach.1.max(last as f64 + shift));
            }
        }
        // Without any cell, something is drawn all the same: an empty plot.
        let reach = if reach.0 <= reach.1 { reach } else { (0.0, 0.0) };
        Some(Layer { sum, reach })
    }
}

impl Plot {
    /// Lays out the cells of a rectangle; those of a layer of equal token sum as a triangle.
    pub(super) fn new(
        plane: &Plane,
        cells: Rectangle,
        scale: Option<Scale>,
        origin: Origin,
    ) -> Self {
        let layer = Layer::of(plane, &cells);
        let [columns, rows] = cells.sides();
        let columns = layer.map_or(columns, |layer| (layer.reach.1 - layer.reach.0) as u32 + 1);
        let scale = scale.unwrap_or_else(|| Scale::fitting([columns, rows]));
        Plot { cells, scale, origin, layer }
    }

    /// Returns the cells that are drawn.
    pub(super) fn cells(&self) -> &Rectangle {
        &self.cells
    }

    /// Returns the scale.
    pub(super) fn scale(&self) -> Scale {
        self.scale
    }

    /// Whether the cells are hexagons.
    pub(super) fn is_triangle(&self) -> bool {
        self.layer.is_some()
    }

    /// Returns the side of a cell in pixels, which may be a fraction.
    pub(super) fn pitch(&self) -> f64 {
        f64::from(self.scale.enlargement()) / f64::from(self.scale.block())
    }

    /// Returns width and height in pixels.
    pub(super) fn size(&self) -> [u64; 2] {
        let [columns, rows] = self.cells.sides();
        match self.layer {
            None => [self.scale.pixels(columns), self.scale.pixels(rows)],
            Some(Layer { reach, .. }) => {
                let pitch = f64::from(self.scale.enlargement());
                let block = f64::from(self.scale.block());
                let rows = f64::from(rows.div_ceil(self.scale.block()));
                let width = ((reach.1 - reach.0) / block).ceil() + 1.0;
                let height = (rows - 1.0).max(0.0) * ROW + 1.0 / ROW;
                [(pitch * width).ceil() as u64, (pitch * height).ceil() as u64]
            }
        }
    }

    /// Whether the triangle of a layer stands on its base.
    pub(super) fn points_up(&self) -> bool {
        self.origin == Origin::BottomLeft
    }

    /// Returns the height in the image of the lower edge of cells whose middles are at height `y`: the edge
    /// on the side of the rows before.
    pub(super) fn lower_edge(&self, y: f32) -> f32 {
        let half = self.pitch() as f32 / 2.0;
        match self.origin {
            Origin::BottomLeft => y + half,
            Origin::TopLeft => y - half,
        }
    }

    /// Whether all of a layer is drawn.
    pub(super) fn is_whole(&self) -> bool {
        let whole = |range: &std::ops::Range<u32>| {
            range.start == 0 && self.layer.is_some_and(|layer| range.end == layer.sum + 1)
        };
        whole(&self.cells.columns) && whole(&self.cells.rows)
    }

    /// Returns the middle of a cell.
    pub(super) fn middle(&self, column: u32, row: u32) -> (f64, f64) {
        let c = f64::from(column) - f64::from(self.cells.columns.start);
        let r = f64::from(row) - f64::from(self.cells.rows.start);
        let pitch = self.pitch();
        let height = self.size()[1] as f64;
        let (x, up) = match self.layer {
            None => (pitch * (c + 0.5), pitch * (r + 0.5)),
            Some(layer) => {
                let x = f64::from(column) + f64::from(row) / 2.0 - layer.reach.0;
                (pitch * (x + 0.5), pitch * (r * ROW + 0.5 / ROW))
            }
        };
        match self.origin {
            Origin::BottomLeft => (x, height - up),
            Origin::TopLeft => (x, up),
        }
    }

    /// Paints the pixels of a grid into an image, with the plot's top left at the given place.
    ///
    /// Around the hexagons of a layer the plot has the colour of cells outside the domain.
    pub(super) fn paint(
        &self,
        grid: &Grid<Color>,
        outside: Color,
        image: &mut Image,
        (left, top): (u32, u32),
    ) {
        match self.layer {
            None => self.paint_squares(grid, image, left, top),
            Some(layer) => {
                let [width, height] = self.size().map(|side| side as i64);
                image.fill(left.into(), top.into(), width, height, outside);
                self.paint_hexagons(grid, layer, outside, image, (left, top));
            }
        }
    }

    fn paint_squares(&self, grid: &Grid<Color>, image: &mut Image, left: u32, top: u32) {
        let side = self.scale.enlargement();
        let rows = image.rows_mut().skip(top as usize).take((grid.height * side) as usize);
        for (line, bytes) in (0..).zip(rows) {
            let row = match self.origin {
                Origin::BottomLeft => grid.height - 1 - line / side,
                Origin::TopLeft => line / side,
            };
            let pixels = bytes[3 * left as usize..].chunks_exact_mut(3 * side as usize);
            for (square, color) in pixels.zip(grid.row(row)) {
                square.chunks_exact_mut(3).for_each(|pixel| pixel.copy_from_slice(&color.rgb));
            }
        }
    }

    /// Paints the cells of a layer: each pixel is the mean of some points, each of which has the colour of
    /// the cell whose middle is the nearest.
    fn paint_hexagons(
        &self,
        grid: &Grid<Color>,
        layer: Layer,
        outside: Color,
        image: &mut Image,
        (left, top): (u32, u32),
    ) {
        let [width, height] = self.size();
        let pitch = f64::from(self.scale.enlargement());
        // A block of a layer has cells if its lowest cell is one.
        let block = u64::from(self.scale.block());
        let (column_0, row_0) =
            (u64::from(self.cells.columns.start), u64::from(self.cells.rows.start));
        let is_cell = |column: u32, row: u32| {
            let (column, row) =
                (column_0 + u64::from(column) * block, row_0 + u64::from(row) * block);
            column + row <= u64::from(layer.sum)
        };
        let color_at = |x: f64, y: f64| {
            let y = match self.origin {
                Origin::BottomLeft => height as f64 - y,
                Origin::TopLeft => y,
            };
            // The place of the first cell of the grid, whose column and row are the least.
            let first = (column_0 as f64 + row_0 as f64 / 2.0 - layer.reach.0) / block as f64;
            let (x, y) = (x / pitch - 0.5 - first, (y / pitch - 0.5 / ROW) / ROW);
            let (column, row) = nearest(x, y)?;
            is_cell(column, row).then(|| grid.get(column, row)).flatten()
        };
        let mut rows: Vec<&mut [u8]> =
            image.rows_mut().skip(top as usize).take(height as usize).collect();
        rows.par_iter_mut().enumerate().for_each(|(line, bytes)| {
            let pixels = bytes[3 * left as usize..].chunks_exact_mut(3);
            for (at, pixel) in (0..width).zip(pixels) {
                let mut light = Light::default();
                for point in 0..POINTS * POINTS {
                    let part = |part: u32| (f64::from(part) + 0.5) / f64::from(POINTS);
                    let x = at as f64 + part(point % POINTS);
                    let y = line as f64 + part(point / POINTS);
                    if let Some(color) = color_at(x, y) {
                        light.add(color.light());
                    }
                }
                let mean = light.mean(u64::from(POINTS * POINTS), outside);
                pixel.copy_from_slice(&mean.rgb);
            }
        });
    }
}

/// Returns column and row of the lattice point that is nearest to a place, unless one is negative: the
/// middle of column c and row r is at (c + r/2, r * ROW). The place is given in columns and in rows.
fn nearest(x: f64, y: f64) -> Option<(u32, u32)> {
    let lower = y.floor();
    let candidate = |row: f64| {
        let column = (x - row / 2.0).round();
        let (dx, dy) = (x - column - row / 2.0, (y - row) * ROW);
        (dx * dx + dy * dy, column, row)
    };
    let (below, above) = (candidate(lower), candidate(lower + 1.0));
    let (_, column, row) = if below.0 <= above.0 { below } else { above };
    (column >= 0.0 && row >= 0.0).then_some((column as u32, row as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a nearest point that is not the nearest: all points around are tried.
    #[test]
    fn the_nearest_lattice_point_is_the_nearest() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let (x, y) = (5.0 + 10.0 * random.f64(), 2.0 + 10.0 * random.f64());
            let distance = |column: u32, row: u32| {
                let (dx, dy) = (
                    x - f64::from(column) - f64::from(row) / 2.0,
                    (y - f64::from(row)) * (3.0_f64.sqrt() / 2.0),
                );
                dx * dx + dy * dy
            };
            let all = (0..30).flat_map(|column| (0..30).map(move |row| (column, row)));
            let least = all.map(|(column, row)| distance(column, row)).fold(f64::MAX, f64::min);
            // Places left of the triangle are nearest to a negative column.
            if let Some((column, row)) = nearest(x, y) {
                assert!(distance(column, row) <= least + 1e-12, "{x} {y}");
            }
        }
    }
}
