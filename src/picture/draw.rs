//! A picture: what is drawn, and how.

use std::sync::atomic::{AtomicU32, Ordering};

use super::bands::Bands;
use super::figure::{Caption, Figure};
use super::grid::{Grid, reduce};
use super::legend::{Legend, LegendFacts};
use super::limits::Limits;
use super::marks::Marks;
use super::palette::Palette;
use super::plot::{Origin, Plot};
use super::reductions::{ALL, MeanColor, ShareOfInk, Single, dilated, full_share, inked};
use super::scale::Scale;
use super::shades::{Range, Shades};
use super::source::Source;
use crate::control::Control;
use crate::domain::{Plane, Rectangle};
use crate::drawing::{Color, Drawing, ImageFormat, Metadata, Sheet};
#[cfg(test)]
use crate::drawing::{Image, Length};
use crate::error::Error;
use crate::invalid_input::{InvalidInput, InvalidInputKind, shortened};
use crate::memory::available_memory_bytes;
use crate::quantity::{Convention, Quantity, ValueKind};
use crate::table::TableReader;

/// Larger pictures are refused, in pixels.
const MOST_PIXELS: u64 = 1 << 28;

/// The title shows at most this many of the vectors or numbers of a game.
const MOST_ITEMS: usize = 12;

/// What is marked is widened by at most this many pixels.
const MOST_DILATION: u32 = 64;

/// Bytes of memory that a pixel takes: its colour in the image, and in the grid that is painted.
const BYTES_OF_PIXEL: u64 = 8;

/// Where a format can show more than the pixels of a figure, its cells have at least this many pixels, as long as their
/// image is not larger than [`LARGEST_FINER_IMAGE`].
const FINER_PIXELS: f64 = 4.0;

/// The longest side of an image that has more pixels than the figure.
const LARGEST_FINER_IMAGE: f64 = 4096.0;

/// The letters of a figure are too large if less than this part of its width is left for the cells.
const LEAST_PART: f32 = 0.2;

