//! The plot: where the cells of a picture lie, and how they are painted.
//!
//! Cells of two free heaps are squares. A layer of equal token sum x + y + z = n has a symmetry that
//! squares would hide: its cells are the points of a triangular lattice, so that one corner belongs to each
//! heap, and are drawn as hexagons, each with the positions as neighbours to which one token can be moved
//! from one heap to another.

use rayon::prelude::*;

use super::grid::Grid;
use super::scale::Scale;
use crate::figures::drawing::Image;
use crate::figures::drawing::{Color, Light};
use clap::ValueEnum;
use grundytab::domain::{Plane, Rectangle};

/// Corner of the cell with the least column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Origin {
    /// Rows go upwards.
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
    pub(super) cells: Rectangle,
    /// The side of the square of cells that is a point of the grid.
    pub(super) block: u32,
    /// The pixels from one point of the grid to the next, which may be a fraction.
    pub(super) grid_pitch: f64,
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
        let (block, grid_pitch) = (scale.block(), f64::from(scale.enlargement()));
        Plot { cells, block, grid_pitch, origin, layer }
    }

    /// Makes it as wide as this many pixels. Where there are more columns than pixels, blocks of cells become points
    /// of the grid: as few cells as possible, or those of the scale.
    pub(super) fn with_width(self, width: f64, scale: Option<Scale>) -> Self {
        let [columns, _] = self.points(1);
        let fitting = (columns / width.max(1.0)).ceil().max(1.0) as u32;
        let block = scale.map_or(fitting, Scale::block);
        let [columns, _] = self.points(block);
        Plot { block, grid_pitch: width / columns.max(1.0), ..self }
    }

    /// Whether the cells are hexagons.
    pub(super) fn is_triangle(&self) -> bool {
        self.layer.is_some()
    }

    /// Returns the side of a cell in pixels, which may be a fraction.
    pub(super) fn pitch(&self) -> f64 {
        self.grid_pitch / f64::from(self.block)
    }

    /// Returns width and height in points of the grid, by blocks of a given side.
    fn points(&self, block: u32) -> [f64; 2] {
        let [columns, rows] = self.cells.sides().map(|side| f64::from(side.div_ceil(block)));
        match self.layer {
            None => [columns, rows],
            Some(Layer { reach, .. }) => {
                let width = ((reach.1 - reach.0) / f64::from(block)).ceil() + 1.0;
                [width, (rows - 1.0).max(0.0) * ROW + 1.0 / ROW]
            }
        }
    }

    /// Returns width and height in pixels.
    pub(super) fn size(&self) -> [u64; 2] {
        self.size_at(self.grid_pitch)
    }

    /// Returns width and height in pixels with another distance of the points of the grid.
    pub(super) fn size_at(&self, pitch: f64) -> [u64; 2] {
        // A width that was given as a whole number of pixels comes out as that.
        self.points(self.block).map(|side| (pitch * side - 1e-6).ceil().max(1.0) as u64)
    }

    /// Whether rows go upwards: then the triangle of a layer stands on its base.
    pub(super) fn points_up(&self) -> bool {
        self.origin == Origin::BottomLeft
    }

    /// Returns the height in the image of the lower edge of cells whose middles are at height `y`: the edge
    /// on the side of the rows before.
    pub(super) fn lower_edge(&self, y: f32) -> f32 {
        let half = self.pitch() as f32 / 2.0;
        if self.points_up() { y + half } else { y - half }
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
        (x, if self.points_up() { height - up } else { up })
    }

    /// Paints the points of a grid, at a distance of `pitch` pixels.
    ///
    /// Around the hexagons of a layer the plot has the colour of cells outside the domain.
    pub(super) fn paint(&self, grid: &Grid<Color>, outside: Color, pitch: f64) -> Image {
        let [width, height] = self.size_at(pitch).map(|side| side as u32);
        let mut image = Image::new(width, height, outside);
        match self.layer {
            None => self.paint_squares(grid, &mut image, pitch),
            Some(layer) => self.paint_hexagons(grid, layer, outside, &mut image, pitch),
        }
        image
    }

    /// Paints cells as squares: each pixel has the colour of the cell in which its middle lies.
    fn paint_squares(&self, grid: &Grid<Color>, image: &mut Image, pitch: f64) {
        let point = |at: u32, points: u32| {
            (((f64::from(at) + 0.5) / pitch) as u32).min(points.saturating_sub(1))
        };
        let columns: Vec<usize> =
            (0..image.width()).map(|x| point(x, grid.width) as usize).collect();
        for (line, bytes) in (0..).zip(image.rows_mut()) {
            let row = point(line, grid.height);
            let row = if self.points_up() { grid.height - 1 - row } else { row };
            let colors = grid.row(row);
            for (pixel, &column) in bytes.as_chunks_mut::<3>().0.iter_mut().zip(&columns) {
                *pixel = colors[column].rgb;
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
        pitch: f64,
    ) {
        let (width, height) = (image.width(), image.height());
        // A block of a layer has cells if its lowest cell is one.
        let block = u64::from(self.block);
        let (column_0, row_0) =
            (u64::from(self.cells.columns.start), u64::from(self.cells.rows.start));
        let is_cell = |column: u32, row: u32| {
            let (column, row) =
                (column_0 + u64::from(column) * block, row_0 + u64::from(row) * block);
            column + row <= u64::from(layer.sum)
        };
        let color_at = |x: f64, y: f64| {
            let y = if self.points_up() { f64::from(height) - y } else { y };
            // The place of the first cell of the grid, whose column and row are the least.
            let first = (column_0 as f64 + row_0 as f64 / 2.0 - layer.reach.0) / block as f64;
            let (x, y) = (x / pitch - 0.5 - first, (y / pitch - 0.5 / ROW) / ROW);
            let (column, row) = nearest(x, y)?;
            is_cell(column, row).then(|| grid.get(column, row)).flatten()
        };
        let mut rows: Vec<&mut [u8]> = image.rows_mut().collect();
        rows.par_iter_mut().enumerate().for_each(|(line, bytes)| {
            let pixels = bytes.chunks_exact_mut(3);
            for (at, pixel) in (0..width).zip(pixels) {
                let mut light = Light::default();
                for point in 0..POINTS * POINTS {
                    let part = |part: u32| (f64::from(part) + 0.5) / f64::from(POINTS);
                    let x = f64::from(at) + part(point % POINTS);
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
