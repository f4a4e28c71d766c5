//! Pictures of tables: planes of values become images.
//!
//! A [`Picture`] says what is drawn and how: the cells of a plane, a [`Palette`], a [`Scale`]. Drawing it
//! reads the tiles of the table, each once, on all threads, and adds their cells up to pixels
//! (`picture/grid.rs`), so that a picture takes the memory of its pixels, however large the table is.

#![allow(dead_code, reason = "axes and legends will use them")]

mod color;
mod error;
mod grid;
mod image;
mod palette;
mod plot;
mod reductions;
mod scale;
mod shades;
mod source;

pub use color::Color;
pub use error::PictureError;
pub use image::Image;
pub use palette::{ColorMap, Palette};
pub use scale::Scale;

use std::sync::atomic::{AtomicU32, Ordering};

use grid::{Grid, reduce};
use plot::Plot;
use reductions::{MeanColor, ShareOfInk, Single, full_share, inked};
use shades::{Range, Shades};
use source::{Patch, Source, Visitor};

use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::invalid_input::{InvalidInput, InvalidInputKind};
use crate::machine::available_memory_bytes;
use crate::quantity::Quantity;
use crate::table::TableReader;

/// Where the cell of the least column and row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    /// Rows go upwards, as mathematicians draw them.
    #[default]
    BottomLeft,
    /// Rows go downwards, as in a matrix.
    TopLeft,
}

/// Larger pictures are refused, in pixels.
const MOST_PIXELS: u64 = 1 << 28;

/// Bytes of memory that a pixel takes: its colour in the image, and in the grid that is painted.
const BYTES_OF_PIXEL: u64 = 8;

/// What is drawn, and how.
///
/// ```
/// # use grundytab::{Plan, tabulate};
/// # use grundytab::engine::cpu::CpuEngine;
/// # use grundytab::table::{TableReader, TableWriter};
/// # let plan = Plan::parse("wythoff", "50x40", "outcome")?;
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("table.zarr");
/// # let writer = TableWriter::options(&plan).create(&path)?;
/// # tabulate(&plan, &CpuEngine, Some(writer), &grundytab::Control::default())?;
/// use grundytab::Control;
/// use grundytab::picture::{Color, Picture};
/// let table = TableReader::open(&path)?;
/// let picture = Picture::of_table(&table)?.scale("2".parse()?);
/// let image = picture.draw(&Control::default())?;
/// assert_eq!((image.width(), image.height()), (100, 80));
/// // The P-position (0, 0) is at the bottom left, (2, 1) two cells to the right and one up.
/// assert_eq!(image.pixel(0, 79), Some(Color::BLACK));
/// assert_eq!(image.pixel(4, 77), Some(Color::BLACK));
/// assert_eq!(image.pixel(4, 79), Some(Color::WHITE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Picture<'a> {
    content: Content<'a>,
    plane: Plane,
    cells: Rectangle,
    palette: Palette,
    is_inverted: bool,
    is_stretched: bool,
    scale: Option<Scale>,
    origin: Origin,
}

