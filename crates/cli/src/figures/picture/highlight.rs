//! Highlights: positions with their options and winning moves, drawn over the cells.

use super::plot::Plot;
use crate::analyses::play;
use crate::figures::drawing::{Color, Drawing};
use grundytab::domain::{Plane, Position, Rectangle, Sum};
use grundytab::engine::options;
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::table::TableReader;

/// The positions that are highlighted in a picture.
#[derive(Debug, Clone, Default)]
pub(super) struct Highlights {
    /// What the positions that were requested are called.
    names: Vec<String>,
    /// The positions that were requested, their options in the plane, and those of them to which a player wins by moving.
    positions: Vec<Cell>,
    options: Vec<Cell>,
    winning: Vec<Cell>,
}

/// Column and row.
type Cell = (u32, u32);

/// The colour of positions and of winning moves: one that the palettes hardly have.
const STRIKING: Color = Color::hex(0xe6_00_8a);

impl Highlights {
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
        let cell = plane.cell(at).ok_or_else(|| {
            let problem = "the position is not in the plane that is drawn";
            let (kind, hint) =
                (InvalidInputKind::OutsideDomain, format!("choose one with {plane}"));
            InvalidInput::new(kind, answer.position, problem, hint)
        })?;
        self.positions.push(cell);
        self.names.push(answer.position.to_string());
        // All positions of a sum are marked.
        let options =
            options(table.plan().job().ruleset(), at).into_iter().flat_map(Sum::into_parts);
        self.options.extend(options.filter_map(|option| plane.cell(option)));
        let winning = answer.winning.iter().flat_map(|moves| &moves.options);
        let positions = winning.flat_map(Sum::parts).map(Position::coordinates);
        self.winning.extend(positions.filter_map(|option| plane.cell(option)));
        Ok(())
    }

    /// Returns those that lie in some cells.
    pub(super) fn within(&self, cells: &Rectangle) -> Self {
        let is_seen = |(column, row): &Cell| cells.contains(*column, *row);
        let seen = |all: &[Cell]| all.iter().copied().filter(is_seen).collect();
        let named = self.names.iter().zip(&self.positions).filter(|(_, cell)| is_seen(cell));
        Highlights {
            names: named.map(|(name, _)| name.clone()).collect(),
            positions: seen(&self.positions),
            options: seen(&self.options),
            winning: seen(&self.winning),
        }
    }

    /// Returns the marks with what they mean.
    pub(super) fn entries(&self) -> Vec<(Mark, String)> {
        let marks = [
            (Mark::Position, &self.positions, self.names.join(", ")),
            (Mark::Option, &self.options, "options".into()),
            (Mark::WinningMove, &self.winning, "winning moves".into()),
        ];
        let there = marks.into_iter().filter(|(_, cells, _)| !cells.is_empty());
        there.map(|(mark, _, text)| (mark, text)).collect()
    }

    /// Lists the middles of the marks in a plot.
    pub(super) fn middles(&self, plot: &Plot) -> impl Iterator<Item = [f32; 2]> {
        let cells = [&self.positions, &self.options].into_iter();
        cells.flat_map(|cells| middles(cells, plot, [0.0; 2])).map(|(x, y)| [x as f32, y as f32])
    }

    /// Draws the marks over a plot with its top left at the given place. Lengths are in pixels, of which `density` are
    /// one of CSS.
    pub(super) fn draw(&self, plot: &Plot, drawing: &mut Drawing, place: [f32; 2], density: f64) {
        let size =
            MarkSize { radius: (0.26 * plot.pitch()).clamp(1.3 * density, 9.0 * density), density };
        let options = middles(&self.options, plot, place);
        // All rims come first: options side by side are a line with a rim.
        for &at in &options {
            disc(drawing, at, size.radius + size.rim(), Color::BLACK);
        }
        for at in options {
            disc(drawing, at, size.radius, Color::WHITE);
        }
        for at in middles(&self.winning, plot, place) {
            Mark::WinningMove.draw(drawing, at, size);
        }
        for at in middles(&self.positions, plot, place) {
            Mark::Position.draw(drawing, at, size);
        }
    }
}

/// Returns the middles of the cells that are drawn, in a plot with its top left at the given place.
fn middles(cells: &[Cell], plot: &Plot, [left, top]: [f32; 2]) -> Vec<(f64, f64)> {
    let inside = cells.iter().filter(|(column, row)| plot.cells.contains(*column, *row));
    let middles = inside.map(|&(column, row)| plot.middle(column, row));
    middles.map(|(x, y)| (x + f64::from(left), y + f64::from(top))).collect()
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

/// How large marks are.
#[derive(Debug, Clone, Copy)]
pub(super) struct MarkSize {
    /// The radius of the mark of an option.
    pub(super) radius: f64,
    /// How many pixels are one of CSS.
    pub(super) density: f64,
}

impl MarkSize {
    /// Returns the width of the rim around a mark.
    fn rim(self) -> f64 {
        (0.3 * self.radius).clamp(0.7 * self.density, 2.0 * self.density)
    }
}

impl Mark {
    /// Draws the mark.
    pub(super) fn draw(self, drawing: &mut Drawing, at: (f64, f64), size: MarkSize) {
        let MarkSize { radius, density } = size;
        let rim = size.rim();
        match self {
            Mark::Position => {
                let radius = (2.4 * radius).clamp(8.0 * density, 24.0 * density) as f32;
                let (middle, density) = ([at.0 as f32, at.1 as f32], density as f32);
                drawing.ring(middle, radius, 5.2 * density, Color::WHITE);
                drawing.ring(middle, radius, 3.0 * density, STRIKING);
            }
            Mark::Option => {
                disc(drawing, at, radius + rim, Color::BLACK);
                disc(drawing, at, radius, Color::WHITE);
            }
            Mark::WinningMove => {
                disc(drawing, at, 1.6 * radius + 2.0 * rim, Color::WHITE);
                disc(drawing, at, 1.6 * radius + rim, STRIKING);
            }
        }
    }
}

fn disc(drawing: &mut Drawing, at: (f64, f64), radius: f64, color: Color) {
    drawing.disc([at.0 as f32, at.1 as f32], radius as f32, color);
}
