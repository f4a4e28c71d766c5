//! A picture: what is drawn, and how, as callers say it.

use super::highlight::Highlights;
use super::limits::Limits;
use super::palette::Palette;
use super::plot::Origin;
use super::scale::Scale;
use super::set_marks::SetMarks;
use super::sets::PositionSet;
use super::source::Source;
use super::verdicts::FOUND;
use crate::analyses::analyze::Plot;
#[cfg(test)]
use crate::figures::drawing::Image;
use crate::figures::drawing::{Labels, Length, Metadata, Sheet};
use grundytab::control::Control;
use grundytab::domain::{Plane, Rectangle};
use grundytab::error::Error;
use grundytab::invalid_input::InvalidInput;
use grundytab::table::{OtherTables, TableReader};

/// What is drawn, and how: callers begin with a table or with what is said of cells, and change the rest.
pub struct Picture<'a> {
    pub(super) source: Source<'a>,
    pub(super) plane: Plane,
    /// The cells of the plane that are drawn; by default all.
    pub cells: Rectangle,
    pub(super) palette: Palette,
    /// Whether black and white are exchanged, and colour maps run backwards.
    pub is_inverted: bool,
    /// Whether the shares of ink in a reduced picture in two colours are stretched, so that thin lines stay dark; they are
    /// by default.
    pub is_stretched: bool,
    /// By default a picture is about 1000 pixels wide.
    pub scale: Option<Scale>,
    /// Where the cell of the least column and row is; by default at the bottom left.
    pub origin: Origin,
    /// Whether the cells are drawn alone: without title, axes and legend.
    pub is_bare: bool,
    /// Whether lines are drawn at the ticks of the axes.
    pub has_grid: bool,
    /// What is written around the picture; by default the game, what its values are, and where.
    pub labels: Labels,
    /// What values mean, where no quantity says it.
    pub(super) meanings: Vec<(u32, String)>,
    pub(super) highlights: Highlights,
    pub(super) set_marks: SetMarks,
    /// The values over which the colours of a graded palette are spread. Whether the palette can do it is found out when the
    /// picture is drawn.
    pub limits: Option<Limits>,
    /// Whether the colours are spread over the logarithms of values.
    pub is_logarithmic: bool,
    /// In black and white, what is marked is widened by this number of pixels, or of cells where these are larger, so that
    /// thin lines are seen in reduced pictures: what is black or, in an inverted picture, white.
    pub dilation: u32,
    /// How large the figure is on paper.
    pub sheet: Sheet,
}

impl<'a> Picture<'a> {
    /// Returns the picture of all of a table of two heaps, in the palette that suits its quantity.
    ///
    /// # Errors
    /// When the table has another number of heaps.
    #[cfg(test)]
    pub fn of_table(table: &'a TableReader) -> Result<Self, Error> {
        let plane = Plane::whole(table.plan().job().domain())?;
        Ok(Picture::of_plane(table, plane))
    }

    /// Returns the picture of a plane of a table.
    pub fn of_plane(table: &'a TableReader, plane: Plane) -> Self {
        let palette = Palette::of(table.plan().job().quantity());
        let meanings = match table.attributes().difference {
            Some(_) => vec![(1, "difference".into()), (0, "no difference".into())],
            None => Vec::new(),
        };
        Picture::new(Source::Table(table), plane, palette, meanings)
    }

    /// Returns the picture of what is said of the cells of a plane: a number, whose meaning stands in the legend. 1 is
    /// what is looked for, the counterexamples to a claim, say, in black. `said` is requested the column and the row of
    /// every cell in the domain, on all threads.
    pub fn of_verdicts(
        plane: Plane,
        meanings: Vec<(u32, String)>,
        said: impl Fn(u32, u32) -> u32 + Sync + 'a,
    ) -> Self {
        Picture::new(Source::Function(Box::new(said)), plane, Palette::Verdicts, meanings)
    }

