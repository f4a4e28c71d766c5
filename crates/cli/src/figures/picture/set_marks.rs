//! Marks of sets of positions: dots of P-positions, and a shape and a colour for every other set.
//!
//! They are vector shapes of a size on paper, so that a beam that is one cell wide is seen in a figure of any width. The
//! page of `view` is sent the same shapes and colours ([`shapes_of_sets`]).

use std::collections::HashSet;
use std::f32::consts::FRAC_1_SQRT_2;

use super::plot::Plot;
use super::sets::{MOST_POSITIONS, PositionSet, require_few_sets};
use super::shades::PALACE;
use crate::analyses::analyze::title_of;
use crate::figures::drawing::{Color, Drawing, Length};
use grundytab::control::Control;
use grundytab::domain::{Plane, Rectangle};
use grundytab::error::Error;
use grundytab::table::{OtherTables, TableReader};

/// Colours that readers who do not see all hues tell apart (Okabe and Ito, Color Universal Design, 2008).
const COLORS: [Color; 6] = [
    Color::hex(0xe6_9f_00),
    Color::hex(0x56_b4_e9),
    Color::hex(0x00_9e_73),
    Color::hex(0xf0_e4_42),
    Color::hex(0xd5_5e_00),
    Color::hex(0xcc_79_a7),
];

/// A quarter of a cross, which turns make whole: from the end of one arm to the corner before the next.
const ARM: [[f32; 2]; 3] = [[-0.4, -1.1], [0.4, -1.1], [0.4, -0.4]];

/// More marks than these have no white rim: each is a shape of its own in the file.
const MOST_WITH_RIM: usize = 4000;

/// The diameter of marks in cells, where none is given; and its least and largest in points.
const OF_CELL: f64 = 0.6;
const POINTS: [f64; 2] = [1.5, 6.0];

/// The diameter of a dot within the mark of another set, as a share of that of dots.
const WITHIN: f32 = 0.6;

/// The sets that are marked.
#[derive(Debug, Clone, Default)]
pub(super) struct SetMarks {
    sets: Vec<MarkedSet>,
    /// The diameter of the marks, if it is given.
    pub(super) diameter: Option<Length>,
    /// What the P-positions of the table itself are called, if those of others are marked.
    pub(super) own_text: Option<String>,
}

/// A set with the cells where its positions are.
#[derive(Debug, Clone)]
struct MarkedSet {
    mark: SetMark,
    text: String,
    cells: Vec<(u32, u32)>,
    count: u64,
}

/// What marks a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SetMark {
    /// A dot: the P-positions of the table itself.
    Dot,
    /// The shape and the colour of this number.
    Shape(usize),
}

impl SetMarks {
    /// Finds the positions of sets in some cells of a plane.
    pub(super) fn find(
        table: &TableReader,
        place: (&Plane, &Rectangle),
        sets: &[PositionSet],
        others: &OtherTables,
        control: &Control,
    ) -> Result<Self, Error> {
        require_few_sets(sets.iter().filter(|set| !set.is_own_p_positions()).count())?;
        let (mut marked, mut shapes) = (Vec::new(), 0..);
        let several = sets.iter().any(PositionSet::are_of_another_table);
        let own_text = several.then(|| own_text(table));
        for set in sets {
            let found = set.find_in_plane(table, others, place, control)?;
            let of_position = |at: &grundytab::domain::Position| place.0.cell(at.coordinates());
            let cells = found.positions.iter().filter_map(of_position).collect();
            let mark = match set.is_own_p_positions() {
                true => SetMark::Dot,
                false => SetMark::Shape(shapes.next().unwrap_or_default()),
            };
            let text = match (&own_text, mark) {
                (Some(text), SetMark::Dot) => text.clone(),
                _ => set.legend_text(),
            };
            marked.push(MarkedSet { mark, text, cells, count: found.count });
        }
        Ok(SetMarks { sets: marked, diameter: None, own_text })
    }

