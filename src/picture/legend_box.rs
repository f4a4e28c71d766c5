//! The box of a legend: where its texts, colours and marks lie. Beside a plot and inside they stand below one another, with
//! an upright bar; below a plot they stand side by side, with a level bar.

use super::legend::{Bar, Legend, Sample};
use crate::drawing::{Anchor, Color, Drawing, LegendPlace, Letters, in_rows};

/// The height of a line, as a multiple of the size of the letters.
const LINE: f32 = 1.35;

/// From the beginning of a colour to that of its text, of entries below one another and side by side, likewise.
const BEFORE_TEXT: f32 = 1.5;
const BEFORE_TEXT_IN_ROW: f32 = 1.15;

/// The side of a colour in a row, and what is between two entries there, likewise.
const SIDE_IN_ROW: f32 = 0.8;
const BETWEEN: f32 = 0.9;

/// The padding of a box inside a plot, likewise.
const PADDING: f32 = 0.5;

/// A legend, laid out.
pub(super) struct LegendBox {
    legend: Legend,
    place: LegendPlace,
    letters: Letters,
    hair: f32,
    /// The height of an upright bar, the width of a level one.
    bar_length: f32,
    /// The width that rows may have.
    room: f32,
}

/// An entry: what it shows, and its text.
enum Entry<'a> {
    Heading(&'a str),
    Color(Color, &'a str),
    Mark(Sample, &'a str),
}

impl Entry<'_> {
    fn text(&self) -> &str {
        match self {
            Entry::Heading(text) | Entry::Color(_, text) | Entry::Mark(_, text) => text,
        }
    }

    /// Returns how far right of its beginning the text begins, if it does not begin there.
    fn before(&self, length: f32) -> f32 {
        if matches!(self, Entry::Heading(_)) { 0.0 } else { length }
    }
}

impl LegendBox {
    /// Lays out a legend for a plot of a size.
    pub(super) fn new(
        legend: Legend,
        place: LegendPlace,
        letters: Letters,
        hair: f32,
        [plot_width, plot_height]: [f32; 2],
    ) -> Self {
        let mut laid =
            LegendBox { legend, place, letters, hair, bar_length: 0.0, room: plot_width };
        let (size, [_, rest]) = (letters.size, laid.size());
        laid.bar_length = match place {
            LegendPlace::Below => plot_width,
            LegendPlace::Beside => (plot_height - rest).clamp(6.0 * size, 24.0 * size),
            LegendPlace::Inside | LegendPlace::Nowhere => 6.0 * size,
        };
        laid
    }

    pub(super) fn place(&self) -> LegendPlace {
        self.place
    }

    /// Returns width and height; nothing if there is no legend.
    pub(super) fn size(&self) -> [f32; 2] {
        let size = self.letters.size;
        if self.legend.is_empty() || self.place == LegendPlace::Nowhere {
            return [0.0; 2];
        }
        if self.place == LegendPlace::Below {
            let rows = self.rows().last().map_or(0, |(row, _)| row + 1) as f32;
            // A level bar has its numbers below.
            let bar = if self.legend.bar.is_some() { 2.0 } else { 0.0 };
            return [self.room, size * (LINE * rows + bar + 0.2)];
        }
        let entries = self.column();
        let width =
            |entry: &Entry| entry.before(BEFORE_TEXT * size) + self.letters.width(entry.text());
        let ticks = self.legend.bar.iter().flat_map(|bar| &bar.ticks);
        let ticks = ticks.map(|(_, text)| 1.9 * size + self.letters.width(text));
        let widest = entries.iter().map(width).chain(ticks).fold(0.0, f32::max);
        let bar = if self.legend.bar.is_some() { self.bar_length + size } else { 0.0 };
        let height = size * LINE * (entries.len() as f32 + self.gap()) + bar;
        let padding = if self.place == LegendPlace::Inside { 2.0 * PADDING * size } else { 0.0 };
        [widest + padding, height + padding]
    }

    /// Draws the legend with its top left at the given place, on paper of its own if it is inside.
    pub(super) fn draw(&self, drawing: &mut Drawing, at: [f32; 2], has_paper: bool) {
        let [width, height] = self.size();
        if width <= 0.0 {
            return;
        }
        if self.place == LegendPlace::Below {
            return self.draw_rows(drawing, at);
        }
        let mut at = at;
        if self.place == LegendPlace::Inside {
            if has_paper {
                drawing.fill([at[0], at[1], width, height], Color::WHITE.opaque(0.9));
            }
            at = at.map(|begin| begin + PADDING * self.letters.size);
        }
        self.draw_column(drawing, at);
    }

    /// Lists headings, colours and marks. A heading in several lines has an entry for each.
    fn entries<'a>(&'a self, heading: impl Iterator<Item = &'a str>) -> Vec<Entry<'a>> {
        let colors = self.legend.entries.iter().map(|(color, text)| Entry::Color(*color, text));
        let marks = self.legend.marks.iter().map(|(mark, text)| Entry::Mark(*mark, text));
        heading
            .filter(|text| !text.is_empty())
            .map(Entry::Heading)
            .chain(colors)
            .chain(marks)
            .collect()
    }

    /// Lists the entries that stand below one another.
    fn column(&self) -> Vec<Entry<'_>> {
        self.entries(lines(&self.legend.heading, self.letters).into_iter())
    }

    /// What is between the heading and the colours, in lines.
    fn gap(&self) -> f32 {
        if self.legend.heading.is_empty() { 0.0 } else { 0.4 }
    }

    /// Lists the entries that stand side by side.
    fn row(&self) -> Vec<Entry<'_>> {
        self.entries(std::iter::once(self.legend.heading.as_str()))
    }

    /// Returns the row of each entry, and where it begins.
    fn rows(&self) -> Vec<(usize, f32)> {
        let size = self.letters.size;
        let before = BEFORE_TEXT_IN_ROW * size;
        let width = |entry: &Entry| entry.before(before) + self.letters.width(entry.text());
        let widths: Vec<f32> = self.row().iter().map(width).collect();
        in_rows(&widths, BETWEEN * size, self.room)
    }

    fn draw_column(&self, drawing: &mut Drawing, [left, top]: [f32; 2]) {
        let size = self.letters.size;
        let mut y = top + 0.5 * LINE * size;
        let mut was_heading = false;
        for entry in self.column() {
            let is_heading = matches!(entry, Entry::Heading(_));
            if was_heading && !is_heading {
                y += self.gap() * LINE * size;
            }
            was_heading = is_heading;
            self.draw_entry(drawing, &entry, [left, y], [size, BEFORE_TEXT * size]);
            y += LINE * size;
        }
        if was_heading {
            y += self.gap() * LINE * size;
        }
        let Some(bar) = &self.legend.bar else { return };
        let (x, side) = (left.round(), size.round());
        let (top, height) = (y.round(), self.bar_length.round().max(2.0));
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

    fn draw_rows(&self, drawing: &mut Drawing, [left, top]: [f32; 2]) {
        let size = self.letters.size;
        let mut y = top + 0.5 * LINE * size;
        for ((row, from), entry) in self.rows().into_iter().zip(self.row()) {
            let place = [left + from, y + LINE * size * row as f32];
            let lengths = [SIDE_IN_ROW, BEFORE_TEXT_IN_ROW].map(|length| length * size);
            self.draw_entry(drawing, &entry, place, lengths);
        }
        y += LINE * size * self.rows().last().map_or(0, |(row, _)| row + 1) as f32;
        if let Some(bar) = &self.legend.bar {
            self.draw_level_bar(drawing, bar, [left, y - 0.5 * LINE * size]);
        }
    }

    /// Draws a bar with the least value to the left.
    fn draw_level_bar(&self, drawing: &mut Drawing, bar: &Bar, [left, top]: [f32; 2]) {
        let size = self.letters.size;
        let (x, width) = (left.round(), self.bar_length.round());
        let (top, height) = ((top + 0.1 * size).round(), (0.6 * size).round());
        self.frame(drawing, [x, top, width, height]);
        for (step, color) in bar.colors.iter().rev().enumerate() {
            let before = (step as f32 / bar.colors.len() as f32 * width).round();
            drawing.fill([x + before, top, width - before, height], *color);
        }
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

    /// Draws an entry that begins at a place, in the middle of its line: a colour of a side, and its text at a distance.
    fn draw_entry(
        &self,
        drawing: &mut Drawing,
        entry: &Entry,
        [left, y]: [f32; 2],
        [side, before]: [f32; 2],
    ) {
        let (x, side) = (left.round(), side.round());
        match entry {
            Entry::Heading(_) => {}
            Entry::Color(color, _) => {
                let at = [x, (y - side / 2.0).round(), side, side];
                self.frame(drawing, at);
                drawing.fill(at, *color);
            }
            Entry::Mark(mark, _) => mark.draw(drawing, [x + side / 2.0, y], self.letters.size),
        }
        let before = entry.before(before);
        let room = match self.place {
            LegendPlace::Below => self.room - before,
            _ => f32::INFINITY,
        };
        let text = self.letters.shortened(entry.text(), room);
        drawing.text(self.letters, (left + before, y), Anchor::Left, &text);
    }

    /// Draws a line around a rectangle.
    fn frame(&self, drawing: &mut Drawing, [x, y, width, height]: [f32; 4]) {
        let hair = self.hair;
        let at = [x - hair, y - hair, width + 2.0 * hair, height + 2.0 * hair];
        drawing.fill(at, self.letters.color);
    }
}

/// Breaks a heading into lines that are not much wider than the entries below.
fn lines(heading: &str, letters: Letters) -> Vec<&str> {
    let (mut lines, mut begin) = (Vec::new(), 0);
    let mut end = 0;
    for word in heading.split(' ') {
        let with_word = end + word.len() + usize::from(end > begin);
        if end > begin && letters.width(&heading[begin..with_word]) > 9.0 * letters.size {
            lines.push(&heading[begin..end]);
            begin = end + 1;
            end = begin + word.len();
        } else {
            end = with_word;
        }
    }
    lines.push(&heading[begin..end]);
    lines
}
