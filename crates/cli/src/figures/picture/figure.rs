//! Figures: a plot with its title, axes and legend around it.

use super::axes::Axes;
use super::caption::Caption;
use super::free_corner::{Corner, Hidden};
use super::legend::Legend;
use super::legend_box::LegendBox;
use super::plot::Plot;
use crate::figures::drawing::{Anchor, Color, Drawing, EM, LegendPlace, Letters, multiples};

/// The colour of texts and axes.
const TEXT: Color = Color::hex(0x22_22_22);

/// The colour of what is less important.
const FAINT: Color = Color::hex(0x6a_6a_6a);

/// The size of the title, as a multiple of that of other letters.
const TITLE: f32 = 1.3;

/// A plot with what stands around it, laid out in pixels.
pub(super) struct Figure<'a> {
    plot: &'a Plot,
    caption: &'a Caption,
    legend: LegendBox,
    letters: Letters,
    /// The width of thin lines.
    hair: f32,
    axes: Axes,
    lengths: Lengths,
    /// Where the plot's top left is.
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    /// What is to the left and to the right of the plot takes this width.
    pub(super) around: f32,
}

/// Lengths around a plot, as multiples of the size of letters.
struct Lengths {
    /// Around all of the figure.
    margin: f32,
    /// The lines of the title and of the line below it.
    title: [f32; 2],
    /// The marks at the numbers of the axes, and what is between them and the numbers.
    tick: f32,
    gap: f32,
    /// From the axis of columns to the middle of its name.
    name: f32,
}

/// Where a screen shows the figure, it has room.
const ROOMY: Lengths = Lengths { margin: 1.0, title: [1.8, 1.5], tick: 0.3, gap: 0.3, name: 2.3 };

/// On paper every millimetre counts, and whoever sets the page leaves room around the figure.
const TIGHT: Lengths = Lengths { margin: 0.06, title: [1.6, 1.4], tick: 0.1, gap: 0.1, name: 1.75 };

impl<'a> Figure<'a> {
    /// Lays out a figure, with letters of a size and of a width if these are given.
    pub(super) fn new(
        plot: &'a Plot,
        caption: &'a Caption,
        (legend, place): (Legend, LegendPlace),
        em: Option<f32>,
        whole_width: Option<f32>,
    ) -> Self {
        let [width, height] = plot.size().map(|side| side as f32);
        let fitting = || (width.max(height) / 48.0).clamp(15.0, 72.0).round();
        let size = em.map_or_else(fitting, |em| em / EM);
        // Half a point beside letters of nine points.
        let hair = (size / 22.0).floor().max(1.0);
        let letters = Letters { size, color: TEXT };
        let lengths = if whole_width.is_some() { TIGHT } else { ROOMY };
        let axes = Axes::new(plot, caption, letters, whole_width);
        let margin = (lengths.margin * size).max(hair);
        let has_name = caption.axes.each_ref().map(|name| !name.is_empty());
        let (left, right, below) = if plot.is_triangle() {
            let below = if caption.corners.is_some() { 1.2 * size + margin } else { margin };
            (margin, margin, below)
        } else {
            let own_name = has_name[1] && !axes.is_name_between;
            let of_name = if own_name { 1.2 * size } else { 0.0 };
            let numbers = (lengths.tick + lengths.gap) * size + axes.labels;
            let below = lengths.name - if has_name[0] { -0.1 } else { 0.85 };
            (margin + of_name + numbers, margin.max(axes.beyond), (below + 0.4) * size + margin)
        };
        let lines = [&caption.title, &caption.subtitle].map(|line| f32::from(!line.is_empty()));
        let corner = if caption.corners.is_some() { 1.6 * size } else { 0.0 };
        let titles = lengths.title[0] * lines[0] + lengths.title[1] * lines[1];
        // The uppermost number may be at the upper edge.
        let number = if plot.is_triangle() || titles > 0.0 { 0.0 } else { 0.3 * size };
        let top = margin.max(number) + titles * size + corner;
        let legend = LegendBox::new(legend, place, letters, hair, [width, height]);
        let [legend_width, legend_height] = legend.size();
        let is_beside = place == LegendPlace::Beside && legend_width > 0.0;
        let gap = if is_beside { 1.5 * size } else { 0.0 };
        let of_legend = if is_beside { gap + legend_width } else { 0.0 };
        let title = Letters { size: TITLE * size, color: TEXT }.width(&caption.title);
        let titles = title.max(letters.width(&caption.subtitle)).min(30.0 * size);
        let full_width = match whole_width {
            Some(width) => width,
            None => left + (width + of_legend).max(titles) + right,
        };
        let full_height = match place {
            LegendPlace::Below => top + height + below + legend_height,
            LegendPlace::Beside => top + (height + below).max(legend_height + margin),
            LegendPlace::Inside | LegendPlace::Nowhere => top + height + below,
        };
        Figure {
            plot,
            caption,
            legend,
            letters,
            hair,
            axes,
            lengths,
            around: left.ceil() + of_legend + right.ceil(),
            left: left.round() as u32,
            top: top.round() as u32,
            width: full_width.ceil() as u32,
            height: full_height.ceil() as u32,
        }
    }