    /// Marks cells by dots, the first of them if they are very many.
    pub(super) fn dots(text: String, cells: impl Iterator<Item = (u32, u32)>) -> Self {
        let (mut kept, mut count) = (Vec::new(), 0);
        for cell in cells {
            count += 1;
            if kept.len() < MOST_POSITIONS {
                kept.push(cell);
            }
        }
        let set = MarkedSet { mark: SetMark::Dot, text, cells: kept, count };
        SetMarks { sets: vec![set], ..SetMarks::default() }
    }

    /// Gives the sets other than the P-positions of the table these shapes, in their order.
    pub(super) fn use_shapes(&mut self, shapes: &[usize]) {
        let others = self.sets.iter_mut().filter(|set| set.mark != SetMark::Dot);
        for (set, &shape) in others.zip(shapes) {
            set.mark = SetMark::Shape(shape);
        }
    }

    /// Whether the P-positions of the table are marked.
    pub(super) fn has_own_p_positions(&self) -> bool {
        self.sets.iter().any(|set| set.mark == SetMark::Dot)
    }

    /// Says of every set its text, how many of its positions are drawn, and how many there are.
    pub(super) fn counts(&self) -> impl Iterator<Item = (&str, usize, u64)> {
        self.sets.iter().map(|set| (set.text.as_str(), set.cells.len(), set.count))
    }

    /// Returns the marks with what they mean. What is not all drawn is told.
    pub(super) fn entries(&self) -> Vec<(SetMark, String)> {
        let entry = |set: &MarkedSet| {
            // In front, since the end of a long text may be cut.
            let text = match (set.cells.len() as u64, set.count) {
                (_, 0) => format!("none: {}", set.text),
                (shown, all) if shown < all => format!("{shown} of {all}: {}", set.text),
                _ => set.text.clone(),
            };
            (set.mark, text)
        };
        self.sets.iter().map(entry).collect()
    }

    /// Returns the diameter of marks in pixels, of which there are so many in an inch.
    pub(super) fn pixels(&self, pitch: f64, per_inch: f32) -> f32 {
        let point = f64::from(per_inch) / 72.0;
        let fitting = || (OF_CELL * pitch).clamp(POINTS[0] * point, POINTS[1] * point) as f32;
        self.diameter.map_or_else(fitting, |diameter| diameter.pixels(per_inch))
    }

    /// Lists the middles of the marks in a plot.
    pub(super) fn middles(&self, plot: &Plot) -> impl Iterator<Item = [f32; 2]> {
        let cells = self.sets.iter().flat_map(|set| &set.cells);
        cells.map(|&(column, row)| middle(plot, (column, row), [0.0; 2]))
    }

    /// Draws the marks over a plot with its top left at the given place. A P-position that is in another set as well has a
    /// small dot within the mark of that set, so that both are seen.
    pub(super) fn draw(
        &self,
        drawing: &mut Drawing,
        plot: &Plot,
        place: [f32; 2],
        diameter: f32,
        ground: Ground,
    ) {
        let shapes = self.sets.iter().filter(|set| set.mark != SetMark::Dot);
        let dots = self.sets.iter().filter(|set| set.mark == SetMark::Dot);
        let of_shapes = shapes.clone().flat_map(|set| &set.cells);
        let of_shapes = of_shapes.filter(|_| self.has_own_p_positions());
        let in_shapes: HashSet<(u32, u32)> = of_shapes.copied().collect();
        for set in shapes.chain(dots) {
            let is_within =
                |cell: &&(u32, u32)| set.mark == SetMark::Dot && in_shapes.contains(cell);
            let (within, alone): (Vec<_>, Vec<_>) = set.cells.iter().partition(is_within);
            let middles: Vec<[f32; 2]> =
                alone.into_iter().map(|cell: &(u32, u32)| middle(plot, *cell, place)).collect();
            let passes = set.mark.passes(ground);
            // All rims come first: marks side by side are a line with a rim.
            let first = usize::from(set.mark != SetMark::Dot && middles.len() > MOST_WITH_RIM);
            for &(share, color) in passes.iter().skip(first) {
                for &at in &middles {
                    set.mark.fill(drawing, at, share * diameter / 2.0, color);
                }
            }
            for cell in within {
                let radius = WITHIN * diameter / 2.0;
                set.mark.fill(drawing, middle(plot, *cell, place), radius, Color::BLACK);
            }
        }
    }
}

