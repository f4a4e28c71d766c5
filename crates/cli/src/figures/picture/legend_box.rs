//! The box of a legend: where its texts, colours and marks lie. Beside a plot they stand below one another, with an upright
//! bar; below a plot and inside they stand side by side, with a level bar. Inside they are as few lines as they can be.

use super::legend::{Bar, Legend, Sample};
use crate::figures::drawing::{Color, LegendPlace, Letters, in_rows};

/// The height of a line, as a multiple of the size of the letters.
pub(super) const LINE: f32 = 1.35;

/// The distance from the left of a colour to its text, where entries stand below one another and side by side, likewise.
const BEFORE_TEXT: f32 = 1.5;
const BEFORE_TEXT_IN_ROW: f32 = 1.15;

/// What is between two entries in a row, likewise.
const BETWEEN: f32 = 0.9;

/// The padding of a box inside a plot, likewise.
pub(super) const PADDING: f32 = 0.4;

/// Longer headings and texts beside a plot are broken into lines, likewise.
const LONGEST_HEADING: f32 = 9.0;
const LONGEST_TEXT: f32 = 16.0;

/// The length of the bar in a box inside a plot, likewise; and the part of the width of the plot that a box may have.
const SHORT_BAR: f32 = 5.0;
const PART_INSIDE: f32 = 0.45;

/// A legend, laid out.
pub(super) struct LegendBox {
    pub(super) bar: Option<Bar>,
    pub(super) place: LegendPlace,
    pub(super) letters: Letters,
    pub(super) hair: f32,
    pub(super) entries: Vec<Entry>,
    /// Width and height, without padding.
    size: [f32; 2],
    /// Where the bar begins, below the entries.
    pub(super) bar_from: f32,
    /// The height of an upright bar, the width of a level one.
    pub(super) bar_length: f32,
}

/// An entry: what it shows, the lines of its text, and the left of it and the middle of its first line, from the top left of the
/// legend.
pub(super) struct Entry {
    pub(super) shown: Shown,
    pub(super) lines: Vec<String>,
    pub(super) at: [f32; 2],
}

