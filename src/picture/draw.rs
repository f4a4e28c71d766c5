//! A picture: what is drawn, and how.

use std::sync::atomic::{AtomicU32, Ordering};

use super::color::Color;
use super::figure::{Caption, Figure};
use super::grid::{Grid, reduce};
use super::image::Image;
use super::legend::{Legend, LegendFacts};
use super::marks::Marks;
use super::palette::Palette;
use super::plot::{Origin, Plot};
use super::reductions::{ALL, MeanColor, ShareOfInk, Single, full_share, inked};
use super::scale::Scale;
use super::shades::{Range, Shades};
use super::source::Source;
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::error::Error;
use crate::invalid_input::{InvalidInput, InvalidInputKind, shortened};
use crate::memory::available_memory_bytes;
use crate::quantity::{Convention, Quantity, ValueKind};
use crate::table::TableReader;

/// Larger pictures are refused, in pixels.
const MOST_PIXELS: u64 = 1 << 28;

/// The title shows at most this many of the vectors or numbers of a game.
const MOST_ITEMS: usize = 12;

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
/// let picture = Picture::of_table(&table)?.scale("2".parse()?).bare(true);
/// let image = picture.draw(&Control::default())?;
/// assert_eq!((image.width(), image.height()), (100, 80));
/// // The P-position (0, 0) is at the bottom left, (2, 1) two cells to the right and one up.
/// assert_eq!(image.pixel(0, 79), Some(Color::BLACK));
/// assert_eq!(image.pixel(4, 77), Some(Color::BLACK));
/// assert_eq!(image.pixel(4, 79), Some(Color::WHITE));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Picture<'a> {
    source: Source<'a>,
    plane: Plane,
    cells: Rectangle,
    palette: Palette,
    is_inverted: bool,
    is_stretched: bool,
    scale: Option<Scale>,
    origin: Origin,
    is_bare: bool,
    has_grid: bool,
    title: Option<String>,
    ink: String,
    marks: Marks,
}

impl<'a> Picture<'a> {
    /// Returns the picture of all of a table of two heaps, in the palette that suits its quantity.
    ///
    /// # Errors
    /// When the table has another number of heaps.
    pub fn of_table(table: &'a TableReader) -> Result<Self, Error> {
        let plane = Plane::whole(table.plan().job().domain())?;
        Ok(Picture::of_plane(table, plane))
    }

    /// Returns the picture of a plane of a table.
    pub fn of_plane(table: &'a TableReader, plane: Plane) -> Self {
        let palette = Palette::of(table.plan().job().quantity());
        let ink = table.attributes().difference.as_ref().map_or("", |_| "the tables differ");
        Picture::new(Source::Table(table), plane, palette, ink)
    }

