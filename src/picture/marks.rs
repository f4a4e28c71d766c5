//! Marks: positions and their options, drawn over the cells.

use super::color::Color;
use super::image::Image;
use super::plot::Plot;
use crate::domain::{Plane, Position};
use crate::engine::options;
use crate::error::Error;
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::job::Job;
use crate::play;
use crate::table::TableReader;

/// What is marked in a picture.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks {
    /// What the positions are called.
    names: Vec<String>,
    /// The positions that were requested.
    positions: Vec<(u32, u32)>,
    /// Their options in the plane.
    options: Vec<(u32, u32)>,
    /// Those of them to which a player wins by moving.
    winning: Vec<(u32, u32)>,
}

/// The colour of positions and of winning moves: one that the palettes hardly have.
const STRIKING: Color = Color::hex(0xe6_00_8a);

impl Marks {
    /// Adds a position, its options and its winning moves, as far as they lie in the plane.
    ///
    /// # Errors
    /// When the position is not in the plane, the table is the difference of two tables, or it cannot be
    /// read.
    pub(super) fn add(
        &mut self,
        table: &TableReader,
        plane: &Plane,
        heaps: &[u32],
    ) -> Result<(), Error> {
        let answer = play::query(table, heaps)?;
        let at = answer.position.coordinates();
        let Some(cell) = plane.cell(at) else {
            return Err(InvalidInput::new(
                InvalidInputKind::OutsideDomain,
                answer.position,
                "the position is not in the plane that is drawn",
                format!("choose one with {plane}"),
            )
            .into());
        };
        self.positions.push(cell);
        self.names.push(answer.position.to_string());
        let job: &Job = table.plan().job();
        let options = options(job.ruleset(), at);
        self.options.extend(options.into_iter().filter_map(|option| plane.cell(option)));
        let winning = answer.winning.iter().flat_map(|moves| &moves.options);
        let cells = winning.filter_map(|option: &Position| plane.cell(option.coordinates()));
        self.winning.extend(cells);
        Ok(())
    }

    /// Returns the marks with what they mean.
    pub(super) fn entries(&self) -> Vec<(Mark, String)> {
        let cells = [
            (Mark::Position, self.names.join(", "), self.positions.is_empty()),
            (Mark::Option, "options".into(), self.options.is_empty()),
            (Mark::WinningMove, "winning moves".into(), self.winning.is_empty()),
        ];
        let there = cells.into_iter().filter(|(_, _, is_empty)| !is_empty);
        there.map(|(mark, text, _)| (mark, text)).collect()
    }

    /// Draws the marks over a plot with its top left at the given place.
    pub(super) fn draw(&self, plot: &Plot, image: &mut Image, left: u32, top: u32) {
        let middles = |cells: &[(u32, u32)]| -> Vec<(f64, f64)> {
            let inside = cells.iter().filter(|(column, row)| plot.cells().contains(*column, *row));
            inside
                .map(|&(column, row)| {
                    let (x, y) = plot.middle(column, row);
                    (x + f64::from(left), y + f64::from(top))
                })
                .collect()
        };
        let radius = (0.26 * plot.pitch()).clamp(1.3, 9.0);
        let options = middles(&self.options);
        // All rims come first: options side by side are a line with a rim.
        for &at in &options {
            disc(image, at, radius + rim(radius), Color::BLACK);
        }
        for at in options {
            disc(image, at, radius, Color::WHITE);
        }
        for at in middles(&self.winning) {
            Mark::WinningMove.draw(image, at, radius);
        }
        for at in middles(&self.positions) {
            Mark::Position.draw(image, at, radius);
        }
    }
}

/// What a mark says of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// It was requested.
    Position,
    /// A move leads to it.
    Option,
    /// A winning move leads to it.
    WinningMove,
}

impl Mark {
    /// Draws the mark; the radius is that of an option's.
    pub(super) fn draw(self, image: &mut Image, at: (f64, f64), radius: f64) {
        let rim = rim(radius);
        match self {
            Mark::Position => {
                let radius = (2.4 * radius).clamp(8.0, 24.0);
                ring(image, at, radius, 2.6, Color::WHITE);
                ring(image, at, radius, 1.5, STRIKING);
            }
            Mark::Option => {
                disc(image, at, radius + rim, Color::BLACK);
                disc(image, at, radius, Color::WHITE);
            }
            Mark::WinningMove => {
                disc(image, at, 1.6 * radius + 2.0 * rim, Color::WHITE);
                disc(image, at, 1.6 * radius + rim, STRIKING);
            }
        }
    }
}

/// Returns the width of the rim around a mark.
fn rim(radius: f64) -> f64 {
    (0.3 * radius).clamp(0.7, 2.0)
}

/// Draws a disc with a smooth edge.
fn disc(image: &mut Image, at: (f64, f64), radius: f64, color: Color) {
    shape(image, at, radius, color, |distance| radius - distance);
}

/// Draws a circle of a width of twice `half`.
fn ring(image: &mut Image, at: (f64, f64), radius: f64, half: f64, color: Color) {
    shape(image, at, radius + half, color, |distance| half - (radius - distance).abs());
}

/// Colours the pixels around a place by how deep inside a shape they are, given their distance from it.
fn shape(
    image: &mut Image,
    (x, y): (f64, f64),
    radius: f64,
    color: Color,
    depth: impl Fn(f64) -> f64,
) {
    let range = |middle: f64| {
        (middle - radius - 1.0).floor() as i64..=(middle + radius + 1.0).ceil() as i64
    };
    for row in range(y) {
        for column in range(x) {
            let distance = (column as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
            let share = (depth(distance) + 0.5).clamp(0.0, 1.0);
            if share > 0.0 {
                image.cover(column, row, color, share as f32);
            }
        }
    }
}
