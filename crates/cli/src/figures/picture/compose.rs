//! What a picture is made of, in the order in which it is made: cells, what stands around them, what lies over them.

use rayon::prelude::*;

use super::caption::Caption;
use super::draw::Picture;
use super::figure::Figure;
use super::free_corner::Hidden;
use super::legend::{Legend, LegendFacts};
use super::palette::Palette;
use super::plot::Plot;
use super::scale::Scale;
use super::set_marks::Ground;
use super::shades::Shades;
use super::source::Source;
use crate::figures::drawing::{Color, Drawing, ImageFormat, LegendPlace};
use grundytab::control::Control;
use grundytab::error::Error;
use grundytab::invalid_input::{InvalidInput, InvalidInputKind};
use grundytab::memory::available_memory_bytes;

/// Larger pictures are refused, in pixels.
const MOST_PIXELS: u64 = 1 << 28;

/// What is marked is widened by at most this many pixels.
const MOST_DILATION: u32 = 64;

/// Bytes of memory that a pixel takes: its colour in the image, and in the grid that is painted.
const BYTES_OF_PIXEL: u64 = 8;

/// Where a format can show more than the pixels of a figure, its cells have at least this many pixels, as long as their
/// image is not larger than [`LARGEST_FINER_IMAGE`].
const FINER_PIXELS: f64 = 4.0;

/// P-positions are few if at most one position in this many is one.
const FEW: u64 = 50;

/// Cells of fewer points are hardly seen on paper, one by one.
const LEAST_POINTS: f64 = 0.3;

/// The longest side of an image that has more pixels than the figure.
const LARGEST_FINER_IMAGE: f64 = 4096.0;

/// The letters of a figure are too large if less than this part of its width is left for the cells.
const LEAST_PART: f32 = 0.2;