    /// Returns the picture of a set of cells of a plane, black on white: of the counterexamples of a
    /// claim, say, which is their name in the legend. `is_in_set` is requested the column and the row of
    /// every cell in the domain, on all threads.
    ///
    /// ```
    /// use grundytab::domain::Plane;
    /// use grundytab::picture::{Color, Picture};
    /// use grundytab::{Control, Domain};
    /// let plane = Plane::whole(&Domain::boxed(&[8, 8])?)?;
    /// let diagonal = Picture::of_mask(plane, "equal heaps", |column, row| column == row);
    /// let image = diagonal.scale("1".parse()?).bare(true).draw(&Control::default())?;
    /// assert_eq!(image.pixel(0, 7), Some(Color::BLACK));
    /// assert_eq!(image.pixel(0, 6), Some(Color::WHITE));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_mask(
        plane: Plane,
        name: &str,
        is_in_set: impl Fn(u32, u32) -> bool + Sync + 'a,
    ) -> Self {
        let value = move |column, row| u32::from(is_in_set(column, row));
        Picture::new(Source::Function(Box::new(value)), plane, Palette::Bit(0), name)
    }

    fn new(source: Source<'a>, plane: Plane, palette: Palette, ink: &str) -> Self {
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
            title: None,
            ink: ink.into(),
            marks: Marks::default(),
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
        if let Source::Table(table) = &self.source {
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

    /// Draws the cells alone: no title, axes and legend.
    #[must_use]
    pub fn bare(self, is_bare: bool) -> Self {
        Picture { is_bare, ..self }
    }

    /// Draws lines at the ticks of the axes.
    #[must_use]
    pub fn grid_lines(self, has_grid: bool) -> Self {
        Picture { has_grid, ..self }
    }

    /// Sets the line above the picture; by default it is the game. An empty one is left out.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        Picture { title: Some(title.into()), ..self }
    }

    /// Marks the position with these heaps, its options and its winning moves, as far as they lie in the
    /// plane.
    ///
    /// # Errors
    /// When the position is not in the plane, when the picture is not of a table of a game, and when the
    /// table is damaged.
    pub fn highlight(mut self, heaps: &[u32]) -> Result<Self, Error> {
        let Source::Table(table) = self.source else {
            return Err(InvalidInput::new(
                InvalidInputKind::OutsideDomain,
                heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
                "a set of cells has no moves",
                "mark positions in the picture of a table",
            )
            .into());
        };
        self.marks.add(table, &self.plane, heaps)?;
        Ok(self)
    }

    /// Draws the picture.
    ///
    /// # Errors
    /// When it is too large, before anything is read; when the table is incomplete or damaged; when the
    /// control interrupts.
    pub fn draw(&self, control: &Control) -> Result<Image, Error> {
        let plot = self.plot()?;
        let shades = Shades::new(self.palette, self.range(control)?, self.is_inverted);
        let (grid, full_share) = self.grid(&shades, plot.scale(), control)?;
        if self.is_bare {
            let [width, height] = plot.size().map(|side| side as u32);
            let mut image = Image::new(width, height, Color::WHITE);
            plot.paint(&grid, shades.outside(), &mut image, (0, 0));
            self.marks.draw(&plot, &mut image, 0, 0);
            return Ok(image);
        }
        let quantity = match &self.source {
            // What the values of a difference are the legend says in words of its own.
            Source::Table(table) if table.attributes().difference.is_some() => None,
            Source::Table(table) => Some(table.plan().job().quantity()),
            Source::Function(_) => None,
        };
        let shown =
            LegendFacts { quantity, block: plot.scale().block(), full_share, ink: &self.ink };
        let mut legend = Legend::new(&shades, &shown);
        legend.marks = self.marks.entries();
        let caption = self.caption(&plot);
        let figure = Figure::new(&plot, &caption, legend);
        let mut image = Image::new(figure.width, figure.height, Color::WHITE);
        plot.paint(&grid, shades.outside(), &mut image, (figure.left, figure.top));
        figure.draw(&mut image);
        self.marks.draw(&plot, &mut image, figure.left, figure.top);
        Ok(image)
    }

    /// Returns what stands around the plot.
    fn caption(&self, plot: &Plot) -> Caption {
        let (mut title, mut parts) = (String::new(), Vec::new());
        if let Source::Table(table) = &self.source {
            let job = table.plan().job();
            title = job.ruleset().short_text(MOST_ITEMS);
            match &table.attributes().difference {
                Some(compared) => {
                    title = format!("{title} and {}", shortened(&compared.second_ruleset, 80));
                    parts.push(format!("where {} differ", compared.quantity.values_name()));
                }
                None => parts.push(job.quantity().values_name().into()),
            }
            match job.convention() {
                Convention::Normal => {}
                Convention::Misere => parts.push("misère play".into()),
            }
            parts.push(job.domain().to_string());
        }
        let plane = self.plane.to_string();
        let of_plane = (!plane.is_empty()).then(|| plane.replace('=', " = "));
        parts.extend(of_plane.map(|text| text.replace("sum", "x + y + z")));
        let corners = self.plane.token_sum().filter(|_| plot.is_whole());
        let corners = corners.map(|sum| ["z", "x", "y"].map(|heap| format!("{heap} = {sum}")));
        Caption {
            title: self.title.clone().unwrap_or(title),
            subtitle: parts.join(", "),
            axes: self.plane.axis_names(),
            corners,
            has_grid: self.has_grid,
        }
    }

    /// Lays out the cells.
    fn plot(&self) -> Result<Plot, InvalidInput> {
        let plot = Plot::new(&self.plane, self.cells.clone(), self.scale, self.origin);
        let [width, height] = plot.size();
        let pixels = width.saturating_mul(height);
        let most = MOST_PIXELS.min(available_memory_bytes() / BYTES_OF_PIXEL);
        if pixels <= most {
            return Ok(plot);
        }
        let problem = format!(
            "the picture would have {width} x {height} pixels, which is more than {most} in all"
        );
        let hint = format!(
            "choose a smaller scale, as in {}, or a region",
            Scale::fitting(self.cells.sides())
        );
        Err(InvalidInput::new(InvalidInputKind::TooLarge, plot.scale(), problem, hint))
    }

    /// Returns what the palette needs to know of the values: if it grades them, the largest one in the
    /// picture.
    fn range(&self, control: &Control) -> Result<Range, Error> {
        let Source::Table(table) = &self.source else {
            return Ok(Range { p_values: Quantity::Outcome.p_values(0), maximum: 1 });
        };
        let job = table.plan().job();
        let quantity = job.quantity();
        // Numbers that may be negative are graded by their distance from 0.
        let of_table = table.attributes().totals.map(|totals| totals.furthest_from_0());
        let of_table =
            of_table.map(|value| u32::try_from(value.unsigned_abs()).unwrap_or(u32::MAX));
        let is_whole = self.cells.count() == job.domain().positions();
        let maximum = match (of_table, quantity.kind()) {
            (_, ValueKind::Outcome) => 1,
            (_, ValueKind::Class) => 3,
            (Some(maximum), _) if is_whole || !self.palette.is_graded_to_the_largest() => maximum,
            (_, ValueKind::Number | ValueKind::Score) => {
                let largest = AtomicU32::new(0);
                let is_signed = quantity.is_signed();
                let size = |value| if is_signed { (value as i32).unsigned_abs() } else { value };
                self.source.scan(&self.plane, &self.cells, control, |patch| {
                    let mut of_patch = 0;
                    patch.visit(|_, _, value: u32| of_patch = of_patch.max(size(value)));
                    largest.fetch_max(of_patch, Ordering::Relaxed);
                })?;
                largest.into_inner()
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
    ) -> Result<(Grid<Color>, Option<f64>), Error> {
        let (source, plane, cells) = (&self.source, &self.plane, &self.cells);
        let block = scale.block();
        if block == 1 {
            return Ok((reduce(source, plane, cells, 1, &Single(shades), control)?, None));
        }
        if !shades.has_two_colors() {
            return Ok((reduce(source, plane, cells, block, &MeanColor(shades), control)?, None));
        }
        let shares = reduce(source, plane, cells, block, &ShareOfInk(shades), control)?;
        let full = full_share(&shares, self.is_stretched);
        let share = f64::from(full) / f64::from(ALL);
        Ok((inked(&shares, shades, full), Some(share)))
    }
}
