//! The drawing of a legend that is laid out.

use super::legend::Bar;
use super::legend_box::{Entry, LINE, LegendBox, PADDING, Shown};
use crate::figures::drawing::{Anchor, Color, Drawing, LegendPlace};

/// The side of a colour in a row, as a multiple of the size of the letters.
const SIDE_IN_ROW: f32 = 0.8;

/// How opaque the paper of a box inside a plot is: what lies below is seen.
const OPACITY: f32 = 0.7;

impl LegendBox {
    /// Draws the legend with its top left at the given place, on paper of its own if it is inside and that is wanted.
    pub(super) fn draw(&self, drawing: &mut Drawing, at: [f32; 2], has_paper: bool) {
        let [width, height] = self.size();
        if width <= 0.0 {
            return;
        }
        let mut at = at;
        if self.place == LegendPlace::Inside {
            if has_paper {
                drawing.fill([at[0], at[1], width, height], Color::WHITE.opaque(OPACITY));
            }
            at = at.map(|begin| begin + PADDING * self.letters.size);
        }
        for entry in &self.entries {
            self.draw_entry(drawing, entry, at);
        }
        let Some(bar) = &self.bar else { return };
        let from = [at[0], at[1] + self.bar_from];
        match self.place {
            LegendPlace::Beside => self.draw_upright_bar(drawing, bar, from),
            LegendPlace::Inside => self.draw_short_bar(drawing, bar, from),
            LegendPlace::Below | LegendPlace::Nowhere => self.draw_level_bar(drawing, bar, from),
        }
    }

    fn draw_upright_bar(&self, drawing: &mut Drawing, bar: &Bar, [left, top]: [f32; 2]) {
        let size = self.letters.size;
        let (x, side) = (left.round(), size.round());
        let (top, height) = (top.round(), self.bar_length.round().max(2.0));
        self.frame(drawing, [x, top, side, height]);
        // Each colour reaches down to the end, so that no gaps are seen between them.
        for (step, color) in bar.colors.iter().enumerate() {
            let above = (step as f32 / bar.colors.len() as f32 * height).round();
            drawing.fill([x, top + above, side, height - above], *color);
        }
        // The ends come first; what would be written over another number is left out.
        let mut taken: Vec<f32> = Vec::new();
        for (place, text) in &bar.ticks {
            let y = top + (1.0 - place) * (height - 1.0);
            if taken.iter().any(|other| (other - y).abs() < 0.9 * size) {
                continue;
            }
            taken.push(y);
            let tick = [x + side + self.hair, y.round(), (side / 4.0).floor(), self.hair];
            drawing.fill(tick, self.letters.color);
            drawing.text(self.letters, (left + 1.6 * size, y), Anchor::Left, text);
        }
    }

    /// Draws a bar with the least value to the left.
    fn draw_level_bar(&self, drawing: &mut Drawing, bar: &Bar, [left, top]: [f32; 2]) {
        let size = self.letters.size;
        let (x, width) = (left.round(), self.bar_length.round());
        let (top, height) = ((top + 0.1 * size).round(), (0.6 * size).round());
        self.draw_colors(drawing, bar, [x, top, width, height]);
        // The ends come first; what would be written over another number is left out.
        let mut taken: Vec<[f32; 2]> = Vec::new();
        for (place, text) in &bar.ticks {
            let at = x + place * (width - 1.0);
            let half = self.letters.width(text) / 2.0;
            let middle = at.clamp(x + half - self.hair, x + width - half + self.hair);
            let reach = [middle - half - 0.4 * size, middle + half + 0.4 * size];
            if taken.iter().any(|other| reach[0] < other[1] && other[0] < reach[1]) {
                continue;
            }
            taken.push([middle - half, middle + half]);
            let tick = [at.floor(), top + height + self.hair, self.hair, (size / 5.0).floor()];
            drawing.fill(tick, self.letters.color);
            let y = top + height + 0.75 * size;
            drawing.text(self.letters, (middle, y), Anchor::Middle, text);
        }
    }

    /// Draws a short bar with the least value to the left, in one line with its ends.
    fn draw_short_bar(&self, drawing: &mut Drawing, bar: &Bar, [left, top]: [f32; 2]) {
        let Some([least, largest]) = self.ends_of_bar() else { return };
        let size = self.letters.size;
        let (y, gap) = (top + 0.5 * LINE * size, 0.4 * size);
        drawing.text(self.letters, (left, y), Anchor::Left, least);
        let x = (left + self.letters.width(least) + gap).round();
        let (width, height) = (self.bar_length.round(), (0.6 * size).round());
        self.draw_colors(drawing, bar, [x, (y - height / 2.0).round(), width, height]);
        drawing.text(self.letters, (x + width + gap, y), Anchor::Left, largest);
    }

    /// Draws the colours of a level bar.
    fn draw_colors(&self, drawing: &mut Drawing, bar: &Bar, at: [f32; 4]) {
        self.frame(drawing, at);
        let [x, top, width, height] = at;
        for (step, color) in bar.colors.iter().rev().enumerate() {
            let before = (step as f32 / bar.colors.len() as f32 * width).round();
            drawing.fill([x + before, top, width - before, height], *color);
        }
    }

    /// Draws an entry of a legend whose top left is at the given place.
    fn draw_entry(&self, drawing: &mut Drawing, entry: &Entry, [left, top]: [f32; 2]) {
        let size = self.letters.size;
        let side = match self.place {
            LegendPlace::Beside => size.round(),
            _ => (SIDE_IN_ROW * size).round(),
        };
        let [left, y] = [left + entry.at[0], top + entry.at[1]];
        let x = left.round();
        match entry.shown {
            Shown::Nothing => {}
            Shown::Color(color) => {
                let at = [x, (y - side / 2.0).round(), side, side];
                self.frame(drawing, at);
                drawing.fill(at, color);
            }
            Shown::Mark(mark) => mark.draw(drawing, [x + side / 2.0, y], size),
        }
        for (line, text) in entry.lines.iter().enumerate() {
            let place = (left + self.before(entry), y + LINE * size * line as f32);
            drawing.text(self.letters, place, Anchor::Left, text);
        }
    }

    /// Draws a line around a rectangle.
    fn frame(&self, drawing: &mut Drawing, [x, y, width, height]: [f32; 4]) {
        let hair = self.hair;
        let at = [x - hair, y - hair, width + 2.0 * hair, height + 2.0 * hair];
        drawing.fill(at, self.letters.color);
    }
}