    fn new(
        source: Source<'a>,
        plane: Plane,
        palette: Palette,
        meanings: Vec<(u32, String)>,
    ) -> Self {
        let cells = Rectangle { columns: 0..plane.columns(), rows: 0..plane.rows() };
        Picture {
            source,
            plane,
            cells,
            palette,
            is_inverted: false,
            is_stretched: true,
            scale: None,
            origin: Origin::default(),
            is_bare: false,
            has_grid: false,
            labels: Labels::default(),
            meanings,
            highlights: Highlights::default(),
            set_marks: SetMarks::default(),
            limits: None,
            is_logarithmic: false,
            dilation: 0,
            sheet: Sheet::default(),
        }
    }

    /// Changes what is drawn, or how.
    #[cfg(test)]
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Sets the palette.
    ///
    /// # Errors
    /// When it does not show values of the table's quantity.
    pub fn palette(self, palette: Palette) -> Result<Self, InvalidInput> {
        if let Source::Table(table) = &self.source {
            palette.require_suits(table.plan().job().quantity())?;
        }
        Ok(Picture { palette, ..self })
    }

    /// Sets the width of the figure, with all that stands around the cells.
    #[cfg(test)]
    #[must_use]
    pub fn width(mut self, width: Length) -> Self {
        self.sheet.width = Some(width);
        self
    }

    /// Returns what a file of the picture says of itself.
    pub fn metadata(&self) -> Metadata {
        match &self.source {
            Source::Table(table) => Plot::metadata(table, self.labels.title.as_deref()),
            Source::Function(_) => Metadata {
                title: self.labels.title.clone().unwrap_or_default(),
                ..Metadata::default()
            },
        }
    }

    /// Marks the position with these heaps of the table, if the picture is of one, its options and its winning moves, as far
    /// as they lie in the plane.
    ///
    /// # Errors
    /// When the position is not in the plane, when the table is not of a game, and when it is damaged.
    pub fn highlight(mut self, heaps: &[u32]) -> Result<Self, Error> {
        let Source::Table(table) = self.source else { return Ok(self) };
        self.highlights.add(table, &self.plane, heaps)?;
        Ok(self)
    }

    /// Marks sets of positions of the table, if the picture is of one, as far as they lie in the cells that are drawn. The marks have the diameter
    /// that is given. Conditions of the sets may read other tables.
    ///
    /// # Errors
    /// When there are more sets than marks, when a table is incomplete or damaged, and when the control interrupts.
    pub fn mark(
        mut self,
        sets: &[PositionSet],
        others: &OtherTables,
        diameter: Option<Length>,
        control: &Control,
    ) -> Result<Self, Error> {
        let Source::Table(table) = self.source else { return Ok(self) };
        let place = (&self.plane, &self.cells);
        self.set_marks = SetMarks::find(table, place, sets, others, control)?;
        self.set_marks.diameter = diameter;
        Ok(self)
    }

    /// Marks what is looked for in a picture of what is said of cells by dots: the first of these cells.
    #[must_use]
    pub fn mark_found(mut self, cells: impl Iterator<Item = (u32, u32)>, diameter: Length) -> Self {
        let found = self.meanings.iter().position(|(value, _)| *value == FOUND);
        if let Some(found) = found {
            let (_, text) = self.meanings.remove(found);
            self.set_marks = SetMarks::dots(text, cells);
            self.set_marks.diameter = Some(diameter);
        }
        self
    }

    /// Gives the sets that are marked, other than the P-positions of the table, the shapes with these numbers, in their
    /// order; by default they are numbered from 0 on.
    #[must_use]
    pub fn shapes(mut self, shapes: &[usize]) -> Self {
        self.set_marks.use_shapes(shapes);
        self
    }

    /// Says of every set that is marked its text, how many of its positions are drawn, and how many there are.
    pub fn marked(&self) -> impl Iterator<Item = (&str, usize, u64)> {
        self.set_marks.counts()
    }

    /// Draws the picture as pixels.
    ///
    /// # Errors
    /// When it is too large, before anything is read; when the table is incomplete or damaged; when the
    /// control interrupts.
    #[cfg(test)]
    pub fn draw(&self, control: &Control) -> Result<Image, Error> {
        Ok(self.drawing(crate::figures::drawing::ImageFormat::Png, control)?.to_image(control)?)
    }
}