    /// Draws what stands around the plot, and the grid over it.
    pub(super) fn draw(&self, drawing: &mut Drawing) {
        self.draw_title(drawing);
        if self.plot.is_triangle() {
            self.draw_corners(drawing);
        } else {
            self.draw_frame(drawing);
            self.draw_columns(drawing);
            self.draw_rows(drawing);
        }
    }

    /// Draws the legend, inside the plot in this place.
    pub(super) fn draw_legend(&self, drawing: &mut Drawing, inside: Option<Corner>) {
        let (left, top, size) = (self.left as f32, self.top as f32, self.letters.size);
        let [width, _] = self.plot_size();
        let legend_size = self.legend.size();
        let mut has_paper = false;
        let place = match self.legend.place {
            LegendPlace::Beside => [left + width + 1.5 * size, top],
            // Above the lower edge of the figure.
            LegendPlace::Below => [left, self.height as f32 - legend_size[1]],
            LegendPlace::Inside => {
                let Some(corner) = inside else { return };
                has_paper = corner.hides;
                [left + corner.at[0], top + corner.at[1]]
            }
            LegendPlace::Nowhere => return,
        };
        self.legend.draw(drawing, place, has_paper);
    }

    /// Returns the corner of the plot for a legend inside it.
    pub(super) fn corner_of_legend(&self, hidden: &Hidden) -> Option<Corner> {
        let is_inside = self.legend.place == LegendPlace::Inside;
        is_inside.then(|| hidden.least(self.legend.size()))
    }

    fn plot_size(&self) -> [f32; 2] {
        self.plot.size().map(|side| side as f32)
    }

    fn draw_title(&self, drawing: &mut Drawing) {
        let size = self.letters.size;
        let left =
            if self.plot.is_triangle() { self.lengths.margin * size } else { self.left as f32 };
        let room = self.width as f32 - left - self.lengths.margin * size;
        let [first, second] = self.lengths.title.map(|height| height * size);
        let mut y = self.lengths.margin * size;
        let title = Letters { size: TITLE * size, color: TEXT };
        if !self.caption.title.is_empty() {
            let text = title.shortened(&self.caption.title, room);
            drawing.text(title, (left, y + first / 2.0 - 0.1 * size), Anchor::Left, &text);
            y += first;
        }
        let subtitle = Letters { size, color: FAINT };
        let text = subtitle.shortened(&self.caption.subtitle, room);
        if !text.is_empty() {
            drawing.text(subtitle, (left, y + second / 2.0 - 0.1 * size), Anchor::Left, &text);
        }
    }