/// Returns what the P-positions of a table are called beside those of others.
fn own_text(table: &TableReader) -> String {
    format!("P-position of {}", title_of(table))
}

/// Returns the middle of a cell in a plot with its top left at the given place.
fn middle(plot: &Plot, (column, row): (u32, u32), [left, top]: [f32; 2]) -> [f32; 2] {
    let (x, y) = plot.middle(column, row);
    [x as f32 + left, y as f32 + top]
}

/// What marks are drawn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// Cells of any colour.
    Cells,
    /// Palace numbers, whose palaces are the P-positions: the dots have the colour of palaces.
    Palaces,
    /// White paper.
    White,
    /// Black paper.
    Black,
}

impl SetMark {
    /// Returns the layers of a mark, from the lowest: their sizes, as multiples of that of the mark, and their colours.
    fn passes(self, ground: Ground) -> Vec<(f32, Color)> {
        match (self, ground) {
            (SetMark::Dot, Ground::White) => vec![(1.0, Color::BLACK)],
            (SetMark::Dot, Ground::Black) => vec![(1.0, Color::WHITE)],
            (SetMark::Dot, Ground::Cells) => vec![(1.5, Color::WHITE), (1.0, Color::BLACK)],
            (SetMark::Dot, Ground::Palaces) => vec![(1.5, Color::WHITE), (1.0, PALACE)],
            (SetMark::Shape(number), _) => {
                let color = COLORS[number % COLORS.len()];
                vec![(1.7, Color::WHITE), (1.35, Color::BLACK), (1.0, color)]
            }
        }
    }

    /// Draws a mark of a radius.
    pub(super) fn draw(self, drawing: &mut Drawing, at: [f32; 2], radius: f32, ground: Ground) {
        for (share, color) in self.passes(ground) {
            self.fill(drawing, at, share * radius, color);
        }
    }

    fn fill(self, drawing: &mut Drawing, [x, y]: [f32; 2], radius: f32, color: Color) {
        match self {
            SetMark::Dot => drawing.disc([x, y], radius, color),
            SetMark::Shape(number) => {
                let corners = corners(number).into_iter();
                let place = |[a, b]: [f32; 2]| [x + radius * a, y + radius * b];
                drawing.polygon(corners.map(place).collect(), color);
            }
        }
    }
}

/// Returns the colour and the corners of every shape, for a mark with the radius 1 around (0, 0).
pub fn shapes_of_sets() -> impl Iterator<Item = (Color, Vec<[f32; 2]>)> {
    COLORS.into_iter().enumerate().map(|(number, color)| (color, corners(number)))
}

/// Returns the corners of a shape around (0, 0): a square, a diamond, two triangles, a cross upright and one lying.
fn corners(number: usize) -> Vec<[f32; 2]> {
    let cross = || {
        let turned = |times: usize, [mut x, mut y]: [f32; 2]| {
            for _ in 0..times {
                (x, y) = (-y, x);
            }
            [x, y]
        };
        (0..4).flat_map(move |times| ARM.map(|corner| turned(times, corner)))
    };
    match number % COLORS.len() {
        0 => vec![[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
        1 => vec![[0.0, -1.25], [1.25, 0.0], [0.0, 1.25], [-1.25, 0.0]],
        2 => vec![[0.0, -1.15], [1.15, 0.95], [-1.15, 0.95]],
        3 => vec![[0.0, 1.15], [1.15, -0.95], [-1.15, -0.95]],
        4 => cross().collect(),
        _ => cross().map(|[x, y]| [(x - y) * FRAC_1_SQRT_2, (x + y) * FRAC_1_SQRT_2]).collect(),
    }
}