impl Picture<'_> {
    /// Draws the picture for a format: in those that can be enlarged, cells have more pixels.
    ///
    /// # Errors
    /// As [`draw`](Self::draw).
    pub fn drawing(&self, format: ImageFormat, control: &Control) -> Result<Drawing, Error> {
        self.require_sense()?;
        let limits = self.palette.limits(self.limits, self.is_logarithmic)?;
        let width = self.sheet.width()?;
        let plot = self.plot(width.map(f64::from))?;
        let shades = Shades::new(self.palette, self.range(control)?, self.is_inverted).spread(
            limits,
            self.is_logarithmic,
            self.plane.token_sum().is_some(),
        );
        let caption = Caption::of(self, &plot);
        let outside = self.name_of_outside(shades.outside());
        let around = Around { caption, shades, outside, width };
        let plot = match width {
            Some(width) if !self.is_bare => self.plot_beside(&around, width)?,
            _ => plot,
        };
        let (grid, full_share) = self.grid(&around.shades, plot.block, control)?;
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
        let diameter = self.diameter_of_marks(&plot);
        let corner = figure.as_ref().and_then(|figure| {
            let marks = self.set_marks.middles(&plot).chain(self.highlights.middles(&plot));
            figure.corner_of_legend(&Hidden {
                image: &image,
                outside: around.shades.outside(),
                of_p_positions: self.color_of_p_positions(&around.shades),
                plot: [plot_width, plot_height],
                marks: marks.collect(),
                diameter,
            })
        });
        drawing.lay_image(image, [left, top, plot_width, plot_height], is_crisp);
        if let Some(figure) = &figure {
            figure.draw(&mut drawing);
        }
        self.set_marks.draw(&mut drawing, &plot, [left, top], diameter, self.ground());
        self.highlights.draw(&plot, &mut drawing, [left, top], density.into());
        if let Some(figure) = &figure {
            figure.draw_legend(&mut drawing, corner);
        }
        Ok(drawing)
    }

    /// Whether the picture is to show P-positions that are few, and its cells are too small for them to be seen.
    pub fn hides_p_positions(&self) -> bool {
        let shows_them =
            matches!(self.palette, Palette::PPositions | Palette::Palaces(_) | Palette::Classes);
        let Source::Table(table) = &self.source else { return false };
        let totals = table.attributes().totals;
        let are_few = totals.is_some_and(|totals| {
            let found = totals.p_positions.unwrap_or_default();
            found > 0 && found <= totals.positions / FEW
        });
        let width = self.sheet.width().ok().flatten().map(f64::from);
        let pitch = self.plot(width).map_or(f64::INFINITY, |plot| plot.pitch());
        let points = 72.0 * pitch / f64::from(self.sheet.pixels_per_inch());
        shows_them && are_few && (pitch < 1.0 || points < LEAST_POINTS)
    }

    fn diameter_of_marks(&self, plot: &Plot) -> f32 {
        self.set_marks.pixels(plot.pitch(), self.sheet.pixels_per_inch())
    }

    /// Returns the colour of the P-positions of the table, if the palette tells them.
    fn color_of_p_positions(&self, shades: &Shades) -> Option<Color> {
        let Source::Table(table) = &self.source else { return None };
        let is_told = table.plan().job().quantity().has_p_positions() && !self.is_scatter();
        is_told.then(|| shades.of_p_positions())
    }

    /// Returns what marks are drawn on. In black and white, dots of P-positions say what black cells would say: they lie on
    /// empty paper.
    fn ground(&self) -> Ground {
        match (self.palette, self.set_marks.has_own_p_positions(), self.is_inverted) {
            (Palette::PPositions, true, false) => Ground::White,
            (Palette::PPositions, true, true) => Ground::Black,
            (Palette::Palaces(None), true, _) => Ground::Palaces,
            _ => Ground::Cells,
        }
    }

    /// Whether nothing is below the dots of P-positions.
    pub(super) fn is_scatter(&self) -> bool {
        matches!(self.ground(), Ground::White | Ground::Black)
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
        let mut names = self.labels.axes.iter().flatten();
        if let Some(name) = names.find(|name| !name.is_empty())
            && self.plane.token_sum().is_some()
        {
            let problem = "a layer is a triangle, which has corners in the place of axes";
            let hint =
                "leave the labels of axes out; an empty one removes the names of the corners";
            return refuse(format!("the label {name:?}"), problem, hint);
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
        let pitch = plot.grid_pitch;
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
            let is_shared = around.shades.has_two_colors() || self.palette == Palette::Verdicts;
            let is_shared = is_shared && !self.is_scatter();
            let share = (plot.block > 1 && is_shared).then_some(0.5);
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
        let has_dots = self.set_marks.has_own_p_positions();
        let p_position = self.set_marks.own_text.as_deref().unwrap_or("P-position");
        let shown =
            LegendFacts { quantity, full_share, meanings: &self.meanings, has_dots, p_position };
        let mut legend = match self.ground() {
            Ground::Cells | Ground::Palaces => Legend::new(&around.shades, &shown),
            // Paper and dots are said by the dots alone.
            Ground::White | Ground::Black => Legend::default(),
        };
        let outside = around.outside.map(|text| (around.shades.outside(), text.to_owned()));
        legend.entries.extend(outside);
        let (diameter, ground) = (self.diameter_of_marks(plot), self.ground());
        // What lies beside the cells that are drawn is not explained.
        let highlights = self.highlights.within(&self.cells);
        legend.add_marks(&highlights, &self.set_marks, diameter, ground);
        let place = self.labels.legend_on(&self.sheet, LegendPlace::Beside);
        Figure::new(plot, &around.caption, (legend, place), self.sheet.em(), around.width)
    }

    /// Returns what the legend calls cells that are drawn in this colour since they are no positions of the table, if there
    /// are any. White ones beyond a simplex are paper, and around a layer are no cells.
    fn name_of_outside(&self, color: Color) -> Option<&'static str> {
        let (plane, cells) = (&self.plane, &self.cells);
        let (domain, is_layer) = (plane.domain(), plane.token_sum().is_some());
        if domain.mask().is_none() && (is_layer || color == Color::WHITE) {
            return None;
        }
        let is_outside = |column: u32, row: u32| match plane.place(column, row) {
            Some(at) => !domain.contains(at),
            None => !is_layer,
        };
        let is_some = match domain.mask() {
            // The largest cell lies outside if any does.
            None => is_outside(cells.columns.end - 1, cells.rows.end - 1),
            Some(_) => cells
                .columns
                .clone()
                .into_par_iter()
                .any(|column| cells.rows.clone().any(|row| is_outside(column, row))),
        };
        let name = if domain.is_box() { "no position" } else { "outside the table" };
        is_some.then_some(name)
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
        let (input, fitting) = match self.sheet.width {
            Some(of_figure) => {
                let fitting = (most as f64 * width as f64 / height as f64).sqrt() as u64;
                (of_figure.to_string(), format!("width of up to {fitting}px"))
            }
            None => {
                let pixels = |scale| {
                    let plot = Plot::new(&self.plane, self.cells.clone(), Some(scale), self.origin);
                    plot.size().into_iter().fold(1, u64::saturating_mul)
                };
                let input = self.scale.map_or_else(String::new, |scale| scale.to_string());
                (input, format!("scale of up to {}", Scale::largest(|scale| pixels(scale) <= most)))
            }
        };
        let hint = format!("choose a {fitting}, or a region");
        Err(InvalidInput::new(InvalidInputKind::TooLarge, input, problem, hint))
    }
}

/// What stands around a plot, as far as it does not depend on its size.
struct Around {
    caption: Caption,
    shades: Shades,
    /// What cells that are no positions of the table are called, if some are drawn.
    outside: Option<&'static str>,
    /// The width of the figure in pixels, if it is given.
    width: Option<f32>,
}