    fn draw_frame(&self, drawing: &mut Drawing) {
        let (left, top, hair) = (self.left as f32, self.top as f32, self.hair);
        let [width, height] = self.plot_size();
        for at in [
            [left - hair, top - hair, width + 2.0 * hair, hair],
            [left - hair, top + height, width + 2.0 * hair, hair],
            [left - hair, top - hair, hair, height + 2.0 * hair],
            [left + width, top - hair, hair, height + 2.0 * hair],
        ] {
            drawing.fill(at, TEXT);
        }
    }

    fn draw_columns(&self, drawing: &mut Drawing) {
        let (size, hair) = (self.letters.size, self.hair);
        let [width, height] = self.plot_size();
        let bottom = self.top as f32 + height;
        let (tick, cells) = ((self.lengths.tick * size).floor(), &self.plot.cells);
        let numbers = bottom + (self.lengths.tick + self.lengths.gap + 0.4) * size;
        for column in multiples(&cells.columns, self.axes.steps[0]) {
            let x = self.left as f32 + self.plot.middle(column, cells.rows.start).0 as f32;
            drawing.fill([x.floor(), bottom + hair, hair, tick], TEXT);
            drawing.text(self.letters, (x, numbers), Anchor::Middle, &column.to_string());
            if self.caption.has_grid && column > cells.columns.start {
                let line = x - self.plot.pitch() as f32 / 2.0;
                let at = [line.floor(), self.top as f32, hair, height];
                drawing.fill(at, FAINT.opaque(0.5));
            }
        }
        let place = (self.left as f32 + width / 2.0, bottom + self.lengths.name * size);
        let name = self.letters.shortened(&self.caption.axes[0], self.width as f32);
        drawing.name(self.letters, place, Anchor::Middle, &name, false);
    }

    fn draw_rows(&self, drawing: &mut Drawing) {
        let (size, hair) = (self.letters.size, self.hair);
        let [width, height] = self.plot_size();
        let (left, top) = (self.left as f32, self.top as f32);
        let (tick, cells) = ((self.lengths.tick * size).floor(), &self.plot.cells);
        // The right end of the column of numbers.
        let end = left - (self.lengths.tick + self.lengths.gap) * size;
        for row in multiples(&cells.rows, self.axes.steps[1]) {
            let y = top + self.plot.middle(cells.columns.start, row).1 as f32;
            drawing.fill([left - hair - tick, y.floor(), tick, hair], TEXT);
            drawing.text(self.letters, (end, y), Anchor::Right, &row.to_string());
            if self.caption.has_grid && row > cells.rows.start {
                let at = [left, self.plot.lower_edge(y).floor(), width, hair];
                drawing.fill(at, FAINT.opaque(0.5));
            }
        }
        let name = self.letters.shortened(&self.caption.axes[1], height);
        let y = top + self.axes.height_of_name(self.plot);
        let x = end - self.axes.labels - 0.7 * size;
        match self.axes.is_name_between {
            true => drawing.name(self.letters, (end, y), Anchor::Right, &name, false),
            false if self.letters.width(&name) <= size => {
                drawing.name(self.letters, (x, y), Anchor::Middle, &name, false);
            }
            false => drawing.name(self.letters, (x, y), Anchor::Middle, &name, true),
        }
    }

    fn draw_corners(&self, drawing: &mut Drawing) {
        let Some([first, second, third]) = &self.caption.corners else { return };
        let (size, letters) = (self.letters.size, self.letters);
        let [width, height] = self.plot_size();
        let (left, right) = (self.left as f32, self.left as f32 + width);
        if width < letters.width(first) + letters.width(second) + size {
            // There is no room for them.
            return;
        }
        let above = self.top as f32 - 0.9 * size;
        let below = self.top as f32 + height + 0.7 * size;
        let (of_base, of_apex) =
            if self.plot.points_up() { (below, above) } else { (above, below) };
        drawing.name(letters, (left, of_base), Anchor::Left, first, false);
        drawing.name(letters, (right, of_base), Anchor::Right, second, false);
        drawing.name(letters, (left + width / 2.0, of_apex), Anchor::Middle, third, false);
    }
}