/// What stands before a text.
pub(super) enum Shown {
    Nothing,
    Color(Color),
    Mark(Sample),
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
        let mut laid = LegendBox {
            bar: None,
            place,
            letters,
            hair,
            entries: Vec::new(),
            size: [0.0; 2],
            bar_from: 0.0,
            bar_length: 0.0,
        };
        if legend.is_empty() || place == LegendPlace::Nowhere {
            return laid;
        }
        let room = match place {
            LegendPlace::Inside => (PART_INSIDE * plot_width).max(8.0 * letters.size),
            _ => plot_width,
        };
        laid.list(&legend, room);
        laid.bar = legend.bar;
        match place {
            LegendPlace::Beside => laid.put_in_column(plot_height),
            LegendPlace::Inside => laid.put_in_least_area(room),
            LegendPlace::Below | LegendPlace::Nowhere => laid.put_in_rows(room),
        }
        laid
    }

    /// Puts the entries in rows of the width that is given, or of the widest entry: what takes the least area.
    fn put_in_least_area(&mut self, room: f32) {
        self.put_in_rows(room);
        let [width, height] = self.size;
        self.put_in_rows(self.widths().into_iter().fold(0.0, f32::max));
        if self.size[0] * self.size[1] > width * height {
            self.put_in_rows(room);
        }
    }

    /// Returns width and height; nothing if there is no legend.
    pub(super) fn size(&self) -> [f32; 2] {
        match (self.place, self.size) {
            (_, [0.0, _]) => [0.0; 2],
            (LegendPlace::Inside, size) => {
                size.map(|side| side + 2.0 * PADDING * self.letters.size)
            }
            (_, size) => size,
        }
    }

    /// Lists the entries, with their texts in lines that have room.
    fn list(&mut self, legend: &Legend, room: f32) {
        let (size, is_beside) = (self.letters.size, self.place == LegendPlace::Beside);
        let [longest_heading, longest] = match is_beside {
            true => [LONGEST_HEADING * size, LONGEST_TEXT * size],
            false => [room, room - BEFORE_TEXT_IN_ROW * size],
        };
        let mut add = |shown: Shown, text: &str, longest: f32| {
            self.entries.push(Entry {
                shown,
                lines: lines(text, self.letters, longest),
                at: [0.0; 2],
            });
        };
        if !legend.heading.is_empty() {
            add(Shown::Nothing, &legend.heading, longest_heading);
        }
        for (color, text) in &legend.entries {
            add(Shown::Color(*color), text, longest);
        }
        for (mark, text) in &legend.marks {
            add(Shown::Mark(*mark), text, longest);
        }
    }

    /// Returns how far right of the beginning of an entry its text begins.
    pub(super) fn before(&self, entry: &Entry) -> f32 {
        let before = match self.place {
            LegendPlace::Beside => BEFORE_TEXT,
            _ => BEFORE_TEXT_IN_ROW,
        };
        if matches!(entry.shown, Shown::Nothing) { 0.0 } else { before * self.letters.size }
    }

    fn widths(&self) -> Vec<f32> {
        let of_lines = |entry: &Entry| {
            let widths = entry.lines.iter().map(|line| self.letters.width(line));
            widths.fold(0.0, f32::max)
        };
        self.entries.iter().map(|entry| self.before(entry) + of_lines(entry)).collect()
    }

    /// Puts the entries below one another, and the bar below them.
    fn put_in_column(&mut self, plot_height: f32) {
        let (size, widths) = (self.letters.size, self.widths());
        let mut y = 0.0;
        let mut was_heading = false;
        for entry in &mut self.entries {
            let is_heading = matches!(entry.shown, Shown::Nothing);
            // Something is between the heading and the colours.
            y += if was_heading && !is_heading { 0.4 * LINE * size } else { 0.0 };
            was_heading = is_heading;
            entry.at = [0.0, y + 0.5 * LINE * size];
            y += LINE * size * entry.lines.len() as f32;
        }
        y += if was_heading { 0.4 * LINE * size } else { 0.0 };
        let widest = widths.into_iter().fold(0.0, f32::max);
        self.bar_from = y + 0.5 * LINE * size;
        self.size = [widest, y];
        let Some(bar) = &self.bar else { return };
        let ticks = bar.ticks.iter().map(|(_, text)| 1.9 * size + self.letters.width(text));
        self.bar_length = (plot_height - y).clamp(6.0 * size, 24.0 * size);
        self.size = [ticks.fold(widest, f32::max), y + self.bar_length + size];
    }

    /// Puts the entries side by side in rows of a width, and the bar below them.
    fn put_in_rows(&mut self, room: f32) {
        let (size, widths) = (self.letters.size, self.widths());
        let places = in_rows(&widths, BETWEEN * size, room);
        let rows = places.last().map_or(0, |(row, _)| row + 1);
        let mut heights = vec![0.0_f32; rows];
        for (entry, (row, _)) in self.entries.iter().zip(&places) {
            heights[*row] = heights[*row].max(LINE * size * entry.lines.len() as f32);
        }
        let top = |row: usize| heights.iter().take(row).sum::<f32>();
        for (entry, (row, left)) in self.entries.iter_mut().zip(&places) {
            entry.at = [*left, top(*row) + 0.5 * LINE * size];
        }
        self.bar_from = top(rows);
        if self.place == LegendPlace::Inside {
            let ends = places.iter().zip(&widths).map(|((_, left), width)| left + width);
            self.size = [ends.fold(0.0, f32::max), self.bar_from];
            let width = |text: &str| self.letters.width(text);
            if let Some(of_ends) =
                self.ends_of_bar().map(|ends| ends.map(width).iter().sum::<f32>())
            {
                self.bar_length = SHORT_BAR * size;
                let of_bar = self.bar_length + of_ends + 0.8 * size;
                self.size = [self.size[0].max(of_bar), self.bar_from + LINE * size];
            }
            return;
        }
        self.bar_length = room;
        // A level bar has its numbers below.
        let of_bar = if self.bar.is_some() { 2.0 } else { 0.0 };
        self.size = [room, self.bar_from + size * (of_bar + 0.2)];
    }

    /// Returns what is written at the lower and at the upper end of the bar.
    pub(super) fn ends_of_bar(&self) -> Option<[&str; 2]> {
        let ticks = &self.bar.as_ref()?.ticks;
        let by_height = |one: &&(f32, String), other: &&(f32, String)| one.0.total_cmp(&other.0);
        let ends = [ticks.iter().min_by(by_height)?, ticks.iter().max_by(by_height)?];
        Some(ends.map(|(_, text)| text.as_str()))
    }
}

/// Breaks a text into lines that are not much longer than a length, between words; a longer word is cut.
fn lines(text: &str, letters: Letters, longest: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if letters.width(&format!("{line} {word}")) <= longest => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines.iter().map(|line| letters.shortened(line, longest)).collect()
}