/// What has values at the cells.
enum Content<'a> {
    Table(&'a TableReader),
    Mask(Box<dyn Fn(u32, u32) -> u32 + Sync + 'a>),
}

impl<'a> Picture<'a> {
    /// Returns the picture of all of a table of two heaps, in the palette that suits its quantity.
    ///
    /// # Errors
    /// When the table has another number of heaps.
    pub fn of_table(table: &'a TableReader) -> Result<Self, PictureError> {
        let plane = Plane::whole(table.plan().job().domain())?;
        Ok(Picture::of_plane(table, plane))
    }

    /// Returns the picture of a plane of a table.
    pub fn of_plane(table: &'a TableReader, plane: Plane) -> Self {
        let palette = Palette::of(table.plan().job().quantity());
        Picture::new(Content::Table(table), plane, palette)
    }

    /// Returns the picture of a set of cells of a plane, black on white: of the counterexamples of a
    /// claim, say. `is_in_set` is asked for the column and the row of every cell, on all threads.
    ///
    /// ```
    /// use grundytab::domain::Plane;
    /// use grundytab::picture::{Color, Picture};
    /// use grundytab::{Control, Domain};
    /// let plane = Plane::whole(&Domain::boxed(&[8, 8])?)?;
    /// let diagonal = Picture::of_mask(plane, |column, row| column == row).scale("1".parse()?);
    /// let image = diagonal.draw(&Control::default())?;
    /// assert_eq!(image.pixel(0, 7), Some(Color::BLACK));
    /// assert_eq!(image.pixel(0, 6), Some(Color::WHITE));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_mask(plane: Plane, is_in_set: impl Fn(u32, u32) -> bool + Sync + 'a) -> Self {
        let value = move |column, row| u32::from(is_in_set(column, row));
        Picture::new(Content::Mask(Box::new(value)), plane, Palette::Bit(0))
    }

    fn new(content: Content<'a>, plane: Plane, palette: Palette) -> Self {
        let cells = Rectangle { columns: 0..plane.columns(), rows: 0..plane.rows() };
        Picture {
            content,
            plane,
            cells,
            palette,
            is_inverted: false,
            is_stretched: true,
            scale: None,
            origin: Origin::default(),
        }
    }

    /// Draws these cells of the plane alone.
    ///
    /// # Errors
    /// When there are none, or some lie outside the plane.
    pub fn cells(self, cells: Rectangle) -> Result<Self, InvalidInput> {
        let (columns, rows) = (self.plane.columns(), self.plane.rows());
        let fits = cells.columns.end <= columns && cells.rows.end <= rows;
        if fits && cells.count() > 0 {
            return Ok(Picture { cells, ..self });
        }
        let text = format!("{:?},{:?}", cells.columns, cells.rows);
        let problem = format!("it is not within 0..{columns},0..{rows}");
        let hint = "choose columns and rows of the plane";
        Err(InvalidInput::new(InvalidInputKind::OutsideDomain, text, problem, hint))
    }

    /// Sets the palette.
    ///
    /// # Errors
    /// When it does not show values of the table's quantity.
    pub fn palette(self, palette: Palette) -> Result<Self, InvalidInput> {
        if let Content::Table(table) = &self.content {
            palette.require_suits(table.plan().job().quantity())?;
        }
        Ok(Picture { palette, ..self })
    }

    /// Exchanges black and white, and runs colour maps backwards.
    #[must_use]
    pub fn inverted(self, is_inverted: bool) -> Self {
        Picture { is_inverted, ..self }
    }

    /// Sets whether the shares of ink in a reduced picture in two colours are stretched, so that thin
    /// lines stay dark; they are by default.
    #[must_use]
    pub fn stretched(self, is_stretched: bool) -> Self {
        Picture { is_stretched, ..self }
    }

    /// Sets the scale; by default a picture is about 1000 pixels wide.
    #[must_use]
    pub fn scale(self, scale: Scale) -> Self {
        Picture { scale: Some(scale), ..self }
    }

    /// Sets where the cell of the least column and row is; by default at the bottom left.
    #[must_use]
    pub fn origin(self, origin: Origin) -> Self {
        Picture { origin, ..self }
    }

    /// Draws the picture.
    ///
    /// # Errors
    /// When it is too large, before anything is read; when the table is incomplete or damaged; when the
    /// control interrupts.
    pub fn draw(&self, control: &Control) -> Result<Image, PictureError> {
        let plot = self.plot()?;
        let shades = Shades::new(self.palette, self.range(control)?, self.is_inverted);
        let (grid, _) = self.grid(&shades, plot.scale(), control)?;
        let [width, height] = plot.size().map(|side| side as u32);
        let mut image = Image::new(width, height, Color::WHITE);
        plot.paint(&grid, &mut image, 0, 0);
        Ok(image)
    }

    /// Lays out the cells.
    fn plot(&self) -> Result<Plot, InvalidInput> {
        let sides = self.cells.sides();
        let scale = self.scale.unwrap_or_else(|| Scale::fitting(sides));
        let plot = Plot::new(self.cells.clone(), scale, self.origin, self.plane.token_sum());
        let [width, height] = plot.size();
        let pixels = width.saturating_mul(height);
        let most = MOST_PIXELS.min(available_memory_bytes() / BYTES_OF_PIXEL);
        if pixels <= most {
            return Ok(plot);
        }
        let problem = format!(
            "the picture would have {width} x {height} pixels, which is more than {most} in all"
        );
        let hint = format!("choose a smaller scale, as in {}, or a region", Scale::fitting(sides));
        Err(InvalidInput::new(InvalidInputKind::TooLarge, scale, problem, hint))
    }

    fn source(&self) -> Source<'_> {
        match &self.content {
            Content::Table(table) => Source::Table(table),
            Content::Mask(value) => Source::Cells(value),
        }
    }

    /// Returns what the palette needs to know of the values: if it grades them, the largest one in the
    /// picture.
    fn range(&self, control: &Control) -> Result<Range, PictureError> {
        let Content::Table(table) = &self.content else {
            return Ok(Range { p_values: (1, 1), maximum: 1 });
        };
        let job = table.plan().job();
        let of_table = table.attributes().totals.map(|totals| totals.maximum);
        let is_whole = self.cells.count() == job.domain().positions();
        let maximum = match (of_table, job.quantity()) {
            (_, Quantity::Outcome) => 1,
            (_, Quantity::OutcomeClass) => 3,
            (Some(maximum), _) if is_whole || !self.palette.is_graded_to_the_largest() => maximum,
            (_, Quantity::Grundy | Quantity::Palaces) => {
                let largest = Largest(AtomicU32::new(0));
                self.source().scan(&self.plane, &self.cells, control, &largest)?;
                largest.0.into_inner()
            }
        };
        Ok(Range { p_values: job.p_values(), maximum })
    }

    /// Returns the colours of the pixels and, where shares of ink are shown, the share that is full ink.
    fn grid(
        &self,
        shades: &Shades,
        scale: Scale,
        control: &Control,
    ) -> Result<(Grid<Color>, Option<f64>), PictureError> {
        let (source, plane, cells) = (self.source(), &self.plane, &self.cells);
        let block = scale.block();
        if block == 1 {
            return Ok((reduce(source, plane, cells, 1, &Single(shades), control)?, None));
        }
        if !shades.has_two_colors() {
            return Ok((reduce(source, plane, cells, block, &MeanColor(shades), control)?, None));
        }
        let shares = reduce(source, plane, cells, block, &ShareOfInk(shades), control)?;
        let full = full_share(&shares, self.is_stretched);
        let share = f64::from(full) / f64::from(reductions::ALL);
        Ok((inked(&shares, shades, full), Some(share)))
    }
}

/// The largest value that was visited.
struct Largest(AtomicU32);

impl Visitor for Largest {
    fn visit(&self, patch: &impl Patch) {
        let mut largest = 0;
        patch.visit(|_, _, value| largest = largest.max(value));
        self.0.fetch_max(largest, Ordering::Relaxed);
    }
}
