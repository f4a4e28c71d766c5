//! Figures: a plot with its title, axes and legend around it.

use super::legend::Legend;
use super::plot::Plot;
use crate::drawing::{Anchor, Color, Drawing, EM, Letters, multiples, round_step};

/// The colour of texts and axes.
const TEXT: Color = Color::hex(0x22_22_22);

/// The colour of what is less important.
const FAINT: Color = Color::hex(0x6a_6a_6a);

/// The size of the title, as a multiple of that of other letters.
const TITLE: f32 = 1.3;

/// What stands around a plot.
#[derive(Debug, Clone, Default)]
pub(super) struct Caption {
    /// The first line above the plot.
    pub(super) title: String,
    /// The second line.
    pub(super) subtitle: String,
    /// The names of the axes of columns and rows.
    pub(super) axes: [&'static str; 2],
    /// What is written at the corners of a triangle: bottom left, bottom right, top.
    pub(super) corners: Option<[String; 3]>,
    /// Whether lines are drawn at the ticks.
    pub(super) has_grid: bool,
}

/// A plot with what stands around it, laid out in pixels.
pub(super) struct Figure<'a> {
    plot: &'a Plot,
    caption: &'a Caption,
    legend: Legend,
    letters: Letters,
    /// The width of thin lines.
    hair: f32,
    /// Where the plot's top left is.
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    /// What is to the left and to the right of the plot takes this width.
    pub(super) around: f32,
    steps: [u32; 2],
}

impl<'a> Figure<'a> {
    /// Lays out a figure, with letters of a size and of a width if these are given.
    pub(super) fn new(
        plot: &'a Plot,
        caption: &'a Caption,
        legend: Legend,
        em: Option<f32>,
        whole_width: Option<f32>,
    ) -> Self {
        let [width, height] = plot.size().map(|side| side as f32);
        let fitting = || (width.max(height) / 48.0).clamp(15.0, 72.0).round();
        let size = em.map_or_else(fitting, |em| em / EM);
        // Half a point beside letters of nine points.
        let hair = (size / 22.0).floor().max(1.0);
        let letters = Letters { size, color: TEXT };
        let legend = legend.beside(height, letters);
        let steps = [0, 1].map(|axis: usize| step_of(plot, axis, letters));
        let rows = &plot.cells().rows;
        let labels = multiples(rows, steps[1]).map(|row| letters.width(&row.to_string()));
        let margin = size;
        let (left, below) = if plot.is_triangle() {
            (margin, 2.2 * size)
        } else {
            (2.6 * size + labels.fold(0.0, f32::max), 3.4 * size)
        };
        let lines = [&caption.title, &caption.subtitle].map(|line| f32::from(!line.is_empty()));
        let corner = if caption.corners.is_some() { 1.6 * size } else { 0.0 };
        let top = margin + 1.8 * size * lines[0] + 1.5 * size * lines[1] + corner;
        let legend_width = legend.width(letters);
        let gap = if legend_width > 0.0 { 1.5 * size } else { 0.0 };
        let title = Letters { size: TITLE * size, color: TEXT }.width(&caption.title);
        let titles = title.max(letters.width(&caption.subtitle)).min(30.0 * size);
        let full_width = match whole_width {
            Some(width) => width,
            None => left + (width + gap + legend_width).max(titles) + margin,
        };
        let full_height = top + (height + below).max(legend.height(letters) + margin);
        Figure {
            plot,
            caption,
            legend,
            letters,
            hair,
            around: left.round() + gap + legend_width + margin,
            left: left.round() as u32,
            top: top.round() as u32,
            width: full_width.ceil() as u32,
            height: full_height.ceil() as u32,
            steps,
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
        let [width, _] = self.plot_size();
        let size = self.letters.size;
        let place = (self.left as f32 + width + 1.5 * size, self.top as f32);
        self.legend.draw(drawing, place, self.letters, self.hair);
    }

    fn plot_size(&self) -> [f32; 2] {
        self.plot.size().map(|side| side as f32)
    }

    fn draw_title(&self, drawing: &mut Drawing) {
        let size = self.letters.size;
        let left = if self.plot.is_triangle() { size } else { self.left as f32 };
        let room = self.width as f32 - left - size;
        let mut y = 1.6 * size;
        let title = Letters { size: TITLE * size, color: TEXT };
        if !self.caption.title.is_empty() {
            let text = title.shortened(&self.caption.title, room);
            drawing.text(title, (left, y), Anchor::Left, &text);
            y += 1.6 * size;
        }
        let subtitle = Letters { size, color: FAINT };
        let text = subtitle.shortened(&self.caption.subtitle, room);
        if !text.is_empty() {
            drawing.text(subtitle, (left, y), Anchor::Left, &text);
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
        let (tick, cells) = ((0.3 * size).floor(), self.plot.cells());
        for column in multiples(&cells.columns, self.steps[0]) {
            let x = self.left as f32 + self.plot.middle(column, cells.rows.start).0 as f32;
            drawing.fill([x.floor(), bottom + hair, hair, tick], TEXT);
            let place = (x, bottom + 1.0 * size);
            drawing.text(self.letters, place, Anchor::Middle, &column.to_string());
            if self.caption.has_grid && column > cells.columns.start {
                let line = x - self.plot.pitch() as f32 / 2.0;
                let at = [line.floor(), self.top as f32, hair, height];
                drawing.fill(at, FAINT.opaque(0.5));
            }
        }
        let place = (self.left as f32 + width / 2.0, bottom + 2.3 * size);
        drawing.text(self.letters, place, Anchor::Middle, self.caption.axes[0]);
    }

    fn draw_rows(&self, drawing: &mut Drawing) {
        let (size, hair) = (self.letters.size, self.hair);
        let [width, height] = self.plot_size();
        let (tick, cells) = ((0.3 * size).floor(), self.plot.cells());
        for row in multiples(&cells.rows, self.steps[1]) {
            let y = self.top as f32 + self.plot.middle(cells.columns.start, row).1 as f32;
            drawing.fill([self.left as f32 - hair - tick, y.floor(), tick, hair], TEXT);
            let place = (self.left as f32 - 0.6 * size, y);
            drawing.text(self.letters, place, Anchor::Right, &row.to_string());
            if self.caption.has_grid && row > cells.rows.start {
                let line = self.plot.lower_edge(y);
                let at = [self.left as f32, line.floor(), width, hair];
                drawing.fill(at, FAINT.opaque(0.5));
            }
        }
        let place = (1.1 * size, self.top as f32 + height / 2.0);
        drawing.text(self.letters, place, Anchor::Middle, self.caption.axes[1]);
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
        let below = self.top as f32 + height + 0.9 * size;
        let (of_base, of_apex) =
            if self.plot.points_up() { (below, above) } else { (above, below) };
        drawing.text(letters, (left, of_base), Anchor::Left, first);
        drawing.text(letters, (right, of_base), Anchor::Right, second);
        drawing.text(letters, (left + width / 2.0, of_apex), Anchor::Middle, third);
    }
}

/// Returns the step between the ticks of an axis: round, and so large that labels do not touch.
fn step_of(plot: &Plot, axis: usize, letters: Letters) -> u32 {
    let cells = plot.cells();
    let range = if axis == 0 { &cells.columns } else { &cells.rows };
    let label = match axis {
        0 => letters.width(&range.end.to_string()) + 1.2 * letters.size,
        _ => 2.2 * letters.size,
    };
    let most = (plot.size()[axis] as f32 / label).clamp(1.0, 12.0);
    round_step(range, most as u32)
}