/// What is drawn, and how.
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
    limits: Option<Limits>,
    is_logarithmic: bool,
    dilation: u32,
    sheet: Sheet,
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
        let ink = table.attributes().difference.as_ref().map_or("", |_| "the tables differ");
        Picture::new(Source::Table(table), plane, palette, ink)
    }

    /// Returns the picture of a set of cells of a plane, black on white: of the counterexamples of a
    /// claim, say, which is their name in the legend. `is_in_set` is requested the column and the row of
    /// every cell in the domain, on all threads.
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
            limits: None,
            is_logarithmic: false,
            dilation: 0,
            sheet: Sheet::default(),
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

    /// Spreads the colours of a graded palette over the values between limits, or over their logarithms. Whether the
    /// palette can do it is found out when the picture is drawn.
    #[must_use]
    pub fn limits(self, limits: Option<Limits>, is_logarithmic: bool) -> Self {
        Picture { limits, is_logarithmic, ..self }
    }

    /// In black and white, widens what is marked by this number of pixels, or of cells where these are larger, so that thin lines are
    /// seen in reduced pictures: what is black or, in an inverted picture, white.
    #[must_use]
    pub fn dilated(self, distance: u32) -> Self {
        Picture { dilation: distance, ..self }
    }

    /// Sets how large the figure is on paper.
    #[must_use]
    pub fn sheet(self, sheet: Sheet) -> Self {
        Picture { sheet, ..self }
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
            Source::Table(table) => metadata_of(table, self.title.as_deref()),
            Source::Function(_) => {
                Metadata { title: self.title.clone().unwrap_or_default(), ..Metadata::default() }
            }
        }
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

    /// Draws the picture as pixels.
    ///
    /// # Errors
    /// When it is too large, before anything is read; when the table is incomplete or damaged; when the
    /// control interrupts.
    #[cfg(test)]
    pub fn draw(&self, control: &Control) -> Result<Image, Error> {
        Ok(self.drawing(ImageFormat::Png, control)?.to_image(control)?)
    }

    /// Draws the picture for a format: in those that can be enlarged, cells have more pixels.
    ///
    /// # Errors
    /// As [`draw`](Self::draw).
    pub fn drawing(&self, format: ImageFormat, control: &Control) -> Result<Drawing, Error> {
        self.require_sense()?;
        let limits = self.palette.limits(self.limits, self.is_logarithmic)?;
        let width = self.sheet.width()?;
        let plot = self.plot(width.map(f64::from))?;
        let shades = Shades::new(self.palette, self.range(control)?, self.is_inverted)
            .limited(limits, self.is_logarithmic);
        let caption = self.caption(&plot);
        let around = Around { caption, shades, width };
        let plot = match width {
            Some(width) if !self.is_bare => self.plot_beside(&around, width)?,
            _ => plot,
        };
        let (grid, full_share) = self.grid(&around.shades, plot.block(), control)?;
        let pitch = self.pitch_of_image(&plot, format);
        let image = plot.paint(&grid, around.shades.outside(), pitch);
        drop(grid);
        let figure = (!self.is_bare).then(|| self.figure(&plot, &around, full_share));
        let [plot_width, plot_height] = plot.size().map(|side| side as f32);
        let (left, top, size) = match &figure {
            Some(figure) => {
                let size = [figure.width, figure.height];
                (figure.left as f32, figure.top as f32, size.map(|side| side as f32))
            }
            None => (0.0, 0.0, [plot_width, plot_height]),
        };
        let mut drawing = Drawing::new(size[0], size[1]);
        drawing = drawing.pixels_per_inch(self.sheet.pixels_per_inch());
        let density = self.sheet.density();
        // Cells that a screen shows smaller than its pixels are better mixed.
        let is_crisp = plot.pitch() >= 2.0 * f64::from(density);
        drawing.lay_image(image, [left, top, plot_width, plot_height], is_crisp);
        if let Some(figure) = figure {
            figure.draw(&mut drawing);
        }
        self.marks.draw(&plot, &mut drawing, [left, top], density.into());
        Ok(drawing)
    }

    /// Checks that what was requested fits together.
    fn require_sense(&self) -> Result<(), InvalidInput> {
        let refuse = |input: String, problem: &str, hint: &str| {
            Err(InvalidInput::new(InvalidInputKind::ModifierDoesNotApply, input, problem, hint))
        };
        if let (Some(width), Some(scale @ Scale::PixelsPerCell(_))) = (self.sheet.width, self.scale)
        {
            let problem =
                format!("a width of {width} is requested, too, which fixes the size of cells");
            return refuse(scale.to_string(), &problem, "leave out the scale or the width");
        }
        if self.dilation > MOST_DILATION {
            let problem = "the marked cells would be widened by too much";
            let hint = format!("it is from 0 to {MOST_DILATION} pixels");
            return refuse(self.dilation.to_string(), problem, &hint);
        }
        if self.dilation > 0 && !matches!(self.palette, Palette::PPositions | Palette::Bit(_)) {
            let problem =
                format!("the palette {} marks no cells that could be widened", self.palette);
            return refuse(self.dilation.to_string(), &problem, "use the palette p-positions");
        }
        Ok(())
    }

    /// Returns how many pixels the image in the drawing has for a point of the grid.
    fn pitch_of_image(&self, plot: &Plot, format: ImageFormat) -> f64 {
        let pitch = plot.grid_pitch();
        if format == ImageFormat::Png {
            return pitch;
        }
        let [width, height] = plot.size_at(1.0).map(|side| side as f64);
        let finer = FINER_PIXELS.min((LARGEST_FINER_IMAGE / width.max(height)).floor());
        pitch.ceil().max(finer)
    }

    /// Returns the plot that leaves room for what stands around it in a figure of a given width.
    fn plot_beside(&self, around: &Around, width: f32) -> Result<Plot, InvalidInput> {
        let mut of_plot = 0.7 * width;
        let mut plot = self.plot(Some(of_plot.into()))?;
        // Labels and the legend depend a little on the size of the plot.
        for _ in 0..3 {
            // A share of the length that shares mostly have.
            let share = (plot.block() > 1 && around.shades.has_two_colors()).then_some(0.5);
            of_plot = (width - self.figure(&plot, around, share).around).floor();
            if of_plot < LEAST_PART * width {
                let problem = format!(
                    "beside axes and legend {} of {width} pixels are left for the cells",
                    of_plot.max(0.0)
                );
                let hint = "choose a larger width, a smaller font size, or the bare picture";
                let input = self.sheet.width.map_or_else(String::new, |width| width.to_string());
                return Err(InvalidInput::new(InvalidInputKind::OutOfRange, input, problem, hint));
            }
            plot = self.plot(Some(of_plot.into()))?;
        }
        Ok(plot)
    }

    /// Lays out what stands around a plot.
    fn figure<'p>(
        &self,
        plot: &'p Plot,
        around: &'p Around,
        full_share: Option<f64>,
    ) -> Figure<'p> {
        let quantity = match &self.source {
            // What the values of a difference are the legend says in words of its own.
            Source::Table(table) if table.attributes().difference.is_some() => None,
            Source::Table(table) => Some(table.plan().job().quantity()),
            Source::Function(_) => None,
        };
        let shown = LegendFacts { quantity, block: plot.block(), full_share, ink: &self.ink };
        let mut legend = Legend::new(&around.shades, &shown);
        legend.marks = self.marks.entries();
        Figure::new(plot, &around.caption, legend, self.sheet.em(), around.width)
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
            parts.extend(table.unfinished_text());
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

    /// Lays out the cells, in a given width if there is one.
    fn plot(&self, width: Option<f64>) -> Result<Plot, InvalidInput> {
        let mut plot = Plot::new(&self.plane, self.cells.clone(), self.scale, self.origin);
        if let Some(width) = width {
            plot = plot.with_width(width, self.scale);
        }
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
        let input = match self.sheet.width {
            Some(width) => width.to_string(),
            None => self.scale.map_or_else(String::new, |scale| scale.to_string()),
        };
        Err(InvalidInput::new(InvalidInputKind::TooLarge, input, problem, hint))
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
        let is_whole = self.cells.count() == job.domain().clone().unrestricted().positions();
        let maximum = match (of_table, quantity.kind()) {
            (_, ValueKind::Outcome) => 1,
            (_, ValueKind::Class) => 3,
            (Some(maximum), _) if is_whole || !self.palette.is_graded_to_the_largest() => maximum,
            (_, ValueKind::Number | ValueKind::Score) => {
                let largest = AtomicU32::new(0);
                let is_signed = quantity.is_signed();
                let size = |value| if is_signed { (value as i32).unsigned_abs() } else { value };
                let scan = |cells: Rectangle| {
                    self.source.scan(&self.plane, &cells, control, |patch| {
                        let mut of_patch = 0;
                        patch.visit(|_, _, value: u32| of_patch = of_patch.max(size(value)));
                        largest.fetch_max(of_patch, Ordering::Relaxed);
                    })
                };
                let bands = Bands::of(&self.source, &self.cells, 1);
                let scanned = bands.own().try_for_each(scan);
                let of_ranks = table.of_all_ranks(scanned.map(|()| largest.into_inner()))?;
                of_ranks.into_iter().max().unwrap_or(0)
            }
        };
        Ok(Range { p_values: job.p_values(), maximum })
    }

    /// Returns the colours of the pixels and, where shares of ink are shown, the share that is full ink.
    fn grid(
        &self,
        shades: &Shades,
        block: u32,
        control: &Control,
    ) -> Result<(Grid<Color>, Option<f64>), Error> {
        let (source, plane, cells) = (&self.source, &self.plane, &self.cells);
        if block == 1 && self.dilation == 0 {
            return Ok((reduce(source, plane, cells, 1, &Single(shades), control)?, None));
        }
        if !shades.has_two_colors() {
            return Ok((reduce(source, plane, cells, block, &MeanColor(shades), control)?, None));
        }
        let shares = reduce(source, plane, cells, block, &ShareOfInk(shades), control)?;
        if block == 1 {
            let shares = dilated(shares, self.dilation, plane.token_sum().is_some());
            return Ok((inked(&shares, shades, ALL), None));
        }
        let shares = match self.dilation {
            0 => shares,
            distance => dilated(shares, distance, plane.token_sum().is_some()),
        };
        let full = full_share(&shares, self.is_stretched);
        let share = f64::from(full) / f64::from(ALL);
        Ok((inked(&shares, shades, full), Some(share)))
    }
}

/// What stands around a plot, as far as it does not depend on its size.
struct Around {
    caption: Caption,
    shades: Shades,
    /// The width of the figure in pixels, if it is given.
    width: Option<f32>,
}

/// Returns what a file with a figure of a table says of itself.
pub(super) fn metadata_of(table: &TableReader, title: Option<&str>) -> Metadata {
    let job = table.plan().job();
    let game = job.ruleset().to_string();
    let title = title.map_or_else(|| job.ruleset().short_text(MOST_ITEMS), Into::into);
    Metadata {
        title,
        game,
        domain: job.domain().to_string(),
        quantity: job.quantity().values_name().into(),
        ..Metadata::default()
    }
}
